"""Patterns on a board: lines of a length, and what is linked with what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.language.syntax import Part
from ludwright.model.geometry import line_windows, lines_through
from ludwright.model.kinds import Kind
from ludwright.rules.emit.code import Code
from ludwright.rules.formulas.boards import geometry_of
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MOST_STEPS = 500_000
"""Steps after which the search for a longest trail is called endless."""


class BoardLines:
    """`line`, `linked` and `longest_trail`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def _cells(
        self, node: Part, scope: Scope, word: str, roles: tuple[str, ...] = ("cell",)
    ) -> tuple[sets.SetValue, Kind]:
        members = self.rules.formulas.members(node, scope)
        kind = members.type.kind
        if kind is None or kind.role not in roles:
            raise self.rules.wrong(
                scope, node, f"`{word}` needs a set of {roles[0]}s, these are things such as {members.type}"
            )
        return members, kind

    # ------------------------------------------------------------ line

    def line(self, length: Part, group: Part, node: Part, scope: Scope) -> ir.Expr:
        """Whether some straight line of that many cells lies in the set."""
        size = self.rules.static(length, scope.declaration)
        members, kind = self._cells(group, scope, "line")
        if not 1 <= size <= 100:
            raise self.rules.wrong(scope, length, "a line has 1 to 100 cells")
        geometry = geometry_of(kind)
        windows = line_windows(geometry, size)
        found = scope.code.switch_on(hint="line")
        if not windows:
            return terms.NO
        touched = self.rules.watch.touched(group, kind, scope)
        base = self.rules.model.tables.add([cell for window in windows for cell in window])
        last = len(windows) * size - 1

        def look(start: ir.Expr) -> None:
            """One line: all its cells must be in the set."""
            self._all_inside(
                scope,
                members,
                [self._cell(base, terms.add(start, terms.const(k)), last, kind) for k in range(size)],
                found,
            )

        def everywhere() -> None:
            sets.walk(
                scope.code,
                terms.ZERO,
                terms.const(len(windows) - 1),
                lambda w: look(scope.code.keep(terms.mul(w, terms.const(size)))),
            )

        if touched is None:
            everywhere()
            return found
        through = [[w * size for w in lines] for lines in lines_through(windows, kind.count)]
        offsets, items, total, longest = self.rules.model.tables.ragged(through)
        near = sets.Listed(
            offsets,
            items,
            total,
            terms.clamp(touched, 0, kind.count - 1),
            kind.count,
            longest,
            kind.ref(),
            0,
            last + 1 - size,
        )
        with scope.code.block() as one:
            near.each(scope.code, look)
        with scope.code.block() as many:
            everywhere()
        none_or_many = ir.If(terms.lt(touched, terms.const(-1)), many)
        scope.code.emit(ir.If(terms.ge(touched, terms.ZERO), one, [none_or_many]))
        return found

    def _cell(self, base: int, index: ir.Expr, last: int, kind: Kind) -> ir.Expr:
        return terms.table(base, index, 0, last, 0, kind.count - 1)

    def _all_inside(self, scope: Scope, members: sets.SetValue, cells: list[ir.Expr], found: ir.Local) -> None:
        code = scope.code
        if not cells:
            code.emit(ir.Set(found.name, terms.YES))
            code.emit(ir.Break())
            return
        inside = members.contains(code, code.keep(cells[0], "cell"))
        with code.block() as more:
            self._all_inside(scope, members, cells[1:], found)
        code.emit(ir.If(inside, more))

    # ------------------------------------------------------------ linked

    def linked(self, args: Sequence[Part], node: Part, scope: Scope) -> ir.Expr:
        """Whether a path through the third set joins the first with the second."""
        code = scope.code
        starts, kind = self._cells(args[0], scope, "linked", ("cell", "corner"))
        goals, _ = self._cells(args[1], scope, "linked", ("cell", "corner"))
        inside, _ = self._cells(args[2], scope, "linked", ("cell", "corner"))
        found = code.switch_on(hint="linked")
        touched = self.rules.watch.touched(args[2], kind, scope)
        if touched is None:
            self._flood(starts, starts, goals, inside, kind, found, node, scope)
            return found
        # only what hangs together with the cell that changed can have become linked
        with code.block() as one:
            here = sets.One(terms.clamp(touched, 0, kind.count - 1), kind.ref())
            self._flood(here, starts, goals, inside, kind, found, node, scope)
        with code.block() as many:
            self._flood(starts, starts, goals, inside, kind, found, node, scope)
        code.emit(ir.If(terms.ge(touched, terms.ZERO), one, [ir.If(terms.lt(touched, terms.const(-1)), many)]))
        return found

    def _flood(
        self,
        roots: sets.SetValue,
        starts: sets.SetValue,
        goals: sets.SetValue,
        inside: sets.SetValue,
        kind: Kind,
        found: ir.Local,
        node: Part,
        scope: Scope,
    ) -> None:
        """Walk everything inside that hangs together with the roots, until it has touched a start and a goal."""
        code, count = scope.code, kind.count
        seen, queue = code.array(count, "seen"), code.array(count, "queue")
        self._clear(scope, seen, count)
        filled = code.variable(terms.ZERO, 0, count, "filled")
        from_start, at_goal = code.switch_on(roots is starts, "from_start"), code.switch_on(hint="at_goal")

        def reach(c: ir.Expr) -> None:
            fresh = terms.eq(ir.ArrayLoad(ir.INT, 0, 1, seen, c, count), terms.ZERO)
            with code.block() as more:
                holds = inside.contains(code, c)
                with code.block() as enter:
                    code.emit(ir.ArrayStore(seen, c, count, terms.ONE))
                    code.emit(ir.ArrayStore(queue, filled, count, c))
                    code.emit(ir.Set(filled.name, terms.lowest(terms.add(filled, terms.ONE), terms.const(count))))
                    if roots is not starts:
                        code.emit(ir.Set(from_start.name, terms.either(from_start, starts.contains(code, c))))
                    code.emit(ir.Set(at_goal.name, terms.either(at_goal, goals.contains(code, c))))
                code.emit(ir.If(holds, enter))
            code.emit(ir.If(fresh, more))

        roots.each(code, reach)
        at = code.variable(terms.ZERO, 0, count, "at")
        with code.block() as body:
            here = code.keep(ir.ArrayLoad(ir.INT, 0, count - 1, queue, at, count), "here")
            code.emit(ir.Set(at.name, terms.lowest(terms.add(at, terms.ONE), terms.const(count))))
            self._near(kind, here).each(code, reach)
        linked = terms.both(from_start, at_goal)
        more_to_do = terms.both(terms.lt(at, filled), terms.invert(linked))
        code.emit(ir.While([], more_to_do, body, self.rules.line(scope, node), count + 1))
        code.emit(ir.Set(found.name, linked))

    def _near(self, kind: Kind, here: ir.Expr) -> sets.SetValue:
        near = self.rules.boards.related(kind, "neighbours", here)
        assert isinstance(near, sets.SetValue)
        return near

    def _clear(self, scope: Scope, array: str, count: int) -> None:
        name = scope.code.fresh("i")
        clear = ir.ArrayStore(array, terms.local(name, 0, count - 1), count, terms.ZERO)
        scope.code.emit(ir.Loop(name, terms.ZERO, terms.const(count - 1), [clear], 0))

    # ------------------------------------------------------------ longest trail

    def longest_trail(self, group: Part, node: Part, scope: Scope) -> ir.Expr:
        """The most edges of the set in one trail that uses none twice: every trail is tried, step by step, with the way back kept."""
        members, kind = self._cells(group, scope, "longest_trail", ("edge",))
        outline = geometry_of(kind).outline
        code, count = scope.code, kind.count
        offsets, items, total, _ = self.rules.model.tables.ragged(outline.corner_edges)
        ends = self.rules.model.tables.add([corner for edge in outline.edge_ends for corner in edge])
        corners = len(outline.corner_edges)
        inside, used = code.array(count, "inside"), code.array(count, "used")
        for array in (inside, used):
            self._clear(scope, array, count)
        members.each(code, lambda e: code.emit(ir.ArrayStore(inside, e, count, terms.ONE)))
        edges, at, tried = (code.array(count, name) for name in ("edges", "at", "tried"))
        best, depth = code.variable(terms.ZERO, 0, count, "best"), code.variable(terms.ZERO, 0, count, "depth")

        def free(e: ir.Expr) -> ir.Expr:
            here = ir.ArrayLoad(ir.INT, 0, 1, inside, e, count)
            gone = ir.ArrayLoad(ir.INT, 0, 1, used, e, count)
            return terms.both(terms.eq(here, terms.ONE), terms.eq(gone, terms.ZERO))

        def push(e: ir.Expr, corner: ir.Expr) -> list[ir.Stmt]:
            return [
                ir.ArrayStore(edges, depth, count, e),
                ir.ArrayStore(at, depth, count, corner),
                ir.ArrayStore(tried, depth, count, terms.ZERO),
                ir.ArrayStore(used, e, count, terms.ONE),
                ir.Set(depth.name, terms.lowest(terms.add(depth, terms.ONE), terms.const(count))),
                ir.Set(best.name, terms.highest(best, depth)),
            ]

        def other_end(e: ir.Expr, corner: ir.Expr) -> ir.Expr:
            first = terms.table(ends, terms.mul(e, terms.const(2)), 0, 2 * count - 1, 0, corners - 1)
            second = terms.table(
                ends, terms.add(terms.mul(e, terms.const(2)), terms.ONE), 0, 2 * count - 1, 0, corners - 1
            )
            return terms.select(terms.eq(first, corner), second, first)

        def step() -> None:
            top = code.keep(terms.clamp(terms.sub(depth, terms.ONE), 0, count - 1), "top")
            corner = code.keep(ir.ArrayLoad(ir.INT, 0, corners - 1, at, top, count), "corner")
            k = code.keep(ir.ArrayLoad(ir.INT, 0, count, tried, top, count), "k")
            start = terms.table(offsets, corner, -1, corners, 0, total)
            stop = terms.table(offsets + 1, corner, -1, corners - 1, 0, total)
            place = code.keep(terms.add(start, k), "place")
            with code.block() as onward:
                code.emit(ir.ArrayStore(tried, top, count, terms.lowest(terms.add(k, terms.ONE), terms.const(count))))
                e = code.keep(terms.table(items, place, 0, max(0, total - 1), 0, count - 1), "edge")
                code.emit(ir.If(free(e), push(e, other_end(e, corner))))
            back: list[ir.Stmt] = [
                ir.ArrayStore(used, ir.ArrayLoad(ir.INT, 0, count - 1, edges, top, count), count, terms.ZERO),
                ir.Set(depth.name, top),
            ]
            code.emit(ir.If(terms.lt(place, stop), onward, back))

        def root(e: ir.Expr) -> None:
            for side in (0, 1):
                corner = terms.table(
                    ends, terms.add(terms.mul(e, terms.const(2)), terms.const(side)), 0, 2 * count - 1, 0, corners - 1
                )
                code.statements.extend(push(e, corner))
                with code.block() as body:
                    step()
                code.emit(ir.While([], terms.gt(depth, terms.ZERO), body, self.rules.line(scope, node), MOST_STEPS))

        sets.walk(code, terms.ZERO, terms.const(count - 1), lambda e: self._if(code, free(e), lambda: root(e)))
        return best

    @staticmethod
    def _if(code: Code, cond: ir.Expr, make: Callable[[], None]) -> None:
        with code.block() as body:
            make()
        code.emit(ir.If(cond, body))
