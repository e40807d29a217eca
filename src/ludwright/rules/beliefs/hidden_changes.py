"""Statements that change indexed variables not everybody sees, taken apart: what does everybody see of the change, and how was it drawn?

The sum of each owner is public, so by how much something changed always is. Which of the numbers changed may not be: then it is noted
(:mod:`ludwright.rules.beliefs.transfers`). A payment to or from an open variable with the same index shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part, parts
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.model.kinds import Field
from ludwright.model.transfer_layout import BY_AMOUNT, EVEN, IF_THERE
from ludwright.model.visibility import together
from ludwright.rules.analysis.taints import Several, indices_of, what_decides
from ludwright.rules.beliefs.transfers import HiddenDraw
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import FieldRef, Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules


@dataclass(frozen=True)
class Purse:
    """One end of a payment: the variable and which of its numbers, and the formula it was written as."""

    field: Field
    index: ir.Expr
    node: Formula
    sorted_by: syntax.Reference | None
    """What was paid, where that says which of the numbers it is."""
    number: Formula | None = None
    """How much was paid."""


class HiddenChanges:
    """Compiles the notes about what was changed."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self._quiet = False
        self._numbers: dict[int, int] = {}

    # ------------------------------------------------------------ payments

    @contextmanager
    def paid(self, giver: Purse, taker: Purse | None, many: ir.Expr, node: syntax.Pay, scope: Scope) -> Iterator[None]:
        """A payment: what the two assignments it is made of must not tell one by one is noted as a whole."""
        noted = self._payment(giver, taker, many, node, scope)
        if not noted and self.rules.transfers.keeps(giver.field) and self._is_all(giver, node, scope):
            cell = self.rules.transfers.cell(giver.field, giver.index)
            scope.code.statements.extend(self.rules.knowledge.always([self.rules.transfers.exact(cell)]))
        outer = self._quiet
        self._quiet = outer or noted
        try:
            yield
        finally:
            self._quiet = outer

    @contextmanager
    def swapped(self, ends: list[tuple[Field, ir.Expr]], node: syntax.Swap, scope: Scope) -> Iterator[None]:
        """Two variables change places."""
        outer, code = self._quiet, scope.code
        kept = {field.name for field, _ in ends if self.rules.transfers.keeps(field)}
        self._quiet = outer or bool(kept)
        try:
            with self.rules.hidden_variables.swapped(ends, scope):
                yield
        finally:
            self._quiet = outer
        if kept:  # what was known of goods is not followed
            with code.block() as lost:
                code.statements.extend(self.rules.hidden_variables.lose({field.name for field, _ in ends}))
            code.statements.extend(self.rules.knowledge.always(lost))
            self.rules.approximations.loses(node, scope)

    def _payment(self, giver: Purse, taker: Purse | None, many: ir.Expr, node: syntax.Pay, scope: Scope) -> bool:
        """Note a payment as a whole; no if each of its sides is noted by itself."""
        transfers, code = self.rules.transfers, scope.code
        sides = [giver, *([taker] if taker is not None else [])]
        kept = [side for side in sides if transfers.keeps(side.field)]
        if not kept or self.rules.taints.often_unseen(node) or not all(self._is_hidden(side, node) for side in kept):
            return False
        if len({together(self.model, side.field) for side in kept}) > 1:
            return False
        if any(side not in kept and id(side.field) in self.model.known_words for side in sides):
            return False
        with code.block() as found:
            cells = {id(side): code.keep(transfers.cell(side.field, side.index)) for side in kept}
            changes = [transfers.change(cells[id(s)], many if s is taker else terms.sub(ZERO, many)) for s in kept]
            rows = [cells.get(id(side)) for side in (giver, taker)]
            purse = giver.node if giver.sorted_by is not None else _head(giver.node)
            draw = self._draw(self._indices(kept[0]), purse, rows[0], node, scope.having(code=code))
            shown = any(side not in kept and self._shows(side, node) for side in sides)
            note = [transfers.note(rows[0], rows[1], many, replace(draw, shown=shown))]
            self._unless_seen(code, changes, note, node, scope)
        code.statements.extend(self.rules.knowledge.always(found))
        return True

    def _is_all(self, giver: Purse, node: syntax.Pay, scope: Scope) -> bool:
        """Whether all that there is of a sort is paid: then everybody sees how much it was."""
        if giver.number is None or self._is_hidden(giver, node):
            return False
        formula = _drawn(giver.number, scope)
        if giver.sorted_by is None:
            return formula == giver.node
        sort = giver.sorted_by.words
        return len(sort) == 1 and formula == syntax.At(giver.node, sort)

    def _is_hidden(self, side: Purse, node: syntax.Pay) -> bool:
        return any(self._is_unseen(index, node) for index in self._indices(side))

    def _shows(self, side: Purse, node: syntax.Pay) -> bool:
        """Whether what is paid here shows in an open variable."""
        return id(side.field) not in self.model.known_words and self._is_hidden(side, node)

    @staticmethod
    def _indices(side: Purse) -> list[Part]:
        return [*indices_of(side.node), *([side.sorted_by] if side.sorted_by is not None else [])]

    def _is_unseen(self, index: Part, node: syntax.Node) -> bool:
        """Whether not everybody sees which number an index says, in a statement."""
        return self.rules.taints.touches(index) or self.rules.taints.drawn.decides(node, Several((index,)))

    def _draw(self, indices: list[Part], purse: Formula | None, own: ir.Expr | None, node: syntax.Node, scope: Scope) -> HiddenDraw:  # fmt: skip
        """How it was drawn which number changes; ``own`` is the number that gets less, and ``purse`` how its variable was written."""
        hidden = [index for index in indices if self._is_unseen(index, node)]
        formula = _drawn(hidden[0], scope) if len(hidden) == 1 else None
        if formula is None:
            return HiddenDraw()
        named = self._numbers.setdefault(id(formula), len(self._numbers) + 1)
        law, head = _law(formula)
        if head is None:
            return HiddenDraw(named=named)
        source = own if head == purse else self._number(head, scope)
        return HiddenDraw(law, source, named) if source is not None else HiddenDraw(named=named)

    def _number(self, head: Formula, scope: Scope) -> ir.Expr | None:
        """Some number of the owner whose variable is written like that."""
        found: list[ir.Expr] = []

        def find() -> None:
            place = self.rules.effects.assignments.lvalue(head, scope)
            if isinstance(place, FieldRef) and self.rules.transfers.keeps(place.field):
                *_, last = place.field.dims
                given = (*place.given, terms.const(last.first))[: len(place.field.dims)]
                index, _, _ = self.rules.addresses.address(place.field, given, scope, head)
                found.append(self.rules.transfers.cell(place.field, terms.highest(index, ZERO)))

        return found[0] if self.rules.telling.quietly(find) and found else None

    # ------------------------------------------------------------ assignments

    def changes(
        self, code: Code, field: Field, index: ir.Expr, last: int, new: ir.Expr, node: Part, scope: Scope
    ) -> None:
        """A number that is kept here is about to change by itself."""
        if self._quiet:
            return
        transfers, taints = self.rules.transfers, self.rules.taints
        old = terms.state(field.base, index, 0, last, field.lo, field.hi)
        with code.block() as found:
            cell = code.keep(transfers.cell(field, index))
            by = code.keep(terms.sub(new, old))
            change = transfers.change(cell, by)
            if not isinstance(node, syntax.Node):
                code.emit(change)
            elif taints.often_unseen(node):
                self.rules.approximations.loses(node, scope, field)
                code.emit(transfers.lose(cell))
            elif not isinstance(node, syntax.Assign):
                ends = [i for end in parts(node)[-2:] for i in indices_of(end)]
                lost = any(map(taints.touches, ends)) or self._names_hidden(node)
                if lost:
                    self.rules.approximations.loses(node, scope, field)
                code.emit(transfers.lose(cell) if lost else change)
            elif any(self._is_unseen(i, node) for i in indices_of(node.target)):
                draw = self._draw(indices_of(node.target), _head(node.target), cell, node, scope.having(code=code))
                if node.sign is None:
                    self.rules.approximations.loses(node, scope, field)
                alone = [transfers.lose(cell)] if node.sign is None else self._alone(cell, by, draw)
                self._unless_seen(code, [change], alone, node, scope)
            else:
                if node.sign is None and not taints.hidden(node):
                    code.emit(transfers.exact(cell))
                code.emit(change)
        code.statements.extend(self.rules.knowledge.always(found))

    def _names_hidden(self, node: syntax.Node) -> bool:
        """Whether a payment names something not everybody sees as what is paid."""
        amounts = node.amounts if isinstance(node, syntax.Pay) else ()
        return any(self.rules.taints.touches(amount.of) for amount in amounts)

    def _alone(self, cell: ir.Expr, by: ir.Expr, draw: HiddenDraw) -> list[ir.Stmt]:
        """A number gets more or less, and nobody another one."""
        transfers = self.rules.transfers
        more = transfers.note(None, cell, by, draw)
        return [ir.If(terms.ge(by, ZERO), [more], [transfers.note(cell, None, terms.sub(ZERO, by), draw)])]

    def _unless_seen(
        self, code: Code, openly: list[ir.Stmt], hidden: list[ir.Stmt], node: syntax.Node, scope: Scope
    ) -> None:
        """Where everybody knows all cards that went into something, it is no secret."""
        decides, known = what_decides(node), None
        if not self.rules.taints.names & names_in(decides) and not self.rules.taints.draws(node):
            known = self.rules.card_reader.is_public(decides, scope.having(code=code))
        if known is None:
            code.statements.extend(hidden)
        else:
            code.emit(ir.If(known, openly, hidden))


