"""The oldest change that not everybody sees, worked into what was known before it, where there is no room for more: too much is thought possible then, never too little."""

from __future__ import annotations

from dataclasses import dataclass

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.model.transfer_layout import DELTA, HIGH, LOW, SUMS_LOST
from ludwright.rules.beliefs.transfer_words import AMOUNT, GIVER, SORT, TAKER, WHO, WORD, TransferWords
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

LET_GO = 4
"""One more bit there: what was long ago had to make room."""
LOST = SUMS_LOST | LET_GO


@dataclass(frozen=True)
class _Oldest:
    """The words of the change, and whether everybody can tell what it was."""

    giver: ir.Expr
    taker: ir.Expr
    amount: ir.Expr
    sort: ir.Expr
    who: ir.Expr
    told: ir.Expr


class Folding:
    """Works out what is left of it, for the list of changes it is given."""

    def __init__(self, log: TransferWords) -> None:
        self._log = log

    def fold(self, code: Code) -> None:
        """Work the oldest change into what was known before it, and drop it."""
        oldest = self._oldest(code)
        # what was known to all is taken from how the numbers stood, so every number before any changes
        self._log._each_cell(code, lambda cell: self._loosen(code, cell, oldest))
        self._log._each_cell(code, lambda cell: self._advance(code, cell, oldest))
        alone = terms.either(terms.lt(oldest.giver, ZERO), terms.lt(oldest.taker, ZERO))
        code.emit(ir.If(terms.both(alone, terms.invert(oldest.told)), [self._lose_sums(SUMS_LOST)]))
        code.emit(ir.Do(self._log.function("drop"), (ZERO,)))

    def make_room(self, code: Code) -> None:
        """Make room for one more."""
        code.emit(self._lose_sums(LET_GO))
        code.emit(ir.Do(self._log.function("fold"), ()))

    def _oldest(self, code: Code) -> _Oldest:
        giver, taker = (code.keep(self._log._side(ZERO, side)) for side in (GIVER, TAKER))
        amount, sort = (code.keep(self._log._wide(ZERO, word)) for word in (AMOUNT, SORT))
        who = code.keep(terms.bit_and(self._log._word(ZERO, WHO, WORD), terms.const(self._log.knowledge.all)), "who")
        told = code.keep(terms.eq(who, terms.const(self._log.knowledge.all)), "told")
        return _Oldest(giver, taker, amount, sort, who, told)

    def _loosen(self, code: Code, cell: ir.Expr, oldest: _Oldest) -> None:
        """What everybody knows about a number after the change."""
        all_ = terms.const(self._log.knowledge.all)
        row, sure = code.keep(self._log.row(cell)), code.keep(terms.eq(self._log._known(cell), all_))
        start = self._log._start(cell)
        known = code.variable(self._log._known(cell), 0, self._log.knowledge.all, "known")
        least = code.variable(terms.select(sure, start, self._log._floor(cell)), -WORD, WORD, "least")
        most = code.variable(terms.select(sure, start, self._log._top(cell)), -WORD, WORD, "most")
        gave, took = code.keep(terms.eq(row, oldest.giver)), code.keep(terms.eq(row, oldest.taker))
        self._loosen_sort(code, cell, oldest, _Bounds(known, least, most), gave, took)
        low, high = code.keep(self._log._get(ZERO, cell, LOW)), code.keep(self._log._get(ZERO, cell, HIGH))
        code.emit(ir.If(terms.eq(low, high), [ir.Set(known.name, all_)]))
        delta = self._log._get(ZERO, cell, DELTA)
        code.emit(self._log._set_known(cell, known))
        code.emit(self._log._set_floor(cell, terms.clamp(terms.add(terms.highest(least, low), delta), -WORD, WORD)))
        code.emit(self._log._set_top(cell, terms.clamp(terms.add(terms.lowest(most, high), delta), -WORD, WORD)))

    def _loosen_sort(
        self, code: Code, cell: ir.Expr, oldest: _Oldest, bounds: _Bounds, gave: ir.Expr, took: ir.Expr
    ) -> None:
        """It is not known which of the numbers of an owner changed."""
        this = code.keep(terms.eq(self._log.sort(cell), oldest.sort))
        surely = terms.both(oldest.told, this)
        maybe = terms.either(terms.invert(oldest.told), this)
        less, more = terms.sub(bounds.least, oldest.amount), terms.add(bounds.least, oldest.amount)
        code.emit(ir.If(terms.both(gave, maybe), [_set(bounds.least, less)]))
        code.emit(ir.If(terms.both(took, surely), [_set(bounds.least, more)]))
        less, more = terms.sub(bounds.most, oldest.amount), terms.add(bounds.most, oldest.amount)
        code.emit(ir.If(terms.both(gave, surely), [_set(bounds.most, less)]))
        code.emit(ir.If(terms.both(took, maybe), [_set(bounds.most, more)]))
        mine = ir.Set(bounds.known.name, terms.bit_and(bounds.known, oldest.who))
        code.emit(ir.If(terms.either(gave, took), [mine]))

    def _advance(self, code: Code, cell: ir.Expr, oldest: _Oldest) -> None:
        """How a number truly stood after the change."""
        row = code.keep(self._log.row(cell))
        now = code.variable(self._log._start(cell), -WORD, WORD, "now")
        gave, took = terms.eq(row, oldest.giver), terms.eq(row, oldest.taker)
        some = code.keep(terms.select(terms.eq(self._log.sort(cell), oldest.sort), oldest.amount, ZERO), "some")
        code.emit(ir.If(took, [_set(now, terms.add(now, some))]))
        code.emit(ir.If(gave, [_set(now, terms.sub(now, some))]))
        code.emit(
            self._log._set_start(cell, terms.clamp(terms.add(now, self._log._get(ZERO, cell, DELTA)), -WORD, WORD))
        )

    def _lose_sums(self, which: int) -> ir.Stmt:
        """How much there is in all is no longer known."""
        old = terms.state(self._log._base + 1, lo=0, hi=LOST)
        return terms.store(self._log._base + 1, terms.bit_or(old, terms.const(which)), lo=0, hi=LOST)

    def lose(self, code: Code, row: ir.Expr) -> None:
        """Nobody who does not see the numbers of an owner knows them any more."""
        fold = ir.If(terms.gt(self._log._count(), ZERO), [ir.Do(self._log.function("fold"), ())])
        sets.walk(code, ONE, code.keep(self._log._count()), lambda _: code.emit(fold))
        watching = code.keep(self._log._watching(row), "watching")

        def one(cell: ir.Expr) -> None:
            known = self._log._set_known(cell, terms.bit_and(self._log._known(cell), watching))
            ends = [self._log._set_floor(cell, terms.const(-WORD)), self._log._set_top(cell, terms.const(WORD))]
            code.emit(ir.If(terms.eq(self._log.row(cell), row), [known, *ends]))

        self._log._each_cell(code, one)
        code.emit(self._lose_sums(SUMS_LOST))


@dataclass(frozen=True)
class _Bounds:
    """What is known of a number while it is worked out: who knows it, the least and the most."""

    known: ir.Local
    least: ir.Local
    most: ir.Local


def _set(place: ir.Local, value: ir.Expr) -> ir.Stmt:
    return ir.Set(place.name, terms.clamp(value, -WORD, WORD))
