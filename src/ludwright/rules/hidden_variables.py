"""Variables not everybody sees: who knows their values, what they were read from, and how much there is at least."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Tree

from ludwright.model import sight
from ludwright.model.kinds import Field
from ludwright.rules import ir, terms
from ludwright.rules.code import Code
from ludwright.rules.scope import Scalar
from ludwright.rules.terms import ONE, ZERO

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules


class HiddenVariables:
    """Keeps it up to date as they are assigned."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.all = sight.everyone(rules.model)

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
        code.statements.extend(self.rules.knowledge.always(statements))

    def changes(self, code: Code, field: Field, index: ir.Expr, last: int, new: ir.Expr) -> None:
        """A number is about to change: what is paid is no longer known to be there."""
        base = self.model.floor_words.get(id(field))
        if base is None:
            return
        old = terms.state(field.base, index, 0, last, field.lo, field.hi)
        floor = terms.state(base, index, 0, last, field.lo, field.hi)
        paid = terms.lowest(terms.sub(new, old), ZERO)
        left = terms.clamp(terms.add(floor, paid), field.lo, field.hi)
        code.statements.extend(
            self.rules.knowledge.always([terms.store(base, left, index, 0, last, field.lo, field.hi)])
        )

    def at_least(self, code: Code, field: Field, index: ir.Expr, last: int, least: ir.Expr) -> None:
        """Everybody has learnt that a number is at least that much."""
        base = self.model.floor_words[id(field)]
        floor = terms.state(base, index, 0, last, field.lo, field.hi)
        higher = terms.clamp(terms.highest(floor, least), field.lo, field.hi)
        code.statements.extend(
            self.rules.knowledge.always([terms.store(base, higher, index, 0, last, field.lo, field.hi)])
        )
