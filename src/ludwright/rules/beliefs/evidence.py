"""What everybody sees beside which way an `if` goes: how often something is repeated, that the game goes on, what open variables are given, how many cards are drawn.

Each of these is a test like that of an `if` (:mod:`ludwright.rules.beliefs.branches`). Where nothing hidden is spoken of, nothing is compiled for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeGuard

from lark import Token, Tree

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ZERO
from ludwright.language.syntax import node_of
from ludwright.model.spoken_of import names_meant
from ludwright.rules.analysis.habits import Node, names_in, nodes, split, variable
from ludwright.rules.analysis.written_out import written_out
from ludwright.rules.beliefs.approximations import writes_anything
from ludwright.rules.names.scope import Scalar, Scope

if TYPE_CHECKING:
    from ludwright.mistakes import Mistake
    from ludwright.model.kinds import Field, Kind
    from ludwright.rules.compiler import Rules
    from ludwright.rules.options.actions import Action

SHOWN = "shown here"
"""A name for what everybody sees a formula come to: no name in a text has a space in it."""
ORDERED = frozenset(["<", "<=", ">", ">="])
SHOWING = frozenset(["move", "remove", "show"])


class Evidence:
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

    def _speaks_of_hidden(self, formula: Node, scope: Scope) -> bool:
        """Whether a formula is about something that not everybody sees, also by way of names and definitions."""
        if not self._words():
            return False
        definitions = {name: declaration.tree for name, declaration in self.rules.definitions.items()}
        home = getattr(scope.declaration, "tree", None)
        return bool(names_meant(formula, home, definitions) & self._words())

    # ------------------------------------------------------------ tests

    def branch(self, test: Node, scope: Scope) -> None:
        """Everybody sees which way an `if` goes."""
        before = self._told()
        if not self._learns(test, test, scope):
            after = self._told()
            meant = written_out(test, self.rules.definitions, set(scope.names))
            used = meant != test and self._speaks_of_hidden(test, scope) and self._learns(meant, test, scope)
            self.rules.mistakes[:], self.rules._reported = before if used else after

    def tested(self, test: Node, scope: Scope) -> None:
        """Everybody sees whether a condition holds that is tested after everything that happens.

        A hidden number is only compared with what all know, and only for more or less: all else would fill the list of what players remember."""
        plain = [side for side in self._compared(test) if variable(side)]
        if plain or not self.rules.taints.names & names_in(test):
            self._seen_again(test, scope)

    def repeated(self, test: Node, scope: Scope) -> None:
        """Everybody sees whether something is repeated: the same, but what is compared may be worked out from a hidden number."""
        if self._compared(test) or not self.rules.taints.names & names_in(test):
            self._seen_again(test, scope)

    def _seen_again(self, test: Node, scope: Scope) -> None:
        if self._speaks_of_hidden(test, scope):
            self._learn(test, test, scope)

    def _compared(self, test: Node) -> list[Node]:
        """The one hidden side of a comparison for more or less; nothing if it is no such comparison."""
        match test:
            case Tree(data="paren", children=[inner]):
                return self._compared(inner)
            case Tree(data="compare", children=[left, sign, right]) if str(sign) in ORDERED:
                hidden = [side for side in (left, right) if self.rules.taints.touches(side)]
                return hidden if len(hidden) == 1 else []
        return []

    def named(self, node: Tree[Any], scope: Scope) -> None:
        """`let` has given a name to something; where that was picked, everybody sees which it is."""
        name, right = node.children
        moved = _shown_next(str(name), node, getattr(scope.declaration, "tree", node)) if _is_picked(right) else None
        if moved is not None and self.rules.sum_tests.picked(right, scope):
            for seen in (right, moved):
                self.rules.approximations.uses(seen, scope)

    def needed(self, test: Node, scope: Scope, learnt: Sequence[Node] = ()) -> None:
        """Somebody does something that needs a condition to hold; from some parts of it that was learnt already."""
        for part in [part for part in split(test) if not any(part is one for one in learnt)]:
            self._either(part, part, scope, self._holds)

    def _holds(self, test: Node, scope: Scope) -> None:
        """Everybody sees that a condition holds."""
        gen, fails = _of_any(test)
        match test:
            case Tree(data="paren", children=[inner]):
                self._holds(inner, scope)
            case Tree(data="or_", children=parts):
                hidden = [part for part in parts if self._speaks_of_hidden(part, scope)]
                if len(hidden) == 1:
                    others = [self.rules.formulas.cond(part, scope) for part in parts if part is not hidden[0]]
                    with scope.code.block() as learn:
                        self._holds(hidden[0], scope)
                    needed = terms.invert(reduce(terms.either, others))
                    scope.code.statements.extend([ir.If(needed, learn)] if learn else [])
            case _ if gen is not None and not fails:
                self._none_fits(gen, scope)
            case _:
                self.rules.telling.has_shown(test, scope)

    def chosen(self, name: str, source: Node, test: Node | None, scope: Scope) -> None:
        """Somebody has chosen something for all to hear: what he chose from had it."""
        if test is not None:
            self.needed(test, scope)
        if not isinstance(source, Tree) or source.data != "range" or not self._speaks_of_hidden(source, scope):
            return
        first, last = source.children
        if not self.rules.taints.touches(first):
            test = node_of("compare", [last, Token("COMP", ">="), Token("NAME", name)])
            self.rules.approximations.learning(source, scope, lambda: self.rules.telling.has_shown(test, scope))

    def could_not(self, action: Action, values: list[ir.Expr], scope: Scope) -> None:
        """Somebody does something else than is demanded `if able`."""
        tests = [part for guard in action.guards for test in guard.children if test is not None for part in split(test)]
        known = scope.having(declaration=action.declaration)
        before = len(scope.code.statements)
        self.rules.telling.could_not(action, values, scope)
        if writes_anything(scope.code.statements[before:]):
            for test in tests:
                self.rules.approximations.uses(test, known)

    def _either(self, part: Node, seen: Node, scope: Scope, learn: Callable[[Any, Scope], None]) -> None:
        """Learn from a part of the text as it is written; where that is nothing, with its definitions written out."""
        learnt = self.rules.approximations.learning
        if not learnt(seen, scope, lambda: learn(part, scope)):
            meant = written_out(part, self.rules.definitions, set(scope.names))
            if meant != part:
                learnt(seen, scope, lambda: learn(meant, scope))

    def _learns(self, test: Node, seen: Node, scope: Scope) -> bool:
        """Learn from a test, which stands for what was seen; whether there was anything to learn."""
        return self.rules.approximations.learning(seen, scope, lambda: self.rules.telling.branch(test, scope))

    def _learn(self, test: Node, seen: Node, scope: Scope) -> None:
        """Learn from a test, which stands for what was seen. Whether that is worth a note is found out later."""
        before = self._told()
        if not self._learns(test, seen, scope):
            meant = written_out(test, self.rules.definitions, set(scope.names))
            if meant != test:
                self._learns(meant, seen, scope)
        self.rules.mistakes[:], self.rules._reported = before

    def _told(self) -> tuple[list[Mistake], set[tuple[Any, str]]]:
        """What has been reported so far."""
        return list(self.rules.mistakes), set(self.rules._reported)

    # ------------------------------------------------------------ numbers

    def counted(self, formula: Node, number: ir.Expr, scope: Scope) -> None:
        """Everybody sees what a formula comes to."""
        if self._speaks_of_hidden(formula, scope):
            self._shows(
                formula, Scalar(scope.code.keep(number), self.rules.formulas.scalar(formula, scope).type), scope
            )

    def _shows(self, formula: Node, value: Scalar, scope: Scope) -> None:
        if value.type.form == "bool":
            self._learn(formula, formula, scope)
        elif value.expr.type == ir.INT:
            test = node_of("is_", [node_of("paren", [formula]), Token("NAME", SHOWN)])
            self._learn(test, formula, scope.bind(SHOWN, value))

    def assigned(self, node: Tree[Any], field: Field, old: ir.Expr, new: ir.Expr, scope: Scope) -> None:
        """A variable that everybody sees is about to be given something."""
        if node.data != "assign":
            return
        right = node.children[-1]
        if (
            self.rules.taints.often_unseen(node)
            or not self._speaks_of_hidden(right, scope)
            or self.rules.card_reader.chancy(right)
        ):
            return
        sign = str(node.children[1]) if len(node.children) > 2 else "="
        value = {"=": new, "+=": terms.sub(new, old), "-=": terms.sub(old, new)}[sign]
        self._shows(right, Scalar(scope.code.keep(terms.as_int(value)), field.type), scope)

    def happens(self, node: Tree[Any], scope: Scope) -> None:
        """So many cards are drawn, or so much is paid, for all to see; or cards are moved that were picked."""
        picked = node.children[0] if node.data in SHOWING else None
        if picked is not None and _is_picked(picked) and self.rules.sum_tests.picked(picked, scope):
            self.rules.approximations.uses(picked, scope)
        elif isinstance(picked, Tree) and picked.data == "all_":
            self._sorted_out(picked.children[0], picked, scope)
        shown = node.children[:1] if node.data in ("draw", "deal") else []
        if node.data == "pay" and not any(
            variable(end) in self._words() for end in node.children[-2:] if end is not None
        ):
            shown = [part.children[0] for part in node.children if isinstance(part, Tree) and part.data == "amount"]
        for many in shown:
            if not self.rules.card_reader.chancy(many) and self._speaks_of_hidden(many, scope):
                self.counted(many, self.rules.formulas.number(many, scope), scope)

    # ------------------------------------------------------------ all cards of a set

    def walked(self, node: Tree[Any], scope: Scope) -> None:
        """`for c in Z with P: move c to …`: of every card in Z everybody sees whether P holds."""
        gen, _, body = node.children
        name = str(gen.children[0])
        if not any(n.data in SHOWING and name in names_in(n.children[0]) for n in nodes(body)):
            self._either(node, gen, scope, self.rules.sum_tests.repeated)
            return
        self._sorted_out(gen, gen, scope)

    def _sorted_out(self, gen: Tree[Any], seen: Node, scope: Scope) -> None:
        """Everybody sees of each card of a set whether it is one of a sort."""
        name, everyone = str(gen.children[0]), terms.const(self.rules.knowledge.all)
        learn = lambda c, kind, test: self.rules.telling.learn(name, kind, c, test, everyone, scope)  # noqa: E731
        self.rules.approximations.learning(seen, scope, lambda: self._each_card(gen, learn, scope))

    def _none_fits(self, gen: Tree[Any], scope: Scope) -> None:
        """Everybody sees that no card of a set fulfils a condition."""
        rule_out, name = self.rules.telling.rule_out, str(gen.children[0])
        self._each_card(gen, lambda c, kind, test: rule_out(name, kind, c, test, scope), scope)

    def _each_card(self, gen: Tree[Any], learn: Callable[[ir.Expr, Kind, Node], None], scope: Scope) -> None:
        """Learn something of each hidden card in a set, where the condition on it is about that card alone."""
        name, source, start, _, limit = gen.children
        rules, code = self.rules, scope.code
        if limit is None or limit.data != "limit" or start is not None or not self._speaks_of_hidden(gen, scope):
            return
        members = rules.formulas.members(source, scope)
        kind, test = members.type.kind, limit.children[0]
        if kind is None or kind.role != "component" or kind.design is None or not rules.model.tellers:
            return
        inner = rules.telling.bound(scope, str(name), ZERO, kind)
        if not rules.card_reader.is_of_one_card(test, inner) or not rules.telling.usable(str(name), kind, test, scope):
            return
        with code.block() as learnt:
            members.each(code, lambda c: learn(c, kind, test))
        code.statements.extend(rules.knowledge.switch([ir.If(rules.secrets.open_play(), learnt)]))


def _of_any(test: Node) -> tuple[Tree[Any] | None, bool]:
    """The set of `any x in S with P` or `no x in S with P`, and whether none fits where the test fails."""
    match test:
        case Tree(data="any_" | "no_" as word, children=[Tree() as gen]):
            return gen, word == "any_"
        case Tree(data="not_", children=[inner]):
            found, fails = _of_any(inner)
            return found, not fails
        case Tree(data="paren", children=[inner]):
            return _of_any(inner)
    return None, False


def _is_picked(node: Node) -> TypeGuard[Tree[Any]]:
    """Whether a formula is the first or farthest of some."""
    return isinstance(node, Tree) and node.data in ("first", "pick")


def _shown_next(name: str, let: Tree[Any], tree: Tree[Any]) -> Node | None:
    """Where what was named is moved or shown in one of the statements that follow, so that everybody sees which it is."""
    for block in nodes(tree):
        places = [i for i, n in enumerate(block.children) if n is let]
        for statement in block.children[places[0] + 1 :] if places else []:
            if isinstance(statement, Tree) and statement.data in SHOWING and name in names_in(statement.children[0]):
                shown: Node = statement.children[0]
                return shown
    return None
