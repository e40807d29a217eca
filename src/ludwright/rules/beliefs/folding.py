"""The oldest change that not everybody sees, worked into what was known before it, where there is no room for more: too much is thought possible then, never too little."""

from __future__ import annotations

from dataclasses import dataclass

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.rules.beliefs.paired_numbers import Known, Pair, PairedNumbers
from ludwright.rules.beliefs.transfer_layout import (
    ADDED,
    COPIED,
    DELTA,
    DRAWN,
    HIGH,
    LOW,
    MOVED,
    NUMBERS_LOST,
    PUT,
    SUMS_LOST,
    SWAPPED,
    WORKED,
)
from ludwright.rules.beliefs.transfer_words import (
    AMOUNT,
    DRAWN_FROM,
    GIVER,
    LAW,
    MASK,
    NAMED,
    SORT,
    TAKER,
    WHO,
    WORD,
)
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

LOST = SUMS_LOST | NUMBERS_LOST
LET_GO = 4
"""One more bit there: what was long ago had to make room."""
FOLLOWING, FOLLOWING_MORE = 3, 6
"""How many changes by what was drawn go together with the draw; the same where more is worked out from it."""


@dataclass(frozen=True)
class _Oldest:
    """The words of the change, and what is known of the number it came from."""

    giver: ir.Expr
    taker: ir.Expr
    amount: ir.Expr
    sort: ir.Expr
    who: ir.Expr
    law: ir.Expr
    named: ir.Expr
    told: ir.Expr
    source_known: ir.Expr
    source_least: ir.Expr
    source_most: ir.Expr
    source: ir.Expr
    more: ir.Expr
    pair: Pair | None


