"""The published search switch by switch: every variant can be played, and the table compares seed by seed."""

from __future__ import annotations

from bench.published_search import BEST, VARIANTS, results_of, table


def test_every_variant_is_a_player_of_its_game() -> None:
    from ludwright.agents.texts import read

    assert len({variant.name for variant in VARIANTS}) == len(VARIANTS)
    for variant in VARIANTS:
        read(variant.agent(4000), None)


def test_coins_are_counted_whatever_the_range_of_the_result() -> None:
    wide = next(variant for variant in VARIANTS if variant.name == "range of the result × 8")
    (coins,) = results_of(wide, 40, 1)
    assert 400 < coins <= BEST
    assert coins == round(coins)


def test_the_table_compares_with_the_plain_search() -> None:
    found = {"plain": {"40": [1.0, 2.0, 3.0]}, "c = 0.02": {"40": [3.0, 4.0, 5.0]}}
    rows = table(found, [40])
    assert "| 2 ± 2 |  |" in rows[2]
    assert "**+2 ± 0**" in rows[3]
