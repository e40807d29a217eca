"""Facts about two hidden components: what a comparison of two cards that lie face down tells whoever sees how it came out.

The state holds a short list of them: two slots, who knows of it, and a bit for every pair of designs that these two can't be. A slot is a component,
or a ghost where the component was shuffled away (:mod:`ludwright.rules.beliefs.shuffle_knowledge`). As soon as one of the two is known to all who know the fact, it is
no more than something told about the other, and is noted there. When there is no room left the oldest is forgotten, and that is counted.
Redeals draw until all facts hold (:mod:`ludwright.hidden.pair_constraints`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.model.kinds import Kind
from ludwright.model.world import TOLD_BITS
from ludwright.rules.beliefs.knowledge_words import MOST_URNS
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.state.bounded_log import BoundedLog

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MOST_DESIGNS = 64
"""With more designs than this in play a fact would take too much room."""
MOST_FACTS, LEAST_FACTS = 16, 4
ROOM = 1_024
"""About how many words all facts of a game take at most."""
HEAD = 3
"""The words of a fact before its bits: the two slots, and who knows of it."""
MOST_LOST = 1 << 20


class PairConstraints(BoundedLog):
    """Writes the list and reads it. A game in which no two hidden cards are compared has none."""

    name = "facts"
    asked = frozenset(["about", "need", "any"])

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        spans = [k.design for root in self.model.veiled for k in root.family() if k.design is not None]
        self.first = min((d.first for d in spans if d.count), default=0)
        self.designs = max((d.last for d in spans if d.count), default=-1) - self.first + 1
        self.words = HEAD + -(-self.designs * self.designs // TOLD_BITS)
        self.most = max(LEAST_FACTS, min(MOST_FACTS, ROOM // self.words))
        self.possible = self.knowledge.kept and self.model.tellers > 0 and 0 < self.designs <= MOST_DESIGNS

    def usable(self, kind: Kind | None) -> bool:
        """Whether facts about components of that kind can be noted: what is made in play may be another thing later."""
        family = kind.root.family() if kind is not None else []
        return self.possible and any(k in self.model.veiled for k in family) and not any(k.limit for k in family)

    def begin(self) -> None:
        """Make room for the list."""
        super().begin()
        self.model.facts, self.model.fact_words = self.most, self.words
        self.model.fact_first, self.model.fact_designs = self.first, self.designs

    # ------------------------------------------------------------ words of the state

    def _slot(self, fact: ir.Expr, end: int) -> ir.Expr:
        return self._word(fact, terms.const(end), self.knowledge.slots - 1)

    def _who(self, fact: ir.Expr) -> ir.Expr:
        return self._word(fact, terms.const(2), self.knowledge.all)

    def _bit(self, one: ir.Expr, two: ir.Expr) -> ir.Expr:
        """The number of the bit of a pair of designs."""
        row = terms.mul(self._design(one), terms.const(self.designs))
        return terms.add(row, self._design(two))

    def _design(self, design: ir.Expr) -> ir.Expr:
        return terms.clamp(terms.sub(design, terms.const(self.first)), 0, self.designs - 1)

    # ------------------------------------------------------------ functions

    def _params(self, name: str) -> list[tuple[str, int, int]]:
        components, slots = self.model.components - 1, self.knowledge.slots - 1
        fact, place = ("fact", 0, self.most - 1), ("place", 0, max(0, self.model.zone_places - 1))
        design = self.first, self.first + self.designs - 1
        return {
            "open": [("a", 0, components), ("b", 0, components), ("who", 0, self.knowledge.all)],
            "exclude": [fact, ("one", *design), ("two", *design)],
            "drop": [fact],
            "settle": [fact],
            "settle_all": [],
            "about": [place],
            "need": [("urn", 0, MOST_URNS), place],
            "follow": [("c", 0, components), ("slot", 0, slots)],
            "leave": [place],
            "forget": [],
            "any": [],
        }[name]

    # ------------------------------------------------------------ noting

    def _make_open(self, code: Code, a: ir.Expr, b: ir.Expr, who: ir.Expr) -> None:
        """The number of a fact about two components; -1 if all know both, or there is but one."""
        everybody = terms.const(self.knowledge.all)
        known = terms.bit_and(terms.bit_and(self.knowledge.known(a), self.knowledge.known(b)), who)
        idle = terms.either(terms.eq(a, b), terms.eq(known, terms.bit_and(who, everybody)))
        code.emit(ir.If(idle, [ir.Return(terms.const(-1))]))

        def look(f: ir.Expr) -> None:
            same = terms.both(terms.eq(self._slot(f, 0), a), terms.eq(self._slot(f, 1), b))
            code.emit(ir.If(terms.both(same, terms.eq(self._who(f), who)), [ir.Return(f)]))

        self._each(code, look)
        full = terms.ge(self._count(), terms.const(self.most))
        with code.block() as tidy:
            self.call(code, "settle_all")
            lost = terms.state(self._base + 1, lo=0, hi=MOST_LOST)
            more = terms.store(self._base + 1, terms.lowest(terms.add(lost, ONE), terms.const(MOST_LOST)), lo=0, hi=MOST_LOST)  # fmt: skip
            code.emit(ir.If(full, [more, ir.Do(self.function("drop"), (ZERO,))]))
        code.emit(ir.If(full, tidy))
        new = code.keep(terms.clamp(self._count(), 0, self.most - 1), "new")
        for word, value, hi in ((0, a, self.knowledge.slots - 1), (1, b, self.knowledge.slots - 1), (2, who, self.knowledge.all)):  # fmt: skip
            code.emit(self._set_word(new, terms.const(word), value, hi))
        clear = lambda w: code.emit(self._set_word(new, w, ZERO, (1 << TOLD_BITS) - 1))  # noqa: E731
        sets.walk(code, terms.const(HEAD), terms.const(self.words - 1), clear)
        code.emit(self._set_count(terms.add(new, ONE)))
        code.emit(ir.Return(new))

    def _make_exclude(self, code: Code, fact: ir.Expr, one: ir.Expr, two: ir.Expr) -> None:
        """These two designs can't be: not both in their places."""
        bit = code.keep(self._bit(one, two), "bit")
        word = code.keep(terms.add(terms.div(bit, terms.const(TOLD_BITS)), terms.const(HEAD)), "word")
        most = (1 << TOLD_BITS) - 1
        mask = terms.bit_or(self._word(fact, word, most), terms.shifted(ONE, terms.mod(bit, terms.const(TOLD_BITS))))
        code.emit(self._set_word(fact, word, terms.clamp(mask, 0, most), most))

    # ------------------------------------------------------------ what became of the two

    def _make_settle(self, code: Code, fact: ir.Expr) -> None:
        """Where all who know of it know one of the two, the fact is something told about the other."""
        for end in (0, 1):
            here = code.keep(self._slot(fact, end), "here")
            c = code.keep(terms.clamp(here, 0, self.model.components - 1), "c")
            who = code.keep(self._who(fact), "who")
            with code.block() as fold:
                self._fold(code, fact, end, c, who)
                code.emit(ir.Do(self.function("drop"), (fact,)))
                code.emit(ir.Return(None))
            known = terms.eq(terms.bit_and(self.knowledge.known(c), who), who)
            code.emit(ir.If(terms.both(terms.eq(here, c), known), fold))

    def _fold(self, code: Code, fact: ir.Expr, end: int, c: ir.Expr, who: ir.Expr) -> None:
        design = code.keep(terms.clamp(self.rules.places.design_of(c), 0, self.model.designs - 1), "design")
        other = code.keep(self._slot(fact, 1 - end), "other")

        def look(d: ir.Expr) -> None:
            pair = (design, d) if end == 0 else (d, design)
            with code.block() as out:
                self.knowledge.exclude(code, other, d, who)
            code.emit(ir.If(self._is_out(fact, *pair), out))

        sets.walk(code, terms.const(self.first), terms.const(self.first + self.designs - 1), look)

    def _is_out(self, fact: ir.Expr, one: ir.Expr, two: ir.Expr) -> ir.Expr:
        bit = self._bit(one, two)
        word = terms.add(terms.div(bit, terms.const(TOLD_BITS)), terms.const(HEAD))
        return terms.bit_set(self._word(fact, word, (1 << TOLD_BITS) - 1), terms.mod(bit, terms.const(TOLD_BITS)))

    def _make_settle_all(self, code: Code) -> None:
        self._each(code, lambda f: self.call(code, "settle", f), backwards=True)

    # ------------------------------------------------------------ shuffles

    def _make_about(self, code: Code, place: ir.Expr) -> None:
        """Whether there is a fact about something that lies in a place."""

        def look(f: ir.Expr) -> None:
            inside = terms.either(self._lies_in(self._slot(f, 0), place), self._lies_in(self._slot(f, 1), place))
            code.emit(ir.If(inside, [ir.Return(ONE)]))

        self._each(code, look)
        code.emit(ir.Return(ZERO))

    def _make_need(self, code: Code, urn: ir.Expr, place: ir.Expr) -> None:
        """Whether a fact ties the cards of an urn in a place to others, so that their old positions must not be forgotten."""

        def inside(slot: ir.Expr) -> ir.Expr:
            c = terms.clamp(slot, 0, self.model.components - 1)
            return terms.both(self._lies_in(slot, place), terms.eq(self.knowledge.urn(c), urn))

        def look(f: ir.Expr) -> None:
            one, two = code.keep(inside(self._slot(f, 0))), code.keep(inside(self._slot(f, 1)))
            code.emit(ir.If(terms.ne(terms.as_int(one), terms.as_int(two)), [ir.Return(ONE)]))

        self._each(code, look)
        code.emit(ir.Return(ZERO))

    def _make_follow(self, code: Code, c: ir.Expr, slot: ir.Expr) -> None:
        """A component left a ghost: what was known of it is known of the ghost."""

        def look(f: ir.Expr) -> None:
            for end in (0, 1):
                store = self._set_word(f, terms.const(end), slot, self.knowledge.slots - 1)
                code.emit(ir.If(terms.eq(self._slot(f, end), c), [store]))

        self._each(code, look)

    def _make_leave(self, code: Code, place: ir.Expr) -> None:
        """What lies in a place was mixed: nothing is known of where in it anything is."""

        def look(f: ir.Expr) -> None:
            inside = terms.either(self._lies_in(self._slot(f, 0), place), self._lies_in(self._slot(f, 1), place))
            code.emit(ir.If(inside, [ir.Do(self.function("drop"), (f,))]))

        self._each(code, look, backwards=True)

    def _make_forget(self, code: Code) -> None:
        code.emit(self._set_count(ZERO))

    def _make_any(self, code: Code) -> None:
        code.emit(ir.Return(terms.as_int(terms.gt(self._count(), ZERO))))
