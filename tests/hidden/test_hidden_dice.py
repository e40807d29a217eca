"""Dice that not everybody sees: what is not concluded about them is said where it is not."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.play.match import Match

TEXT = """game "Cups"
players 2
var n = 0 in 0..99
each player
  dice cup: 2 d3, seen by owner
setup: for p in players: roll p.cup
turn: go
action go(k in 1..2)
  LINE
end when turn.number is 3: draw
"""
UNTIL_SHOWN = "`show d to everyone`"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("if (first d in opponent.cup).face is 3: n += 1", "what this tells of hidden dice is not used by bots"),
        ("tell opponent whether d.face is 3 for d in my cup", "players who reckon with what they know don't use this"),
        ("let d = first x in my cup\n  tell opponent whether d.face > 1", "players who reckon with what they know"),
    ],
)
def test_what_is_said_of_a_hidden_die_gets_a_true_note(line: str, said: str) -> None:
    (note,) = ludwright.load_text(TEXT.replace("LINE", line)).notes
    assert said in note.message
    assert UNTIL_SHOWN in note.hint


def test_a_die_that_is_shown_is_known() -> None:
    match = ludwright.load_text(TEXT.replace("LINE", "show my cup to opponent")).start(seed=1)
    assert seen_by_the_other(match).count(None) == 2
    match.apply("go 1")
    assert None not in seen_by_the_other(match)


def seen_by_the_other(match: Match) -> list[int | None]:
    return [value for name, value in match.observe(1).named().items() if name.startswith("what item")]
