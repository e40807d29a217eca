"""How options are told, and of which of them nothing is said but that they are too strong."""

from __future__ import annotations

import ludwright
from ludwright.findings import plays_of
from ludwright.findings.options import _says_nothing, _told


def test_an_answer_is_told_with_the_card_or_stage_that_asks() -> None:
    (play,) = plays_of(ludwright.playtest("letters", games=20, players=3, seed=1, threads=1))
    assert _told(play, "choose Countess") == "`choose Countess` (asked by `Guard`)"
    assert _told(play, "play_card Countess") == "`play_card Countess`"
    # the Guard, the Priest, the Baron, the Prince and the King ask for a player
    assert _told(play, "choose seat 1") == "`choose seat 1`"


def test_bids_players_and_guesses_are_not_told_to_be_left_out() -> None:
    said = {
        "letters": ["choose Countess", "choose seat 1", "play_card Countess"],
        "curios": ["choose 3"],
        "hamlet": ["place forest", "choose wood"],
    }
    quiet = []
    for name, options in said.items():
        (play,) = plays_of(ludwright.playtest(name, games=1, seed=1, threads=1))[:1]
        quiet += [option for option in options if _says_nothing(play, option)]
    assert quiet == ["choose Countess", "choose seat 1", "choose 3"]
