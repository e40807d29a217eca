"""Ranges and ways, worked by hand."""

from __future__ import annotations

import pytest

from ludwright.anatomy.counts import ANY, NOTHING, ONE, ZERO, Counts, Range, Ways, any_of

ACT = Ways(Counts(actions=ONE))


@pytest.mark.parametrize(
    ("range_", "words"),
    [(Range(1, 1), "1"), (Range(2, 4), "2 to 4"), (Range(1, None), "1 or more"), (ANY, "any number"), (Range(), "0")],
)
def test_a_range_in_words(range_: Range, words: str) -> None:
    assert str(range_) == words


def test_ranges_add_join_and_multiply() -> None:
    assert Range(1, 2) + Range(3, 4) == Range(4, 6)
    assert Range(1, 2) + ANY == Range(1, None)
    assert Range(1, 2) | Range(3, 4) == Range(1, 4)
    assert Range(0, 3).times(Range(1, 2)) == Range(0, 6)
    assert ANY.times(Range(0, 0)) == Range(0, 0), "nothing done without end is nothing"


def test_what_leaves_the_turn_is_not_followed_by_the_rest() -> None:
    leaving = Ways(None, {"turn": ZERO})
    ways = ACT.then(leaving | NOTHING).then(ACT)
    assert ways.through is not None
    assert ways.through.actions == Range(2, 2)
    assert ways.left["turn"].actions == Range(1, 1)
    assert ways.whole.actions == Range(1, 2)
    assert ways.catching("turn").through == ways.whole


def test_a_loop_may_be_left_in_any_pass() -> None:
    body = ACT.then(any_of([NOTHING, Ways(None, {"turn": ZERO})]))
    three = body.repeated(Range(3, 3))
    assert three.through is not None
    assert three.through.actions == Range(3, 3)
    assert three.left["turn"].actions == Range(1, 3)


def test_a_loop_whose_body_always_leaves_runs_once_or_not_at_all() -> None:
    body = ACT.then(Ways(None, {"turn": ZERO}))
    assert body.repeated(ANY).whole.actions == Range(0, 1)
    assert body.repeated(Range(2, 2)).through is None
