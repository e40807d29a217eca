"""Maps in SVG: regions as soft grounds, connections, and names that keep out of each other's way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ludwright.drawing.scene import Board, Point, Spot
from ludwright.drawing.svg_blocks import PAPER, SOFT, circle, clean, fitted, n, rect, text, wide

_GROUNDS = ("#d9a441", "#7fb069", "#6f9fc8", "#c97b84", "#9a86c4", "#4fb3a5", "#b8b04a", "#a58b6f")
_LINK, _SIZE, _HIGH = "#b7ad9b", 10.0, 13.0
_RIM = 0.15
"""Cells in so much of the width from the side stand at the rim: two of them may be joined around the back."""
_BACK = 12
"""Maps with fewer cells are not the whole world."""

At = Callable[[Point], tuple[float, float]]
Box = tuple[float, float, float, float]
"""From the left, from above, to the right, down to."""


def grounds(board: Board, at: At, unit: float) -> str:
    """Under the cells of each region one soft shape, with its name for the mouse."""
    drawn = []
    for i, (name, members) in enumerate(board.regions.items()):
        path = "".join(_ways(board, set(members), at))
        colour = _GROUNDS[i % len(_GROUNDS)]
        broad = f'<path d="{path}" fill="{colour}" stroke="{colour}" stroke-width="{n(unit * 0.5)}" stroke-linejoin="round"/>'
        round_ = "".join(circle(*at(board.cells[cell].at), unit * 0.46, colour) for cell in members)
        drawn.append(
            f'<g opacity="0.3"><title>{clean(", ".join([name, *board.region_notes.get(name, ())]))}</title>{broad if path else ""}{round_}</g>'
        )
    return "".join(drawn)


def _ways(board: Board, members: set[int], at: At) -> Iterator[str]:
    """The connections inside a region, and what lies between three cells that are all connected."""
    near: dict[int, set[int]] = {cell: set() for cell in members}
    for a, b in board.links:
        if a in near and b in near:
            near[a].add(b)
            near[b].add(a)
    for a in sorted(members):
        for b in sorted(cell for cell in near[a] if cell > a):
            yield _outline(board, (a, b), at)
            yield from (_outline(board, (a, b, c), at) for c in sorted(near[a] & near[b]) if c > b)


def _outline(board: Board, cells: Sequence[int], at: At) -> str:
    points = (at(board.cells[cell].at) for cell in cells)
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + "Z"


def key(board: Board, x: float, y: float, room: float) -> tuple[str, float]:
    """Which ground is which region, in lines of a width, and how high that is."""
    parts, left, top = [], x, y
    for i, name in enumerate(board.regions):
        words = " · ".join([name.replace("_", " "), *board.region_notes.get(name, ())])
        step = 16 + wide(words, 11) + 14
        if left > x and left + step > x + room:
            left, top = x, top + 18
        parts.append(f'<g opacity="0.45">{circle(left + 6, top + 8, 6, _GROUNDS[i % len(_GROUNDS)])}</g>')
        parts.append(text(left + 16, top + 12, words, 11, fill=SOFT))
        left += step
    return "".join(parts), top + 20 - y if parts else 0.0


def links(board: Board, at: At, width: float) -> str:
    """All connections; one from rim to rim of a world runs out at both sides."""
    return "".join(_link(at(board.cells[a].at), at(board.cells[b].at), width, board) for a, b in board.links)


def _link(one: tuple[float, float], other: tuple[float, float], width: float, board: Board) -> str:
    (x, y), (u, v) = sorted((one, other))
    path = f'<path d="M{n(x)} {n(y)}L{n(u)} {n(v)}" stroke="{_LINK}" stroke-width="2.5"/>'
    if len(board.cells) < _BACK or x > width * _RIM or u < width * (1 - _RIM):
        return path
    dashed = f'stroke="{_LINK}" stroke-width="2.5" stroke-dasharray="6 4"'
    return f'<path d="M{n(x)} {n(y)}H0" {dashed}/><path d="M{n(u)} {n(v)}H{n(width)}" {dashed}/>'


# ---------------------------------------------------------------- names


def captions(spots: Sequence[Spot], at: At, unit: float, width: float) -> str:
    """The name of every place, above all lines and neighbours: below its circle, or wherever else it covers nothing."""
    circles = [_around(*at(spot.at), unit * 0.3) for spot in spots]
    placed: list[Box] = []
    drawn = []
    for i, spot in enumerate(spots):
        x, y = at(spot.at)
        notes = [f"{fact.name} {fact.value}".strip() for fact in spot.facts if fact.name] + list(spot.printed)
        name = fitted(" · ".join([spot.name.replace("_", " "), *notes]), _SIZE, unit * 2)
        taken = [*placed, *circles[:i], *circles[i + 1 :]]
        box = min(
            _choices(x, y, wide(name, _SIZE) + 4, unit * 0.33, width), key=lambda b: sum(_shared(b, o) for o in taken)
        )
        placed.append(box)
        left, top, right, _ = box
        back = f'<g opacity="0.72">{rect(left, top, right - left, _HIGH, PAPER, round_=4)}</g>'
        drawn.append(back + text((left + right) / 2, top + _HIGH - 3, name, _SIZE, anchor="middle"))
    return "".join(drawn)


def _choices(x: float, y: float, long: float, away: float, width: float) -> list[Box]:
    """Where a name may stand, the best first: below, above, to the right, to the left, and askew; never over the rim."""
    corners = [
        (x - long / 2, y + away), (x - long / 2, y - away - _HIGH), (x + away, y - _HIGH / 2), (x - away - long, y - _HIGH / 2),
        (x - away, y + away), (x + away - long, y + away), (x - away, y - away - _HIGH), (x + away - long, y - away - _HIGH),
    ]  # fmt: skip
    return [(left, top, left + long, top + _HIGH) for left, top in corners if left >= 0 and left + long <= width] or [
        (max(0.0, width - long) / 2, y + away, max(0.0, width - long) / 2 + long, y + away + _HIGH)
    ]


def _around(x: float, y: float, reach: float) -> Box:
    return x - reach, y - reach, x + reach, y + reach


def _shared(a: Box, b: Box) -> float:
    """How much of two boxes lies on each other."""
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return across * down if across > 0 and down > 0 else 0.0
