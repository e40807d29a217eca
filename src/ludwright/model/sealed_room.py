"""How many answers may be given at once, seen from the text: for all of them there should be room, so that they can be given again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lark import Token, Tree

MOST_PICKED = 64
"""So many are picked at most where the text does not say how many."""
MOST_TIMES = 20
REPEATS = ("repeat_times", "repeat_until", "repeat_while", "for_")


def answers_of_one(parts: Iterable[Tree[Any]], components: int) -> int:
    """The most answers that one player gives in one `at once`."""
    sealed = [part.children[1] for part in parts if part.data == "at_once"]
    return max((_answers(body, components) for body in sealed), default=0)


def _answers(node: Any, components: int) -> int:
    if not isinstance(node, Tree):
        return 0
    inside = sum(_answers(child, components) for child in node.children)
    if node.data in REPEATS:
        return inside * _number(node.children[0], MOST_TIMES)
    if node.data == "options":
        return inside + 1
    return inside + (_picked(node.children[3], components) if node.data == "choose" else 0)


def _picked(chosen: Tree[Any], components: int) -> int:
    """How many answers it takes to choose."""
    if len(chosen.children) == 1 and chosen.data != "any_number":
        return 1
    return _number(chosen.children[0], min(MOST_PICKED, components)) + 1


def _number(formula: Any, otherwise: int) -> int:
    return int(formula) if isinstance(formula, Token) and formula.type == "NUMBER" and formula.isdigit() else otherwise
