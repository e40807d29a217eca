"""Showing and telling: `show`, `tell`.

What is told about a component is a test of its design. The test is worked out for every design it could have, and those that would have given another answer
are out. What is told about two is a fact (:mod:`ludwright.rules.beliefs.pair_constraints`)."""

from __future__ import annotations

from typing import Any

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.mistakes import CONCLUSIONS
from ludwright.model.kinds import Kind
from ludwright.rules.beliefs.branches import Branches
from ludwright.rules.beliefs.card_tests import OF_DICE
from ludwright.rules.beliefs.epistemic_queries import EpistemicQueries
from ludwright.rules.names.scope import Scope

UNUSED = "players who reckon with what they know don't use this"


class Reveal(Branches, EpistemicQueries):
    """Compiles what passes knowledge on."""

    def show(self, node: syntax.Show, scope: Scope) -> None:
        formulas, knowledge = self.rules.formulas, self.rules.knowledge
        members = formulas.members(node.things, scope)
        if members.type.kind is None or members.type.kind.role != "component":
            raise self.rules.wrong(scope, node, f"only cards and things can be shown, this is {members.type}")
        seats = self._seats(node.to, scope)

        def one(c: ir.Expr) -> None:
            scope.code.emit(ir.Note("shown", (c, seats)))
            scope.code.statements.extend(knowledge.shown(c, seats))

        if knowledge.kept:
            members.each(scope.code, one)

    def is_of_number(self, test: Part, scope: Scope) -> bool:
        """Whether a test compares a number that not everybody sees with one that everybody knows."""
        return self._of_number(test, scope) is not None

    def _seats(self, who: Part, scope: Scope) -> ir.Expr:
        """Some players as bits of a number."""
        if who == "everyone":
            return terms.const(self.rules.knowledge.all)
        members = self.rules.formulas.members(who, scope)
        if members.type.kind is not self.rules.model.player:
            raise self.rules.wrong(scope, who, f"expected a player, this is {members.type}")
        mask = scope.code.variable(ZERO, 0, self.rules.knowledge.all, "seats")

        def add(seat: ir.Expr) -> None:
            more = terms.bit_or(mask, terms.shifted(ONE, terms.clamp(seat, 0, self.rules.model.players - 1)))
            scope.code.emit(ir.Set(mask.name, terms.clamp(more, 0, self.rules.knowledge.all)))

        members.each(scope.code, add)
        return mask

    def whether(self, node: syntax.TellWhether, scope: Scope) -> None:
        test, gen = node.condition, node.members
        seats = self._seats(node.to, scope)
        if gen is None:
            self._about(node, seats, scope)
            return
        name, members, _, _ = self.rules.formulas.gen(gen, scope)
        kind = members.type.kind
        if kind is None or kind.role != "component" or kind.design is None:
            raise self.rules.wrong(
                scope, gen, f"only something about cards and things can be told, this is {members.type}"
            )
        members.each(scope.code, lambda c: self._tell(name, kind, c, test, seats, scope))

    def that(self, node: syntax.TellThat, scope: Scope) -> None:
        truth = self.rules.formulas.cond(node.condition, scope)
        scope.code.emit(ir.Check(truth, ir.FALSE_TELL, self.rules.line(scope, node)))
        self._about(node, self._seats(node.to, scope), scope)

    def _about(self, node: syntax.TellWhether | syntax.TellThat, seats: ir.Expr, scope: Scope) -> None:
        """Something was told about the one component the test names."""
        test = node.condition
        found = self.named_components(test, scope)
        names, kinds = [name for name, _, _ in found], [kind for _, kind, _ in found]
        if len(found) != 1:
            truth = terms.as_int(self.rules.formulas.cond(test, scope))
            scope.code.emit(ir.Note("told", (terms.const(NONE), truth, seats)))
        if len(found) == 2 and self.usable_pair(names, kinds, test, scope):
            with scope.code.block() as learn:
                self.learn_pair(found, test, seats, scope)
            scope.code.statements.extend(self.rules.knowledge.switch(learn))
            return
        if len(found) != 1:
            if node.to == "everyone" and self.rules.evidence.whether_none_fits(test, scope):
                return
            hint = "tell something about the design of one card, or of every card in a set with `for`"
            self.rules.note(scope.declaration, node, UNUSED, hint, CONCLUSIONS)
            return
        name, kind, c = found[0]
        self._tell(name, kind, c, test, seats, scope)

    def _tell(self, name: str, kind: Kind, c: ir.Expr, test: Part, seats: ir.Expr, scope: Scope) -> None:
        """Tell it, and note for whoever tells the game whether it was so."""
        truth = self.rules.formulas.cond(test, self.bound(scope, name, c, kind))
        scope.code.emit(ir.Note("told", (c, terms.as_int(truth), seats)))
        self.learn(name, kind, c, test, seats, scope)

    def learn(self, name: str, kind: Kind, c: ir.Expr, test: Part, seats: ir.Expr, scope: Scope) -> None:
        """Rule out all designs for which the test would have come out otherwise than for this component."""
        knowledge, code = self.rules.knowledge, scope.code
        truth = code.keep(self.rules.formulas.cond(test, self.bound(scope, name, c, kind)))
        if not knowledge.kept or not self.rules.model.tellers:
            return
        if not self.usable(name, kind, test, scope):
            hint = OF_DICE if kind.faces else "used is what is printed on cards, not what they carry"
            self.rules.note(scope.declaration, test, UNUSED, hint, CONCLUSIONS)
            return
        with code.block() as learn:
            inside = terms.clamp(c, 0, self.rules.model.components - 1)
            self.each_design(
                name, kind, test, scope,
                lambda d, holds: self.out_if(terms.ne(terms.as_int(holds), terms.as_int(truth)), inside, d, seats, scope),
            )  # fmt: skip
        code.statements.extend(knowledge.switch(learn))

    def out_if(self, otherwise: ir.Expr, c: ir.Expr, design: ir.Expr, seats: ir.Expr, scope: Scope) -> None:
        """Some players know that a component is not of a design, where a condition holds."""
        with scope.code.block() as out:
            self.rules.knowledge.exclude(scope.code, c, design, seats)
        scope.code.emit(ir.If(otherwise, out))

    def rule_out(self, name: str, kind: Kind, c: ir.Expr, test: Part, scope: Scope) -> None:
        """Everyone knows now that the test does not hold for a component."""
        everyone = terms.const(self.rules.knowledge.all)
        self.each_design(name, kind, test, scope, lambda d, holds: self.out_if(holds, c, d, everyone, scope))

    def learn_pair(self, pair: list[tuple[str, Any, ir.Expr]], test: Part, seats: ir.Expr, scope: Scope) -> None:
        """Note the pairs of designs for which the test would have come out otherwise."""
        facts, code, last = self.rules.facts, scope.code, self.rules.model.components - 1
        facts.begin()
        inner = scope
        for name, kind, c in pair:
            inner = self.bound(inner, name, terms.clamp(c, 0, last), kind)
        truth = code.keep(self.rules.formulas.cond(test, inner))
        (_, _, a), (_, _, b) = pair
        fact = code.fresh("fact")
        code.emit(ir.Do(facts.function("open"), (terms.clamp(a, 0, last), terms.clamp(b, 0, last), seats), fact))
        found = terms.local(fact, -1, facts.most - 1)
        here = terms.clamp(found, 0, facts.most - 1)
        with code.block() as note:
            self.each_pair(
                ((pair[0][0], pair[0][1]), (pair[1][0], pair[1][1])), test, scope,
                lambda d, e, holds: code.emit(ir.If(
                    terms.ne(terms.as_int(holds), terms.as_int(truth)), [ir.Do(facts.function("exclude"), (here, d, e))]
                )),
            )  # fmt: skip
            code.emit(ir.Do(facts.function("settle"), (here,)))
        code.emit(ir.If(terms.ge(found, ZERO), note))
