"""How variables that a seat does not see stood before the first hidden change that is remembered.

Everybody knows how much each owner has in all, how much of it at least is of each sort, and, unless something came from nowhere, how much there is of
each sort. What is open is put together and dealt out again.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import below, inner
from ludwright.hidden.block import (
    AT_LEAST,
    AT_MOST,
    AT_OPEN,
    AT_POOL,
    AT_STANDING,
    CELL_COUNT,
    CELL_ROW,
    CELLS,
    OWNER_COUNT,
    OWNER_ROW,
    OWNERS,
    SEAT,
)
from ludwright.hidden.layout import (
    CELL_FLOOR,
    CELL_HIGH,
    CELL_KNOWN,
    CELL_LOW,
    CELL_SEEN,
    CELL_START,
    CELL_TOP,
    CELL_WORD,
    TRANSFER_WORDS,
    TRANSFERS,
)
from ludwright.model.transfer_layout import (
    AMOUNT,
    DELTA,
    GIVER,
    HEAD,
    HIGH,
    LOW,
    PART,
    SORT,
    SUMS_LOST,
    TAKER,
    WHO,
)

TRIES = 50
"""How often it is tried to deal out what is open."""


@inner
@no_type_check
def find_standing(block, scratch, state):
    """Note how the numbers stood, and which of them the seat did not know; whether there are any."""
    seat, open_, changed = scratch[SEAT], False, state[block[TRANSFERS]] > 0
    for cell in range(block[CELL_COUNT]):
        row = block[CELLS] + CELL_ROW * cell
        scratch[block[AT_STANDING] + cell] = state[block[row + (CELL_START if changed else CELL_WORD)]]
        known = (block[row + CELL_SEEN] | state[block[row + CELL_KNOWN]]) >> seat & 1
        scratch[block[AT_OPEN] + cell] = 1 - known
        open_ = open_ or known == 0
    if open_:
        for owner in range(block[OWNER_COUNT]):
            for sort in range(block[block[OWNERS] + OWNER_ROW * owner + 1]):
                find_bounds(block, scratch, state, owner, sort)
    return open_


@inner
@no_type_check
def find_bounds(block, scratch, state, owner, sort):
    """Between what a number must have lain, so that all that happened openly since could happen."""
    cell = block[block[OWNERS] + OWNER_ROW * owner] + sort
    row = block[CELLS] + CELL_ROW * cell
    least, most = np.int64(state[block[row + CELL_FLOOR]]), np.int64(state[block[row + CELL_TOP]])
    up, down = np.int64(0), np.int64(0)  # the most and the least that it may have got since
    for entry in range(state[block[TRANSFERS]]):
        at = block[TRANSFERS] + 2 + entry * block[TRANSFER_WORDS]
        known = (state[at + WHO] >> scratch[SEAT] & 1) == 1
        this, amount = state[at + SORT] == sort, np.int64(state[at + AMOUNT])
        if state[at + GIVER] == owner:
            up -= amount * (known and this)
            down -= amount * (this or not known)
        if state[at + TAKER] == owner:
            up += amount * (this or not known)
            down += amount * (known and this)
        part = at + HEAD + PART * cell
        least, most = max(least, state[part + LOW] - up), min(most, state[part + HIGH] - down)
        up += state[part + DELTA]
        down += state[part + DELTA]
    scratch[block[AT_LEAST] + cell], scratch[block[AT_MOST] + cell] = least, most


@inner
@no_type_check
def sure(block, scratch, cell):
    """How much of a number is surely there: all of it, if the seat knows it."""
    there = scratch[block[AT_STANDING] + cell]
    return there if scratch[block[AT_OPEN] + cell] == 0 else min(there, scratch[block[AT_LEAST] + cell])


@inner
@no_type_check
def room(block, scratch, numbers, cell):
    """Whether a number may be one more."""
    return scratch[block[AT_OPEN] + cell] == 1 and scratch[numbers + cell] < scratch[block[AT_MOST] + cell]


@inner
@no_type_check
def deal_alone(block, scratch, numbers, begin, span, many, streams, role):
    """Give an owner so much more of any sorts."""
    places = 0
    for sort in range(span):
        places += room(block, scratch, numbers, begin + sort)
    while many > 0 and places > 0:
        sort = below(streams, role, span)
        if room(block, scratch, numbers, begin + sort):
            scratch[numbers + begin + sort] += 1
            many -= 1
            places -= not room(block, scratch, numbers, begin + sort)


@inner
@no_type_check
def deal_from_pool(block, scratch, numbers, begin, span, many, streams, role):
    """Give an owner so much from what is open of all; no if what is left can't be there."""
    pool = block[AT_POOL]
    while many > 0:
        left = np.int64(0)
        for sort in range(span):
            left += scratch[pool + sort] * room(block, scratch, numbers, begin + sort)
        if left == 0:
            return False
        drawn, sort = np.int64(below(streams, role, left)), 0
        while True:
            here = scratch[pool + sort] * room(block, scratch, numbers, begin + sort)
            if drawn < here:
                break
            drawn -= here
            sort += 1
        scratch[numbers + begin + sort] += 1
        scratch[pool + sort] -= 1
        many -= 1
    return True


