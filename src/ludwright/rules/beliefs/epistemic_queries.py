"""What can be concluded: `p knows c`, `surely(P)`, `possibly(P)`, `chance(P)`.

`surely` holds where a test holds for every design the component may have for all that player knows."""

from __future__ import annotations

from dataclasses import replace

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.mistakes import Mistake
from ludwright.model.kinds import BOOL, Kind, Type
from ludwright.rules.beliefs.card_tests import TESTED, CardTests, replaced
from ludwright.rules.beliefs.estimates import REDEALS
from ludwright.rules.names.scope import Scalar, Scope


class EpistemicQueries(CardTests):
    """Compiles what asks for knowledge."""

    def knows(self, node: syntax.Knows, scope: Scope) -> Scalar:
        who, what = node.who, node.what
        seat = scope.code.keep(terms.clamp(self.rules.formulas.seat(who, scope), 0, self.rules.model.players - 1))
        value = self.rules.formulas.scalar(what, scope)
        kind = value.type.kind
        if kind is not None and kind.role == "component":
            return Scalar(self.rules.knowledge.knows(seat, value.expr), BOOL)
        thing = self.rules.formulas.scalar(what.subject, scope) if isinstance(what, syntax.MemberOf) else value
        known = thing.type.kind
        if not isinstance(what, syntax.MemberOf) or known is None or known.role != "component" or known.design is None:
            hint = "for example `p knows c` or `p knows c.rank`"
            raise self.rules.wrong(scope, what, "one can know a card or thing, or what is printed on it", hint)
        printed = replace(what, subject=Token("NAME", TESTED))
        named = self.bound(scope, TESTED, thing.expr, known)
        viewer = scope.me if scope.choosing else None
        same = syntax.Is(printed, what)
        return self._concluded(TESTED, known, thing.expr, same, seat, named, every=True, viewer=viewer)

    def conclude(self, word: str, test: Part, node: Part, scope: Scope) -> Scalar:
        """`surely(P)` and `possibly(P)` for whoever is asked."""
        if scope.me is None:
            raise self.rules.wrong(scope, node, f"`{word}` needs somebody who concludes", "there is no `me` here")
        truth = self.rules.formulas.cond(test, scope)
        parts = self.different(self.hidden_parts(test, scope))
        named = replaced(test, parts[0], TESTED) if parts else test
        beside = self.rules.estimates.hidden_names(named)
        if len(parts) > 1 or beside:
            more = f"this looks at {len(parts)}" if len(parts) > 1 else f"this also looks at `{min(beside)}`"
            hint = "use `chance(...)`, or test one card at a time"
            place = scope.declaration.place(node)
            self._doubts.append(Mistake(place, f"`{word}` is about one hidden card, {more}", hint))
            return Scalar(truth, BOOL)
        thing = self.rules.formulas.scalar(parts[0], scope) if parts else None
        if thing is None or thing.type.kind is None:
            return Scalar(truth, BOOL)
        bound = self.bound(scope, TESTED, thing.expr, thing.type.kind)
        return self._concluded(TESTED, thing.type.kind, thing.expr, named, scope.me, bound, every=word == "surely")

    def report_doubts(self) -> None:
        """Conclusions about more than one hidden card are mistakes, wherever nothing else is wrong with them."""
        told = {(m.place.file, m.place.line) for m in self.rules.mistakes if m.place and m.severity == "mistake"}
        for doubt in self._doubts:
            if doubt.place is None or (doubt.place.file, doubt.place.line) not in told:
                self.rules.report(doubt)

    def _concluded(
        self,
        name: str,
        kind: Kind,
        c: ir.Expr,
        test: Part,
        seat: ir.Expr,
        scope: Scope,
        every: bool,
        viewer: ir.Expr | None = None,
    ) -> Scalar:
        code = scope.code
        c = code.keep(terms.clamp(c, 0, self.rules.model.components - 1))
        found = code.switch_on(every, "concluded")

        def look(d: ir.Expr, holds: ir.Expr) -> None:
            decides = terms.invert(holds) if every else holds
            with code.block() as consider:
                possible = self.rules.knowledge.possible(seat, c, d, viewer)
                code.emit(ir.If(possible, [ir.Set(found.name, terms.truth(not every)), ir.Break()]))
            code.emit(ir.If(decides, consider))

        self.each_design(name, kind, test, scope, look)
        return Scalar(found, BOOL)

    def chance(self, test: Part, node: Part, scope: Scope) -> Scalar:
        """In how many of 100 cases a test holds, for all that whoever is asked knows: of one hidden card exactly, else estimated."""
        if scope.me is None:
            raise self.rules.wrong(scope, node, "`chance` needs somebody who reckons", "there is no `me` here")
        found = self.named_components(test, scope)
        if len(found) != 1 or self.rules.estimates.hidden_names(test):
            return self._share(*self.rules.estimates.count(test, scope), scope)
        most = max(self.rules.model.components, REDEALS)
        whole, good = scope.code.variable(ZERO, 0, most, "whole"), scope.code.variable(ZERO, 0, most, "good")
        with scope.code.block() as exactly:
            self._count_copies(found[0], test, whole, good, scope)
        unclear = self.rules.knowledge.unclear(scope.me)
        with scope.code.block() as roughly:
            if unclear is not terms.NO:
                for variable, value in zip((good, whole), self.rules.estimates.count(test, scope), strict=True):
                    scope.code.emit(ir.Set(variable.name, value))
        scope.code.emit(ir.If(unclear, roughly, exactly))
        return self._share(good, whole, scope)

    def _count_copies(
        self, card: tuple[str, Kind, ir.Expr], test: Part, whole: ir.Local, good: ir.Local, scope: Scope
    ) -> None:
        """How many copies a card may be, and for how many of them a test holds."""
        (name, kind, c), code, most = card, scope.code, self.rules.model.components
        c = code.keep(terms.clamp(c, 0, most - 1))

        def look(d: ir.Expr, holds: ir.Expr) -> None:
            copies = code.keep(self.rules.knowledge.copies(scope.me, c, d))  # type: ignore[arg-type]
            code.emit(ir.Set(whole.name, terms.lowest(terms.add(whole, copies), terms.const(most))))
            more = terms.lowest(terms.add(good, copies), terms.const(most))
            code.emit(ir.If(holds, [ir.Set(good.name, more)]))

        self.each_design(name, kind, test, scope, look)

    @staticmethod
    def _share(good: ir.Expr, whole: ir.Expr, scope: Scope) -> Scalar:
        """A part of a whole: of 100, or from 0 to 1 where fractions are allowed."""
        if scope.real:
            return Scalar(terms.real_op("rdiv", good, whole), Type("real"))
        percent = terms.div(terms.mul(good, terms.const(100)), terms.highest(whole, ONE))
        return Scalar(percent, Type("number"))
