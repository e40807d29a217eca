"""Formulas with something in them that not everybody sees, though it is no card: which hidden numbers they are worked out from, and what was drawn in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.model.kinds import NUMBER, Field
from ludwright.model.sight import is_summed
from ludwright.rules import ir, sets, terms
from ludwright.rules.card_tests import replaced
from ludwright.rules.code import Code
from ludwright.rules.habits import Node, names_in, nodes
from ludwright.rules.scope import Answers, FieldRef, Scalar, Scope, WrongError
from ludwright.rules.taints import indices_of
from ludwright.rules.terms import ONE, ZERO
from ludwright.rules.transfer_layout import WEIGHTS
from ludwright.rules.transfer_words import WORD

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules

MASKED = 30
"""The most numbers of which it is noted for each whether it could be drawn."""
DRAWN_HERE = "drawn here"
"""A name for what is drawn inside a formula: no name in a text has a space in it."""
SIGN = {"is_": "==", "is_not": "!="}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""The sign of a comparison with its sides exchanged."""
Part = tuple[ir.Expr, ir.Expr]
"""A hidden number, and how many times it counts."""


class _UnclearError(WrongError):
    """A formula can't be taken apart."""


class HiddenFormulas:
    """Takes them apart, and notes what was drawn (:mod:`ludwright.rules.drawn_numbers`)."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model

    def keeps(self, field: Field) -> bool:
        """Whether a variable is a plain one that changes by hidden amounts."""
        return self.rules.transfers.keeps(field) and not is_summed(self.model, field)

    def _is_hidden(self, formula: Node | None, statement: Tree[Any]) -> bool:
        taints = self.rules.taints
        drawn = DRAWN_HERE in names_in(formula) or taints.drawn.decides(statement, Tree("steps", [formula]))
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
        raise _UnclearError

    def _one(self, node: Node, value: ir.Expr, limits: tuple[int, int], statement: Tree[Any], scope: Scope) -> Part | None:  # fmt: skip
        """The one hidden number that a formula with some value depends on; None if there is nothing hidden in it."""
        node, scope = self._with_name(node, value, statement, scope.having(chance=False))
        found: list[list[Part]] = []
        if self.rules.telling.quietly(lambda: found.append(self._parts(node, ONE, statement, scope))):
            if not found[0]:
                return None
            if len(found[0]) == 1:
                return found[0][0]
        spare = self.spare(1)
        if found:
            self._add_up(spare, found[0], value, scope.code)
        else:
            self._unless_told(spare, node, value, limits, statement, scope)
        scope.code.emit(self.rules.transfers.set_value(spare, terms.clamp(value, -WORD, WORD)))
        return spare, ONE

    def _unless_told(
        self, spare: ir.Expr, node: Node, value: ir.Expr, limits: tuple[int, int], statement: Tree[Any], scope: Scope
    ) -> None:
        """What a formula comes to that can't be taken apart: where everybody knows all that is in it, everybody knows this as well."""
        found: list[list[ir.Expr]] = []
        code, transfers = scope.code, self.rules.transfers
        with code.block() as anything:
            self.anything(spare, value, limits, code)
        if not self.rules.telling.quietly(lambda: found.append(self._leaves(node, statement, scope))):
            code.statements.extend(anything)
            return
        told: ir.Expr = terms.YES
        for cell in found[0]:
            told = terms.both(told, transfers.told(cell))
        code.emit(ir.If(code.keep(told), [transfers.drawn(spare, value, ONE, value, ZERO, None)], anything))

    def _leaves(self, node: Node, statement: Tree[Any], scope: Scope) -> list[ir.Expr]:
        """All hidden numbers in a formula."""
        if not self._is_hidden(node, statement):
            return []
        cell = self.leaf(node, scope)
        if cell is not None:
            return [scope.code.keep(cell)]
        if not isinstance(node, Tree) or node.data in ("random", "gen"):
            raise _UnclearError
        parts = [child for child in node.children if isinstance(child, Tree | Token)]
        return [cell for part in parts for cell in self._leaves(part, statement, scope)]

    def spare(self, which: int = 0) -> ir.Expr:
        """A number without a name."""
        return self.rules.transfers.name_cell(terms.const(self.rules.transfers.numbers.spare + which))

    def _with_name(self, node: Node, value: ir.Expr, statement: Tree[Any], scope: Scope) -> tuple[Node, Scope]:
        """A formula in which what is drawn in it has a name; what came out is reckoned back from the value of the whole."""
        drawn = [part for part in nodes(node) if part.data == "random"]
        if len(drawn) != 1:
            return node, scope
        named, code = replaced(node, drawn[0], DRAWN_HERE), scope.code
        ends: list[ir.Expr] = []

        def try_out() -> None:
            tried = [scope.bind(DRAWN_HERE, Scalar(number, NUMBER)) for number in (ZERO, ONE)]
            ends.extend(code.keep(self.rules.formulas.whole(named, inner)) for inner in tried)

        if not self.rules.telling.quietly(try_out):
            return node, scope
        times = code.keep(terms.sub(ends[1], ends[0]))
        drawn_there = terms.div(terms.sub(value, ends[0]), terms.select(terms.eq(times, ZERO), ONE, times))
        found = code.keep(terms.clamp(drawn_there, -WORD, WORD))
        self._drawn_from(self.spare(), drawn[0], found, ZERO, statement, scope)
        code.emit(self.rules.transfers.set_value(self.spare(), found))
        return named, scope.bind(DRAWN_HERE, Scalar(self.rules.transfers.value(self.spare()), NUMBER))

    def _add_up(self, spare: ir.Expr, parts: list[Part], value: ir.Expr, code: Code) -> None:
        """A number of its own for what depends on several."""
        rest, transfers = value, self.rules.transfers
        for number, (cell, factor) in enumerate(parts):
            rest = terms.sub(rest, terms.mul(factor, transfers.value(cell)))
            code.emit(transfers.moved(None, spare, factor, cell, number == 0))
        code.emit(transfers.change(spare, rest))

    def anything(self, cell: ir.Expr, value: ir.Expr, limits: tuple[int, int], code: Code) -> None:
        """Nobody can tell how a number came about: it may be anything in its range."""
        lo, hi = max(value.lo, limits[0]), min(value.hi, limits[1])
        code.emit(self.rules.transfers.drawn(cell, terms.const(lo), terms.const(hi - lo + 1), value, ZERO, None))

    def _from_hidden(self, gen: Tree[Any], statement: Tree[Any]) -> bool:
        """Whether not everybody sees what something is drawn from."""
        return any(self._is_hidden(part, statement) for part in gen.children[1:] if isinstance(part, Tree | Token))

    def _drawn_from(self, cell: ir.Expr, random: Tree[Any], value: ir.Expr, who: ir.Expr, statement: Tree[Any], scope: Scope) -> None:  # fmt: skip
        """A number was drawn by chance."""
        gen, weight = random.children
        word, members, _, _ = self.rules.formulas.gen(gen, scope)
        hidden = self._from_hidden(gen, statement)
        whole = all(part is None for part in gen.children[2:]) and weight is None
        self._drawn(cell, gen.children[1] if whole else None, members, hidden, value, who, scope)
        if weight is not None and not hidden and not self._is_hidden(weight, statement):
            self._weighed(word, members, weight, scope)
        if hidden and gen.children[4] is not None:
            self._unlike(cell, str(gen.children[0]), gen.children[4].children[0], scope)

    def _weighed(self, word: str, members: sets.Set, weight: Node, scope: Scope) -> None:
        """Note how likely each number was to be drawn."""
        kept, code, transfers = sets.keep(Code("probe"), members), scope.code, self.rules.transfers
        if not transfers.numbers.weighed or kept.hi - kept.lo >= WEIGHTS:
            return
        notes: list[ir.Stmt] = []

        def find() -> None:
            with code.block() as found:
                for place in range(WEIGHTS):
                    code.emit(transfers.weigh(terms.const(place), ZERO))
                members.each(code, one)
                code.emit(transfers.weighed())
            notes.extend(found)

        def one(x: ir.Expr) -> None:
            much = self.rules.formulas.whole(weight, self.rules.formulas.bound(scope, word, x, members.type))
            code.emit(transfers.weigh(terms.sub(terms.as_int(x), terms.const(kept.lo)), much))

        if self.rules.telling.quietly(find):
            code.statements.extend(notes)

    def _unlike(self, cell: ir.Expr, name: str, test: Node, scope: Scope) -> None:
        """`random r in roles with no q in players with q.role is r`: what was drawn is not what others have."""
        match test:
            case Tree(data="and_", children=parts):
                for part in parts:
                    self._unlike(cell, name, part, scope)
            case Tree(data="is_" | "is_not" | "compare"):
                found = self.compared(test, scope.bind(name, Scalar(ZERO, NUMBER)), (name, cell))
                if found is not None:
                    scope.code.emit(self.rules.transfers.tested(found[0], found[1], found[2], found[3]))
            case Tree(data="no_", children=[Tree(data="gen", children=[_, _, None, None, Tree(children=[Tree(data="is_", children=sides)])]) as gen]):  # fmt: skip
                others = [side for side in sides if side != Token("NAME", name)]
                if len(others) != 1:
                    return
                word, members, _, _ = self.rules.formulas.gen(Tree("gen", [*gen.children[:4], None]), scope)

                def one(x: ir.Expr) -> None:
                    other = self.leaf(others[0], self.rules.formulas.bound(scope, word, x, members.type))
                    if other is not None:
                        scope.code.emit(self.rules.transfers.tested(cell, scope.code.keep(other), "!=", ZERO))

                members.each(scope.code, one)

    def _drawn(
        self, cell: ir.Expr, source: Node | None, members: sets.Set, hidden: bool, value: ir.Expr, who: ir.Expr, scope: Scope
    ) -> None:  # fmt: skip
        """A number was drawn from a set, all of ``source`` if that is given; ``hidden``: not everybody sees what is in it."""
        kept, code, transfers = sets.keep(Code("probe"), members), scope.code, self.rules.transfers
        lo, hi = max(kept.lo, -WORD), min(kept.hi, WORD)
        lowest: ir.Expr = terms.const(lo)
        many: ir.Expr = terms.const(hi - lo + 1)
        most, mask = None, self._mask(members, lo, code) if not hidden and hi - lo < MASKED else ZERO
        if isinstance(source, Tree) and source.data == "range" and not self.rules.taints.touches(source.children[0]):
            lowest = code.keep(terms.clamp(self.rules.formulas.whole(source.children[0], scope), lo, hi))
            last = self.rules.formulas.whole(source.children[1], scope)
            if hidden:
                most, last = self._bound(source.children[1], hi, scope)
            many, mask = terms.add(terms.sub(last, lowest), ONE), ZERO
        code.emit(transfers.drawn(cell, lowest, many, value, who, most, mask))

    def _bound(self, last: Node, hi: int, scope: Scope) -> tuple[ir.Expr | None, ir.Expr]:
        """What a range ends with that not everybody sees, as `min(2, my coins)`: a number kept here, and one that everybody knows."""
        match last:
            case Tree(data="call_", children=[Token() as word, Tree(children=[a, b])]) if str(word) == "min":
                hidden, public = (a, b) if self.rules.taints.touches(a) else (b, a)
                if not self.rules.taints.touches(public):
                    return self.leaf(hidden, scope), self.rules.formulas.whole(public, scope)
        return self.leaf(last, scope), terms.const(hi)

    @staticmethod
    def _mask(members: sets.Set, lo: int, code: Code) -> ir.Expr:
        """Which numbers could be drawn, as bits."""
        mask = code.variable(ZERO, 0, (1 << MASKED) - 1, "mask")

        def one(x: ir.Expr) -> None:
            place = terms.clamp(terms.sub(terms.as_int(x), terms.const(lo)), 0, MASKED - 1)
            code.emit(ir.Set(mask.name, terms.bit_or(mask, terms.shifted(ONE, place))))

        members.each(code, one)
        return mask

    def compared(
        self, test: Node, scope: Scope, drawn: tuple[str, ir.Expr] | None = None
    ) -> tuple[ir.Expr, ir.Expr | None, str, ir.Expr] | None:
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
        if one is None:
            return None
        if other is not None:
            return one, other, sign, ZERO
        if self._is_hidden(right, test):
            return None
        if drawn is not None:
            return None
        kind = self.rules.formulas.scalar(left, scope).type
        return one, None, sign, terms.as_int(self.rules.formulas.scalar(right, scope, kind).expr)

    def _yes(self, node: Node, scope: Scope) -> ir.Expr | None:
        """A variable kept here that is yes or no."""
        while isinstance(node, Tree) and node.data == "paren":
            node = node.children[0]
        if isinstance(node, Tree) and node.data not in ("my", "member", "at", "ref"):
            return None
        found = self.leaf(node, scope)
        return found if found is not None and self.rules.formulas.scalar(node, scope).type.form == "bool" else None
