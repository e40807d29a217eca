"""Changes of variables that not everybody sees (:mod:`ludwright.rules.beliefs.transfers`) drawn anew, with their right probabilities for all that a seat knows.

A plan goes through the list once, forwards, with all the ways the numbers may stand: each hidden change is made in every way it may have
come out, weighed by how it was drawn, and ways that do not fit what happened openly until the next one are dropped. Ways that come to
the same are put together. So every redeal is one way from the last row, and the changes that led to it: exactly as likely as it should be, as long as there are
no more ways than there is room for. Where there are more, some are drawn, in such a manner that none is more likely than it should be on the average.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import below, inner
from ludwright.hidden.block import (
    AT_BEGINNINGS,
    AT_FOUND,
    AT_OPEN,
    AT_STANDING,
    AT_TRUE,
    CELL_COUNT,
    CELL_ROW,
    CELLS,
    MOST_WAYS,
    OWNER_COUNT,
    ROOM_TO_FIND,
    SEAT,
    WAY_WEIGHT,
    WAYS,
)
from ludwright.hidden.drawn import all_shares, choices, entry_at, looks_true, make_change, share
from ludwright.hidden.hypotheses import WHOLE, add_way, level, origin, thin_out, vector, weight
from ludwright.hidden.initial_counts import deal_anyhow, draw_standing, find_standing
from ludwright.hidden.layout import CELL_SEEN, CELL_START, CELL_WORD, TRANSFERS
from ludwright.model.transfer_layout import SORT, WHO

NONE_FITS = -1
"""In place of the number of ways: none of those that were tried fits."""
BEGINNINGS = 64
"""How many ways the numbers may have stood before the first change are drawn, where that is not known."""


@inner
@no_type_check
def true_numbers(block, entry):
    """Where it is written how the numbers truly stood before a change; there is room for two, which take turns."""
    return block[AT_TRUE] + (entry % 2) * block[CELL_COUNT]


@inner
@no_type_check
def go_on(block, scratch, state, entry, streams, role):
    """From all ways before a change to all ways before the next one; no if none is left."""
    first, last = choices(block, scratch, state, entry)
    spread = last - first + 1
    before_it, after_it = true_numbers(block, entry), true_numbers(block, entry + 1)
    own = np.int64(state[entry_at(block, entry) + SORT])
    make_change(block, scratch, state, entry, before_it, after_it, own)
    for spot in range(ROOM_TO_FIND):
        scratch[block[AT_FOUND] + spot] = 0
    if scratch[WAYS] * spread > MOST_WAYS:
        thin_out(block, scratch, entry, MOST_WAYS // spread, streams, role)
    many = np.int64(0)
    for way in range(scratch[WAYS]):
        heavy, before = scratch[weight(block, entry, way)], vector(block, entry, way)
        if heavy <= 0:
            continue
        whole = all_shares(block, scratch, state, entry, before)
        for place in range(spread):
            choice = first + place
            part, can = share(block, scratch, state, entry, before, choice)
            after = vector(block, entry + 1, many)
            fits = part > 0 and can and make_change(block, scratch, state, entry, before, after, choice)
            if fits and looks_true(block, scratch, after, after_it):
                much = max(heavy * part // whole, np.int64(1))
                many = add_way(block, scratch, entry + 1, many, much, way, choice, streams, role)
    scratch[WAYS] = many
    level(block, scratch, entry + 1)
    return many > 0


# ---------------------------------------------------------------- planning and dealing


@inner
@no_type_check
def go_through(block, scratch, state, beginnings, streams, role):
    """Go through all changes, from so many ways the numbers may have stood; no if none of them leads to now."""
    scratch[WAYS] = beginnings
    for cell in range(block[CELL_COUNT]):
        scratch[true_numbers(block, 0) + cell] = scratch[block[AT_STANDING] + cell]
    for way in range(beginnings):
        numbers = vector(block, 0, way)
        draw_standing(block, scratch, state, numbers, streams, role)
        for cell in range(block[CELL_COUNT]):
            scratch[block[AT_BEGINNINGS] + way * block[CELL_COUNT] + cell] = scratch[numbers + cell]
        scratch[weight(block, 0, way)] = WHOLE // beginnings
    going = True
    for entry in range(state[block[TRANSFERS]]):
        going = going and go_on(block, scratch, state, entry, streams, role)
    return going


@inner
@no_type_check
def plan_transfers(block, scratch, state, streams, role):
    """Find all ways the numbers may stand for a seat; no if it knows them."""
    scratch[WAYS] = 0
    if block[TRANSFERS] < 0:
        return False
    seat, entries = scratch[SEAT], np.int64(state[block[TRANSFERS]])
    open_ = find_standing(block, scratch, state)
    hidden = False
    for entry in range(entries):
        hidden = hidden or (state[entry_at(block, entry) + WHO] >> seat & 1) == 0
    if not open_ and not hidden:
        return False
    beginnings = BEGINNINGS if open_ else 1
    while not go_through(block, scratch, state, beginnings, streams, role):
        if beginnings in (1, MOST_WAYS):
            scratch[WAYS] = NONE_FITS
            return True
        beginnings = MOST_WAYS
    scratch[WAY_WEIGHT] = 0
    for way in range(scratch[WAYS]):
        scratch[WAY_WEIGHT] += scratch[weight(block, entries, way)]
    return True


@inner
@no_type_check
def deal_all_anyhow(block, scratch, state, streams, role):
    """None of the ways that were tried leads to now: what the seat does not see may be anything in its range, rather than what it is."""
    numbers = vector(block, 0, 0)
    for cell in range(block[CELL_COUNT]):
        row = block[CELLS] + CELL_ROW * cell
        scratch[numbers + cell] = state[block[row + CELL_WORD]]
        scratch[block[AT_OPEN] + cell] = 1 - (block[row + CELL_SEEN] >> scratch[SEAT] & 1)
    for owner in range(block[OWNER_COUNT]):
        deal_anyhow(block, scratch, numbers, owner, streams, role)
    for cell in range(block[CELL_COUNT]):
        state[block[block[CELLS] + CELL_ROW * cell + CELL_WORD]] = scratch[numbers + cell]


@inner
@no_type_check
def deal_transfers(block, scratch, state, streams, role):
    """Draw one of the ways planned, and write it down with the changes that led to it."""
    if block[TRANSFERS] >= 0 and scratch[WAYS] == NONE_FITS:
        deal_all_anyhow(block, scratch, state, streams, role)
    if block[TRANSFERS] < 0 or scratch[WAYS] <= 0:
        return
    row, way = np.int64(state[block[TRANSFERS]]), np.int64(0)
    left = np.int64(below(streams, role, scratch[WAY_WEIGHT]))
    while left >= scratch[weight(block, row, way)]:
        left -= scratch[weight(block, row, way)]
        way += 1
    numbers = vector(block, row, way)
    for cell in range(block[CELL_COUNT]):
        state[block[block[CELLS] + CELL_ROW * cell + CELL_WORD]] = scratch[numbers + cell]
    while row > 0:
        comes = origin(block, row, way)
        row -= 1
        state[entry_at(block, row) + SORT] = scratch[comes + 1]
        way = scratch[comes]
    begun = block[AT_BEGINNINGS] + way * block[CELL_COUNT]
    for cell in range(block[CELL_COUNT]):
        state[block[block[CELLS] + CELL_ROW * cell + CELL_START]] = scratch[begun + cell]
