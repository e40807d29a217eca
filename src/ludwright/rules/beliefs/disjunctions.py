"""One of several hidden cards is of some designs: what everybody learns from somebody who could do something that needs such a card.

The state holds a short list: the slots of the cards, and a bit for every design that one of them has. A slot is a component, or a ghost where the component
was shuffled away (:mod:`ludwright.rules.beliefs.shuffle_knowledge`). As soon as everybody knows one of the cards that has such a design, there is nothing left to
remember, and where a single card is left it is no more than something told about that one. When there is no room left the oldest is forgotten, and that is
counted. Redeals draw until all of them hold (:mod:`ludwright.hidden.disjunctions`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.model.world import TOLD_BITS
from ludwright.rules.beliefs.knowledge_words import MOST_URNS
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.state.bounded_log import BoundedLog

MOST_SLOTS = 12
"""With more cards than this it tells too little to be remembered."""
MOST_ROWS = 12
MOST_LOST = 1 << 20
MASK = (1 << TOLD_BITS) - 1


class Disjunctions(BoundedLog):
    """Writes the list and reads it. A game in which nothing of that sort is learnt has none."""

    name = "some_of"
    asked = frozenset(["about", "need", "any"])
    most = MOST_ROWS

    @property
    def possible(self) -> bool:  # type: ignore[override]
        """Whether cards lie face down at all, and something can be told of them."""
        return self.knowledge.kept and self.model.tellers > 0 and self.rules.facts.designs > 0

    @property
    def words(self) -> int:  # type: ignore[override]
        """How many slots there are, the slots, and the bits of designs."""
        return 1 + MOST_SLOTS + -(-self.rules.facts.designs // TOLD_BITS)

    def begin(self) -> None:
        """Make room for the list."""
        super().begin()
        facts, model = self.rules.facts, self.model
        model.some_words, model.some_slots = self.words, MOST_SLOTS
        model.some_first, model.some_designs = facts.first, facts.designs

    # ------------------------------------------------------------ words of the state

    def _slots(self, row: ir.Expr) -> ir.Expr:
        """How many slots there are; one more than there is room for if there were too many."""
        return self._word(row, ZERO, MOST_SLOTS + 1)

    def _set_slots(self, row: ir.Expr, many: ir.Expr) -> ir.Stmt:
        return self._set_word(row, ZERO, terms.clamp(many, 0, MOST_SLOTS + 1), MOST_SLOTS + 1)

    def _slot(self, row: ir.Expr, at: ir.Expr) -> ir.Expr:
        return self._word(row, terms.add(terms.clamp(at, 0, MOST_SLOTS - 1), ONE), self.knowledge.slots - 1)

    def _set_slot(self, row: ir.Expr, at: ir.Expr, slot: ir.Expr) -> ir.Stmt:
        word = terms.add(terms.clamp(at, 0, MOST_SLOTS - 1), ONE)
        return self._set_word(row, word, slot, self.knowledge.slots - 1)

    def _each_slot(self, code: Code, row: ir.Expr, visit: Callable[[ir.Expr], None], backwards: bool = False) -> None:
        """Go through the numbers of the slots of a row."""
        last = terms.sub(terms.lowest(self._slots(row), terms.const(MOST_SLOTS)), ONE)
        sets.walk(code, ZERO, last, lambda i: visit(terms.clamp(i, 0, MOST_SLOTS - 1)), backwards)

    def _bit(self, design: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
        """The word of a design, and its bit in it."""
        facts = self.rules.facts
        number = terms.clamp(terms.sub(design, terms.const(facts.first)), 0, facts.designs - 1)
        word = terms.add(terms.div(number, terms.const(TOLD_BITS)), terms.const(1 + MOST_SLOTS))
        return word, terms.mod(number, terms.const(TOLD_BITS))

    def _is_in(self, row: ir.Expr, design: ir.Expr) -> ir.Expr:
        word, bit = self._bit(design)
        return terms.bit_set(self._word(row, word, MASK), bit)

    # ------------------------------------------------------------ functions

    def _params(self, name: str) -> list[tuple[str, int, int]]:
        components, slots = self.model.components - 1, self.knowledge.slots - 1
        row, place = ("row", 0, self.most - 1), ("place", 0, max(0, self.model.zone_places - 1))
        facts = self.rules.facts
        return {
            "open": [],
            "slot": [row, ("c", 0, components)],
            "design": [row, ("d", facts.first, facts.first + facts.designs - 1)],
            "close": [row, ("idle", 0, 1)],
            "drop": [row],
            "settle": [row],
            "settle_all": [],
            "about": [place],
            "need": [("urn", 0, MOST_URNS), place],
            "follow": [("c", 0, components), ("slot", 0, slots)],
            "leave": [place],
            "forget": [],
            "any": [("seat", 0, self.model.players - 1)],
        }[name]

    # ------------------------------------------------------------ noting

    def _make_open(self, code: Code) -> None:
        """The number of a new row, without slots and designs."""
        self.call(code, "settle_all")
        full = terms.ge(self._count(), terms.const(self.most))
        with code.block() as tidy:
            lost = terms.state(self._base + 1, lo=0, hi=MOST_LOST)
            more = terms.store(self._base + 1, terms.lowest(terms.add(lost, ONE), terms.const(MOST_LOST)), lo=0, hi=MOST_LOST)  # fmt: skip
            code.statements.extend([more, ir.Do(self.function("drop"), (ZERO,))])
        code.emit(ir.If(full, tidy))
        new = code.keep(terms.clamp(self._count(), 0, self.most - 1), "new")
        clear = lambda w: code.emit(self._set_word(new, w, ZERO, MASK))  # noqa: E731
        sets.walk(code, ZERO, terms.const(self.words - 1), clear)
        code.emit(self._set_count(terms.add(new, ONE)))
        code.emit(ir.Return(new))

    def _make_slot(self, code: Code, row: ir.Expr, c: ir.Expr) -> None:
        """One more card that it may be."""
        self._each_slot(code, row, lambda i: code.emit(ir.If(terms.eq(self._slot(row, i), c), [ir.Return(None)])))
        many = code.keep(self._slots(row), "many")
        code.emit(ir.If(terms.lt(many, terms.const(MOST_SLOTS)), [self._set_slot(row, many, c)]))
        code.emit(self._set_slots(row, terms.add(many, ONE)))

    def _make_design(self, code: Code, row: ir.Expr, d: ir.Expr) -> None:
        """One more design that one of the cards may have."""
        word, bit = self._bit(d)
        word = code.keep(word, "word")
        code.emit(self._set_word(row, word, terms.clamp(terms.bit_or(self._word(row, word, MASK), terms.shifted(ONE, bit)), 0, MASK), MASK))  # fmt: skip

    def _make_close(self, code: Code, row: ir.Expr, idle: ir.Expr) -> None:
        """All is said. It is let go if it tells nothing, was noted before, or is about too many cards."""
        drop = [ir.Do(self.function("drop"), (row,)), ir.Return(None)]
        code.emit(ir.If(terms.either(terms.ne(idle, ZERO), terms.gt(self._slots(row), terms.const(MOST_SLOTS))), drop))

        def look(other: ir.Expr) -> None:
            same = code.switch_on(True, "same")

            def compare(w: ir.Expr) -> None:
                one, two = self._word(row, w, MASK), self._word(other, w, MASK)
                code.emit(ir.If(terms.ne(one, two), [ir.Set(same.name, terms.NO), ir.Break()]))

            sets.walk(code, ZERO, terms.const(self.words - 1), compare)
            code.emit(ir.If(terms.both(same, terms.ne(other, row)), list(drop)))

        self._each(code, look)
        self.call(code, "settle", row)

    # ------------------------------------------------------------ what became of them

    def _make_settle(self, code: Code, row: ir.Expr) -> None:
        """Cards that everybody knows are out of the question, or settle it."""
        everybody = terms.const(self.knowledge.all)
        drop = [ir.Do(self.function("drop"), (row,)), ir.Return(None)]

        def look(i: ir.Expr) -> None:
            here = code.keep(self._slot(row, i), "here")
            c = code.keep(terms.clamp(here, 0, self.model.components - 1), "c")
            design = terms.clamp(self.rules.places.design_of(c), 0, self.model.designs - 1)
            last = terms.clamp(terms.sub(self._slots(row), ONE), 0, MOST_SLOTS)
            code.emit(ir.If(self._is_sure(code, row, here, range(self.model.tellers)), list(drop)))
            with code.block() as known:
                code.emit(ir.If(self._is_in(row, design), list(drop)))
                code.emit(self._set_slot(row, i, self._slot(row, last)))
                code.emit(self._set_slot(row, last, ZERO))
                code.emit(self._set_slots(row, last))
            code.emit(ir.If(terms.both(terms.eq(here, c), terms.eq(self.knowledge.known(c), everybody)), known))

        self._each_slot(code, row, look, backwards=True)
        code.emit(ir.If(terms.lt(self._slots(row), ONE), list(drop)))
        with code.block() as alone:
            slot = code.keep(self._slot(row, ZERO), "slot")
            first = self.rules.facts.first

            def look_at(d: ir.Expr) -> None:
                with code.block() as out:
                    self.knowledge.exclude(code, slot, d, everybody)
                code.emit(ir.If(terms.invert(self._is_in(row, d)), out))

            sets.walk(code, terms.const(first), terms.const(first + self.rules.facts.designs - 1), look_at)
            code.statements.extend(drop)
        code.emit(ir.If(terms.eq(self._slots(row), ONE), alone))

    def _is_sure(self, code: Code, row: ir.Expr, slot: ir.Expr, seats: Iterable[ir.Expr | int]) -> ir.Expr:
        """Whether some players were told as much about one of the cards."""
        sure = code.switch_on(True, "sure")
        first, last = self.rules.facts.first, self.rules.facts.first + self.rules.facts.designs - 1
        unsure = [ir.Set(sure.name, terms.NO), ir.Break()]

        def look(d: ir.Expr) -> None:
            out: ir.Expr = terms.YES
            for seat in seats:
                who = terms.const(seat) if isinstance(seat, int) else seat
                out = terms.both(out, self.knowledge.excluded(who, slot, d))
            code.emit(ir.If(terms.invert(terms.either(self._is_in(row, d), out)), list(unsure)))

        sets.walk(code, terms.const(first), terms.const(last), look)
        return sure

    def _make_settle_all(self, code: Code) -> None:
        self._each(code, lambda row: self.call(code, "settle", row), backwards=True)

    # ------------------------------------------------------------ shuffles

    def _each_inside(self, code: Code, place: ir.Expr, found: Callable[[ir.Expr], list[ir.Stmt]]) -> None:
        """Do something once for each row about something that lies in a place."""

        def look(row: ir.Expr) -> None:
            inside = code.switch_on(False, "inside")
            yes = [ir.Set(inside.name, terms.YES), ir.Break()]
            self._each_slot(code, row, lambda i: code.emit(ir.If(self._lies_in(self._slot(row, i), place), list(yes))))
            code.emit(ir.If(inside, found(row)))

        self._each(code, look, backwards=True)

    def _make_about(self, code: Code, place: ir.Expr) -> None:
        """Whether anything is noted of what lies in a place."""
        self._each_inside(code, place, lambda row: [ir.Return(ONE)])
        code.emit(ir.Return(ZERO))

    def _make_need(self, code: Code, urn: ir.Expr, place: ir.Expr) -> None:
        """Whether the cards of an urn in a place are tied to others, so that their old positions must not be forgotten."""

        def look(row: ir.Expr) -> None:
            some, rest = code.switch_on(False, "some"), code.switch_on(False, "rest")

            def sort(i: ir.Expr) -> None:
                slot = code.keep(self._slot(row, i), "slot")
                c = terms.clamp(slot, 0, self.model.components - 1)
                inside = terms.both(self._lies_in(slot, place), terms.eq(self.knowledge.urn(c), urn))
                code.emit(ir.If(inside, [ir.Set(some.name, terms.YES)], [ir.Set(rest.name, terms.YES)]))

            self._each_slot(code, row, sort)
            code.emit(ir.If(terms.both(some, rest), [ir.Return(ONE)]))

        self._each(code, look)
        code.emit(ir.Return(ZERO))

    def _make_follow(self, code: Code, c: ir.Expr, slot: ir.Expr) -> None:
        """A component left a ghost: what was known of it is known of the ghost."""

        def look(row: ir.Expr) -> None:
            self._each_slot(code, row, lambda i: code.emit(
                ir.If(terms.eq(self._slot(row, i), c), [self._set_slot(row, i, slot)])))  # fmt: skip

        self._each(code, look)

    def _make_leave(self, code: Code, place: ir.Expr) -> None:
        """What lies in a place was mixed: nothing is known of where in it anything is."""
        self._each_inside(code, place, lambda row: [ir.Do(self.function("drop"), (row,))])

    def _make_forget(self, code: Code) -> None:
        code.emit(self._set_count(ZERO))

    def _make_any(self, code: Code, seat: ir.Expr) -> None:
        """Whether anything is noted that a player can't tell from what he knows of single cards."""

        def look(row: ir.Expr) -> None:
            settled = code.switch_on(False, "settled")
            yes = [ir.Set(settled.name, terms.YES), ir.Break()]

            def look_at(i: ir.Expr) -> None:
                here = code.keep(self._slot(row, i), "here")
                c = code.keep(terms.clamp(here, 0, self.model.components - 1), "c")
                design = terms.clamp(self.rules.places.design_of(c), 0, self.model.designs - 1)
                known = terms.both(terms.eq(here, c), self.knowledge.knows(seat, c))
                code.emit(ir.If(terms.both(known, self._is_in(row, design)), list(yes)))
                code.emit(ir.If(self._is_sure(code, row, here, [seat]), list(yes)))

            self._each_slot(code, row, look_at)
            code.emit(ir.If(terms.invert(settled), [ir.Return(ONE)]))

        self._each(code, look)
        code.emit(ir.Return(ZERO))
