"""The published search switch by switch: every variant can be played, and the tables compare seed by seed."""

from __future__ import annotations

import pytest

from bench.published_search import COINS, HOMESTEAD, PLAIN, SOON, benches, results_of, table, weights_table


def test_every_variant_is_a_player_of_its_game() -> None:
    from ludwright.agents.texts import read

    for bench, variants in benches().values():
        names = [variant.name for variant in variants]
        assert len(set(names)) == len(names) > 5
        assert {variant.plain for variant in variants} <= set(names)
        for variant in variants:
            read(variant.agent(bench, min(bench.budgets)), None)


def test_coins_are_counted_whatever_the_range_of_the_result() -> None:
    _, variants = benches()[COINS.title]
    wide = next(variant for variant in variants if variant.name == "range of the result × 8")
    ((result, coins),) = results_of(COINS, wide, 40, 1)
    assert 400 < result == coins <= 2400


def test_results_are_those_of_the_games_own_formula_whatever_is_wanted() -> None:
    _, variants = benches()[HOMESTEAD.title]
    only = next(variant for variant in variants if variant.name == "only coins")
    ((result, xp, missions, coins),) = results_of(HOMESTEAD, only, 40, 1)
    assert result == pytest.approx(0.5 * min(1, xp / 500) + 0.15 * missions + 0.2 * min(1, coins / 15_000))


def test_a_level_reached_soon_is_told_in_hours() -> None:
    ((hours, seconds),) = results_of(SOON, benches()[SOON.title][1][1], 40, 1)
    assert 0 < hours == seconds / 3600


def test_the_table_compares_with_what_a_variant_stands_beside() -> None:
    found = {PLAIN: {"40000": [[1.0], [2.0], [3.0]]}, "c = 0.02": {"40000": [[3.0], [4.0], [5.0]]}, "equal states dropped, c = 0.02": {"40000": [[2.0], [3.0], [4.0]]}}  # fmt: skip
    rows = {row.split(" | ")[1]: row for row in table(*benches()[COINS.title], found)}
    assert "| 2 ± 2 |  |" in rows[PLAIN]
    assert "**+2 ± 0**" in rows["c = 0.02"]
    assert "**−1 ± 0**" in rows["equal states dropped, c = 0.02 (beside c = 0.02)"]


def test_what_searches_get_that_want_one_thing() -> None:
    found = {"only coins": {"18000": [[0.1, 20.0, 1.0, 300.0], [0.1, 22.0, 1.0, 500.0]]}}
    assert weights_table(found)[2].startswith("| only coins | 21 ± 13 | 1.00 ± 0.00 | 400 ± ")
