"""Making syntax trees by hand: words, nodes, and brackets where the language needs them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

from lark import Token

from ludwright.language.printer import Part, to_text
from ludwright.language.syntax import Negation, Node, NumberRange
from ludwright.language.syntax.shaping import made
from ludwright.mistakes import LudwrightError

MOST_DIGITS = 15
RESERVED = frozenset(["all", "any", "every", "first", "highest", "lowest", "my", "no", "none", "not", "random", "yes"])
"""Words a formula can't begin with unless they mean what the language means by them."""


class BuildError(LudwrightError):
    """Something in a game built from Python that can't be: what is wrong, and what to write instead."""


class Level(IntEnum):
    """How tightly a formula holds together, loosest first; a place in a formula takes what is tight enough for it."""

    CHOICE = 0
    OR = 1
    AND = 2
    QUANTIFIED = 3
    NOT = 4
    COMPARISON = 5
    SUM = 6
    PRODUCT = 7
    SIGNED = 8
    SIMPLE = 9


_LEVELS = {
    kind: level
    for level, kinds in {
        Level.CHOICE: "if_else all_ pick all_best best_several first random",
        Level.OR: "or_",
        Level.AND: "and_",
        Level.QUANTIFIED: "any_ no_ every_",
        Level.NOT: "not_",
        Level.COMPARISON: "is_ is_not is_in is_not_in compare can knows",
        Level.SUM: "add sub",
        Level.PRODUCT: "mul div mod quotient",
        Level.SIGNED: "neg of",
    }.items()
    for kind in kinds.split()
}
PICKS = frozenset(["all_", "pick", "all_best", "best_several", "first", "random"])
"""Formulas that pick things: where a statement wants things, they stand without brackets."""


def node(kind: str, *children: Part) -> Node:
    """A node of a syntax tree."""
    return made(kind, children)


def level(part: Node | Token) -> Level:
    """How tightly this formula holds together."""
    if isinstance(part, Token):
        return Level.SIMPLE
    if isinstance(part, Negation) and level(part.condition) <= Level.QUANTIFIED:
        return Level.QUANTIFIED
    return _LEVELS.get(part.rule, Level.SIMPLE)


def bracketed(part: Node | Token, least: Level) -> Node | Token:
    """The formula, in brackets if it is not tight enough; a range has no brackets and is refused."""
    if isinstance(part, NumberRange):
        raise BuildError(
            f"the range `{to_text(part)}` can't stand here; a range is a set of numbers to choose or look for"
        )
    return part if level(part) >= least else node("paren", part)


def set_of(part: Node | Token) -> Node | Token:
    """The formula as a set: a sum or a range."""
    return part if isinstance(part, NumberRange) else bracketed(part, Level.SUM)


def things(part: Node | Token) -> Node | Token:
    """The formula as the things a statement moves, shows, rolls or removes."""
    return part if isinstance(part, Node) and part.rule in PICKS else set_of(part)


def word(text: object, what: str = "a name") -> Token:
    """A name, checked."""
    if not isinstance(text, str) or not re.fullmatch(r"[^\W\d]\w*", text):
        raise BuildError(f"{what} is made of letters, digits and `_`, this is {text!r}")
    return Token("NAME", text)


def words(texts: Iterable[object], what: str = "a name") -> Node:
    """A list of names with commas between them."""
    if isinstance(texts, str):
        texts = [piece.strip() for piece in texts.split(",")]
    found = [word(text, what) for text in texts]
    if not found:
        raise BuildError(f"{what} is missing: the list is empty")
    return node("names", *found)


def quoted(text: object, what: str = "a text") -> Token:
    """A text in quotes, checked."""
    if not isinstance(text, str) or '"' in text or "\n" in text:
        raise BuildError(f"{what} is one line without quotes, this is {text!r}")
    return Token("STRING", f'"{text}"')


def whole(number: object, what: str = "a number") -> Token:
    """A whole number from 0, checked."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 0:
        raise BuildError(f"{what} is a whole number from 0, this is {number!r}")
    return digits(number, what)


def digits(number: float, what: str = "a number") -> Token:
    """A number from 0 as a word of the language."""
    text = str(number)
    if len(text) > MOST_DIGITS or not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        raise BuildError(f"{what} can't be {text}: numbers have at most {MOST_DIGITS} digits and no exponent")
    return Token("NUMBER", text)


def percent(number: object) -> Token:
    """A share in percent."""
    return Token("PERCENT", f"{whole(number, 'a percentage')}%")
