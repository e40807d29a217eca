"""Leduc poker: the value of the standard game, as others have found it."""

from __future__ import annotations

import pytest

from tests.equilibria.solved import solved

BEST_KNOWN = -0.0856
"""For the first player: six cards in two suits, an ante of 1, raises of 2 and 4, at most two a round."""


def test_the_value_is_the_known_one() -> None:
    found = solved("leduc_poker")
    assert found.values[0] == pytest.approx(BEST_KNOWN, abs=0.01)
    assert found.values[0] + found.values[1] == pytest.approx(0, abs=1e-9)
    assert found.exploitability < 1e-3
    # in a game like this the value lies within what the two could still gain
    assert abs(found.values[0] - BEST_KNOWN) < 0.0002


def test_suits_make_no_difference() -> None:
    found = solved("leduc_poker")
    first = {line.holding: line.shares for line in found.lines(0) if line.before == "at the start"}
    for rank in ("jack", "queen", "king"):
        assert first[f"{rank} hearts"] == pytest.approx(first[f"{rank} spades"], abs=1e-6)


def test_folding_a_pair_is_never_worth_it() -> None:
    found = solved("leduc_poker")
    folded = {worse.situation.number for worse in found.dominated}
    pairs = {
        line.situation.number
        for line in found.lines()
        if f"{line.holding.split()[0]} " in line.before.split(", ")[-1] and "fold" in line.shares
    }
    assert pairs and pairs <= folded


def test_better_answers_gain_less_the_longer_it_learns() -> None:
    course = dict(solved("leduc_poker").learnt.course)
    assert course[0] > 2
    assert course[64] < 0.1
    assert min(course.values()) < 1e-3
