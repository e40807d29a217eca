"""One change that not everybody sees, made in one of the ways it may have come out: what may be drawn, and what then happens to the numbers.

:mod:`ludwright.model.transfer_layout` says how a change lies in the state.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import inner
from ludwright.hidden.block import CELL_COUNT, CELL_ROW, CELLS, OWNER_ROW, OWNERS, SEAT
from ludwright.hidden.layout import CELL_LOW, CELL_SEEN, TRANSFER_WORDS, TRANSFERS
from ludwright.model.transfer_layout import (
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


@inner
@no_type_check
def entry_at(block, entry):
    """Where a change begins in a state."""
    return block[TRANSFERS] + 2 + entry * block[TRANSFER_WORDS]


@inner
@no_type_check
def first_cell(block, owner):
    """The first number of an owner."""
    return block[block[OWNERS] + OWNER_ROW * owner]


@inner
@no_type_check
def choices(block, scratch, state, entry):
    """The first and the last way a change may have come out for a seat."""
    at = entry_at(block, entry)
    if (state[at + WHO] >> scratch[SEAT] & 1) == 1:
        return np.int64(state[at + SORT]), np.int64(state[at + SORT])
    some = np.int64(max(state[at + GIVER], state[at + TAKER]))
    return np.int64(0), block[block[OWNERS] + OWNER_ROW * some + 1] - 1


@inner
@no_type_check
def there(block, scratch, numbers, owner, sort):
    """How much of a sort an owner has."""
    cell = first_cell(block, owner) + sort
    return scratch[numbers + cell] - block[block[CELLS] + CELL_ROW * cell + CELL_LOW]


@inner
@no_type_check
def share(block, scratch, state, entry, numbers, choice):
    """How likely a choice is, beside others, where the numbers stand like that; and whether it can be made."""
    at = entry_at(block, entry)
    giver, source, law = np.int64(state[at + GIVER]), np.int64(state[at + DRAWN_FROM]), state[at + LAW]
    enough = giver < 0 or there(block, scratch, numbers, giver, choice) >= state[at + AMOUNT]
    if source < 0 or law == EVEN:
        return np.int64(enough), enough
    many = max(there(block, scratch, numbers, source, choice), np.int64(0))
    return (many if law == BY_AMOUNT else min(many, np.int64(1))), enough


@inner
@no_type_check
def all_shares(block, scratch, state, entry, numbers):
    """What the shares of all choices come to."""
    at, whole = entry_at(block, entry), np.int64(0)
    some = np.int64(max(state[at + GIVER], state[at + TAKER]))
    for sort in range(block[block[OWNERS] + OWNER_ROW * some + 1]):
        whole += share(block, scratch, state, entry, numbers, sort)[0]
    return whole


@inner
@no_type_check
def do_hidden(block, scratch, state, at, numbers, sort):
    """Make the hidden part of a change."""
    giver, taker, amount = np.int64(state[at + GIVER]), np.int64(state[at + TAKER]), np.int64(state[at + AMOUNT])
    if giver >= 0:
        scratch[numbers + first_cell(block, giver) + sort] -= amount
    if taker >= 0:
        scratch[numbers + first_cell(block, taker) + sort] += amount


@inner
@no_type_check
def make_change(block, scratch, state, entry, before, after, choice):
    """Make a change, and all that happened openly afterwards; no if that does not fit."""
    at = entry_at(block, entry)
    for cell in range(block[CELL_COUNT]):
        scratch[after + cell] = scratch[before + cell]
    do_hidden(block, scratch, state, at, after, choice)
    fits = True
    for cell in range(block[CELL_COUNT]):
        number, part = scratch[after + cell], at + HEAD + PART * cell
        fits = fits and state[part + LOW] <= number <= state[part + HIGH]
        scratch[after + cell] = number + state[part + DELTA]
    return fits


@inner
@no_type_check
def looks_true(block, scratch, numbers, true):
    """Whether all numbers that a seat sees are as they truly were."""
    for cell in range(block[CELL_COUNT]):
        seen = block[block[CELLS] + CELL_ROW * cell + CELL_SEEN] >> scratch[SEAT] & 1
        if seen and scratch[numbers + cell] != scratch[true + cell]:
            return False
    return True