@inner
@no_type_check
def deal_variable(block, scratch, state, numbers, first, streams, role):
    """Deal out what is open of one variable, whose first owner is given; no if it did not come out."""
    owners, standing, pool = block[OWNERS], block[AT_STANDING], block[AT_POOL]
    variable, span = block[owners + OWNER_ROW * first + 2], block[owners + OWNER_ROW * first + 1]
    alone = (state[block[TRANSFERS] + 1] & SUMS_LOST) != 0
    for sort in range(span):
        scratch[pool + sort] = 0
    for owner in range(first, block[OWNER_COUNT]):
        row = owners + OWNER_ROW * owner
        if block[row + 2] == variable:
            for sort in range(span):
                cell = block[row] + sort
                scratch[numbers + cell] = sure(block, scratch, cell)
                scratch[pool + sort] += scratch[standing + cell] - scratch[numbers + cell]
    for owner in range(first, block[OWNER_COUNT]):
        row = owners + OWNER_ROW * owner
        if block[row + 2] != variable:
            continue
        many = np.int64(0)
        for cell in range(block[row], block[row] + span):
            many += scratch[standing + cell] - scratch[numbers + cell]
        if alone:
            deal_alone(block, scratch, numbers, block[row], span, many, streams, role)
        elif not deal_from_pool(block, scratch, numbers, block[row], span, many, streams, role):
            return False
    return True


@inner
@no_type_check
def deal_anyhow(block, scratch, numbers, owner, streams, role):
    """Draw what is open of an owner with nothing kept but the range, and how much there is in all."""
    row = block[OWNERS] + OWNER_ROW * owner
    begin, span, many = block[row], block[row + 1], np.int64(0)
    for cell in range(begin, begin + span):
        if scratch[block[AT_OPEN] + cell] == 1:
            low = block[block[CELLS] + CELL_ROW * cell + CELL_LOW]
            many += scratch[numbers + cell] - low
            scratch[numbers + cell] = low
    while many > 0:
        cell = begin + below(streams, role, span)
        most = block[block[CELLS] + CELL_ROW * cell + CELL_HIGH]
        if scratch[block[AT_OPEN] + cell] == 1 and scratch[numbers + cell] < most:
            scratch[numbers + cell] += 1
            many -= 1


@inner
@no_type_check
def draw_standing(block, scratch, state, numbers, streams, role):
    """Write down one way the numbers may have stood."""
    owners = block[OWNERS]
    for owner in range(block[OWNER_COUNT]):
        variable = block[owners + OWNER_ROW * owner + 2]
        if owner > 0 and block[owners + OWNER_ROW * (owner - 1) + 2] == variable:
            continue
        done = False
        for _ in range(TRIES):
            if deal_variable(block, scratch, state, numbers, owner, streams, role):
                done = True
                break
        if not done:
            for other in range(owner, block[OWNER_COUNT]):
                row = owners + OWNER_ROW * other
                if block[row + 2] == variable:
                    for cell in range(block[row], block[row] + block[row + 1]):
                        scratch[numbers + cell] = scratch[block[AT_STANDING] + cell]
                    deal_anyhow(block, scratch, numbers, other, streams, role)
