"""One decision searched on several cores: a tree on each, and what speaks for every option is added up."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import tree
from ludwright.agents.minds import Mind, Sitter
from ludwright.engine.random import Stream

_DECIDE = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_int64,) * 7)


class SideBySide:
    """Several players that search, in the seat of one. Machine code asks it like any other; it asks its players at the same time."""

    def __init__(self, sitters: Sequence[Sitter], players: int, stop: npt.NDArray[np.int64]) -> None:
        self._sitters, self._stop = sitters, stop
        self._native = _DECIDE(sitters[0].function)
        self._streams = [np.zeros(2 * (players + 1), np.uint64) for _ in sitters]
        self._crew = ThreadPoolExecutor(len(sitters))
        self.callback = _DECIDE(self._decide)
        self.error: BaseException | None = None

    @property
    def address(self) -> int:
        """The block of the first, for whoever wants to look into its tree."""
        return self._sitters[0].mind.address

    @property
    def first(self) -> Mind:
        """The mind of the first."""
        return self._sitters[0].mind

    def __getattr__(self, name: str) -> Any:
        return getattr(self.first, name)

    def _decide(self, block: int, state: int, table: int, context: int, options: int, seat: int, streams: int) -> int:
        try:
            self._deal_chance(seat, streams)
            asked = [
                self._crew.submit(
                    self._native, sitter.mind.address, state, table, context, options, seat, chance.ctypes.data
                )
                for sitter, chance in zip(self._sitters, self._streams, strict=True)
            ]
            for answer in asked:
                answer.result()
            return int(np.argmax(sum(self._tally(sitter.mind, options) for sitter in self._sitters)))
        except BaseException as error:
            self.error = error
            self._stop[0] = 1
            return -1

    def _deal_chance(self, seat: int, streams: int) -> None:
        """Chance of its own for each, from the stream of the seat. The second number stays: it tells one game from another."""
        role = 2 * (seat + 1)
        own = np.ctypeslib.as_array((ctypes.c_uint64 * (role + 2)).from_address(streams))
        dice = Stream(int(own[role]), int(own[role + 1]))
        for chance in self._streams:
            chance[role] = dice.next32() << 32 | dice.next32()
            chance[role + 1] = own[role + 1]
        own[role] = dice.state

    @staticmethod
    def _tally(mind: Mind, options: int) -> npt.NDArray[np.float64]:
        at = (ctypes.c_double * options).from_address(int(mind.block[tree.TALLY]))
        return np.ctypeslib.as_array(at).copy()
