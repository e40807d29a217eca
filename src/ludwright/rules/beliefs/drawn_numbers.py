"""Numbers of which not everybody knows how much they changed: `me secretly chooses n from 0..3`, `pay n from my coins to p.coins`, `my goal = random n in 1..6`.

What was drawn by chance, or chosen in secret, gets a number of its own, which stands for the name it was given. So what became of it is put
together from three sorts of entries: a number is drawn; it goes, so many times, from one variable to another; and everybody sees how numbers compare.
"""

from __future__ import annotations

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.rules.beliefs.folding import Folding
from ludwright.rules.beliefs.transfer_layout import (
    ADDED,
    ANEW,
    COPIED,
    DELTA,
    DRAWN,
    HIGH,
    LOW,
    MOVED,
    PUT,
    SIGNS,
    TESTED,
    WEIGHED,
    WEIGHTS,
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

NOBODY = terms.const(-1)
MOST_WEIGHT = 1 << 20


class DrawnNumbers(Folding):
    """Writes these entries."""

    # ------------------------------------------------------------ for those who note something

    def drawn(
        self, cell: ir.Expr, lowest: ir.Expr, many: ir.Expr, value: ir.Expr, who: ir.Expr, most: ir.Expr | None, mask: ir.Expr = ZERO
    ) -> ir.Stmt:  # fmt: skip
        """A number is about to be one of so many from the lowest on, but no more than another one, if one is given; these seats know which."""
        bound = self.row(most) if most is not None else NOBODY
        counted = terms.clamp(many, 1, WORD)
        place = terms.clamp(terms.sub(value, lowest), 0, WORD)
        args = (self.row(cell), terms.clamp(lowest, -WORD, WORD), counted, place, bound, mask, who)
        return ir.Do(self.function("draw"), args)

    def moved(
        self, giver: ir.Expr | None, taker: ir.Expr | None, factor: ir.Expr, source: ir.Expr | None, anew: bool, more: ir.Expr = ZERO
    ) -> ir.Stmt:  # fmt: skip
        """Cells (or None for nobody) are about to lose and get so many times what another has, and so much more; ``anew``: in place of what was there."""
        rows = [self.row(cell) if cell is not None else NOBODY for cell in (giver, taker, source)]
        factor, more = (terms.clamp(number, -WORD, WORD) for number in (factor, more))
        how = terms.const(ANEW if anew else ADDED)
        return ir.Do(self.function("move"), (rows[0], rows[1], factor, rows[2], how, more))

    def copied(self, taker: ir.Expr, source: ir.Expr) -> ir.Stmt:
        """A number is about to be what another is, `none` if that is so."""
        how = terms.const(COPIED)
        return ir.Do(self.function("move"), (NOBODY, self.row(taker), ONE, self.row(source), how, ZERO))

    def tested(self, cell: ir.Expr, other: ir.Expr | None, sign: str, number: ir.Expr) -> ir.Stmt:
        """Everybody sees how a number, less another one if there is one, compares with something."""
        less = self.row(other) if other is not None else NOBODY
        args = (self.row(cell), less, terms.clamp(number, -WORD, WORD), terms.const(SIGNS.index(sign)))
        return ir.Do(self.function("test"), args)

    def put(self, first: ir.Expr, many: int, place: ir.Expr, offset: int, value: ir.Expr, anew: bool) -> ir.Stmt:
        """One of so many plain numbers is about to be something, or to get so much more: which, another number says."""
        row, which = self.row(first), self.row(place)
        taker = which if anew else NOBODY
        args = (row, taker, terms.clamp(value, -WORD, WORD), which, terms.const(many), terms.const(offset))
        return ir.Do(self.function("put"), args)

    def weigh(self, place: ir.Expr, weight: ir.Expr) -> ir.Stmt:
        """How likely one of the numbers that were drawn from last is."""
        word = terms.add(terms.clamp(place, 0, WEIGHTS - 1), terms.const(self.weights))
        return self._set_word(self._last(), word, terms.clamp(weight, 0, MOST_WEIGHT), WORD, -WORD)

    def weighed(self) -> ir.Stmt:
        """What was drawn last was drawn by weights."""
        who = terms.bit_or(self._word(self._last(), WHO, WORD), terms.const(WEIGHED))
        return self._set_word(self._last(), WHO, who, WORD, -WORD)

    # ------------------------------------------------------------ functions

    def _make_put(
        self, code: Code, first: ir.Expr, taker: ir.Expr, value: ir.Expr, place: ir.Expr, many: ir.Expr, offset: ir.Expr
    ) -> None:  # fmt: skip
        all_ = terms.const(self.knowledge.all)
        code.emit(ir.Do(self.function("enter"), (first, taker, value, ZERO, all_, terms.const(PUT), place, many, offset)))  # fmt: skip

    def _drawn_params(self, name: str) -> list[tuple[str, int, int]]:
        sides = [("giver", -1, self.rows - 1), ("taker", -1, self.rows - 1)]
        amount, who = ("amount", -WORD, WORD), ("who", 0, self.knowledge.all)
        source, many = ("source", -1, self.rows - 1), ("many", 0, WORD)
        return {
            "enter": [*sides, amount, ("sort", 0, WORD), who, ("law", 0, WORKED), source, many, ("mask", -WORD, WORD)],
            "draw": [("row", 0, self.rows - 1), amount, many, ("place", 0, WORD), source, ("mask", 0, WORD), who],
            "move": [*sides, amount, source, ("anew", ADDED, COPIED), ("more", -WORD, WORD)],
            "put": [
                ("first", 0, self.rows - 1),
                sides[1],
                amount,
                ("place", 0, self.rows - 1),
                many,
                ("offset", -WORD, WORD),
            ],
            "test": [*sides, amount, ("sign", 0, len(SIGNS) - 1)],
        }[name]

    def _make_enter(
        self, code: Code, giver: ir.Expr, taker: ir.Expr, amount: ir.Expr, sort: ir.Expr, who: ir.Expr,
        law: ir.Expr, source: ir.Expr, named: ir.Expr, mask: ir.Expr,
    ) -> None:  # fmt: skip
        """Write a new entry behind the others."""
        full = terms.ge(self._count(), terms.const(self.most))
        with code.block() as fold:
            self._fold(code)
        code.emit(ir.If(full, fold))
        new = code.keep(terms.clamp(self._count(), 0, self.most - 1), "new")
        words = (GIVER, TAKER, AMOUNT, SORT, WHO, LAW, DRAWN_FROM, NAMED, MASK)
        for word, value in zip(words, (giver, taker, amount, sort, who, law, source, named, mask), strict=True):
            code.emit(self._set_word(new, word, value, WORD, -WORD))
        first = code.keep(terms.eq(new, ZERO), "first")

        def begin(cell: ir.Expr) -> None:
            for part, value in ((DELTA, ZERO), (LOW, self._least_of(cell)), (HIGH, self._most_of(cell))):
                code.emit(self._put(new, cell, part, value))
            code.emit(ir.If(first, [self._set_start(cell, self.value(cell))]))

        self._each_cell(code, begin)
        code.emit(self._set_count(terms.add(new, ONE)))

    def _make_draw(
        self, code: Code, row: ir.Expr, lowest: ir.Expr, many: ir.Expr, place: ir.Expr, most: ir.Expr, mask: ir.Expr, who: ir.Expr
    ) -> None:  # fmt: skip
        cell = code.keep(self._begin(row), "cell")
        value = terms.clamp(terms.add(lowest, place), -WORD, WORD)
        seen = terms.eq(who, terms.const(self.knowledge.all))
        code.emit(ir.If(seen, self._settled(cell, value)))
        args = (NOBODY, row, lowest, place, who, terms.const(DRAWN), most, many, mask)
        code.emit(ir.Do(self.function("enter"), args))

    def _make_move(
        self, code: Code, giver: ir.Expr, taker: ir.Expr, factor: ir.Expr, source: ir.Expr, anew: ir.Expr, more: ir.Expr
    ) -> None:  # fmt: skip
        """What everybody can tell is no entry; what one got that another has just given is the same one."""
        source = code.keep(terms.select(terms.eq(factor, ZERO), NOBODY, source), "source")
        whole = self._value_of(source)
        part = terms.select(terms.eq(anew, terms.const(COPIED)), whole, self.counted(whole))
        kept = code.keep(terms.clamp(terms.add(terms.mul(factor, part), more), -WORD, WORD), "many")
        told = code.keep(terms.either(terms.lt(source, ZERO), self.told(self._begin(source))), "told")
        all_ = terms.const(self.knowledge.all)
        written = ir.Do(
            self.function("enter"), (giver, taker, ZERO, ZERO, all_, terms.const(MOVED), NOBODY, anew, kept)
        )
        new = [*self._settled(self._begin(taker), kept), written]
        openly = [ir.If(terms.ge(anew, ONE), new, self._shift(giver, taker, kept)), ir.Return(None)]
        code.emit(ir.If(told, openly))
        self._learn(code, source, terms.bit_or(self._watching(giver), self._watching(taker)))
        last = code.keep(self._last(), "last")
        open_end = terms.both(terms.lt(giver, ZERO), terms.lt(self._side(last, TAKER), ZERO))
        same = terms.both(terms.eq(self._wide(last, DRAWN_FROM), source), terms.eq(self._wide(last, AMOUNT), factor))
        same = terms.both(same, terms.eq(self._wide(last, MASK), more))
        law = terms.both(terms.eq(self._wide(last, LAW), terms.const(MOVED)), terms.gt(self._count(), ZERO))
        with code.block() as join:
            changed: sets.Test = lambda cell: terms.ne(self._get(last, cell, DELTA), ZERO)  # noqa: E731
            still = code.switch_on(True, "still")
            self._each_cell(code, lambda cell: code.emit(ir.If(changed(cell), [ir.Set(still.name, terms.NO)])))
            code.emit(ir.If(still, [self._set_word(last, TAKER, taker, WORD, -WORD), ir.Return(None)]))
        fitting = terms.both(terms.both(law, same), terms.both(open_end, terms.eq(anew, ZERO)))
        code.emit(ir.If(fitting, join))
        code.emit(ir.Do(self.function("enter"), (giver, taker, factor, ZERO, all_, terms.const(MOVED), source, anew, more)))  # fmt: skip

    def _value_of(self, row: ir.Expr) -> ir.Expr:
        return terms.select(terms.ge(row, ZERO), self.value(self._begin(row)), ZERO)

    def _shift(self, giver: ir.Expr, taker: ir.Expr, many: ir.Expr) -> list[ir.Stmt]:
        """So much goes from one to the other for all to see."""
        less = ir.Do(self.function("change"), (self._begin(giver), terms.clamp(terms.sub(ZERO, many), -WORD, WORD)))
        more = ir.Do(self.function("change"), (self._begin(taker), many))
        return [ir.If(terms.ge(giver, ZERO), [less]), ir.If(terms.ge(taker, ZERO), [more])]

    def _learn(self, code: Code, source: ir.Expr, seats: ir.Expr) -> None:
        """Who sees what a number goes to knows what was drawn, also by way of names."""
        who, wanted = code.keep(seats, "seats"), code.variable(source, -1, self.rows - 1, "wanted")

        def look(entry: ir.Expr) -> None:
            law, anew = self._wide(entry, LAW), terms.ge(self._wide(entry, NAMED), terms.const(ANEW))
            drawn, copied = terms.eq(law, terms.const(DRAWN)), terms.both(terms.eq(law, terms.const(MOVED)), anew)
            more = terms.bit_or(self._word(entry, WHO, WORD), who)
            learn = ir.If(drawn, [self._set_word(entry, WHO, more, WORD, -WORD)])
            counts = terms.both(copied, terms.ne(self._wide(entry, AMOUNT), ZERO))
            before = ir.Set(wanted.name, terms.select(counts, self._side(entry, DRAWN_FROM), NOBODY))
            here = terms.both(terms.ge(wanted, ZERO), terms.eq(self._side(entry, TAKER), wanted))
            code.emit(ir.If(terms.both(here, terms.ne(law, terms.const(TESTED))), [learn, before]))

        self._each(code, look, backwards=True)

    def _make_test(self, code: Code, cell: ir.Expr, less: ir.Expr, number: ir.Expr, sign: ir.Expr) -> None:
        self._unless_veiled(code)
        all_ = terms.const(self.knowledge.all)
        other = terms.either(terms.lt(less, ZERO), self.told(self._begin(less)))
        code.emit(ir.If(terms.both(self.told(self._begin(cell)), other), [ir.Return(None)]))
        code.emit(ir.Do(self.function("enter"), (cell, less, number, sign, all_, terms.const(TESTED), NOBODY, ZERO, ZERO)))  # fmt: skip
