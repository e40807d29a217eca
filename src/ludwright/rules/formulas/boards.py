"""Boards in the rules: geometry as printed tables, read by formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.language.syntax import Part
from ludwright.model.kinds import Kind
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, Value

if TYPE_CHECKING:
    from ludwright.model.geometry import Geometry
    from ludwright.rules.compiler import Rules

MOST_DISTANCE_WORDS = 500_000
MOST_SQUARES = 16_000
"""Lists up to this size also have a table of what is on them, so that membership is looked up at once."""


def geometry_of(kind: Kind) -> Geometry:
    assert kind.geometry is not None
    return kind.geometry


class Boards:
    """Everything a formula may ask of a board."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.tables = rules.model.tables
        self._ragged: dict[tuple[str, str], tuple[int, int, int, int]] = {}
        self._squares: dict[tuple[str, str], int] = {}

    # ------------------------------------------------------------ kinds that belong to a board

    def _part(self, kind: Kind, role: str) -> Kind | None:
        board = kind if kind.role == "cell" else kind.of
        return next((k for k in self.rules.model.kinds.values() if k.role == role and k.of is board), None)

    def directions(self, kind: Kind) -> Kind | None:
        """The directions of a board; graphs have none."""
        return self._part(kind, "direction")

    def any_side(self, node: Part, scope: Scope) -> Kind:
        found = next((k for k in self.rules.model.kinds.values() if k.role == "side"), None)
        if found is None:
            raise self.rules.wrong(scope, node, "there is no board with sides")
        return found

    # ------------------------------------------------------------ single numbers

    def _padded(self, words: list[int], blank: int = 0) -> int:
        return self.tables.add([blank, *words]) + 1

    def coordinate(self, kind: Kind, word: str, cell: ir.Expr) -> ir.Expr:
        words = geometry_of(kind).rows if word == "row" else geometry_of(kind).columns
        return self._look(words, cell, 0)

    def direction(self, kind: Kind, word: str, way: ir.Expr) -> ir.Expr:
        geometry = geometry_of(kind)
        return self._look(geometry.direction_up if word == "up" else geometry.direction_right, way, 0)

    def opposite(self, kind: Kind, way: ir.Expr) -> ir.Expr:
        return self._look(geometry_of(kind).opposites, way, -1)

    def turned(self, kind: Kind, way: ir.Expr, turns: ir.Expr, left: bool, node: Part, scope: Scope) -> ir.Expr:
        """The direction so many places on, round the clock or against it."""
        count = len(geometry_of(kind).directions)
        if count < 3:
            raise self.rules.wrong(scope, node, "this board has no left and right", "its two ways are `opposite`")
        way, turns = scope.code.keep(way), scope.code.keep(turns)
        moved = terms.sub(way, turns) if left else terms.add(way, turns)
        there = terms.clamp(terms.mod(moved, terms.const(count)), 0, count - 1)
        return terms.select(terms.ge(way, terms.ZERO), there, terms.const(-1)) if way.lo < 0 else there

    def _look(self, words: list[int], index: ir.Expr, blank: int) -> ir.Expr:
        seen = words if index.lo >= 0 else [*words, blank]
        return terms.table(self._padded(words, blank), index, -1, len(words) - 1, min(seen), max(seen))

    def step(self, kind: Kind, cell: ir.Expr, way: ir.Expr) -> ir.Expr:
        geometry = geometry_of(kind)
        row = geometry.count + 1
        base = self.tables.add([word for steps in geometry.steps for word in (-1, *steps)]) + 1
        index = terms.add(terms.mul(way, terms.const(row)), cell)
        return terms.table(base, index, -1, row * len(geometry.steps) - 2, -1, geometry.count - 1)

    @staticmethod
    def goes_round(kind: Kind) -> bool:
        """Whether some direction never leaves the board: a ring, or a grid that is wrapped."""
        return any(-1 not in steps for steps in geometry_of(kind).steps)

    def cell_at(self, kind: Kind, column: ir.Expr, row: ir.Expr) -> ir.Expr:
        geometry = geometry_of(kind)
        wide, high = max(geometry.columns), max(geometry.rows)
        cells = [geometry.cell_at(x + 1, y + 1) for y in range(high) for x in range(wide)]
        base = self.tables.add(cells)
        inside = terms.both(
            terms.both(terms.ge(column, terms.ONE), terms.le(column, terms.const(wide))),
            terms.both(terms.ge(row, terms.ONE), terms.le(row, terms.const(high))),
        )
        index = terms.add(terms.mul(terms.sub(row, terms.ONE), terms.const(wide)), terms.sub(column, terms.ONE))
        return terms.select(
            inside, terms.table(base, index, 0, len(cells) - 1, min(cells), max(cells)), terms.const(-1)
        )

    def distance(self, kind: Kind, a: ir.Expr, b: ir.Expr, node: Part, scope: Scope) -> ir.Expr:
        geometry = geometry_of(kind)
        count = geometry.count
        if count * count > MOST_DISTANCE_WORDS:
            raise self.rules.wrong(scope, node, "this board is too large for `distance`", "up to about 700 cells")
        words = [-1] + [w for c in range(count) for w in geometry.distances_from(c)]
        base = self.tables.add(words) + 1
        there = terms.both(terms.ge(a, terms.ZERO), terms.ge(b, terms.ZERO))
        index = terms.select(there, terms.add(terms.mul(a, terms.const(count)), b), terms.const(-1))
        return terms.table(base, index, -1, count * count - 1, -1, max(words))

    # ------------------------------------------------------------ lists

    def _list(self, name: tuple[str, str], lists: list[list[int]], thing: ir.Expr, members: Kind) -> sets.Listed:
        if name not in self._ragged:
            self._ragged[name] = self.tables.ragged(lists)
        offsets, items, total, longest = self._ragged[name]
        low = min((min(x) for x in lists if x), default=0)
        high = max((max(x) for x in lists if x), default=0)
        squares = 0
        if len(lists) * (high + 1) <= MOST_SQUARES:
            if name not in self._squares:
                self._squares[name] = self.tables.add(
                    [int(x in one) for one in map(set, lists) for x in range(high + 1)]
                )
            squares = self._squares[name]
        return sets.Listed(offsets, items, total, thing, len(lists), longest, members.ref(), low, high, squares)

    def neighbours(self, kind: Kind, cell: ir.Expr) -> sets.Listed:
        return self._list((kind.name, "neighbours"), geometry_of(kind).neighbours, cell, kind)

    def line_cells(self, kind: Kind, line: ir.Expr) -> sets.Listed:
        assert kind.of is not None
        return self._list((kind.name, "cells"), geometry_of(kind).lines, line, kind.of)

    def side(self, ways: Kind, way: ir.Expr, node: Part, scope: Scope) -> sets.Listed:
        """The cells along a side; a direction towards a corner is none."""
        assert ways.of is not None
        geometry = geometry_of(ways)
        if isinstance(way, ir.Const) and way.value >= 0 and ways.members[way.value] not in geometry.sides:
            known = ", ".join(geometry.sides) or "none"
            raise self.rules.wrong(scope, node, f"this board has no such side; its sides are: {known}")
        return self._list((ways.name, "side"), [geometry.sides.get(d, []) for d in ways.members], way, ways.of)

    def related(self, kind: Kind, word: str, thing: ir.Expr) -> Value | None:
        """Cells near a cell, corners of a tile, lands of a continent …"""
        if kind.role == "cell":
            return self._of_cell(kind, word, thing)
        assert kind.of is not None
        geometry = geometry_of(kind)
        if kind.role == "line" and word in (kind.of.plural, "cells"):
            return self.line_cells(kind, thing)
        if kind.role == "region" and word in (kind.of.plural, "cells"):
            return self._list((kind.name, "cells"), geometry.regions[kind.name].members, thing, kind.of)
        outline = geometry.outline
        corners, edges = self._part(kind, "corner"), self._part(kind, "edge")
        tiles = word in (kind.of.plural, "cells", "tiles")
        if kind.role == "corner":
            if word == "neighbours":
                return self._list((kind.name, word), outline.corner_neighbours, thing, kind)
            if tiles:
                return self._list((kind.name, "tiles"), outline.corner_tiles, thing, kind.of)
            if edges is not None and word in ("edges", edges.plural):
                return self._list((kind.name, "edges"), outline.corner_edges, thing, edges)
        if kind.role == "edge":
            if word == "neighbours":
                return self._list((kind.name, word), outline.edge_neighbours, thing, kind)
            if tiles:
                return self._list((kind.name, "tiles"), outline.edge_tiles, thing, kind.of)
            if corners is not None and word in ("ends", "corners", corners.plural):
                return self._list((kind.name, "ends"), [list(e) for e in outline.edge_ends], thing, corners)
        return None

    def _of_cell(self, kind: Kind, word: str, cell: ir.Expr) -> Value | None:
        geometry = geometry_of(kind)
        if word == "neighbours":
            return self.neighbours(kind, cell)
        corners, edges = self._part(kind, "corner"), self._part(kind, "edge")
        if corners is not None and word in ("corners", corners.plural):
            return self._list((kind.name, "corners"), geometry.outline.tile_corners, cell, corners)
        if edges is not None and word in ("edges", edges.plural):
            return self._list((kind.name, "edges"), geometry.outline.tile_edges, cell, edges)
        region = self.rules.model.kinds.get(word)
        if region is not None and region.role == "region" and region.of is kind:
            return Scalar(self._look(geometry.regions[word].of_cell, cell, -1), region.ref(True))
        return None
