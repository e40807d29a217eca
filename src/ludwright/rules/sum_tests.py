"""What everybody learns of hidden cards from sums and counts of them: which way a comparison went, and what an open variable got.

`if sum(c.rank for c in my hand) > 21`, `if any c in my hand with c.suit is red`, `if bomb > 3` where `bomb` was read from cards, `points += c.rank`. The
cards that went into it are noted as a sum (:mod:`ludwright.rules.sums`). Where no card fits, or it is about one card alone, that is told about
each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeGuard

from lark import Token, Tree

from ludwright.rules import ir, sets, terms
from ludwright.rules.card_tests import Node
from ludwright.rules.evidence import SHOWN
from ludwright.rules.habits import names_in, nodes
from ludwright.rules.named_before import SEEN
from ludwright.rules.noted_sums import Case, NotedSums
from ludwright.rules.reading_cards import ONCE, UnclearError, Variable, plain
from ludwright.rules.scope import Scope
from ludwright.rules.terms import ONE, ZERO

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules

MIRRORED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "==": "==", "!=": "!="}


class SumTests(NotedSums):
    """Compiles it. In games without hidden cards there is none."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._told = False

    # ------------------------------------------------------------ tests

    def tested(self, test: Node, scope: Scope) -> bool:
        """Everybody sees how a test comes out; no if that can't be used."""
        return self._noted(lambda: self._test(test, scope), test, scope)

    def _noted(self, attempt: Callable[[], object], formula: Node, scope: Scope) -> bool:
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

    def _test(self, node: Node, scope: Scope) -> None:
        """Note how a test came out."""
        match node:
            case Tree(data="paren" | "not_", children=[inside]):
                self._test(inside, scope)
            case Tree(data="and_" | "or_", children=[one, two]):
                self._joined(node, one, two, scope)
            case Tree(data="any_" | "no_", children=[Tree(data="gen") as gen]):
                self._any(gen, scope)
            case Tree(data="every_", children=[name, source, holds]):
                self._any(_limited(name, source, Tree("not_", [holds])), scope)
            case Tree(data="is_" | "is_not", children=[one, Tree(data="none_")]) if _is_first(one := plain(one)):
                self._any(one.children[0], scope)
            case Tree(data="compare" | "is_" | "is_not"):
                self._compared(node, scope, None)
            case _ if (inside := self.rules.defining.written_out(node, scope)) is not None:
                self._test(*inside)
            case _:
                raise UnclearError

    def _joined(self, node: Tree[Any], one: Node, two: Node, scope: Scope) -> None:
        """Two tests at once: how the hidden one came out shows where the other one does not decide; of two hidden ones, that both are so, or one of them."""
        code, both = scope.code, node.data == "and_"
        hidden = [part for part in (one, two) if self.rules.taints.touches(part)]
        with code.block() as each:
            for part in hidden:
                self._test(part, scope)
        if len(hidden) == 2:
            with code.block() as either:
                self.group(code, lambda group: self._one_of(node, scope, Case(group, not both)))
            decides = self.rules.formulas.cond(node, scope)
        else:
            either = []
            decides = self.rules.formulas.cond(two if hidden[0] is one else one, scope)
        code.emit(ir.If(decides, each, either) if both else ir.If(decides, either, each))

    def _any(self, gen: Tree[Any], scope: Scope) -> None:
        """Whether there is any of a sort in a set that everybody knows."""
        name, members, test = self._public(gen, scope)
        if self._is_of_each(name, members, test, scope):
            self._counted(gen, scope)
            return
        code, bound = scope.code, self.rules.formulas.bound
        with code.block() as each:
            members.each(code, lambda x: self._test(test, bound(scope, name, x, members.type)))
        with code.block() as either:
            self.group(code, lambda group: self._one_of(Tree("any_", [gen]), scope, Case(group, True)))
        code.emit(ir.If(self.rules.formulas.cond(Tree("any_", [gen]), scope), either, each))

    def _public(self, gen: Tree[Any], scope: Scope) -> tuple[str, sets.Set, Node]:
        """The members of a set that everybody knows, and what is asked of each."""
        name, source, start, _, limit = gen.children
        if limit is None or limit.data != "limit" or start is not None or self.rules.taints.touches(source):
            raise UnclearError
        word, members, _, _ = self.rules.formulas.gen(_limited(name, source, None), scope)
        return word, members, limit.children[0]

    def _is_of_each(self, name: str, members: sets.Set, test: Node, scope: Scope) -> bool:
        """Whether what is asked of each member of a set is about a card, and about no other one."""
        kind = members.type.kind
        inner = self.rules.formulas.bound(scope, name, ZERO, members.type)
        return kind is not None and kind.role == "component" and self.rules.card_reader.is_of_one_card(test, inner)

    # ------------------------------------------------------------ one of several

    def _one_of(self, node: Node, scope: Scope, case: Case) -> None:
        """Note how a test would come out, as one of several of which one at least does so."""
        match node:
            case Tree(data="paren", children=[inside]):
                self._one_of(inside, scope, case)
            case Tree(data="not_", children=[inside]):
                self._one_of(inside, scope, case.turned())
            case Tree(data="and_" | "or_", children=[one, two]) if (node.data == "or_") == case.holds:
                self._one_of(one, scope, case)
                self._one_of(two, scope, case)
            case Tree(data="no_", children=[Tree(data="gen") as gen]):
                self._one_of(Tree("any_", [gen]), scope, case.turned())
            case Tree(data="every_", children=[name, source, holds]):
                self._one_of(Tree("any_", [_limited(name, source, Tree("not_", [holds]))]), scope, case.turned())
            case Tree(data="any_", children=[Tree(data="gen") as gen]):
                self._any_of(gen, scope, case)
            case _ if not self.rules.taints.touches(node) or self.rules.card_reader.is_of_one_card(node, scope):
                self._flag(node, scope, case)
            case Tree(data="compare" | "is_" | "is_not"):
                self._compared(node, scope, case)
            case _ if (inside := self.rules.defining.written_out(node, scope)) is not None:
                self._one_of(*inside, case)
            case _:
                raise UnclearError

    def _any_of(self, gen: Tree[Any], scope: Scope, case: Case) -> None:
        name, members, test = self._public(gen, scope)
        if self._is_of_each(name, members, test, scope):
            count = _count(gen)
            self._compared(Tree("compare", [count, Token("COMP", ">"), Token("NUMBER", "0")]), scope, case)
        elif case.holds:
            bound = self.rules.formulas.bound
            members.each(scope.code, lambda x: self._one_of(test, bound(scope, name, x, members.type), case))
        else:
            raise UnclearError

    def _flag(self, test: Node, scope: Scope, case: Case) -> None:
        """A test of one card, or of none, counts as 1 where it holds."""
        by = scope.code.keep(terms.as_int(self.rules.formulas.cond(test, scope)))
        hidden = self.rules.taints.touches(test)
        read = lambda variable: self.rules.card_reader.card(variable, ONCE, ONE, scope, test) if hidden else None  # noqa: E731
        self.sum(scope.code, read, by, ">", case)

    # ------------------------------------------------------------ sums

    def _compared(self, node: Tree[Any], scope: Scope, case: Case | None) -> None:
        """Two sums are compared: how much less or more may their difference be?"""
        formulas, code = self.rules.formulas, scope.code
        left, right = plain(node.children[0]), plain(node.children[-1])
        if _is_first(left) and right == SHOWN and case is None:
            self._first(left.children[0], scope)
            return
        sign = str(node.children[1]) if node.data == "compare" else "==" if node.data == "is_" else "!="
        for one, other, way in ((left, right, sign), (right, left, MIRRORED[sign])):
            if _is_extreme(one) and not self.rules.taints.touches(other):
                self._extreme(one, other, way, scope, case)
                return

        def read(variable: Variable) -> None:
            self.rules.card_reader.part(variable, left, ONE, scope)
            self.rules.card_reader.part(variable, right, terms.const(-1), scope)

        by = code.keep(terms.sub(formulas.number(left, scope), formulas.number(right, scope)))
        self.sum(code, read, by, sign, case)

    def _extreme(self, most: Tree[Any], other: Node, sign: str, scope: Scope, case: Case | None) -> None:
        """The highest or lowest of some numbers is compared: is there any beyond, or any that is at least as far?"""
        word, (formula, gen) = str(most.children[0]), most.children[1].children
        name, source, start, _, limit = gen.children
        beyond, reaches = (">", ">=") if word == "max" else ("<", "<=")
        if start is not None or (limit is not None and limit.data != "limit"):
            raise UnclearError

        def is_any(way: str) -> Tree[Any]:
            test: Node = Tree("compare", [formula, Token("COMP", way), other])
            both = Tree("and_", [limit.children[0], test]) if limit is not None else test
            return Tree("any_", [_limited(name, source, both)])

        if sign in ("==", "!="):
            if case is not None:
                raise UnclearError
            same = Tree("and_", [Tree("not_", [is_any(beyond)]), is_any(reaches)])
            self._test(same, scope)
            return
        farther = is_any(beyond if (sign in (">", "<=")) == (word == "max") else reaches)
        if case is None:
            self._test(farther, scope)
        else:
            self._one_of(
                farther, scope, case if sign in ((">", ">=") if word == "max" else ("<", "<=")) else case.turned()
            )

    def _counted(self, gen: Tree[Any], scope: Scope) -> None:
        """Whether there is any card of a sort: if there is none, that tells something about each of them."""
        telling, code, count = self.rules.telling, scope.code, _count(gen)
        many = code.keep(self.rules.formulas.number(count, scope))
        name, members, test = self._public(gen, scope)
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

    def _first(self, gen: Tree[Any], scope: Scope) -> None:
        """The first of a sort: it is of that sort, and none before it."""
        name, members, test = self._public(gen, scope)
        code, bound, still = scope.code, self.rules.formulas.bound, scope.code.switch_on(True, "still")

        def look(x: ir.Expr) -> None:
            inner = bound(scope, name, x, members.type)
            with code.block() as before:
                self._test(test, inner)
                code.emit(ir.If(self.rules.formulas.cond(test, inner), [ir.Set(still.name, terms.NO)]))
            code.emit(ir.If(still, before))

        members.each(code, look)

    # ------------------------------------------------------------ what is done for each of some cards

    def repeated(self, node: Tree[Any], scope: Scope) -> None:
        """Something is done for each card of a sort: everybody sees how often, and by how much open variables change."""
        gen, _, body = node.children
        done = [n for n in nodes(body) if n.data in SEEN or self._is_open(n)]
        for one in [n.children[-1] if n.data == "assign" else ONCE for n in done]:
            total = Tree("call_", [Token("NAME", "sum"), Tree("each_args", [one, gen])])
            read = lambda variable, total=total: self.rules.card_reader.part(variable, total, ONE, scope)  # noqa: E731
            self._noted(lambda read=read: self.sum(scope.code, read, ZERO, "=="), gen, scope)  # type: ignore[misc]

    def _is_open(self, node: Tree[Any]) -> bool:
        """Whether a statement changes a number that everybody sees."""
        if node.data != "assign" or len(node.children) < 3:
            return False
        return not self.rules.taints.names & names_in(node.children[0])


def _limited(name: Node, source: Node, test: Node | None) -> Tree[Any]:
    """`x in S with P`."""
    return Tree("gen", [name, source, None, None, Tree("limit", [test]) if test is not None else None])


def _count(gen: Tree[Any]) -> Tree[Any]:
    return Tree("call_", [Token("NAME", "count"), Tree("set_arg", [gen])])


def _is_first(node: Node) -> TypeGuard[Tree[Any]]:
    """Whether a formula is the first of a sort."""
    return isinstance(node, Tree) and node.data == "first"


def _is_extreme(node: Node) -> TypeGuard[Tree[Any]]:
    """Whether a formula is the highest or lowest of some numbers: `max(c.rank for c in my hand)`."""
    match node:
        case Tree(data="call_", children=["max" | "min", Tree(data="each_args", children=[_, _])]):
            return True
    return False
