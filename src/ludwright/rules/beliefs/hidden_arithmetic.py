"""Formulas taken apart into the hidden numbers that they are worked out from: a sum of some of them, or what two come to, step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language.syntax import node_of
from ludwright.rules.analysis.habits import Node
from ludwright.rules.analysis.secret_numbers import MOST_SPARES
from ludwright.rules.beliefs.hidden_leaves import HiddenLeaves
from ludwright.rules.beliefs.paired_numbers import Side
from ludwright.rules.beliefs.transfer_layout import GREATEST, LEAST, PARTS, PARTS_UP, REST, TIMES
from ludwright.rules.beliefs.transfer_words import WORD
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import KindRef, Scope, WrongError

SIGN = {"is_": "==", "is_not": "!="}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""The sign of a comparison with its sides exchanged."""
REACHING = {"min": LEAST, "max": GREATEST}
RESULT = 1
"""The first place without a name for what is worked out."""
MINUS_ONE = terms.const(-1)
Part = tuple[ir.Expr, ir.Expr]
"""A hidden number, and how many times it counts."""
Compared = tuple[ir.Expr, ir.Expr | None, str, ir.Expr]
"""What a comparison is about: a number kept here, another one, the sign, and what is open in it."""


class UnclearError(WrongError):
    """A formula can't be taken apart."""


