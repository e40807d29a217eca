"""Redeals for `chance(P)`: what the rules themselves call to look at other ways the cards may lie.

A game whose rules ask for such chances has in its table the address of a block that says where its hidden things lie; the rules hand it on, together
with the state. What is dealt depends on the state as the seat knows it, on the seat, the turn and the number of the redeal: never on the game's chance.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, no_type_check

import numpy as np
import numpy.typing as npt
from numba import carray, types  # type: ignore[attr-defined]

from ludwright.engine.calling import numbers_at, words_at
from ludwright.engine.kernel import begin_stream, by_address, root
from ludwright.hidden.layout import Layout, lay_out
from ludwright.hidden.redeal import deal_again
from ludwright.rules.ir import TURN

if TYPE_CHECKING:
    from ludwright.rules.rules import Rules

PARTS = ("spots", "watch", "watch_top", "role", "family", "faces", "sides", "numbers")
"""The arrays of a layout, in the order in which the block tells their addresses and lengths, after the length of the state."""


@no_type_check
def _deal_for_estimate(state_at, block_at, seat, number):
    """Deal again, in the state at an address, all that a seat does not know."""
    if block_at == 0:
        return
    block = carray(numbers_at(block_at), (17,))
    state = carray(words_at(state_at), (block[0],))
    streams = np.empty(2, np.uint64)
    begin_stream(root(np.uint64(64 * seat + number), np.uint64(state[TURN])), 0, streams)
    deal_again(
        carray(numbers_at(block[1]), (block[2],)),
        carray(words_at(block[3]), (block[4],)),
        carray(words_at(block[5]), (block[6],)),
        carray(words_at(block[7]), (block[8],)),
        carray(words_at(block[9]), (block[10],)),
        carray(words_at(block[11]), (block[12], 3)),
        carray(words_at(block[13]), (block[14],)),
        carray(words_at(block[15]), (block[16], 10)),
        state,
        seat,
        streams,
        0,
    )


@cache
def deal_for_estimate() -> Any:
    """The function by its address: compiled when a game first needs it."""
    return by_address(_deal_for_estimate, types.void(types.int64, types.int64, types.int64, types.int64))


class Redealing:
    """The block of one game's rules, and what it points to."""

    def __init__(self, rules: Rules) -> None:
        self._layout: Layout = lay_out(rules.model)
        numbers = [rules.model.state_size]
        for name in PARTS:
            array: npt.NDArray[Any] = getattr(self._layout, name)
            numbers += [array.ctypes.data, len(array)]
        self.block = np.array(numbers, np.int64)

    def words(self, base: int) -> dict[int, int]:
        """The two words of the table that hold the block's address."""
        halves = np.array([self.block.ctypes.data], np.int64).view(np.int32)
        return {base: int(halves[0]), base + 1: int(halves[1])}
