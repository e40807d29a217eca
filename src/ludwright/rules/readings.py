"""What was read from hidden cards into variables that not everybody sees: `my purse += c.rank`.

The state holds a short list of readings: which variable, which slot, and for every design what the variable would have got from it. So whoever deals
the cards again changes the variable along with them (:mod:`ludwright.hidden.readings`), and whoever sees the variable but not the card knows more
about the card. A slot is a component, or a ghost where the component was shuffled away. Where there is no room left, or a formula can't be taken apart
like this, the variable may be anything for those who don't see it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.model import sight
from ludwright.model.kinds import Field
from ludwright.rules import ir, sets, terms
from ludwright.rules.code import Code
from ludwright.rules.knowledge_words import MOST_URNS
from ludwright.rules.noted import NotedList
from ludwright.rules.terms import ONE, ZERO

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules

MOST_READINGS, LEAST_READINGS = 64, 12
ROOM = 2_048
"""About how many words all readings of a game take at most."""
HEAD = 2
"""The words of a reading before its numbers: where the variable lies, and the slot."""
WORD = 2**31 - 1


class Readings(NotedList):
    """Writes the list and reads it. A game in which nothing of the sort happens has none."""

    name = "readings"
    asked = frozenset(["about", "need"])

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        model = self.model
        spans = [k.design for root in model.veiled for k in root.family() if k.design is not None and k.design.count]
        self.first = min((d.first for d in spans), default=0)
        self.designs = max((d.last for d in spans), default=-1) - self.first + 1
        self.words = HEAD + self.designs
        self.most = max(LEAST_READINGS, min(MOST_READINGS, ROOM // self.words))
        self._fields = [f for f in sight.veiled_fields(model) if id(f) in model.known_words]
        self.possible = self.knowledge.kept and self.designs > 0 and bool(self._fields)
        if self.possible:
            self._lay_out()

    def _lay_out(self) -> None:
        """Tables from where a variable lies to where it is written who knows it, and who sees it."""
        model, known = self.model, self.model.known_words
        self._low = min(f.base for f in self._fields)
        span = max(f.base + f.size for f in self._fields) - self._low
        self._known_low = min(known[id(f)] for f in self._fields)
        self._known_last = max(known[id(f)] + f.size for f in self._fields) - 1 - self._known_low
        at, seen = [0] * span, [0] * span
        for field in self._fields:
            for i in range(field.size):
                at[field.base + i - self._low] = known[id(field)] + i - self._known_low
                seen[field.base + i - self._low] = sight.watchers(model, field.seen, sight.field_owner(model, field, i))
        self._span, self._known_at, self._seen_by = span, model.tables.add(at), model.tables.add(seen)

    def begin(self) -> None:
        super().begin()
        self.model.readings, self.model.reading_words = self.most, self.words
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
        return self._word(reading, ZERO, self._low + self._span - 1)

    def _slot(self, reading: ir.Expr) -> ir.Expr:
        return self._word(reading, ONE, self.knowledge.slots - 1)

    def _number(self, reading: ir.Expr, design: ir.Expr) -> ir.Expr:
        return self._word(reading, self._place_of(design), WORD, -WORD)

    def _place_of(self, design: ir.Expr) -> ir.Expr:
        return terms.add(
            terms.clamp(terms.sub(design, terms.const(self.first)), 0, self.designs - 1), terms.const(HEAD)
        )

    # ------------------------------------------------------------ functions

    def _params(self, name: str) -> list[tuple[str, int, int]]:
        slots, low = self.knowledge.slots - 1, self._low if self.possible else 0
        variable, reading = ("variable", low, low + self._span - 1), ("reading", 0, self.most - 1)
        place, slot = ("place", 0, max(0, self.model.zone_places - 1)), ("slot", 0, slots)
        return {
            "open": [variable, slot],
            "add": [reading, ("design", self.first, self.first + self.designs - 1), ("number", -WORD, WORD)],
            "copy": [variable, ("from", low, low + self._span - 1), ("times", -WORD, WORD)],
            "drop": [reading],
            "clear": [variable],
            "lose": [variable],
            "swap": [variable, ("other", low, low + self._span - 1)],
            "about": [place],
            "need": [("urn", 0, MOST_URNS), place],
            "follow": [("c", 0, self.model.components - 1), slot],
            "leave": [place],
            "forget": [],
        }[name]

    def _make_open(self, code: Code, variable: ir.Expr, slot: ir.Expr) -> None:
        """The number of the reading of a slot into a variable, a new one if need be; -1 if there is no room."""

        def look(r: ir.Expr) -> None:
            same = terms.both(terms.eq(self._whose(r), variable), terms.eq(self._slot(r), slot))
            code.emit(ir.If(same, [ir.Return(r)]))

        self._each(code, look)
        full = terms.ge(self._count(), terms.const(self.most))
        code.emit(ir.If(full, [*self._let_go(), ir.Return(terms.const(-1))]))
        new = code.keep(terms.clamp(self._count(), 0, self.most - 1), "new")
        code.emit(self._set_word(new, ZERO, variable, self._low + self._span - 1))
        code.emit(self._set_word(new, ONE, slot, self.knowledge.slots - 1))
        clear = lambda w: code.emit(self._set_word(new, w, ZERO, WORD, -WORD))  # noqa: E731
        sets.walk(code, terms.const(HEAD), terms.const(self.words - 1), clear)
        code.emit(self._set_count(terms.add(new, ONE)))
        code.emit(ir.Return(new))

    def _let_go(self) -> list[ir.Stmt]:
        """Count what there is no room for."""
        lost = terms.state(self._base + 1, lo=0, hi=WORD)
        return [terms.store(self._base + 1, terms.lowest(terms.add(lost, ONE), terms.const(WORD)), lo=0, hi=WORD)]

    def _make_add(self, code: Code, reading: ir.Expr, design: ir.Expr, number: ir.Expr) -> None:
        """A variable got so much more if the card is of that design."""
        more = terms.clamp(terms.add(self._number(reading, design), number), -WORD, WORD)
        code.emit(self._set_word(reading, self._place_of(design), more, WORD, -WORD))

    def _make_copy(self, code: Code, variable: ir.Expr, other: ir.Expr, times: ir.Expr) -> None:
        """A variable got what another one holds, so many times."""
        before = code.keep(self._count(), "before")

        def look(r: ir.Expr) -> None:
            inside = terms.clamp(r, 0, self.most - 1)
            with code.block() as same:
                name = code.fresh("reading")
                code.emit(ir.Do(self.function("open"), (variable, self._slot(inside)), name))
                found = terms.local(name, -1, self.most - 1)
                with code.block() as room:
                    self._add_all(code, terms.clamp(found, 0, self.most - 1), inside, times)
                lost = [ir.Do(self.function("lose"), (variable,)), ir.Return(None)]
                code.emit(ir.If(terms.ge(found, ZERO), room, lost))
            code.emit(ir.If(terms.eq(self._whose(inside), other), same))

        sets.walk(code, ZERO, terms.sub(before, ONE), look)

    def _add_all(self, code: Code, reading: ir.Expr, other: ir.Expr, times: ir.Expr) -> None:
        def one(d: ir.Expr) -> None:
            amount = terms.clamp(terms.mul(self._number(other, d), times), -WORD, WORD)
            code.emit(ir.Do(self.function("add"), (reading, d, amount)))

        sets.walk(code, terms.const(self.first), terms.const(self.first + self.designs - 1), one)

    def _make_clear(self, code: Code, variable: ir.Expr) -> None:
        """Nothing in a variable comes from cards any more."""

        def look(r: ir.Expr) -> None:
            code.emit(ir.If(terms.eq(self._whose(r), variable), [ir.Do(self.function("drop"), (r,))]))

        self._each(code, look, backwards=True)

    def _make_lose(self, code: Code, variable: ir.Expr) -> None:
        """Only those who see a variable know anything about it."""
        code.emit(ir.Do(self.function("clear"), (variable,)))
        code.emit(self.set_known(variable, terms.bit_and(self.known(variable), self.watchers(variable))))

    def _make_swap(self, code: Code, variable: ir.Expr, other: ir.Expr) -> None:
        """Two variables change places, with what they were read from."""

        def look(r: ir.Expr) -> None:
            whose = code.keep(self._whose(r))
            here, there = terms.eq(whose, variable), terms.eq(whose, other)
            now = terms.select(here, other, terms.select(there, variable, whose))
            code.emit(self._set_word(r, ZERO, now, self._low + self._span - 1))

        self._each(code, look)

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
        everyone = terms.const(self.knowledge.all)

        def look(r: ir.Expr) -> None:
            c = terms.clamp(self._slot(r), 0, self.model.components - 1)
            public = terms.both(terms.eq(self._slot(r), c), terms.eq(self.knowledge.known(c), everyone))
            drop, lose = ir.Do(self.function("drop"), (r,)), ir.Do(self.function("lose"), (self._whose(r),))
            gone = ir.If(terms.lt(r, self._count()), [ir.If(which(r), [ir.If(public, [drop], [lose])])])
            code.emit(gone)

        self._each(code, look, backwards=True)
