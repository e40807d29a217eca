"""Hidden changes of indexed variables (:mod:`ludwright.rules.transfers`) drawn anew, with their right probabilities for all that a seat knows.

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
    AT_FOUND,
    CELL_COUNT,
    CELL_ROW,
    CELLS,
    MOST_WAYS,
    OWNER_ROW,
    OWNERS,
    ROOM_TO_FIND,
    SEAT,
    WAY_WEIGHT,
    WAYS,
)
from ludwright.hidden.layout import (
    CELL_LOW,
    CELL_WORD,
    TRANSFER_WORDS,
    TRANSFERS,
)
from ludwright.hidden.standings import draw_standing, find_standing
from ludwright.hidden.ways import WHOLE, add_way, level, origin, thin_out, vector, weight
from ludwright.rules.transfer_layout import (
    AMOUNT,
    BY_AMOUNT,
    DELTA,
    DRAWN_FROM,
    EVEN,
    GIVER,
    HEAD,
    HIGH,
    LAW,
    LOW,
    PART,
    SORT,
    TAKER,
    WHO,
)

BEGINNINGS = 64
"""How many ways the numbers may have stood before the first change are drawn, where that is not known."""


@no_type_check
def _entry_at(block, entry):
    """Where a change begins in a state."""
    return block[TRANSFERS] + 2 + entry * block[TRANSFER_WORDS]


entry_at = inner(_entry_at)


# ---------------------------------------------------------------- one change


@no_type_check
def _share(block, scratch, state, entry, numbers, sort):
    """How likely a sort is to be drawn, beside others, where the numbers stand like that; and whether there is enough of it."""
    at = entry_at(block, entry)
    giver, source, law = np.int64(state[at + GIVER]), np.int64(state[at + DRAWN_FROM]), state[at + LAW]
    enough = giver < 0 or there(block, scratch, numbers, giver, sort) >= state[at + AMOUNT]
    if source < 0 or law == EVEN:
        return np.int64(enough), enough
    many = max(there(block, scratch, numbers, source, sort), np.int64(0))
    return (many if law == BY_AMOUNT else min(many, np.int64(1))), enough


@no_type_check
def _there(block, scratch, numbers, owner, sort):
    """How much of a sort an owner has."""
    cell = block[block[OWNERS] + OWNER_ROW * owner] + sort
    return scratch[numbers + cell] - block[block[CELLS] + CELL_ROW * cell + CELL_LOW]


there = inner(_there)
share = inner(_share)


@no_type_check
def _make_change(block, scratch, state, entry, before, after, sort):
    """Make a change, and all that happened openly afterwards; no if that does not fit."""
    at = entry_at(block, entry)
    for cell in range(block[CELL_COUNT]):
        scratch[after + cell] = scratch[before + cell]
    giver, taker = np.int64(state[at + GIVER]), np.int64(state[at + TAKER])
    if giver >= 0:
        scratch[after + block[block[OWNERS] + OWNER_ROW * giver] + sort] -= state[at + AMOUNT]
    if taker >= 0:
        scratch[after + block[block[OWNERS] + OWNER_ROW * taker] + sort] += state[at + AMOUNT]
    for cell in range(block[CELL_COUNT]):
        number, part = scratch[after + cell], at + HEAD + PART * cell
        if number < state[part + LOW] or number > state[part + HIGH]:
            return False
        scratch[after + cell] = number + state[part + DELTA]
    return True


make_change = inner(_make_change)


@no_type_check
def _go_on(block, scratch, state, entry, streams, role):
    """From all ways before a change to all ways before the next one; no if none is left."""
    at = entry_at(block, entry)
    some = np.int64(max(state[at + GIVER], state[at + TAKER]))
    span = block[block[OWNERS] + OWNER_ROW * some + 1]
    known = (state[at + WHO] >> scratch[SEAT] & 1) == 1
    first = np.int64(state[at + SORT]) if known else np.int64(0)
    last = first + 1 if known else span
    for spot in range(ROOM_TO_FIND):
        scratch[block[AT_FOUND] + spot] = 0
    if scratch[WAYS] * (last - first) > MOST_WAYS:
        thin_out(block, scratch, entry, MOST_WAYS // (last - first), streams, role)
    many = np.int64(0)
    for way in range(scratch[WAYS]):
        heavy, before = scratch[weight(block, entry, way)], vector(block, entry, way)
        if heavy <= 0:
            continue
        whole = np.int64(0)
        for sort in range(span):
            whole += share(block, scratch, state, entry, before, sort)[0]
        for sort in range(first, last):
            part, enough = share(block, scratch, state, entry, before, sort)
            if (
                part > 0
                and enough
                and make_change(block, scratch, state, entry, before, vector(block, entry + 1, many), sort)
            ):
                much = max(heavy * part // whole, np.int64(1))
                many = add_way(block, scratch, entry + 1, many, much, way, sort, streams, role)
    scratch[WAYS] = many
    level(block, scratch, entry + 1)
    return many > 0


go_on = inner(_go_on)

# ---------------------------------------------------------------- planning and dealing


@no_type_check
def _go_through(block, scratch, state, beginnings, streams, role):
    """Go through all changes, from so many ways the numbers may have stood; no if none of them leads to now."""
    scratch[WAYS] = beginnings
    for way in range(beginnings):
        draw_standing(block, scratch, state, vector(block, 0, way), streams, role)
        scratch[weight(block, 0, way)] = WHOLE // beginnings
    going = True
    for entry in range(state[block[TRANSFERS]]):
        going = going and go_on(block, scratch, state, entry, streams, role)
    return going


go_through = inner(_go_through)


@no_type_check
def _plan_transfers(block, scratch, state, streams, role):
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
            return False
        beginnings = MOST_WAYS
    scratch[WAY_WEIGHT] = 0
    for way in range(scratch[WAYS]):
        scratch[WAY_WEIGHT] += scratch[weight(block, entries, way)]
    return True


plan_transfers = inner(_plan_transfers)


@no_type_check
def _deal_transfers(block, scratch, state, streams, role):
    """Draw one of the ways planned, and write it down with the changes that led to it."""
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


deal_transfers = inner(_deal_transfers)
