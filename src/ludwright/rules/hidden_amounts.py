"""Statements that change plain variables by something not everybody sees, taken apart: what was drawn, where it went, and what shows of it."""

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
from ludwright.rules.transfer_words import WORD

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules

MASKED = 30
"""The most numbers of which it is noted for each whether it could be drawn."""
DRAWN_HERE = "drawn here"
"""A name for what is drawn inside a formula: no name in a text has a space in it."""
SHOWING = frozenset(["draw", "draw_up_to", "deal", "move", "create_", "remove", "leaves", "wins", "loses", "tell_that"])
"""Statements that everybody sees all of."""
SIGN = {"is_": "==", "is_not": "!="}
Part = tuple[ir.Expr, ir.Expr]
"""A hidden number, and how many times it counts."""


class _UnclearError(WrongError):
    """A formula can't be taken apart."""


class HiddenAmounts:
    """Compiles the notes about them (:mod:`ludwright.rules.drawn_numbers`)."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model

    def keeps(self, field: Field) -> bool:
        """Whether a variable is a plain one that changes by hidden amounts."""
        return self.rules.transfers.keeps(field) and not is_summed(self.model, field)

    # ------------------------------------------------------------ formulas

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
            return self._spare()
        head = node.children[0] if isinstance(node, Tree) and node.data == "at" else node
        found = transfers.numbers.of(scope.declaration, head)
        if found is not None and str(head) in scope.names:
            first, many = found
            if many == 1:
                return transfers.name_cell(terms.const(first)) if head is node else None
            if not isinstance(node, Tree) or not isinstance(scope.names[str(head)], Answers):
                return None
            seat = self.rules.formulas.scalar(node.children[1], scope).expr
            return transfers.name_cell(terms.add(terms.clamp(seat, 0, many - 1), terms.const(first)))
        return self._variable(node, scope)

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
        spare = self._spare(1)
        if found:
            self._add_up(spare, found[0], value, scope.code)
        else:
            self._anything(spare, value, limits, scope.code)
        scope.code.emit(self.rules.transfers.set_value(spare, terms.clamp(value, -WORD, WORD)))
        return spare, ONE

    def _spare(self, which: int = 0) -> ir.Expr:
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
        self._drawn_from(self._spare(), drawn[0].children[0], found, ZERO, statement, scope)
        code.emit(self.rules.transfers.set_value(self._spare(), found))
        return named, scope.bind(DRAWN_HERE, Scalar(self.rules.transfers.value(self._spare()), NUMBER))

    def _add_up(self, spare: ir.Expr, parts: list[Part], value: ir.Expr, code: Code) -> None:
        """A number of its own for what depends on several."""
        rest, transfers = value, self.rules.transfers
        for number, (cell, factor) in enumerate(parts):
            rest = terms.sub(rest, terms.mul(factor, transfers.value(cell)))
            code.emit(transfers.moved(None, spare, factor, cell, number == 0))
        code.emit(transfers.change(spare, rest))

    def _anything(self, cell: ir.Expr, value: ir.Expr, limits: tuple[int, int], code: Code) -> None:
        """Nobody can tell how a number came about: it may be anything in its range."""
        lo, hi = max(value.lo, limits[0]), min(value.hi, limits[1])
        code.emit(self.rules.transfers.drawn(cell, terms.const(lo), terms.const(hi - lo + 1), value, ZERO, None))

    def _from_hidden(self, gen: Tree[Any], statement: Tree[Any]) -> bool:
        """Whether not everybody sees what something is drawn from."""
        return any(self._is_hidden(part, statement) for part in gen.children[1:] if isinstance(part, Tree | Token))

    def _drawn_from(self, cell: ir.Expr, gen: Tree[Any], value: ir.Expr, who: ir.Expr, statement: Tree[Any], scope: Scope) -> None:  # fmt: skip
        """A number was drawn by chance."""
        _, members, _, _ = self.rules.formulas.gen(gen, scope)
        hidden = self._from_hidden(gen, statement)
        source = gen.children[1] if all(part is None for part in gen.children[2:]) else None
        self._drawn(cell, source, members, hidden, value, who, scope)
        if hidden and gen.children[4] is not None:
            self._unlike(cell, str(gen.children[0]), gen.children[4].children[0], scope)

    def _unlike(self, cell: ir.Expr, name: str, test: Node, scope: Scope) -> None:
        """`random r in roles with no q in players with q.role is r`: what was drawn is not what others have."""
        match test:
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

    # ------------------------------------------------------------ assignments and payments

    def changes(
        self, code: Code, field: Field, index: ir.Expr, last: int, new: ir.Expr, node: Node, scope: Scope
    ) -> None:
        """A variable kept here is about to change."""
        transfers = self.rules.transfers
        scope = scope.having(code=code)
        cell = code.keep(transfers.cell(field, index))
        old = terms.state(field.base, index, 0, last, field.lo, field.hi)
        by = code.keep(terms.sub(new, old))
        if not isinstance(node, Tree) or (node.data != "assign" and not self.rules.taints.hidden(node)):
            code.emit(transfers.change(cell, by))
            return
        sign = str(node.children[1]) if node.data == "assign" and len(node.children) > 2 else "="
        anew = node.data == "assign" and sign == "="
        value = code.keep(new) if anew else by
        limits = (field.lo, field.hi) if anew else (field.lo - field.hi, field.hi - field.lo)
        if node.data != "assign" or self.rules.taints.often_unseen(node):
            spare = self._spare()
            self._anything(spare, value, limits, code)
            code.emit(transfers.set_value(spare, value))
            self._moved(code, None, cell, (spare, ONE), value, anew)
            return
        less = sign == "-="
        amount = code.keep(terms.sub(ZERO, by)) if less else value
        right = node.children[-1]
        if (
            anew
            and isinstance(right, Tree)
            and right.data == "random"
            and not self._from_hidden(right.children[0], node)
        ):
            self._drawn_from(cell, right.children[0], amount, transfers.watchers(cell), node, scope)
            return
        part = self._one(right, amount, limits, node, scope)
        if part is None and not anew:
            code.emit(transfers.change(cell, by))
        else:
            self._moved(code, cell if less else None, None if less else cell, part, amount, anew)

    def lose(self, field: Field, code: Code) -> None:
        """Nobody who does not see a variable knows any more what it is."""
        transfers = self.rules.transfers
        for i in range(field.size):
            cell = transfers.cell(field, terms.const(i))
            many = terms.const(field.hi - field.lo + 1)
            code.emit(transfers.drawn(cell, terms.const(field.lo), many, transfers.value(cell), ZERO, None))

    def begins(self, field: Field, index: ir.Expr, start: ir.Expr) -> ir.Stmt:
        """A variable is about to be given the value it began with, as everybody knows."""
        return self.rules.transfers.moved(None, self.rules.transfers.cell(field, index), ZERO, None, True, start)

    def _moved(
        self, code: Code, giver: ir.Expr | None, taker: ir.Expr | None, part: Part | None, amount: ir.Expr, anew: bool
    ) -> None:
        """So much goes from one to the other, of which a part is hidden."""
        transfers = self.rules.transfers
        source, factor = part if part is not None else (None, ZERO)
        hidden = terms.mul(factor, transfers.value(source)) if source is not None else ZERO
        code.emit(transfers.moved(giver, taker, factor, source, anew, terms.sub(amount, hidden)))

    def paid(
        self, giver: tuple[Field, ir.Expr], taker: tuple[Field, ir.Expr] | None, many: ir.Expr, number: Node, node: Tree[Any], scope: Scope
    ) -> bool:  # fmt: skip
        """A payment from and to variables; no if nothing of it is kept here as a whole."""
        sides = [giver, taker]
        kept = [side is not None and self.keeps(side[0]) for side in sides]
        others = [side for side, here in zip(sides, kept, strict=True) if side is not None and not here]
        if not any(kept) or any(id(side[0]) in self.model.known_words for side in others):
            return False
        if self.rules.taints.often_unseen(node):
            return False
        code, transfers = scope.code, self.rules.transfers
        with code.block() as found:
            part = self._one(number, many, (0, max(side[0].hi - side[0].lo for side in sides if side)), node, scope)
            if part is None:
                return False
            if others:
                code.emit(transfers.exact(part[0]))
            cells = [
                code.keep(transfers.cell(*side)) if here and side else None
                for side, here in zip(sides, kept, strict=True)
            ]
            self._moved(code, cells[0], cells[1], part, many, anew=False)
        code.statements.extend(self.rules.knowledge.always(found))
        return True

    # ------------------------------------------------------------ names

    def named(self, node: Tree[Any], scope: Scope) -> None:
        """`let` has just given a name to something, in an effect: where it is but a condition, nothing happens."""
        transfers = self.rules.transfers
        if not transfers.possible:
            return
        name, right = node.children
        found, value = transfers.numbers.of(scope.declaration, name), scope.names.get(str(name))
        if found is None or not isinstance(value, Scalar) or value.expr.type != ir.INT:
            return
        if value.type.kind is not None and value.type.kind.role != "enum":
            return
        code, cell = scope.code, transfers.name_cell(terms.const(found[0]))
        with code.block() as note:
            amount = code.keep(value.expr)
            if isinstance(right, Tree) and right.data == "random":
                self._drawn_from(cell, right.children[0], amount, ZERO, node, scope)
            else:
                part = self._one(right, amount, (-WORD, WORD), node, scope)
                self._moved(code, None, cell, part, amount, anew=True)
            code.emit(transfers.set_value(cell, terms.clamp(amount, -WORD, WORD)))
        code.statements.extend(self.rules.knowledge.always(note))

    def chosen(self, name: Node, source: Node, test: Node | None, value: Scalar, seat: ir.Expr, lo: int, hi: int, scope: Scope) -> Scalar | None:  # fmt: skip
        """Somebody has just chosen something that is no card in secret: where it is kept, from where it is to be read from now on."""
        transfers = self.rules.transfers
        found = transfers.numbers.of(scope.declaration, name) if transfers.possible else None
        if found is None or found[1] != 1 or (value.type.kind is not None and value.type.kind.role == "component"):
            return None
        code, cell = scope.code, transfers.name_cell(terms.const(found[0]))
        amount = code.keep(terms.as_int(value.expr))
        with code.block() as note:
            members = self.rules.questions.candidates(str(name), source, test, scope)
            hidden = any(map(self.rules.taints.touches, (source, test)))
            who = terms.shifted(ONE, terms.clamp(seat, 0, self.model.players - 1))
            self._drawn(cell, source if test is None else None, members, hidden, amount, who, scope)
        code.statements.extend(self.rules.knowledge.always(note))
        code.emit(transfers.set_value(cell, terms.clamp(amount, -WORD, WORD)))
        kept = transfers.named(found[0], lo, hi)
        return Scalar(terms.as_bool(kept) if value.type.form == "bool" else kept, value.type)

    def sealed(self, name: str, row: Answers, lowest: int, scope: Scope) -> None:
        """All have answered at once and in secret."""
        transfers, code = self.rules.transfers, scope.code
        found = transfers.numbers.of(scope.declaration, Token("NAME", name)) if transfers.possible else None
        if (
            found is None
            or found[1] == 1
            or row.length
            or (row.type.kind is not None and row.type.kind.role == "component")
        ):
            return
        with code.block() as note:
            for seat in range(self.model.players):
                cell = transfers.name_cell(terms.const(found[0] + seat))
                answer = code.keep(row.frame.load(row.base, row.lo, row.hi, terms.const(seat), self.model.players))
                many = terms.const(row.hi - lowest + 1)
                asked = transfers.drawn(cell, terms.const(lowest), many, answer, terms.const(1 << seat), None)
                nothing = transfers.drawn(cell, answer, ONE, answer, terms.const(1 << seat), None)
                code.emit(ir.If(terms.ge(answer, terms.const(lowest)), [asked], [nothing]))
                code.emit(transfers.set_value(cell, terms.clamp(answer, -WORD, WORD)))
        code.statements.extend(self.rules.knowledge.always(note))

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
                most, last = self.leaf(source.children[1], scope), terms.const(hi)
            many, mask = terms.add(terms.sub(last, lowest), ONE), ZERO
        code.emit(transfers.drawn(cell, lowest, many, value, who, most, mask))

    @staticmethod
    def _mask(members: sets.Set, lo: int, code: Code) -> ir.Expr:
        """Which numbers could be drawn, as bits."""
        mask = code.variable(ZERO, 0, (1 << MASKED) - 1, "mask")

        def one(x: ir.Expr) -> None:
            place = terms.clamp(terms.sub(terms.as_int(x), terms.const(lo)), 0, MASKED - 1)
            code.emit(ir.Set(mask.name, terms.bit_or(mask, terms.shifted(ONE, place))))

        members.each(code, one)
        return mask

    # ------------------------------------------------------------ what shows

    def shows(self, node: Tree[Any], scope: Scope) -> None:
        """An open variable is about to be assigned something: what it depends on shows."""
        if node.data != "assign" or not self.rules.transfers.possible or self.rules.taints.often_unseen(node):
            return
        code = scope.code
        found: list[list[Part]] = []
        with code.block() as note:
            right = node.children[-1]
            self.rules.telling.quietly(lambda: found.append(self._parts(right, ONE, node, scope.having(chance=False))))
            if found and len(found[0]) == 1:
                code.emit(self.rules.transfers.exact(found[0][0][0]))
        if found and len(found[0]) == 1:
            code.statements.extend(self.rules.knowledge.always(note))

    def happens(self, node: Tree[Any], scope: Scope) -> None:
        """Something is about to happen for all to see: what was drawn or chosen in secret before shows in it."""
        if node.data not in SHOWING or not self.rules.transfers.possible:
            return
        cells = [self.leaf(Token("NAME", name), scope) for name in sorted(names_in(node)) if name in scope.names]
        notes: list[ir.Stmt] = [self.rules.transfers.exact(cell) for cell in cells if cell is not None]
        scope.code.statements.extend(self.rules.knowledge.always(notes))

    def compared(self, test: Node, scope: Scope) -> tuple[ir.Expr, ir.Expr | None, str, ir.Expr] | None:
        """A comparison with a number kept here, taken apart: that number, another one, the sign, and what is open in it."""
        if not isinstance(test, Tree) or test.data not in ("compare", "is_", "is_not"):
            return None
        left, right = test.children[0], test.children[-1]
        sign = str(test.children[1]) if test.data == "compare" else SIGN[test.data]
        one, other = self.leaf(left, scope), self.leaf(right, scope)
        if one is None and other is not None:
            turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
            left, right, one, other, sign = right, left, other, None, turned.get(sign, sign)
        if one is None:
            return None
        if other is not None:
            return one, other, sign, ZERO
        if self._is_hidden(right, test):
            return None
        kind = self.rules.formulas.scalar(left, scope).type
        return one, None, sign, terms.as_int(self.rules.formulas.scalar(right, scope, kind).expr)
