"""Numbers that changed by something not everybody sees: `let loot = random r in resources by p.goods[r]`, `pay 1 loot from p.goods to my goods`.

Of an indexed variable that not everybody sees, the sum of each owner is public, but not always which of the numbers changed. So the state holds a
short list of such changes: from which owner, to which, how much, which of the numbers it truly was, who can tell, and how it was drawn. Behind each
stands for every number what happened openly until the next one: by how much it changed, and between what it must have lain right after the hidden
change, since everything paid was there and nothing became more than it can be. Whoever deals again (:mod:`ludwright.hidden.transfers`) draws
the hidden changes anew, so that all of it holds.

``known`` and ``floor`` of such a variable speak of the moment before the first change in the list. Where the list is full, the oldest change is
worked into these: then it is known how much there is at least, of each owner in all, and of each sort in all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.model.transfer_layout import DELTA, EVEN, HIGH, IF_THERE, LOW
from ludwright.rules.beliefs.folding import Folding
from ludwright.rules.beliefs.transfer_words import (
    AMOUNT,
    DRAWN_FROM,
    GIVER,
    LAW,
    NAMED,
    SORT,
    TAKER,
    WHO,
    WORD,
    TransferWords,
)  # fmt: skip
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

__all__ = ["HiddenDraw", "Transfers"]


@dataclass(frozen=True)
class HiddenDraw:
    """How it was drawn which number changes: by what law, from whose numbers, and the number of the `let` that named it (0: none)."""

    law: int = EVEN
    drawn_from: ir.Expr | None = None
    named: int = 0
    shown: bool = False
    """Whether everybody sees what came out: then it still tells something of what it was drawn from."""


class Transfers(TransferWords):
    """Writes the list."""

    asked = frozenset(["join"])

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._folding = Folding(self)

    # ------------------------------------------------------------ for those who note something

    def note(self, giver: ir.Expr | None, taker: ir.Expr | None, amount: ir.Expr, draw: HiddenDraw) -> ir.Stmt:
        """A change about to be made, of cells (or None for nobody) of which not everybody sees which they are."""
        some = giver if giver is not None else taker
        assert some is not None
        cells = (giver, taker, draw.drawn_from)
        rows = [self.row(cell) if cell is not None else terms.const(-1) for cell in cells]
        how = (terms.const(draw.law), rows[2], terms.const(draw.named), terms.const(int(draw.shown)))
        args = (rows[0], rows[1], terms.clamp(amount, 0, WORD), self.sort(some), *how)
        return ir.Do(self.function("note"), args)

    def change(self, cell: ir.Expr, by: ir.Expr) -> ir.Stmt:
        """A change about to be made that everybody sees."""
        return ir.Do(self.function("change"), (cell, terms.clamp(by, -WORD, WORD)))

    def least(self, cell: ir.Expr, number: ir.Expr) -> ir.Stmt:
        """Everybody learns that a number is at least that much."""
        return ir.Do(self.function("least"), (cell, terms.clamp(number, -WORD, WORD)))

    def greatest(self, cell: ir.Expr, number: ir.Expr) -> ir.Stmt:
        """Everybody learns that a number is at most that much."""
        return ir.Do(self.function("greatest"), (cell, terms.clamp(number, -WORD, WORD)))

    def exact(self, cell: ir.Expr) -> ir.Stmt:
        """Everybody learns what a number is."""
        return ir.Do(self.function("exact"), (cell,))

    def lose(self, cell: ir.Expr) -> ir.Stmt:
        """Nobody who does not see them knows anything about the numbers of that owner any more."""
        return ir.Do(self.function("lose"), (self.row(cell),))

    # ------------------------------------------------------------ functions

    def _params(self, name: str) -> list[tuple[str, int, int]]:
        cell, number = ("cell", 0, self.cells - 1), ("number", -WORD, WORD)
        sides = [("giver", -1, self.rows - 1), ("taker", -1, self.rows - 1)]
        return {
            "note": [*sides, *self._how()],
            "join": [*sides, *self._how()[:-1]],
            "enter": [*sides, *self._how()[:2], ("who", 0, self.knowledge.all), *self._how()[2:-1]],
            "change": [cell, number],
            "least": [cell, number],
            "greatest": [cell, number],
            "exact": [cell],
            "lose": [("row", 0, self.rows - 1)],
            "fold": [],
            "drop": [("entry", 0, self.most - 1)],
        }[name]

    def _make_fold(self, code: Code) -> None:
        self._folding.fold(code)

    def _make_lose(self, code: Code, row: ir.Expr) -> None:
        self._folding.lose(code, row)

    def _how(self) -> list[tuple[str, int, int]]:
        drawn = [("law", EVEN, IF_THERE), ("drawn_from", -1, self.rows - 1), ("named", 0, WORD), ("shown", 0, 1)]
        return [("amount", 0, WORD), ("sort", 0, self.span - 1), *drawn]

    def _make_note(
        self, code: Code, giver: ir.Expr, taker: ir.Expr, amount: ir.Expr, sort: ir.Expr,
        law: ir.Expr, drawn_from: ir.Expr, named: ir.Expr, shown: ir.Expr,
    ) -> None:  # fmt: skip
        """Note a change, unless everybody can tell what it is and nothing else is open."""
        watching, all_ = terms.bit_or(self._watching(giver), self._watching(taker)), terms.const(self.knowledge.all)
        who = code.keep(terms.select(terms.eq(shown, ONE), all_, watching), "who")
        idle = terms.both(terms.eq(who, all_), terms.eq(self._count(), ZERO))
        openly = self._openly(giver, taker, amount, sort)
        code.emit(ir.If(terms.either(idle, terms.eq(amount, ZERO)), [*openly, ir.Return(None)]))
        joined, head = code.fresh("joined"), (giver, taker, amount, sort, law, drawn_from, named)
        code.emit(ir.Do(self.function("join"), head, joined))
        code.emit(ir.If(terms.gt(terms.local(joined, 0, 1), ZERO), [ir.Return(None)]))
        code.emit(ir.Do(self.function("enter"), (*head[:4], who, law, drawn_from, named)))

    def _make_join(
        self, code: Code, giver: ir.Expr, taker: ir.Expr, amount: ir.Expr, sort: ir.Expr,
        law: ir.Expr, drawn_from: ir.Expr, named: ir.Expr,
    ) -> None:  # fmt: skip
        """What one got that another has just given is one change: 1 if that is so."""
        last = code.keep(self._last(), "last")
        before = code.keep(self._side(last, GIVER), "before")
        new = terms.either(terms.eq(self._count(), ZERO), terms.eq(named, ZERO))
        ends = terms.both(terms.both(terms.lt(giver, ZERO), terms.ge(before, ZERO)), terms.lt(self._side(last, TAKER), ZERO))  # fmt: skip
        same = terms.both(terms.eq(self._wide(last, NAMED), named), terms.eq(self._wide(last, AMOUNT), amount))
        code.emit(ir.If(terms.either(new, terms.invert(terms.both(ends, same))), [ir.Return(ZERO)]))
        code.emit(ir.If(terms.ne(self._wide(last, SORT), sort), [ir.Return(ZERO)]))
        changed: sets.Test = lambda cell: terms.ne(self._get(last, cell, DELTA), ZERO)  # noqa: E731
        self._each_cell(code, lambda cell: code.emit(ir.If(changed(cell), [ir.Return(ZERO)])))
        who = code.keep(terms.bit_or(self._watching(before), self._watching(taker)), "who")
        whole = [self._set_word(last, TAKER, taker, WORD, -1), self._set_word(last, WHO, who, WORD, -1)]
        idle = terms.both(terms.eq(who, terms.const(self.knowledge.all)), terms.eq(last, ZERO))
        code.emit(ir.If(idle, [self._set_count(last), *self._openly(before, taker, amount, sort)], whole))
        code.emit(ir.Return(ONE))

    def _make_enter(
        self, code: Code, giver: ir.Expr, taker: ir.Expr, amount: ir.Expr, sort: ir.Expr, who: ir.Expr,
        law: ir.Expr, source: ir.Expr, named: ir.Expr,
    ) -> None:  # fmt: skip
        """Write a new entry behind the others."""
        full = terms.ge(self._count(), terms.const(self.most))
        with code.block() as fold:
            self._folding.make_room(code)
        code.emit(ir.If(full, fold))
        new = code.keep(terms.clamp(self._count(), 0, self.most - 1), "new")
        words = (GIVER, TAKER, AMOUNT, SORT, WHO, LAW, DRAWN_FROM, NAMED)
        for word, value in zip(words, (giver, taker, amount, sort, who, law, source, named), strict=True):
            code.emit(self._set_word(new, word, value, WORD, -WORD))
        first = code.keep(terms.eq(new, ZERO), "first")

        def begin(cell: ir.Expr) -> None:
            for part, value in ((DELTA, ZERO), (LOW, self._least_of(cell)), (HIGH, self._most_of(cell))):
                code.emit(self._put(new, cell, part, value))
            code.emit(ir.If(first, [self._set_start(cell, self.value(cell))]))

        self._each_cell(code, begin)
        code.emit(self._set_count(terms.add(new, ONE)))

    def _openly(self, giver: ir.Expr, taker: ir.Expr, amount: ir.Expr, sort: ir.Expr) -> list[ir.Stmt]:
        """A change that everybody sees."""
        found: list[ir.Stmt] = []
        for row, by in ((giver, terms.sub(ZERO, amount)), (taker, amount)):
            cell = terms.clamp(terms.add(self._begin(row), sort), 0, self.cells - 1)
            found.append(ir.If(terms.ge(row, ZERO), [self.change(cell, by)]))
        return found

    def _make_change(self, code: Code, cell: ir.Expr, by: ir.Expr) -> None:
        """A number changes openly."""
        floor = self._set_floor(cell, terms.add(self._floor(cell), by))
        top = self._set_top(cell, terms.add(self._top(cell), by))
        code.emit(ir.If(terms.eq(self._count(), ZERO), [floor, top, ir.Return(None)]))
        last = code.keep(self._last(), "last")
        delta = code.keep(terms.clamp(terms.add(self._get(last, cell, DELTA), by), -WORD, WORD), "delta")
        code.emit(self._put(last, cell, DELTA, delta))
        low = terms.highest(self._get(last, cell, LOW), terms.sub(self._least_of(cell), delta))
        high = terms.lowest(self._get(last, cell, HIGH), terms.sub(self._most_of(cell), delta))
        code.emit(self._put(last, cell, LOW, low))
        code.emit(self._put(last, cell, HIGH, high))

    def _make_least(self, code: Code, cell: ir.Expr, number: ir.Expr) -> None:
        self._unless_veiled(code)
        floor = self._set_floor(cell, terms.highest(self._floor(cell), number))
        code.emit(ir.If(terms.eq(self._count(), ZERO), [floor, ir.Return(None)]))
        last = code.keep(self._last(), "last")
        then = terms.sub(number, self._get(last, cell, DELTA))
        code.emit(self._put(last, cell, LOW, terms.highest(self._get(last, cell, LOW), then)))

    def _make_greatest(self, code: Code, cell: ir.Expr, number: ir.Expr) -> None:
        self._unless_veiled(code)
        top = self._set_top(cell, terms.lowest(self._top(cell), number))
        code.emit(ir.If(terms.eq(self._count(), ZERO), [top, ir.Return(None)]))
        last = code.keep(self._last(), "last")
        then = terms.sub(number, self._get(last, cell, DELTA))
        code.emit(self._put(last, cell, HIGH, terms.lowest(self._get(last, cell, HIGH), then)))

    def _make_exact(self, code: Code, cell: ir.Expr) -> None:
        self._unless_veiled(code)
        value = code.keep(self.value(cell), "value")
        code.emit(ir.If(terms.eq(self._count(), ZERO), [*self._known_as(cell, value), ir.Return(None)]))
        last = code.keep(self._last(), "last")
        then = code.keep(terms.clamp(terms.sub(value, self._get(last, cell, DELTA)), -WORD, WORD), "then")
        code.emit(self._put(last, cell, LOW, then))
        code.emit(self._put(last, cell, HIGH, then))

    def _known_as(self, cell: ir.Expr, value: ir.Expr) -> list[ir.Stmt]:
        """Everybody knows what a number is, and there is no list."""
        known = self._set_known(cell, terms.const(self.knowledge.all))
        return [known, self._set_floor(cell, value), self._set_top(cell, value)]
