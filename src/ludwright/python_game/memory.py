"""Games that are under way as Python objects, found by what their blocks say.

This is only to save work: every one of them can be made again from its block alone. So whoever takes a game out may
change it, a thread that finds it gone makes its own, and the oldest are forgotten.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from ludwright.python_game.block import Chain
from ludwright.python_game.caller import Actions
from ludwright.python_game.contract import PythonGame

KEPT = 128
"""How many games are remembered."""


@dataclass(slots=True)
class Live:
    """A game at some point."""

    game: PythonGame
    actions: Actions
    """What can be done now; empty when the game is over."""
    drawn: Chain = (0, 0)
    """Where its chance stands."""
    wanted_again: bool = False
    """Somebody has come back to this position: work on a copy, and keep this one."""


class Memory:
    """A few games by their positions."""

    def __init__(self) -> None:
        self._games: dict[bytes, Live] = {}
        self._lock = threading.Lock()

    def take(self, position: bytes) -> Live | None:
        """Take a game out: it belongs to the caller."""
        with self._lock:
            return self._games.pop(position, None)

    def keep(self, position: bytes, live: Live) -> None:
        """Put a game in; nobody else may hold it."""
        with self._lock:
            self._games.pop(position, None)
            self._games[position] = live
            if len(self._games) > KEPT:
                del self._games[next(iter(self._games))]

    def take_before(self, record: bytes) -> tuple[bytes, Live] | None:
        """Take out the furthest game from which the rest of a record leads on."""
        with self._lock:
            fitting = [known for known, live in self._games.items() if live.wanted_again and record.startswith(known)]
            if not fitting:
                return None
            best = max(fitting, key=len)
            return best, self._games.pop(best)
