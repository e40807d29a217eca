"""Names: those of the game at hand, and those every game has."""

from __future__ import annotations

from lark import Token

from ludwright.builder.formulas import Formula, Value, as_formula, as_name, as_simple, as_sum, as_truth
from ludwright.builder.trees import RESERVED, BuildError, Level, bracketed, node, quoted
from ludwright.builder.trees import word as checked


def name(text: str) -> Formula:
    """A name of the game: ``name("cells")``; a name of a table may have several words: ``name("Tax Collector")``."""
    if text in RESERVED:
        raise BuildError(f"a formula can't begin with a name spelt `{text}`: give the thing another name")
    if isinstance(text, str) and " " in text.strip() and '"' not in text and "\n" not in text:
        return Formula(Token("NAME", text))
    return Formula(checked(text))


def names(text: str) -> tuple[Formula, ...]:
    """Several names at once: ``c, cells = names("c cells")``."""
    return tuple(name(piece) for piece in text.replace(",", " ").split())


class Words:
    """Names as attributes: ``word.cells`` is ``name("cells")``."""

    def __getattr__(self, text: str) -> Formula:
        if text.startswith("_"):
            raise AttributeError(text)
        return name(text)


class Mine:
    """What belongs to the player who acts: ``my.hand`` is ``my hand``."""

    def __getattr__(self, text: str) -> Formula:
        if text.startswith("_"):
            raise AttributeError(text)
        return Formula(node("my", checked(text), None))


word = Words()
my = Mine()
none = Formula(node("none_"))
yes = Formula(node("yes"))
no = Formula(node("no"))
me, others, opponent, players, everyone, it = names("me others opponent players everyone it")
directions, lines, line, linked, side, distance = names("directions lines line linked side distance")
empty, turn_, round_ = names("empty turn round")


def text(words: str) -> Formula:
    """A text in quotes."""
    return Formula(quoted(words))


def of(function: Formula | str, thing: Value) -> Formula:
    """``top of deck``."""
    return Formula(node("of", as_name(function), as_simple(thing)))


def designs(kind: Formula | str) -> Formula:
    """``card designs``: all designs of a kind."""
    return Formula(node("designs", as_name(kind)))


def paren(value: Value) -> Formula:
    """Brackets that are not needed, or a comparison as one side of another."""
    return Formula(node("paren", as_formula(value)))


def range_(low: Value, high: Value) -> Formula:
    """``low..high``: the whole numbers from low to high."""
    return Formula(node("range", as_sum(low), as_sum(high)))


def if_else(value: Value, condition: Value, otherwise: Value) -> Formula:
    """``value if condition else otherwise``."""
    return Formula(node("if_else", bracketed(as_formula(value), Level.OR), as_truth(condition), as_formula(otherwise)))
