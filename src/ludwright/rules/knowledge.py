"""What each player knows of each component: kept by the rules themselves while they move, shuffle, show and tell.

A component is a card with its back up: its number says which piece of cardboard it is, and a word of the state, its *design*, what is printed
on the front. So all that a player does not know can be dealt again by exchanging designs, and nothing that refers to a component has to change
(:mod:`ludwright.hidden.redeal`). For every component the state holds

* ``known``: a bit for each player who knows its design: learnt where it is seen or shown, kept while it moves, lost when it is shuffled;
* ``urn``: the number of the shuffle it was last part of. Whoever knows nothing of the members of an urn takes every way of
  dealing their designs for equally likely;
* ``told``: a bit for each design that it can't be, from what was told about it: one row for all, or one for each player where some are told more.

A shuffle may mix cards of which somebody knew something with others while more cards of the same urn lie elsewhere. Then the old positions stay
behind as *ghosts*: a ghost has the urn, the knowledge and the told designs of a card before the shuffle, and a link to the slot where that card went.
There is room for some; when it runs out all that is not known to everyone is put into one urn: too much is thought possible then, never too little.

Nothing of this influences play unless a rule asks (``p knows c``): random games leave it out (:data:`ludwright.rules.ir.KEEP_KNOWLEDGE`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lark import Tree

from ludwright.model import sight
from ludwright.model.kinds import Field
from ludwright.model.world import TOLD_BITS
from ludwright.rules import ir, sets, terms
from ludwright.rules.code import Code
from ludwright.rules.scope import Scalar
from ludwright.rules.terms import ONE, ZERO

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules

MOST_URNS = 2**31 - 1
MEMORY = 1 << 30
ASKING = ("surely", "possibly", "chance")


class Knowledge:
    """Reads and changes what is known. In games where all is seen, nothing is kept and nothing emitted."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.kept = "known" in self.model.arrays
        self.all = sight.everyone(self.model)
        self.needed = rules.asks_for_knowledge
        self._beginnings: list[list[ir.Stmt]] = []
        self._top_seen = any(zone.top_seen is not None for zone in self.model.all_zones())

    # ------------------------------------------------------------ words of the state

    def _slots(self) -> int:
        return self.model.components + self.model.ghosts

    def known(self, c: ir.Expr) -> ir.Expr:
        return terms.state(self.model.arrays["known"], c, -1, self.model.components - 1, 0, self.all)

    def _set_known(self, c: ir.Expr, mask: ir.Expr) -> ir.Stmt:
        last = self.model.components - 1
        return terms.store(self.model.arrays["known"], mask, c, 0, last, 0, self.all)

    def urn(self, c: ir.Expr) -> ir.Expr:
        return terms.state(self.model.arrays["urn"], c, -1, self.model.components - 1, 0, MOST_URNS)

    def _ghost(self, name: str, g: ir.Expr, hi: int) -> ir.Expr:
        return terms.state(self.model.arrays[f"ghost_{name}"], g, 0, self.model.ghosts - 1, 0, hi)

    def _set_ghost(self, name: str, g: ir.Expr, value: ir.Expr, hi: int) -> ir.Stmt:
        return terms.store(self.model.arrays[f"ghost_{name}"], value, g, 0, self.model.ghosts - 1, 0, hi)

    def _ghosts(self) -> ir.Expr:
        return terms.state(self.model.arrays["ghosts"], lo=0, hi=self.model.ghosts) if self.model.ghosts else ZERO

    def _each_ghost(self, code: Code, visit: Callable[[ir.Expr], None]) -> None:
        if self.model.ghosts:
            sets.walk(code, ZERO, terms.sub(self._ghosts(), ONE), visit)

    def _each_component(self, code: Code, visit: Callable[[ir.Expr], None]) -> None:
        sets.walk(code, ZERO, terms.const(self.model.components - 1), visit)

    def _told_place(self, teller: ir.Expr, slot: ir.Expr, word: ir.Expr) -> ir.Expr:
        row = terms.add(terms.mul(teller, terms.const(self._slots())), slot)
        return terms.add(terms.mul(row, terms.const(self.model.told_words)), word)

    def _told_size(self) -> int:
        return self.model.tellers * self._slots() * self.model.told_words

    def told(self, teller: ir.Expr, slot: ir.Expr, word: ir.Expr) -> ir.Expr:
        place = self._told_place(teller, slot, word)
        return terms.state(self.model.arrays["told"], place, 0, self._told_size() - 1, 0, (1 << TOLD_BITS) - 1)

    def _set_told(self, teller: ir.Expr, slot: ir.Expr, word: ir.Expr, value: ir.Expr) -> ir.Stmt:
        place = self._told_place(teller, slot, word)
        base = self.model.arrays["told"]
        return terms.store(base, value, place, 0, self._told_size() - 1, 0, (1 << TOLD_BITS) - 1)

    def _each_told_word(self, code: Code, visit: Callable[[ir.Expr, ir.Expr], None]) -> None:
        """All words of what was told about one slot."""
        if self.model.tellers:
            words = terms.const(self.model.told_words - 1)
            tellers = terms.const(self.model.tellers - 1)
            sets.walk(code, ZERO, tellers, lambda q: sets.walk(code, ZERO, words, lambda w: visit(q, w)))

    # ------------------------------------------------------------ who sees a place

    def watchers(self, place: ir.Expr, top: bool = False) -> ir.Expr:
        """Who sees what lies in a place (on top of it)."""
        masks = sight.top_watchers(self.model) if top else sight.place_watchers(self.model)
        base = self.model.tables.add([0, *masks]) + 1
        return terms.table(base, place, -1, len(masks) - 1, 0, self.all)

    def switch(self, statements: list[ir.Stmt]) -> list[ir.Stmt]:
        """Statements that run only where knowledge is kept."""
        if not self.kept or not statements:
            return []
        if self.needed:
            return statements
        return [ir.If(terms.eq(terms.table(ir.KEEP_KNOWLEDGE, lo=0, hi=1), ONE), statements)]

    # ------------------------------------------------------------ learning

    def entered(self, c: ir.Expr, place: ir.Expr, top: bool = True) -> list[ir.Stmt]:
        """A component was put down: whoever sees the place knows it now."""
        if not self.kept:
            return []
        mask = terms.bit_or(self.known(c), self.watchers(place, top and self._top_seen))
        return self.switch([self._set_known(c, terms.clamp(mask, 0, self.all))])

    def uncovered(self, c: ir.Expr, place: ir.Expr) -> list[ir.Stmt]:
        """A component came to lie on top."""
        return self.entered(c, place) if self._top_seen else []

    def on_board(self, c: ir.Expr) -> list[ir.Stmt]:
        """A component was put on a board, where all is seen."""
        return self.switch([self._set_known(c, terms.const(self.all))]) if self.kept else []

    def shown(self, c: ir.Expr, seats: ir.Expr) -> list[ir.Stmt]:
        """Some players were shown a component."""
        mask = terms.clamp(terms.bit_or(self.known(c), seats), 0, self.all)
        there = terms.highest(c, ZERO)
        learn = [self._set_known(there, mask)]
        if self.model.has_secret_stage:
            learn += self._remember(there, seats)
        return self.switch([ir.If(terms.ge(c, ZERO), learn)])

    def rolled(self, c: ir.Expr) -> list[ir.Stmt]:
        """A die was thrown: whoever sees it where it lies knows it, nobody else."""
        if not self.kept:
            return []
        return self.switch([self._set_known(c, self.watchers(self.rules.places.place_of(c)))])

    def knows(self, seat: ir.Expr, c: ir.Expr) -> ir.Expr:
        """Whether a player knows which component this is."""
        if not self.kept:
            return terms.YES
        place = self.rules.places.place_of(c)
        mask = terms.bit_or(self.known(c), self.watchers(place))
        return terms.either(terms.lt(c, ZERO), terms.bit_set(mask, terms.clamp(seat, 0, self.model.players - 1)))

    # ------------------------------------------------------------ being told

    def exclude(self, code: Code, c: ir.Expr, design: ir.Expr, tellers: ir.Expr | None) -> None:
        """A component can't be of that design, as everyone (or the players of a mask) has been told."""
        word = code.keep(terms.div(design, terms.const(TOLD_BITS)))
        bit = code.keep(terms.shifted(ONE, terms.mod(design, terms.const(TOLD_BITS))))
        most = (1 << TOLD_BITS) - 1

        def note(teller: ir.Expr) -> None:
            mask = terms.clamp(terms.bit_or(self.told(teller, c, word), bit), 0, most)
            store = self._set_told(teller, c, word, mask)
            if self.model.tellers > 1 and tellers is not None:
                code.emit(ir.If(terms.bit_set(tellers, teller), [store]))
            else:
                code.emit(store)

        sets.walk(code, ZERO, terms.const(self.model.tellers - 1), note)

    def excluded(self, seat: ir.Expr, c: ir.Expr, design: ir.Expr) -> ir.Expr:
        """Whether a player was told that a component is not of that design."""
        if not self.model.tellers:
            return terms.NO
        teller = seat if self.model.tellers > 1 else ZERO
        word = terms.div(design, terms.const(TOLD_BITS))
        return terms.bit_set(self.told(teller, c, word), terms.mod(design, terms.const(TOLD_BITS)))

    def possible(self, seat: ir.Expr, c: ir.Expr, design: ir.Expr) -> ir.Expr:
        """Whether, for all a player knows, a component may be of that design."""
        if not self.kept:
            return terms.eq(self.rules.places.design_of(c), design)
        name = "possible_"
        if name not in self.rules.functions:
            self.rules.functions[name] = self._make_possible(name)
        return terms.ne(ir.Call(ir.INT, 0, self.model.components, name, (seat, c, design)), ZERO)

    def copies(self, seat: ir.Expr, c: ir.Expr, design: ir.Expr) -> ir.Expr:
        """How many of the cards that a component may be, for all a player knows, are of that design."""
        if not self.kept:
            return terms.as_int(terms.eq(self.rules.places.design_of(c), design))
        self.possible(seat, c, design)
        return ir.Call(ir.INT, 0, self.model.components, "possible_", (seat, c, design))

    def _make_possible(self, name: str) -> ir.Function:
        model, places = self.model, self.rules.places
        seat, c = terms.local("seat", 0, model.players - 1), terms.local("c", 0, model.components - 1)
        design = terms.local("design", 0, model.designs - 1)
        code = Code(name)
        mine = terms.eq(places.design_of(c), design)
        code.emit(ir.If(self.knows(seat, c), [ir.Return(terms.as_int(mine))]))
        code.emit(ir.If(self.excluded(seat, c, design), [ir.Return(ZERO)]))
        anywhere = terms.gt(self._ghosts(), ZERO)
        urn = code.keep(self.urn(c), "urn")
        found = code.variable(ZERO, 0, model.components, "found")

        def look(s: ir.Expr) -> None:
            same = terms.both(terms.eq(places.design_of(s), design), terms.either(anywhere, terms.eq(self.urn(s), urn)))
            unknown = terms.both(same, terms.invert(self.knows(seat, s)))
            more = terms.lowest(terms.add(found, ONE), terms.const(model.components))
            code.emit(ir.If(unknown, [ir.Set(found.name, more)]))

        self._each_component(code, look)
        if model.tellers:
            with code.block() as settle:
                self._rule_out_by_others(code, seat, c, design, urn)
            unclear = terms.both(terms.gt(found, ZERO), terms.invert(terms.either(anywhere, mine)))
            code.emit(ir.If(unclear, settle))
        code.emit(ir.Return(found))
        params = [("seat", 0, model.players - 1), ("c", 0, model.components - 1), ("design", 0, model.designs - 1)]
        return ir.Function(name, params, code.statements, ir.INT, 0, model.components, arrays=code.arrays)

    def _rule_out_by_others(self, code: Code, seat: ir.Expr, c: ir.Expr, design: ir.Expr, urn: ir.Expr) -> None:
        """Return 0 if a component can't be of a design because of what was told about others of its urn.

        The true deal fits all that was told. Another that fits, with that design here, differs from it by a circle of cards: this one takes the
        place of one of that design, which takes the place of another, and so on back to here. So the circle is looked for.
        """
        model, places = self.model, self.rules.places
        own = code.keep(terms.clamp(places.design_of(c), 0, model.designs - 1), "own")
        reached = code.array(model.components, "reached")
        closed = code.switch_on(False, "closed")

        def design_at(s: ir.Expr) -> ir.Expr:
            return terms.clamp(places.design_of(s), 0, model.designs - 1)

        def is_open(s: ir.Expr) -> ir.Expr:
            return terms.both(terms.eq(self.urn(s), urn), terms.invert(self.knows(seat, s)))

        def is_reached(s: ir.Expr) -> ir.Expr:
            return terms.eq(ir.ArrayLoad(ir.INT, 0, 1, reached, s, model.components), ONE)

        def begin(s: ir.Expr) -> None:
            first = terms.as_int(terms.both(is_open(s), terms.eq(places.design_of(s), design)))
            code.emit(ir.ArrayStore(reached, s, model.components, first))

        def sweep(_: ir.Expr) -> None:
            grown = code.switch_on(False, "grown")

            def reach(s: ir.Expr, v: ir.Expr) -> None:
                takes = terms.both(is_open(v), terms.invert(self.excluded(seat, s, design_at(v))))
                more = [ir.ArrayStore(reached, v, model.components, ONE), ir.Set(grown.name, terms.YES)]
                code.emit(ir.If(terms.both(terms.invert(is_reached(v)), takes), more))

            def spread(s: ir.Expr) -> None:
                with code.block() as onward:
                    close = [ir.Set(closed.name, terms.YES), ir.Break()]
                    code.emit(ir.If(terms.invert(self.excluded(seat, s, own)), close))
                    self._each_component(code, lambda v: reach(s, v))
                code.emit(ir.If(is_reached(s), onward))

            self._each_component(code, spread)
            code.emit(ir.If(terms.either(closed, terms.invert(grown)), [ir.Break()]))

        self._each_component(code, begin)
        self._each_component(code, sweep)
        code.emit(ir.If(terms.invert(closed), [ir.Return(ZERO)]))

    # ------------------------------------------------------------ variables not everybody sees

    def assigned(self, code: Code, field: Field, index: ir.Expr, last: int, value: Scalar, node: Tree[Any]) -> None:
        """A variable got a new value: who knows it now?"""
        base = self.model.known_words.get(id(field))
        if base is None:
            return
        masks = [
            sight.watchers(self.model, field.seen, sight.field_owner(self.model, field, i)) for i in range(field.size)
        ]
        table = self.model.tables.add(masks)
        sign = str(node.children[1]) if node.data == "assign" and len(node.children) > 2 else "="
        changed = node.data != "assign" or sign != "="
        statements: list[ir.Stmt] = []
        if self.rules.taints.hidden(node, field.name if changed else None):
            owners = terms.table(table, index, 0, last, 0, self.all)
            now = terms.bit_and(terms.state(base, index, 0, last, 0, self.all), owners) if changed else owners
            statements.append(terms.store(base, now, index, 0, last, 0, self.all))
        elif not changed:
            statements.append(terms.store(base, terms.const(self.all), index, 0, last, 0, self.all))
        source = self.model.source_words.get(id(field))
        if source is not None:
            kind = value.type.kind
            read = terms.add(value.expr, ONE) if kind is not None and kind.role == "component" else ZERO
            most = self.model.components
            statements.append(terms.store(source, terms.clamp(read, 0, most), index, 0, last, 0, most))
        code.statements.extend(self._always(statements))

    def changes(self, code: Code, field: Field, index: ir.Expr, last: int, new: ir.Expr) -> None:
        """A number is about to change: what is paid is no longer known to be there."""
        base = self.model.floor_words.get(id(field))
        if base is None:
            return
        old = terms.state(field.base, index, 0, last, field.lo, field.hi)
        floor = terms.state(base, index, 0, last, field.lo, field.hi)
        paid = terms.lowest(terms.sub(new, old), ZERO)
        left = terms.clamp(terms.add(floor, paid), field.lo, field.hi)
        code.statements.extend(self._always([terms.store(base, left, index, 0, last, field.lo, field.hi)]))

    def at_least(self, code: Code, field: Field, index: ir.Expr, last: int, least: ir.Expr) -> None:
        """Everybody has learnt that a number is at least that much."""
        base = self.model.floor_words[id(field)]
        floor = terms.state(base, index, 0, last, field.lo, field.hi)
        higher = terms.clamp(terms.highest(floor, least), field.lo, field.hi)
        code.statements.extend(self._always([terms.store(base, higher, index, 0, last, field.lo, field.hi)]))

    def _always(self, statements: list[ir.Stmt]) -> list[ir.Stmt]:
        """Like :meth:`switch`, also in games without cards."""
        if not statements or self.needed:
            return statements
        return [ir.If(terms.eq(terms.table(ir.KEEP_KNOWLEDGE, lo=0, hi=1), ONE), statements)]

    # ------------------------------------------------------------ secret parts

    def veil(self, code: Code, step: int) -> None:
        """A part begins (or ends) in which nobody may notice who is asked and what is answered."""
        base = self.model.arrays["veil"]
        deeper = terms.clamp(terms.add(terms.state(base, lo=0, hi=99), terms.const(step)), 0, 99)
        code.statements.extend(self._always([terms.store(base, deeper, lo=0, hi=99)]))

    def open_play(self) -> ir.Expr:
        """Whether everybody sees what happens."""
        if "veil" not in self.model.arrays:
            return terms.YES
        return terms.eq(terms.state(self.model.arrays["veil"], lo=0, hi=99), ZERO)

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
        code.statements.extend(self._always(notes))

    def begin_secret(self, code: Code, entry: int) -> None:
        """A secret stage begins: the state is kept as it is now."""
        self.mark(code, entry)
        self.veil(code, 1)
        body: list[ir.Stmt] = []
        self._beginnings.append(body)
        code.emit(ir.If(terms.eq(terms.table(ir.KEEP_KNOWLEDGE, lo=0, hi=1), ONE), body))

    def end_secret(self, code: Code) -> None:
        """A secret stage is over: things may have changed hands unseen, so everybody knows only what he sees now.

        What was seen meanwhile is in ``memory``, one number a seat: other events would have given another number."""
        self.veil(code, -1)
        if not self.kept:
            return
        name = "forget_"
        if name not in self.rules.functions:
            inner = Code(name)
            place = self.rules.places.place_of
            self._each_component(inner, lambda c: inner.emit(self._set_known(c, self.watchers(place(c)))))
            self.rules.functions[name] = ir.Function(name, [], inner.statements, changes=True)
        code.statements.extend(self.switch([ir.Do(name, ())]))

    def keep_beginnings(self) -> None:
        """The room for the state at the beginning of a secret stage, when all other room has been given out."""
        size = self.model.state_size
        self.model.arrays["beginning"] = base = self.model.words(size)
        for number, body in enumerate(self._beginnings):
            i = terms.local(f"word_{number}", 0, size - 1)
            word = terms.state(0, i, 0, size - 1)
            body.append(ir.Loop(i.name, ZERO, terms.const(size - 1), [terms.store(base, word, i, 0, size - 1)], 0))

    def _remember(self, c: ir.Expr, seats: ir.Expr) -> list[ir.Stmt]:
        """In a secret stage: what a seat was shown goes into its memory."""
        base, players = self.model.arrays["memory"], self.model.players
        code = Code("remember")
        places = self.rules.places
        seen = terms.add(terms.mul(places.place_of(c), terms.const(4099)), places.design_of(c))

        def note(q: ir.Expr) -> None:
            old = terms.state(base, q, 0, players - 1, 0, MEMORY - 1)
            new = terms.mod(terms.add(terms.mul(old, terms.const(1_000_003)), seen), terms.const(MEMORY))
            store = terms.store(base, new, q, 0, players - 1, 0, MEMORY - 1)
            code.emit(ir.If(terms.bit_set(seats, q), [store]))

        sets.walk(code, ZERO, terms.const(players - 1), note)
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
        code.statements.extend(self._always([ir.If(going, note)]))

    # ------------------------------------------------------------ shuffling

    def mixed(self, code: Code, place: ir.Expr, secretly: bool = False) -> None:
        """What lies in a place has been shuffled; ``secretly``: or somebody who sees it chose from it unseen, which for the others is the same."""
        if not self.kept:
            return
        name = "blur_" if secretly else "mix_"
        if name not in self.rules.functions:
            self.rules.functions[name] = self._make_mix(name, secretly)
        code.statements.extend(self.switch([ir.Do(name, (place,))]))
        if self._top_seen:
            top = self.rules.places.top(place)
            seen = self.uncovered(terms.highest(top, ZERO), place)
            code.emit(ir.If(terms.ge(top, ZERO), seen))

    def _make_mix(self, name: str, secretly: bool) -> ir.Function:
        model, places = self.model, self.rules.places
        p = terms.local("p", 0, model.zone_places - 1)
        code = Code(name)
        code.emit(ir.If(terms.lt(places.size(p), terms.const(2)), [ir.Return(None)]))
        loose = code.switch_on(False, "loose")
        if model.ghosts:
            self._leave_ghosts(code, p, loose, secretly)
        urns = terms.state(model.arrays["urns"], lo=0, hi=MOST_URNS)
        step = terms.select(loose, ZERO, ONE)
        new = code.keep(terms.lowest(terms.add(urns, step), terms.const(MOST_URNS)), "new")
        code.emit(terms.store(model.arrays["urns"], new, lo=0, hi=MOST_URNS))

        def fresh(c: ir.Expr) -> None:
            code.emit(terms.store(model.arrays["urn"], new, c, 0, model.components - 1, 0, MOST_URNS))
            still = terms.bit_and(self.known(c), self.watchers(p)) if secretly else ZERO
            code.emit(self._set_known(c, still))
            self._each_told_word(code, lambda q, w: code.emit(self._set_told(q, c, w, ZERO)))

        places.walk(code, p, fresh)
        return ir.Function(name, [("p", 0, model.zone_places - 1)], code.statements, arrays=code.arrays, changes=True)

    def _leave_ghosts(self, code: Code, p: ir.Expr, loose: ir.Local, secretly: bool) -> None:
        """Keep what somebody knew of the positions before the shuffle, where it still tells something about cards elsewhere."""
        model, places = self.model, self.rules.places
        inside = code.array(model.components, "inside")

        def is_inside(c: ir.Expr) -> ir.Expr:
            return ir.ArrayLoad(ir.INT, 0, 1, inside, c, model.components)

        self._each_component(code, lambda c: code.emit(ir.ArrayStore(inside, c, model.components, ZERO)))
        lowest = code.keep(terms.clamp(places.bottom(p), 0, model.components - 1), "lowest")
        urn = code.keep(self.urn(lowest), "urn")
        alike = code.switch_on(True, "alike")
        expected = code.keep(self.known(lowest), "expected") if secretly else ZERO
        if secretly:
            unseen = terms.ne(terms.bit_and(expected, self.watchers(p)), expected)
            code.emit(ir.If(unseen, [ir.Set(alike.name, terms.NO)]))

        def look(c: ir.Expr) -> None:
            code.emit(ir.ArrayStore(inside, c, model.components, ONE))
            odd = terms.either(terms.ne(self.known(c), expected), terms.ne(self.urn(c), urn))
            code.emit(ir.If(odd, [ir.Set(alike.name, terms.NO)]))
            self._each_told_word(code, lambda q, w: code.emit(
                ir.If(terms.ne(self.told(q, c, w), ZERO), [ir.Set(alike.name, terms.NO)])))  # fmt: skip

        places.walk(code, p, look)
        # cards of one urn of which nobody knows anything are as they were: any order was as likely before
        code.emit(ir.If(alike, [ir.Return(None)]))
        before = code.keep(self._ghosts(), "before")

        def haunt(c: ir.Expr) -> None:
            own = code.keep(self.urn(c), "own")
            stays = code.switch_on(False, "stays")
            stay = ir.Set(stays.name, terms.YES)

            def outside(s: ir.Expr) -> None:
                elsewhere = terms.both(terms.eq(is_inside(s), ZERO), terms.eq(self.urn(s), own))
                unknown = terms.both(elsewhere, terms.ne(self.known(s), terms.const(self.all)))
                code.emit(ir.If(unknown, [stay, ir.Break()]))

            def older(g: ir.Expr) -> None:
                same = terms.eq(self._ghost("urn", g, MOST_URNS), own)
                link = code.keep(self._ghost("link", g, self._slots() - 1), "link")
                fed = terms.both(
                    terms.lt(link, terms.const(model.components)),
                    terms.eq(self.urn(terms.clamp(link, 0, model.components - 1)), own),
                )
                code.emit(ir.If(terms.either(same, fed), [stay, ir.Break()]))

            self._each_component(code, outside)
            sets.walk(code, ZERO, terms.sub(before, ONE), older)
            with code.block() as leave:
                self._leave_ghost(code, c, loose)
            code.emit(ir.If(stays, leave))

        def each(c: ir.Expr) -> None:
            with code.block() as known_in_part:
                haunt(c)
            open_ = terms.both(terms.invert(loose), terms.ne(self.known(c), terms.const(self.all)))
            code.emit(ir.If(open_, known_in_part))

        places.walk(code, p, each)

    def _leave_ghost(self, code: Code, c: ir.Expr, loose: ir.Local) -> None:
        """The position of a card before a shuffle stays behind; without room for it all knowledge is loosened."""
        model = self.model
        g = code.keep(self._ghosts(), "g")
        at = terms.clamp(g, 0, model.ghosts - 1)
        number = terms.const(model.components)
        with code.block() as room:
            here = code.keep(at, "here")
            slot = code.keep(terms.add(here, number), "slot")

            def relink(other: ir.Expr) -> None:
                led = terms.eq(self._ghost("link", other, self._slots() - 1), c)
                code.emit(ir.If(led, [self._set_ghost("link", other, slot, self._slots() - 1)]))

            self._each_ghost(code, relink)
            code.emit(self._set_ghost("urn", here, self.urn(c), MOST_URNS))
            code.emit(self._set_ghost("known", here, self.known(c), self.all))
            code.emit(self._set_ghost("link", here, c, self._slots() - 1))
            self._each_told_word(code, lambda q, w: code.emit(self._set_told(q, slot, w, self.told(q, c, w))))
            more = terms.lowest(terms.add(g, ONE), terms.const(model.ghosts))
            code.emit(terms.store(model.arrays["ghosts"], more, lo=0, hi=model.ghosts))
        with code.block() as full:
            self._loosen(code)
            code.emit(ir.Set(loose.name, terms.YES))
        code.emit(ir.If(terms.lt(g, terms.const(model.ghosts)), room, full))

    def _loosen(self, code: Code) -> None:
        """Put all that is not known to everyone into one urn, and forget what was told."""
        model = self.model
        urns = terms.state(model.arrays["urns"], lo=0, hi=MOST_URNS)
        new = code.keep(terms.lowest(terms.add(urns, ONE), terms.const(MOST_URNS)), "all")
        code.emit(terms.store(model.arrays["urns"], new, lo=0, hi=MOST_URNS))
        code.emit(terms.store(model.arrays["ghosts"], ZERO, lo=0, hi=model.ghosts))

        def one(c: ir.Expr) -> None:
            with code.block() as loose:
                code.emit(terms.store(model.arrays["urn"], new, c, 0, model.components - 1, 0, MOST_URNS))
                self._each_told_word(code, lambda q, w: code.emit(self._set_told(q, c, w, ZERO)))
            code.emit(ir.If(terms.ne(self.known(c), terms.const(self.all)), loose))

        self._each_component(code, one)
