"""The fixed geometry of a board: cells, neighbours, directions, lines, sides, corners and edges.

A :class:`Geometry` knows nothing about a game in progress. To build one from the words of a board's declaration
see :mod:`ludwright.model.boards`; boards from a file come from :mod:`ludwright.model.maps`.

Every list of cells, corners or edges runs upwards by number, unless its text says otherwise: a set walked in board
order and a set kept as bits then give the same order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ludwright.model.outlines import Outline, hex_outline, link_outline, square_outline

MOST_CELLS = 10_000
"""The largest board."""

MOST_DISTANCES = 2_500
"""The largest board for which all distances at once are worked out by search."""

Property = int | bool | str | None


@dataclass
class Regions:
    """The regions of one kind (continents, districts ...), in the order of the file."""

    names: list[str]
    members: list[list[int]]
    """The cells of each region."""
    of_cell: list[int]
    """The region of each cell, or -1."""
    properties: dict[str, list[Property]] = field(default_factory=dict)
    """Printed properties: for each name one value for each region."""


@dataclass
class Geometry:
    """The cells of a board, numbered from 0, and how they lie to one another.

    Cells of grids are numbered from the bottom row up, left to right; others in their natural order, or as in the file.
    Treat every list as read-only: they are shared.
    """

    shape: str
    """``grid``, ``hex``, ``hexagon``, ``ring``, ``track`` or ``graph``."""
    count: int
    names: list[str]
    """A printable name for each cell: ``a1`` on grids, numbers on rings and tracks, names from the file on graphs."""
    rows: list[int]
    """From 1 at the bottom; 1 on rings and tracks, 0 on graphs."""
    columns: list[int]
    """From 1 at the left; the number of the cell on rings and tracks, 0 on graphs."""
    neighbours: list[list[int]]
    directions: list[str]
    """Names of the directions, clockwise from north (``forward``, ``backward`` on rings and tracks); none on graphs."""
    direction_up: list[int]
    """``d.up``: by how much a step changes the row."""
    direction_right: list[int]
    """``d.right``: by how much a step changes the column."""
    steps: list[list[int]]
    """``steps[d][c]`` is the cell one step from c in direction d, or -1 off the board."""
    lines: list[list[int]]
    """All rows, then all columns (hexagons: then the third way across); each in its own order."""
    sides: dict[str, list[int]]
    """The cells along each side: north, south, east, west; a hexagon has six."""
    positions: list[tuple[float, float]]
    """Where to draw each cell: x to the right, y up, neighbours at unit distance (graphs: as in the file)."""
    links: list[tuple[int, int]]
    """Every pair of neighbours once, the lower number first."""
    wide: int = 0
    high: int = 0
    wraps: tuple[bool, bool] = (False, False)
    """Whether the board joins up left to right, and top to bottom."""
    metric: str = "search"
    """How distances come out from the differences of columns and rows, the shorter way round where the board wraps:
    ``taxicab`` (|columns| + |rows|), ``chess`` (the larger of both), ``hex`` (the largest of |columns|, |rows|,
    |columns + rows|), or only by ``search``."""
    regions: dict[str, Regions] = field(default_factory=dict)
    """For boards from a file: the kind of region (``continent``) to its regions."""
    properties: dict[str, list[Property]] = field(default_factory=dict)
    """For boards from a file: printed properties, for each name one value for each cell."""

    def cell_at(self, column: int, row: int) -> int:
        """The cell in this column and row (both from 1), or -1."""
        return self._places.get((column, row), -1)

    @cached_property
    def _places(self) -> dict[tuple[int, int], int]:
        if self.shape == "graph":
            return {}
        return {place: cell for cell, place in enumerate(zip(self.columns, self.rows, strict=True))}

    @cached_property
    def opposites(self) -> list[int]:
        """For each direction the number of the opposite one, or -1."""
        ways = list(zip(self.direction_up, self.direction_right, strict=True))
        return [ways.index((-up, -right)) if (-up, -right) in ways else -1 for up, right in ways]

    @cached_property
    def outline(self) -> Outline:
        """Corners and edges of the cells; rings, tracks and graphs have no corners. Worked out when first asked for."""
        if self.shape == "grid":
            return square_outline(self.columns, self.rows, self.wide, self.high, self.wraps)
        if self.shape in ("hex", "hexagon"):
            return hex_outline(self.columns, self.rows)
        return link_outline(self.links, self.positions)

    def ray(self, direction: int, cell: int) -> list[int]:
        """The cells from ``cell`` (without it) onwards in a direction, nearest first."""
        step = self.steps[direction]
        seen: list[int] = []
        here = step[cell]
        while here >= 0 and here != cell:
            seen.append(here)
            here = step[here]
        return seen

    def rays(self, direction: int) -> list[list[int]]:
        """:meth:`ray` for every cell."""
        return [self.ray(direction, cell) for cell in range(self.count)]

    def distances_from(self, cell: int) -> list[int]:
        """Steps between neighbours from ``cell`` to each cell; -1 where there is no way."""
        distance = [-1] * self.count
        distance[cell] = 0
        queue = deque([cell])
        while queue:
            here = queue.popleft()
            further = distance[here] + 1
            for there in self.neighbours[here]:
                if distance[there] < 0:
                    distance[there] = further
                    queue.append(there)
        return distance

    @cached_property
    def distances(self) -> npt.NDArray[np.int16]:
        """All distances, ``distances[a, b]``, -1 where there is no way; boards of up to ``MOST_DISTANCES`` cells."""
        if self.count > MOST_DISTANCES:
            raise ValueError(f"all distances of {self.count} cells are too many; the most is {MOST_DISTANCES} cells")
        if self.metric == "search":
            return np.array([self.distances_from(cell) for cell in range(self.count)], dtype=np.int16)
        across = self._differences(self.columns, self.wide if self.wraps[0] else 0)
        up = self._differences(self.rows, self.high if self.wraps[1] else 0)
        if self.metric == "taxicab":
            return np.asarray(np.abs(across) + np.abs(up), dtype=np.int16)
        longest = np.maximum(np.abs(across), np.abs(up))
        return np.asarray(
            longest if self.metric == "chess" else np.maximum(longest, np.abs(across + up)), dtype=np.int16
        )

    @staticmethod
    def _differences(numbers: list[int], period: int) -> npt.NDArray[np.int16]:
        values = np.array(numbers, dtype=np.int16)
        differences = np.abs(values[:, None] - values[None, :]) if period else values[:, None] - values[None, :]
        return np.minimum(differences, period - differences) if period else differences

    @cached_property
    def pieces(self) -> list[list[int]]:
        """The connected parts of the board, each in board order; one list when everything hangs together."""
        left = [True] * self.count
        parts = []
        for cell in range(self.count):
            if left[cell]:
                part, left[cell] = [cell], False
                for here in part:  # grows while it is walked
                    for there in self.neighbours[here]:
                        if left[there]:
                            left[there] = False
                            part.append(there)
                parts.append(sorted(part))
        return parts


def line_windows(geometry: Geometry, length: int, directions: Sequence[int] | None = None) -> list[tuple[int, ...]]:
    """All straight lines of ``length`` different cells, each once, for ``line(length, S)``.

    ``directions`` limits the ways a line may run (an opposite pair counts as one); default: all of the board's.
    """
    if length < 1:
        return []
    if length == 1:
        return [(cell,) for cell in range(geometry.count)]
    chosen = range(len(geometry.directions)) if directions is None else directions
    found: list[tuple[int, ...]] = []
    taken: set[int] = set()
    known: set[frozenset[int]] = set()
    round_trip = any(geometry.wraps)
    for direction in chosen:
        if geometry.opposites[direction] in taken or direction in taken:
            continue
        taken.add(direction)
        for window in _windows(geometry, length, direction):
            if round_trip:
                key = frozenset(window)
                if len(key) < length or key in known:
                    continue
                known.add(key)
            found.append(window)
    return found


def lines_through(windows: Iterable[Sequence[int]], cells: int) -> list[list[int]]:
    """For each cell the numbers of the lines that go through it, in one pass."""
    through: list[list[int]] = [[] for _ in range(cells)]
    for number, window in enumerate(windows):
        for cell in window:
            through[cell].append(number)
    return through


def _windows(geometry: Geometry, length: int, direction: int) -> Iterator[tuple[int, ...]]:
    step = geometry.steps[direction]
    for start in range(geometry.count):
        window = [start]
        here = start
        for _ in range(length - 1):
            here = step[here]
            if here < 0:
                break
            window.append(here)
        else:
            yield tuple(window)
