"""Maps that are bred stay connected and can be printed without crossings."""

from __future__ import annotations

import numpy as np
import pytest

from ludwright.drawing.planar import is_free
from ludwright.evolution.genome import genome_of, mistakes_of
from ludwright.evolution.maps import MUTATIONS, Atlas, Region, cross, read_atlas, revalue, swap

_FIVE = Atlas(
    tuple("abcde"), frozenset((a, b) for a in range(5) for b in range(a + 1, 5) if (a, b) != (0, 1)),
    (Region("one", (0, 1), (("bonus", 2),)), Region("two", (2, 3, 4), (("bonus", 5),))),
)  # fmt: skip


def _classic() -> Atlas:
    genome = genome_of("conquest")
    found = read_atlas(genome.draft, genome.files)
    assert found is not None
    return found[1]


def test_a_connection_that_crosses_is_never_drawn() -> None:
    """Five cells, all connected but for one pair: the last connection would make the graph of five that nobody can draw."""
    assert _FIVE.sound
    for seed in range(20):
        assert MUTATIONS[0](_FIVE, np.random.default_rng(seed)) is None


def test_a_connection_crosses_none_of_a_printed_map() -> None:
    """Where cells have their places, they keep them, and what is drawn between them crosses nothing but the way around the back of the world."""
    atlas = _classic()
    for seed in range(6):
        found = MUTATIONS[0](atlas, np.random.default_rng(seed))
        assert found is not None
        made, (new,) = found[0], tuple(found[0].links - atlas.links)
        assert made.positions == atlas.positions and is_free(np.array(atlas.positions), new, sorted(atlas.links))


@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda one: one.__name__)
def test_mutations_change_one_thing_and_keep_a_map_sound(mutate: object) -> None:
    atlas = _classic()
    assert callable(mutate)
    for seed in range(10):
        found = mutate(atlas, np.random.default_rng(seed))
        assert found is not None
        made, words = found
        assert words and made != atlas and made.sound
        assert sorted(cell for one in made.regions for cell in one.cells) == list(range(42))
        assert abs(len(made.links) - len(atlas.links)) <= 1


def test_bonuses_are_swapped_and_changed_by_one() -> None:
    swapped = swap(_FIVE, np.random.default_rng(1))
    assert swapped is not None and [one.bonus for one in swapped[0].regions] == [5, 2]
    changed = revalue(_FIVE, np.random.default_rng(1))
    assert (
        changed is not None
        and sum(abs((a.bonus or 0) - (b.bonus or 0)) for a, b in zip(changed[0].regions, _FIVE.regions, strict=True))
        == 1
    )


def test_a_child_has_whole_regions_of_both_parents() -> None:
    atlas = _classic()
    for seed in range(10):
        found = cross(atlas, _FIVE, np.random.default_rng(seed))
        assert found is not None
        made, _ = found
        assert made.sound and len(set(made.names)) == len(made.names)
        names = {one.name for one in made.regions}
        assert names & {"one", "two"} and names & {one.name for one in atlas.regions}
        for one in made.regions:
            old = next(region for parent in (atlas, _FIVE) for region in parent.regions if region.name == one.name)
            assert len(old.cells) == len(one.cells) and old.bonus == one.bonus


def test_a_map_is_read_as_it_was_written() -> None:
    genome = genome_of("conquest_small")
    found = read_atlas(genome.draft, genome.files)
    assert found is not None
    name, atlas = found
    again = genome.with_file(name, atlas.text())
    assert read_atlas(again.draft, again.files) == (name, atlas) and not mistakes_of(again)
