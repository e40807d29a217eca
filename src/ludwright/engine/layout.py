"""Words of the context that only the engine uses, and how many words a context needs.

They lie in the part of the header that :mod:`ludwright.ir` leaves free; behind the options comes the arena.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright import ir

CTX_DEPTH = 7
"""How many calls of functions that call each other in a ring are open."""
CTX_ARENA_USED = 8
"""How many words of the arena are taken: large local arrays and saved states that have no place on the stack."""
CTX_ARENA_SIZE = 9

CLEARED = 16
"""Words up to which a local array begins as zeros: that costs next to nothing, and then it is known what it may hold."""

DEPTH_LIMIT = 200
"""How deep functions may call each other in a ring."""

STACK_BUDGET = 1 << 17
"""Bytes of machine stack that local arrays and saved states of one program may take in the worst case."""
SMALL = 256
"""Bytes that are left on the stack even where the budget is not enough."""


SPARE = 1
"""Words behind the options: an option that is not taken is written there when there is no room for more."""


def context_words(capacity: int, arena: int) -> int:
    """The size of a context with room for that many options and an arena of that many words."""
    return ir.CTX_HEADER + capacity + SPARE + arena


_LINES = 128
"""Bytes that processors move at once between their caches: two lines."""


def own_lines(size: int, kind: Any) -> npt.NDArray[Any]:
    """An array of zeros that shares no cache line with anything else: what one thread writes there stops no other."""
    needed = size * np.dtype(kind).itemsize
    room = np.zeros(needed + 2 * _LINES, np.uint8)
    first = -room.ctypes.data % _LINES
    return room[first : first + needed].view(kind)
