"""What everybody sees beside which way an `if` goes: how often something is repeated, that the game goes on, what open variables are given, how many cards are drawn.

Each of these is a test like that of an `if` (:mod:`ludwright.rules.beliefs.branches`). Where nothing hidden is spoken of, nothing is compiled for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part, parts
from ludwright.language.syntax.reading import names_in, split
from ludwright.language.syntax.walking import nodes
from ludwright.model.spoken_of import names_meant
from ludwright.rules.analysis.inline_definitions import written_out
from ludwright.rules.beliefs.approximations import writes_anything
from ludwright.rules.beliefs.card_formulas import plain
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.mistakes import Mistake
    from ludwright.model.kinds import Kind
    from ludwright.rules.compiler import Rules
    from ludwright.rules.options.actions import ActionRules

ORDERED = frozenset(["<", "<=", ">", ">="])
Showing = syntax.Move | syntax.Remove | syntax.Show


class BranchEvidence:
    """Compiles what is learnt from it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._hidden: set[str] | None = None

    # ------------------------------------------------------------ what is spoken of

    def _words(self) -> set[str]:
        """The names of the zones and variables that not everybody sees."""
        if self._hidden is None:
            model = self.rules.model
            zones = model.hidden_zones
            self._hidden = zones | model.hidden_fields
        return self._hidden

    def _speaks_of_hidden(self, formula: Part, scope: Scope) -> bool:
        """Whether a formula is about something that not everybody sees, also by way of names and definitions."""
        if not self._words():
            return False
        definitions = {name: declaration.tree for name, declaration in self.rules.definitions.items()}
        home = getattr(scope.declaration, "tree", None)
        return bool(names_meant(formula, home, definitions) & self._words())

    # ------------------------------------------------------------ tests

    def branch(self, test: Part, scope: Scope) -> None:
        """Everybody sees which way an `if` goes."""
        before = self._told()
        if not self._learns(test, test, scope):
            after = self._told()
            meant = written_out(test, self.rules.definitions, set(scope.names))
            used = meant != test and self._speaks_of_hidden(test, scope) and self._learns(meant, test, scope)
            self.rules.mistakes[:], self.rules._reported = before if used else after

    def repeated(self, test: Part, scope: Scope) -> None:
        """Everybody sees whether something is repeated.

        A hidden number is only compared with what all know, and only for more or less: all else tells next to nothing."""
        if (self._compared(test) or not self.rules.taints.names & names_in(test)) and self._speaks_of_hidden(
            test, scope
        ):
            self._learn(test, scope)

    def _compared(self, test: Part) -> list[Formula]:
        """The one hidden side of a comparison for more or less; nothing if it is no such comparison."""
        match test:
            case syntax.Brackets(inner):
                return self._compared(inner)
            case syntax.Compare(left, sign, right) if str(sign) in ORDERED:
                hidden = [side for side in (left, right) if self.rules.taints.touches(side)]
                return hidden if len(hidden) == 1 else []
        return []

    def needed(self, test: Part, scope: Scope, learnt: Sequence[Part] = ()) -> None:
        """Somebody does something that needs a condition to hold; from some parts of it that was learnt already."""
        for part in [part for part in split(test) if not any(part is one for one in learnt)]:
            self._either(part, part, scope, self._holds)

    def _holds(self, test: Part, scope: Scope) -> None:
        """Everybody sees that a condition holds."""
        gen, fails = _of_any(test)
        match test:
            case syntax.Brackets(inner):
                self._holds(inner, scope)
            case syntax.Or(one, two):
                hidden = [part for part in (one, two) if self._speaks_of_hidden(part, scope)]
                if len(hidden) == 1:
                    other = self.rules.formulas.cond(two if hidden[0] is one else one, scope)
                    with scope.code.block() as learn:
                        self._holds(hidden[0], scope)
                    scope.code.statements.extend([ir.If(terms.invert(other), learn)] if learn else [])
            case _ if gen is not None and not fails:
                self._none_fits(gen, scope)
            case _:
                self.rules.telling.has_shown(test, scope)

    def chosen(self, name: str, source: Part, test: Part | None, scope: Scope) -> None:
        """Somebody has chosen something for all to hear: what he chose from had it."""
        if test is not None:
            self.needed(test, scope)
        if not isinstance(source, syntax.NumberRange) or not self._speaks_of_hidden(source, scope):
            return
        if not self.rules.taints.touches(source.first):
            enough = syntax.Compare(source.last, Token("COMP", ">="), Token("NAME", name))
            self.rules.approximations.learning(source, scope, lambda: self.rules.telling.has_shown(enough, scope))

    def could_not(self, action: ActionRules, values: list[ir.Expr], scope: Scope) -> None:
        """Somebody does something else than is demanded `if able`."""
        tests = [part for guard in action.guards for test in parts(guard) for part in split(test)]
        known = scope.having(declaration=action.declaration)
        before = len(scope.code.statements)
        self.rules.telling.could_not(action, values, scope)
        if writes_anything(scope.code.statements[before:]):
            for test in tests:
                self.rules.approximations.uses(test, known)

    def _either(self, part: Part, seen: Part, scope: Scope, learn: Callable[[Any, Scope], None]) -> None:
        """Learn from a part of the text as it is written; where that is nothing, with its definitions written out."""
        learnt = self.rules.approximations.learning
        if not learnt(seen, scope, lambda: learn(part, scope)):
            meant = written_out(part, self.rules.definitions, set(scope.names))
            if meant != part:
                learnt(seen, scope, lambda: learn(meant, scope))

    def _learns(self, test: Part, seen: Part, scope: Scope) -> bool:
        """Learn from a test, which stands for what was seen; whether there was anything to learn."""
        return self.rules.approximations.learning(seen, scope, lambda: self.rules.telling.branch(test, scope))

    def _learn(self, test: Part, scope: Scope) -> None:
        """Learn from a test. Whether that is worth a note is found out later."""
        before = self._told()
        if not self._learns(test, test, scope):
            meant = written_out(test, self.rules.definitions, set(scope.names))
            if meant != test:
                self._learns(meant, test, scope)
        self.rules.mistakes[:], self.rules._reported = before

    def _told(self) -> tuple[list[Mistake], set[tuple[Any, str]]]:
        """What has been reported so far."""
        return list(self.rules.mistakes), set(self.rules._reported)

    # ------------------------------------------------------------ all cards of a set

    def walked(self, node: syntax.For, scope: Scope) -> None:
        """`for c in Z with P: move c to …`: of every card in Z everybody sees whether P holds."""
        gen, name = node.members, str(node.members.name)
        if any(isinstance(n, Showing) and name in names_in(n.things) for n in nodes(node.body)):
            self._sorted_out(gen, gen, scope)

    def moved(self, node: Part, scope: Scope) -> None:
        """`move all c in Z with P to …`: the same."""
        if isinstance(node, Showing) and isinstance(node.things, syntax.AllOf):
            self._sorted_out(node.things.members, node.things, scope)

    def _sorted_out(self, gen: syntax.Generator, seen: syntax.Node, scope: Scope) -> None:
        """Everybody sees of each card of a set whether it is one of a sort."""
        name, everyone = str(gen.name), terms.const(self.rules.knowledge.all)
        learn = lambda c, kind, test: self.rules.telling.learn(name, kind, c, test, everyone, scope)  # noqa: E731
        self.rules.approximations.learning(seen, scope, lambda: self._each_card(gen, learn, scope))

    def whether_none_fits(self, test: Part, scope: Scope) -> bool:
        """Everybody sees whether any card of a set fulfils a condition: where none does, that is known of each. No where it can't be used."""
        gen, _ = _of_any(test)
        if gen is None or self.rules.taints.touches(gen.source):
            return False
        with scope.code.block() as learnt:
            self._none_fits(gen, scope)
        if not learnt:
            return False
        any_fits = self.rules.formulas.cond(syntax.AnyOf(gen), scope)
        scope.code.statements.extend(self.rules.knowledge.switch([ir.If(terms.invert(any_fits), learnt)]))
        return True

    def _none_fits(self, gen: syntax.Generator, scope: Scope) -> None:
        """Everybody sees that no card of a set fulfils a condition."""
        rule_out, name = self.rules.telling.rule_out, str(gen.name)
        self._each_card(gen, lambda c, kind, test: rule_out(name, kind, c, test, scope), scope)

    def _each_card(self, gen: syntax.Generator, learn: Callable[[ir.Expr, Kind, Formula], None], scope: Scope) -> None:
        """Learn something of each hidden card in a set, where the condition on it is about that card alone."""
        rules, code, name, limit = self.rules, scope.code, str(gen.name), gen.limit
        if not isinstance(limit, syntax.WithClause) or gen.start is not None or not self._speaks_of_hidden(gen, scope):
            return
        members = rules.formulas.members(gen.source, scope)
        kind, test = members.type.kind, limit.condition
        if kind is None or kind.role != "component" or kind.design is None or not rules.model.tellers:
            return
        inner = rules.telling.bound(scope, name, ZERO, kind)
        if not rules.card_reader.is_of_one_card(test, inner) or not rules.telling.usable(name, kind, test, scope):
            return
        with code.block() as learnt:
            members.each(code, lambda c: learn(c, kind, test))
        code.statements.extend(rules.knowledge.switch([ir.If(rules.secrets.open_play(), learnt)]))


def _of_any(test: Part) -> tuple[syntax.Generator | None, bool]:
    """The set of `any x in S with P` or `no x in S with P`, and whether none fits where the test fails."""
    match test:
        case syntax.AnyOf(members) | syntax.NoneOf(members):
            return members, isinstance(test, syntax.AnyOf)
        case syntax.Negation(inner):
            found, fails = _of_any(inner)
            return found, not fails
        case syntax.Brackets(inner):
            return _of_any(inner)
        case syntax.Is(one, syntax.NoneLiteral()) | syntax.IsNot(one, syntax.NoneLiteral()) if isinstance(
            first := plain(one), syntax.FirstOf
        ):
            return first.members, isinstance(test, syntax.IsNot)
    return None, False
