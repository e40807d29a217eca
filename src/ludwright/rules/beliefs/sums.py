"""Sums over hidden cards that somebody saw: `if sum(c.rank for c in my hand) > 21`, `points += c.rank`, `if bomb > 3`.

What is printed on hidden cards goes into a comparison that everybody sees the outcome of, or into a variable that somebody sees before it changes again.
The list of readings keeps which cards went into such a sum, as if it were a variable (:mod:`ludwright.rules.beliefs.derived_values`); here it is kept who knows of it,
and how much less or more it could be: the cards may lie in any way that leaves it within these bounds. When there is no room left the oldest is
forgotten, and that is counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.state.bounded_log import BoundedLog

MOST_SUMS = 12
SUM_WORDS = 6
AGE, WHO, LEAST, MOST, OF, GROUP = range(SUM_WORDS)
"""The words of a sum: when it was seen (0: there is none), who knows of it, by how much it may be less and more (less above more: it may not be less by
just so much), of which variable it is what somebody saw, and the number of its group: of these at least one is within its bounds."""
WORD = 2**31 - 1
FAR = 1 << 30
"""Further than any sum goes."""
MOST_LOST = 1 << 20


class SeenSums(BoundedLog):
    """Writes the sums; the readings they are of are written by the class that goes on from here."""

    asked = frozenset(["about", "need", "any_sum"])
    first_sum: int
    """The number of the first sum among the variables."""

    def make_room(self) -> int:
        return self.model.words(MOST_SUMS * SUM_WORDS)

    def sum_params(self, name: str) -> list[tuple[str, int, int]]:
        variable = ("variable", 0, self.first_sum + MOST_SUMS - 1)
        return {
            "tidy": [],
            "begin": [],
            "group": [],
            "join": [("sum", 0, MOST_SUMS - 1), ("group", 0, WORD), ("least", -WORD, WORD), ("most", -WORD, WORD)],
            "end_group": [("group", 0, WORD), ("many", 0, WORD)],
            "end": [("sum", 0, MOST_SUMS - 1), ("who", 0, self.knowledge.all), ("least", -WORD, WORD), ("most", -WORD, WORD)],
            "give_up": [("sum", 0, MOST_SUMS - 1)],
            "look": [variable],
            "any_sum": [],
        }[name]  # fmt: skip

    def _answers(self, name: str) -> tuple[int, int] | None:
        if name in ("begin", "group"):
            return 0, MOST_SUMS - 1 if name == "begin" else WORD
        return (0, 1) if name in ("note", "row", "copy") else super()._answers(name)

    # ------------------------------------------------------------ words of the state

    def _of_sum(self, sum_: ir.Expr, word: int, lo: int, hi: int) -> ir.Expr:
        at = terms.add(terms.mul(sum_, terms.const(SUM_WORDS)), terms.const(word))
        return terms.state(self.model.arrays["seen_sums"], at, 0, MOST_SUMS * SUM_WORDS - 1, lo, hi)

    def _set_sum(self, sum_: ir.Expr, word: int, value: ir.Expr, lo: int, hi: int) -> ir.Stmt:
        at = terms.add(terms.mul(sum_, terms.const(SUM_WORDS)), terms.const(word))
        base, last = self.model.arrays["seen_sums"], MOST_SUMS * SUM_WORDS - 1
        return terms.store(base, terms.clamp(value, lo, hi), at, 0, last, lo, hi)

    def _age(self, sum_: ir.Expr) -> ir.Expr:
        return self._of_sum(sum_, AGE, 0, WORD)

    def _each_sum(self, code: Code, visit: sets.Visit) -> None:
        """Go through the sums there are."""

        def look(s: ir.Expr) -> None:
            with code.block() as there:
                visit(s)
            code.emit(ir.If(terms.gt(self._age(s), ZERO), there))

        sets.walk(code, ZERO, terms.const(MOST_SUMS - 1), look)

    def variable_of(self, sum_: ir.Expr) -> ir.Expr:
        """The number of a sum among the variables."""
        return terms.add(sum_, terms.const(self.first_sum))

    # ------------------------------------------------------------ room

    def _make_tidy(self, code: Code) -> None:
        """Make room: let go what has become public, and where that is not enough the oldest sums."""
        crowded = terms.const(self.most * 2 // 3)
        code.emit(ir.If(terms.le(self._count(), crowded), [ir.Return(None)]))

        def drop_public(r: ir.Expr) -> None:
            is_sum = terms.ge(self._whose(r), terms.const(self.first_sum))
            code.emit(ir.If(terms.both(is_sum, self._is_public(r)), [ir.Do(self.function("drop"), (r,))]))

        self._each(code, drop_public, backwards=True)
        self._each_sum(code, lambda s: self._free_if_empty(code, s))

        def again(_: ir.Expr) -> None:
            code.emit(ir.If(terms.le(self._count(), crowded), [ir.Break()]))
            oldest = self._oldest(code)
            inside = terms.clamp(oldest, 0, MOST_SUMS - 1)
            gone: list[ir.Stmt] = [ir.Do(self.function("give_up"), (inside,))]
            code.emit(ir.If(terms.ge(oldest, ZERO), gone, [ir.Break()]))

        sets.walk(code, ONE, terms.const(MOST_SUMS), again)

    if TYPE_CHECKING:
        _span: int

        def _is_public(self, reading: ir.Expr) -> ir.Expr: ...

        def _whose(self, reading: ir.Expr) -> ir.Expr: ...

        def _variable(self, address: ir.Expr) -> ir.Expr: ...

        def watchers(self, address: ir.Expr) -> ir.Expr: ...

    def _free_if_empty(self, code: Code, sum_: ir.Expr) -> None:
        free, empty = self._set_sum(sum_, AGE, ZERO, 0, WORD), self._rows_of(code, self.variable_of(sum_))
        code.emit(ir.If(terms.both(terms.eq(empty, ZERO), terms.eq(self._group(sum_), ZERO)), [free]))

    def _group(self, sum_: ir.Expr) -> ir.Expr:
        return self._of_sum(sum_, GROUP, 0, WORD)

    def _rows_of(self, code: Code, variable: ir.Expr) -> ir.Local:
        """How many readings a variable has."""
        found = code.variable(ZERO, 0, self.most, "rows")
        more = terms.clamp(terms.add(found, ONE), 0, self.most)
        self._each(code, lambda r: code.emit(ir.If(terms.eq(self._whose(r), variable), [ir.Set(found.name, more)])))
        return found

    def _oldest(self, code: Code) -> ir.Local:
        """The sum that was seen first; -1 if there is none."""
        found = code.variable(terms.const(-1), -1, MOST_SUMS - 1, "oldest")
        age = code.variable(terms.const(WORD), 0, WORD, "age")

        def look(s: ir.Expr) -> None:
            code.emit(ir.If(terms.lt(self._age(s), age), [ir.Set(age.name, self._age(s)), ir.Set(found.name, s)]))

        self._each_sum(code, look)
        return found

    def _make_give_up(self, code: Code, sum_: ir.Expr) -> None:
        """Forget a sum, with all of its group, and count it."""
        group = code.keep(self._group(sum_))
        self._lose_one(code, sum_)

        def look(s: ir.Expr) -> None:
            with code.block() as gone:
                self._lose_one(code, s)
            code.emit(ir.If(terms.eq(self._group(s), group), gone))

        with code.block() as others:
            self._each_sum(code, look)
        code.emit(ir.If(terms.gt(group, ZERO), others))

    def _lose_one(self, code: Code, sum_: ir.Expr) -> None:
        clear = ir.Do(self.function("clear"), (self.variable_of(sum_),))
        code.emit(
            ir.If(terms.gt(self._age(sum_), ZERO), [self.count_lost(), self._set_sum(sum_, AGE, ZERO, 0, WORD), clear])
        )

    def count_lost(self) -> ir.Stmt:
        """Count what there is no room for."""
        lost = terms.state(self._base + 1, lo=0, hi=MOST_LOST)
        return terms.store(
            self._base + 1, terms.lowest(terms.add(lost, ONE), terms.const(MOST_LOST)), lo=0, hi=MOST_LOST
        )

    def let_go(self, code: Code, variable: ir.Expr) -> None:
        """What a sum was of can't be followed any more."""
        sum_ = terms.clamp(terms.sub(variable, terms.const(self.first_sum)), 0, MOST_SUMS - 1)
        code.emit(ir.Do(self.function("give_up"), (sum_,)))

    # ------------------------------------------------------------ noting

    def _make_begin(self, code: Code) -> None:
        """The number of a new sum, of which nothing is noted yet."""
        code.emit(ir.Do(self.function("tidy"), ()))
        newest = self._newest(code)
        free = code.variable(terms.const(-1), -1, MOST_SUMS - 1, "free")
        empty = lambda s: code.emit(ir.If(terms.eq(self._age(s), ZERO), [ir.Set(free.name, s), ir.Break()]))  # noqa: E731
        sets.walk(code, ZERO, terms.const(MOST_SUMS - 1), empty)
        with code.block() as full:
            oldest = code.keep(terms.clamp(self._oldest(code), 0, MOST_SUMS - 1))
            code.emit(ir.Do(self.function("give_up"), (oldest,)))
            code.emit(ir.Set(free.name, oldest))
        code.emit(ir.If(terms.lt(free, ZERO), full))
        new = terms.clamp(free, 0, MOST_SUMS - 1)
        code.emit(self._set_sum(new, AGE, terms.lowest(terms.add(newest, ONE), terms.const(WORD)), 0, WORD))
        code.emit(self._set_sum(new, WHO, ZERO, 0, self.knowledge.all))
        for word in (OF, GROUP):
            code.emit(self._set_sum(new, word, ZERO, 0, WORD))
        code.emit(ir.Return(new))

    def _newest(self, code: Code) -> ir.Local:
        found = code.variable(ZERO, 0, WORD, "newest")
        self._each_sum(code, lambda s: code.emit(ir.Set(found.name, terms.highest(found, self._age(s)))))
        return found

    def _make_group(self, code: Code) -> None:
        """The number of a new group."""
        code.emit(ir.Return(terms.lowest(terms.add(self._newest(code), ONE), terms.const(WORD))))

    def _make_join(self, code: Code, sum_: ir.Expr, group: ir.Expr, least: ir.Expr, most: ir.Expr) -> None:
        """A sum is one of a group that everybody knows of."""
        words = ((WHO, terms.const(self.knowledge.all)), (LEAST, least), (MOST, most), (GROUP, group))
        for word, value in words:
            code.emit(self._set_sum(sum_, word, value, -WORD, WORD))

    def _make_end_group(self, code: Code, group: ir.Expr, many: ir.Expr) -> None:
        """All of a group have been noted: if some could not be, it tells nothing."""
        found = code.variable(ZERO, 0, MOST_SUMS, "found")
        one = code.variable(terms.const(-1), -1, MOST_SUMS - 1, "one")

        def look(s: ir.Expr) -> None:
            more = terms.clamp(terms.add(found, ONE), 0, MOST_SUMS)
            code.emit(ir.If(terms.eq(self._group(s), group), [ir.Set(found.name, more), ir.Set(one.name, s)]))

        self._each_sum(code, look)
        drop: list[ir.Stmt] = [ir.Do(self.function("give_up"), (terms.clamp(one, 0, MOST_SUMS - 1),))]
        code.emit(ir.If(terms.both(terms.ne(found, many), terms.ge(one, ZERO)), drop))

    def _make_end(self, code: Code, sum_: ir.Expr, who: ir.Expr, least: ir.Expr, most: ir.Expr) -> None:
        """All that a sum is of has been noted: who knows of it, and by how much may it differ? One that was seen before is not kept twice."""
        code.emit(self._set_sum(sum_, WHO, who, 0, self.knowledge.all))
        code.emit(self._set_sum(sum_, LEAST, least, -WORD, WORD))
        code.emit(self._set_sum(sum_, MOST, most, -WORD, WORD))
        mine = self._rows_of(code, self.variable_of(sum_))
        free = self._set_sum(sum_, AGE, ZERO, 0, WORD)
        code.emit(ir.If(terms.eq(mine, ZERO), [free, ir.Return(None)]))
        bounded = terms.le(least, most)

        def look(s: ir.Expr) -> None:
            low, high = (self._of_sum(s, word, -WORD, WORD) for word in (LEAST, MOST))
            alike = terms.both(terms.eq(self._of_sum(s, WHO, 0, self.knowledge.all), who), terms.le(low, high))
            with code.block() as compare:
                same = self._are_same(code, sum_, s, mine)
                with code.block() as joined:
                    code.emit(self._set_sum(s, LEAST, terms.highest(low, least), -WORD, WORD))
                    code.emit(self._set_sum(s, MOST, terms.lowest(high, most), -WORD, WORD))
                    code.emit(ir.Do(self.function("clear"), (self.variable_of(sum_),)))
                    code.emit(free)
                    code.emit(ir.Return(None))
                code.emit(ir.If(same, joined))
            alone = terms.both(terms.eq(self._of_sum(s, OF, 0, WORD), ZERO), terms.eq(self._group(s), ZERO))
            other = terms.both(terms.ne(s, sum_), alone)
            code.emit(ir.If(terms.both(other, terms.both(alike, bounded)), compare))

        self._each_sum(code, look)

    def _are_same(self, code: Code, one: ir.Expr, two: ir.Expr, rows: ir.Local) -> ir.Local:
        """Whether two sums are of the same cards, read in the same way."""
        same = code.switch_on(True, "same")
        fits = code.variable(ZERO, 0, self.most, "fits")

        def look(a: ir.Expr) -> None:
            def beside(b: ir.Expr) -> None:
                alike = terms.eq(self._whose(b), self.variable_of(two))
                for word in (1, 2, 3):
                    pair = (self._word(row, terms.const(word), WORD, -WORD) for row in (a, b))
                    alike = terms.both(alike, terms.eq(*pair))
                more = terms.clamp(terms.add(fits, ONE), 0, self.most)
                code.emit(ir.If(alike, [ir.Set(fits.name, more), ir.Break()]))

            with code.block() as mine:
                self._each(code, beside)
            code.emit(ir.If(terms.eq(self._whose(a), self.variable_of(one)), mine))

        self._each(code, look)
        other = self._rows_of(code, self.variable_of(two))
        differ = terms.either(terms.ne(fits, rows), terms.ne(other, rows))
        code.emit(ir.If(differ, [ir.Set(same.name, terms.NO)]))
        return same

    # ------------------------------------------------------------ variables that somebody sees

    def _make_look(self, code: Code, variable: ir.Expr) -> None:
        """A variable is about to change: whoever saw it since the last answer remembers what went into it, beyond what he saw before."""
        moves = code.keep(terms.add(terms.clamp(terms.state(ir.MOVES, lo=0, hi=WORD), 0, WORD - 1), ONE))
        at, last = self._variable(variable), self._span - 1
        looked = terms.state(self.model.arrays["looked_at"], at, 0, last, 0, WORD)
        code.emit(ir.If(terms.eq(looked, moves), [ir.Return(None)]))
        code.emit(terms.store(self.model.arrays["looked_at"], moves, at, 0, last, 0, WORD))
        rows, seen = self._rows_of(code, variable), code.keep(self.watchers(variable))
        code.emit(ir.If(terms.either(terms.eq(rows, ZERO), terms.eq(seen, ZERO)), [ir.Return(None)]))
        found, done = code.fresh("sum"), code.fresh("done")
        code.emit(ir.Do(self.function("begin"), (), found))
        new = terms.local(found, 0, MOST_SUMS - 1)
        mine = code.keep(self.variable_of(new))
        code.emit(ir.Do(self.function("copy"), (mine, variable, ONE), done))
        sure = code.variable(terms.local(done, 0, 1), 0, 1, "sure")

        def before(s: ir.Expr) -> None:
            again = code.fresh("done")
            less = ir.Do(self.function("copy"), (mine, self.variable_of(s), terms.const(-1)), again)
            both = ir.Set(sure.name, terms.lowest(sure, terms.local(again, 0, 1)))
            same = terms.both(terms.ne(s, new), terms.eq(self._of_sum(s, OF, 0, WORD), variable))
            code.emit(ir.If(same, [less, both]))

        self._each_sum(code, before)
        code.emit(ir.If(terms.eq(sure, ZERO), [ir.Do(self.function("give_up"), (new,)), ir.Return(None)]))
        code.emit(self._set_sum(new, OF, variable, 0, WORD))
        code.emit(ir.Do(self.function("end"), (new, seen, ZERO, ZERO)))

    def unlink(self, code: Code, variable: ir.Expr) -> None:
        """A variable begins anew: what was seen of it before is no part of what it holds now."""

        def free(s: ir.Expr) -> None:
            code.emit(ir.If(terms.eq(self._of_sum(s, OF, 0, WORD), variable), [self._set_sum(s, OF, ZERO, 0, WORD)]))

        self._each_sum(code, free)

    def _make_any_sum(self, code: Code) -> None:
        self._each_sum(code, lambda _: code.emit(ir.Return(ONE)))
        code.emit(ir.Return(ZERO))
