"""What was read from hidden cards into variables (:mod:`ludwright.rules.beliefs.derived_values`) as redeals see it.

A variable that a seat does not see changes along with the cards it was read from. One that it sees stays as it is, so the cards must fit it; and so
must a sum that it saw (:mod:`ludwright.rules.beliefs.sums`).
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import inner
from ludwright.hidden.block import AT_READ, NUMBER_ROW, NUMBER_ROWS, NUMBERS, SEAT
from ludwright.hidden.layout import (
    COMPONENTS,
    FIRST,
    FIRST_SUM,
    FLOOR_AT,
    GHOST_KNOWN,
    HIGH,
    KEPT,
    LOW,
    MOST_SUMS,
    READING_DESIGNS,
    READING_FIRST,
    READING_TABLES,
    READING_WORDS,
    READINGS,
    SEEN_BY,
    SEEN_SUMS,
    SUM_AGE,
    SUM_GROUP,
    SUM_LEAST,
    SUM_MOST,
    SUM_WHO,
    SUM_WORDS,
    WORD,
)
from ludwright.hidden.pair_constraints import design_at
from ludwright.hidden.view import sees


@inner
@no_type_check
def reading_at(spots, reading):
    """Where a reading begins in a state."""
    return spots[READINGS] + 2 + reading * READING_WORDS


@inner
@no_type_check
def amount(spots, state, reading):
    """What a variable got from a card, for the cards as they lie."""
    at = reading_at(spots, reading)
    design = design_at(spots, state, state[at + 1]) - spots[READING_FIRST]
    if design < 0 or design >= spots[READING_DESIGNS]:
        return np.int64(0)
    number = state[spots[READING_TABLES] + state[at + 2] * spots[READING_DESIGNS] + design]
    return np.int64(number) * np.int64(state[at + 3])


@inner
@no_type_check
def keep_amounts(block, scratch, state):
    """Note what all variables got from cards in the state planned for; whether any of these cards is one that the seat does not know."""
    if block[READINGS] < 0:
        return False
    seat, open_ = scratch[SEAT], False
    for reading in range(state[block[READINGS]]):
        scratch[block[AT_READ] + reading] = amount(block, state, reading)
        slot = np.int64(state[reading_at(block, reading) + 1])
        if slot < block[COMPONENTS]:
            open_ = open_ or not sees(block.ctypes.data, state.ctypes.data, seat, slot)
        else:
            open_ = open_ or (state[block[GHOST_KNOWN] + slot - block[COMPONENTS]] >> seat & 1) == 0
    return open_


@inner
@no_type_check
def difference(block, scratch, state, variable):
    """By how much a variable differs now from what it was in the state planned for."""
    found = np.int64(0)
    for reading in range(state[block[READINGS]]):
        if state[reading_at(block, reading)] == variable:
            found += amount(block, state, reading) - scratch[block[AT_READ] + reading]
    return found


@inner
@no_type_check
def sum_fits(block, scratch, state, number):
    """Whether the cards as they lie leave a sum within its bounds."""
    at = block[SEEN_SUMS] + number * SUM_WORDS
    change = difference(block, scratch, state, block[FIRST_SUM] + number)
    low, high = np.int64(state[at + SUM_LEAST]), np.int64(state[at + SUM_MOST])
    return low <= change <= high if low <= high else change != low


@inner
@no_type_check
def group_fits(block, scratch, state, first):
    """Whether one at least of a group of sums fits; yes for those that were looked at with one before."""
    group = state[block[SEEN_SUMS] + first * SUM_WORDS + SUM_GROUP]
    for i in range(MOST_SUMS):
        at = block[SEEN_SUMS] + i * SUM_WORDS
        member = state[at + SUM_AGE] > 0 and state[at + SUM_GROUP] == group
        if member and (i < first or sum_fits(block, scratch, state, i)):
            return True
    return False


@inner
@no_type_check
def false_sums(block, scratch, state):
    """How many of the sums that a seat saw the cards as they lie do not fit."""
    found = 0
    for i in range(MOST_SUMS):
        at = block[SEEN_SUMS] + i * SUM_WORDS
        if state[at + SUM_AGE] == 0 or (state[at + SUM_WHO] >> scratch[SEAT] & 1) == 0:
            continue
        if state[at + SUM_GROUP] > 0:
            found += not group_fits(block, scratch, state, i)
        else:
            found += not sum_fits(block, scratch, state, i)
    return found


@inner
@no_type_check
def change_sums(block, scratch, state):
    """How much less or more the sums that a seat saw may be is counted from what they are now."""
    for i in range(MOST_SUMS):
        at = block[SEEN_SUMS] + i * SUM_WORDS
        if state[at + SUM_AGE] > 0 and state[at + SUM_WHO] >> scratch[SEAT] & 1:
            change = difference(block, scratch, state, block[FIRST_SUM] + i)
            for word in (SUM_LEAST, SUM_MOST):
                state[at + word] = min(max(np.int64(state[at + word]) - change, -WORD), WORD)


@inner
@no_type_check
def false_readings(block, scratch, state):
    """How many of the variables a seat sees the cards as they lie do not fit, how many others they would leave outside their range, and how many sums they do not fit."""
    if block[READINGS] < 0 or state[block[READINGS]] == 0:
        return 0
    found = 0
    for i in range(block[NUMBER_ROWS]):
        row = block[NUMBERS] + NUMBER_ROW * i
        change = difference(block, scratch, state, block[row + FIRST])
        if change == 0:
            continue
        now = state[block[row + FIRST]] + change
        seen = block[row + SEEN_BY] >> scratch[SEAT] & 1
        found += seen == 1 or now < least(block, state, row) or now > block[row + HIGH]
    return found + false_sums(block, scratch, state)


@inner
@no_type_check
def least(block, state, row):
    """The lowest that a number can be, for all that everybody knows."""
    return block[row + LOW] if block[row + FLOOR_AT] < 0 else np.int64(state[block[row + FLOOR_AT]])


@inner
@no_type_check
def change_read(block, scratch, state):
    """Change the variables that a seat does not see along with the cards they were read from."""
    if block[READINGS] < 0 or state[block[READINGS]] == 0:
        return
    for i in range(block[NUMBER_ROWS]):
        row = block[NUMBERS] + NUMBER_ROW * i
        if not block[row + SEEN_BY] >> scratch[SEAT] & 1 and not block[row + KEPT]:
            now = state[block[row + FIRST]] + difference(block, scratch, state, block[row + FIRST])
            state[block[row + FIRST]] = min(max(now, least(block, state, row)), block[row + HIGH])
    change_sums(block, scratch, state)


@inner
@no_type_check
def is_read(spots, state, slot):
    """Whether anything was read from a slot."""
    if spots[READINGS] >= 0:
        for reading in range(state[spots[READINGS]]):
            if state[reading_at(spots, reading) + 1] == slot:
                return True
    return False


@inner
@no_type_check
def swap_in_readings(spots, state, x, y):
    """Two components change places: what was read was read from the places."""
    if spots[READINGS] < 0:
        return
    for reading in range(state[spots[READINGS]]):
        at = reading_at(spots, reading) + 1
        if state[at] == x:
            state[at] = y
        elif state[at] == y:
            state[at] = x
