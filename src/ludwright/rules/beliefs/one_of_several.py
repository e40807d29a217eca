"""Tests joined by `and` and `or`: that everybody sees how they come out together may only tell that one of several is so.

What it takes for that is written as clauses, of each of which at least one part holds: `a and (b or c)` holds with the clauses a, and b or c; it does not with
not a or not b, and not a or not c.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.ir import terms
from ludwright.ir.terms import ONE
from ludwright.language.syntax import node_of
from ludwright.rules.beliefs.card_tests import Node
from ludwright.rules.beliefs.extremes import count_of, is_extreme, limited, names_extreme
from ludwright.rules.beliefs.noted_sums import Case, Group, NotedSums
from ludwright.rules.beliefs.reading_cards import ONCE, UnclearError, plain
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scope

Clauses = list[list[tuple[Node, Scope, bool]]]

MOST_PARTS = 10
"""Tests that would take more in all are not used: there is room for 12 sums."""


class OneOfSeveral(NotedSums):
    """Compiles it."""

    if TYPE_CHECKING:

        def compared(self, node: Tree[Any], scope: Scope, case: Case | None) -> None: ...

        def public(self, gen: Tree[Any], scope: Scope) -> tuple[str, sets.Set, Node]: ...

        def is_of_each(self, name: str, members: sets.Set, test: Node, scope: Scope) -> bool: ...

    def clauses(self, node: Node, scope: Scope, holds: bool) -> Clauses:
        """What it takes for a test to hold, or not to."""
        match node:
            case Tree(data="paren", children=[inside]):
                return self.clauses(inside, scope, holds)
            case Tree(data="not_", children=[inside]):
                return self.clauses(inside, scope, not holds)
            case Tree(data="and_" | "or_", children=parts):
                found = [self.clauses(part, scope, holds) for part in parts]
                if (node.data == "and_") == holds:
                    joined = [clause for each in found for clause in each]
                else:
                    joined = [[part for clause in way for part in clause] for way in product(*found)]
                if sum(map(len, joined)) > MOST_PARTS:
                    raise UnclearError
                return joined
            case Tree(data="is_" | "is_not", children=[one, other]) if names_extreme(one := plain(one)):
                return self.clauses(is_extreme(one, other), scope, holds == (node.data == "is_"))
            case _ if (inside := self.rules.defining.formula_of(node, scope)) is not None:
                return self.clauses(*inside, holds)
        return [[(node, scope, holds)]]

    def one_of(self, clause: list[tuple[Node, Scope, bool]], group: Group) -> None:
        """At least one of some tests comes out as it is said."""
        for node, scope, holds in clause:
            self.one(node, scope, Case(group, holds))

    def one(self, node: Node, scope: Scope, case: Case) -> None:
        """Note how a test would come out, as one of several of which one at least does so."""
        match node:
            case Tree(data="paren", children=[inside]):
                self.one(inside, scope, case)
            case Tree(data="not_", children=[inside]):
                self.one(inside, scope, case.turned())
            case Tree(data="and_" | "or_", children=[one, two]) if (node.data == "or_") == case.holds:
                self.one(one, scope, case)
                self.one(two, scope, case)
            case Tree(data="no_", children=[Tree(data="gen") as gen]):
                self.one(node_of("any_", [gen]), scope, case.turned())
            case Tree(data="every_", children=[name, source, holds]):
                self.one(node_of("any_", [limited(name, source, node_of("not_", [holds]))]), scope, case.turned())
            case Tree(data="any_", children=[Tree(data="gen") as gen]):
                self._any_of(gen, scope, case)
            case _ if not self.rules.taints.touches(node) or self.rules.card_reader.is_of_one_card(node, scope):
                self._flag(node, scope, case)
            case Tree(data="compare" | "is_" | "is_not"):
                self.compared(node, scope, case)
            case _ if (inside := self.rules.defining.formula_of(node, scope)) is not None:
                self.one(*inside, case)
            case _:
                raise UnclearError

    def _any_of(self, gen: Tree[Any], scope: Scope, case: Case) -> None:
        name, members, test = self.public(gen, scope)
        if self.is_of_each(name, members, test, scope):
            count = count_of(gen)
            self.compared(node_of("compare", [count, Token("COMP", ">"), Token("NUMBER", "0")]), scope, case)
        elif case.holds:
            bound = self.rules.formulas.bound
            members.each(scope.code, lambda x: self.one(test, bound(scope, name, x, members.type), case))
        else:
            raise UnclearError

    def _flag(self, test: Node, scope: Scope, case: Case) -> None:
        """A test of one card, or of none, counts as 1 where it holds."""
        by = scope.code.keep(terms.as_int(self.rules.formulas.cond(test, scope)))
        hidden = self.rules.taints.touches(test)
        read = lambda variable: self.rules.card_reader.card(variable, ONCE, ONE, scope, test) if hidden else None  # noqa: E731
        self.sum(scope.code, read, by, ">", case)
