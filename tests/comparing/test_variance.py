"""Shares of the variation, of functions whose shares are known."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import ludwright
from ludwright.comparing import varying
from ludwright.comparing.mistakes import ComparisonError
from ludwright.comparing.variance import crossed, grid_parts, shares
from ludwright.comparing.varying import design, varied


def test_products_of_different_blocks_only() -> None:
    assert crossed(np.array([[1.0, 2.0, 4.0]])) == pytest.approx((2 + 4 + 8) / 3)


def test_noise_alone_has_no_variance_on_average() -> None:
    draw = np.random.default_rng(1)
    found = [grid_parts([2, 3])(draw.normal(size=(6, 8)))[0] for _ in range(400)]
    assert abs(np.mean(found)) < 4 * np.std(found) / 20
    assert (
        np.mean([np.var(draw.normal(size=(6, 8)).mean(axis=1)) for _ in range(400)]) > 0.05
    )  # what plain squares give


def test_a_sum_has_shares_by_its_parts() -> None:
    """3x + y with x in 0, 1 and y in 0, 1, 2: variances 9/4 and 2/3."""
    values = np.array([[3.0 * x + y] * 4 for x, y in product((0, 1), (0, 1, 2))])
    found = shares(["x", "y"], values, [grid_parts([2, 3])])
    assert found.variance == pytest.approx(9 / 4 + 2 / 3) and found.certain
    for index in (found.first, found.total):
        assert index["x"].value == pytest.approx((9 / 4) / (9 / 4 + 2 / 3))
        assert index["y"].value == pytest.approx((2 / 3) / (9 / 4 + 2 / 3))


def test_a_product_has_nothing_alone_and_all_together() -> None:
    values = np.array([[float(x * y)] * 4 for x, y in product((-1, 1), (-1, 1))])
    found = shares(["x", "y"], values, [grid_parts([2, 2])])
    assert [found.first[name].value for name in "xy"] == pytest.approx([0, 0])
    assert [found.total[name].value for name in "xy"] == pytest.approx([1, 1])


def test_intervals_hold_the_truth_in_spite_of_noise() -> None:
    draw = np.random.default_rng(7)
    true = (9 / 4) / (9 / 4 + 2 / 3)
    kept = 0
    for _ in range(100):
        values = np.array([3.0 * x + y + draw.normal(size=10) for x, y in product((0, 1), (0, 1, 2))])
        own = shares(["x", "y"], values, [grid_parts([2, 3])]).first["x"]
        kept += own.low <= true <= own.high
    assert kept >= 88


def test_a_sample_tells_the_same_as_the_whole_grid() -> None:
    game = ludwright.load("pig")
    values = {"goal": (40, 60, 80, 100), "must_throw": (0, 1), "stop_at_goal": (0, 1)}
    plan = design(game, values, 256)
    assert "a sample of" in plan.how
    figures = np.array([[g / 20 + 2 * m] * 4 for g, m, _ in (plan.versions[place] for place in plan.spread)])
    found = shares(plan.names, figures, plan.parts)
    truth = 1.25 / (1.25 + 1)  # of 2, 3, 4, 5; and of 0, 2
    for index in (found.first["goal"], found.total["goal"]):
        assert index.low <= truth <= index.high and index.value == pytest.approx(truth, abs=0.1)
    assert found.total["stop_at_goal"].value == 0


def test_designs_hold_every_line_and_every_combination() -> None:
    game = ludwright.load("pig")
    plan = design(game, varied(game, {"goal": [50, 60], "must_throw": [0, 1]}), None)
    assert len(plan.spread) == 4 and plan.base == (100, 1)
    assert [plan.versions[place] for _, place in plan.line("goal")] == [(50, 1), (60, 1)]
    assert varied(game, None) == {"goal": (20, 100, 200), "must_throw": (0, 1), "stop_at_goal": (0, 1)}


def test_what_can_not_be_varied() -> None:
    with pytest.raises(ComparisonError, match="two values or more"):
        varied(ludwright.load("pig"), {"goal": [50]})
    with pytest.raises(ludwright.LudwrightError, match="did you mean `goal`"):
        varied(ludwright.load("pig"), {"gaol": [50, 60]})
    with pytest.raises(ComparisonError, match="no parameter"):
        varied(ludwright.load("tic_tac_toe"), None)


def test_where_most_versions_would_be_compiled_each_parameter_is_varied_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(varying, "COMPILED", -1)
    game = ludwright.load("pig")
    values = {"goal": (40, 60, 100), "must_throw": (0, 1)}
    short = varying.design(game, values, None)
    assert set(short.versions) == {(40, 1), (60, 1), (100, 1), (100, 0)}
    assert "2 more versions" in short.left_out
    assert len(varying.design(game, values, 4).versions) > len(short.versions)


def test_what_was_left_out_is_told_in_the_basis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(varying, "COMPILED", -1)
    found = ludwright.sensitivity(
        "pig", {"goal": [20, 30], "must_throw": [0, 1]}, games=20, metrics=["duration in turns"], threads=1
    )
    assert not found.shares
    assert "`--rows 16` asks for it" in found.basis
