"""Intervals: what they are by hand, and that they hold what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from ludwright.metrics.intervals import SHARE, bootstrap, corrected, difference, entropy, mean, ratio, share


def test_a_share_has_wilsons_interval() -> None:
    found = share("x", 5, 10)
    # z² = 3.8415: middle (0.5 + 3.8415/20) / (1 + 0.38415) = 0.5, room 0.2634
    assert (found.value, found.how, found.n) == (0.5, "Wilson", 10)
    assert found.low == pytest.approx(0.2366, abs=1e-4)
    assert found.high == pytest.approx(0.7634, abs=1e-4)


def test_no_tries_say_nothing() -> None:
    found = share("x", 0, 0)
    assert not found.known
    assert found.note


def test_a_mean_has_students_interval() -> None:
    found = mean("x", [1.0, 2.0, 3.0])
    # deviation 1, error 1/√3 = 0.5774, t with 2 degrees of freedom 4.3027: room 2.4841
    assert found.value == 2
    assert found.low == pytest.approx(2 - 2.4841, abs=1e-3)
    assert found.high == pytest.approx(2 + 2.4841, abs=1e-3)


def test_an_interval_stays_within_what_is_possible() -> None:
    found = mean("x", [0.0, 0.0, 1.0], SHARE)
    assert found.low == 0


def test_equal_values_are_not_taken_for_certain() -> None:
    found = mean("x", [0.0] * 10, SHARE)
    # as 0 hits of 10: z² / (n + z²) = 3.8415 / 13.8415
    assert found.low == 0
    assert found.high == pytest.approx(0.2775, abs=1e-4)


def test_one_value_has_no_interval() -> None:
    found = mean("x", [3.0])
    assert (found.value, found.low, found.n) == (3.0, None, 1)


def test_a_ratio_divides_sums_not_games() -> None:
    found = ratio("x", [1, 1], [1, 3])
    assert found.value == 0.5  # (1 + 1) / (1 + 3), not the mean of 1 and 1/3


def test_nothing_to_divide_by_says_nothing() -> None:
    assert not ratio("x", [0, 0], [0, 0]).known
    assert not ratio("x", [], []).known


def test_a_difference_has_newcombes_interval() -> None:
    # the example of Newcombe (1998), method 10: 56/70 − 48/80
    found = difference("x", (56, 70), (48, 80))
    assert found.value == pytest.approx(0.2)
    assert found.low == pytest.approx(0.0524, abs=1e-4)
    assert found.high == pytest.approx(0.3339, abs=1e-4)


def test_entropy_is_in_bits() -> None:
    assert entropy(np.array([[1.0, 1.0], [2.0, 0.0], [1.0, 3.0]])) == pytest.approx([1.0, 0.0, 0.811278], abs=1e-6)


def test_a_bootstrap_of_a_mean_agrees_with_student() -> None:
    values = np.random.default_rng(1).normal(3.0, 2.0, 400)
    drawn = bootstrap("x", np.column_stack([values, np.ones(400)]), lambda sums: sums[:, 0] / sums[:, 1])
    known = mean("x", values)
    assert drawn.value == pytest.approx(known.value)
    assert (drawn.low, drawn.high) == pytest.approx((known.low, known.high), abs=0.04)


def test_many_games_are_drawn_in_blocks_with_the_same_interval() -> None:
    values = np.random.default_rng(2).normal(0.0, 1.0, 20_000)
    drawn = bootstrap("x", np.column_stack([values, np.ones(20_000)]), lambda sums: sums[:, 0] / sums[:, 1])
    known = mean("x", values)
    assert (drawn.low, drawn.high) == pytest.approx((known.low, known.high), abs=0.002)


def test_a_corrected_value_is_in_the_middle_of_its_interval() -> None:
    found = corrected("x", np.eye(50), lambda sums: entropy(sums), 7.0)
    assert found.value == 7
    assert found.low is not None and found.high is not None
    assert (found.low + found.high) / 2 == pytest.approx(7)


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    draw = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        above = draw.poisson(2.0, 150)
        below = above + draw.poisson(3.0, 150)
        found = ratio("x", above, below)
        assert found.low is not None and found.high is not None
        held += found.low <= 0.4 <= found.high
    assert 0.90 <= held / 400 <= 0.98