def _drawn(index: Part, scope: Scope) -> Part | None:
    """The formula that an index stands for: itself, or what `let` named last in the same rule."""
    match index:
        case syntax.Brackets(inner) | syntax.Reference((inner,)):
            return _drawn(inner, scope)
    if not isinstance(index, Token) or scope.declaration is None:
        return index
    lets = [n for n in nodes(scope.declaration.tree) if isinstance(n, syntax.Let) and str(n.name) == str(index)]
    earlier = [let for let in lets if _at(let.name) < _at(index)]
    return max(earlier, key=lambda let: _at(let.name)).value if earlier else None


def _at(word: Token) -> tuple[int, int]:
    """Where a word stands."""
    return word.line or 0, word.column or 0


def _head(node: Formula) -> Formula | None:
    """The variable without its index."""
    return node.value if isinstance(node, syntax.At) else None


def _law(formula: Part) -> tuple[int, Formula | None]:
    """By what law something was drawn, and from whose numbers: `random s in sorts by my goods[s]`, or `with my goods[s] > 0`."""
    match formula:
        case syntax.RandomOf(syntax.Generator(name), syntax.At(head, (by,))) if by == name:
            return BY_AMOUNT, head
        case syntax.RandomOf(syntax.Generator(name, limit=syntax.Clause(test)), None):
            return _if_there(test, name)
    return EVEN, None


def _if_there(test: Formula, name: Token) -> tuple[int, Formula | None]:
    match test:
        case syntax.Compare(syntax.At(head, (by,)), sign, least) if by == name:
            if (str(sign), str(least)) in ((">", "0"), (">=", "1")):
                return IF_THERE, head
    return EVEN, None
