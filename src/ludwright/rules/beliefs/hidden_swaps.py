"""Variables that change places, of which not everybody sees one: what is known about them changes places as well."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lark import Tree

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language.syntax import node_of
from ludwright.model.kinds import Field
from ludwright.rules.analysis.taints import indices_of, owners_in
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

End = tuple[Field, ir.Expr]
"""A variable that changes places, and which of its numbers."""


class HiddenSwaps:
    """Compiles the notes about them (:mod:`ludwright.rules.beliefs.paired_numbers`)."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model

    @contextmanager
    def swapped(self, ends: list[End], node: Tree[Any], scope: Scope) -> Iterator[bool]:
        """Two variables change places; no if neither is kept with what changes hands unseen."""
        code, keeps = scope.code, self.rules.transfers.keeps
        kept = any(keeps(field) for field, _ in ends)
        if kept and not self._is_unseen(node):
            with code.block() as note:
                if all(keeps(field) for field, _ in ends):
                    self._both(ends, code)
                else:
                    one, other = ends if keeps(ends[0][0]) else reversed(ends)
                    self._with_other(one, other, code)
            code.statements.extend(self.rules.knowledge.always(note))
        yield kept
        if kept and self._is_unseen(node):
            with code.block() as lost:
                code.statements.extend(self.rules.hidden_variables.lose({field.name for field, _ in ends}, code))
            code.statements.extend(self.rules.knowledge.always(lost))

    def _is_unseen(self, node: Tree[Any]) -> bool:
        """Whether not everybody sees which variables change places, or whether they do."""
        taints = self.rules.taints
        where = node_of(
            "steps", [*owners_in(node).children, *(index for end in node.children for index in indices_of(end))]
        )
        return taints.often_unseen(node) or taints.touches(where) or taints.drawn.decides(node, where)

    def _both(self, ends: list[End], code: Code) -> None:
        """Both are kept there."""
        transfers = self.rules.transfers
        one, other = (code.keep(transfers.cell(*end)) for end in ends)
        if not all(self.rules.hidden_amounts.keeps(field) for field, _ in ends):
            code.emit(transfers.swapped(one, other))
            return
        spare = self.rules.hidden_amounts.spare()
        code.emit(transfers.copied(spare, one))
        code.emit(transfers.set_value(spare, transfers.value(one)))
        code.emit(transfers.copied(one, other))
        code.emit(transfers.copied(other, spare))

    def _with_other(self, one: End, other: End, code: Code) -> None:
        """The first is kept there, the other is not: everybody sees it, or nothing is known about it."""
        transfers, (field, index) = self.rules.transfers, other
        cell, last = code.keep(transfers.cell(*one)), field.size - 1
        new = code.keep(terms.state(field.base, index, 0, last, field.lo, field.hi))
        plain, hidden = self.rules.hidden_amounts.keeps(one[0]), id(field) in self.model.known_words
        if not hidden:
            code.emit(transfers.exact(cell))
            by = terms.sub(new, transfers.value(cell))
            code.emit(transfers.moved(None, cell, ZERO, None, True, new) if plain else transfers.change(cell, by))
        elif plain:
            spare = self.rules.hidden_amounts.spare()
            self.rules.hidden_amounts.anything(spare, new, (field.lo, field.hi), code)
            code.emit(transfers.set_value(spare, new))
            code.emit(transfers.moved(None, cell, ONE, spare, True))
        else:
            code.emit(transfers.lose(cell))
