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
    BLANK,
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
from ludwright.hidden.observation_hash import sees
from ludwright.hidden.transfers import deal_transfers
from ludwright.ir.terms import NO_NUMBER


@inner
@no_type_check
def plan_numbers(block, scratch, state):
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


@inner
@no_type_check
def any_number(block, row, floor, streams, role):
    """Anything that a number of which that much is there can be. Where a number without bounds may be `none`, it is as often that as another one."""
    least, blank = max(block[row + LOW], floor), block[row + BLANK]
    spread = block[row + HIGH] - least + 1
    if blank != 0 and floor < block[row + LOW]:
        if blank == NO_NUMBER:
            return blank if below(streams, role, 2) == 0 else least + below(streams, role, spread)
        drawn = np.int64(below(streams, role, spread + 1))
        return least + drawn if drawn < spread else blank
    return least + np.int64(below(streams, role, spread))


@inner
@no_type_check
def deal_numbers(block, scratch, state, streams, role):
    """Throw the unseen dice again, and choose the unseen numbers anew."""
    deal_transfers(block, scratch, state, streams, role)
    for i in range(scratch[DICE]):
        die = block[FACES] + 3 * scratch[block[AT_DICE] + i]
        state[block[die]] = block[block[SIDES] + block[die + 1] + below(streams, role, block[die + 2])]
    for i in range(scratch[NUMBERS_UNSEEN]):
        row = scratch[block[AT_NUMBERS] + i]
        number, origin = block[row + FIRST], block[row + SOURCE_AT]
        if origin >= 0 and state[origin] > 0 and block[DESIGN] >= 0:
            state[number] = state[block[DESIGN] + state[origin] - 1]
        elif (state[block[row + KNOWN_AT]] >> scratch[SEAT] & 1) == 0:
            state[number] = any_number(block, row, np.int64(state[block[row + FLOOR_AT]]), streams, role)
