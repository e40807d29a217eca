"""Mixes that nothing beats, against ones worked out by hand and another way to find them."""

from __future__ import annotations

import numpy as np
import pytest

from ludwright.metagames.mixtures import equilibrium
from ludwright.metagames.shares import Shares, Table, tables
from ludwright.metrics.strategy import equilibrium as by_linear_programming

Found = dict[Table, dict[int, tuple[float, float]]]


def fair(dice: np.random.Generator, count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """A win matrix made up."""
    made = dice.uniform(-0.5, 0.5, (count, count))
    return np.asarray((made - made.T) / 2 + 0.5)


def of_three(dice: np.random.Generator, count: int, sides: int) -> Shares:
    found: Found = {}
    for table in tables(count, sides):
        parts = dict(zip(sorted(set(table)), dice.dirichlet(np.ones(len(set(table)))), strict=True))
        found[table] = {agent: (float(part) / table.count(agent), 0.0) for agent, part in parts.items()}
    return Shares.of(count, sides, found)


def test_unequal_rock_paper_scissors_has_the_mix_that_can_be_worked_out() -> None:
    """Where rock wins by 0.2, paper by 0.3 and scissors by 0.5, each is played as often as what it does not meet wins by."""
    matrix = [[0.5, 0.2, 0.7], [0.8, 0.5, 0.0], [0.3, 1.0, 0.5]]
    assert equilibrium(Shares.between(matrix)) == pytest.approx([0.5, 0.2, 0.3], abs=1e-6)


@pytest.mark.parametrize("count", [2, 5, 9])
def test_between_two_sides_it_is_what_linear_programming_finds(count: int) -> None:
    dice = np.random.default_rng(count)
    for _ in range(5):
        shares = Shares.between(fair(dice, count))
        mix = equilibrium(shares)
        assert shares.gain(mix) < 1e-3
        assert mix == pytest.approx(by_linear_programming(shares.mean), abs=0.02)


def test_where_the_odd_one_out_of_three_wins_both_ways_are_as_good() -> None:
    odd: Found = {(0, 0, 1): {0: (0.0, 0.0), 1: (1.0, 0.0)}, (0, 1, 1): {0: (1.0, 0.0), 1: (0.0, 0.0)}}
    shares = Shares.of(2, 3, odd)
    assert equilibrium(shares) == pytest.approx([0.5, 0.5], abs=1e-6)
    assert shares.gain(np.array([0.3, 0.7])) > 0.1


@pytest.mark.parametrize(("count", "sides"), [(3, 3), (5, 3), (4, 4), (3, 6)])
def test_at_larger_tables_nobody_gains_by_another_choice(count: int, sides: int) -> None:
    dice = np.random.default_rng(sides)
    gains = [shares.gain(equilibrium(shares)) for shares in (of_three(dice, count, sides) for _ in range(6))]
    assert max(gains) < 1e-3


def test_what_somebody_gets_is_the_mean_over_all_who_may_come_together() -> None:
    shares = of_three(np.random.default_rng(7), 3, 4)
    mix = np.array([0.2, 0.5, 0.3])
    dice = np.random.default_rng(8)
    company = [tuple(sorted(row)) for row in dice.choice(3, (40_000, 3), p=mix)]
    places = {others: place for place, others in enumerate(tables(3, 3))}
    drawn = shares.mean[:, [places[others] for others in company]].mean(axis=1)
    assert shares.against(mix) == pytest.approx(drawn, abs=0.01)
    assert shares.company(mix).sum() == pytest.approx(1.0)
    assert mix @ shares.against(mix) == pytest.approx(0.25)


def test_how_much_likelier_a_company_becomes_is_a_derivative() -> None:
    shares = of_three(np.random.default_rng(3), 3, 4)
    mix, small = np.array([0.2, 0.5, 0.3]), 1e-6
    for agent in range(3):
        more = mix + small * np.eye(3)[agent]
        slope = (shares.company(more) - shares.company(mix)) / small
        assert shares.company_slopes(mix)[:, agent] == pytest.approx(slope, abs=1e-4)
