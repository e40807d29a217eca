"""Variables not everybody sees: who knows their values, what they were read from, and how much there is at least."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Tree

from ludwright.model import sight
from ludwright.model.kinds import Field
from ludwright.rules import ir, sets, terms
from ludwright.rules.code import Code
from ludwright.rules.habits import nodes, variable
from ludwright.rules.scope import Scalar, Scope
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
        if self.rules.taints.hidden(node, field.name if changed else None):
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
        parts = self.rules.card_reader.all_cards(node, scope)
        if not parts:
            return lost
        with code.block() as found:
            known = code.switch_on(True, "public")
            for part in parts:
                c = code.keep(self.rules.formulas.scalar(part, scope.having(code=code)).expr)
                mask = self.rules.knowledge.known(terms.clamp(c, 0, self.model.components - 1))
                veiled = terms.both(terms.ge(c, ZERO), terms.ne(mask, terms.const(self.all)))
                code.emit(ir.If(veiled, [ir.Set(known.name, terms.NO)]))
            code.emit(ir.If(known, public, lost))
        return found

    def _lost(self, code: Code, field: Field, index: ir.Expr, last: int, changed: bool) -> list[ir.Stmt]:
        base, row = self.model.known_words[id(field)], sight.together(self.model, field)
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
            first = code.keep(terms.sub(index, terms.mod(index, terms.const(row))))

            def forget(k: ir.Expr) -> None:
                here = code.keep(terms.clamp(terms.add(first, k), 0, last))
                still = terms.bit_and(terms.state(base, here, 0, last, 0, self.all), owners)
                code.emit(terms.store(base, still, here, 0, last, 0, self.all))

            sets.walk(code, ZERO, terms.const(row - 1), forget)
        return found

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
