"""How indexed variables that a seat does not see stood before the first hidden change that is remembered.

Everybody knows how much each owner has in all, how much of it at least is of each sort, and, unless something came from nowhere, how much there is of
each sort. What is open is put together and dealt out again.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import below, inner
from ludwright.hidden.block import (
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
    CELL_SEEN,
    CELL_WORD,
    TRANSFER_WORDS,
    TRANSFERS,
)

GIVER, TAKER, AMOUNT, SORT = range(4)
HEAD, PART = 8, 3

TRIES = 50
"""How often it is tried to deal out what is open."""


@no_type_check
def _find_standing(block, scratch, state):
    """Reckon back how the numbers stood, and note which of them the seat did not know; whether there are any."""
    standing, seat, open_ = block[AT_STANDING], scratch[SEAT], False
    for cell in range(block[CELL_COUNT]):
        row = block[CELLS] + CELL_ROW * cell
        scratch[standing + cell] = state[block[row + CELL_WORD]]
        known = (block[row + CELL_SEEN] | state[block[row + CELL_KNOWN]]) >> seat & 1
        scratch[block[AT_OPEN] + cell] = 1 - known
        open_ = open_ or known == 0
    for entry in range(state[block[TRANSFERS]]):
        at = block[TRANSFERS] + 2 + entry * block[TRANSFER_WORDS]
        for cell in range(block[CELL_COUNT]):
            scratch[standing + cell] -= state[at + HEAD + PART * cell]
        giver, taker, sort = np.int64(state[at + GIVER]), np.int64(state[at + TAKER]), np.int64(state[at + SORT])
        if giver >= 0:
            scratch[standing + block[block[OWNERS] + OWNER_ROW * giver] + sort] += state[at + AMOUNT]
        if taker >= 0:
            scratch[standing + block[block[OWNERS] + OWNER_ROW * taker] + sort] -= state[at + AMOUNT]
    return open_


find_standing = inner(_find_standing)


@no_type_check
def _sure(block, scratch, state, cell):
    """How much of a number is surely there: all of it, if the seat knows it."""
    there = scratch[block[AT_STANDING] + cell]
    if scratch[block[AT_OPEN] + cell] == 0:
        return there
    return min(there, np.int64(state[block[block[CELLS] + CELL_ROW * cell + CELL_FLOOR]]))


sure = inner(_sure)


@no_type_check
def _room(block, scratch, numbers, cell):
    """Whether a number may be one more."""
    high = block[block[CELLS] + CELL_ROW * cell + CELL_HIGH]
    return scratch[block[AT_OPEN] + cell] == 1 and scratch[numbers + cell] < high


room = inner(_room)


@no_type_check
def _deal_alone(block, scratch, numbers, begin, span, many, streams, role):
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


deal_alone = inner(_deal_alone)


@no_type_check
def _deal_from_pool(block, scratch, numbers, begin, span, many, streams, role):
    """Give an owner so much from what is open of all; no if something came that can't be there."""
    pool = block[AT_POOL]
    left = np.int64(0)
    for sort in range(span):
        left += scratch[pool + sort]
    while many > 0 and left > 0:
        drawn, sort = np.int64(below(streams, role, left)), 0
        while drawn >= scratch[pool + sort]:
            drawn -= scratch[pool + sort]
            sort += 1
        if not room(block, scratch, numbers, begin + sort):
            return False
        scratch[numbers + begin + sort] += 1
        scratch[pool + sort] -= 1
        many -= 1
        left -= 1
    return True


deal_from_pool = inner(_deal_from_pool)


@no_type_check
def _deal_variable(block, scratch, state, numbers, first, streams, role):
    """Deal out what is open of one variable, whose first owner is given; no if it did not come out."""
    owners, standing, pool = block[OWNERS], block[AT_STANDING], block[AT_POOL]
    variable, span = block[owners + OWNER_ROW * first + 2], block[owners + OWNER_ROW * first + 1]
    alone = state[block[TRANSFERS] + 1] != 0
    for sort in range(span):
        scratch[pool + sort] = 0
    for owner in range(first, block[OWNER_COUNT]):
        row = owners + OWNER_ROW * owner
        if block[row + 2] == variable:
            for sort in range(span):
                cell = block[row] + sort
                scratch[numbers + cell] = sure(block, scratch, state, cell)
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


deal_variable = inner(_deal_variable)


@no_type_check
def _draw_standing(block, scratch, state, numbers, streams, role):
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


draw_standing = inner(_draw_standing)
