"""Shares and means with their intervals, and which differences are sure."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from ludwright.statistics import wilson
from ludwright.tournaments import Mean, Share
from ludwright.tournaments.shares import sure


def share(won: int, drawn: int, lost: int) -> Share:
    return Share.of(np.array([1.0] * won + [0.5] * drawn + [0.0] * lost))


def test_points_are_counted_with_draws_as_halves() -> None:
    found = share(6, 4, 2)
    assert (found.games, found.ahead, found.level, found.behind, found.share) == (12, 6, 4, 2, 8 / 12)
    assert found.turned == share(2, 4, 6)
    assert found + found.turned == share(8, 8, 8)


def test_without_draws_the_interval_is_wilsons() -> None:
    """71 of 100, by hand: (71 + 1.9208 ± 1.96 √(71 · 29 / 100 + 0.9604)) / 103.8415."""
    assert share(71, 0, 29).interval() == pytest.approx(wilson(71, 100))
    assert share(71, 0, 29).interval() == pytest.approx((0.6146, 0.7899), abs=1e-4)


def test_draws_make_it_narrower_but_never_too_sure() -> None:
    half = [share(50, 0, 50), share(25, 50, 25), share(5, 90, 5), share(0, 100, 0)]
    widths = [high - low for low, high in (found.interval() for found in half)]
    assert widths == sorted(widths, reverse=True)
    assert len(set(widths)) == 4
    low, high = share(0, 20, 0).interval()
    # three decided games of a hundred may well be missed by twenty, and all be wins
    assert low < 0.485
    assert high > 0.515


def test_a_clean_sweep_is_no_certainty() -> None:
    assert share(20, 0, 0).interval() == pytest.approx(wilson(20, 20))
    assert share(0, 0, 0).interval() == (0.0, 1.0)


def test_how_likely_luck_is_follows_the_normal_distribution() -> None:
    assert share(60, 0, 40).chance == pytest.approx(2 * NormalDist().cdf(-2.0))
    assert share(50, 0, 50).chance == 1.0


def test_a_mean_of_scores() -> None:
    found = Mean.of(np.array([1.0, 2.0, 3.0, 4.0] * 25))
    assert (found.games, found.mean) == (100, 2.5)
    low, high = found.interval()
    assert (high - low) / 2 == pytest.approx(
        1.984 * found.deviation / 10, rel=2e-3
    )  # Student's t, 99 degrees of freedom
    assert Mean.of(np.array([])).chance == 1.0


def test_several_comparisons_are_corrected_for() -> None:
    assert sure([0.04]) == [True]
    assert sure([0.04, 0.9, 0.6]) == [False, False, False]
    assert sure([0.03, 0.001, 0.02]) == [True, True, True]  # 0.001 < 0.05 / 3, 0.02 < 0.05 / 2, 0.03 < 0.05
    assert sure([0.03, 0.001, 0.026]) == [False, True, False]
    assert sure([]) == []
