"""The kernel of the player that keeps to a strategy: it looks its situation up by what it saw and did, and draws by the shares written there."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import types

from ludwright import ir
from ludwright.engine.calling import number, set_number
from ludwright.engine.kernel import below, by_address, inner, kernel, mix
from ludwright.hidden.block import FIXED
from ludwright.hidden.calls import numbers, observation_hash, streams_up_to, words

WHOLE = 1 << 30
"""All shares of a situation together."""

OWN = 64
"""Where a player's block begins to be his own (:data:`ludwright.agents.kernels.block.OWN`)."""
KNOWLEDGE, ENTRIES, KEYS, BEGINS, SHARES, LAST, ANSWERED = (OWN + i for i in range(7))
"""The block of what is hidden; how many entries the table has; their keys, in ascending order; where their shares begin; shares added up; the
key of the last decision, and the code answered there."""

_LAST, _ANSWER, _ALONE = np.uint64(0xE7037ED1A0B428DB), np.uint64(0xA0761D6478BD642F), np.uint64(0x9E3779B97F4A7C15)


@kernel
@no_type_check
def key(last, answered, view):
    """What a seat has seen and done at its decisions, as one number; ``last`` and ``answered`` are 0 at its first one."""
    return mix(last * _LAST + answered * _ANSWER + view)


@kernel
@no_type_check
def key_alone(view):
    """What it sees now, whatever was before."""
    return mix(view + _ALONE)


@inner
@no_type_check
def find(block, wanted):
    """The entry of a key; -1 if there is none."""
    low, high = np.int64(0), number(block, ENTRIES)
    keys = number(block, KEYS)
    while low < high:
        middle = (low + high) // 2
        if np.uint64(number(keys, middle)) < wanted:
            low = middle + 1
        else:
            high = middle
    if low < number(block, ENTRIES) and np.uint64(number(keys, low)) == wanted:
        return low
    return np.int64(-1)


@inner
@no_type_check
def draw(block, entry, options, dice, role):
    """One of the options by the shares of an entry; any if there is none."""
    begin = number(number(block, BEGINS), entry) if entry >= 0 else np.int64(0)
    if entry < 0 or number(number(block, BEGINS), entry + 1) - begin != options:
        return below(dice, role, options)
    drawn = below(dice, role, WHOLE)
    for option in range(options - 1):
        if drawn < number(number(block, SHARES), begin + option):
            return np.int64(option)
    return np.int64(options - 1)


@no_type_check
def _by_strategy(block, state, table, context, options, seat, streams):
    # the length of an array made of an address is never looked at
    view = observation_hash(numbers(number(block, KNOWLEDGE), FIXED), words(state, 1), numbers(context, 1), seat)
    wanted = key(np.uint64(number(block, LAST)), np.uint64(number(block, ANSWERED)), view)
    entry = find(block, wanted)
    if entry < 0:  # another game has begun
        wanted = key(np.uint64(0), np.uint64(0), view)
        entry = find(block, wanted)
    if entry < 0:
        wanted = key_alone(view)
        entry = find(block, wanted)
    option = draw(block, entry, options, streams_up_to(streams, seat + 1), seat + 1)
    set_number(block, LAST, np.int64(wanted))
    set_number(block, ANSWERED, number(context, ir.CTX_HEADER + option) + 1)
    return option


@cache
def decide_by_strategy() -> Any:
    """For players that keep to a strategy."""
    return by_address(_by_strategy, types.int64(*(types.int64,) * 7))
