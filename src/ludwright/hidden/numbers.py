"""Dealing again what is no card: dice under cups, and numbers a seat does not see."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import below, inner
from ludwright.hidden.block import (
    AT_DICE,
    AT_NUMBERS,
    AT_PARTNERS,
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
    KNOWN,
    KNOWN_AT,
    LOW,
    SEEN_BY,
    SOURCE_AT,
    SPAN,
    SUMMED,
    VARIABLE,
)
from ludwright.hidden.urns import SWEEPS
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
        if (block[row + SEEN_BY] >> seat & 1) == 0:
            scratch[block[AT_NUMBERS] + scratch[NUMBERS_UNSEEN]] = row
            scratch[NUMBERS_UNSEEN] += 1
    return scratch[DICE] + scratch[NUMBERS_UNSEEN] > 0


plan_numbers = inner(_plan_numbers)


@no_type_check
def _find_partners(block, scratch, state, row):
    """List the other owners some of whose numbers of the same sort are unknown; how many there are."""
    seat, count = scratch[SEAT], 0
    for i in range(scratch[NUMBERS_UNSEEN]):
        other = scratch[block[AT_NUMBERS] + i]
        if other == row or block[other + VARIABLE] != block[row + VARIABLE]:
            continue
        for k in range(block[row + SPAN]):
            if (state[block[other + KNOWN_AT] + k] >> seat & 1) == 0:
                scratch[block[AT_PARTNERS] + count] = other
                count += 1
                break
    return count


find_partners = inner(_find_partners)


@no_type_check
def _exchange_units(block, scratch, state, row, count, streams, role):
    """Exchange units of two sorts with others, so that everybody has as many as before, and there are as many of each sort."""
    seat, span, high = scratch[SEAT], block[row + SPAN], block[row + HIGH]
    here, known, least = block[row + FIRST], block[row + KNOWN_AT], block[row + FLOOR_AT]
    for _ in range(SWEEPS * span):
        other = scratch[block[AT_PARTNERS] + below(streams, role, count)]
        a, b = below(streams, role, span), below(streams, role, span)
        there, noted, lowest = block[other + FIRST], block[other + KNOWN_AT], block[other + FLOOR_AT]
        marks = state[known + a] | state[known + b] | state[noted + a] | state[noted + b]
        if a == b or marks >> seat & 1:
            continue
        if (
            state[here + a] > state[least + a]
            and state[there + b] > state[lowest + b]
            and state[here + b] < high
            and state[there + a] < high
        ):
            state[here + a] -= 1
            state[there + a] += 1
            state[there + b] -= 1
            state[here + b] += 1


exchange_units = inner(_exchange_units)


@no_type_check
def _hand_out(block, scratch, state, row, streams, role):
    """Deal again numbers of one owner whose sum is public, as the goods of a player.

    If others' are unknown too, units are exchanged with theirs, so that there are as many of each as before; else they are handed out anew.
    """
    count = find_partners(block, scratch, state, row)
    if count:
        exchange_units(block, scratch, state, row, count, streams, role)
        return
    seat, span, high = scratch[SEAT], block[row + SPAN], block[row + HIGH]
    here, known, least = block[row + FIRST], block[row + KNOWN_AT], block[row + FLOOR_AT]
    total, room = np.int64(0), np.int64(0)
    for k in range(span):
        if (state[known + k] >> seat & 1) == 0:
            total += state[here + k] - state[least + k]
            room += high - state[least + k]
            state[here + k] = state[least + k]
    total = min(total, room)
    while total > 0:
        k = below(streams, role, span)
        if (state[known + k] >> seat & 1) == 0 and state[here + k] < high:
            state[here + k] += 1
            total -= 1


hand_out = inner(_hand_out)


@no_type_check
def _deal_numbers(block, scratch, state, streams, role):
    """Throw the unseen dice again, and choose the unseen numbers anew."""
    for i in range(scratch[DICE]):
        die = block[FACES] + 3 * scratch[block[AT_DICE] + i]
        state[block[die]] = block[block[SIDES] + block[die + 1] + below(streams, role, block[die + 2])]
    for i in range(scratch[NUMBERS_UNSEEN]):
        row = scratch[block[AT_NUMBERS] + i]
        number, origin, floor = block[row + FIRST], block[row + SOURCE_AT], block[row + FLOOR_AT]
        if block[row + SUMMED]:
            hand_out(block, scratch, state, row, streams, role)
        elif origin >= 0 and state[origin] > 0 and block[DESIGN] >= 0:
            state[number] = state[block[DESIGN] + state[origin] - 1]
        elif (state[block[row + KNOWN_AT]] >> scratch[SEAT] & 1) == 0 and state[number] >= block[row + LOW]:
            least = block[row + LOW] if floor < 0 else np.int64(state[floor])
            state[number] = least + below(streams, role, block[row + HIGH] - least + 1)


deal_numbers = inner(_deal_numbers)
