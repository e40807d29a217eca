"""The large kernels of hidden things, called by the addresses in the block.

So whatever calls them is compiled without them: they are compiled once, and kept on disk.
"""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import intrinsic

from ludwright.engine.calling import bits_at, call_by_address, numbers_at, words_at
from ludwright.engine.kernel import by_address, inner
from ludwright.hidden import belief
from ludwright.hidden import observation_hash as hashing
from ludwright.hidden.block import DEAL_AT, FIXED, LOOK_AT, PLAN_AT, SCRATCH, STATE_SIZE

_I = types.int64


@inner
@no_type_check
def numbers(address, size):
    return carray(numbers_at(address), (size,))


@inner
@no_type_check
def words(address, size):
    return carray(words_at(address), (size,))


@inner
@no_type_check
def streams_up_to(address, role):
    return carray(bits_at(address), (2 * role + 2,))


@no_type_check
def _plan_at(block_at, scratch_at, state_at, seat, streams_at, role):
    block = numbers(block_at, FIXED)
    scratch, state = numbers(scratch_at, block[SCRATCH]), words(state_at, block[STATE_SIZE])
    belief.prepare_belief(block, scratch, state, seat, streams_up_to(streams_at, role), role)
    return np.int64(1)


@no_type_check
def _deal_at(block_at, scratch_at, state_at, streams_at, role):
    block = numbers(block_at, FIXED)
    scratch, state = numbers(scratch_at, block[SCRATCH]), words(state_at, block[STATE_SIZE])
    belief.sample_belief(block, scratch, state, streams_up_to(streams_at, role), role)
    return np.int64(1)


@cache
def addresses() -> dict[str, int]:
    """Where the kernels lie, compiled if need be."""
    made: dict[str, Any] = {
        "plan_at": by_address(_plan_at, _I(_I, _I, _I, _I, _I, _I)),
        "deal_at": by_address(_deal_at, _I(_I, _I, _I, _I, _I)),
        "look_at": by_address(hashing.observation_hash.py_func, types.uint64(_I, _I, _I, _I)),
    }
    _kept.update(made)
    return {name: function.address for name, function in made.items()}


_kept: dict[str, Any] = {}
"""What must not be given back while somebody has its address."""


@intrinsic
def _call_plan(typing: Any, at: Any, block: Any, scratch: Any, state: Any, seat: Any, streams: Any, role: Any) -> Any:
    return call_by_address(_I, 6)


@intrinsic
def _call_deal(typing: Any, at: Any, block: Any, scratch: Any, state: Any, streams: Any, role: Any) -> Any:
    return call_by_address(_I, 5)


@intrinsic
def _call_look(typing: Any, at: Any, block: Any, state: Any, context: Any, seat: Any) -> Any:
    return call_by_address(types.uint64, 4)


@inner
@no_type_check
def prepare_belief(block, scratch, state, seat, streams, role):
    """As :func:`ludwright.hidden.belief.prepare_belief`."""
    at = block[PLAN_AT]
    _call_plan(at, block.ctypes.data, scratch.ctypes.data, state.ctypes.data, seat, streams.ctypes.data, role)


@inner
@no_type_check
def sample_belief(block, scratch, state, streams, role):
    """As :func:`ludwright.hidden.belief.sample_belief`."""
    _call_deal(block[DEAL_AT], block.ctypes.data, scratch.ctypes.data, state.ctypes.data, streams.ctypes.data, role)


@inner
@no_type_check
def observation_hash(block, state, context, seat):
    """As :func:`ludwright.hidden.observation_hash.observation_hash`."""
    return _call_look(block[LOOK_AT], block.ctypes.data, state.ctypes.data, context.ctypes.data, seat)
