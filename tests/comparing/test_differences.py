"""Differences worked out by hand: how large, how sure, how many games would settle them."""

from __future__ import annotations

from math import sqrt

import numpy as np
import polars as pl
import pytest

from ludwright.comparing.blocks import blocked
from ludwright.comparing.difference import CHANGED, OPEN, SAME, TOLD, Difference, difference, judged
from ludwright.comparing.wording import change, clause, number, settled
from ludwright.metrics.catalogue import metric
from ludwright.metrics.evidence import Evidence
from ludwright.metrics.figure import Figure

TURNS = ("duration in turns", "")


def figure(value: float | None, unit: str = "turns") -> Figure:
    return Figure("duration in turns", value, value, value, n=4, unit=unit)


def of(a: list[float], b: list[float], *, paired: bool = True, unit: str = "turns") -> Difference:
    one, other = np.array(a), np.array(b)
    ends = figure(float(one.mean()), unit), figure(float(other.mean()), unit)
    return difference(TURNS, *ends, (one, other), 1000, paired=paired)


def test_pairs_are_subtracted_block_by_block() -> None:
    found = of([1, 2, 3, 4], [2, 4, 4, 6])  # 1, 2, 1, 2 more: mean 1.5, deviation √(1/3)
    room = 3.182446 * sqrt(1 / 3) / 2
    assert found.value == pytest.approx(1.5)
    assert found.low == pytest.approx(1.5 - room, abs=1e-5)
    assert found.high == pytest.approx(1.5 + room, abs=1e-5)
    assert found.chance == pytest.approx(0.013847, abs=1e-5)  # t = 3√3 with 3 degrees of freedom


def test_other_deals_have_errors_of_their_own() -> None:
    apart = of([1, 2, 3, 4], [2, 4, 4, 6], paired=False)  # variances 5/3 and 8/3 over 4 blocks each
    assert apart.error == pytest.approx(sqrt((5 / 3 + 8 / 3) / 4))
    assert apart.error > of([1, 2, 3, 4], [2, 4, 4, 6]).error


def test_what_is_the_same_in_every_game_is_no_change_and_what_always_differs_is_sure() -> None:
    assert of([3, 3, 3, 3], [3, 3, 3, 3]).chance == 1.0
    assert of([3, 3, 3, 3], [4, 4, 4, 4]).chance < 1e-15


def test_a_figure_without_an_interval_is_told_and_not_tested() -> None:
    found = difference(TURNS, figure(1.0), figure(2.0), (None, None), 10)
    assert (found.state, found.value, found.low) == (TOLD, 1.0, None)
    assert difference(TURNS, figure(None), figure(2.0), (None, None), 10).value is None


def test_states_and_their_order() -> None:
    level = [10.0, 11, 9, 10, 12, 8]
    sure = of(level, [value + more for value, more in zip(level, [5, 5.2, 4.8, 5.1, 4.9, 5], strict=True)])
    same = of(level, [value + more for value, more in zip(level, [0.1, -0.1, 0.05, -0.05, 0, 0.02], strict=True)])
    unsure = of(level, [value + more for value, more in zip(level, [3, -2, 4, -3, 2, 1], strict=True)])
    found = judged([same, unsure, sure], 100)
    assert [one.state for one in found] == [CHANGED, OPEN, SAME]
    assert found[0].corrected == pytest.approx(3 * found[0].chance)
    assert found[1].games is not None and found[1].games > 100 and found[2].games is None


def test_the_games_that_would_settle_it() -> None:
    """At 4 times the games the error is half as large: then the difference is as far from nothing as it has to be."""
    from scipy.special import stdtrit

    away = np.array([1.0, -1.0, 1.0, -1.0])
    error = sqrt(4 / 3) / 2
    needed = float(stdtrit(3, 1 - 0.05 / 2)) * error
    level = np.full(4, 10.0)
    found = difference(TURNS, figure(10.0), figure(10.0 + needed / 2), (level, level + away), 1000)
    assert found.error == pytest.approx(error)
    assert judged([found], 100)[0].games in (400, 401)


def test_pseudo_values_of_a_mean_are_the_means_of_the_blocks() -> None:
    moves = [10, 20, 30, 40, 12, 22, 32, 42]  # deals 0 and 4 are in the first of four blocks, and so on
    games = pl.DataFrame({"game": range(8), "number": range(8), "moves": moves, "end": ["over"] * 8})
    evidence = Evidence(games=games)
    own = metric("duration in moves")
    found = blocked(evidence, [(own, own.of(evidence))], blocks=4)
    assert found.pseudo["duration in moves", ""].tolist() == pytest.approx([11, 21, 31, 41])
    assert found.figures["duration in moves", ""].value == 26


def test_too_few_deals_have_no_blocks() -> None:
    games = pl.DataFrame({"game": [0, 1], "number": [0, 1], "moves": [3, 4], "end": ["over"] * 2})
    evidence = Evidence(games=games)
    own = metric("duration in moves")
    assert not blocked(evidence, [(own, own.of(evidence))]).pseudo


def test_how_it_is_told() -> None:
    found = judged([of([20, 21, 22, 21], [23, 24, 24.5, 24])], 100)[0]
    assert clause(found).startswith("is longer: 21.0 → 23.9 turns (+")
    shares = of([0.5, 0.52, 0.48, 0.5], [0.6, 0.62, 0.58, 0.6], unit="share")
    assert change(shares) == "50.0% → 60.0% (+10.0 points)"
    assert number(None) == "–"
    assert settled(Difference(TURNS, figure(1), figure(1), games=1234)) == "about 1,300 games would tell"
    assert settled(Difference(TURNS, figure(1), figure(1))) == "no number of games would tell"
