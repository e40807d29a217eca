"""Two hidden numbers that change places, and what two numbers come to: `swap Ann.goods[ore] and Cid.goods[ore]`, `my pot = max(my bid, 3)`, `n * n`."""

from __future__ import annotations

from dataclasses import dataclass

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.rules.beliefs.told_numbers import ToldNumbers
from ludwright.rules.beliefs.transfer_layout import (
    GREATEST,
    LEAST,
    NOTHING,
    PARTS,
    PARTS_UP,
    REST,
    SWAPPED,
    TIMES,
    WORKED,
)
from ludwright.rules.beliefs.transfer_words import AMOUNT, DRAWN_FROM, GIVER, MASK, NAMED, SORT, TAKER, WORD
from ludwright.rules.emit.code import Code

Side = tuple[ir.Expr | None, ir.Expr]
"""One of the two that something is worked out from: the cell, or None and what everybody knows it to be."""
NOBODY = terms.const(-1)


@dataclass(frozen=True)
class Known:
    """What everybody knew about a number, and what it truly was."""

    who: ir.Expr
    least: ir.Expr
    most: ir.Expr
    truly: ir.Expr


@dataclass(frozen=True)
class Pair:
    """The two numbers of the oldest entry, where it is about two."""

    cells: tuple[ir.Expr, ir.Expr]
    swapped: tuple[Known, Known]
    """What each of two that change places is afterwards."""
    worked: Known
    """What two numbers come to."""
    told: ir.Expr
    """Whether everybody knew both that change places."""
    same: ir.Expr
    """Whether it is the same sort of one variable that changes places."""


