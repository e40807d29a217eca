"""Formulas: numbers, conditions, sets and things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lark import Token

from ludwright.language.syntax.base import Formula, FormulaNode, Node

# ---------------------------------------------------------------- two sides


@dataclass(frozen=True)
class Add(FormulaNode, rule="add", written="{0} + {1}"):
    """``a + b``."""

    left: Formula
    right: Formula


@dataclass(frozen=True)
class Subtract(FormulaNode, rule="sub", written="{0} - {1}"):
    """``a - b``."""

    left: Formula
    right: Formula


@dataclass(frozen=True)
class Multiply(FormulaNode, rule="mul", written="{0} * {1}"):
    """``a * b``."""

    left: Formula
    right: Formula


@dataclass(frozen=True)
class Divide(FormulaNode, rule="div", written="{0} div {1}"):
    """``a div b``: the whole part."""

    left: Formula
    right: Formula


@dataclass(frozen=True)
class Modulo(FormulaNode, rule="mod", written="{0} mod {1}"):
    """``a mod b``: what is left."""

    left: Formula
    right: Formula


@dataclass(frozen=True)
class Quotient(FormulaNode, rule="quotient", written="{0} / {1}[ {2}]"):
    """``a / b rounded up``."""

    left: Formula
    right: Formula

    rounded: RoundedWords | None = None


@dataclass(frozen=True)
class RoundedWords(Node, rule="rounded", written="{0} {1}"):
    """``rounded up`` or ``rounded down``."""

    rounded: Token
    direction: Token


@dataclass(frozen=True)
class And(FormulaNode, rule="and_", written="{0} and {1}"):
    """``a and b``."""

    left: Formula
    right: Formula


@dataclass(frozen=True)
class Or(FormulaNode, rule="or_", written="{0} or {1}"):
    """``a or b``."""

    left: Formula
    right: Formula


@dataclass(frozen=True)
class Is(FormulaNode, rule="is_", written="{0} is {1}"):
    """``a is b``."""

    left: Formula
    right: Formula

    sign: ClassVar[str] = "=="
    """The sign of the comparison that means the same."""


@dataclass(frozen=True)
class IsNot(FormulaNode, rule="is_not", written="{0} is not {1}"):
    """``a is not b``."""

    left: Formula
    right: Formula

    sign: ClassVar[str] = "!="
    """The sign of the comparison that means the same."""


@dataclass(frozen=True)
class IsIn(FormulaNode, rule="is_in", written="{0} is in {1}"):
    """``a is in s``."""

    thing: Formula
    among: Formula


@dataclass(frozen=True)
class IsNotIn(FormulaNode, rule="is_not_in", written="{0} is not in {1}"):
    """``a is not in s``."""

    thing: Formula
    among: Formula


@dataclass(frozen=True)
class Compare(FormulaNode, rule="compare", written="{0} {1} {2}"):
    """``a <= b``: the sign is one of ``== != <= >= < >``."""

    left: Formula
    sign: Token
    right: Formula


@dataclass(frozen=True)
class Can(FormulaNode, rule="can", written="{0} can {1}"):
    """``p can attack``."""

    who: Formula
    action: Formula


@dataclass(frozen=True)
class Knows(FormulaNode, rule="knows", written="{0} knows {1}"):
    """``p knows c``."""

    who: Formula
    what: Formula


# ---------------------------------------------------------------- one side


@dataclass(frozen=True)
class Negation(FormulaNode, rule="not_", written="not {0}"):
    """``not a``."""

    condition: Formula


@dataclass(frozen=True)
class Negative(FormulaNode, rule="neg", written="-{0}"):
    """``-a``."""

    value: Formula


@dataclass(frozen=True)
class Brackets(FormulaNode, rule="paren", written="({0})"):
    """``(a)``."""

    formula: Formula


@dataclass(frozen=True)
class IfElse(FormulaNode, rule="if_else", written="{0} if {1} else {2}"):
    """``a if condition else b``."""

    then: Formula
    condition: Formula
    otherwise: Formula


@dataclass(frozen=True)
class NumberRange(FormulaNode, rule="range", written="{0}..{1}"):
    """``1..6``."""

    first: Formula
    last: Formula


# ---------------------------------------------------------------- going through the members of a set


@dataclass(frozen=True)
class Generator(Node, rule="gen", written="{0} in {1}[ from {2}][ {3}][ {4}]"):
    """``c in hand with c.cost > 2``: a name for each member of a set in turn."""

    name: Token
    source: Formula
    start: Formula | None = None
    """Whom it begins with: ``p in players from me``."""
    backwards: Token | None = None
    limit: WithClause | WhileClause | None = None


@dataclass(frozen=True)
class Clause(Node):
    """A condition behind a word."""

    condition: Formula


class WithClause(Clause, rule="limit", written="with {0}"):
    """``with condition``: leaves out the members for which it does not hold."""


class WhileClause(Clause, rule="while_", written="while {0}"):
    """``while condition``: stops at the first member for which it does not hold; or goes on doing something."""


@dataclass(frozen=True)
class AnyOf(FormulaNode, rule="any_", written="any {0}"):
    """``any c in hand with …``."""

    members: Generator


@dataclass(frozen=True)
class NoneOf(FormulaNode, rule="no_", written="no {0}"):
    """``no c in hand with …``."""

    members: Generator


@dataclass(frozen=True)
class EveryHas(FormulaNode, rule="every_", written="every {0} in {1} has {2}"):
    """``every c in hand has condition``."""

    name: Token
    source: Formula
    condition: Formula


@dataclass(frozen=True)
class AllOf(FormulaNode, rule="all_"):
    """``all c in hand with … by c.rank``."""

    members: Generator
    by: tuple[Formula, ...] = ()


@dataclass(frozen=True)
class FirstOf(FormulaNode, rule="first", written="first {0}"):
    """``first c in deck with …``."""

    members: Generator


@dataclass(frozen=True)
class RandomOf(FormulaNode, rule="random", written="random {0}[ by {1}]"):
    """``random c in deck by weight``."""

    members: Generator
    weight: Formula | None = None


@dataclass(frozen=True)
class BestOf(FormulaNode, rule="pick"):
    """``highest c in hand by c.rank then c.cost``: one of them."""

    best: BestWord
    members: Generator
    by: tuple[Formula, ...]


@dataclass(frozen=True)
class BestSeveral(FormulaNode, rule="best_several"):
    """``highest 3 c in hand by c.rank``: so many of them, the best first."""

    best: BestWord
    number: Formula
    members: Generator
    by: tuple[Formula, ...]


@dataclass(frozen=True)
class AllBest(FormulaNode, rule="all_best"):
    """``all highest c in hand by c.rank``: every one that is as good as the best."""

    best: BestWord
    members: Generator
    by: tuple[Formula, ...]


@dataclass(frozen=True)
class BestWord(Node, rule="best", written="{0}"):
    """``highest`` or ``lowest``."""

    word: Token


# ---------------------------------------------------------------- names and what belongs to them


@dataclass(frozen=True)
class Of(FormulaNode, rule="of", written="{0} of {1}"):
    """``top of deck``."""

    name: Token
    whole: Formula


@dataclass(frozen=True)
class MemberOf(FormulaNode, rule="member", written="{0}.{1}[{2}]"):
    """``c.cost``, ``p.seen(c)``."""

    subject: Formula
    name: Token
    arguments: ArgumentList | None = None


@dataclass(frozen=True)
class At(FormulaNode, rule="at"):
    """``track[p, 2]``."""

    value: Formula
    indices: tuple[Formula, ...]


@dataclass(frozen=True)
class FunctionCall(FormulaNode, rule="call_", written="{0}{1}"):
    """``count(c in hand)``, ``worth(c)``."""

    name: Token
    arguments: ArgumentList


@dataclass(frozen=True)
class My(FormulaNode, rule="my", written="my {0}[{1}]"):
    """``my hand``."""

    name: Token
    arguments: ArgumentList | None = None


@dataclass(frozen=True)
class DesignsOf(FormulaNode, rule="designs", written="{0} designs"):
    """``card designs``."""

    kind: Token


@dataclass(frozen=True)
class NoneLiteral(FormulaNode, rule="none_", written="none"):
    """``none``."""


@dataclass(frozen=True)
class Yes(FormulaNode, rule="yes", written="yes"):
    """``yes``."""


@dataclass(frozen=True)
class No(FormulaNode, rule="no", written="no"):
    """``no``."""


@dataclass(frozen=True)
class ArgumentList(Node):
    """What stands in the brackets of a call."""


@dataclass(frozen=True)
class Arguments(ArgumentList, rule="args", listed=("(", ", ", ")")):
    """``(a, b)``."""

    values: tuple[Formula, ...] = ()


@dataclass(frozen=True)
class EachArguments(ArgumentList, rule="each_args"):
    """``(c.cost for c in hand, p in players)``."""

    value: Formula
    members: tuple[Generator, ...]


@dataclass(frozen=True)
class MatchedArguments(ArgumentList, rule="match_args"):
    """``(fits for c in hand matched to s in slots)``."""

    value: Formula
    members: Generator
    others: Generator


@dataclass(frozen=True)
class SetArgument(ArgumentList, rule="set_arg", written="({0})"):
    """``(c in hand with …)``."""

    members: Generator


@dataclass(frozen=True)
class CellFormula(Node, rule="cell", written="{0}"):
    """The formula of a table cell, or a formula by itself."""

    formula: Formula


# ---------------------------------------------------------------- forms of one shape

Arithmetic = Add | Subtract | Multiply | Divide | Modulo
"""``+``, ``-``, ``*``, ``div``, ``mod``."""

Logic = And | Or
"""``and``, ``or``."""

Identity = Is | IsNot
"""``is`` and ``is not``."""

Membership = IsIn | IsNotIn
"""``is in`` and ``is not in``."""

Quantifier = AnyOf | NoneOf
"""Whether any, or no, member of a set is as described."""

Picking = AllOf | FirstOf | RandomOf | BestOf | BestSeveral | AllBest
"""A formula that picks members of a set."""

Ranked = BestOf | AllBest
"""Members of a set picked by a number, ties by the next number."""

FixedWord = NoneLiteral | Yes | No
"""A word with a fixed meaning."""
