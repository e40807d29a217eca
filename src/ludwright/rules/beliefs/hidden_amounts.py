"""Statements that change plain variables by something not everybody sees: what was drawn, where it went, and what shows of it."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language.syntax import node_of
from ludwright.model.kinds import BIG, Field
from ludwright.rules.analysis.habits import Node, names_in, nodes, variable
from ludwright.rules.analysis.taints import owners_in
from ludwright.rules.beliefs.hidden_arithmetic import Part
from ludwright.rules.beliefs.hidden_formulas import MASKED, HiddenFormulas
from ludwright.rules.beliefs.hidden_leaves import is_leaf, may_be_none
from ludwright.rules.beliefs.transfer_words import WORD
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Answers, Asked, Scalar, Scope

SHOWING = frozenset(["draw", "draw_up_to", "deal", "move", "create_", "remove", "leaves", "wins", "loses", "tell_that"])
"""Statements that everybody sees all of."""


class HiddenAmounts(HiddenFormulas):
    """Compiles the notes about them (:mod:`ludwright.rules.beliefs.drawn_numbers`)."""

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
        right = node.children[-1]
        if may_be_none(field.type) and sign != "=":  # `none` counts as 0 then
            sign, right = "=", node_of("add" if sign == "+=" else "sub", [node.children[0], right])
        anew = node.data == "assign" and sign == "="
        value = code.keep(new) if anew else by
        limits = (max(field.lo, -BIG), field.hi) if anew else (field.lo - field.hi, field.hi - field.lo)
        if node.data == "assign" and self.rules.taints.draws_whose(node):
            self._somebodys(code, field, index, value, node, anew, scope)
            return
        if node.data != "assign" or self.rules.taints.often_unseen(node):
            self.rules.approximations.loses(node, scope, field)
            spare = self.spare()
            many = terms.const(limits[1] - limits[0] + 1)
            code.emit(transfers.drawn(spare, terms.const(limits[0]), many, value, ZERO, None))
            code.emit(transfers.set_value(spare, value))
            self._moved(code, None, cell, (spare, ONE), value, anew)
            return
        less = sign == "-="
        amount = code.keep(terms.sub(ZERO, by)) if less else value
        if (
            anew
            and isinstance(right, Tree)
            and right.data == "random"
            and not self._from_hidden(right.children[0], node)
        ):
            self._drawn_from(cell, right, amount, transfers.watchers(cell), node, scope)
            return
        part = self._one(right, amount, limits, node, scope)
        if part is None and not anew:
            code.emit(transfers.change(cell, by))
        elif part is not None and may_be_none(field.type) and is_leaf(right):
            code.emit(transfers.copied(cell, part[0]))
        else:
            self._moved(code, cell if less else None, None if less else cell, part, amount, anew)

    def _moved(
        self, code: Code, giver: ir.Expr | None, taker: ir.Expr | None, part: Part | None, amount: ir.Expr, anew: bool
    ) -> None:
        """So much goes from one to the other, of which a part is hidden."""
        transfers = self.rules.transfers
        source, factor = part if part is not None else (None, ZERO)
        hidden = terms.mul(factor, transfers.amount(source)) if source is not None else ZERO
        code.emit(transfers.moved(giver, taker, factor, source, anew, terms.sub(amount, hidden)))

    def _somebodys(
        self, code: Code, field: Field, index: ir.Expr, value: ir.Expr, node: Tree[Any], anew: bool, scope: Scope
    ) -> None:
        """One of the numbers of a variable changes, and not everybody sees which."""
        target, transfers = node.children[0], self.rules.transfers
        place = self.leaf(target.children[0 if target.data == "member" else 1], scope)
        if place is None or len(field.dims) != 1 or self._is_hidden(node.children[-1], node):
            now = value if anew else terms.add(value, transfers.value(transfers.cell(field, index)))
            self.rules.approximations.loses(node, scope, field)
            self.lose(field, code, (index, code.keep(now)))
            return
        first = transfers.cell(field, ZERO)
        code.emit(transfers.put(first, field.size, code.keep(place), field.dims[0].first, value, anew))

    def lose(self, field: Field, code: Code, new: tuple[ir.Expr, ir.Expr] | None = None) -> None:
        """Nobody who does not see a variable knows any more what it is, of which one number may be about to change."""
        transfers = self.rules.transfers
        for i in range(field.size):
            cell = transfers.cell(field, terms.const(i))
            value = transfers.value(cell)
            if new is not None:
                value = terms.select(terms.eq(new[0], terms.const(i)), new[1], value)
            code.emit(self._any(field, cell, code.keep(value), ZERO))

    def _any(self, field: Field, cell: ir.Expr, value: ir.Expr, who: ir.Expr) -> ir.Stmt:
        """A number may be anything that it can be, but for these seats."""
        kind, lo, mask = field.type.kind, max(field.lo, -BIG), 0
        if kind is not None and lo < kind.first - 1:  # `none` is far from the others
            spread = kind.last - lo + 1
            mask = 1 | ((1 << kind.count) - 1) << (kind.first - lo) if spread <= MASKED else 0
            lo = lo if mask else kind.first
        many = terms.const(field.hi - lo + 1)
        return self.rules.transfers.drawn(cell, terms.const(lo), many, value, who, None, terms.const(mask))

    def may_change(self, names: set[str], node: Tree[Any], scope: Scope) -> set[str]:
        """Nobody will see which of some statements are done: the numbers that they may change are lost; the variables for which that is all."""
        assigned = [n.children[0] for n in nodes(node) if n.data == "assign"]
        done: set[str] = set()
        for field in [f for f in self.rules.transfers.numbers.fields if f.name in names]:
            cells = [self.leaf(target, scope) for target in assigned if variable(target) == field.name]
            if None not in cells:
                done.add(field.name)
                for cell in cells:
                    self._lose_one(field, cell, scope.code)
        return done

    def _lose_one(self, field: Field, cell: ir.Expr | None, code: Code) -> None:
        transfers = self.rules.transfers
        if cell is not None:
            kept = code.keep(cell)
            code.emit(self._any(field, kept, code.keep(transfers.value(kept)), transfers.watchers(kept)))

    def begins(self, field: Field, index: ir.Expr, start: ir.Expr) -> ir.Stmt:
        """A variable is about to be given the value it began with, as everybody knows."""
        return self.rules.transfers.moved(None, self.rules.transfers.cell(field, index), ZERO, None, True, start)

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
                code.emit(ir.If(terms.ne(part[1], ZERO), [transfers.exact(part[0])]))
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
        if isinstance(right, Tree) and right.data == "pick":
            self._picked(right, scope.names.get(str(name)), scope)
        found, value = transfers.numbers.of(scope.declaration, name), scope.names.get(str(name))
        if found is None or not isinstance(value, Scalar) or value.expr.type != ir.INT:
            return
        if value.type.kind is not None and value.type.kind.role == "component":
            return
        code, cell = scope.code, transfers.name_cell(terms.const(found))
        with code.block() as note:
            amount = code.keep(value.expr)
            if isinstance(right, Tree) and right.data == "random":
                self._drawn_from(cell, right, amount, ZERO, node, scope)
            else:
                part = self._one(right, amount, (-WORD, WORD), node, scope)
                if part is not None and may_be_none(value.type) and is_leaf(right):
                    code.emit(transfers.copied(cell, part[0]))
                else:
                    self._moved(code, None, cell, part, amount, anew=True)
            code.emit(transfers.set_value(cell, terms.clamp(amount, -WORD, WORD)))
        code.statements.extend(self.rules.knowledge.always(note))

    def _picked(self, pick: Tree[Any], value: object, scope: Scope) -> None:
        """`let best = highest p in players by p.bid`: everybody sees who it is, and so how the numbers compare."""
        best, gen, *keys = pick.children
        if len(keys) != 1 or not isinstance(value, Scalar):
            return
        signs, code = (">", ">=") if str(best.children[0]) == "highest" else ("<", "<="), scope.code
        with code.block() as note:
            word, members, _, _ = self.rules.formulas.gen(gen, scope)
            own = self.leaf(keys[0], self.rules.formulas.bound(scope, word, value.expr, members.type))
            if own is None or self.rules.taints.touches(
                node_of("steps", [g for g in gen.children[1:] if g is not None])
            ):
                return
            before = code.switch_on(True, "before")  # the first of those that are alike is picked

            def one(x: ir.Expr) -> None:
                other = self.leaf(keys[0], self.rules.formulas.bound(scope, word, x, members.type))
                assert other is not None
                strictly, loosely = (self.rules.transfers.tested(own, other, sign, ZERO) for sign in signs)
                compare = ir.If(before, [strictly], [loosely])
                code.emit(ir.If(terms.eq(x, value.expr), [ir.Set(before.name, terms.NO)], [compare]))

            members.each(code, one)
        code.statements.extend(self.rules.knowledge.always(note))

    def chosen(self, name: Node, source: Node, test: Node | None, value: Scalar, seat: ir.Expr, lo: int, hi: int, scope: Scope) -> Scalar | None:  # fmt: skip
        """Somebody has just chosen something that is no card in secret: where it is kept, from where it is to be read from now on."""
        transfers = self.rules.transfers
        found = transfers.numbers.of(scope.declaration, name) if transfers.possible else None
        if found is None or (value.type.kind is not None and value.type.kind.role == "component"):
            return None
        code, cell = scope.code, transfers.name_cell(terms.const(found))
        amount = code.keep(terms.as_int(value.expr))
        with code.block() as note:
            members = self.rules.questions.candidates(str(name), source, test, scope)
            hidden = any(map(self.rules.taints.touches, (source, test)))
            who = terms.shifted(ONE, terms.clamp(seat, 0, self.model.players - 1))
            self._drawn(cell, source if test is None else None, members, hidden, amount, who, scope)
        code.statements.extend(self.rules.knowledge.always(note))
        code.emit(transfers.set_value(cell, terms.clamp(amount, -WORD, WORD)))
        kept = transfers.named(found, lo, hi)
        return Scalar(terms.as_bool(kept) if value.type.form == "bool" else kept, value.type)

    def sealed(self, name: str, row: Answers, asked: Asked, player: str, scope: Scope) -> None:
        """All have answered at once and in secret."""
        transfers, code = self.rules.transfers, scope.code
        found = transfers.numbers.of(scope.declaration, Token("NAME", name), True) if transfers.possible else None
        if found is None or row.length or (row.type.kind is not None and row.type.kind.role == "component"):
            return
        hidden = any(map(self.rules.taints.touches, (asked.source, asked.test)))
        with code.block() as note:
            for seat in range(self.model.players):
                cell, who = transfers.name_cell(terms.const(found + seat)), terms.const(1 << seat)
                answer = code.keep(row.frame.load(row.base, row.lo, row.hi, terms.const(seat), self.model.players))
                inner = scope.bind(player, Scalar(terms.const(seat), self.model.player.ref()))
                with code.block() as drawn:
                    members = self.rules.questions.candidates(name, asked.source, asked.test, inner)
                    self._drawn(cell, asked.source if asked.test is None else None, members, hidden, answer, who, inner)
                nothing = transfers.drawn(cell, answer, ONE, answer, who, None)
                code.emit(ir.If(terms.ge(answer, terms.const(asked.lowest)), drawn, [nothing]))
                code.emit(transfers.set_value(cell, terms.clamp(answer, -WORD, WORD)))
        code.statements.extend(self.rules.knowledge.always(note))

    # ------------------------------------------------------------ what shows

    def shows(self, node: Tree[Any], scope: Scope) -> None:
        """An open variable is about to be assigned something: what it depends on shows."""
        if node.data != "assign" or not self.rules.transfers.possible or self.rules.taints.often_unseen(node):
            return
        code = scope.code
        found: list[list[Part]] = []
        with code.block() as note:
            right, owners = node.children[-1], [self.leaf(name, scope) for name in owners_in(node).children]
            self.rules.telling.quietly(lambda: found.append(self._parts(right, ONE, node, scope.having(chance=False))))
            shown = [*owners, *([found[0][0][0]] if found and len(found[0]) == 1 else [])]
            for cell in shown:
                if cell is not None:
                    code.emit(self.rules.transfers.exact(cell))
        code.statements.extend(self.rules.knowledge.always(note))

    def happens(self, node: Tree[Any], scope: Scope) -> None:
        """Something is about to happen for all to see: what was drawn or chosen in secret before shows in it."""
        if node.data not in SHOWING or not self.rules.transfers.possible:
            return
        cells = [self.leaf(Token("NAME", name), scope) for name in sorted(names_in(node)) if name in scope.names]
        notes: list[ir.Stmt] = [self.rules.transfers.exact(cell) for cell in cells if cell is not None]
        scope.code.statements.extend(self.rules.knowledge.always(notes))
