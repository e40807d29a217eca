"""The native side of a player that thinks: its block, filled for one game, and the memory the block speaks of."""

from __future__ import annotations

import ctypes
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import block as places
from ludwright.agents.nature import nature_of
from ludwright.engine.layout import own_lines
from ludwright.engine.random import Stream
from ludwright.play.group_ranges import ranges_of_groups
from ludwright.play.playable import Playable

CLOCK = ctypes.CFUNCTYPE(ctypes.c_int64)(lambda: time.perf_counter_ns())
"""The clock kernels look at."""


class AgentMemory:
    """A block and all arrays it holds addresses of. One thread uses it at a time."""

    error: BaseException | None = None
    """Native players raise nothing."""

    def __init__(
        self, game: Playable, table: npt.NDArray[np.int32], limit: int, stop: npt.NDArray[np.int64] | None = None
    ) -> None:
        self.game = game
        self.block = own_lines(places.BLOCK_WORDS, np.int64)
        self.reals = self.block.view(np.float64)
        self._kept: list[Any] = []
        compiled = game.compiled
        compiled.accept(table)
        addresses = compiled.addresses
        self.put(places.ADVANCE, addresses["advance"])
        self.put(places.LEGAL, addresses["legal"])
        for place, name in ((places.RETURNS, "returns"), (places.LEAD, "lead"), (places.SCORE, "score")):
            self.put(place, addresses.get(f"real_{name}", 0))
        self.put(places.SEATS, game.players)
        self.put(places.LIMIT, limit)
        self.put(places.CLOCK, ctypes.cast(CLOCK, ctypes.c_void_p).value or 0)
        self.hold(places.TABLE, table)
        self.hold(places.STOP, stop if stop is not None else np.zeros(1, np.int64))
        state = compiled.new_state()
        self.hold(places.STATE, state)
        self.put(places.STATE_WORDS, state.size)
        for place in (places.ROOT, places.SPARE, places.OTHER):
            self.hold(place, compiled.new_state())
        for place in (places.CONTEXT, places.SPARE_CONTEXT, places.OTHER_CONTEXT):
            context = self.hold(place, compiled.new_context(Stream(0, 1)))
        self.put(places.CONTEXT_WORDS, context.size)
        groups = getattr(getattr(game, "rules", None), "groups", None)
        weights = np.array(groups.weights if groups is not None else [], np.int64)
        self.hold(places.RANGES, ranges_of_groups(groups.ranges if groups is not None else []))
        self.hold(places.WEIGHTS, weights)
        self.put(places.WEIGHT_COUNT, len(weights))
        self.hold(places.COUNTS, np.zeros(max(1, len(weights)), np.int64))
        self.hold(places.VALUES, own_lines(game.players, np.float64))
        self.span = self.hold(places.SPAN, np.array([-1.0, 1.0]))
        self.put(places.VEIL, -1)
        self.put(places.SEALED, -1)
        self.put(places.SCORED, int(nature_of(game).scored))
        if hides(game):
            self._know()

    def _know(self) -> None:
        """What it takes to deal again what a seat can't see."""
        from ludwright.agents.kernels.dealing import begin_part_by_address, deal_by_address, prepare_by_address
        from ludwright.hidden.native import SCRATCH, knowledge_block

        knowledge = self.hold(places.KNOWLEDGE, knowledge_block(self.game))
        self.put(places.KNOWLEDGE_WORDS, knowledge.size)
        self.room(places.PLAN, int(knowledge[SCRATCH]), np.int64)
        self.put(places.PLAN_WORDS, int(knowledge[SCRATCH]))
        self.hold(places.WISE_TABLE, self.game.table)
        self.put(places.PREPARE, prepare_by_address().address)
        self.put(places.DEAL, deal_by_address().address)
        model = self.game.rules.model
        self.put(places.VEIL, model.arrays.get("veil", -1))
        if "veil" in model.arrays and not model.has_secret_stage:
            self.put(places.SEALED, model.arrays["veil"])
            self.put(places.REWIND, model.arrays["rewind"])
            self.put(places.REPLIES, model.arrays["replies"])
            self.put(places.BEGIN_PART, begin_part_by_address().address)

    def room(self, place: int | np.int64, size: int, kind: Any) -> npt.NDArray[Any]:
        """Make an array of zeros, and write its address into the block."""
        return self.hold(place, own_lines(max(1, size), kind))

    def put(self, place: int | np.int64, number: int | float) -> None:
        """Write a number into the block."""
        if isinstance(number, float):
            self.reals[place] = number
        else:
            self.block[place] = number

    def hold(self, place: int | np.int64, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Write the address of an array into the block, and keep the array."""
        self._kept.append(array)
        self.block[place] = array.ctypes.data
        return array

    def keep(self, thing: Any) -> None:
        """Keep something whose addresses stand in the block."""
        self._kept.append(thing)

    @property
    def address(self) -> int:
        """Where the block lies."""
        return self.block.ctypes.data


@dataclass(frozen=True)
class SeatedAgent:
    """A player in its seat: the function that decides, and the block it is given."""

    function: int
    mind: AgentMemory

    @property
    def is_own(self) -> bool:
        """Whether it is written in Python."""
        return not isinstance(self.mind, AgentMemory)


def hides(game: Playable) -> bool:
    """Whether somebody does not see everything."""
    return nature_of(game).hidden
