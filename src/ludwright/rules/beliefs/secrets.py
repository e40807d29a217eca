"""Secret parts of a game: `at once`, secret stages, cards picked unseen, secrets that are held, and what is noted so that a redeal can play them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.rules.analysis.secret_changes import changed_in_secret
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MEMORY, FACTOR = 1 << 30, 1_000_003
ROOM_FOR_SEALED = 64
"""So many answers given `at once` can be noted wherever it begins."""
SOON = 8
"""A secret stage that begins no more answers after another one is played again together with that. With more, hardly anything would look right."""


class Secrets:
    """Notes where a secret part began and what was answered since; :mod:`ludwright.hidden.replay` reads it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self._beginnings: list[list[ir.Stmt]] = []

    def veil(self, code: Code, step: int) -> None:
        """A part begins (or ends) in which nobody may notice who is asked and what is answered. Players that think about it look at that, too.

        Nor may anybody count the answers: in open play the word behind it says how many were unheard so far, in a secret part how many were heard."""
        base, most = self.model.arrays["veil"], 2**31 - 1
        depth = terms.state(base, lo=0, hi=99)
        others = terms.sub(terms.state(ir.MOVES, lo=0, hi=most), terms.state(base + 1, lo=0, hi=most))
        crossing = terms.eq(depth, ZERO if step > 0 else ONE)
        deeper = terms.clamp(terms.add(depth, terms.const(step)), 0, 99)
        notes: list[ir.Stmt] = [
            ir.If(crossing, [terms.store(base + 1, terms.highest(others, ZERO), lo=0, hi=most)]),
            terms.store(base, deeper, lo=0, hi=99),
        ]
        code.statements.extend(notes)

    def open_play(self) -> ir.Expr:
        """Whether everybody sees what happens."""
        if "veil" not in self.model.arrays:
            return terms.YES
        return terms.eq(terms.state(self.model.arrays["veil"], lo=0, hi=99), ZERO)

    def unless_veiled(self, statements: list[ir.Stmt], veiled: list[ir.Stmt]) -> list[ir.Stmt]:
        """What is done where everybody sees what happens, and what in a secret stage."""
        return [ir.If(self.open_play(), statements, veiled)] if self.model.has_secret_stage else statements

    def mark(self, code: Code, entry: int) -> None:
        """From here answers are noted, so that the secret ones can be given again; -1: no longer."""
        base = self.model.arrays["rewind"]
        frame = terms.state(ir.FRAME, lo=0, hi=2**31 - 1)
        notes: list[ir.Stmt] = [
            terms.store(base, terms.const(entry + 1), lo=0, hi=1 << 20),
            terms.store(base + 1, frame, lo=0, hi=2**31 - 1),
            terms.store(base + 2, terms.state(ir.MOVES, lo=0, hi=2**31 - 1), lo=0, hi=2**31 - 1),
            terms.store(self.model.arrays["replies"], ZERO, lo=0, hi=self.model.replies + 1),
        ]
        code.statements.extend(notes)

    def begin_stage(self, code: Code, entry: int) -> None:
        """A secret stage begins. Soon after another one the mark of that one stands: what was seen then is not lost."""
        noted = terms.state(self.model.arrays["replies"], lo=0, hi=self.model.replies + 1)
        marked = terms.gt(terms.state(self.model.arrays["rewind"], lo=0, hi=1 << 20), ZERO)
        with code.block() as goes_on:
            self.veil(code, 1)
            self._remember_known(code)
        with code.block() as anew:
            self.begin_secret(code, entry)
        code.emit(ir.If(terms.both(marked, terms.le(noted, terms.const(SOON))), goes_on, anew))

    def _remember_known(self, code: Code) -> None:
        """What each seat knows about cards goes into its memory, whichever of all cards it is that lies there; what it was shown before has its time."""
        name = "remember_known_"
        if self.rules.knowledge.kept and name not in self.rules.functions:
            inner, places, known = Code(name), self.rules.places, self.rules.knowledge.known
            seats = terms.const(self.model.players - 1)

            def note(c: ir.Expr) -> None:
                here = terms.mul(terms.highest(places.place_of(c), ZERO), terms.const(4099))
                seen = inner.keep(terms.add(here, places.design_of(c)))
                more = inner.keep(terms.mod(terms.mul(seen, terms.add(seen, terms.const(FACTOR))), terms.const(MEMORY)))
                add = lambda q: inner.emit(ir.If(terms.bit_set(known(c), q), [self._memorize(q, ONE, more)]))  # noqa: E731
                sets.walk(inner, ZERO, seats, add)

            sets.walk(inner, ZERO, seats, lambda q: inner.emit(self._memorize(q, terms.const(FACTOR), ONE)))
            self.rules.knowledge.each_component(inner, note)
            self.rules.functions[name] = ir.Function(name, [], inner.statements, changes=True)
        code.statements.extend(self.rules.knowledge.switch([ir.Do(name, ())]))

    def _memorize(self, seat: ir.Expr, factor: ir.Expr, more: ir.Expr) -> ir.Stmt:
        """The memory of a seat times a factor, and something more."""
        base, last = self.model.arrays["memory"], self.model.players - 1
        old = terms.state(base, seat, 0, last, 0, MEMORY - 1)
        new = terms.mod(terms.add(terms.mul(old, factor), more), terms.const(MEMORY))
        return terms.store(base, new, seat, 0, last, 0, MEMORY - 1)

    def begin_secret(self, code: Code, entry: int) -> None:
        """A secret part begins: the state is kept as it is now."""
        self.mark(code, entry)
        self.veil(code, 1)
        self._keep_beginning(code)

    def _keep_beginning(self, code: Code) -> None:
        body: list[ir.Stmt] = []
        self._beginnings.append(body)
        code.emit(ir.If(terms.eq(terms.table(ir.KEEP_KNOWLEDGE, lo=0, hi=1), ONE), body))

    def begin_sealed(self, code: Code, entry: int) -> None:
        """`at once` begins."""
        self.begin_held(code, entry, veiled=True)

    def begin_held(self, code: Code, entry: int, veiled: bool = False) -> None:
        """Answers are noted from here, in a secret part if ``veiled``. An older mark stands, of a secret stage or of a secret that is still held, as long as there is room to note them."""
        if not self.model.rewinds:
            self.mark(code, entry)
            if veiled:
                self.veil(code, 1)
            return
        noted = terms.state(self.model.arrays["replies"], lo=0, hi=self.model.replies + 1)
        full = terms.ge(noted, terms.const(self.model.replies - ROOM_FOR_SEALED))
        unmarked = terms.eq(terms.state(self.model.arrays["rewind"], lo=0, hi=1 << 20), ZERO)
        with code.block() as goes_on:
            if veiled:
                self.veil(code, 1)
        with code.block() as marked:
            self.mark(code, entry)
            code.statements.extend(goes_on)
            self._keep_beginning(code)
        code.emit(ir.If(terms.both(self.open_play(), terms.either(unmarked, full)), marked, goes_on))

    def end_sealed(self, code: Code, entry: int) -> None:
        """`at once` is over."""
        self.veil(code, -1)
        self.end_held(code, entry)

    def end_held(self, code: Code, entry: int) -> None:
        """What was chosen in secret does not matter any more: if the mark was its own, there is none any more."""
        own = terms.eq(terms.state(self.model.arrays["rewind"], lo=0, hi=1 << 20), terms.const(entry + 1))
        with code.block() as over:
            self.mark(code, -1)
        code.statements.extend([ir.If(own, over)] if self.model.rewinds else over)

    def unsure(self, code: Code) -> None:
        """What is set in secret stages nobody knows who does not see it: where a stage can't be played again, it is drawn anew."""
        name = "unsure_"
        if name not in self.rules.functions:
            inner, changed = Code(name), changed_in_secret(self.model, self.rules.habits)
            variables = self.rules.hidden_variables
            inner.statements.extend(variables.lose(changed) + variables.no_floors(changed))
            self.rules.functions[name] = ir.Function(name, [], inner.statements, changes=True)
        code.statements.extend(self.rules.knowledge.always([ir.Do(name, ())]))

    def end_secret(self, code: Code) -> None:
        """A secret stage is over: things may have changed hands unseen, so everybody knows only what he sees now.

        What was seen meanwhile is in ``memory``, one number a seat: other events would have given another number."""
        self.veil(code, -1)
        self.unsure(code)
        if not self.rules.knowledge.kept:
            return
        name = "forget_"
        if name not in self.rules.functions:
            inner = Code(name)
            place = self.rules.places.place_of
            self.rules.knowledge.each_component(
                inner, lambda c: inner.emit(self.rules.knowledge.set_known(c, self.rules.knowledge.watchers(place(c))))
            )
            for noted in self.rules.noted:
                noted.call(inner, "forget")
            self.rules.functions[name] = ir.Function(name, [], inner.statements, changes=True)
        code.statements.extend(self.rules.knowledge.switch([ir.Do(name, ())]))

    def keep_beginnings(self) -> None:
        """The room for the state at the beginning of a secret stage, when all other room has been given out."""
        size = self.model.state_size
        self.model.arrays["beginning"] = base = self.model.words(size)
        for number, body in enumerate(self._beginnings):
            i = terms.local(f"word_{number}", 0, size - 1)
            word = terms.state(0, i, 0, size - 1)
            body.append(ir.Loop(i.name, ZERO, terms.const(size - 1), [terms.store(base, word, i, 0, size - 1)], 0))

    def remember(self, c: ir.Expr, seats: ir.Expr) -> list[ir.Stmt]:
        """In a secret stage: what a seat was shown goes into its memory."""
        code, places = Code("remember"), self.rules.places
        seen = terms.add(terms.mul(places.place_of(c), terms.const(4099)), places.design_of(c))

        def note(q: ir.Expr) -> None:
            code.emit(ir.If(terms.bit_set(seats, q), [self._memorize(q, terms.const(FACTOR), seen)]))

        sets.walk(code, ZERO, terms.const(self.model.players - 1), note)
        veiled = terms.gt(terms.state(self.model.arrays["veil"], lo=0, hi=99), ZERO)
        return [ir.If(veiled, code.statements)]

    def replied(self, code: Code) -> None:
        """Note an answer: its code, who gave it, and whether in secret."""
        base, most = self.model.arrays["replies"], self.model.replies
        with code.block() as note:
            count = code.keep(terms.state(base, lo=0, hi=most + 1), "count")
            at = terms.clamp(terms.mul(count, terms.const(2)), 0, 2 * most - 2)
            answer = terms.state(ir.ANSWER, lo=-(2**31), hi=2**31 - 1)
            actor = terms.state(ir.ACTOR, lo=0, hi=self.model.players - 1)
            secret = terms.gt(terms.state(self.model.arrays["veil"], lo=0, hi=99), ZERO)
            who = terms.add(terms.mul(actor, terms.const(2)), terms.as_int(secret))
            last = 2 * most - 1
            code.emit(ir.If(terms.lt(count, terms.const(most)), [
                terms.store(base + 1, answer, at, 0, last),
                terms.store(base + 1, who, terms.add(at, ONE), 0, last, 0, 99),
            ]))  # fmt: skip
            more = terms.lowest(terms.add(count, ONE), terms.const(most + 1))
            code.emit(terms.store(base, more, lo=0, hi=most + 1))
        going = terms.gt(terms.state(self.model.arrays["rewind"], lo=0, hi=1 << 20), ZERO)
        code.statements.extend(self.rules.knowledge.always([ir.If(going, note)]))
