"""What everybody learns of hidden cards from sums and counts of them: which way a comparison went, and what an open variable got.

`if sum(c.rank for c in my hand) > 21`, `if any c in my hand with c.suit is red`, `if bomb > 3` where `bomb` was read from cards, `points += c.rank`. The
cards that went into it are noted as a sum (:mod:`ludwright.rules.beliefs.sums`). Where no card fits, or it is about one card alone, that is told about
each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.rules.analysis.substitute import put_in
from ludwright.rules.beliefs.evidence import SHOWN, Picked
from ludwright.rules.beliefs.extremes import Extreme, any_extreme, count_of, extreme_in, is_extreme, limited
from ludwright.rules.beliefs.named_before import SEEN
from ludwright.rules.beliefs.noted_sums import SumCase
from ludwright.rules.beliefs.one_of_several import Clauses, OneOfSeveral
from ludwright.rules.beliefs.reading_cards import ONCE, ReadVariable, UnclearError, plain
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

PICKED = "picked here"
"""A name for what was picked: no name in a text has a space in it."""
MIRRORED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "==": "==", "!=": "!="}


class SumTests(OneOfSeveral):
    """Compiles it. In games without hidden cards there is none."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._told = False

    # ------------------------------------------------------------ tests

    def tested(self, test: Part, scope: Scope) -> bool:
        """Everybody sees how a test comes out; no if that can't be used."""
        return self._noted(lambda: self._test(test, scope), test, scope)

    def _noted(self, attempt: Callable[[], object], formula: Part, scope: Scope) -> bool:
        """Compile what is learnt from a formula, if it can be taken apart."""
        rules, code = self.rules, scope.code
        if not rules.readings.possible or not rules.taints.touches(formula) or rules.card_reader.chancy(formula):
            return False
        rules.card_reader.noted = self._told = False
        with code.block() as learn:
            if not rules.telling.quietly(attempt):
                return False
        if rules.card_reader.noted:
            rules.readings.begin()
        elif not self._told:
            return True  # everybody sees all of it
        code.statements.extend(rules.knowledge.switch([ir.If(rules.secrets.open_play(), learn)]))
        return True

    def _test(self, node: Part, scope: Scope) -> None:
        """Note how a test came out."""
        if not self.rules.taints.touches(node):
            return
        match node:
            case syntax.Brackets(inside) | syntax.Negation(inside):
                self._test(inside, scope)
            case syntax.And() | syntax.Or():
                self._joined(node, scope)
            case syntax.AnyOf(members) | syntax.NoneOf(members):
                self._any(members, scope)
            case syntax.EveryHas(name, source, holds):
                self._any(limited(name, source, syntax.Negation(holds)), scope)
            case syntax.Is(one, syntax.NoneLiteral()) | syntax.IsNot(one, syntax.NoneLiteral()) if isinstance(
                first := plain(one), syntax.FirstOf
            ):
                self._any(first.members, scope)
            case syntax.Compare() | syntax.Is() | syntax.IsNot():
                self.compared(node, scope, None)
            case _ if (meant := self.rules.defining.formula_of(node, scope)) is not None:
                self._test(*meant)
            case _:
                raise UnclearError

    def _joined(self, node: syntax.Logic, scope: Scope) -> None:
        """Two tests at once: how the hidden one came out shows where the other one does not decide; of two hidden ones, what it takes for that."""
        code, hidden = scope.code, [part for part in (node.left, node.right) if self.rules.taints.touches(part)]
        if len(hidden) == 1:
            decides = self.rules.formulas.cond(node.right if hidden[0] is node.left else node.left, scope)
            with code.block() as learn:
                self._test(hidden[0], scope)
            code.emit(ir.If(decides if isinstance(node, syntax.And) else terms.invert(decides), learn))
            return
        ways = [self.clauses(node, scope, holds) for holds in (True, False)]
        whole, found = code.keep(self.rules.formulas.cond(node, scope)), list[list[ir.Stmt]]()
        for way in ways:
            with code.block() as learn:
                self._each_clause(way)
            found.append(learn)
        code.emit(ir.If(whole, *found))

    def _each_clause(self, clauses: Clauses) -> None:
        for clause in clauses:
            if len(clause) == 1:
                self._test(*clause[0][:2])
            else:
                self.group(clause[0][1].code, lambda group, clause=clause: self.one_of(clause, group))  # type: ignore[misc]

    def _any(self, gen: syntax.Generator, scope: Scope) -> None:
        """Whether there is any of a sort in a set that everybody knows."""
        name, members, test = self.public(gen, scope)
        if self.is_of_each(name, members, test, scope):
            self._counted(gen, scope)
            return
        code, bound = scope.code, self.rules.formulas.bound
        with code.block() as each:
            members.each(code, lambda x: self._test(test, bound(scope, name, x, members.type)))
        with code.block() as either:
            self.group(code, lambda group: self.one(syntax.AnyOf(gen), scope, SumCase(group, True)))
        code.emit(ir.If(self.rules.formulas.cond(syntax.AnyOf(gen), scope), either, each))

    def public(self, gen: syntax.Generator, scope: Scope) -> tuple[str, sets.SetValue, Formula]:
        """The members of a set that everybody knows, and what is asked of each."""
        if (
            not isinstance(gen.limit, syntax.WithClause)
            or gen.start is not None
            or self.rules.taints.touches(gen.source)
        ):
            raise UnclearError
        word, members, _, _ = self.rules.formulas.gen(limited(gen.name, gen.source, None), scope)
        return word, members, gen.limit.condition

    def is_of_each(self, name: str, members: sets.SetValue, test: Part, scope: Scope) -> bool:
        """Whether what is asked of each member of a set is about a card, and about no other one."""
        kind = members.type.kind
        inner = self.rules.formulas.bound(scope, name, ZERO, members.type)
        return kind is not None and kind.role == "component" and self.rules.card_reader.is_of_one_card(test, inner)

    # ------------------------------------------------------------ sums

    def compared(self, node: syntax.Compare | syntax.Identity, scope: Scope, case: SumCase | None) -> None:
        """Two sums are compared: how much less or more may their difference be?"""
        formulas, code = self.rules.formulas, scope.code
        left, right, sign = plain(node.left), plain(node.right), str(node.sign)
        if isinstance(left, Picked) and right == SHOWN and case is None:
            self._picked(left, scope)
            return
        for one, other, way in ((left, right, sign), (right, left, MIRRORED[sign])):
            if (most := extreme_in(one)) is not None and not self.rules.taints.touches(other):
                self._extreme(most, other, way, scope, case)
                return

        def read(variable: ReadVariable) -> None:
            self.rules.card_reader.part(variable, left, ONE, scope)
            self.rules.card_reader.part(variable, right, terms.const(-1), scope)

        by = code.keep(terms.sub(formulas.number(left, scope), formulas.number(right, scope)))
        self.sum(code, read, by, sign, case)

    def _extreme(self, most: Extreme, other: Formula, sign: str, scope: Scope, case: SumCase | None) -> None:
        """The highest or lowest of some numbers is compared: is there any beyond, or any that is at least as far?"""
        beyond, reaches = most.signs
        if sign in ("==", "!="):
            if case is not None:
                raise UnclearError
            self._test(is_extreme(most, other), scope)
            return
        farther = any_extreme(most, other, beyond if (sign in (">", "<=")) == most.highest else reaches)
        if case is None:
            self._test(farther, scope)
        else:
            self.one(farther, scope, case if sign in (beyond, reaches) else case.turned())

    def _counted(self, gen: syntax.Generator, scope: Scope) -> None:
        """Whether there is any card of a sort: if there is none, that tells something about each of them."""
        telling, code, count = self.rules.telling, scope.code, count_of(gen)
        many = code.keep(self.rules.formulas.number(count, scope))
        name, members, test = self.public(gen, scope)
        kind = members.type.kind
        with code.block() as some:
            read = lambda variable: self.rules.card_reader.part(variable, count, ONE, scope)  # noqa: E731
            self.sum(code, read, many, ">")
        if kind is None or not self.rules.model.tellers or not telling.usable(name, kind, test, scope):
            code.statements.extend(some)
            return
        self._told = True
        with code.block() as none:
            members.each(code, lambda c: telling.rule_out(name, kind, c, test, scope))
        code.emit(ir.If(terms.eq(many, ZERO), none, some))

    def _first(self, gen: syntax.Generator, scope: Scope) -> None:
        """The first of a sort: it is of that sort, and none before it."""
        name, members, test = self.public(gen, scope)
        code, bound, still = scope.code, self.rules.formulas.bound, scope.code.switch_on(True, "still")

        def look(x: ir.Expr) -> None:
            inner = bound(scope, name, x, members.type)
            with code.block() as before:
                self._test(test, inner)
                code.emit(ir.If(self.rules.formulas.cond(test, inner), [ir.Set(still.name, terms.NO)]))
            code.emit(ir.If(still, before))

        members.each(code, look)

    def picked(self, node: Picked, scope: Scope) -> bool:
        """Everybody sees which of some cards or players was picked, for what is printed on cards; no if that can't be used."""
        return self._noted(lambda: self._picked(node, scope), node, scope)

    def _picked(self, node: Picked, scope: Scope) -> None:
        if isinstance(node, syntax.FirstOf):
            self._first(node.members, scope)
        else:
            self._farthest(node, scope)

    def _farthest(self, node: syntax.BestOf, scope: Scope) -> None:
        """The highest or lowest of some, the first of equals: none before it is as far, and none behind it farther."""
        gen, (formula, *more), touches = node.members, node.by, self.rules.taints.touches
        if more or gen.start is not None or touches(gen.source) or touches(gen.limit):
            raise UnclearError
        word, members, _, _ = self.rules.formulas.gen(gen, scope)
        code, bound, before = scope.code, self.rules.formulas.bound, scope.code.switch_on(True, "before")
        found = self.rules.formulas.scalar(node, scope)
        x = code.keep(found.expr)
        known = scope.bind(PICKED, Scalar(x, found.type))
        mine = put_in(formula, {word: Token("NAME", PICKED)})

        def look(y: ir.Expr) -> None:
            inner, tests = bound(known, word, y, members.type), list[list[ir.Stmt]]()
            for sign in (">", ">=") if node.best.word == "highest" else ("<", "<="):
                with code.block() as learn:
                    self._test(syntax.Compare(mine, Token("COMP", sign), formula), inner)
                tests.append(learn)
            code.emit(ir.If(terms.eq(x, y), [ir.Set(before.name, terms.NO)], [ir.If(before, *tests)]))

        members.each(code, look)

    # ------------------------------------------------------------ what is done for each of some cards

    def repeated(self, node: syntax.For, scope: Scope) -> None:
        """Something is done for each card of a sort: everybody sees how often, and by how much open variables change."""
        gen = node.members
        for one in [shown for part in nodes(node.body) if (shown := self._shown_by(part)) is not None]:
            total = syntax.FunctionCall(Token("NAME", "sum"), syntax.EachArguments(one, (gen,)))
            read = lambda variable, total=total: self.rules.card_reader.part(variable, total, ONE, scope)  # noqa: E731
            self._noted(lambda read=read: self.sum(scope.code, read, ZERO, "=="), gen, scope)  # type: ignore[misc]

    def _shown_by(self, node: syntax.Node) -> Formula | None:
        """By how much a statement changes a number that everybody sees; once for what everybody sees done, None for all else."""
        match node:
            case syntax.Assign(target, Token(), (syntax.FormulaNode() | Token()) as value):
                return value if not self.rules.taints.names & names_in(target) else None
        return ONCE if isinstance(node, SEEN) else None
