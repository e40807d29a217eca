"""A board's geometry from the words of its declaration.

=============================  ==========================  =====================================================
declaration                    directions                  neighbours
=============================  ==========================  =====================================================
``grid 8 x 8``                 8                           the 4 orthogonal cells
``grid 8 x 8, orthogonal``     4 orthogonal                the 4 orthogonal cells
``grid 8 x 8, diagonal``       4 diagonal                  the 4 diagonal cells
``grid 8 x 8, king``           8                           all 8 (``orthogonal_and_diagonal`` means the same)
``hex 11 x 11``                6                           6, in a rhombus as in the game Hex
``hexagon 2``                  6                           6, in a hexagon of two rings round the middle
``ring 14``, ``track 20``      ``forward``, ``backward``   the one before, the one behind
=============================  ==========================  =====================================================

A grid may also be ``wrapped``: leaving it on one side enters it on the other; ``wrapped sideways`` joins only left and
right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludwright.mistakes import Mistake, MistakesError, Place, nearest
from ludwright.model.geometry import MOST_CELLS, Geometry
from ludwright.model.grids import hex_grid, hexagon_grid, ring, square_grid, track

_GRID_OPTIONS = {
    "orthogonal": ("orthogonal", "orthogonal"),
    "diagonal": ("diagonal", "diagonal"),
    "king": ("all", "all"),
    "orthogonal_and_diagonal": ("all", "all"),
}
_WRAPS = {"wrapped": (True, True), "wrapped sideways": (True, False)}

SHAPES: dict[str, tuple[str, ...]] = {
    "grid": ("a width", "a height"),
    "hex": ("a width", "a height"),
    "hexagon": ("a radius",),
    "ring": ("a number of cells",),
    "track": ("a number of cells",),
    "graph": (),
}
"""The shapes of boards and what each is measured by."""

OPTIONS: dict[str, tuple[str, ...]] = {"grid": (*_GRID_OPTIONS, *_WRAPS)}
"""The option words each shape of board understands."""

_EXAMPLES = {"grid": "grid 8 x 8", "hex": "hex 11 x 11", "hexagon": "hexagon 2", "ring": "ring 14", "track": "track 20"}


def make_board(
    shape: str, sizes: Sequence[int] = (), options: Sequence[str] = (), *, place: Place | None = None
) -> Geometry:
    """The geometry of a grid, hex, hexagon, ring or track.

    ``options`` are the option words of the board (``"diagonal"``, ``"wrapped sideways"``), without those that make
    further kinds or room for things. ``place`` is where mistakes are reported.
    """
    mistakes = _problems(shape, sizes, options)
    if mistakes:
        raise MistakesError([Mistake(place, message, hint) for message, hint in mistakes])
    if shape == "grid":
        return _make_grid(sizes[0], sizes[1], options)
    if shape == "hex":
        return hex_grid(sizes[0], sizes[1])
    simple: dict[str, Callable[[int], Geometry]] = {"hexagon": hexagon_grid, "ring": ring, "track": track}
    return simple[shape](sizes[0])


def _make_grid(wide: int, high: int, options: Sequence[str]) -> Geometry:
    near, ways = "orthogonal", "all"
    wraps = (False, False)
    for option in options:
        near, ways = _GRID_OPTIONS.get(option, (near, ways))
        wraps = _WRAPS.get(option, wraps)
    return square_grid(wide, high, near=near, ways=ways, wraps=wraps)


def _problems(shape: str, sizes: Sequence[int], options: Sequence[str]) -> list[tuple[str, str]]:
    """What is wrong with a declaration: messages and hints."""
    if shape not in SHAPES:
        return [(f"there is no board of the shape `{shape}`", _meant(shape, tuple(SHAPES)))]
    if shape == "graph":
        return [
            (
                "a graph needs a map: its cells and what joins them",
                'write `from "map.json"`, or `link` lines below the board',
            )
        ]
    found = _size_problems(shape, sizes)
    found += [
        (f"a {shape} has no option `{option}`", _meant(option, OPTIONS.get(shape, ())))
        for option in options
        if option not in OPTIONS.get(shape, ())
    ]
    ways = [option for option in options if option in _GRID_OPTIONS]
    if len(set(ways)) > 1:
        found.append((f"`{ways[0]}` and `{ways[1]}` exclude each other", "keep one of them"))
    wraps = [_WRAPS[option] for option in options if option in _WRAPS]
    if wraps and not found and any(wrap and size < 3 for wrap, size in zip(wraps[-1], sizes, strict=True)):
        found.append(
            ("a wrapped board needs at least 3 cells each way it joins up", "make it larger, or leave out `wrapped`")
        )
    return found


def _size_problems(shape: str, sizes: Sequence[int]) -> list[tuple[str, str]]:
    measures = SHAPES[shape]
    if len(sizes) != len(measures):
        return [(f"a {shape} needs {' and '.join(measures)}, nothing else", f"for example `{_EXAMPLES[shape]}`")]
    for measure, size in zip(measures, sizes, strict=True):
        if size < 1:
            return [(f"{measure} of {size} leaves no board", "it must be at least 1")]
    # each measure alone is checked first, so that huge numbers are never multiplied out
    count = MOST_CELLS + 1 if max(sizes) > MOST_CELLS else _cells(shape, sizes)
    if count > MOST_CELLS:
        return [
            (f"this {shape} is too large", f"a board has at most {MOST_CELLS:,} cells, for example `grid 100 x 100`")
        ]
    return []


def _cells(shape: str, sizes: Sequence[int]) -> int:
    if shape == "hexagon":
        return 3 * sizes[0] * (sizes[0] + 1) + 1
    return sizes[0] * sizes[1] if len(sizes) == 2 else sizes[0]


def _meant(word: str, known: Sequence[str]) -> str:
    near = nearest(word, known)
    if near:
        return f"did you mean `{near}`?"
    return "it takes " + ", ".join(f"`{name}`" for name in known) if known else "leave it out"
