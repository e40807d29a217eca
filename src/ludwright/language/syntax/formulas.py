"""Formulas: numbers, conditions, sets and things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lark import Token

from ludwright.language.syntax.base import Formula, FormulaNode, Node

# ---------------------------------------------------------------- two sides


@dataclass(frozen=True)
class TwoSided(FormulaNode):
    """A formula with something on its left and on its right."""

    left: Formula
    right: Formula


@dataclass(frozen=True)
class Arithmetic(TwoSided):
    """``+``, ``-``, ``*``, ``div``, ``mod``."""


class Add(Arithmetic, rule="add"):
    """``a + b``."""


class Subtract(Arithmetic, rule="sub"):
    """``a - b``."""


class Multiply(Arithmetic, rule="mul"):
    """``a * b``."""


class Divide(Arithmetic, rule="div"):
    """``a div b``: the whole part."""


class Modulo(Arithmetic, rule="mod"):
    """``a mod b``: what is left."""


@dataclass(frozen=True)
class Quotient(TwoSided, rule="quotient"):
    """``a / b rounded up``."""

    rounded: RoundedWords | None = None


@dataclass(frozen=True)
class RoundedWords(Node, rule="rounded"):
    """``rounded up`` or ``rounded down``."""

    rounded: Token
    direction: Token


@dataclass(frozen=True)
class Logic(TwoSided):
    """``and``, ``or``."""


class And(Logic, rule="and_"):
    """``a and b``."""


class Or(Logic, rule="or_"):
    """``a or b``."""


@dataclass(frozen=True)
class Identity(TwoSided):
    """``is`` and ``is not``."""

    sign: ClassVar[str]
    """The sign of the comparison that means the same."""


class Is(Identity, rule="is_"):
    """``a is b``."""

    sign = "=="


class IsNot(Identity, rule="is_not"):
    """``a is not b``."""

    sign = "!="


@dataclass(frozen=True)
class Membership(FormulaNode):
    """``is in`` and ``is not in``."""

    thing: Formula
    among: Formula


class IsIn(Membership, rule="is_in"):
    """``a is in s``."""


class IsNotIn(Membership, rule="is_not_in"):
    """``a is not in s``."""


@dataclass(frozen=True)
class Compare(FormulaNode, rule="compare"):
    """``a <= b``: the sign is one of ``== != <= >= < >``."""

    left: Formula
    sign: Token
    right: Formula


@dataclass(frozen=True)
class Can(FormulaNode, rule="can"):
    """``p can attack``."""

    who: Formula
    action: Formula


@dataclass(frozen=True)
class Knows(FormulaNode, rule="knows"):
    """``p knows c``."""

    who: Formula
    what: Formula


# ---------------------------------------------------------------- one side


@dataclass(frozen=True)
class Negation(FormulaNode, rule="not_"):
    """``not a``."""

    condition: Formula


@dataclass(frozen=True)
class Negative(FormulaNode, rule="neg"):
    """``-a``."""

    value: Formula


@dataclass(frozen=True)
class Brackets(FormulaNode, rule="paren"):
    """``(a)``."""

    formula: Formula


@dataclass(frozen=True)
class IfElse(FormulaNode, rule="if_else"):
    """``a if condition else b``."""

    then: Formula
    condition: Formula
    otherwise: Formula


@dataclass(frozen=True)
class NumberRange(FormulaNode, rule="range"):
    """``1..6``."""

    first: Formula
    last: Formula


# ---------------------------------------------------------------- going through the members of a set


@dataclass(frozen=True)
class Generator(Node, rule="gen"):
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


class WithClause(Clause, rule="limit"):
    """``with condition``: leaves out the members for which it does not hold."""


class WhileClause(Clause, rule="while_"):
    """``while condition``: stops at the first member for which it does not hold; or goes on doing something."""


@dataclass(frozen=True)
class Quantifier(FormulaNode):
    """Whether any, or no, member of a set is as described."""

    members: Generator


class AnyOf(Quantifier, rule="any_"):
    """``any c in hand with …``."""


class NoneOf(Quantifier, rule="no_"):
    """``no c in hand with …``."""


@dataclass(frozen=True)
class EveryHas(FormulaNode, rule="every_"):
    """``every c in hand has condition``."""

    name: Token
    source: Formula
    condition: Formula


@dataclass(frozen=True)
class Picking(FormulaNode):
    """A formula that picks members of a set."""


@dataclass(frozen=True)
class AllOf(Picking, rule="all_"):
    """``all c in hand with … by c.rank``."""

    members: Generator
    by: tuple[Formula, ...] = ()


@dataclass(frozen=True)
class FirstOf(Picking, rule="first"):
    """``first c in deck with …``."""

    members: Generator


@dataclass(frozen=True)
class RandomOf(Picking, rule="random"):
    """``random c in deck by weight``."""

    members: Generator
    weight: Formula | None = None


@dataclass(frozen=True)
class Ranked(Picking):
    """Members of a set picked by a number, ties by the next number."""

    best: BestWord
    members: Generator
    by: tuple[Formula, ...]


class BestOf(Ranked, rule="pick"):
    """``highest c in hand by c.rank then c.cost``: one of them."""


@dataclass(frozen=True)
class BestSeveral(Picking, rule="best_several"):
    """``highest 3 c in hand by c.rank``: so many of them, the best first."""

    best: BestWord
    number: Formula
    members: Generator
    by: tuple[Formula, ...]


class AllBest(Ranked, rule="all_best"):
    """``all highest c in hand by c.rank``: every one that is as good as the best."""


@dataclass(frozen=True)
class BestWord(Node, rule="best"):
    """``highest`` or ``lowest``."""

    word: Token


# ---------------------------------------------------------------- names and what belongs to them


@dataclass(frozen=True)
class Of(FormulaNode, rule="of"):
    """``top of deck``."""

    name: Token
    whole: Formula


@dataclass(frozen=True)
class MemberOf(FormulaNode, rule="member"):
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
class FunctionCall(FormulaNode, rule="call_"):
    """``count(c in hand)``, ``worth(c)``."""

    name: Token
    arguments: ArgumentList


@dataclass(frozen=True)
class My(FormulaNode, rule="my"):
    """``my hand``."""

    name: Token
    arguments: ArgumentList | None = None


@dataclass(frozen=True)
class DesignsOf(FormulaNode, rule="designs"):
    """``card designs``."""

    kind: Token


@dataclass(frozen=True)
class FixedWord(FormulaNode):
    """A word with a fixed meaning."""


class NoneLiteral(FixedWord, rule="none_"):
    """``none``."""


class Yes(FixedWord, rule="yes"):
    """``yes``."""


class No(FixedWord, rule="no"):
    """``no``."""


@dataclass(frozen=True)
class ArgumentList(Node):
    """What stands in the brackets of a call."""


@dataclass(frozen=True)
class Arguments(ArgumentList, rule="args"):
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
class SetArgument(ArgumentList, rule="set_arg"):
    """``(c in hand with …)``."""

    members: Generator


@dataclass(frozen=True)
class CellFormula(Node, rule="cell"):
    """The formula of a table cell, or a formula by itself."""

    formula: Formula
