"""What everybody learns from what somebody can do, and from what nobody could: who is asked, who is passed over, and what stands behind `otherwise`.

Whoever is passed over has no card that would do. Whoever is asked has one, and what is done or chosen then fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludwright import ir
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.language.syntax.reading import split
from ludwright.rules.analysis.substitute import put_in
from ludwright.rules.beliefs.needs import Need, NeededCard, used
from ludwright.rules.beliefs.shown_ways import ShownWays
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scalar, Scope

if TYPE_CHECKING:
    from ludwright.rules.flow.flow import Flow
    from ludwright.rules.options.actions import ActionRules
    from ludwright.rules.options.questions import QuestionRules

Ways = list[tuple[Need, Scope]]
"""What may be done: what each needs, and where that is said."""
Making = Callable[[Scope], Ways]


class PassedOver(ShownWays):
    """Compiles it, where it can be used; where not, `check` says so."""

    @cached_property
    def possible(self) -> bool:
        """Whether anything is hidden at all."""
        model = self.rules.model
        return bool(model.known_words) or (self.rules.knowledge.kept and model.tellers > 0)

    def hears(self, flow: Flow) -> bool:
        """Whether everybody may notice who is asked here."""
        return self.possible and flow.sealed is None and not flow.picking

    # ------------------------------------------------------------ what may be done

    def actions(self, deeds: Sequence[tuple[ActionRules, Sequence[Part]]], seat: ir.Expr) -> Making:
        """What some actions need, with their first parameters given."""

        def make(scope: Scope) -> Ways:
            found: Ways = []
            for action, args in deeds:
                given = self.rules.actions.given(action, args, scope)
                need = self.needs.of_action(action, given)
                inner = Scope(scope.code, action.declaration, seat, where=action.name)
                for (word, _), value in zip(action.params, given, strict=False):
                    inner = inner.bind(word, value)
                secret = any(self.needs.names_hidden(arg, scope) for arg in args)
                found.append((need, inner) if not secret else (Need(clear=False), inner))
            return found

        return make

    def choice(self, name: str, source: Formula, test: Formula | None) -> Making:
        """What a choice from a set needs."""
        return lambda scope: [
            (self.needs.of_tests([test] if test is not None else [], [NeededCard(name, source)]), scope)
        ]

    def alternatives(self, tests: Sequence[Formula]) -> Making:
        """What is needed for one of some tests to hold."""
        return lambda scope: [(self.needs.of_tests([test]), scope) for test in tests]

    # ------------------------------------------------------------ questions

    def offered(
        self,
        flow: Flow,
        question: QuestionRules | None,
        ways: Making,
        seat: ir.Expr,
        none: str,
        node: Part,
        scope: Scope,
    ) -> str:
        """Everybody learns something from whether a question is asked. Where it goes on if it is not."""
        if not self.hears(flow) or not self._tells(ways(scope.having(code=Code("probe")))):
            return none
        if question is not None:
            question.learn = lambda: self.able(flow, ways, node, scope)
        on, passed = flow.label("offer"), flow.label("passed_over")
        flow.jump(on)
        flow.start(passed)
        self.unable(flow, ways, seat, node, scope)
        flow.jump(none)
        flow.start(on)
        return passed

    def _tells(self, ways: Ways) -> bool:
        """Whether it depends on anything hidden what can be done."""
        sorted_ = [self.needs.sort(need, scope) for need, scope in ways]
        return any(found is None or found.hidden or found.of_card for found in sorted_)

    def unable(self, flow: Flow, ways: Making, seat: ir.Expr, node: Part, scope: Scope) -> None:
        """Nothing of all this could be done: everybody sees that."""
        if not self.hears(flow):
            return
        code = flow.code
        with code.block() as learn:
            for need, inner in ways(scope.having(code=code)):
                if not self.cannot(need, inner) and (need.tests or not _is_expected(node)):
                    self._note(node, scope.declaration)
        self._openly(code, learn, self.rules.seats.still_in(seat) if self.rules.players_leave else terms.YES)

    def able(self, flow: Flow, ways: Making, node: Part, scope: Scope) -> None:
        """Somebody is asked, so something of this can be done."""
        if not self.hears(flow):
            return
        with flow.code.block() as learn:
            if not self.can(ways(scope.having(code=flow.code)), flow.code) and not _is_expected(node):
                self._note(node, scope.declaration)
        self._openly(flow.code, learn)

    # ------------------------------------------------------------ what holds, and what fails

    def done(self, action: ActionRules, values: list[ir.Expr], scope: Scope) -> list[syntax.Node]:
        """An action is done: its conditions held for what it is done with. The parts of these from which that is learnt."""
        given = [Scalar(value, coding.type) for value, coding in zip(values, action.codings, strict=True)]
        wanted = [NeededCard(word, source, one) for (word, source), one in zip(action.params, given, strict=True)]
        inner = self.rules.actions.bind(action, values, scope)
        lets, learnt = dict[str, Formula](), list[syntax.Node]()
        for guard in action.guards:
            if isinstance(guard, syntax.Let):
                lets[str(guard.name)] = syntax.Brackets(put_in(guard.value, lets))
            elif isinstance(guard, syntax.When):
                for part in split(guard.condition):
                    learn = lambda part=part: self._taken(put_in(part, lets), wanted, inner)  # noqa: E731
                    if self.rules.approximations.learning(part, inner, learn):
                        learnt.append(part)
        return learnt

    def picked(self, flow: Flow, name: str, source: Formula, test: Formula, value: Scalar, scope: Scope) -> None:
        """Somebody chose something openly, for which a test held."""
        if self.hears(flow):
            inner = scope.having(code=flow.code).bind(name, value)
            self._taken(test, [NeededCard(name, source, value)], inner)

    def seen(self, flow: Flow, test: Formula, scope: Scope) -> None:
        """Everybody saw a test hold."""
        if self.hears(flow):
            inner = scope.having(code=flow.code)
            self.rules.approximations.learning(test, inner, lambda: self._taken(test, [], inner, some=True))

    def _taken(self, test: Formula, named: list[NeededCard], scope: Scope, some: bool = False) -> None:
        """Everybody saw that a test held for what was taken; or, if ``some``, for anything."""
        code, whole = scope.code, self.needs.of_tests([test], named)
        with code.block() as learn:
            for part in whole.tests:
                found = self.needs.sort(Need(tuple(used(whole.wanted, part)), (part,), whole.clear), scope)
                if found is None or found.hidden or found.card is None or not found.of_card:
                    continue
                if not self.usable([(scope, found)]):
                    continue
                if found.card.given is not None:
                    self.is_one(code, scope, found)
                elif some:
                    self.one_of(code, [(scope, found)])
        self._openly(code, learn)

    def fails(self, test: Formula, scope: Scope, node: Part) -> None:
        """Everybody saw a test fail."""
        if not self.cannot(self.needs.of_tests([test]), scope):
            self._note(node, scope.declaration)

    # ------------------------------------------------------------ who learns it

    def _openly(self, code: Code, learn: list[ir.Stmt], still: ir.Expr = terms.YES) -> None:
        """Learn something where everybody sees what happens."""
        if learn:
            seen = terms.both(self.rules.secrets.open_play(), still)
            code.statements.extend(self.rules.knowledge.always([ir.If(seen, learn)]))

    def _note(self, node: Part, declaration: Any) -> None:
        """Say that nobody concludes anything from who can do something."""
        message = "what it tells whether anybody can do this is not used by bots"
        hint = "used is what is decided by one hidden card, or by one hidden number, and by what all know"
        self.rules.approximations.once(declaration, node, "", message, hint)


def _is_expected(node: Part) -> bool:
    """Whether a choice is taken for one that can always be made: nothing is said of what happens else."""
    return isinstance(node, syntax.Choose) and not isinstance(node.chooses, syntax.MayChoose) and node.otherwise is None
