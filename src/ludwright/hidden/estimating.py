"""Redeals for `chance(P)`: what the rules themselves call to look at other ways the cards may lie.

A game whose rules ask for such chances has in its table the address of a block that says where its hidden things lie; the rules hand it on, together
with the state. What is dealt depends on the state as the seat knows it, on the seat, the turn and the number of the redeal: never on the game's chance.
"""

from __future__ import annotations

import _thread
import ctypes
import threading
from functools import cache
from typing import TYPE_CHECKING, Any, no_type_check

import numpy as np
from numba import types

from ludwright.engine.kernel import begin_stream, by_address, root
from ludwright.engine.redealing import provide
from ludwright.hidden import calls
from ludwright.hidden.block import DEAL_AT, FIXED, LOOK_AT, PLAN_AT, SCRATCH, STATE_SIZE, make_block
from ludwright.hidden.calls import addresses, numbers, prepare_belief, sample_belief, words
from ludwright.hidden.layout import lay_out
from ludwright.ir import TURN

if TYPE_CHECKING:
    from ludwright.model.world import World


@no_type_check
def _deal_for_estimate(state_at, block_at, seat, number):
    """Deal again, in the state at an address, all that a seat does not know."""
    if block_at == 0:
        return
    block = numbers(block_at, FIXED)
    state, scratch = words(state_at, block[STATE_SIZE]), np.zeros(block[SCRATCH], np.int64)
    streams = np.empty(2, np.uint64)
    begin_stream(root(np.uint64(64 * seat + number), np.uint64(state[TURN])), 0, streams)
    prepare_belief(block, scratch, state, seat, streams, 0)
    sample_belief(block, scratch, state, streams, 0)


@provide
@cache
def deal_for_estimate() -> Any:
    """The function by its address: compiled when a game first needs it."""
    calls.addresses()  # built here, where Ctrl-C is heard, not when machine code first plans a redeal
    return by_address(_deal_for_estimate, types.void(types.int64, types.int64, types.int64, types.int64))


_PLAN = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_int64,) * 6)
_DEAL = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_int64,) * 5)
_SOON = 0.2
"""Seconds until Ctrl-C is heard again."""
_no_plan, _no_deal = _PLAN(lambda *_: 0), _DEAL(lambda *_: 0)


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _plan_first(block_at: int, scratch_at: int, state_at: int, seat: int, streams_at: int, role: int) -> int:
    """Stands in for the kernels until a game first plans a redeal: building them takes long, and most games never do."""
    block = np.ctypeslib.as_array((ctypes.c_int64 * FIXED).from_address(block_at))
    try:
        found = addresses()
    except KeyboardInterrupt:
        # Machine code called us and goes on for a moment; no exception gets through it. So Ctrl-C is heard again behind it,
        # and until then nothing is dealt.
        block[PLAN_AT], block[DEAL_AT] = _address(_no_plan), _address(_no_deal)
        threading.Timer(_SOON, _thread.interrupt_main).start()
        threading.Timer(2 * _SOON, block.__setitem__, (PLAN_AT, _address(_first_plan))).start()
        return 0
    for place, name in ((PLAN_AT, "plan_at"), (DEAL_AT, "deal_at"), (LOOK_AT, "look_at")):
        block[place] = found[name]
    return int(_PLAN(found["plan_at"])(block_at, scratch_at, state_at, seat, streams_at, role))


_first_plan = _PLAN(_plan_first)


class Redealing:
    """The block of one game."""

    def __init__(self, world: World) -> None:
        self.block = make_block(world, lay_out(world), {"plan_at": _address(_first_plan)})

    def words(self, base: int) -> dict[int, int]:
        """The two words of the table that hold the block's address."""
        halves = np.array([self.block.ctypes.data], np.int64).view(np.int32)
        return {base: int(halves[0]), base + 1: int(halves[1])}
