"""Variables not everybody sees: who knows their values, what they were read from, and how much there is at least."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.language.syntax.reading import names_in, variable
from ludwright.language.syntax.walking import nodes
from ludwright.model import visibility
from ludwright.model.kinds import Field
from ludwright.rules.analysis.taints import what_decides
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scalar, Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules


OPPOSITE = {">=": "<", "<": ">=", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
"""What holds where a comparison does not."""


@dataclass(frozen=True)
class HiddenPlace:
    """One number of a variable."""

    field: Field
    index: ir.Expr
    last: int


class HiddenVariables:
    """Keeps it up to date as they are assigned."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.all = visibility.everyone(rules.model)
        self._quiet = False

    def assigned(
        self, code: Code, field: Field, index: ir.Expr, last: int, value: Scalar, node: syntax.Node, scope: Scope
    ) -> None:
        """A variable got a new value: who knows it now?"""
        base = self.model.known_words.get(id(field))
        if base is None or self.rules.transfers.keeps(field) or self._quiet:
            return
        changed = not isinstance(node, syntax.Assign) or node.sign is not None
        anew = [] if changed else self._known_to_all(base, index, last)
        if isinstance(node, syntax.Swap) or self.rules.taints.draws(node):
            statements = self._lost_anywhere(field, index, last, node)
            self.rules.approximations.loses(node, scope, field)
        elif self.rules.taints.hidden(node):
            statements = self._unless_public(code, field, index, last, changed, anew, node, scope)
            if not self._holds_card(field, value):
                self.rules.approximations.loses(node, scope, field)
        else:
            statements = anew
        statements = self.rules.secrets.unless_veiled(statements, self._lost(field, index, last, changed))
        source = self.model.source_words.get(id(field))
        if source is not None:
            read = terms.add(value.expr, ONE) if self._holds_card(field, value) else ZERO
            most = self.model.components
            statements.append(terms.store(source, terms.clamp(read, 0, most), index, 0, last, 0, most))
        code.statements.extend(self.rules.knowledge.always(statements))

    def _holds_card(self, field: Field, value: Scalar) -> bool:
        """Whether a variable for a design is given what is printed on a card: it goes with the card."""
        kind = value.type.kind
        return id(field) in self.model.source_words and kind is not None and kind.role == "component"

    @contextmanager
    def swapped(self, ends: list[tuple[Field, ir.Expr]], scope: Scope) -> Iterator[None]:
        """Two variables change places, and what is known about them with them."""
        outer = self._quiet
        self._quiet = self._exchanged(ends, scope) or outer
        try:
            yield
        finally:
            self._quiet = outer

    def _exchanged(self, ends: list[tuple[Field, ir.Expr]], scope: Scope) -> bool:
        """Exchange what is known about two variables; no if that can't be."""
        model, code = self.model, scope.code
        fields = [field for field, _ in ends]
        words = [model.known_words] + ([model.floor_words] if all(id(f) in model.floor_words for f in fields) else [])
        plain = all(id(f) in model.known_words and id(f) not in model.source_words for f in fields)
        if not plain or any(self.rules.transfers.keeps(f) or visibility.is_summed(model, f) for f in fields):
            return False
        with code.block() as found:
            for bases in words:
                places = [(bases[id(field)], index, field.size - 1) for field, index in ends]
                held = [code.keep(terms.state(base, index, 0, last)) for base, index, last in places]
                for (base, index, last), value in zip(places, reversed(held), strict=True):
                    code.emit(terms.store(base, value, index, 0, last))
        code.statements.extend(self.rules.knowledge.always(found))
        return True

    def _lost_anywhere(self, field: Field, index: ir.Expr, last: int, node: syntax.Node) -> list[ir.Stmt]:
        """Nobody knows a variable any more who does not see it; if it is not to be seen which number of it changed, nor any other one."""
        if not self.rules.taints.draws_whose(node):
            return self._lost(field, index, last, False)
        return [lost for i in range(field.size) for lost in self._lost(field, terms.const(i), last, True)]

    def walked(self, node: syntax.Node, scope: Scope) -> None:
        """How often something is done shows not even in that it is not done: what is assigned in it is lost beforehand."""
        if id(node) not in self.rules.taints.unseen_walks:
            return
        changed = {variable(n.target) for n in nodes(node) if isinstance(n, syntax.Assign)}
        with scope.code.block() as lost:
            scope.code.statements.extend(self.lose(changed))
        scope.code.statements.extend(self.rules.knowledge.always(lost))

    def lose(self, names: set[str]) -> list[ir.Stmt]:
        """Nobody who does not see them knows the variables of these names any more."""
        statements: list[ir.Stmt] = []
        for field in [f for f in visibility.veiled_fields(self.model) if f.name in names]:
            if self.rules.transfers.keeps(field):
                rows = range(0, field.size, visibility.together(self.model, field))
                statements += [
                    self.rules.transfers.lose(self.rules.transfers.cell(field, terms.const(i))) for i in rows
                ]
                continue
            for i in range(field.size):
                statements += self._lost(field, terms.const(i), field.size - 1, True)
        return statements

    def no_floors(self, names: set[str]) -> list[ir.Stmt]:
        """Nor how much there is of them at least."""
        fields = [
            f for f in visibility.veiled_fields(self.model) if f.name in names and id(f) in self.model.floor_words
        ]
        places = [(f, self.model.floor_words[id(f)] + i) for f in fields for i in range(f.size)]
        return [terms.store(place, terms.const(f.lo), lo=f.lo, hi=f.hi) for f, place in places]

    def _known_to_all(self, base: int, index: ir.Expr, last: int) -> list[ir.Stmt]:
        return [terms.store(base, terms.const(self.all), index, 0, last, 0, self.all)]

    def _unless_public(
        self, code: Code, field: Field, index: ir.Expr, last: int, changed: bool, public: list[ir.Stmt],
        node: syntax.Node, scope: Scope,
    ) -> list[ir.Stmt]:  # fmt: skip
        """Nobody knows a variable any more who does not see it, unless everybody knows all cards that went into it."""
        lost = self._lost(field, index, last, changed)
        decides = what_decides(node)
        taints = self.rules.taints
        if taints.names & names_in(decides) or taints.often_unseen(node) or taints.draws(node):
            return lost
        with code.block() as found:
            known = self.rules.card_reader.is_public(decides, scope.having(code=code))
            code.emit(ir.If(known if known is not None else terms.NO, public, lost))
        return found if known is not None else lost

    def _lost(self, field: Field, index: ir.Expr, last: int, changed: bool) -> list[ir.Stmt]:
        base = self.model.known_words[id(field)]
        masks = [
            visibility.watchers(self.model, field.seen, visibility.field_owner(self.model, field, i))
            for i in range(field.size)
        ]
        table = self.model.tables.add(masks)
        owners = terms.table(table, index, 0, last, 0, self.all)
        now = terms.bit_and(terms.state(base, index, 0, last, 0, self.all), owners) if changed else owners
        return [terms.store(base, now, index, 0, last, 0, self.all)]

    def changes(
        self, code: Code, field: Field, index: ir.Expr, last: int, new: ir.Expr, node: Part, scope: Scope
    ) -> None:
        """A number is about to change: how much of it is there at least, for all that everybody knows?"""
        if self.rules.transfers.keeps(field):
            self.rules.hidden_changes.changes(code, field, index, last, new, node, scope)
            return
        if id(field) not in self.model.floor_words or self._quiet:
            return
        sign = str(node.sign or "=") if isinstance(node, syntax.Assign) else ""
        with code.block() as found:
            old = terms.state(field.base, index, 0, last, field.lo, field.hi)
            by = code.keep(terms.sub(new, old))
            least: ir.Expr = terms.add(self._floor(field, index, last), by)
            if isinstance(node, syntax.Swap) or (isinstance(node, syntax.Node) and self.rules.taints.hidden(node)):
                # by how much nobody can tell: what gets less may be gone
                still = self._floor(field, index, last) if sign == "+=" else terms.const(field.lo)
                least = terms.select(terms.ge(by, ZERO), still, terms.const(field.lo))
            elif sign == "=":
                least = new
            self._set_floor(code, field, index, last, least)
        code.statements.extend(self.rules.knowledge.always(found))

    def begins_anew(self, code: Code, field: Field, index: ir.Expr, start: ir.Expr) -> list[ir.Stmt]:
        """A variable is about to be given the value it began with, as everybody knows."""
        base, last = self.model.known_words.get(id(field)), field.size - 1
        if base is None:
            return []
        with code.block() as found:
            if self.rules.transfers.keeps(field):
                transfers, old = self.rules.transfers, terms.state(field.base, index, 0, last, field.lo, field.hi)
                cell = transfers.cell(field, index)
                code.emit(transfers.exact(cell))
                code.emit(transfers.change(cell, terms.sub(start, old)))
            else:
                code.statements.extend(self._known_to_all(base, index, last))
        return self.rules.knowledge.always(found)

    def _floor(self, field: Field, index: ir.Expr, last: int) -> ir.Expr:
        return terms.state(self.model.floor_words[id(field)], index, 0, last, field.lo, field.hi)

    def _set_floor(self, code: Code, field: Field, index: ir.Expr, last: int, least: ir.Expr) -> None:
        floor, lo, hi = self.model.floor_words[id(field)], field.lo, field.hi
        put, none = (
            terms.store(floor, n, index, 0, last, lo, hi) for n in (terms.clamp(least, lo, hi), terms.const(lo))
        )
        code.statements.extend(self.rules.secrets.unless_veiled([put], [none]))

    def shown(self, code: Code, place: HiddenPlace, sign: str, number: ir.Expr) -> None:
        """Everybody has learnt how a number compares with another one."""
        field, index, last = place.field, place.index, place.last
        least = number if sign in (">=", "==") else terms.add(number, ONE) if sign == ">" else None
        with code.block() as found:
            if self.rules.transfers.keeps(field):
                code.statements.extend(self.learnt(self.rules.transfers.cell(field, index), sign, number))
            elif least is not None:
                self._set_floor(code, field, index, last, terms.highest(self._floor(field, index, last), least))
        code.statements.extend(self.rules.knowledge.always(found))

    def learnt(self, cell: ir.Expr, sign: str, number: ir.Expr) -> list[ir.Stmt]:
        """Everybody has learnt how a number that is kept as a cell compares with another one."""
        transfers = self.rules.transfers
        if sign in ("<", "<="):
            return [transfers.greatest(cell, terms.sub(number, ONE) if sign == "<" else number)]
        if sign in (">", ">="):
            return [transfers.least(cell, terms.add(number, ONE) if sign == ">" else number)]
        if sign == "==":
            return [transfers.exact(cell)]
        none = terms.le(number, transfers.lowest(cell))
        return [ir.If(none, [transfers.least(cell, terms.add(number, ONE))])]
