"""Random streams given by their address: the same numbers as in :mod:`ludwright.engine.kernel`, for kernels that hand on addresses."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.calling import number, set_number
from ludwright.engine.kernel import inner
from ludwright.engine.random import MULTIPLIER

_MULTIPLIER = np.uint64(MULTIPLIER)
_LOW32 = np.uint64(0xFFFFFFFF)
_LOW27 = np.uint64((1 << 27) - 1)


@inner
@no_type_check
def next_at(streams, role):
    """32 random bits."""
    old = np.uint64(number(streams, 2 * role))
    set_number(streams, 2 * role, np.int64(old * _MULTIPLIER + np.uint64(number(streams, 2 * role + 1))))
    shifted = (((old >> np.uint64(18)) ^ old) >> np.uint64(27)) & _LOW32
    turn = old >> np.uint64(59)
    return ((shifted >> turn) | (shifted << ((np.uint64(32) - turn) & np.uint64(31)))) & _LOW32


@inner
@no_type_check
def below_at(streams, role, bound):
    """A number below a bound, each equally likely."""
    wide = np.uint64(bound)
    product = next_at(streams, role) * wide
    if (product & _LOW32) < wide:
        unfair = (np.uint64(0x100000000) - wide) % wide
        while (product & _LOW32) < unfair:
            product = next_at(streams, role) * wide
    return np.int64(product >> np.uint64(32))


@inner
@no_type_check
def that_gives(state, wanted):
    """A state of a stream whose next 32 bits are the wanted ones; in all else as random as the given state."""
    turn = state >> np.uint64(59)
    shifted = ((wanted << turn) | (wanted >> ((np.uint64(32) - turn) & np.uint64(31)))) & _LOW32
    mixed = turn << np.uint64(59) | shifted << np.uint64(27)
    # undoes `old ^ old >> 18` for the bits from the 27th on, which alone decide what comes next
    old = mixed ^ mixed >> np.uint64(18) ^ mixed >> np.uint64(36) ^ mixed >> np.uint64(54)
    return (old & ~_LOW27) | (state & _LOW27)
