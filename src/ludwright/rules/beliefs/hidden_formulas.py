"""Formulas with something in them that not everybody sees, though it is no card: what was drawn in them."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language.syntax import node_of
from ludwright.model.kinds import NUMBER
from ludwright.rules.analysis.habits import Node, names_in, nodes
from ludwright.rules.beliefs.card_tests import replaced
from ludwright.rules.beliefs.hidden_arithmetic import HiddenArithmetic, Part, UnclearError
from ludwright.rules.beliefs.hidden_leaves import DRAWN_HERE
from ludwright.rules.beliefs.transfer_layout import WEIGHTS
from ludwright.rules.beliefs.transfer_words import WORD
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope

MASKED = 30
"""The most numbers of which it is noted for each whether it could be drawn."""
DIVIDING = frozenset(["div", "mod", "quotient"])
MOST_TRIED = 64
"""The most numbers that are tried out for what was drawn inside a formula."""


class HiddenFormulas(HiddenArithmetic):
    """Finds which number a formula depends on, and notes what was drawn (:mod:`ludwright.rules.beliefs.drawn_numbers`)."""

    def _one(self, node: Node, value: ir.Expr, limits: tuple[int, int], statement: Tree[Any], scope: Scope) -> Part | None:  # fmt: skip
        """The one hidden number that a formula with some value depends on; None if there is nothing hidden in it."""
        node, scope = self._with_name(node, value, statement, scope.having(chance=False))
        found: list[list[Part]] = []
        if self.rules.telling.quietly(lambda: found.append(self._parts(node, ONE, statement, scope))):
            if not found[0]:
                return None
            if len(found[0]) == 1:
                return found[0][0]
        spare, code = self.spare(1), scope.code
        told = self._all_told(node, statement, scope)
        with code.block() as made:
            if found:
                self._add_up(spare, found[0], value, code)
            elif self._worked_out(node, statement, scope) is None:
                self.rules.approximations.loses(statement, scope)
                self.anything(spare, value, limits, code)
            code.emit(self.rules.transfers.set_value(spare, terms.clamp(value, -WORD, WORD)))
        code.emit(ir.If(told, [], made))
        return spare, code.keep(terms.select(told, ZERO, ONE))

    def _with_name(self, node: Node, value: ir.Expr, statement: Tree[Any], scope: Scope) -> tuple[Node, Scope]:
        """A formula in which what is drawn in it has a name; what came out is reckoned back from the value of the whole."""
        drawn = [part for part in nodes(node) if part.data == "random"]
        if len(drawn) != 1:
            return node, scope
        named, code = replaced(node, drawn[0], DRAWN_HERE), scope.code
        with code.block() as tried:
            found = self._reckoned_back(named, drawn[0], value, statement, scope)
        if found is None:
            return node, scope
        code.statements.extend(tried)
        self._drawn_from(self.spare(), drawn[0], found, ZERO, statement, scope)
        code.emit(self.rules.transfers.set_value(self.spare(), found))
        return named, scope.bind(DRAWN_HERE, Scalar(self.rules.transfers.value(self.spare()), NUMBER))

    def _reckoned_back(
        self, named: Node, random: Tree[Any], value: ir.Expr, statement: Tree[Any], scope: Scope
    ) -> ir.Expr | None:
        """What was drawn inside a formula that came to some value: if there are several, one is as good as the other, as nothing else tells of it."""
        found: list[ir.Expr] = []
        whole, code = self.rules.formulas.whole, scope.code
        linear = self.rules.telling.quietly(lambda: self._parts(named, ONE, statement, scope))

        def try_two() -> None:
            ends = [code.keep(whole(named, scope.bind(DRAWN_HERE, Scalar(n, NUMBER)))) for n in (ZERO, ONE)]
            times = code.keep(terms.sub(ends[1], ends[0]))
            drawn = terms.div(terms.sub(value, ends[0]), terms.select(terms.eq(times, ZERO), ONE, times))
            found.append(code.keep(terms.clamp(drawn, -WORD, WORD)))

        def try_all() -> None:
            drawn = code.variable(ZERO, -WORD, WORD, "drawn")
            _, members, _, _ = self.rules.formulas.gen(random.children[0], scope)

            def one(x: ir.Expr) -> None:
                same = terms.eq(whole(named, scope.bind(DRAWN_HERE, Scalar(terms.as_int(x), NUMBER))), value)
                code.emit(ir.If(code.keep(same), [ir.Set(drawn.name, terms.clamp(terms.as_int(x), -WORD, WORD))]))

            if members.bound > MOST_TRIED:
                raise UnclearError
            members.each(code, one)
            found.append(drawn)

        divides = any(DRAWN_HERE in names_in(part.children[1]) for part in nodes(named) if part.data in DIVIDING)
        if divides:  # what was not drawn must not be divided by
            return None
        return found[0] if self.rules.telling.quietly(try_two if linear else try_all) else None

    def _from_hidden(self, gen: Tree[Any], statement: Tree[Any]) -> bool:
        """Whether not everybody sees what something is drawn from."""
        return any(self._is_hidden(part, statement) for part in gen.children[1:] if isinstance(part, Tree | Token))

    def _drawn_from(self, cell: ir.Expr, random: Tree[Any], value: ir.Expr, who: ir.Expr, statement: Tree[Any], scope: Scope) -> None:  # fmt: skip
        """A number was drawn by chance."""
        gen, weight = random.children
        word, members, _, _ = self.rules.formulas.gen(gen, scope)
        hidden = self._from_hidden(gen, statement)
        whole = all(part is None for part in gen.children[2:]) and weight is None
        self.rules.approximations.drawn_from(members, whole, statement, scope)
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
                word, members, _, _ = self.rules.formulas.gen(node_of("gen", [*gen.children[:4], None]), scope)

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