class Folding(PairedNumbers):
    """Works out what is left of it."""

    def _make_fold(self, code: Code) -> None:
        oldest = self._oldest(code)
        # what was known to all is taken from how the numbers stood, so every number before any changes
        self._each_cell(code, lambda cell: self._loosen(code, cell, oldest))
        self._each_cell(code, lambda cell: self._advance(code, cell, oldest))
        hidden_sort = terms.lt(oldest.law, terms.const(DRAWN))
        alone = terms.either(terms.lt(oldest.giver, ZERO), terms.lt(oldest.taker, ZERO))
        lost = terms.both(hidden_sort, terms.both(alone, terms.invert(oldest.told)))
        code.emit(ir.If(lost, [self._lose_sums(SUMS_LOST)]))
        apart = terms.both(terms.eq(oldest.law, terms.const(MOVED)), terms.either(alone, terms.ge(oldest.named, ONE)))
        plain = terms.both(terms.eq(oldest.law, terms.const(DRAWN)), terms.lt(self._begin(oldest.taker), self.name_cell(ZERO)))  # fmt: skip
        plain = terms.either(plain, terms.eq(oldest.law, terms.const(PUT)))
        code.emit(ir.If(terms.either(apart, plain), [self._lose_sums(NUMBERS_LOST)]))
        if oldest.pair is not None:
            known = terms.either(oldest.pair.told, oldest.pair.same)
            swapped = terms.both(terms.eq(oldest.law, terms.const(SWAPPED)), terms.invert(known))
            code.emit(ir.If(swapped, [self._lose_sums(LOST)]))
        code.emit(ir.Do(self.function("drop"), (ZERO,)))

    def _fold(self, code: Code) -> None:
        """Make room for one more. What became of something drawn goes together with it."""
        code.emit(self._lose_sums(LET_GO))
        code.emit(ir.Do(self.function("fold"), ()))
        law = self._word(ZERO, LAW, WORD, -WORD)
        moved = terms.either(terms.eq(law, terms.const(MOVED)), terms.eq(law, terms.const(PUT)))
        left = terms.gt(self._count(), ONE)
        more = terms.both(terms.both(moved, left), self._is_name(self._side(ZERO, DRAWN_FROM)))
        if self.numbers.reckons:
            named = terms.either(self._is_name(self._side(ZERO, DRAWN_FROM)), self._is_name(self._side(ZERO, GIVER)))
            more = terms.either(more, terms.both(terms.both(terms.eq(law, terms.const(WORKED)), left), named))
        for _ in range(FOLLOWING_MORE if self.numbers.reckons else FOLLOWING):
            code.emit(ir.If(more, [ir.Do(self.function("fold"), ())]))

    def _is_name(self, row: ir.Expr) -> ir.Expr:
        """Whether an owner is a name for something drawn."""
        return terms.both(terms.ge(row, ZERO), terms.ge(self._begin(row), self.name_cell(ZERO)))

    def _oldest(self, code: Code) -> _Oldest:
        giver, taker, source = (code.keep(self._side(ZERO, side)) for side in (GIVER, TAKER, DRAWN_FROM))
        words = (AMOUNT, SORT, NAMED, LAW, MASK)
        amount, sort, named, law, more = (code.keep(self._word(ZERO, word, WORD, -WORD)) for word in words)
        who = code.keep(terms.bit_and(self._word(ZERO, WHO, WORD), terms.const(self.knowledge.all)), "who")
        all_, from_ = terms.const(self.knowledge.all), code.keep(self._begin(source), "from")
        exists = terms.ge(source, ZERO)
        known = code.keep(terms.select(exists, self._known(from_), all_), "source_known")
        start = code.keep(terms.select(exists, self._start(from_), ZERO), "start")
        sure = code.keep(terms.eq(known, all_), "sure")
        least = code.keep(terms.select(sure, start, self._floor(from_)), "source_least")
        most = code.keep(terms.select(sure, start, self._top(from_)), "source_most")
        told = code.keep(terms.eq(who, all_), "told")
        pair = self._pair(code) if self.numbers.pairs else None
        return _Oldest(giver, taker, amount, sort, who, law, named, told, known, least, most, start, more, pair)

    def _loosen(self, code: Code, cell: ir.Expr, oldest: _Oldest) -> None:
        """What everybody knows about a number after the change."""
        all_ = terms.const(self.knowledge.all)
        row, sure = code.keep(self.row(cell)), code.keep(terms.eq(self._known(cell), all_))
        start = self._start(cell)
        known = code.variable(self._known(cell), 0, self.knowledge.all, "known")
        least = code.variable(terms.select(sure, start, self._floor(cell)), -WORD, WORD, "least")
        most = code.variable(terms.select(sure, start, self._top(cell)), -WORD, WORD, "most")
        gave, took = code.keep(terms.eq(row, oldest.giver)), code.keep(terms.eq(row, oldest.taker))
        bounds = _Bounds(known, least, most)
        with code.block() as sorts:
            self._loosen_sort(code, cell, oldest, bounds, gave, took)
        with code.block() as drawn:
            code.emit(ir.Set(known.name, oldest.who))
            code.emit(_set(least, oldest.amount))
            code.emit(_set(most, terms.add(oldest.amount, terms.sub(oldest.named, ONE))))
        with code.block() as moved:
            self._loosen_moved(code, oldest, bounds, gave, took)
        with code.block() as put:
            self._loosen_put(code, row, oldest, bounds)
        code.emit(ir.If(terms.eq(oldest.law, terms.const(PUT)), put))
        code.emit(ir.If(terms.lt(oldest.law, terms.const(DRAWN)), sorts))
        code.emit(ir.If(terms.both(terms.eq(oldest.law, terms.const(DRAWN)), took), drawn))
        code.emit(ir.If(terms.both(terms.eq(oldest.law, terms.const(MOVED)), terms.either(gave, took)), moved))
        for after, known_now in self._paired(cell, oldest):
            new = [ir.Set(known.name, known_now.who), _set(least, known_now.least), _set(most, known_now.most)]
            code.emit(ir.If(after, new))
        low, high = code.keep(self._get(ZERO, cell, LOW)), code.keep(self._get(ZERO, cell, HIGH))
        code.emit(ir.If(terms.eq(low, high), [ir.Set(known.name, all_)]))
        delta = self._get(ZERO, cell, DELTA)
        code.emit(self._set_known(cell, known))
        code.emit(self._set_floor(cell, terms.clamp(terms.add(terms.highest(least, low), delta), -WORD, WORD)))
        code.emit(self._set_top(cell, terms.clamp(terms.add(terms.lowest(most, high), delta), -WORD, WORD)))

    def _paired(self, cell: ir.Expr, oldest: _Oldest) -> list[tuple[ir.Expr, Known]]:
        """Where the oldest change is about two numbers: conditions on a number, and what is known of it then."""
        if oldest.pair is None:
            return []
        swapped = terms.eq(oldest.law, terms.const(SWAPPED))
        found = [
            (terms.both(swapped, terms.eq(cell, place)), known)
            for place, known in zip(oldest.pair.cells, oldest.pair.swapped, strict=True)
        ]
        worked = terms.both(terms.eq(oldest.law, terms.const(WORKED)), terms.eq(self.row(cell), oldest.taker))
        return [*found, (worked, oldest.pair.worked)]

    def _loosen_sort(
        self, code: Code, cell: ir.Expr, oldest: _Oldest, bounds: _Bounds, gave: ir.Expr, took: ir.Expr
    ) -> None:
        """It is not known which of the numbers of an owner changed."""
        this = code.keep(terms.eq(self.sort(cell), oldest.sort))
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

    def _loosen_moved(self, code: Code, oldest: _Oldest, bounds: _Bounds, gave: ir.Expr, took: ir.Expr) -> None:
        """It is not known by how much a number changed."""
        new = terms.both(took, terms.ge(oldest.named, ONE))
        blank = [ir.Set(bounds.known.name, terms.const(self.knowledge.all)), _set(bounds.least, ZERO), _set(bounds.most, ZERO)]  # fmt: skip
        code.emit(ir.If(new, blank))
        ends = [
            terms.add(terms.mul(oldest.amount, end), oldest.more) for end in (oldest.source_least, oldest.source_most)
        ]
        low = code.keep(terms.clamp(terms.lowest(*ends), -WORD, WORD), "low")
        high = code.keep(terms.clamp(terms.highest(*ends), -WORD, WORD), "high")
        code.emit(ir.If(took, [_set(bounds.least, terms.add(bounds.least, low)), _set(bounds.most, terms.add(bounds.most, high))]))  # fmt: skip
        code.emit(ir.If(gave, [_set(bounds.least, terms.sub(bounds.least, high)), _set(bounds.most, terms.sub(bounds.most, low))]))  # fmt: skip
        code.emit(ir.Set(bounds.known.name, terms.bit_and(bounds.known, oldest.source_known)))

    def _loosen_put(self, code: Code, row: ir.Expr, oldest: _Oldest, bounds: _Bounds) -> None:
        """It is not known which of some numbers changed."""
        anew = terms.ge(oldest.taker, ZERO)
        less = terms.select(anew, oldest.amount, terms.add(bounds.least, oldest.amount))
        more = terms.select(anew, oldest.amount, terms.add(bounds.most, oldest.amount))
        loosen = [
            _set(bounds.least, terms.lowest(bounds.least, less)),
            _set(bounds.most, terms.highest(bounds.most, more)),
            ir.Set(bounds.known.name, terms.bit_and(bounds.known, self._watching(row))),
        ]
        code.emit(ir.If(self._is_among(row, oldest), loosen))

    @staticmethod
    def _is_among(row: ir.Expr, oldest: _Oldest) -> ir.Expr:
        """Whether a number is one of those that one was put to."""
        last = terms.add(oldest.giver, oldest.named)
        return terms.both(terms.ge(row, oldest.giver), terms.lt(row, last))

    def _advance(self, code: Code, cell: ir.Expr, oldest: _Oldest) -> None:
        """How a number truly stood after the change."""
        row = code.keep(self.row(cell))
        now = code.variable(self._start(cell), -WORD, WORD, "now")
        gave, took = terms.eq(row, oldest.giver), terms.eq(row, oldest.taker)
        here = terms.both(terms.lt(oldest.law, terms.const(DRAWN)), terms.eq(self.sort(cell), oldest.sort))
        moves = terms.eq(oldest.law, terms.const(MOVED))
        copied = terms.eq(oldest.named, terms.const(COPIED))
        source = terms.select(copied, oldest.source, self.counted(oldest.source))
        amount = terms.add(terms.mul(oldest.amount, source), oldest.more)
        by = terms.select(moves, terms.clamp(amount, -WORD, WORD), oldest.amount)
        some = code.keep(terms.clamp(terms.select(terms.either(here, moves), by, ZERO), -WORD, WORD), "some")
        anew = terms.both(moves, terms.ne(oldest.named, terms.const(ADDED)))
        code.emit(ir.If(terms.both(took, anew), [_set(now, ZERO)]))
        code.emit(ir.If(took, [_set(now, terms.add(now, some))]))
        code.emit(ir.If(gave, [_set(now, terms.sub(now, some))]))
        drawn = terms.both(took, terms.eq(oldest.law, terms.const(DRAWN)))
        code.emit(ir.If(drawn, [_set(now, terms.add(oldest.amount, oldest.sort))]))
        place = terms.add(oldest.giver, terms.sub(oldest.source, oldest.more))
        put = terms.both(terms.eq(oldest.law, terms.const(PUT)), terms.eq(row, place))
        base = terms.select(terms.ge(oldest.taker, ZERO), ZERO, now)
        code.emit(ir.If(put, [_set(now, terms.add(base, oldest.amount))]))
        for after, known_now in self._paired(cell, oldest):
            code.emit(ir.If(after, [_set(now, known_now.truly)]))
        code.emit(self._set_start(cell, terms.clamp(terms.add(now, self._get(ZERO, cell, DELTA)), -WORD, WORD)))

    def _lose_sums(self, which: int) -> ir.Stmt:
        """How much there is in all is no longer known."""
        old, all_ = terms.state(self._base + 1, lo=0, hi=LOST | LET_GO), LOST | LET_GO
        return terms.store(self._base + 1, terms.bit_or(old, terms.const(which)), lo=0, hi=all_)

    def _make_lose(self, code: Code, row: ir.Expr) -> None:
        """Nobody who does not see the numbers of an owner knows them any more."""
        fold = ir.If(terms.gt(self._count(), ZERO), [ir.Do(self.function("fold"), ())])
        sets.walk(code, ONE, code.keep(self._count()), lambda _: code.emit(fold))
        watching = code.keep(self._watching(row), "watching")

        def one(cell: ir.Expr) -> None:
            known = self._set_known(cell, terms.bit_and(self._known(cell), watching))
            ends = [self._set_floor(cell, terms.const(-WORD)), self._set_top(cell, terms.const(WORD))]
            code.emit(ir.If(terms.eq(self.row(cell), row), [known, *ends]))

        self._each_cell(code, one)
        code.emit(self._lose_sums(LOST))


@dataclass(frozen=True)
class _Bounds:
    """What is known of a number while it is worked out: who knows it, the least and the most."""

    known: ir.Local
    least: ir.Local
    most: ir.Local


def _set(place: ir.Local, value: ir.Expr) -> ir.Stmt:
    return ir.Set(place.name, terms.clamp(value, -WORD, WORD))
