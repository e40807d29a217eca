"""Square grids, hex grids, hexagons, rings and tracks."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt

from ludwright.model.geometry import Geometry

Way = tuple[str, int, int]
"""A direction: its name, the change of row, the change of column."""

SQUARE_WAYS: tuple[Way, ...] = (
    ("north", 1, 0),
    ("northeast", 1, 1),
    ("east", 0, 1),
    ("southeast", -1, 1),
    ("south", -1, 0),
    ("southwest", -1, -1),
    ("west", 0, -1),
    ("northwest", 1, -1),
)
HEX_WAYS: tuple[Way, ...] = (
    ("northeast", 1, 0),
    ("east", 0, 1),
    ("southeast", -1, 1),
    ("southwest", -1, 0),
    ("west", 0, -1),
    ("northwest", 1, -1),
)
ORTHOGONAL = {"north", "east", "south", "west"}
_ROW_HEIGHT = sqrt(3) / 2


def column_letters(column: int) -> str:
    """``a`` .. ``z``, then ``aa``, ``ab`` ... as spreadsheets do."""
    letters = ""
    while column > 0:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def square_grid(
    wide: int, high: int, *, near: str = "orthogonal", ways: str = "all", wraps: tuple[bool, bool] = (False, False)
) -> Geometry:
    """A grid of squares.

    ``near`` says which cells are neighbours, ``ways`` which directions exist: ``orthogonal``, ``diagonal``, ``all``.
    """
    chosen = [way for way in SQUARE_WAYS if _fits(way, ways)]
    near_ways = [way for way in SQUARE_WAYS if _fits(way, near)]
    places = [(row, column) for row in range(1, high + 1) for column in range(1, wide + 1)]
    all_steps = {way[0]: _grid_steps(wide, high, way, wraps) for way in SQUARE_WAYS}
    rows = [list(range(first, first + wide)) for first in range(0, wide * high, wide)]
    columns = [list(range(first, wide * high, wide)) for first in range(wide)]
    return _assemble(
        "grid",
        places,
        chosen,
        [all_steps[name] for name, _, _ in chosen],
        [all_steps[name] for name, _, _ in near_ways],
        lines=rows + columns,
        sides={"north": rows[-1], "south": rows[0], "east": columns[-1], "west": columns[0]},
        positions=[(column - 1.0, row - 1.0) for row, column in places],
        metric={"orthogonal": "taxicab", "all": "chess"}.get(near, "search"),
        wraps=wraps,
    )


def _fits(way: Way, which: str) -> bool:
    return which == "all" or (way[0] in ORTHOGONAL) == (which == "orthogonal")


def _grid_steps(wide: int, high: int, way: Way, wraps: tuple[bool, bool]) -> list[int]:
    _, up, right = way
    across = _shifted(wide, right, wraps[0])
    upwards = _shifted(high, up, wraps[1])
    return [row * wide + column if row >= 0 and column >= 0 else -1 for row in upwards for column in across]


def _shifted(size: int, by: int, wraps: bool) -> list[int]:
    moved = [place + by for place in range(size)]
    return [place % size if wraps else place if 0 <= place < size else -1 for place in moved]


def hex_grid(wide: int, high: int) -> Geometry:
    """A rhombus of hexagons, each row half a cell further right than the one below, as in the game Hex.

    A cell touches those left and right, above (``northeast``, same column), below (``southwest``, same column), and
    ``northwest`` and ``southeast`` of it: the bottom left and top right corners of the board are the sharp ones.
    """
    places = [(row, column) for row in range(1, high + 1) for column in range(1, wide + 1)]
    steps = [_grid_steps(wide, high, way, (False, False)) for way in HEX_WAYS]
    rows = [list(range(first, first + wide)) for first in range(0, wide * high, wide)]
    columns = [list(range(first, wide * high, wide)) for first in range(wide)]
    return _assemble(
        "hex",
        places,
        HEX_WAYS,
        steps,
        steps,
        lines=rows + columns,
        sides={"north": rows[-1], "south": rows[0], "east": columns[-1], "west": columns[0]},
        positions=_hex_positions(places),
        metric="hex",
    )


def hexagon_grid(radius: int) -> Geometry:
    """A hexagon of hexagons with ``radius`` rings round the middle one: 19 cells for 2.

    Columns run along the ``northeast`` direction, so the bottom row begins in column ``radius + 1``.
    """
    size = 2 * radius + 1
    places = [
        (row, column)
        for row in range(1, size + 1)
        for column in range(max(1, radius + 2 - row), min(size, 3 * radius + 2 - row) + 1)
    ]
    number = {place: cell for cell, place in enumerate(places)}
    steps = [[number.get((row + up, column + right), -1) for row, column in places] for _, up, right in HEX_WAYS]
    families: list[list[list[int]]] = [[[] for _ in range(size)] for _ in range(3)]
    for cell, (row, column) in enumerate(places):
        families[0][row - 1].append(cell)
        families[1][column - 1].append(cell)
        families[2][row + column - radius - 2].append(cell)
    rows, columns, falling = families
    return _assemble(
        "hexagon",
        places,
        HEX_WAYS,
        steps,
        steps,
        lines=rows + columns + falling,
        sides={
            "north": rows[-1],
            "northeast": falling[-1],
            "southeast": columns[-1],
            "south": rows[0],
            "southwest": falling[0],
            "northwest": columns[0],
        },
        positions=_hex_positions(places),
        metric="hex",
    )


def _hex_positions(places: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    first_row, first_column = places[0]
    return [(column - first_column + (row - first_row) / 2, (row - first_row) * _ROW_HEIGHT) for row, column in places]


def ring(count: int) -> Geometry:
    """Cells in a circle; the last is followed by the first."""
    radius = 0.5 / sin(pi / count) if count > 1 else 0.0
    turns = [pi / 2 - 2 * pi * cell / count for cell in range(count)]
    positions = [(radius * cos(turn), radius * sin(turn)) for turn in turns]
    return _lane("ring", count, positions, wraps=True)


def track(count: int) -> Geometry:
    """Cells in a row with a first and a last one."""
    return _lane("track", count, [(float(cell), 0.0) for cell in range(count)], wraps=False)


def _lane(shape: str, count: int, positions: list[tuple[float, float]], *, wraps: bool) -> Geometry:
    steps = [_shifted(count, by, wraps) for by in (1, -1)]
    board = _assemble(
        shape,
        [(1, column) for column in range(1, count + 1)],
        (("forward", 0, 1), ("backward", 0, -1)),
        steps,
        steps,
        lines=[list(range(count))],
        sides={},
        positions=positions,
        metric="taxicab",
        wraps=(wraps, False),
    )
    board.names = [str(cell + 1) for cell in range(count)]
    return board


def _assemble(
    shape: str,
    places: Sequence[tuple[int, int]],
    ways: Sequence[Way],
    steps: list[list[int]],
    near: list[list[int]],
    *,
    lines: list[list[int]],
    sides: dict[str, list[int]],
    positions: list[tuple[float, float]],
    metric: str,
    wraps: tuple[bool, bool] = (False, False),
) -> Geometry:
    """Join what every regular board has. ``near`` holds the steps that lead to neighbours."""
    neighbours = [sorted({step[cell] for step in near} - {-1, cell}) for cell in range(len(places))]
    return Geometry(
        shape=shape,
        count=len(places),
        names=[f"{column_letters(column)}{row}" for row, column in places],
        rows=[row for row, _ in places],
        columns=[column for _, column in places],
        neighbours=neighbours,
        directions=[name for name, _, _ in ways],
        direction_up=[up for _, up, _ in ways],
        direction_right=[right for _, _, right in ways],
        steps=steps,
        lines=lines,
        sides=sides,
        positions=positions,
        links=links_of(neighbours),
        wide=max(column for _, column in places),
        high=max(row for row, _ in places),
        wraps=wraps,
        metric=metric,
    )


def links_of(neighbours: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Every pair of neighbours once, in board order."""
    return [(here, there) for here, others in enumerate(neighbours) for there in others if here < there]
