"""What a shuffle does to knowledge: everybody loses sight of the cards, and what was known of their old places stays behind in ghosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.rules.beliefs.card_tracking import CardTracking
from ludwright.rules.beliefs.knowledge_words import MOST_URNS, KnowledgeWords
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules


class ShuffleKnowledge(KnowledgeWords):
    """Makes urns and ghosts; :mod:`ludwright.rules.beliefs.knowledge` says what these are."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._tracking = CardTracking(rules)

    if TYPE_CHECKING:

        def uncovered(self, c: ir.Expr, place: ir.Expr) -> list[ir.Stmt]: ...

    def mixed(self, code: Code, place: ir.Expr, secretly: bool = False) -> None:
        """What lies in a place has been shuffled; ``secretly``: or somebody who sees it chose from it unseen, which for the others is the same."""
        if not self.kept:
            return
        name = "blur_" if secretly else "mix_"
        if name not in self.rules.functions:
            part = f"{name}part_" if self._tracking.apart else name
            self.rules.functions[part] = self._make_mix(part, secretly)
            if self._tracking.apart:
                self.rules.functions[name] = self._tracking.each_part(name, part)
        code.statements.extend(self.switch([ir.Do(name, (place,))]))
        if self.top_seen:
            top = self.rules.places.top(place)
            seen = self.uncovered(terms.highest(top, ZERO), place)
            code.emit(ir.If(terms.ge(top, ZERO), seen))

    def _make_mix(self, name: str, secretly: bool) -> ir.Function:
        model = self.model
        p = terms.local("p", 0, model.zone_places - 1)
        code = Code(name)
        code.emit(ir.If(terms.lt(self._tracking.number_mixed(code, p), terms.const(2)), [ir.Return(None)]))
        loose = code.switch_on(False, "loose")
        self.rules.facts.call(code, "settle_all")
        self.rules.some_of.call(code, "settle_all")
        if model.ghosts:
            self._leave_ghosts(code, p, loose, secretly)
        urns = terms.state(model.arrays["urns"], lo=0, hi=MOST_URNS)
        step = terms.select(loose, ZERO, ONE)
        new = code.keep(terms.lowest(terms.add(urns, step), terms.const(MOST_URNS)), "new")
        code.emit(terms.store(model.arrays["urns"], new, lo=0, hi=MOST_URNS))

        def fresh(c: ir.Expr) -> None:
            code.emit(terms.store(model.arrays["urn"], new, c, 0, model.components - 1, 0, MOST_URNS))
            still = terms.bit_and(self.known(c), self.watchers(p)) if secretly else ZERO
            code.emit(self.set_known(c, still))
            self._each_told_word(code, lambda q, w: code.emit(self._set_told(q, c, w, ZERO)))

        for noted in self.rules.noted:
            noted.call(code, "leave", p)
        self._tracking.each_mixed(code, p, fresh)
        return ir.Function(name, [("p", 0, model.zone_places - 1)], code.statements, arrays=code.arrays, changes=True)

    def _leave_ghosts(self, code: Code, p: ir.Expr, loose: ir.Local, secretly: bool) -> None:
        """Keep what somebody knew of the positions before the shuffle, where it still tells something about cards elsewhere."""
        model = self.model
        inside = code.array(model.components, "inside")

        def is_inside(c: ir.Expr) -> ir.Expr:
            return ir.ArrayLoad(ir.INT, 0, 1, inside, c, model.components)

        self.each_component(code, lambda c: code.emit(ir.ArrayStore(inside, c, model.components, ZERO)))
        lowest = code.keep(terms.clamp(self._tracking.lowest_mixed(code, p), 0, model.components - 1), "lowest")
        urn = code.keep(self.urn(lowest), "urn")
        alike = code.switch_on(True, "alike")
        for noted in self.rules.noted:
            code.emit(ir.If(noted.asks("about", p), [ir.Set(alike.name, terms.NO)]))
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

        self._tracking.each_mixed(code, p, look)
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
                link = code.keep(self._ghost("link", g, self.slots - 1), "link")
                fed = terms.both(
                    terms.lt(link, terms.const(model.components)),
                    terms.eq(self.urn(terms.clamp(link, 0, model.components - 1)), own),
                )
                code.emit(ir.If(terms.either(same, fed), [stay, ir.Break()]))

            self.each_component(code, outside)
            sets.walk(code, ZERO, terms.sub(before, ONE), older)
            for noted in self.rules.noted:
                code.emit(ir.If(noted.asks("need", own, p), [stay]))
            with code.block() as leave:
                self._leave_ghost(code, c, loose)
            code.emit(ir.If(stays, leave))

        def each(c: ir.Expr) -> None:
            with code.block() as known_in_part:
                haunt(c)
            open_ = terms.both(terms.invert(loose), terms.ne(self.known(c), terms.const(self.all)))
            code.emit(ir.If(open_, known_in_part))

        self._tracking.each_mixed(code, p, each)

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
                led = terms.eq(self._ghost("link", other, self.slots - 1), c)
                code.emit(ir.If(led, [self._set_ghost("link", other, slot, self.slots - 1)]))

            self._each_ghost(code, relink)
            code.emit(self._set_ghost("urn", here, self.urn(c), MOST_URNS))
            code.emit(self._set_ghost("known", here, self.known(c), self.all))
            code.emit(self._set_ghost("link", here, c, self.slots - 1))
            self._each_told_word(code, lambda q, w: code.emit(self._set_told(q, slot, w, self.told(q, c, w))))
            for noted in self.rules.noted:
                noted.call(code, "follow", c, slot)
            more = terms.lowest(terms.add(g, ONE), terms.const(model.ghosts))
            code.emit(terms.store(model.arrays["ghosts"], more, lo=0, hi=model.ghosts))
        with code.block() as full:
            self._loosen(code)
            code.emit(ir.Set(loose.name, terms.YES))
        code.emit(ir.If(terms.lt(g, terms.const(model.ghosts)), room, full))

    # ------------------------------------------------------------ urns that ghosts lead between

    def _find_tied(self, code: Code, urn: ir.Expr) -> None:
        """Mark the ghosts that lead, one after the other, from or to an urn: its cards may be those of all these urns, and of no other."""
        if not self.model.ghosts:
            return
        tied = self._tied = code.array(self.model.ghosts, "tied")
        most = self.model.ghosts
        self._each_ghost(code, lambda g: code.emit(ir.ArrayStore(tied, g, most, ZERO)))

        def sweep(_: ir.Expr) -> None:
            grown = code.switch_on(False, "grown")

            def grow(g: ir.Expr) -> None:
                near = code.switch_on(False, "near")
                for side in self._sides(g):
                    there = code.keep(side)
                    code.emit(ir.If(terms.eq(there, urn), [ir.Set(near.name, terms.YES)]))

                    def reach(h: ir.Expr, there: ir.Expr = there) -> None:
                        meets = terms.both(self._is_marked(h), self._touches(h, there))
                        code.emit(ir.If(meets, [ir.Set(near.name, terms.YES), ir.Break()]))

                    self._each_ghost(code, reach)
                mark = [ir.ArrayStore(tied, g, most, ONE), ir.Set(grown.name, terms.YES)]
                code.emit(ir.If(terms.both(near, terms.invert(self._is_marked(g))), mark))

            self._each_ghost(code, grow)
            code.emit(ir.If(terms.invert(grown), [ir.Break()]))

        self._each_ghost(code, sweep)

    def _sides(self, g: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
        """The urn of a ghost, and the urn of the slot it leads to."""
        link, number = self._ghost("link", g, self.slots - 1), self.model.components
        later = self._ghost(
            "urn", terms.clamp(terms.sub(link, terms.const(number)), 0, self.model.ghosts - 1), MOST_URNS
        )
        now = self.urn(terms.clamp(link, 0, number - 1))
        return self._ghost("urn", g, MOST_URNS), terms.select(terms.lt(link, terms.const(number)), now, later)

    def _touches(self, g: ir.Expr, urn: ir.Expr) -> ir.Expr:
        one, two = self._sides(g)
        return terms.either(terms.eq(one, urn), terms.eq(two, urn))

    def _is_marked(self, g: ir.Expr) -> ir.Expr:
        return terms.eq(ir.ArrayLoad(ir.INT, 0, 1, self._tied, g, self.model.ghosts), ONE)

    def _is_tied(self, code: Code, s: ir.Expr) -> ir.Expr:
        """Whether the urn of a component is one of those that were found."""
        if not self.model.ghosts:
            return terms.NO
        found = code.switch_on(False, "found")
        own = code.keep(self.urn(s), "own")

        def look(g: ir.Expr) -> None:
            meets = terms.both(self._is_marked(g), self._touches(g, own))
            code.emit(ir.If(meets, [ir.Set(found.name, terms.YES), ir.Break()]))

        self._each_ghost(code, look)
        return found

    def _loosen(self, code: Code) -> None:
        """Put all that is not known to everyone into one urn, and forget what was told."""
        model = self.model
        urns = terms.state(model.arrays["urns"], lo=0, hi=MOST_URNS)
        new = code.keep(terms.lowest(terms.add(urns, ONE), terms.const(MOST_URNS)), "all")
        code.emit(terms.store(model.arrays["urns"], new, lo=0, hi=MOST_URNS))
        code.emit(terms.store(model.arrays["ghosts"], ZERO, lo=0, hi=model.ghosts))
        for noted in self.rules.noted:
            noted.call(code, "forget")

        def one(c: ir.Expr) -> None:
            with code.block() as loose:
                code.emit(terms.store(model.arrays["urn"], new, c, 0, model.components - 1, 0, MOST_URNS))
                self._each_told_word(code, lambda q, w: code.emit(self._set_told(q, c, w, ZERO)))
            code.emit(ir.If(terms.ne(self.known(c), terms.const(self.all)), loose))

        self.each_component(code, one)