class HiddenArithmetic(HiddenLeaves):
    """Takes formulas apart, and notes what is worked out (:mod:`ludwright.rules.beliefs.paired_numbers`)."""

    # ------------------------------------------------------------ sums

    def _parts(self, node: Node, times: ir.Expr, statement: Tree[Any], scope: Scope) -> list[Part]:
        """The hidden numbers that a formula is the sum of, beside what everybody sees."""
        if not self._is_hidden(node, statement):
            return []
        cell = self.leaf(node, scope)
        if cell is not None:
            return [(scope.code.keep(cell), times)]
        minus = terms.sub(ZERO, times)
        match node:
            case Tree(data="paren", children=[inner]):
                return self._parts(inner, times, statement, scope)
            case Tree(data="neg", children=[inner]):
                return self._parts(inner, minus, statement, scope)
            case Tree(data="add" | "sub" as sign, children=[a, b]):
                second = times if sign == "add" else minus
                return [*self._parts(a, times, statement, scope), *self._parts(b, second, statement, scope)]
            case Tree(data="mul", children=[a, b]):
                hidden, public = (a, b) if self._is_hidden(a, statement) else (b, a)
                if not self._is_hidden(public, statement):
                    factor = terms.mul(self.rules.formulas.whole(public, scope), times)
                    kept = scope.code.keep(terms.clamp(factor, -WORD, WORD))
                    return self._parts(hidden, kept, statement, scope)
        raise UnclearError

    def _add_up(self, spare: ir.Expr, parts: list[Part], value: ir.Expr, code: Code) -> None:
        """A number of its own for what depends on several."""
        rest, transfers = value, self.rules.transfers
        for number, (cell, factor) in enumerate(parts):
            rest = terms.sub(rest, terms.mul(factor, transfers.amount(cell)))
            code.emit(transfers.moved(None, spare, factor, cell, number == 0))
        code.emit(transfers.change(spare, rest))

    def anything(self, cell: ir.Expr, value: ir.Expr, limits: tuple[int, int], code: Code) -> None:
        """Nobody can tell how a number came about: it may be anything in its range."""
        lo, hi = max(value.lo, limits[0]), min(value.hi, limits[1])
        code.emit(self.rules.transfers.drawn(cell, terms.const(lo), terms.const(hi - lo + 1), value, ZERO, None))

    # ------------------------------------------------------------ what is no sum

    def _worked_out(self, node: Node, statement: Tree[Any], scope: Scope, at: int = RESULT) -> ir.Expr | None:
        """A number of its own for what a formula comes to; None if it can't be taken apart."""
        found: list[ir.Expr] = []

        def attempt() -> None:
            side, _ = self._side(node, at, statement, scope)
            found.append(side if side is not None else self.spare(at))

        with scope.code.block() as made:
            done = self.rules.telling.quietly(attempt)
        if not done:
            return None
        scope.code.statements.extend(made)
        return found[0]

    def _side(self, node: Node, at: int, statement: Tree[Any], scope: Scope) -> Side:
        """What a formula comes to, written in one of the places without a name from some on, unless it is a number already."""
        if not self._is_hidden(node, statement):
            return None, scope.code.keep(self.rules.formulas.whole(node, scope))
        cell = self.leaf(node, scope)
        if cell is not None:
            return scope.code.keep(cell), ZERO
        if at >= MOST_SPARES or not self.rules.transfers.numbers.reckons:
            raise UnclearError
        code, spare = scope.code, self.spare(at)
        match node:
            case Tree(data="paren", children=[inner]):
                return self._side(inner, at, statement, scope)
            case Tree(data="neg", children=[inner]):
                self._total([(inner, MINUS_ONE)], at, statement, scope)
            case Tree(data="add" | "sub" as sign, children=[a, b]):
                self._total([(a, ONE), (b, ONE if sign == "add" else MINUS_ONE)], at, statement, scope)
            case Tree(data="mul", children=[a, b]):
                self._reckon(TIMES, [a, b], at, statement, scope)
            case Tree(data="div", children=[a, b]):
                self._reckon(PARTS, [a, b], at, statement, scope)
            case Tree(data="mod", children=[a, b]):
                self._reckon(REST, [a, b], at, statement, scope)
            case Tree(data="quotient", children=[a, b, Tree() as rounded]):
                up = str(rounded.children[-1]) == "up"
                self._reckon(PARTS_UP if up else PARTS, [a, b], at, statement, scope)
            case Tree(data="call_", children=[word, Tree(data="args", children=given)]) if str(word) in REACHING:
                self._reckon(REACHING[str(word)], given, at, statement, scope)
            case Tree(data="call_", children=[word, Tree(data="args", children=[inner])]) if str(word) == "abs":
                self._reckon(GREATEST, [inner, node_of("neg", [inner])], at, statement, scope)
            case _:
                raise UnclearError
        value = code.keep(terms.clamp(self.rules.formulas.whole(node, scope), -WORD, WORD))
        code.emit(self.rules.transfers.set_value(spare, value))
        return spare, ZERO

    def _reckon(self, operation: int, given: list[Node], at: int, statement: Tree[Any], scope: Scope) -> None:
        """What numbers come to, one after the other."""
        code, transfers = scope.code, self.rules.transfers
        one = self._side(given[0], at, statement, scope)
        for number, node in enumerate(given[1:], 1):
            other = self._side(node, at + 1, statement, scope)
            code.emit(transfers.worked(self.spare(at), operation, one, other))
            one = self.spare(at), ZERO
            if number < len(given) - 1:
                so_far = node_of("call_", [Token("NAME", "min" if operation == LEAST else "max"), node_of("args", given[: number + 1])])  # fmt: skip
                value = terms.clamp(self.rules.formulas.whole(so_far, scope), -WORD, WORD)
                code.emit(transfers.set_value(self.spare(at), code.keep(value)))

    def _total(self, given: list[tuple[Node, ir.Expr]], at: int, statement: Tree[Any], scope: Scope) -> None:
        """A sum of what may be no sums."""
        code, transfers, spare = scope.code, self.rules.transfers, self.spare(at)
        open_: ir.Expr = ZERO
        for number, (node, times) in enumerate(given):
            cell, value = self._side(node, at + (number > 0), statement, scope)
            if cell is None:
                open_ = terms.add(open_, terms.mul(times, value))
            if number == 0:
                code.emit(transfers.moved(None, spare, times if cell is not None else ZERO, cell, True))
            elif cell is not None:
                code.emit(transfers.moved(None, spare, times, cell, False))
        code.emit(transfers.change(spare, code.keep(open_)))

    def _all_told(self, node: Node, statement: Tree[Any], scope: Scope) -> ir.Expr:
        """Whether everybody knows all numbers in a formula, and so what it comes to."""
        found: list[list[ir.Expr]] = []
        if not self.rules.telling.quietly(lambda: found.append(self._leaves(node, statement, scope))):
            return terms.NO
        told: ir.Expr = terms.YES
        for cell in found[0]:
            told = terms.both(told, self.rules.transfers.told(cell))
        return scope.code.keep(told)

    def _leaves(self, node: Node, statement: Tree[Any], scope: Scope) -> list[ir.Expr]:
        """All hidden numbers in a formula."""
        if not self._is_hidden(node, statement):
            return []
        cell = self.leaf(node, scope)
        if cell is not None:
            return [scope.code.keep(cell)]
        if not isinstance(node, Tree) or node.data in ("random", "gen"):
            raise UnclearError
        parts = [child for child in node.children if isinstance(child, Tree | Token)]
        return [cell for part in parts for cell in self._leaves(part, statement, scope)]

    # ------------------------------------------------------------ comparisons

    def compared(self, test: Node, scope: Scope, drawn: tuple[str, ir.Expr] | None = None) -> Compared | None:
        """A comparison with a number kept here, taken apart: that number, another one, the sign, and what is open in it. ``drawn`` is a name for one of
        them that has none in the text."""
        if isinstance(test, Tree) and test.data == "not_":
            found = self._yes(test.children[0], scope)
            return (found, None, "==", ZERO) if found is not None else None
        if not isinstance(test, Tree) or test.data not in ("compare", "is_", "is_not"):
            found = self._yes(test, scope)
            return (found, None, "==", ONE) if found is not None else None
        left, right = test.children[0], test.children[-1]
        sign = str(test.children[1]) if test.data == "compare" else SIGN[test.data]
        one, other = (
            drawn[1] if drawn is not None and side == Token("NAME", drawn[0]) else self.leaf(side, scope)
            for side in (left, right)
        )
        if one is None and other is not None:
            left, right, one, other, sign = right, left, other, None, TURNED.get(sign, sign)
        if one is not None and other is not None:
            return one, other, sign, ZERO
        if drawn is not None:
            return None
        if one is None or self._is_hidden(right, test):
            return self._compared_formulas(left, right, sign, test, scope)
        number = self._open_side(left, right, scope)
        return (one, None, sign, number) if number is not None else None

    def _open_side(self, left: Node, right: Node, scope: Scope) -> ir.Expr | None:
        """What a hidden number is compared with, as everybody knows; None if that is a piece of cardboard, or a kind of things."""
        formulas = self.rules.formulas
        kind = formulas.scalar(left, scope).type
        value = formulas.value(right, scope, kind)
        if isinstance(value, KindRef):
            return None
        other = formulas.as_scalar(value, right, scope, kind)
        if other.type.kind is not None and other.type.kind.role == "component":
            return None
        return terms.as_int(formulas.fit(other, kind))

    def _compared_formulas(self, left: Node, right: Node, sign: str, test: Tree[Any], scope: Scope) -> Compared | None:
        """A comparison of what is worked out from hidden numbers."""
        found: list[Compared | None] = []
        code = scope.code
        for way in (self._compared_sums, self._compared_results):
            with code.block() as made:
                done = self.rules.telling.quietly(lambda way=way: found.append(way(left, right, sign, test, scope)))  # type: ignore[misc]
            if done:
                code.statements.extend(made)
                return found[0]
        return None

    def _compared_sums(self, left: Node, right: Node, sign: str, test: Tree[Any], scope: Scope) -> Compared | None:
        parts = [*self._parts(left, ONE, test, scope), *self._parts(right, MINUS_ONE, test, scope)]
        if not parts:
            return None
        code, transfers, whole = scope.code, self.rules.transfers, self.rules.formulas.whole
        more = rest = code.keep(terms.sub(whole(left, scope), whole(right, scope)))
        for cell, factor in parts:
            rest = code.keep(terms.sub(rest, terms.mul(factor, transfers.amount(cell))))
        plus = [cell for cell, factor in parts if terms.is_const(factor, 1)]
        minus = [cell for cell, factor in parts if terms.is_const(factor, -1)]
        if len(plus) + len(minus) < len(parts) or len(plus) > 1 or len(minus) > 1:
            return self._result(test, sign, more, lambda: self._add_up(self.spare(RESULT), parts, more, code), scope)
        if plus:
            return plus[0], minus[0] if minus else None, sign, code.keep(terms.sub(ZERO, rest))
        return minus[0], None, TURNED.get(sign, sign), rest

    def _compared_results(self, left: Node, right: Node, sign: str, test: Tree[Any], scope: Scope) -> Compared | None:
        difference = node_of("sub", [left, right])
        if not self.rules.transfers.numbers.reckons:
            return None
        value = scope.code.keep(self.rules.formulas.whole(difference, scope))
        return self._result(test, sign, value, lambda: self._side(difference, RESULT, test, scope), scope)

    def _result(self, test: Tree[Any], sign: str, value: ir.Expr, work: Callable[[], object], scope: Scope) -> Compared:
        """Something is worked out for all that see which way a test goes, and compared with 0. If everybody knows it anyway, a number that they know stands for it."""
        code, transfers, spare = scope.code, self.rules.transfers, self.spare(RESULT)
        leaves, told = self._leaves(test, test, scope), self._all_told(test, test, scope)
        with code.block() as hidden:
            work()
            code.emit(transfers.set_value(spare, terms.clamp(value, -WORD, WORD)))
        seen = ir.If(self.rules.secrets.open_play(), [ir.If(told, [], hidden)])
        code.statements.extend(self.rules.knowledge.always([seen]))
        number = terms.select(told, terms.sub(transfers.amount(leaves[0]), value), ZERO)
        return code.keep(terms.select(told, leaves[0], spare)), None, sign, code.keep(number)
