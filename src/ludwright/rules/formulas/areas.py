"""Areas of a board: the cells that hang together within a set, and what walls keep apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER
from ludwright.language.syntax import Part
from ludwright.model.kinds import Kind, Type
from ludwright.rules.emit.code import Code
from ludwright.rules.formulas.boards import geometry_of
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

Near = Callable[[ir.Expr, sets.Visit], None]
"""Visits all cells one step from a cell."""


class Area(sets.StoredSet):
    """The cells of an area, the nearest to where it began first.

    Whoever only looks for one of its cells goes along while it spreads, and stops with the first that will do. For all else the
    area is noted down where it was asked for, once."""

    def __init__(self, code: Code, kind: Kind, starts: sets.SetValue, spreading: Callable[[], Spreading]) -> None:
        self.type, self.size, self.lo, self.hi = kind.ref(), kind.count, 0, kind.count - 1
        self._code, self._starts, self._spreading = code, starts, spreading
        self._noted: Spreading | None = None
        self._here: list[ir.Stmt] = []
        code.emit(ir.If(terms.YES, self._here))

    def noted(self) -> Area:
        self._whole()
        return self

    def _whole(self) -> Spreading:
        if self._noted is None:
            outer, self._code.statements = self._code.statements, self._here
            self._noted = self._spreading()
            self._starts.each(self._code, self._noted.reach)
            self._noted.on()
            self._code.statements = outer
        return self._noted

    @property
    def array(self) -> str:  # type: ignore[override]
        return self._whole().queue

    @property
    def number(self) -> ir.Expr:  # type: ignore[override]
        return self._whole().filled

    def each(self, code: Code, visit: sets.Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        if alive is None or backwards or self._noted is not None:
            super().each(code, visit, alive, backwards)
            return
        spreading = self._spreading()
        self._starts.each(code, spreading.reach)
        spreading.on(visit)

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        x = code.keep(x)
        inside = ir.ArrayLoad(ir.INT, 0, 1, self._whole().seen, terms.clamp(x, 0, self.size - 1), self.size)
        there = terms.both(terms.ge(x, terms.ZERO), terms.lt(x, terms.const(self.size)))
        return terms.both(there, terms.eq(inside, terms.ONE))


class Spreading:
    """Cells that were reached, in the order in which they were, and the way on from there."""

    def __init__(self, code: Code, count: int, inside: sets.SetValue, near: Near, line: int) -> None:
        self.code, self.count, self.inside, self.near, self.line = code, count, inside, near, line
        self.seen, self.queue = code.array(count, "seen"), code.array(count, "queue")
        name = code.fresh("i")
        clear = ir.ArrayStore(self.seen, terms.local(name, 0, count - 1), count, terms.ZERO)
        code.emit(ir.Loop(name, terms.ZERO, terms.const(count - 1), [clear], 0))
        self.filled = code.variable(terms.ZERO, 0, count, "filled")
        self.at = code.variable(terms.ZERO, 0, count, "at")

        self.then: sets.Visit | None = None
        """What else is done with a cell that is reached."""
        self.enough: ir.Expr = terms.NO
        """Once this holds, nothing further is looked for."""

    def reach(self, c: ir.Expr, then: Callable[[], None] | None = None) -> None:
        """Enter a cell that is inside and was not reached before."""
        code, count = self.code, self.count
        with code.block() as more:
            holds = self.inside.contains(code, c)
            with code.block() as enter:
                code.emit(ir.ArrayStore(self.seen, c, count, terms.ONE))
                code.emit(ir.ArrayStore(self.queue, self.filled, count, c))
                code.emit(_raised(self.filled, count))
                if self.then is not None:
                    self.then(c)
                if then is not None:
                    then()
            code.emit(ir.If(holds, enter))
        code.emit(ir.If(terms.eq(ir.ArrayLoad(ir.INT, 0, 1, self.seen, c, count), terms.ZERO), more))

    def on(self, visit: sets.Visit | None = None) -> None:
        """Go on from all that was reached until nothing new is. A visit looks at each cell, and may leave by a Break."""
        code = self.code
        with code.block() as body:
            here = code.keep(ir.ArrayLoad(ir.INT, 0, self.count - 1, self.queue, self.at, self.count), "here")
            code.emit(_raised(self.at, self.count))
            if visit is not None:
                visit(here)
            self.near(here, self.reach)
        more = terms.both(terms.lt(self.at, self.filled), terms.invert(self.enough))
        code.emit(ir.While([], more, body, self.line, self.count + 1))


def _raised(number: ir.Local, most: int) -> ir.Stmt:
    return ir.Set(number.name, terms.lowest(terms.add(number, terms.ONE), terms.const(most)))


class Areas:
    """`area` and `areas`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._edges: dict[str, tuple[int, int, int, int]] = {}

    def area(self, args: Sequence[Part], node: Part, scope: Scope) -> Area:
        """All that is linked with some cells by steps within a set that cross none of the walls."""
        starts, kind = self._places(args[0], scope)
        inside, walls = self._within(args[1:], kind, scope)
        return Area(scope.code, kind, starts, lambda: self._spreading(kind, inside, walls, node, scope))

    def areas(self, args: Sequence[Part], node: Part, scope: Scope) -> sets.StoredSet:
        """The first cell of every area of a set."""
        inside, kind = self._places(args[0], scope)
        _, walls = self._within(args, kind, scope)
        code, count = scope.code, kind.count
        spreading = self._spreading(kind, inside, walls, node, scope)
        firsts = code.array(count, "firsts")
        number = code.variable(terms.ZERO, 0, count, "areas")

        def note(c: ir.Expr) -> None:
            code.emit(ir.ArrayStore(firsts, number, count, c))
            code.emit(_raised(number, count))
            spreading.on()

        sets.walk(code, terms.ZERO, terms.const(count - 1), lambda c: spreading.reach(c, lambda: note(c)))
        return sets.StoredSet(firsts, count, number, kind.ref(), 0, count - 1)

    def linked(self, args: Sequence[Part], node: Part, scope: Scope) -> ir.Expr:
        """Whether steps within a set that cross none of the walls lead from some cells to others."""
        starts, kind = self._places(args[0], scope)
        goals, _ = self._within([args[1]], kind, scope)
        inside, walls = self._within(args[2:], kind, scope)
        spreading = self._spreading(kind, inside, walls, node, scope)
        code, found = scope.code, scope.code.switch_on(hint="linked")
        spreading.then = lambda c: code.emit(ir.Set(found.name, terms.either(found, goals.contains(code, c))))
        spreading.enough = found
        starts.each(code, spreading.reach)
        spreading.on()
        return found

    def steps_between(self, args: Sequence[Part], node: Part, scope: Scope) -> Scalar:
        """How many steps within a set that cross none of the walls lead from a cell to the nearest of others; `none` if there is no way."""
        starts, kind = self._places(args[0], scope)
        goals, _ = self._within([args[1]], kind, scope)
        inside, walls = self._within(args[2:], kind, scope)
        spreading = self._spreading(kind, inside, walls, node, scope)
        code, count = scope.code, kind.count
        far = code.array(count, "far")
        answer = code.variable(terms.const(NO_NUMBER), NO_NUMBER, count - 1, "steps")
        found = code.switch_on(hint="there")

        def measure(c: ir.Expr) -> None:
            before = terms.clamp(terms.sub(spreading.at, terms.ONE), 0, count - 1)
            here = ir.ArrayLoad(ir.INT, 0, count - 1, spreading.queue, before, count)
            so_far = ir.ArrayLoad(ir.INT, 0, count - 1, far, here, count)
            one_more = terms.lowest(terms.add(so_far, terms.ONE), terms.const(count - 1))
            begun = terms.gt(spreading.at, terms.ZERO)
            steps = code.keep(terms.select(begun, one_more, terms.ZERO), "far")
            code.emit(ir.ArrayStore(far, c, count, steps))
            arrived = terms.both(terms.invert(found), goals.contains(code, c))
            code.emit(ir.If(arrived, [ir.Set(answer.name, steps), ir.Set(found.name, terms.YES)]))

        spreading.then, spreading.enough = measure, found
        starts.each(code, spreading.reach)
        spreading.on()
        return Scalar(answer, Type("number", None, True))

    def _places(self, node: Part, scope: Scope) -> tuple[sets.SetValue, Kind]:
        members = self.rules.formulas.members(node, scope)
        kind = members.type.kind
        if kind is None or kind.role not in ("cell", "corner"):
            message = f"an area is made of cells, these are things such as {members.type}"
            raise self.rules.wrong(scope, node, message, "write `area(c, cells)`")
        return members, kind

    def _within(self, args: Sequence[Part], kind: Kind, scope: Scope) -> tuple[sets.SetValue, sets.SetValue | None]:
        """The set that an area keeps to, and the walls."""
        inside, board = self._places(args[0], scope)
        if board is not kind:
            raise self.rules.wrong(
                scope, args[0], f"an area of {kind.plural} keeps to {kind.plural}, not to {board.plural}"
            )
        if len(args) == 1:
            return inside, None
        walls = self.rules.formulas.members(args[1], scope)
        edges = walls.type.kind
        if edges is None or edges.role != "edge" or edges.of is not kind:
            message = f"walls stand on the edges of {kind.plural}, these are things such as {walls.type}"
            hint = "name the edges in the line of the board: `…, edges wall`"
            raise self.rules.wrong(scope, args[1], message, hint)
        return inside, walls

    def _spreading(
        self, kind: Kind, inside: sets.SetValue, walls: sets.SetValue | None, node: Part, scope: Scope
    ) -> Spreading:
        def near(here: ir.Expr, visit: sets.Visit) -> None:
            found = self.rules.boards.related(kind, "neighbours", here)
            assert isinstance(found, sets.SetValue)
            found.each(scope.code, visit)

        def past_walls(here: ir.Expr, visit: sets.Visit) -> None:
            assert walls is not None
            self._past(kind, here, walls, visit, scope.code)

        line = self.rules.line(scope, node)
        return Spreading(scope.code, kind.count, inside, near if walls is None else past_walls, line)

    def _past(self, kind: Kind, here: ir.Expr, walls: sets.SetValue, visit: sets.Visit, code: Code) -> None:
        """Visit the neighbours that no wall stands before. Cells that meet at a corner have no edge between them."""
        assert walls.type.kind is not None
        offsets, items, total, between = self._steps(kind)
        count, last, edges = kind.count, max(0, total - 1), walls.type.kind.count
        start = code.keep(terms.table(offsets, here, -1, count, 0, total))
        stop = code.keep(terms.sub(terms.table(offsets + 1, here, -1, count - 1, 0, total), terms.ONE))

        def step(i: ir.Expr) -> None:
            edge = code.keep(terms.table(between, i, 0, last, -1, edges - 1), "edge")
            blocked = walls.contains(code, edge)
            with code.block() as onward:
                visit(code.keep(terms.table(items, i, 0, last, 0, count - 1), "member"))
            code.emit(ir.If(terms.either(terms.lt(edge, terms.ZERO), terms.invert(blocked)), onward))

        sets.walk(code, start, stop, step)

    def _steps(self, kind: Kind) -> tuple[int, int, int, int]:
        """Where the table has the neighbours of every cell, and behind each step the edge it crosses."""
        if kind.name not in self._edges:
            geometry, tables = geometry_of(kind), self.rules.model.tables
            crossed: dict[tuple[int, ...], list[int]] = {}
            for e, tiles in enumerate(geometry.outline.edge_tiles):
                crossed.setdefault(tuple(tiles), []).append(e)
            steps = [
                [(n, e) for n in near for e in crossed.get((min(c, n), max(c, n)), [-1])]
                for c, near in enumerate(geometry.neighbours)
            ]
            offsets, items, total, _ = tables.ragged([[n for n, _ in near] for near in steps])
            self._edges[kind.name] = (offsets, items, total, tables.add([e for near in steps for _, e in near] or [-1]))
        return self._edges[kind.name]
