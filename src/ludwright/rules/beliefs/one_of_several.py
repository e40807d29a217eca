"""Tests joined by `and` and `or`: that everybody sees how they come out together may only tell that one of several is so.

What it takes for that is written as clauses, of each of which at least one part holds: `a and (b or c)` holds with the clauses a, and b or c; it does not with
not a or not b, and not a or not c.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from lark import Token

from ludwright.ir import terms
from ludwright.ir.terms import ONE
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.rules.beliefs.extremes import count_of, extreme_in, is_extreme, limited
from ludwright.rules.beliefs.noted_sums import NotedSums, SumCase, SumGroup
from ludwright.rules.beliefs.reading_cards import ONCE, UnclearError, plain
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scope

Clauses = list[list[tuple[Part, Scope, bool]]]

MOST_PARTS = 10
"""Tests that would take more in all are not used: there is room for 12 sums."""


class OneOfSeveral(NotedSums):
    """Compiles it."""

    if TYPE_CHECKING:

        def compared(self, node: syntax.Compare | syntax.Identity, scope: Scope, case: SumCase | None) -> None: ...

        def public(self, gen: syntax.Generator, scope: Scope) -> tuple[str, sets.SetValue, Formula]: ...

        def is_of_each(self, name: str, members: sets.SetValue, test: Part, scope: Scope) -> bool: ...

    def clauses(self, node: Part, scope: Scope, holds: bool) -> Clauses:
        """What it takes for a test to hold, or not to."""
        match node:
            case syntax.Brackets(inside):
                return self.clauses(inside, scope, holds)
            case syntax.Negation(inside):
                return self.clauses(inside, scope, not holds)
            case syntax.And(one, two) | syntax.Or(one, two):
                found = [self.clauses(part, scope, holds) for part in (one, two)]
                if isinstance(node, syntax.And) == holds:
                    joined = [clause for each in found for clause in each]
                else:
                    joined = [[part for clause in way for part in clause] for way in product(*found)]
                if sum(map(len, joined)) > MOST_PARTS:
                    raise UnclearError
                return joined
            case syntax.Is(one, other) | syntax.IsNot(one, other) if (most := extreme_in(plain(one))) is not None:
                return self.clauses(is_extreme(most, other), scope, holds == isinstance(node, syntax.Is))
            case _ if (meant := self.rules.defining.formula_of(node, scope)) is not None:
                return self.clauses(*meant, holds)
        return [[(node, scope, holds)]]

    def one_of(self, clause: list[tuple[Part, Scope, bool]], group: SumGroup) -> None:
        """At least one of some tests comes out as it is said."""
        for node, scope, holds in clause:
            self.one(node, scope, SumCase(group, holds))

    def one(self, node: Part, scope: Scope, case: SumCase) -> None:
        """Note how a test would come out, as one of several of which one at least does so."""
        match node:
            case syntax.Brackets(inside):
                self.one(inside, scope, case)
            case syntax.Negation(inside):
                self.one(inside, scope, case.turned())
            case syntax.And(one, two) | syntax.Or(one, two) if isinstance(node, syntax.Or) == case.holds:
                self.one(one, scope, case)
                self.one(two, scope, case)
            case syntax.NoneOf(members):
                self.one(syntax.AnyOf(members), scope, case.turned())
            case syntax.EveryHas(name, source, holds):
                self.one(syntax.AnyOf(limited(name, source, syntax.Negation(holds))), scope, case.turned())
            case syntax.AnyOf(members):
                self._any_of(members, scope, case)
            case _ if not self.rules.taints.touches(node) or self.rules.card_reader.is_of_one_card(node, scope):
                self._flag(node, scope, case)
            case syntax.Compare() | syntax.Is() | syntax.IsNot():
                self.compared(node, scope, case)
            case _ if (meant := self.rules.defining.formula_of(node, scope)) is not None:
                self.one(*meant, case)
            case _:
                raise UnclearError

    def _any_of(self, gen: syntax.Generator, scope: Scope, case: SumCase) -> None:
        name, members, test = self.public(gen, scope)
        if self.is_of_each(name, members, test, scope):
            self.compared(syntax.Compare(count_of(gen), Token("COMP", ">"), Token("NUMBER", "0")), scope, case)
        elif case.holds:
            bound = self.rules.formulas.bound
            members.each(scope.code, lambda x: self.one(test, bound(scope, name, x, members.type), case))
        else:
            raise UnclearError

    def _flag(self, test: Part, scope: Scope, case: SumCase) -> None:
        """A test of one card, or of none, counts as 1 where it holds."""
        by = scope.code.keep(terms.as_int(self.rules.formulas.cond(test, scope)))
        hidden = self.rules.taints.touches(test)
        read = lambda variable: self.rules.card_reader.card(variable, ONCE, ONE, scope, test) if hidden else None  # noqa: E731
        self.sum(scope.code, read, by, ">", case)
