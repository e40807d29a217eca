"""Goals, shares of a result and waiting, where they could not mean anything (language, sections 9 and 11)."""

from __future__ import annotations

import pytest

from tests.language_meaning.both_runs import caught, mistakes, sheet

TEXT = sheet("""
    game "T"
    players 1
    clock in minutes
    var n = 0 in 0..50
    turn: one of add, nap
    action add(k in 1..3)
      n = min(50, n + k)
    action nap
      wait
    every 3 minutes: n = min(50, n + 1)
    goal 1 when n >= 20
    goal 2 when n >= 30
    result
      80% of n in 0..10
      20% of n in 10..30
""")


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("  20% of", "  «10%» of", "the shares come to 90%"),
        ("in 10..30", "in «5..5»", "nothing lies between"),
        ("goal 2", "goal «3»", "there is no goal 2"),
        ("goal 1", "goal «0»", "`0` is no goal's number"),
        ("goal 2", "goal «1.5»", "goals are counted: 1, 2, 3"),
    ],
)
def test_what_does_not_add_up(was: str, now: str, said: str) -> None:
    assert mistakes(TEXT) == []
    caught(TEXT.replace(was, now), said)


def test_waiting_needs_a_clock() -> None:
    text = TEXT.replace("clock in minutes\n", "").replace("every 3 minutes: n = min(50, n + 1)\n", "")
    caught(text.replace("  wait", "  «wait»"), "this game has no clock")
