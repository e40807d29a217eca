"""The kernel of the player that keeps to a strategy: it looks its situation up by what it sees, and draws by the shares written there."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import types

from ludwright.engine.calling import number
from ludwright.engine.kernel import below, by_address
from ludwright.hidden.block import FIXED
from ludwright.hidden.calls import look, numbers, streams_up_to, words

WHOLE = 1 << 30
"""All shares of a situation together."""

OWN = 64
"""Where a player's block begins to be his own (:data:`ludwright.agents.kernels.block.OWN`)."""
KNOWLEDGE, SITUATIONS, VIEWS, BEGINS, SHARES = (OWN + i for i in range(5))
"""The block of what is hidden; how many situations there are; their views, in ascending order; where their shares begin; shares added up."""


@no_type_check
def _by_strategy(block, state, table, context, options, seat, streams):
    view = look(numbers(number(block, KNOWLEDGE), FIXED), words(state, 1), numbers(context, 1), seat)
    dice = streams_up_to(streams, seat + 1)
    low, high = np.int64(0), number(block, SITUATIONS)
    views = number(block, VIEWS)
    while low < high:
        middle = (low + high) // 2
        if np.uint64(number(views, middle)) < view:
            low = middle + 1
        else:
            high = middle
    if low == number(block, SITUATIONS) or np.uint64(number(views, low)) != view:
        return below(dice, seat + 1, options)
    begin, end = number(number(block, BEGINS), low), number(number(block, BEGINS), low + 1)
    if end - begin != options:
        return below(dice, seat + 1, options)
    drawn = below(dice, seat + 1, WHOLE)
    for option in range(options - 1):
        if drawn < number(number(block, SHARES), begin + option):
            return np.int64(option)
    return np.int64(options - 1)


@cache
def decide_by_strategy() -> Any:
    """For players that keep to a strategy."""
    return by_address(_by_strategy, types.int64(*(types.int64,) * 7))
