"""`best(worth(w, j) for w in workers matched to j in jobs)`: the greatest total when each goes to at most one, and each takes at most one.

Solved exactly by the Hungarian method: one row after the other is let in, along the cheapest way of moving the rows that are in already.
Nobody has to be matched, so that a pair worth less than nothing counts as one that is not made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.model.kinds import NUMBER, Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope

if TYPE_CHECKING:
    from ludwright.rules.formulas.walks import Walks

MOST = 128
"""So many on each side."""
MOST_WORTH = 2**31 - 1
FAR = 1 << 50
"""Further than any sum of worths."""


def best_matching(formulas: Walks, node: syntax.MatchedArguments, scope: Scope) -> Scalar:
    """The total worth of the best way to match the members of one set to those of another."""
    formula, other = node.value, node.others
    code, rules = scope.code, formulas.rules
    name, members, _, _ = formulas.gen(node.members, scope)
    rows = sets.keep(code, members)
    if other.start is not None or other.backwards is not None or isinstance(other.limit, syntax.WhileClause):
        raise rules.wrong(scope, other, "the order makes no difference here", "only `with` can follow this set")
    columns = sets.keep(code, formulas.members(other.source, scope))
    for side, kept in ((node.members, rows), (other, columns)):
        if kept.size > MOST:
            raise rules.wrong(scope, side, f"these may be {kept.size}: at most {MOST} can be matched")
    wide = max(rows.size, columns.size)
    worths = code.array(rows.size * columns.size, "worths")
    highest: list[int] = []

    def weigh(i: ir.Expr, j: ir.Expr) -> None:
        x, y = code.keep(rows.at(i), "x"), code.keep(columns.at(j), "y")
        inner = formulas.bound(formulas.bound(scope, name, x, rows.type), str(other.name), y, columns.type)
        worth = code.variable(ZERO, 0, MOST_WORTH, "worth")
        with code.block() as pair:
            value = formulas.scalar(formula, inner, NUMBER)
            if value.type.form not in ("number", "bool", "none") or value.expr.type == ir.REAL:
                kind = "a fraction" if value.expr.type == ir.REAL else value.type
                raise rules.wrong(scope, formula, f"expected a whole number, this is {kind}")
            # `none` lies below every number, and so is worth nothing
            amount = terms.clamp(terms.as_int(value.expr), 0, MOST_WORTH)
            highest.append(amount.hi)
            code.emit(ir.Set(worth.name, amount))
        if other.limit is None:
            code.statements.extend(pair)
        else:
            code.emit(ir.If(formulas.cond(other.limit.condition, inner), pair))
        place = terms.add(terms.mul(i, terms.const(columns.size)), j)
        code.emit(ir.ArrayStore(worths, place, rows.size * columns.size, worth))

    last_row, last_column = terms.sub(rows.number, ONE), terms.sub(columns.number, ONE)
    sets.walk(code, ZERO, last_row, lambda i: sets.walk(code, ZERO, last_column, lambda j: weigh(i, j)))
    table = _Table(code, worths, rows, columns, wide, rules.line(scope, node))
    total = table.solve()
    return Scalar(terms.clamp(total, 0, min(rows.size, columns.size) * max(highest, default=0)), Type("number"))


class _Table:
    """The Hungarian method on a table of worths. Columns count from 1; 0 is where the row comes in that is let in next.

    ``height`` and ``depth`` are the prices of rows and columns, ``row_of`` who sits in a column (0: nobody), ``slack`` how far a
    column is from being reached, and ``via`` from which other it would be.
    """

    def __init__(
        self, code: Code, worths: str, rows: sets.StoredSet, columns: sets.StoredSet, wide: int, line: int
    ) -> None:
        self.code, self.worths, self.rows, self.columns, self.line = code, worths, rows, columns, line
        self.size = wide + 1
        self.wide = code.keep(terms.highest(rows.number, columns.number), "wide")
        self.height, self.depth, self.row_of, self.via, self.slack, self.seen = (
            code.array(self.size, hint) for hint in ("height", "depth", "row_of", "via", "slack", "seen")
        )

    def _at(self, array: str, i: ir.Expr, lo: int = -FAR, hi: int = FAR) -> ir.Expr:
        return ir.ArrayLoad(ir.INT, lo, hi, array, i, self.size)

    def _row(self, j: ir.Expr) -> ir.Expr:
        return self._at(self.row_of, j, 0, self.rows.size)

    def _put(self, array: str, i: ir.Expr, value: ir.Expr) -> ir.Stmt:
        return ir.ArrayStore(array, i, self.size, value)

    def _raised(self, array: str, i: ir.Expr, by: ir.Expr) -> ir.Stmt:
        return self._put(array, i, terms.clamp(terms.add(self._at(array, i), by), -FAR, FAR))

    def _worth(self, row: ir.Expr, column: ir.Expr) -> ir.Expr:
        """What a row (from 1) and a column (from 1) are worth; columns that only fill up the table are worth nothing."""
        size = self.rows.size * self.columns.size
        i = terms.mul(terms.sub(terms.highest(row, ONE), ONE), terms.const(self.columns.size))
        place = terms.clamp(terms.add(i, terms.sub(column, ONE)), 0, size - 1)
        worth = ir.ArrayLoad(ir.INT, 0, MOST_WORTH, self.worths, place, size)
        return terms.select(terms.le(column, self.columns.number), worth, ZERO)

    def solve(self) -> ir.Expr:
        code = self.code

        def clear(j: ir.Expr) -> None:
            for array in (self.height, self.depth, self.row_of, self.via):
                code.emit(self._put(array, j, ZERO))

        sets.walk(code, ZERO, self.wide, clear)
        sets.walk(code, ONE, self.rows.number, self._let_in)
        return code.keep(self._at(self.depth, ZERO), "total")

    def _let_in(self, row: ir.Expr) -> None:
        code = self.code

        def forget(j: ir.Expr) -> None:
            code.emit(self._put(self.slack, j, terms.const(FAR)))
            code.emit(self._put(self.seen, j, ZERO))

        code.emit(self._put(self.row_of, ZERO, row))
        sets.walk(code, ZERO, self.wide, forget)
        here = code.variable(ZERO, 0, self.size - 1, "here")
        with code.block() as reach:
            self._reach(here)
            code.emit(ir.If(terms.eq(self._row(here), ZERO), [ir.Break()]))
        code.emit(ir.While([], terms.YES, reach, self.line, self.size + 1))
        with code.block() as move:
            before = code.keep(self._at(self.via, here, 0, self.size - 1), "before")
            code.emit(self._put(self.row_of, here, self._row(before)))
            code.emit(ir.Set(here.name, before))
        code.emit(ir.While([], terms.gt(here, ZERO), move, self.line, self.size + 1))

    def _reach(self, here: ir.Local) -> None:
        """Go on to the column that is nearest to those reached so far."""
        code = self.code
        code.emit(self._put(self.seen, here, ONE))
        row = code.keep(self._row(here), "row")
        nearest = code.variable(terms.const(FAR), -FAR, FAR, "nearest")
        there = code.variable(ZERO, 0, self.size - 1, "there")

        def look(j: ir.Expr) -> None:
            with code.block() as fresh:
                price = terms.add(terms.add(self._worth(row, j), self._at(self.height, row)), self._at(self.depth, j))
                gap = code.keep(terms.clamp(terms.neg(price), -FAR, FAR), "gap")
                closer = [self._put(self.slack, j, gap), self._put(self.via, j, here)]
                code.emit(ir.If(terms.lt(gap, self._at(self.slack, j)), closer))
                slack = code.keep(self._at(self.slack, j), "slack")
                code.emit(ir.If(terms.lt(slack, nearest), [ir.Set(nearest.name, slack), ir.Set(there.name, j)]))
            code.emit(ir.If(terms.eq(self._at(self.seen, j, 0, 1), ZERO), fresh))

        sets.walk(code, ONE, self.wide, look)

        def price(j: ir.Expr) -> None:
            down = terms.neg(nearest)
            reached = [self._raised(self.height, self._row(j), nearest), self._raised(self.depth, j, down)]
            seen = terms.eq(self._at(self.seen, j, 0, 1), ONE)
            code.emit(ir.If(seen, reached, [self._raised(self.slack, j, down)]))

        sets.walk(code, ZERO, self.wide, price)
        code.emit(ir.Set(here.name, there))
