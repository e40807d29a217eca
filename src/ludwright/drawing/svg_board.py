"""Boards in SVG: squares, hexagons, pits, tracks and maps."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from ludwright.drawing import svg_map
from ludwright.drawing.addresses import Lit, addressed, at_spot
from ludwright.drawing.colours import ink_on, mixed
from ludwright.drawing.scene import Board, Point, Spot
from ludwright.drawing.svg_blocks import INK, MARK, SOFT, SvgBlock, circle, clean, fitted, n, rect, text, wide
from ludwright.drawing.svg_tokens import colour_of, disc, on_cell

_CELL, _DARK_CELL, _CELL_LINE = "#f1e9d8", "#dcc8a2", "#c9b896"
_FRAME = "#b89b6a"
_FREE = "#fff7e0"
"""A bare corner or edge that can be chosen."""
_ROOM = 560.0
"""About how large a board becomes."""
_AXIS = 22.0
_PRINTED = 3
"""So much of what is printed on a cell has room there."""


def board_block(board: Board, lit: Lit = None) -> SvgBlock:
    """One board with all that lies on it."""
    return _Drawing(board, lit).block()


class _Drawing:
    """One board on its way to paper: points in units, y up, become pixels, y down."""

    def __init__(self, board: Board, lit: Lit) -> None:
        self.board, self.lit = board, lit
        self.hexes = board.shape in ("hex", "hexagon")
        self.round = board.shape in ("ring", "graph")
        points = [spot.at for spot in board.cells]
        half = (0.76 if board.corners else 0.62) if self.hexes else 0.55
        if board.shape == "graph":
            half = 0.75
        self.low_x, high_x = min(p[0] for p in points) - half, max(p[0] for p in points) + half
        low_y, self.high_y = min(p[1] for p in points) - half, max(p[1] for p in points) + half
        for _, (x, y) in board.ends:
            high_x, self.high_y = max(high_x, x + 0.2), max(self.high_y, y)
        across, up = high_x - self.low_x, self.high_y - low_y
        self.unit = max(30.0, min(76.0, _ROOM / max(across, up)))
        if board.shape == "track":
            self.unit = 58.0
        if board.shape == "graph":
            self.unit = max(56.0, min(96.0, 760 / max(across, up)))
        if board.shape == "ring" and up < 2.2:
            self.unit = min(88.0, 660 / across)
        self.left = _AXIS if board.rows else 4.0
        self.width = across * self.unit + self.left + 4
        self.height = up * self.unit + (_AXIS if board.columns else 6)

    def at(self, point: Point) -> tuple[float, float]:
        """A point on paper."""
        return self.left + (point[0] - self.low_x) * self.unit, (self.high_y - point[1]) * self.unit

    def block(self) -> SvgBlock:
        board = self.board
        parts = [self._ground(), *self._axes()]
        parts += [self._cell(spot) for spot in board.cells]
        if board.shape == "graph":
            legend, more = svg_map.key(board, 4.0, self.height, self.width)
            self.height += more
            parts += [svg_map.captions(board.cells, self.at, self.unit, self.width), legend]
        parts += [self._edge(spot) for spot in board.edges]
        parts += [self._corner(spot) for spot in board.corners]
        return SvgBlock(self.width, self.height, "".join(parts))

    # ------------------------------------------------------------ around the cells

    def _ground(self) -> str:
        board, unit = self.board, self.unit
        xs, ys = zip(*(self.at(spot.at) for spot in board.cells), strict=True)
        if board.shape == "grid":
            reach = unit / 2 + 3
            return rect(
                min(xs) - reach,
                min(ys) - reach,
                max(xs) - min(xs) + 2 * reach,
                max(ys) - min(ys) + 2 * reach,
                _FRAME,
                round_=6,
            )
        if board.shape == "ring" and self._is_mancala():
            reach = unit * 0.55
            return rect(
                min(xs) - reach,
                min(ys) - reach,
                max(xs) - min(xs) + 2 * reach,
                max(ys) - min(ys) + 2 * reach,
                "#c9a877",
                stroke="#a88655",
                round_=unit * 0.5,
                line=2,
            )
        if board.shape in ("ring", "track"):
            path = (
                "M"
                + "L".join(f"{n(x)} {n(y)}" for x, y in zip(xs, ys, strict=True))
                + ("Z" if board.shape == "ring" else "")
            )
            return f'<path d="{path}" fill="none" stroke="{_CELL_LINE}" stroke-width="{n(unit * 0.14)}" stroke-linejoin="round"/>'
        if board.shape == "graph":
            return svg_map.grounds(board, self.at, unit) + svg_map.links(board, self.at, self.width)
        return ""

    def _is_mancala(self) -> bool:
        heights = {round(spot.at[1], 3) for spot in self.board.cells}
        return heights == {0.0, 0.5, 1.0}

    def _axes(self) -> list[str]:
        board, unit = self.board, self.unit
        lowest = min(spot.at[1] for spot in board.cells)
        found = []
        foot = self.at((0, lowest))[1] + unit * (0.62 if self.hexes else 0.5) + 16
        for name, x in board.columns:
            found.append(text(self.at((x, 0))[0], foot, name, 12, fill=SOFT, anchor="middle"))
        for name, y in board.rows:
            first = min((s.at[0] for s in board.cells if abs(s.at[1] - y) < 0.01), default=0.0)
            x = self.at((first, 0))[0] - unit * 0.5 - (16 if board.corners else 8)
            found.append(text(x, self.at((0, y))[1] + 4, name, 12, fill=SOFT, anchor="end"))
        for name, (x, y) in board.ends:
            at_x, at_y = self.at((x - 0.12, y - 0.2))
            found.append(text(at_x, at_y + 4, name, 12, fill=SOFT, anchor="middle"))
        return found

    # ------------------------------------------------------------ cells

    def _cell(self, spot: Spot) -> str:
        x, y = self.at(spot.at)
        unit = self.unit
        body = self._shape(spot, x, y)
        room = unit * (0.74 if not self.hexes else 0.66)
        if self.board.shape == "graph":
            room = unit * 0.52
        elif self.board.shape in ("ring", "track"):
            body += text(x, y + unit * 0.34, fitted(spot.name, 9.5, unit * 0.84), 9.5, fill=SOFT, anchor="middle")
            y, room = y - unit * 0.06, unit * 0.56
        body += self._content(spot, x, y, room)
        if spot.changed:
            body += self._ring(spot)
        return self._named("cell", spot, body)

    def _named(self, role: str, spot: Spot, body: str) -> str:
        """A spot with its words, and its address where it can be clicked."""
        told = f"<g><title>{clean(_told(spot))}</title>{body}</g>"
        return addressed(at_spot(role, self.board.name, spot.name), told, self.lit)

    def _open(self, role: str, spot: Spot) -> bool:
        """Whether nothing is there, but something could be put there."""
        return spot.bare and self.lit is not None and at_spot(role, self.board.name, spot.name) in self.lit

    def _shape(self, spot: Spot, x: float, y: float) -> str:
        unit = self.unit
        fill = _CELL if spot.ground is None else mixed(spot.ground.colour, "#ffffff", 0.35)
        if self.hexes:
            radius = unit / sqrt(3) * 0.98
            points = " ".join(
                f"{n(x + radius * cos(pi / 6 + pi / 3 * k))},{n(y + radius * sin(pi / 6 + pi / 3 * k))}"
                for k in range(6)
            )
            return f'<polygon points="{points}" fill="{fill}" stroke="{_CELL_LINE if spot.ground is None else mixed(fill, "#000000", 0.25)}" stroke-width="1.3"/>'
        if self.board.shape == "grid":
            column, row = round(spot.at[0]), round(spot.at[1])
            if self.board.checked and (column + row) % 2 == 0 and spot.ground is None:
                fill = _DARK_CELL
            return rect(x - unit / 2, y - unit / 2, unit, unit, fill, stroke=_CELL_LINE)
        if self.board.shape == "track":
            return rect(
                x - unit * 0.46, y - unit * 0.46, unit * 0.92, unit * 0.92, fill, stroke=_CELL_LINE, round_=8, line=1.5
            )
        if self.board.shape == "ring" and self._is_mancala() and spot.at[1] == 0.5:
            return rect(
                x - unit * 0.42,
                y - unit * 0.92,
                unit * 0.84,
                unit * 1.84,
                fill,
                stroke="#a88655",
                round_=unit * 0.4,
                line=1.5,
            )
        radius = unit * (0.42 if self.board.shape == "ring" else 0.3)
        return circle(x, y, radius, fill, stroke="#a88655" if self.board.shape == "ring" else "#9b917d", line=1.6)

    def _ring(self, spot: Spot) -> str:
        """The outline of a cell that changed, above all that lies on it."""
        x, y = self.at(spot.at)
        reach = self.unit * {"grid": 0.47, "track": 0.46}.get(self.board.shape, 0.5)
        if self.board.shape in ("grid", "track"):
            return rect(x - reach, y - reach, 2 * reach, 2 * reach, "none", stroke=MARK, round_=5, line=3)
        radius = self.unit * (0.5 if self.hexes else 0.36 if self.board.shape == "graph" else 0.45)
        return circle(x, y, radius, "none", stroke=MARK, line=3)

    def _content(self, spot: Spot, x: float, y: float, room: float) -> str:
        """Facts as text, tokens as discs; both share the cell if there are both."""
        # on maps there is no room for words in the circles: they stand in the caption
        shown = spot.facts if self.board.shape != "graph" else [fact for fact in spot.facts if not fact.name]
        facts = [f"{fact.name} {fact.value}".strip() for fact in shown]
        if self.board.shape != "graph" and not facts:
            facts = list(spot.printed[:_PRINTED])
        if not spot.tokens:
            return _lines(
                facts, x, y, room, INK if spot.ground is None else ink_on(mixed(spot.ground.colour, "#ffffff", 0.35))
            )
        if not facts:
            return on_cell(spot.tokens, x, y, room)
        ink = INK if spot.ground is None else ink_on(mixed(spot.ground.colour, "#ffffff", 0.35))
        return on_cell(spot.tokens, x, y + room * 0.16, room * 0.58) + _lines(
            facts, x, y - room * 0.36, room * 0.9, ink, small=True
        )

    # ------------------------------------------------------------ corners and edges

    def _edge(self, spot: Spot) -> str:
        free = self._open("edge", spot)
        if (spot.bare and not free) or spot.ends is None:
            return ""
        (x, y), (u, v) = self.at(spot.ends[0]), self.at(spot.ends[1])
        if abs(x - u) + abs(y - v) > self.unit * 1.6:  # around the back of a board that joins up
            return ""
        fill = next((colour_of(token) for token in spot.tokens), _FREE if free else "#777777")
        a, b, c, d = x + (u - x) * 0.2, y + (v - y) * 0.2, x + (u - x) * 0.8, y + (v - y) * 0.8
        path = f'<path d="M{n(a)} {n(b)}L{n(c)} {n(d)}" stroke-linecap="round" stroke='
        rim = MARK if spot.changed else mixed(fill, "#000000", 0.45)
        under = f'{path}"{rim}" stroke-width="{n(self.unit * 0.14)}"/>'
        over = f'{path}"{fill}" stroke-width="{n(self.unit * (0.06 if spot.changed else 0.1))}"/>'
        return self._named("edge", spot, under + over)

    def _corner(self, spot: Spot) -> str:
        x, y = self.at(spot.at)
        if self._open("corner", spot):
            return self._named("corner", spot, circle(x, y, self.unit * 0.15, _FREE, stroke=SOFT))
        if spot.bare:
            return ""
        if not spot.tokens:
            return self._named("corner", spot, circle(x, y, self.unit * 0.07, SOFT))
        discs = "".join(
            disc(token, x + i * self.unit * 0.2, y, self.unit * 0.17) for i, token in enumerate(spot.tokens)
        )
        ring = circle(x, y, self.unit * 0.22, "none", stroke=MARK, line=2.5) if spot.changed else ""
        return self._named("corner", spot, discs + ring)


def _lines(lines: list[str], x: float, y: float, room: float, ink: str, *, small: bool = False) -> str:
    if not lines:
        return ""
    if len(lines) == 1 and not small and lines[0].lstrip("-").replace(",", "").isdigit():
        size = room * (0.5 if len(lines[0]) < 3 else 0.36)
        return text(
            x,
            y + size * 0.36,
            lines[0],
            size,
            fill=SOFT if lines[0] == "0" else ink,
            anchor="middle",
            bold=lines[0] != "0",
        )
    longest = max(wide(line, 1) for line in lines)
    size = max(6.5, min(13.0, room / longest, room / (1.15 * len(lines))))
    if small:
        size = max(6.5, min(11.0, room / longest))
    top = y - size * 1.15 * (len(lines) - 1) / 2 + size * 0.36
    return "".join(
        text(x, top + size * 1.15 * i, fitted(line, size, room * 1.1), size, fill=ink, anchor="middle")
        for i, line in enumerate(lines)
    )


def _told(spot: Spot) -> str:
    """A cell in words: shown when the mouse rests on it, and read aloud."""
    things = [
        ", ".join([token.called, *token.flags, *token.printed, *([token.badge] if token.badge else [])])
        + (f" ×{token.count}" if token.count > 1 else "")
        for token in spot.tokens
    ]
    things += [f"{fact.name} {fact.value}".strip() for fact in spot.facts]
    things += spot.printed
    name = f"{spot.name} ({' '.join(spot.near)})" if spot.near else spot.name
    return f"{name}: {'; '.join(things)}" if things else name
