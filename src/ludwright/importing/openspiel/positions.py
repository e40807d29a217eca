"""A position is all that was done to come to it: the answers of the players and the outcomes of chance, as OpenSpiel numbers them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Words = Any
"""The words of a state: an array for kernels, a list for the plain run."""
Record = tuple[int, ...]
KEPT = 4_096
"""So many positions are remembered as objects of OpenSpiel. It is only to save work: each can be made again from its record."""


class Records:
    """Where in the words of a state the record lies: how many steps, what each seat got (as real numbers), the steps."""

    def __init__(self, base: int, players: int, room: int) -> None:
        self.count = base
        self.paid = base + 1
        self.first = base + 1 + 2 * players
        self.room = room
        self.players = players
        self.size = self.first + room

    def read(self, words: Words) -> Record:
        """All steps so far."""
        count = min(max(0, int(words[self.count])), self.room)
        return tuple(int(step) for step in words[self.first : self.first + count])

    def write(self, words: Words, record: Sequence[int], known: int) -> None:
        """Note the steps; the first ``known`` of them are there already."""
        for at in range(known, len(record)):
            words[self.first + at] = record[at]
        words[self.count] = len(record)

    def pay(self, words: Words, payments: Sequence[float]) -> None:
        """Note what each seat got."""
        for at, word in enumerate(np.array(payments, np.float64).view(np.int32).tolist()):
            words[self.paid + at] = word

    def payments(self, words: Words) -> npt.NDArray[np.float64]:
        """What each seat got."""
        kept: npt.NDArray[np.float64] = np.array(words[self.paid : self.first], np.int32).view(np.float64)
        return kept


class Positions:
    """OpenSpiel's own objects, by what was done. They are shared: nobody may change one."""

    def __init__(self, spiel: Any) -> None:
        self._spiel = spiel
        self._kept: OrderedDict[Record, Any] = OrderedDict()
        self._lock = threading.Lock()

    def at(self, record: Record) -> Any:
        """The position after these steps."""
        with self._lock:
            found = self._kept.get(record)
            if found is not None:
                self._kept.move_to_end(record)
                return found
        made = self._made(record)
        self.keep(record, made)
        return made

    def keep(self, record: Record, state: Any) -> None:
        """Remember one."""
        with self._lock:
            self._kept[record] = state
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def _made(self, record: Record) -> Any:
        state = self._spiel.new_initial_state()
        for step in record:
            state.apply_action(step)
        return state
