"""The size of the decision space: how many different options each action and each question can ever have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.rules.options.coding import Coding


@dataclass(frozen=True)
class CountedChoice:
    """An action, or a question inside an effect, with the number of its option codes."""

    name: str
    sort: str
    """``action`` or ``question``."""
    values: dict[str, int]
    """For each value to be chosen, how many there may be."""
    codes: int

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"name": self.name, "sort": self.sort, "values": self.values, "codes": self.codes}


def find_choices(game: Game) -> list[CountedChoice]:
    """All actions that are offered and all questions, in the order of their codes."""
    found = []
    for action in sorted(game.rules.actions.known.values(), key=lambda a: a.base):
        if action.ready:
            values = {word: _many(coding) for (word, _), coding in zip(action.params, action.codings, strict=True)}
            found.append(CountedChoice(action.name, "action", values, action.size))
    known: set[int] = set()
    for question in game.rules.questions.all:
        if question.base and question.base not in known:
            known.add(question.base)
            found.append(
                CountedChoice(question.name, "question", {question.name.split(".")[-1]: question.size}, question.size)
            )
    return found


def _many(coding: Coding) -> int:
    return coding.radix
