"""What never comes into play: actions are counted in all games, and an end that few games did not see is neither dead nor fine."""

from __future__ import annotations

from pathlib import Path

import ludwright
from ludwright.findings import plays_of
from ludwright.findings.play import rank_by_strength
from ludwright.findings.unused import DEAD

TEXT = """game "Stairs"
players 2
each player
  steps = 0 in 0..9
turn: one of walk, fly
action walk(n in 1..2)
  when n > 0
  my steps += 1
action fly
  when my steps > 5
  my steps += 2
end when my steps >= 5: me wins
"""
TWO_ENDS = TEXT.replace("end when my", "end\n  when my steps >= 9: me loses\n  when my")


def looks(text: str, folder: Path, games: int) -> list[tuple[str, float | None, int]]:
    path = folder / "stairs.game"
    path.write_text(text)
    (play,) = rank_by_strength(plays_of(ludwright.playtest(path, games=games, seed=1, threads=1), sample=20))
    return [(one.subject, one.figure.value, one.figure.n) for one in DEAD.looks(play, DEAD.threshold)]


def test_an_action_is_counted_in_all_games(tmp_path: Path) -> None:
    # nobody ever has six steps; 20 of 60 games are looked at closely and 40 more are played for that, what was done is known of all
    assert looks(TEXT, tmp_path, 60) == [("actions", 0.0, 60), ("", 1.0, 60)]


def test_an_end_that_few_games_did_not_see_is_not_called_fine(tmp_path: Path) -> None:
    assert looks(TWO_ENDS, tmp_path, 60) == [("actions", 0.0, 60)]


def test_what_is_there_for_another_setting_is_not_dead(tmp_path: Path) -> None:
    text = TEXT.replace("each player", "param wings = no\neach player").replace(
        "when my steps > 5", "when wings and my steps > 2"
    )
    assert looks(text, tmp_path, 60) == [("", 1.0, 20)]  # nothing is suspected, so no more games are looked at


ASKED = """game "Asked"
players 2
each player
  points = 0 in 0..99
play: repeat 3 times: turns once
turn: throw
action throw(n in 1..3)
  me chooses k from 1..2
    my points += {gain}
score(p): p.points
winner: highest score
"""


def test_an_answer_that_nothing_reads_is_told(tmp_path: Path) -> None:
    assert looks(ASKED.format(gain="n * k"), tmp_path, 60) == [("", 1.0, 20)]
    assert looks(ASKED.format(gain="n"), tmp_path, 60) == [("", 1.0, 20), ("throw k", 0.0, 60)]
    assert looks(ASKED.format(gain="k"), tmp_path, 60) == [("", 1.0, 20), ("throw n", 0.0, 60)]
