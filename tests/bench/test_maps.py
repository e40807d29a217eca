"""Maps drawn at random: connected, whole, and played on."""

from __future__ import annotations

import pytest

from bench.maps import RULES, SIZES, draw_map, frame, play


@pytest.mark.parametrize("lands", SIZES)
def test_a_map_is_connected_and_its_continents_are_all_of_it(lands: int) -> None:
    made = draw_map(lands, seed=3)
    near: dict[str, set[str]] = {land: set() for land in made["lands"]}
    for one, other in made["connections"]:
        near[one].add(other)
        near[other].add(one)
    reached, waiting = set(), [made["lands"][0]]
    while waiting:
        land = waiting.pop()
        if land not in reached:
            reached.add(land)
            waiting += near[land]
    assert len(reached) == lands
    assert sorted(land for its in made["continents"].values() for land in its["lands"]) == sorted(made["lands"])
    assert len(made["connections"]) <= 3 * lands - 6, "it can't be drawn without crossings"


def test_maps_of_one_seed_are_the_same_and_of_another_are_not() -> None:
    assert draw_map(12, seed=1) == draw_map(12, seed=1) != draw_map(12, seed=2)


def test_every_map_is_played_under_both_rules() -> None:
    found = frame(list(play((6,), maps=1, games=20)))
    assert found["units"].to_list() == list(RULES)
    assert all(0.2 < share < 1 for share in found["share"])
