"""Paying: numbers taken here and added there, cards of a design handed over."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula
from ludwright.model.kinds import NUMBER, Field, Zone
from ludwright.rules.beliefs.hidden_changes import Purse
from ludwright.rules.names import sets
from ludwright.rules.names.scope import FieldRef, Scalar, Scope, ZoneRef

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.effects.assignments import Assignments
    from ludwright.rules.effects.moves import Moves


class Payments:
    """A payment at the top of an action is also a condition."""

    def __init__(self, rules: Rules, assignments: Assignments, moves: Moves) -> None:
        self.rules = rules
        self.assignments = assignments
        self.moves = moves

    def pay(self, node: syntax.Pay, scope: Scope) -> None:
        for amount in node.amounts:
            self._pay_one(amount, node, scope)

    def _pay_one(self, amount: syntax.Amount, node: syntax.Pay, scope: Scope) -> None:
        code = scope.code
        many = code.keep(self.rules.formulas.number(amount.number, scope))
        purse = self.rules.formulas.value(node.source, scope)
        if isinstance(purse, ZoneRef):
            self._pay_cards(many, amount.of, purse, node, scope)
            return
        line = self.rules.line(scope, node)
        field, given = self._purse(node.source, amount.of, scope)
        given = tuple(code.keep(g) for g in given)
        now = self.rules.formulas.load(field, given, scope, node)
        code.emit(ir.Check(terms.ge(now.expr, many), ir.OUT_OF_RANGE, line))
        with self._noted(amount, many, node, scope):
            self.assignments.store(field, given, Scalar(terms.sub(now.expr, many), NUMBER), node, scope)
            if node.to is not None:
                field, given = self._purse(node.to, amount.of, scope)
                now = self.rules.formulas.load(field, given, scope, node)
                self.assignments.store(field, given, Scalar(terms.add(now.expr, many), NUMBER), node, scope)

    def _noted(
        self, amount: syntax.Amount, many: ir.Expr, node: syntax.Pay, scope: Scope
    ) -> AbstractContextManager[None]:
        """What players see of a payment between variables that not everybody sees."""
        if not self.rules.transfers.possible or not self.rules.taints.hidden(node):
            return nullcontext()
        giver = self._side(node.source, amount, node, scope)
        taker = self._side(node.to, amount, node, scope) if node.to is not None else None
        return self.rules.hidden_changes.paid(giver, taker, many, node, scope)

    def _side(self, end: Formula, amount: syntax.Amount, node: syntax.Pay, scope: Scope) -> Purse:
        place = self.assignments.lvalue(end, scope)
        named = isinstance(place, FieldRef) and len(place.given) < len(place.field.dims)
        field, given = self._purse(end, amount.of, scope)
        safe = tuple(
            terms.highest(g, terms.const(d.first)) if d.type.form == "ref" else g
            for d, g in zip(field.dims, given, strict=True)
        )
        index, _, _ = self.rules.addresses.address(field, safe, scope, node)
        return Purse(field, scope.code.keep(index), end, amount.of if named else None, amount.number)

    def _purse(self, node: Formula, ref: syntax.Reference | None, scope: Scope) -> tuple[Field, tuple[ir.Expr, ...]]:
        place = self.assignments.lvalue(node, scope)
        if not isinstance(place, FieldRef) or place.field.type.form != "number":
            raise self.rules.wrong(scope, node, "only numbers can be paid from")
        missing = len(place.field.dims) - len(place.given)
        if missing == 0:
            return place.field, place.given
        if missing > 1 or ref is None:
            raise self.rules.wrong(
                scope, node, f"`{place.field.name}` has several: say which", "for example `pay 2 wood from my goods`"
            )
        return place.field, (*place.given, self.rules.formulas.index(_path(ref), place.field.dims[-1], scope))

    def _pay_cards(
        self, many: ir.Expr, ref: syntax.Reference | None, purse: ZoneRef, node: syntax.Pay, scope: Scope
    ) -> None:
        if ref is None or node.to is None:
            raise self.rules.wrong(
                scope, node, "say which cards, and where they go", "for example `pay 2 egg from my hand to discard`"
            )
        code = scope.code
        target, bottom = self.moves.target(node.to, scope)
        line = self.rules.line(scope, node)
        kept = sets.keep(code, self._like(ref, purse, scope)[0])
        code.emit(ir.Check(terms.ge(kept.number, many), ir.EMPTY, line))
        if isinstance(purse.zone, Zone) and not purse.zone.public:
            self.rules.telling.paid(_path(ref), self.rules.formulas.as_set(purse, ref, scope), many, node, scope)
        last = terms.sub(terms.lowest(many, kept.number), ONE)
        sets.walk(code, ZERO, last, lambda i: self.rules.places.move(code, code.keep(kept.at(i)), target, bottom, line))

    def _like(self, ref: syntax.Reference, purse: ZoneRef, scope: Scope) -> tuple[sets.SetValue, ir.Expr]:
        """The cards of a zone that are of a design, and the design."""
        members = self.rules.formulas.as_set(purse, ref, scope)
        path = _path(ref)
        kind = members.type.kind
        wanted = self.rules.formulas.value(
            path, scope, kind.design.ref() if kind is not None and kind.design is not None else None
        )
        scalar = self.rules.formulas.as_scalar(wanted, path, scope)
        goal = Scalar(scope.code.keep(scalar.expr), scalar.type)
        fitting = sets.Where(members, lambda c: self.rules.formulas.equal(Scalar(c, members.type), goal, ref, scope))
        return fitting, goal.expr

    def payable(self, payments: Iterable[syntax.Pay], scope: Scope) -> ir.Expr:
        """Whether the payments at the top of an action can all be made: then the action is legal."""
        test: ir.Expr = terms.YES
        earlier: list[tuple[object, ir.Expr, ir.Expr, ir.Expr]] = []
        for node in payments:
            for amount in node.amounts:
                many = scope.code.keep(self.rules.formulas.number(amount.number, scope))
                purse, place, which, there = self._in_purse(amount.of, node, scope)
                before = many
                for other, its_place, its_kind, its_number in earlier:
                    if other is purse:  # what was paid from the same purse is no longer there
                        same = terms.both(terms.eq(place, its_place), terms.eq(which, its_kind))
                        before = terms.add(before, terms.select(same, its_number, ZERO))
                test = terms.both(test, terms.ge(there, before))
                earlier.append((purse, place, which, many))
        return test

    def _in_purse(
        self, ref: syntax.Reference | None, node: syntax.Pay, scope: Scope
    ) -> tuple[object, ir.Expr, ir.Expr, ir.Expr]:
        """What a payment is taken from: a variable or zone, which of its places, which design, and how many there are."""
        code = scope.code
        purse = self.rules.formulas.value(node.source, scope)
        if isinstance(purse, ZoneRef) and ref is not None:
            place = code.keep(purse.place)
            members, goal = self._like(ref, ZoneRef(place, purse.zone), scope)
            return purse.zone, place, goal, code.keep(members.count(code))
        field, given = self._purse(node.source, ref, scope)
        given = tuple(code.keep(g) for g in given)
        index, _, _ = self.rules.addresses.address(field, given, scope, node)
        return field, code.keep(index), ZERO, self.rules.formulas.load(field, given, scope, node).expr


def _path(ref: syntax.Reference) -> Formula:
    """What is paid, as a formula."""
    path: Formula = ref.words[0]
    for name in ref.words[1:]:
        path = syntax.MemberOf(path, name, span=ref.span)
    return path
