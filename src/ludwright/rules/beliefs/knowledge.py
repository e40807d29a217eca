"""What each player knows of each component: kept by the rules themselves while they move, shuffle, show and tell.

A component is a card with its back up: its number says which piece of cardboard it is, and a word of the state, its *design*, what is printed
on the front. So all that a player does not know can be dealt again by exchanging designs, and nothing that refers to a component has to change
(:mod:`ludwright.hidden.belief`). For every component the state holds

* ``known``: a bit for each player who knows its design: learnt where it is seen or shown, kept while it moves, lost when it is shuffled;
* ``urn``: the number of the shuffle it was last part of. Whoever knows nothing of the members of an urn takes every way of
  dealing their designs for equally likely;
* ``told``: a bit for each design that it can't be, from what was told about it: one row for all, or one for each player where some are told more.

A shuffle may mix cards of which somebody knew something with others while more cards of the same urn lie elsewhere. Then the old positions stay
behind as *ghosts*: a ghost has the urn, the knowledge and the told designs of a card before the shuffle, and a link to the slot where that card went.
There is room for some; when it runs out all that is not known to everyone is put into one urn: too much is thought possible then, never too little.

Nothing of this influences play unless a rule asks (``p knows c``): random games leave it out (:data:`ludwright.ir.KEEP_KNOWLEDGE`).
"""

from __future__ import annotations

from functools import reduce

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.model.world import TOLD_BITS
from ludwright.rules.beliefs.shuffle_knowledge import ShuffleKnowledge
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets


class Knowledge(ShuffleKnowledge):
    """Reads and changes what is known. In games where all is seen, nothing is kept and nothing emitted."""

    # ------------------------------------------------------------ learning

    def entered(self, c: ir.Expr, place: ir.Expr, top: bool = True) -> list[ir.Stmt]:
        """A component was put down: whoever sees the place knows it now."""
        if not self.kept:
            return []
        mask = terms.bit_or(self.known(c), self.watchers(place, top and self.top_seen))
        return self.switch([self.set_known(c, terms.clamp(mask, 0, self.all))])

    def uncovered(self, c: ir.Expr, place: ir.Expr) -> list[ir.Stmt]:
        """A component came to lie on top."""
        return self.entered(c, place) if self.top_seen else []

    def on_board(self, c: ir.Expr) -> list[ir.Stmt]:
        """A component was put on a board, where all is seen."""
        return self.switch([self.set_known(c, terms.const(self.all))]) if self.kept else []

    def shown(self, c: ir.Expr, seats: ir.Expr) -> list[ir.Stmt]:
        """Some players were shown a component."""
        mask = terms.clamp(terms.bit_or(self.known(c), seats), 0, self.all)
        there = terms.highest(c, ZERO)
        learn = [self.set_known(there, mask)]
        if self.model.has_secret_stage:
            learn += self.rules.secrets.remember(there, seats)
        return self.switch([ir.If(terms.ge(c, ZERO), learn)])

    def rolled(self, c: ir.Expr) -> list[ir.Stmt]:
        """A die was thrown: whoever sees it where it lies knows it, nobody else."""
        if not self.kept:
            return []
        return self.switch([self.set_known(c, self.watchers(self.rules.places.place_of(c)))])

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

    def possible(self, seat: ir.Expr, c: ir.Expr, design: ir.Expr, viewer: ir.Expr | None = None) -> ir.Expr:
        """Whether, for all a player knows, a component may be of that design: as far as the viewer can tell, if there is one."""
        if not self.kept:
            return terms.eq(self.rules.places.design_of(c), design)
        name = "possible_" if viewer is None else "possible_to_"
        if name not in self.rules.functions:
            self.rules.functions[name] = self._make_possible(name, viewer is not None)
        args = (seat, c, design) if viewer is None else (seat, c, design, viewer)
        return terms.ne(ir.Call(ir.INT, 0, self.model.components, name, args), ZERO)

    def unclear(self, seat: ir.Expr) -> ir.Expr:
        """Whether cards that came from several shuffles lie together, or several of them depend on each other for all a player knows:
        then copies can't simply be counted."""
        if not self.kept:
            return terms.NO
        some = self.rules.some_of.asks("any", terms.clamp(seat, 0, self.model.players - 1))
        noted = terms.either(self.rules.facts.asks("any"), some)
        return terms.either(terms.gt(self._ghosts(), ZERO), noted)

    def copies(self, seat: ir.Expr, c: ir.Expr, design: ir.Expr) -> ir.Expr:
        """How many of the cards that a component may be, for all a player knows, are of that design."""
        if not self.kept:
            return terms.as_int(terms.eq(self.rules.places.design_of(c), design))
        self.possible(seat, c, design)
        return ir.Call(ir.INT, 0, self.model.components, "possible_", (seat, c, design))

    def _make_possible(self, name: str, shared: bool) -> ir.Function:
        """The copies of a design that a component may be; if ``shared``, from what two players both know."""
        model, places = self.model, self.rules.places
        seat, c = terms.local("seat", 0, model.players - 1), terms.local("c", 0, model.components - 1)
        viewer = terms.local("viewer", 0, model.players - 1)
        seats: list[ir.Expr] = [seat, viewer] if shared else [seat]
        design = terms.local("design", 0, model.designs - 1)
        code = Code(name)
        mine = terms.eq(places.design_of(c), design)
        code.emit(ir.If(self.knows(seat, c), [ir.Return(terms.as_int(mine))]))
        code.emit(ir.If(self._all_told(seats, c, design), [ir.Return(ZERO)]))
        anywhere = terms.gt(self._ghosts(), ZERO)
        urn = code.keep(self.urn(c), "urn")
        self._find_tied(code, urn)
        found = code.variable(ZERO, 0, model.components, "found")

        def look(s: ir.Expr) -> None:
            beside = terms.either(terms.eq(self.urn(s), urn), self._is_tied(code, s))
            same = terms.both(terms.eq(places.design_of(s), design), beside)
            unknown = terms.both(same, terms.invert(self._all_know(seats, s)))
            more = terms.lowest(terms.add(found, ONE), terms.const(model.components))
            code.emit(ir.If(unknown, [ir.Set(found.name, more)]))

        self.each_component(code, look)
        if model.tellers:
            with code.block() as settle:
                self._rule_out_by_others(code, seats, c, design, urn)
            unclear = terms.both(terms.gt(found, ZERO), terms.invert(terms.either(anywhere, mine)))
            code.emit(ir.If(unclear, settle))
        code.emit(ir.Return(found))
        params = [("seat", 0, model.players - 1), ("c", 0, model.components - 1), ("design", 0, model.designs - 1)]
        params += [("viewer", 0, model.players - 1)] if shared else []
        return ir.Function(name, params, code.statements, ir.INT, 0, model.components, arrays=code.arrays)

    def _all_know(self, seats: list[ir.Expr], c: ir.Expr) -> ir.Expr:
        return reduce(terms.both, [self.knows(seat, c) for seat in seats])

    def _all_told(self, seats: list[ir.Expr], c: ir.Expr, design: ir.Expr) -> ir.Expr:
        return reduce(terms.both, [self.excluded(seat, c, design) for seat in seats])

    def _rule_out_by_others(self, code: Code, seats: list[ir.Expr], c: ir.Expr, design: ir.Expr, urn: ir.Expr) -> None:
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
            return terms.both(terms.eq(self.urn(s), urn), terms.invert(self._all_know(seats, s)))

        def is_reached(s: ir.Expr) -> ir.Expr:
            return terms.eq(ir.ArrayLoad(ir.INT, 0, 1, reached, s, model.components), ONE)

        def begin(s: ir.Expr) -> None:
            first = terms.as_int(terms.both(is_open(s), terms.eq(places.design_of(s), design)))
            code.emit(ir.ArrayStore(reached, s, model.components, first))

        def sweep(_: ir.Expr) -> None:
            grown = code.switch_on(False, "grown")

            def reach(s: ir.Expr, v: ir.Expr) -> None:
                takes = terms.both(is_open(v), terms.invert(self._all_told(seats, s, design_at(v))))
                more = [ir.ArrayStore(reached, v, model.components, ONE), ir.Set(grown.name, terms.YES)]
                code.emit(ir.If(terms.both(terms.invert(is_reached(v)), takes), more))

            def spread(s: ir.Expr) -> None:
                with code.block() as onward:
                    close = [ir.Set(closed.name, terms.YES), ir.Break()]
                    code.emit(ir.If(terms.invert(self._all_told(seats, s, own)), close))
                    self.each_component(code, lambda v: reach(s, v))
                code.emit(ir.If(is_reached(s), onward))

            self.each_component(code, spread)
            code.emit(ir.If(terms.either(closed, terms.invert(grown)), [ir.Break()]))

        self.each_component(code, begin)
        self.each_component(code, sweep)
        code.emit(ir.If(terms.invert(closed), [ir.Return(ZERO)]))
