"""Reading a tree after the search: where the point of a position lies."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import types

from ludwright.agents.kernels.points import FARTHEST, key_of
from ludwright.agents.kernels.tree import CLOSED, KEYS, MERGED, POINT_BITS, POINTS
from ludwright.engine.calling import number, word
from ludwright.engine.kernel import by_address


@no_type_check
def _point_below(b, row):
    if number(b, MERGED) == 0 and number(b, CLOSED) == 0:
        return row
    key = key_of(b, np.int64(0) if number(b, MERGED) else row)
    last = (np.int64(1) << number(b, POINT_BITS)) - 1
    slot = key & last
    for _ in range(FARTHEST):
        if number(number(b, KEYS), slot) == key:
            return word(number(b, POINTS), slot)
        slot = (slot + 1) & last
    return np.int64(0)


@cache
def point_below() -> Any:
    """The row whose children are the answers to the position on the table, which an answer has led to; 0 if it was never reached."""
    return by_address(_point_below, types.int64(types.int64, types.int64))
