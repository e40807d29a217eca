"""Ways that hidden changes may have come out, in rows: for each where the numbers stand, how likely it is, and which way of the row before it comes from.

Ways that come to the same are put together. Where there are too many, some are drawn, so that on the average each is as likely as before.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import below, inner
from ludwright.hidden.block import (
    AT_FOUND,
    AT_VECTORS,
    AT_WAYS,
    AT_WEIGHTS,
    CELL_COUNT,
    KEYS,
    MOST_WAYS,
    ROOM_TO_FIND,
    WAYS,
)

WHOLE = np.int64(1 << 30)
"""What the weights of all ways in a row come to."""


@inner
@no_type_check
def vector(block, row, way):
    """Where the numbers of a way lie; there are two rows, which take turns."""
    return block[AT_VECTORS] + ((row % 2) * (MOST_WAYS + 1) + way) * block[CELL_COUNT]


@inner
@no_type_check
def weight(block, row, way):
    return block[AT_WEIGHTS] + (row % 2) * (MOST_WAYS + 1) + way


@inner
@no_type_check
def origin(block, row, way):
    """Where it is written which way of the row before a way comes from, and by which sort."""
    return block[AT_WAYS] + 2 * (row * (MOST_WAYS + 1) + way)


@inner
@no_type_check
def thin_out(block, scratch, row, most, streams, role):
    """Draw so many ways of a row: each is left with a probability that goes with its weight."""
    total = np.int64(0)
    for way in range(scratch[WAYS]):
        total += scratch[weight(block, row, way)]
    step = max(total // most, np.int64(1))
    at, passed = np.int64(below(streams, role, step)), np.int64(0)
    for way in range(scratch[WAYS]):
        place = weight(block, row, way)
        passed += scratch[place]
        left = np.int64(0)
        while at < passed:
            left += step
            at += step
        scratch[place] = left


@inner
@no_type_check
def find_same(block, scratch, row, new):
    """The way of a row where the numbers stand as in a new one; the new one itself if there is none."""
    mixed, numbers = np.int64(0), vector(block, row, new)
    for cell in range(block[CELL_COUNT]):
        mixed += scratch[numbers + cell] * block[block[KEYS] + cell]
    spot = (mixed ^ (mixed >> 29)) & (ROOM_TO_FIND - 1)
    while scratch[block[AT_FOUND] + spot] > 0:
        way = scratch[block[AT_FOUND] + spot] - 1
        other, same = vector(block, row, way), True
        for cell in range(block[CELL_COUNT]):
            if scratch[other + cell] != scratch[numbers + cell]:
                same = False
                break
        if same:
            return way
        spot = (spot + 1) & (ROOM_TO_FIND - 1)
    scratch[block[AT_FOUND] + spot] = new + 1
    return new


@inner
@no_type_check
def add_way(block, scratch, row, new, heavy, parent, sort, streams, role):
    """Add a way that was made behind the others of a row; how many there are now."""
    way = find_same(block, scratch, row, new)
    place, comes = weight(block, row, way), origin(block, row, way)
    if way == new:
        scratch[place] = heavy
        scratch[comes], scratch[comes + 1] = parent, sort
        return new + 1
    scratch[place] += heavy
    if np.int64(below(streams, role, WHOLE)) * scratch[place] < heavy * WHOLE:
        scratch[comes], scratch[comes + 1] = parent, sort
    return new


@inner
@no_type_check
def level(block, scratch, row):
    """Make the weights of a row as large as they can be."""
    total = np.int64(0)
    for way in range(scratch[WAYS]):
        total += scratch[weight(block, row, way)]
    if total > 0:
        factor = max(WHOLE // total, np.int64(1))
        for way in range(scratch[WAYS]):
            scratch[weight(block, row, way)] *= factor
