"""Corners and edges of the cells of a board, and what touches what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

Point = tuple[int, int]
"""A corner in whole units of a fine lattice: (across, up)."""

_SQUARE: tuple[Point, ...] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_HEXAGON: tuple[Point, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


@dataclass
class Outline:
    """The corners and edges of a board's cells ("tiles"), numbered from the bottom up, left to right.

    All lists run upwards by number.
    """

    tile_corners: list[list[int]]
    tile_edges: list[list[int]]
    corner_tiles: list[list[int]]
    corner_edges: list[list[int]]
    corner_neighbours: list[list[int]]
    """The corners at the other ends of a corner's edges."""
    edge_ends: list[tuple[int, int]]
    """The two corners of an edge."""
    edge_tiles: list[list[int]]
    """One tile at the rim, otherwise two."""
    edge_neighbours: list[list[int]]
    """The edges that share a corner with this one."""
    corner_positions: list[tuple[float, float]]
    edge_positions: list[tuple[float, float]]
    """The middle of each edge."""

    @property
    def corner_count(self) -> int:
        return len(self.corner_tiles)

    @property
    def edge_count(self) -> int:
        return len(self.edge_ends)


def square_outline(
    columns: Sequence[int], rows: Sequence[int], wide: int, high: int, wraps: tuple[bool, bool]
) -> Outline:
    """The outline of a square grid. Where the board wraps, corners and edges of opposite sides are the same."""

    def fold(point: Point) -> Point:
        across, up = point
        return (across % (4 * wide) if wraps[0] else across, up % (4 * high) if wraps[1] else up)

    # doubled units (4 to a cell), so that middles of edges are whole too
    tiles = [
        [(4 * (column - 1) + 2 * x, 4 * (row - 1) + 2 * y) for x, y in _SQUARE]
        for column, row in zip(columns, rows, strict=True)
    ]
    return _trace(tiles, fold, (1 / 4, 1 / 4))


def hex_outline(columns: Sequence[int], rows: Sequence[int]) -> Outline:
    """The outline of hexagons standing on a corner, each row half a cell further right than the one below."""
    right, up = columns[0], rows[0]
    tiles = [
        [(2 * (2 * (column - right) + row - up + x), 2 * (3 * (row - up) + y)) for x, y in _HEXAGON]
        for column, row in zip(columns, rows, strict=True)
    ]
    return _trace(tiles, lambda point: point, (1 / 4, sqrt(3) / 12))


def _middles(links: Sequence[tuple[int, int]], positions: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The middles of connections; where several join the same two, they lie one beside the other."""
    found: list[tuple[float, float]] = []
    among, before = Counter(links), Counter[tuple[int, int]]()
    for a, b in links:
        aside = (before[a, b] - (among[a, b] - 1) / 2) / 6
        before[a, b] += 1
        (x, y), (u, v) = positions[a], positions[b]
        found.append(((x + u) / 2 - aside * (v - y), (y + v) / 2 + aside * (u - x)))
    return found


def link_outline(links: Sequence[tuple[int, int]], positions: Sequence[tuple[float, float]]) -> Outline:
    """The connections of a graph as edges: they begin and end at cells, and there are no corners beside these."""
    count = len(positions)
    edges = _turned(links, count)
    cells: list[list[int]] = [[] for _ in range(count)]
    return Outline(
        tile_corners=cells,
        tile_edges=edges,
        corner_tiles=[],
        corner_edges=edges,
        corner_neighbours=cells,
        edge_ends=list(links),
        edge_tiles=[sorted(link) for link in links],
        edge_neighbours=[sorted({*edges[a], *edges[b]} - {here}) for here, (a, b) in enumerate(links)],
        corner_positions=list(positions),
        edge_positions=_middles(links, positions),
    )


def _trace(tiles: list[list[Point]], fold: Callable[[Point], Point], scale: tuple[float, float]) -> Outline:
    """Join tiles, given as circles of corners, into one outline."""
    middle_of: dict[tuple[Point, Point], Point] = {}
    rims: list[list[tuple[Point, Point]]] = []
    for tile in tiles:
        rim = []
        for (x1, y1), (x2, y2) in zip(tile, tile[1:] + tile[:1], strict=True):
            a, b = fold((x1, y1)), fold((x2, y2))
            edge = (a, b) if (a[1], a[0]) < (b[1], b[0]) else (b, a)
            middle_of[edge] = fold(((x1 + x2) // 2, (y1 + y2) // 2))
            rim.append(edge)
        rims.append(rim)
    corner_points = sorted({point for edge in middle_of for point in edge}, key=lambda p: (p[1], p[0]))
    corner = {point: number for number, point in enumerate(corner_points)}
    edge_points = sorted(middle_of, key=lambda e: (middle_of[e][1], middle_of[e][0]))
    number_of = {edge: number for number, edge in enumerate(edge_points)}

    tile_corners = [sorted({corner[point] for edge in rim for point in edge}) for rim in rims]
    tile_edges = [sorted(number_of[edge] for edge in rim) for rim in rims]
    edge_ends = [(corner[a], corner[b]) for a, b in edge_points]
    corner_edges = _turned(edge_ends, len(corner))
    return Outline(
        tile_corners=tile_corners,
        tile_edges=tile_edges,
        corner_tiles=_turned(tile_corners, len(corner)),
        corner_edges=corner_edges,
        corner_neighbours=[
            sorted({end for edge in edges for end in edge_ends[edge]} - {here})
            for here, edges in enumerate(corner_edges)
        ],
        edge_ends=edge_ends,
        edge_tiles=_turned(tile_edges, len(edge_ends)),
        edge_neighbours=[
            sorted({*corner_edges[a], *corner_edges[b]} - {here}) for here, (a, b) in enumerate(edge_ends)
        ],
        corner_positions=[(x * scale[0], y * scale[1]) for x, y in corner_points],
        edge_positions=[(middle_of[e][0] * scale[0], middle_of[e][1] * scale[1]) for e in edge_points],
    )


def _turned(lists: Sequence[Sequence[int]], count: int) -> list[list[int]]:
    """Which lists each of ``count`` numbers stands in."""
    found: list[list[int]] = [[] for _ in range(count)]
    for owner, numbers in enumerate(lists):
        for number in numbers:
            found[number].append(owner)
    return found
