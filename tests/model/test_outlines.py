"""Corners and edges, by counts worked out by hand."""

from __future__ import annotations

from collections import Counter
from math import dist, isclose, sqrt

import pytest

from ludwright.mistakes import Place
from ludwright.model.boards import make_board
from ludwright.model.outlines import Outline

HERE = Place("some.game", 1, 1, 1, "")


def outline(shape: str, *sizes: int, options: tuple[str, ...] = ()) -> Outline:
    found = make_board(shape, sizes, options, place=HERE).outline
    assert found is not None
    return found


CASES = [
    (outline("hexagon", 1), 7, 24, 30, 6),
    (outline("hexagon", 2), 19, 54, 72, 6),
    (outline("hex", 11, 11), 121, 2 * 12 * 12 - 2, 3 * 121 + 4 * 11 - 1, 6),
    (outline("hex", 1, 1), 1, 6, 6, 6),
    (outline("grid", 8, 8), 64, 81, 144, 4),
    (outline("grid", 4, 3), 12, 20, 31, 4),
    (outline("grid", 4, 3, options=("wrapped",)), 12, 12, 24, 4),
    (outline("grid", 4, 3, options=("wrapped sideways",)), 12, 16, 28, 4),
]


@pytest.mark.parametrize(("lines", "tiles", "corners", "edges", "around"), CASES)
def test_counts_and_incidence_both_ways(lines: Outline, tiles: int, corners: int, edges: int, around: int) -> None:
    assert (len(lines.tile_corners), lines.corner_count, lines.edge_count) == (tiles, corners, edges)
    assert {len(own) for own in lines.tile_corners} == {around}
    assert {len(own) for own in lines.tile_edges} == {around}
    for tile in range(tiles):
        assert all(tile in lines.corner_tiles[corner] for corner in lines.tile_corners[tile])
        assert all(tile in lines.edge_tiles[edge] for edge in lines.tile_edges[tile])
    assert sum(map(len, lines.corner_tiles)) == sum(map(len, lines.edge_tiles)) == tiles * around
    for edge, (a, b) in enumerate(lines.edge_ends):
        assert a < b
        assert edge in lines.corner_edges[a]
        assert edge in lines.corner_edges[b]
        assert b in lines.corner_neighbours[a]
        assert a in lines.corner_neighbours[b]
        assert len(lines.edge_neighbours[edge]) == len(lines.corner_edges[a]) + len(lines.corner_edges[b]) - 2
    for numbers in (
        *lines.tile_corners,
        *lines.tile_edges,
        *lines.corner_edges,
        *lines.corner_neighbours,
        *lines.edge_neighbours,
    ):
        assert numbers == sorted(set(numbers))


def test_the_island_has_a_rim_of_thirty_edges() -> None:
    island = outline("hexagon", 2)
    assert Counter(map(len, island.edge_tiles)) == {1: 30, 2: 42}
    assert Counter(map(len, island.corner_tiles)) == {1: 18, 2: 12, 3: 24}
    assert Counter(map(len, island.corner_neighbours)) == {2: 18, 3: 36}


def test_numbers_run_from_the_bottom_up_and_left_to_right() -> None:
    square = outline("grid", 2, 2)
    assert square.tile_corners == [[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 6, 7], [4, 5, 7, 8]]
    assert square.edge_ends[:6] == [(0, 1), (1, 2), (0, 3), (1, 4), (2, 5), (3, 4)]


@pytest.mark.parametrize(
    ("shape", "sizes", "length"), [("hexagon", (2,), 1 / sqrt(3)), ("hex", (3, 4), 1 / sqrt(3)), ("grid", (3, 2), 1.0)]
)
def test_corners_lie_round_the_middle_of_their_tile(shape: str, sizes: tuple[int, ...], length: float) -> None:
    geometry = make_board(shape, sizes, place=HERE)
    lines = outline(shape, *sizes)
    assert all(isclose(dist(lines.corner_positions[a], lines.corner_positions[b]), length) for a, b in lines.edge_ends)
    for tile, corners in enumerate(lines.tile_corners):
        points = [lines.corner_positions[corner] for corner in corners]
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        assert dist(middle, geometry.positions[tile]) < 1e-9


@pytest.mark.parametrize("shape", ["ring", "track"])
def test_lanes_have_no_corners(shape: str) -> None:
    lines = make_board(shape, (6,), place=HERE).outline
    assert lines.corner_count == 0 and lines.edge_count == (6 if shape == "ring" else 5)
    assert lines.tile_corners == [[]] * 6 and all(len(tiles) == 2 for tiles in lines.edge_tiles)
