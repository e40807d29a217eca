"""Options of a game of OpenSpiel in its own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.importing.openspiel.steps import Steps
from ludwright.rules.options.wording import Option, Wording

if TYPE_CHECKING:
    from ludwright.importing.openspiel.positions import Record
    from ludwright.rules.compiler import Rules


class OpenSpielWording(Wording):
    """Asks OpenSpiel what an answer is called."""

    def __init__(self, rules: Rules, steps: Steps) -> None:
        super().__init__(rules)
        self._steps = steps
        self._known = lru_cache(maxsize=256)(self._all)

    def option(self, code: int, state: Sequence[int]) -> Option:
        """The option of a code on a state."""
        action, seat = code - self._steps.base, int(state[ir.ACTOR])
        words = self._known(self._steps.records.read(state)).get(action) if seat >= 0 else None
        return Option(code, "choose", (str(action),), words or f"answer {action}")

    def picture(self, state: Sequence[int], seat: int | None) -> list[str]:
        """How OpenSpiel shows a position to a seat, or as a whole."""
        position, found = self._steps.position(state), self._steps.found
        whole = seat is None or not found.hidden
        shown = str(position) if whole else getattr(position, found.told)(seat)
        return ["As OpenSpiel tells it:", *(f"  {line.rstrip()}" for line in str(shown).splitlines() if line.strip())]

    def _all(self, record: Record) -> dict[int, str]:
        """The words of all that can be answered, all different."""
        position = self._steps.positions.at(record)
        if position.is_terminal():
            return {}
        seat = position.current_player()
        said = {action: _plain(position.action_to_string(seat, action), seat) for action in position.legal_actions()}
        times = Counter(said.values())
        return {
            action: words if words and times[words] == 1 else f"{words} ({action})".strip()
            for action, words in said.items()
        }


def _plain(words: str, seat: int) -> str:
    """Words in one line, without the seat before them."""
    return " ".join(words.split()).removeprefix(f"[P{seat}]").strip()
