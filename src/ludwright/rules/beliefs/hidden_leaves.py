"""The numbers in formulas that not everybody sees, though they are no cards: names for something drawn, and variables that change by something hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright import ir
from ludwright.ir import terms
from ludwright.language.syntax import node_of
from ludwright.model.kinds import Field, Type
from ludwright.model.visibility import is_summed
from ludwright.rules.analysis.habits import Node, names_in
from ludwright.rules.analysis.taints import indices_of
from ludwright.rules.names.scope import Answers, FieldRef, Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

DRAWN_HERE = "drawn here"
"""A name for what is drawn inside a formula: no name in a text has a space in it."""


class HiddenLeaves:
    """Finds them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model

    def keeps(self, field: Field) -> bool:
        """Whether a variable is a plain one that changes by hidden amounts."""
        return self.rules.transfers.keeps(field) and not is_summed(self.model, field)

    def _is_hidden(self, formula: Node | None, statement: Tree[Any]) -> bool:
        taints = self.rules.taints
        drawn = DRAWN_HERE in names_in(formula) or taints.drawn.decides(statement, node_of("steps", [formula]))
        return drawn or taints.touches(formula)

    def leaf(self, node: Node, scope: Scope) -> ir.Expr | None:
        """The number that a formula is, where it is a name for something drawn, or a variable kept here."""
        transfers = self.rules.transfers
        if not transfers.possible:
            return None
        while isinstance(node, Tree) and node.data in ("paren", "ref") and len(node.children) == 1:
            node = node.children[0]
        if node == Token("NAME", DRAWN_HERE):
            return self.spare()
        head = node.children[0] if isinstance(node, Tree) and node.data == "at" else node
        sealed = isinstance(head, Token) and isinstance(scope.names.get(str(head)), Answers)
        first = transfers.numbers.of(scope.declaration, head, sealed)
        if first is None or str(head) not in scope.names:
            return self._variable(node, scope)
        if not sealed:
            return transfers.name_cell(terms.const(first)) if head is node else None
        if not isinstance(node, Tree):
            return None
        seat = terms.clamp(self.rules.formulas.scalar(node.children[1], scope).expr, 0, self.model.players - 1)
        return transfers.name_cell(terms.add(seat, terms.const(first)))

    def spare(self, which: int = 0) -> ir.Expr:
        """A number without a name."""
        return self.rules.transfers.name_cell(terms.const(self.rules.transfers.numbers.spare + which))

    def _variable(self, node: Node, scope: Scope) -> ir.Expr | None:
        kept = {field.name for field in self.rules.transfers.numbers.fields}
        if not kept & names_in(node) or not (isinstance(node, Token) or node.data in ("my", "member", "at")):
            return None
        found: list[ir.Expr] = []

        def find() -> None:
            place = self.rules.effects.lvalue(node, scope)
            if not isinstance(place, FieldRef) or not self.keeps(place.field):
                return
            if len(place.given) == len(place.field.dims) and not any(map(self.rules.taints.touches, indices_of(node))):
                given = tuple(scope.code.keep(terms.highest(g, terms.const(d.first))) for g, d in zip(place.given, place.field.dims, strict=True))  # fmt: skip
                index, _, _ = self.rules.addresses.address(place.field, given, scope, node)
                found.append(self.rules.transfers.cell(place.field, index))

        return found[0] if self.rules.telling.quietly(find) and found else None

    def _yes(self, node: Node, scope: Scope) -> ir.Expr | None:
        """A variable kept here that is yes or no."""
        while isinstance(node, Tree) and node.data == "paren":
            node = node.children[0]
        if not is_leaf(node):
            return None
        found = self.leaf(node, scope)
        return found if found is not None and self.rules.formulas.scalar(node, scope).type.form == "bool" else None


def is_leaf(node: Node) -> bool:
    """Whether a formula is nothing but a name or a variable."""
    while isinstance(node, Tree) and node.data == "paren":
        node = node.children[0]
    return isinstance(node, Token) or node.data in ("my", "member", "at", "ref")


def may_be_none(type_: Type) -> bool:
    """Whether something is a number, or `none`."""
    return type_.form == "number" and type_.optional
