"""Variables not everybody sees: who knows their values, what they were read from, and how much there is at least."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Tree

from ludwright.model import sight
from ludwright.model.kinds import Field
from ludwright.rules import ir, sets, terms
from ludwright.rules.code import Code
from ludwright.rules.habits import Node, names_in, nodes, variable
from ludwright.rules.scope import Scalar, Scope
from ludwright.rules.taints import what_decides
from ludwright.rules.terms import ONE, ZERO

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules


class HiddenVariables:
    """Keeps it up to date as they are assigned."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.all = sight.everyone(rules.model)

    def assigned(
        self, code: Code, field: Field, index: ir.Expr, last: int, value: Scalar, node: Tree[Any], scope: Scope
    ) -> None:
        """A variable got a new value: who knows it now?"""
        base = self.model.known_words.get(id(field))
        if base is None:
            return
        sign = str(node.children[1]) if node.data == "assign" and len(node.children) > 2 else "="
        changed = node.data != "assign" or sign != "="
        anew = [] if changed else self._known_to_all(base, index, last) + self._cleared(field, index)
        if self.rules.taints.hidden(node):
            noted = self.rules.card_reader.read(code, field, index, node, scope)
            statements = (
                self._unless_public(code, field, index, last, changed, anew, node, scope) if noted is None else noted
            )
        else:
            statements = anew
        source = self.model.source_words.get(id(field))
        if source is not None:
            kind = value.type.kind
            read = terms.add(value.expr, ONE) if kind is not None and kind.role == "component" else ZERO
            most = self.model.components
            statements.append(terms.store(source, terms.clamp(read, 0, most), index, 0, last, 0, most))
        code.statements.extend(self.rules.knowledge.always(statements))

    def walked(self, node: Tree[Any], scope: Scope) -> None:
        """How often something is done shows not even in that it is not done: what is assigned in it is lost beforehand."""
        if id(node) not in self.rules.taints.unseen_walks:
            return
        changed = {variable(n.children[0]) for n in nodes(node) if n.data == "assign"}
        statements: list[ir.Stmt] = []
        for field in [f for f in sight.veiled_fields(self.model) if f.name in changed]:
            row = sight.together(self.model, field) if sight.is_summed(self.model, field) else 1
            for i in range(0, field.size, row):
                statements += self._lost(scope.code, field, terms.const(i), field.size - 1, True)
        scope.code.statements.extend(self.rules.knowledge.always(statements))

    def _known_to_all(self, base: int, index: ir.Expr, last: int) -> list[ir.Stmt]:
        return [terms.store(base, terms.const(self.all), index, 0, last, 0, self.all)]

    def _cleared(self, field: Field, index: ir.Expr) -> list[ir.Stmt]:
        """Nothing in a variable comes from cards any more."""
        readings = self.rules.readings
        if not readings.possible:
            return []
        return [ir.Do(readings.function("clear"), (readings.address(field, index),))]

    def _unless_public(
        self, code: Code, field: Field, index: ir.Expr, last: int, changed: bool, public: list[ir.Stmt],
        node: Tree[Any], scope: Scope,
    ) -> list[ir.Stmt]:  # fmt: skip
        """Nobody knows a variable any more who does not see it, unless everybody knows all cards that went into it."""
        lost = self._lost(code, field, index, last, changed)
        decides = what_decides(node)
        if self.rules.taints.names & names_in(decides) or self.rules.taints.often_unseen(node):
            return lost
        with code.block() as found:
            known = self.rules.card_reader.is_public(decides, scope.having(code=code))
            code.emit(ir.If(known if known is not None else terms.NO, public, lost))
        return found if known is not None else lost

    def _lost(self, code: Code, field: Field, index: ir.Expr, last: int, changed: bool) -> list[ir.Stmt]:
        base = self.model.known_words[id(field)]
        masks = [
            sight.watchers(self.model, field.seen, sight.field_owner(self.model, field, i)) for i in range(field.size)
        ]
        table = self.model.tables.add(masks)
        owners = terms.table(table, index, 0, last, 0, self.all)
        if not sight.is_summed(self.model, field):
            now = terms.bit_and(terms.state(base, index, 0, last, 0, self.all), owners) if changed else owners
            return [terms.store(base, now, index, 0, last, 0, self.all), *self._cleared(field, index)]
        # which of several numbers changed is no more public than by how much
        with code.block() as found:

            def forget(here: ir.Expr) -> None:
                still = terms.bit_and(terms.state(base, here, 0, last, 0, self.all), owners)
                code.emit(terms.store(base, still, here, 0, last, 0, self.all))

            self._each_of_row(code, field, index, last, forget)
        return found

    def changes(self, code: Code, field: Field, index: ir.Expr, last: int, new: ir.Expr, node: Node) -> None:
        """A number is about to change: what is paid is no longer known to be there."""
        if id(field) not in self.model.floor_words:
            return
        old = terms.state(field.base, index, 0, last, field.lo, field.hi)
        with code.block() as found:
            paid = code.keep(terms.lowest(terms.sub(new, old), ZERO))
            if sight.is_summed(self.model, field) and isinstance(node, Tree) and self.rules.taints.hidden(node):
                self._may_be_any(code, field, index, last, paid)
            else:
                self._pay_off(code, field, index, last, paid)
        code.statements.extend(self.rules.knowledge.always(found))

    def _floor(self, field: Field, index: ir.Expr, last: int) -> ir.Expr:
        return terms.state(self.model.floor_words[id(field)], index, 0, last, field.lo, field.hi)

    def _pay_off(
        self, code: Code, field: Field, index: ir.Expr, last: int, paid: ir.Expr, there: ir.Expr | None = None
    ) -> None:
        least = there if there is not None else self._floor(field, index, last)
        left = terms.clamp(terms.add(least, paid), field.lo, field.hi)
        code.emit(terms.store(self.model.floor_words[id(field)], left, index, 0, last, field.lo, field.hi))

    def _may_be_any(self, code: Code, field: Field, index: ir.Expr, last: int, paid: ir.Expr) -> None:
        """Nobody can tell which of several numbers changes: at least what everybody knew of each, but for what is paid, is still there."""
        known, everyone = self.model.known_words[id(field)], terms.const(self.all)

        def one(here: ir.Expr) -> None:
            value = terms.state(field.base, here, 0, last, field.lo, field.hi)
            sure = terms.eq(terms.state(known, here, 0, last, 0, self.all), everyone)
            there = code.keep(terms.select(sure, value, self._floor(field, here, last)))
            self._pay_off(code, field, here, last, paid, there)

        self._each_of_row(code, field, index, last, one)

    def _each_of_row(self, code: Code, field: Field, index: ir.Expr, last: int, visit: sets.Visit) -> None:
        """Go through all numbers that belong together with one."""
        row = sight.together(self.model, field)
        first = code.keep(terms.sub(index, terms.mod(index, terms.const(row))))
        each = lambda k: visit(code.keep(terms.clamp(terms.add(first, k), 0, last)))  # noqa: E731
        sets.walk(code, ZERO, terms.const(row - 1), each)

    def at_least(self, code: Code, field: Field, index: ir.Expr, last: int, least: ir.Expr) -> None:
        """Everybody has learnt that a number is at least that much."""
        base = self.model.floor_words[id(field)]
        floor = terms.state(base, index, 0, last, field.lo, field.hi)
        higher = terms.clamp(terms.highest(floor, least), field.lo, field.hi)
        code.statements.extend(
            self.rules.knowledge.always([terms.store(base, higher, index, 0, last, field.lo, field.hi)])
        )