class PairedNumbers(ToldNumbers):
    """Writes such entries, and works the oldest one into what was known before."""

    def swapped(self, cell: ir.Expr, other: ir.Expr) -> ir.Stmt:
        """Two numbers are about to change places."""
        return ir.Do(self.function("swap"), (cell, other))

    def worked(self, cell: ir.Expr, operation: int, one: Side, other: Side) -> ir.Stmt:
        """A number is about to be what two come to."""
        rows = [self.row(side[0]) if side[0] is not None else NOBODY for side in (one, other)]
        numbers = [terms.clamp(side[1], -WORD, WORD) if side[0] is None else ZERO for side in (one, other)]
        args = (rows[0], self.row(cell), numbers[0], terms.const(operation), rows[1], numbers[1])
        return ir.Do(self.function("work"), args)

    def _pair_params(self, name: str) -> list[tuple[str, int, int]]:
        cell, row, number = (0, self.cells - 1), (-1, self.rows - 1), (-WORD, WORD)
        if name == "swap":
            return [("cell", *cell), ("other", *cell)]
        sides = [("giver", *row), ("taker", 0, self.rows - 1), ("amount", *number)]
        return [*sides, ("operation", TIMES, REST), ("source", *row), ("mask", *number)]

    def _make_swap(self, code: Code, cell: ir.Expr, other: ir.Expr) -> None:
        all_ = terms.const(self.knowledge.all)
        one, two = code.keep(self.value(cell), "one"), code.keep(self.value(other), "two")
        apart = terms.both(self.told(cell, True), self.told(other, True))
        settle = [self._settle(cell, two), self._settle(other, one), ir.Return(None)]
        code.emit(ir.If(apart, settle))
        rows = code.keep(self.row(cell), "row"), code.keep(self.row(other), "other_row")
        more = terms.select(terms.eq(*rows), ZERO, terms.clamp(terms.sub(one, two), -WORD, WORD))
        args = (*rows, more, self.sort(cell), all_, terms.const(SWAPPED), NOBODY, self.sort(other), ZERO)
        code.emit(ir.Do(self.function("enter"), args))

    def _make_work(
        self, code: Code, giver: ir.Expr, taker: ir.Expr, amount: ir.Expr, operation: ir.Expr, source: ir.Expr, mask: ir.Expr
    ) -> None:  # fmt: skip
        all_ = terms.const(self.knowledge.all)
        told: ir.Expr = terms.YES
        for row in (giver, source):
            told = terms.both(told, terms.either(terms.lt(row, ZERO), self.told(self._begin(row))))
        one, other = (self._there(row, number) for row, number in ((giver, amount), (source, mask)))
        with code.block() as openly:
            result = self._come_to(code, operation, one, other)
            code.statements.extend(self._settled(self._begin(taker), result))
        code.emit(ir.If(told, openly))
        args = (giver, taker, amount, operation, all_, terms.const(WORKED), source, ZERO, mask)
        code.emit(ir.Do(self.function("enter"), args))

    def _there(self, row: ir.Expr, otherwise: ir.Expr) -> ir.Expr:
        return terms.select(terms.ge(row, ZERO), self.value(self._begin(row)), otherwise)

    def _come_to(self, code: Code, operation: ir.Expr, one: ir.Expr, other: ir.Expr) -> ir.Expr:
        """What two numbers come to; by 0 nothing was divided."""
        one, other = code.keep(one), code.keep(other)
        greatest, least = terms.highest(one, other), terms.lowest(one, other)
        if self.numbers.optional:
            blank = terms.eq(least, terms.const(NOTHING))
            least = terms.select(blank, greatest, least)
            one, other = code.keep(self.counted(one)), code.keep(self.counted(other))
        safe = code.keep(terms.select(terms.eq(other, ZERO), ONE, other))
        found = code.variable(ZERO, -WORD, WORD, "result")
        results = {
            TIMES: terms.mul(one, other),
            LEAST: least,
            GREATEST: greatest,
            PARTS: terms.div(one, safe),
            PARTS_UP: terms.neg(terms.div(terms.neg(one), safe)),
            REST: terms.mod(one, safe),
        }
        for number, result in results.items():
            put = ir.Set(found.name, terms.clamp(result, -WORD, WORD))
            code.emit(ir.If(terms.eq(operation, terms.const(number)), [put]))
        return found

    # ------------------------------------------------------------ the oldest entry

    def _pair(self, code: Code) -> Pair:
        """The two numbers of the oldest entry."""
        giver, taker, source = (code.keep(self._side(ZERO, side)) for side in (GIVER, TAKER, DRAWN_FROM))
        words = (AMOUNT, SORT, NAMED, MASK)
        amount, sort, named, mask = (code.keep(self._word(ZERO, word, WORD, -WORD)) for word in words)
        ends = ((giver, sort), (taker, named))
        cells = [code.keep(terms.clamp(terms.add(self._begin(row), place), 0, self.cells - 1)) for row, place in ends]
        left, right = (self._known_of(code, cell) for cell in cells)
        all_ = terms.const(self.knowledge.all)
        told = code.keep(terms.both(terms.eq(left.who, all_), terms.eq(right.who, all_)), "told")
        variables = (terms.table(self._variables, terms.clamp(row, 0, self.rows - 1), 0, self.rows - 1, 0, self.rows) for row in (giver, taker))  # fmt: skip
        same = code.keep(terms.both(terms.eq(sort, named), terms.eq(*variables)), "same")
        apart = code.keep(terms.ne(giver, taker), "apart")
        swapped = (
            self._after_swap(code, right, left, terms.sub(ZERO, amount), apart),
            self._after_swap(code, left, right, amount, apart),
        )
        return Pair(
            (cells[0], cells[1]), swapped, self._after_work(code, giver, source, amount, mask, sort), told, same
        )

    def _known_of(self, code: Code, cell: ir.Expr) -> Known:
        known = code.keep(self._known(cell))
        sure, start = code.keep(terms.eq(known, terms.const(self.knowledge.all))), code.keep(self._start(cell))
        least = code.keep(terms.select(sure, start, self._floor(cell)))
        most = code.keep(terms.select(sure, start, self._top(cell)))
        return Known(code.keep(terms.bit_or(known, self.watchers(cell))), least, most, start)

    @staticmethod
    def _after_swap(code: Code, new: Known, old: Known, more: ir.Expr, apart: ir.Expr) -> Known:
        """What is known of a number that was in another place; if how much more it was shows, it tells something about either."""
        who = code.keep(terms.select(apart, terms.bit_or(new.who, old.who), new.who))
        least = terms.select(apart, terms.highest(new.least, terms.add(old.least, more)), new.least)
        most = terms.select(apart, terms.lowest(new.most, terms.add(old.most, more)), new.most)
        return Known(who, code.keep(least), code.keep(most), new.truly)

    def _after_work(
        self, code: Code, giver: ir.Expr, source: ir.Expr, amount: ir.Expr, mask: ir.Expr, operation: ir.Expr
    ) -> Known:
        """What is known of what two numbers come to: it lies between what their least and most come to, but for a rest and where 0 lies between."""
        if not self.numbers.reckons:
            return Known(ZERO, ZERO, ZERO, ZERO)
        one, other = (self._side_known(code, row, number) for row, number in ((giver, amount), (source, mask)))
        least, most = (code.variable(terms.const(end), -WORD, WORD) for end in (-WORD, WORD))
        odd = terms.both(terms.le(other.least, ZERO), terms.ge(other.most, ZERO))
        wild = terms.both(terms.ge(operation, terms.const(PARTS)), terms.either(odd, terms.eq(operation, terms.const(REST))))  # fmt: skip
        with code.block() as between:
            ends = [
                self._come_to(code, operation, a, b) for a in (one.least, one.most) for b in (other.least, other.most)
            ]
            low, high = ends[0], ends[0]
            for end in ends[1:]:
                low, high = code.keep(terms.lowest(low, end)), code.keep(terms.highest(high, end))
            code.statements.extend([ir.Set(least.name, low), ir.Set(most.name, high)])
        code.emit(ir.If(wild, [], between))
        with code.block() as rest:
            size = terms.highest(terms.neg(other.least), other.most)
            code.statements.extend([ir.Set(least.name, terms.clamp(terms.neg(size), -WORD, WORD)), ir.Set(most.name, terms.clamp(size, -WORD, WORD))])  # fmt: skip
        code.emit(ir.If(terms.eq(operation, terms.const(REST)), rest))
        who = code.keep(terms.bit_and(one.who, other.who))
        return Known(who, least, most, self._come_to(code, operation, one.truly, other.truly))

    def _side_known(self, code: Code, row: ir.Expr, number: ir.Expr) -> Known:
        """What is known of one of the two that something is worked out from."""
        there, known = terms.ge(row, ZERO), self._known_of(code, self._begin(row))
        who = code.keep(terms.select(there, known.who, terms.const(self.knowledge.all)))
        ends = (code.keep(terms.select(there, end, number)) for end in (known.least, known.most, known.truly))  # fmt: skip
        return Known(who, *ends)
