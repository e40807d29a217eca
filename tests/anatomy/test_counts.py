"""Ranges and ways, worked by hand."""

from __future__ import annotations

import pytest

from ludwright.anatomy.counts import ANY, NOTHING, ONE, ZERO, CountRange, Counts, Ways, any_of

ACT = Ways(Counts(actions=ONE))


@pytest.mark.parametrize(
    ("range_", "words"),
    [
        (CountRange(1, 1), "1"),
        (CountRange(2, 4), "2 to 4"),
        (CountRange(1, None), "1 or more"),
        (ANY, "any number"),
        (CountRange(), "0"),
    ],
)
def test_a_range_in_words(range_: CountRange, words: str) -> None:
    assert str(range_) == words


def test_ranges_add_join_and_multiply() -> None:
    assert CountRange(1, 2) + CountRange(3, 4) == CountRange(4, 6)
    assert CountRange(1, 2) + ANY == CountRange(1, None)
    assert CountRange(1, 2) | CountRange(3, 4) == CountRange(1, 4)
    assert CountRange(0, 3).times(CountRange(1, 2)) == CountRange(0, 6)
    assert ANY.times(CountRange(0, 0)) == CountRange(0, 0), "nothing done without end is nothing"


def test_what_leaves_the_turn_is_not_followed_by_the_rest() -> None:
    leaving = Ways(None, {"turn": ZERO})
    ways = ACT.then(leaving | NOTHING).then(ACT)
    assert ways.through is not None
    assert ways.through.actions == CountRange(2, 2)
    assert ways.left["turn"].actions == CountRange(1, 1)
    assert ways.whole.actions == CountRange(1, 2)
    assert ways.catching("turn").through == ways.whole


def test_a_loop_may_be_left_in_any_pass() -> None:
    body = ACT.then(any_of([NOTHING, Ways(None, {"turn": ZERO})]))
    three = body.repeated(CountRange(3, 3))
    assert three.through is not None
    assert three.through.actions == CountRange(3, 3)
    assert three.left["turn"].actions == CountRange(1, 3)


def test_a_loop_whose_body_always_leaves_runs_once_or_not_at_all() -> None:
    body = ACT.then(Ways(None, {"turn": ZERO}))
    assert body.repeated(ANY).whole.actions == CountRange(0, 1)
    assert body.repeated(CountRange(2, 2)).through is None
