"""What was read from hidden cards into variables that not everybody sees: `my purse += c.rank`.

The state holds a short list of readings: which variable, which slot, which table, and how many times it counts. A table says for every design what the
variable would have got from it; readings that are worked out alike share one. So whoever deals the cards again changes the variable along with them
(:mod:`ludwright.hidden.derived_values`), and whoever sees the variable but not the card knows more about the card. A slot is a component, or a ghost where
the component was shuffled away. Where there is no room left, or a formula can't be taken apart like this, the variable may be anything for those who
don't see it. Behind the variables come the sums that were seen (:mod:`ludwright.rules.beliefs.sums`), which are read like them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.model import visibility
from ludwright.model.kinds import Field
from ludwright.rules.beliefs.knowledge_words import MOST_URNS
from ludwright.rules.beliefs.sums import MOST_SUMS, SeenSums
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MOST_READINGS = 64
MOST_TABLES, LEAST_TABLES = 16, 4
ROOM = 384
"""About how many words all tables of a game take at most."""
WORDS = 4
"""The words of a reading: where the variable lies, the slot, the table, and how many times it counts."""
WORD = 2**31 - 1


class DerivedValues(SeenSums):
    """Writes the list and reads it. A game in which nothing of the sort happens has none."""

    name = "readings"
    words = WORDS
    most = MOST_READINGS

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        model = self.model
        spans = [k.design for root in model.veiled for k in root.family() if k.design is not None and k.design.count]
        self.first = min((d.first for d in spans), default=0)
        self.designs = max((d.last for d in spans), default=-1) - self.first + 1
        self.tables = max(LEAST_TABLES, min(MOST_TABLES, ROOM // max(1, self.designs)))
        self._fields = [f for f in visibility.veiled_fields(model) if id(f) in model.known_words]
        self.possible = self.knowledge.kept and self.designs > 0
        self._lay_out()

    def _lay_out(self) -> None:
        """Tables from where a variable lies to where it is written who knows it, and who sees it."""
        model, known = self.model, self.model.known_words
        self._low = min((f.base for f in self._fields), default=0)
        self._span = max((f.base + f.size for f in self._fields), default=1) - self._low
        self._known_low = min((known[id(f)] for f in self._fields), default=0)
        self._known_last = max((known[id(f)] + f.size for f in self._fields), default=1) - 1 - self._known_low
        at, seen = [0] * self._span, [0] * self._span
        for field in self._fields:
            for i in range(field.size):
                at[field.base + i - self._low] = known[id(field)] + i - self._known_low
                seen[field.base + i - self._low] = visibility.watchers(
                    model, field.seen, visibility.field_owner(model, field, i)
                )
        self._known_at, self._seen_by = model.tables.add(at), model.tables.add(seen)
        self.first_sum = self._low + self._span
        self._last = self.first_sum + MOST_SUMS - 1

    def begin(self) -> None:
        if not self.kept:
            super().begin()
            self.model.arrays["reading_tables"] = self.model.words(self.tables * self.designs)
            self.model.arrays["seen_sums"] = self.make_room()
            self.model.arrays["looked_at"] = self.model.words(self._span)
            self.model.readings, self.model.first_sum = self.most, self.first_sum
            self.model.reading_first, self.model.reading_designs = self.first, self.designs

    # ------------------------------------------------------------ words of the state

    def address(self, field: Field, index: ir.Expr) -> ir.Expr:
        """Where a variable lies in the state."""
        return terms.clamp(terms.add(index, terms.const(field.base)), self._low, self._low + self._span - 1)

    def _known_place(self, address: ir.Expr) -> ir.Expr:
        return terms.table(self._known_at, self._variable(address), 0, self._span - 1, 0, self._known_last)

    def known(self, address: ir.Expr) -> ir.Expr:
        """Who knows a variable but for what was read from cards."""
        return terms.state(self._known_low, self._known_place(address), 0, self._known_last, 0, self.knowledge.all)

    def set_known(self, address: ir.Expr, mask: ir.Expr) -> ir.Stmt:
        place = self._known_place(address)
        return terms.store(self._known_low, mask, place, 0, self._known_last, 0, self.knowledge.all)

    def watchers(self, address: ir.Expr) -> ir.Expr:
        """Who sees a variable."""
        return terms.table(self._seen_by, self._variable(address), 0, self._span - 1, 0, self.knowledge.all)

    def _variable(self, address: ir.Expr) -> ir.Expr:
        return terms.clamp(terms.sub(address, terms.const(self._low)), 0, self._span - 1)

    def _whose(self, reading: ir.Expr) -> ir.Expr:
        return self._word(reading, ZERO, self._last)

    def _slot(self, reading: ir.Expr) -> ir.Expr:
        return self._word(reading, ONE, self.knowledge.slots - 1)

    def _table(self, reading: ir.Expr) -> ir.Expr:
        return self._word(reading, terms.const(2), self.tables - 1)

    def _times(self, reading: ir.Expr) -> ir.Expr:
        return self._word(reading, terms.const(3), WORD, -WORD)

    def _number(self, table: ir.Expr, place: ir.Expr) -> ir.Expr:
        base, last = self.model.arrays["reading_tables"], self.tables * self.designs - 1
        at = terms.add(terms.mul(table, terms.const(self.designs)), place)
        return terms.state(base, at, 0, last, -WORD, WORD)

    def _set_number(self, table: ir.Expr, place: ir.Expr, number: ir.Expr) -> ir.Stmt:
        base, last = self.model.arrays["reading_tables"], self.tables * self.designs - 1
        at = terms.add(terms.mul(table, terms.const(self.designs)), place)
        return terms.store(base, number, at, 0, last, -WORD, WORD)

    # ------------------------------------------------------------ functions

    def _params(self, name: str) -> list[tuple[str, int, int]]:
        slots, table = self.knowledge.slots - 1, ("table", 0, self.tables - 1)
        variable, reading = ("variable", self._low, self._last), ("reading", 0, self.most - 1)
        place, slot = ("place", 0, max(0, self.model.zone_places - 1)), ("slot", 0, slots)
        other, times = ("other", self._low, self._last), ("times", -WORD, WORD)
        own = {
            "open": [],
            "put": [table, ("design", self.first, self.first + self.designs - 1), ("number", -WORD, WORD)],
            "note": [variable, slot, table, times],
            "row": [variable, slot, table, times],
            "copy": [variable, other, times],
            "drop": [reading],
            "clear": [variable],
            "lose": [variable],
            "swap": [variable, other],
            "about": [place],
            "need": [("urn", 0, MOST_URNS), place],
            "follow": [("c", 0, self.model.components - 1), slot],
            "leave": [place],
            "forget": [],
        }
        return own[name] if name in own else self.sum_params(name)

    def _make_open(self, code: Code) -> None:
        """A table that no reading uses, with nothing in it; -1 if there is none."""
        used = code.array(self.tables, "used")
        every = terms.const(self.tables - 1)
        sets.walk(code, ZERO, every, lambda t: code.emit(ir.ArrayStore(used, t, self.tables, ZERO)))
        self._each(code, lambda r: code.emit(ir.ArrayStore(used, self._table(r), self.tables, ONE)))

        def look(t: ir.Expr) -> None:
            with code.block() as free:
                last = terms.const(self.designs - 1)
                sets.walk(code, ZERO, last, lambda d: code.emit(self._set_number(t, d, ZERO)))
                code.emit(ir.Return(t))
            code.emit(ir.If(terms.eq(ir.ArrayLoad(ir.INT, 0, 1, used, t, self.tables), ZERO), free))

        sets.walk(code, ZERO, every, look)
        code.emit(self.count_lost())
        code.emit(ir.Return(terms.const(-1)))

    def _make_put(self, code: Code, table: ir.Expr, design: ir.Expr, number: ir.Expr) -> None:
        """What a variable would have got from a design."""
        place = terms.clamp(terms.sub(design, terms.const(self.first)), 0, self.designs - 1)
        code.emit(self._set_number(table, place, number))

    def _make_note(self, code: Code, variable: ir.Expr, slot: ir.Expr, table: ir.Expr, times: ir.Expr) -> None:
        """A variable was read from a slot by a new table, so many times; 0 if there is no room. Of tables that are alike the older one is used."""
        shared = code.variable(table, 0, self.tables - 1, "shared")

        def look(r: ir.Expr) -> None:
            other = code.keep(self._table(r))
            same = code.switch_on(True, "same")

            def compare(d: ir.Expr) -> None:
                differ = terms.ne(self._number(other, d), self._number(table, d))
                code.emit(ir.If(differ, [ir.Set(same.name, terms.NO), ir.Break()]))

            sets.walk(code, ZERO, terms.const(self.designs - 1), compare)
            code.emit(ir.If(same, [ir.Set(shared.name, other), ir.Break()]))

        self._each(code, look)
        self._answer(code, "row", variable, slot, shared, times)

    def _answer(self, code: Code, name: str, *args: ir.Expr) -> None:
        """Return what another function answers."""
        found = code.fresh("found")
        code.emit(ir.Do(self.function(name), args, found))
        code.emit(ir.Return(terms.local(found, 0, 1)))

    def _make_row(self, code: Code, variable: ir.Expr, slot: ir.Expr, table: ir.Expr, times: ir.Expr) -> None:
        """Add a reading to the list, or to the one that is there of the same; 0 if there is no room."""

        def look(r: ir.Expr) -> None:
            here = terms.both(terms.eq(self._whose(r), variable), terms.eq(self._slot(r), slot))
            with code.block() as same:
                now = terms.clamp(terms.add(self._times(r), times), -WORD, WORD)
                code.emit(self._set_word(r, terms.const(3), now, WORD, -WORD))
                code.emit(ir.Return(ONE))
            code.emit(ir.If(terms.both(here, terms.eq(self._table(r), table)), same))

        self._each(code, look)
        full = terms.ge(self._count(), terms.const(self.most))
        code.emit(ir.If(full, [self.count_lost(), ir.Return(ZERO)]))
        new = code.keep(terms.clamp(self._count(), 0, self.most - 1), "new")
        code.emit(self._set_word(new, ZERO, variable, self._last))
        code.emit(self._set_word(new, ONE, slot, self.knowledge.slots - 1))
        code.emit(self._set_word(new, terms.const(2), table, self.tables - 1))
        code.emit(self._set_word(new, terms.const(3), times, WORD, -WORD))
        code.emit(self._set_count(terms.add(new, ONE)))
        code.emit(ir.Return(ONE))

    def _make_copy(self, code: Code, variable: ir.Expr, other: ir.Expr, times: ir.Expr) -> None:
        """A variable got what another one holds, so many times; 0 if there is no room."""
        before = code.keep(self._count(), "before")

        def look(r: ir.Expr) -> None:
            inside = terms.clamp(r, 0, self.most - 1)
            with code.block() as same:
                found = code.fresh("found")
                more = terms.clamp(terms.mul(self._times(inside), times), -WORD, WORD)
                args = (variable, self._slot(inside), self._table(inside), more)
                code.emit(ir.Do(self.function("row"), args, found))
                code.emit(ir.If(terms.eq(terms.local(found, 0, 1), ZERO), [ir.Return(ZERO)]))
            code.emit(ir.If(terms.eq(self._whose(inside), other), same))

        sets.walk(code, ZERO, terms.sub(before, ONE), look)
        code.emit(ir.Return(ONE))

    def _make_clear(self, code: Code, variable: ir.Expr) -> None:
        """Nothing in a variable comes from cards any more."""

        def look(r: ir.Expr) -> None:
            code.emit(ir.If(terms.eq(self._whose(r), variable), [ir.Do(self.function("drop"), (r,))]))

        self._each(code, look, backwards=True)
        self.unlink(code, variable)

    def _make_lose(self, code: Code, variable: ir.Expr) -> None:
        """Only those who see a variable know anything about it; a sum that was seen tells nothing any more."""
        code.emit(ir.Do(self.function("clear"), (variable,)))
        known = [self.set_known(variable, terms.bit_and(self.known(variable), self.watchers(variable)))]
        with code.block() as sums:
            self.let_go(code, variable)
        code.emit(ir.If(terms.ge(variable, terms.const(self.first_sum)), sums, known if self._fields else []))

    def _make_swap(self, code: Code, variable: ir.Expr, other: ir.Expr) -> None:
        """Two variables change places, with what they were read from."""
        for one in (variable, other):
            code.emit(ir.Do(self.function("look"), (one,)))

        def look(r: ir.Expr) -> None:
            whose = code.keep(self._whose(r))
            here, there = terms.eq(whose, variable), terms.eq(whose, other)
            now = terms.select(here, other, terms.select(there, variable, whose))
            code.emit(self._set_word(r, ZERO, now, self._last))

        self._each(code, look)
        for one in (variable, other):
            self.unlink(code, one)

    # ------------------------------------------------------------ shuffles

    def _make_about(self, code: Code, place: ir.Expr) -> None:
        """Whether anything that lies in a place was read."""
        self._each(code, lambda r: code.emit(ir.If(self._lies_in(self._slot(r), place), [ir.Return(ONE)])))
        code.emit(ir.Return(ZERO))

    def _make_need(self, code: Code, urn: ir.Expr, place: ir.Expr) -> None:
        """Whether a card of an urn in a place was read, so that the old positions of all of them must not be forgotten."""

        def look(r: ir.Expr) -> None:
            c = terms.clamp(self._slot(r), 0, self.model.components - 1)
            inside = terms.both(self._lies_in(self._slot(r), place), terms.eq(self.knowledge.urn(c), urn))
            code.emit(ir.If(inside, [ir.Return(ONE)]))

        self._each(code, look)
        code.emit(ir.Return(ZERO))

    def _make_follow(self, code: Code, c: ir.Expr, slot: ir.Expr) -> None:
        """A component left a ghost: what was read from it was read from the ghost."""

        def look(r: ir.Expr) -> None:
            store = self._set_word(r, ONE, slot, self.knowledge.slots - 1)
            code.emit(ir.If(terms.eq(self._slot(r), c), [store]))

        self._each(code, look)

    def _make_leave(self, code: Code, place: ir.Expr) -> None:
        """What lies in a place was mixed, and left no ghosts: what was read from a card that all knew is a number like any other."""
        self._give_up(code, lambda r: self._lies_in(self._slot(r), place))

    def _make_forget(self, code: Code) -> None:
        self._give_up(code, lambda r: terms.YES)

    def _give_up(self, code: Code, which: sets.Test) -> None:
        def look(r: ir.Expr) -> None:
            drop, lose = ir.Do(self.function("drop"), (r,)), ir.Do(self.function("lose"), (self._whose(r),))
            gone = ir.If(terms.lt(r, self._count()), [ir.If(which(r), [ir.If(self._is_public(r), [drop], [lose])])])
            code.emit(gone)

        self._each(code, look, backwards=True)

    def _is_public(self, reading: ir.Expr) -> ir.Expr:
        """Whether everybody knows the card that was read, or it counts nothing."""
        c = terms.clamp(self._slot(reading), 0, self.model.components - 1)
        known = terms.eq(self.knowledge.known(c), terms.const(self.knowledge.all))
        return terms.either(terms.both(terms.eq(self._slot(reading), c), known), terms.eq(self._times(reading), ZERO))
