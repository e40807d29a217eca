"""The table of the switches of search: what is measured, and what is said of it."""

from __future__ import annotations

import pytest

import ludwright
from bench.switch_tables import differences, interval, median_interval, pages
from bench.switches import BY_NAME, NO_LINE, PLANS, SWITCHES, by_decision, by_one_search


def test_the_interval_of_a_mean_is_student_s() -> None:
    middle, off = interval([1.0, 2.0, 3.0, 4.0, 5.0])
    assert middle == 3.0
    assert off == pytest.approx(2.776 * 2.5**0.5 / 5**0.5, abs=1e-3)


def test_variants_are_compared_seed_by_seed() -> None:
    assert differences([3.0, 5.0, 9.0], [1.0, 1.0]) == [2.0, 4.0]


def test_the_interval_of_a_median_goes_by_the_order() -> None:
    assert median_interval([6, 1, 5, 2, 4, 3]) == (4, 1, 6)
    assert median_interval(range(1, 18)) == (9, 5, 13)  # as in tables of the sign test


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_variant_can_play(switch: object) -> None:
    known = BY_NAME[switch.name]  # type: ignore[attr-defined]
    game = ludwright.load("simple_coins", params={"energy_cap": 2})
    assert len(by_decision(game, known.agent(10), 2)) == 2
    if known.name not in NO_LINE:
        assert 0 <= by_one_search(game, known, 40, 0) <= 1


def test_one_search_thinks_at_the_beginning_alone() -> None:
    game = ludwright.load("simple_coins", params={"energy_cap": 3})
    assert by_one_search(game, BY_NAME["nested"], 2000, 0) == pytest.approx(0.1)


def test_what_was_measured_is_told_with_what_is_sure() -> None:
    plan = PLANS[0]
    measured = {
        "plain": {"30": [0.5, 0.6, 0.5, 0.6]},
        "subgoals": {"30": [0.8, 0.9, 0.8, 0.9]},
        "MAST": {"30": [0.5, 0.7, 0.4, 0.6]},
    }
    told = pages({f"{plan.game} whole": measured, "need": {"plain": {"4": [0.5] * 6}, "nested": {"4": [1.0] * 6}}})
    assert "| subgoals | `mcts:N,subgoals=yes` | 0.850 ± 0.092 | **+0.300 ± 0.000** |" in told
    assert "| MAST | `mcts:N,playout=mast` | 0.550 ± 0.205 | +0.000 ± 0.130 |" in told
    assert "| plain | not within 480 | not within 480 | not within 480 |" in told
    assert "| nested | 480 (480 to 480) | 480 (480 to 480) | 480 (480 to 480) |" in told
