"""How many answers may be given at once, seen from the text: for all of them there should be room, so that they can be given again."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part, parts

MOST_PICKED = 64
"""So many are picked at most where the text does not say how many."""
MOST_TIMES = 20


def answers_of_one(every: Iterable[syntax.Node], components: int) -> int:
    """The most answers that one player gives in one `at once`."""
    return max((_answers(node.asked, components) for node in every if isinstance(node, syntax.AtOnce)), default=0)


def _answers(part: Part, components: int) -> int:
    if isinstance(part, Token):
        return 0
    inside = sum(_answers(inner, components) for inner in parts(part))
    match part:
        case syntax.RepeatTimes(number=number):
            return inside * _number(number, MOST_TIMES)
        case syntax.RepeatUntil() | syntax.RepeatWhile() | syntax.For():
            return inside * MOST_TIMES
        case syntax.ChooseOption():
            return inside + 1
        case syntax.Choose(chosen=chosen):
            return inside + _picked(chosen, components)
    return inside


def _picked(chosen: syntax.ChosenNumber | syntax.ChosenUpTo | syntax.ChosenAnyNumber, components: int) -> int:
    """How many answers it takes to choose."""
    most = min(MOST_PICKED, components)
    if isinstance(chosen, syntax.ChosenAnyNumber):
        return most + 1
    return 1 if chosen.number is None else _number(chosen.number, most) + 1


def _number(formula: Formula, otherwise: int) -> int:
    return int(formula) if isinstance(formula, Token) and formula.type == "NUMBER" and formula.isdigit() else otherwise
