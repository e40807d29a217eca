"""`longest_trail` against a search of all trails."""

from __future__ import annotations

import random

import ludwright

ROADS = """
game "Roads"
players 1
board hexagon 1 of tile, corners spot, edges path
each path
  road = no
turn: build
action build(e in paths)
  when not e.road
  e.road = yes
end when count(e in paths with e.road) is 12
score(p): longest_trail(all e in paths with e.road)
"""


def longest(game: ludwright.Game, roads: set[int]) -> int:
    """The most edges in one trail, by trying every trail there is."""
    geometry = game.rules.model.kinds["tile"].geometry
    assert geometry is not None and geometry.outline is not None
    outline = geometry.outline

    def onward(corner: int, used: frozenset[int]) -> int:
        best = len(used)
        for edge in outline.corner_edges[corner]:
            if edge in roads and edge not in used:
                a, b = outline.edge_ends[edge]
                best = max(best, onward(b if a == corner else a, used | {edge}))
        return best

    return max(onward(corner, frozenset()) for corner in range(outline.corner_count))


def test_the_longest_trail_is_the_longest_of_all_trails() -> None:
    game = ludwright.load_text(ROADS)
    lengths = set()
    for seed in range(10):
        match = game.start(seed=seed)
        choose = random.Random(seed)
        roads = set()
        while not match.over:
            option = choose.choice(match.legal())
            roads.add(int(option.values[0].split()[-1]) - 1)
            match.apply(option)
        assert match.scores() == [longest(game, roads)]
        lengths.add(longest(game, roads))
    assert len(lengths) > 2
