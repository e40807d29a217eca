"""Formulas written in another way: the highest and lowest of some numbers by whether there is any beyond, and what is counted."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.rules.beliefs.reading_cards import UnclearError


@dataclass(frozen=True)
class Extreme:
    """The highest or lowest of some numbers: `max(c.rank for c in my hand)`."""

    highest: bool
    formula: Formula
    members: syntax.Generator

    @property
    def signs(self) -> tuple[str, str]:
        """How what lies beyond a number compares with it, and what reaches it."""
        return (">", ">=") if self.highest else ("<", "<=")


def extreme_in(node: Part) -> Extreme | None:
    """A formula as the highest or lowest of some numbers; None if it is something else."""
    match node:
        case syntax.FunctionCall("max" | "min" as word, syntax.EachArguments(formula, (members,))):
            return Extreme(word == "max", formula, members)
    return None


def any_extreme(most: Extreme, other: Formula, way: str) -> syntax.AnyOf:
    """`any c in my hand with c.rank > n`, for `max(c.rank for c in my hand)` and n."""
    members, test = most.members, syntax.Compare(most.formula, Token("COMP", way), other)
    if members.start is not None or isinstance(members.limit, syntax.WhileClause):
        raise UnclearError
    both = syntax.And(members.limit.condition, test) if members.limit is not None else test
    return syntax.AnyOf(limited(members.name, members.source, both))


def is_extreme(most: Extreme, other: Formula) -> syntax.And:
    """That the highest or lowest is just so much: there is none beyond, and one that is as far."""
    beyond, reaches = most.signs
    return syntax.And(syntax.Negation(any_extreme(most, other, beyond)), any_extreme(most, other, reaches))


def limited(name: Token, source: Formula, test: Formula | None) -> syntax.Generator:
    """`x in S with P`."""
    return syntax.Generator(name, source, limit=syntax.WithClause(test) if test is not None else None)


def count_of(members: syntax.Generator) -> syntax.FunctionCall:
    """`count(x in S with P)`."""
    return syntax.FunctionCall(Token("NAME", "count"), syntax.SetArgument(members))
