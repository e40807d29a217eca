"""Dealing again what is no card: dice under cups, and numbers a seat does not see."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import below, inner
from ludwright.hidden.block import (
    AT_DICE,
    AT_NUMBERS,
    DICE,
    FACES,
    NUMBER_ROW,
    NUMBER_ROWS,
    NUMBERS,
    NUMBERS_UNSEEN,
    ROLE,
    SEAT,
    SIDES,
)
from ludwright.hidden.layout import (
    COMPONENTS,
    DESIGN,
    DIE,
    FIRST,
    FLOOR_AT,
    HIGH,
    KEPT,
    KNOWN,
    KNOWN_AT,
    LOW,
    SEEN_BY,
    SOURCE_AT,
)
from ludwright.hidden.transfers import deal_transfers
from ludwright.hidden.view import sees


@no_type_check
def _plan_numbers(block, scratch, state):
    """List the dice and the numbers that a seat does not see; whether there are any."""
    seat = scratch[SEAT]
    scratch[DICE] = scratch[NUMBERS_UNSEEN] = 0
    for c in range(block[COMPONENTS] if block[KNOWN] >= 0 else 0):
        if block[block[ROLE] + c] == DIE and not sees(block.ctypes.data, state.ctypes.data, seat, c):
            scratch[block[AT_DICE] + scratch[DICE]] = c
            scratch[DICE] += 1
    for i in range(block[NUMBER_ROWS]):
        row = block[NUMBERS] + NUMBER_ROW * i
        if (block[row + SEEN_BY] >> seat & 1) == 0 and not block[row + KEPT]:
            scratch[block[AT_NUMBERS] + scratch[NUMBERS_UNSEEN]] = row
            scratch[NUMBERS_UNSEEN] += 1
    return scratch[DICE] + scratch[NUMBERS_UNSEEN] > 0


plan_numbers = inner(_plan_numbers)


@no_type_check
def _deal_numbers(block, scratch, state, streams, role):
    """Throw the unseen dice again, and choose the unseen numbers anew."""
    deal_transfers(block, scratch, state, streams, role)
    for i in range(scratch[DICE]):
        die = block[FACES] + 3 * scratch[block[AT_DICE] + i]
        state[block[die]] = block[block[SIDES] + block[die + 1] + below(streams, role, block[die + 2])]
    for i in range(scratch[NUMBERS_UNSEEN]):
        row = scratch[block[AT_NUMBERS] + i]
        number, origin, floor = block[row + FIRST], block[row + SOURCE_AT], block[row + FLOOR_AT]
        if origin >= 0 and state[origin] > 0 and block[DESIGN] >= 0:
            state[number] = state[block[DESIGN] + state[origin] - 1]
        elif (state[block[row + KNOWN_AT]] >> scratch[SEAT] & 1) == 0 and state[number] >= block[row + LOW]:
            least = block[row + LOW] if floor < 0 else np.int64(state[floor])
            state[number] = least + below(streams, role, block[row + HIGH] - least + 1)


deal_numbers = inner(_deal_numbers)
