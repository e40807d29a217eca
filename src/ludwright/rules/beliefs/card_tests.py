"""Tests of hidden cards: which cards a test is about, and what comes out for every design they could have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.syntax import Part, parts, rebuilt
from ludwright.language.syntax.reading import names_in
from ludwright.mistakes import Mistake
from ludwright.model.kinds import Kind, Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, WrongError

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

NAMING = syntax.FunctionCall | syntax.Of | syntax.MemberOf | syntax.At | syntax.My
"""Formulas that may stand for a card or thing."""
TESTED, COMPARED = "tested_", "compared_"
"""The names of the components that a test is about."""
OF_DICE = "a hidden die is any of its faces to them until it is shown: `show d to everyone`"


class CardTests:
    """Finds the hidden components in a formula, and works it out for other designs."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._doubts: list[Mistake] = []
        self._used: list[Part] = []

    def named_components(self, test: Part, scope: Scope) -> list[tuple[str, Kind, ir.Expr]]:
        """The names in a test that stand for components."""
        found = []
        for name in sorted(names_in(test)):
            value = scope.names.get(name)
            kind = value.type.kind if isinstance(value, Scalar) else None
            if isinstance(value, Scalar) and kind is not None and kind.role == "component" and kind.design is not None:
                found.append((name, kind, value.expr))
        return found

    @staticmethod
    def different(parts: list[Part]) -> list[Part]:
        """Each part once, in the order of the text."""
        return [part for i, part in enumerate(parts) if part not in parts[:i]]

    def hidden_parts(self, node: Part, scope: Scope) -> list[Part]:
        """The parts of a formula that stand for components which may lie face down."""
        if isinstance(node, Token):
            value = scope.names.get(str(node)) if node.type == "NAME" else None
            return [node] if self._may_be_hidden(value) else []
        assert isinstance(node, syntax.Node)
        if isinstance(node, NAMING):
            found: list[object] = []
            look = lambda: found.append(self.rules.formulas.value(node, scope.having(code=Code("probe"))))  # noqa: E731
            if self.quietly(look) and self._may_be_hidden(found[0]):
                return [node]
        return [hidden for part in parts(node) for hidden in self.hidden_parts(part, scope)]

    def _may_be_hidden(self, value: object) -> bool:
        kind = value.type.kind if isinstance(value, Scalar) else None
        return (
            kind is not None
            and kind.role == "component"
            and kind.design is not None
            and any(one in self.rules.model.veiled for one in kind.root.family())
        )

    def usable(self, name: str, kind: Kind, test: Part, scope: Scope) -> bool:
        """Whether a test of a component can be worked out for its designs; nothing is reported if not."""
        probe = scope.having(code=Code("probe"))
        return self.quietly(lambda: self.each_design(name, kind, test, probe, lambda d, holds: None))

    def usable_pair(self, names: list[str], kinds: Sequence[Kind | None], test: Part, scope: Scope) -> bool:
        """Whether a test of two components can be noted as a fact."""
        one, two = kinds
        if one is None or two is None or not all(self.rules.facts.usable(kind) for kind in kinds):
            return False
        pair, probe = ((names[0], one), (names[1], two)), scope.having(code=Code("probe"))
        return self.quietly(lambda: self.each_pair(pair, test, probe, lambda d, e, holds: None))

    def quietly(self, attempt: Callable[[], object]) -> bool:
        """Try something; nothing is reported, and nothing left behind, if it fails."""
        rules = self.rules
        mistakes, reported, functions = list(rules.mistakes), set(rules._reported), dict(rules.functions)
        printed = rules.properties.attempted()
        try:
            attempt()
        except WrongError:
            rules.mistakes[:], rules._reported = mistakes, reported
            rules.properties.forget(printed)
            for made in set(rules.functions) - set(functions):
                del rules.functions[made]
            return False
        return True

    def each_design(
        self, name: str, kind: Kind, test: Part, scope: Scope, visit: Callable[[ir.Expr, ir.Expr], None]
    ) -> None:
        """Work a test of a component out for every design it could have."""
        self.walk_designs(
            kind, scope, lambda d, design: visit(d, self.rules.formulas.cond(test, self.bound(scope, name, d, design)))
        )

    def walk_designs(self, kind: Kind, scope: Scope, visit: Callable[[ir.Expr, Kind], None]) -> None:
        """Go through every design that a component of a kind could have."""
        several = self.rules.unions.values()  # such a kind has no designs of its own, but those of all it stands for
        for one in kind.root.family():
            if one.design is not None and one.design.count and not any(one is union for union in several):
                first, last = terms.const(one.design.first), terms.const(one.design.last)
                sets.walk(scope.code, first, last, lambda d, design=one.design: visit(d, design))  # type: ignore[misc]

    def each_pair(
        self, pair: tuple[tuple[str, Kind], tuple[str, Kind]], test: Part, scope: Scope,
        visit: Callable[[ir.Expr, ir.Expr, ir.Expr], None],
    ) -> None:  # fmt: skip
        """Work a test of two components out for all designs that they could have."""
        (one, kind), (two, other) = pair

        def second(d: ir.Expr, design: Kind) -> None:
            inner = self.bound(scope, one, d, design)
            self.each_design(two, other, test, inner, lambda e, holds: visit(d, e, holds))

        self.walk_designs(kind, scope, second)

    @staticmethod
    def bound(scope: Scope, name: str, x: ir.Expr, kind: Kind) -> Scope:
        return scope.bind(name, Scalar(x, Type("ref", kind)))


def replaced(tree: Part, part: Part, name: str) -> Part:
    """A formula in which a name stands for one of its parts."""
    if tree == part:
        return Token("NAME", name)
    if isinstance(tree, Token):
        return tree
    assert isinstance(tree, syntax.Node)
    return rebuilt(tree, lambda inner: replaced(inner, part, name))
