"""Where on the table an option is clicked."""

from __future__ import annotations

from ludwright.game import load
from ludwright.studio.pointing import Pointing


def test_a_design_is_clicked_on_the_pile_it_is_taken_from() -> None:
    match = load("harbour_town", 2, ask_forced=True).start(seed=1, run="twin")
    while not any(option.action == "buy" for option in match.legal()):
        match.apply(match.legal()[0])
    pointing = Pointing(match.game)
    found = {
        option.words: pointing.targets(option, match.actor or 0, match.words)
        for option in match.legal()
        if option.action == "buy"
    }
    assert found["buy Silver"] == [["card::supply Silver:Silver"]] and all(len(one) == 1 for one in found.values())
