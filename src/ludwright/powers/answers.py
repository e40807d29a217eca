"""Answers that are nothing by themselves: numbers, players, names to be guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.agents.barred import bars_of
from ludwright.agents.settings import AgentError
from ludwright.game import Game

if TYPE_CHECKING:
    from ludwright.rules.options.questions import QuestionRules


def is_one_of_many_alike(game: Game, option: str) -> bool:
    """Whether an option is an answer that nobody could leave out or make stronger: a number such as a bid, a player, or a card that is only named, to guess
    it or to take one.

    >>> import ludwright
    >>> is_one_of_many_alike(ludwright.load("letters"), "choose Countess"), is_one_of_many_alike(ludwright.load("curios"), "choose 3")
    (True, True)
    >>> is_one_of_many_alike(ludwright.load("hamlet"), "choose wood"), is_one_of_many_alike(ludwright.load("seven_cities"), "choose Palace")
    (False, False)
    """
    asked = _questions(game, option)
    return bool(asked) and all(_names_alone(question) for question in asked)


def _names_alone(question: QuestionRules) -> bool:
    if question.coding is None:
        return False
    kind = question.coding.type.kind
    return question.coding.type.form == "number" if kind is None else kind.role in ("player", "design")


def _questions(game: Game, option: str) -> list[QuestionRules]:
    """The questions that an option answers, if it is nothing else."""
    try:
        codes = [first for first, _ in bars_of(game, [option])[0] if first]
    except AgentError:
        return []
    found = [
        next((one for one in game.rules.questions.all if one.base and one.base <= code < one.base + one.size), None)
        for code in codes
    ]
    return [] if None in found else list({one.number: one for one in found if one is not None}.values())
