"""Blocks of numbers that Python fills and kernels read: every place has one name, and no two sections of a block share any."""

from __future__ import annotations

from itertools import combinations

import pytest

from ludwright.agents.kernels import (
    barred,
    belief_filter,
    block,
    evolution,
    learned,
    learned_training,
    lines,
    styles,
    tree,
)
from ludwright.agents.kernels import trying as improving
from ludwright.engine.block_places import Section, behind, places
from ludwright.exact import alphabeta_memory, deciding, maxn, memory

BLOCKS: dict[str, list[Section]] = {
    "a search with a style": [block.GAME, tree.TREE, styles.STYLE],
    "a search that is barred": [block.GAME, tree.TREE, barred.BARRED],
    "lines": [block.GAME, lines.PLACES, evolution.EVOLUTION, barred.BARRED],
    "rollouts": [block.GAME, improving.TRYING, belief_filter.BELIEVING, barred.BARRED],
    "a player that learns": [block.GAME, learned.LEARNED, learned_training.TRAINING, barred.BARRED],
    "exact players": [block.GAME, memory.RULES, memory.SEARCH, memory.WEB, memory.GRAPH, barred.BARRED],
}
"""What lies in one block together."""


@pytest.mark.parametrize("name", BLOCKS)
def test_no_two_sections_of_a_block_share_a_place(name: str) -> None:
    for one, other in combinations(BLOCKS[name], 2):
        assert not set(one) & set(other)
    assert all(0 <= place < block.BLOCK_WORDS for section in BLOCKS[name] for place in section)


def test_what_a_search_counts_does_not_lie_on_what_players_add() -> None:
    for counted in (alphabeta_memory.COUNTED, maxn.COUNTED):
        assert not set(counted) & set(deciding.OF_PLAYERS)


def test_a_list_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="unpack"):
        (_one, _two) = places(3)
    with pytest.raises(ValueError, match="unpack"):
        (_one, _two) = places(1)


def test_a_section_that_reaches_into_the_next_is_refused() -> None:
    assert behind(places(4, first=60, before=64)) == 64
    with pytest.raises(ValueError, match="5 places from 60 on reach beyond 64"):
        places(5, first=60, before=64)
