"""One change that not everybody sees, made in one of the ways it may have come out: what may be drawn, and what then happens to the numbers.

:mod:`ludwright.rules.beliefs.transfer_layout` says how a change lies in the state.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import inner
from ludwright.hidden.block import CELL_COUNT, CELL_ROW, CELLS, OWNER_ROW, OWNERS, SEAT
from ludwright.hidden.layout import CELL_LOW, CELL_SEEN, TRANSFER_WORDS, TRANSFERS
from ludwright.rules.beliefs.transfer_layout import (
    ADDED,
    AMOUNT,
    BY_AMOUNT,
    COPIED,
    DELTA,
    DRAWN,
    DRAWN_FROM,
    EVEN,
    GIVER,
    GREATEST,
    HEAD,
    HIGH,
    LAW,
    LEAST,
    LOW,
    MASK,
    MOVED,
    NAMED,
    NOTHING,
    PART,
    PARTS,
    PARTS_UP,
    PUT,
    SORT,
    SWAPPED,
    TAKER,
    TESTED,
    TIMES,
    WEIGHED,
    WHO,
    WORKED,
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
    law, sort = state[at + LAW], np.int64(state[at + SORT])
    if law > DRAWN:
        return np.int64(0), np.int64(0)
    if (state[at + WHO] >> scratch[SEAT] & 1) == 1:
        return sort, sort
    if law < DRAWN:
        some = np.int64(max(state[at + GIVER], state[at + TAKER]))
        return np.int64(0), block[block[OWNERS] + OWNER_ROW * some + 1] - 1
    part, lowest = at + HEAD + PART * first_cell(block, np.int64(state[at + TAKER])), np.int64(state[at + AMOUNT])
    first = max(np.int64(0), np.int64(state[part + LOW]) - lowest)
    return first, min(np.int64(state[at + NAMED]) - 1, np.int64(state[part + HIGH]) - lowest)


@inner
@no_type_check
def there(block, scratch, numbers, owner, sort):
    """How much of a sort an owner has."""
    cell = first_cell(block, owner) + sort
    return scratch[numbers + cell] - block[block[CELLS] + CELL_ROW * cell + CELL_LOW]


@inner
@no_type_check
def last_allowed(block, scratch, state, at, numbers):
    """The last number of those drawn from, where the numbers stand like that."""
    last, bound = np.int64(state[at + NAMED]) - 1, np.int64(state[at + DRAWN_FROM])
    if bound >= 0:
        last = min(last, scratch[numbers + first_cell(block, bound)] - np.int64(state[at + AMOUNT]))
    return last


@inner
@no_type_check
def share(block, scratch, state, entry, numbers, choice):
    """How likely a choice is, beside others, where the numbers stand like that; and whether it can be made."""
    at = entry_at(block, entry)
    giver, source, law = np.int64(state[at + GIVER]), np.int64(state[at + DRAWN_FROM]), state[at + LAW]
    if law == DRAWN:
        allowed = choice <= last_allowed(block, scratch, state, at, numbers)
        if state[at + MASK] != 0:
            allowed = allowed and (state[at + MASK] >> choice & 1) == 1
        if allowed and state[at + WHO] & WEIGHED:
            return np.int64(state[at + HEAD + PART * block[CELL_COUNT] + choice]), allowed
        return np.int64(allowed), allowed
    if law > DRAWN:
        return np.int64(1), True
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
    if state[at + LAW] > DRAWN:
        return np.int64(1)
    if state[at + LAW] == DRAWN:
        last = last_allowed(block, scratch, state, at, numbers)
        if state[at + MASK] == 0 and not state[at + WHO] & WEIGHED:
            return max(last + 1, np.int64(1))
        for choice in range(min(last + 1, np.int64(31))):
            whole += share(block, scratch, state, entry, numbers, choice)[0]
        return max(whole, np.int64(1))
    some = np.int64(max(state[at + GIVER], state[at + TAKER]))
    for sort in range(block[block[OWNERS] + OWNER_ROW * some + 1]):
        whole += share(block, scratch, state, entry, numbers, sort)[0]
    return whole


@inner
@no_type_check
def holds(sign, difference):
    """Whether a number compares with nothing by a sign."""
    if sign == 0:
        return difference == 0
    if sign == 1:
        return difference != 0
    if sign == 2:
        return difference < 0
    if sign == 3:
        return difference <= 0
    return difference > 0 if sign == 4 else difference >= 0


@inner
@no_type_check
def held(block, scratch, numbers, owner, otherwise):
    """What an owner's first number is; something else if there is no owner."""
    return scratch[numbers + first_cell(block, owner)] if owner >= 0 else otherwise


@inner
@no_type_check
def had(block, scratch, numbers, owner, otherwise):
    """The same to reckon with, where `none` counts as 0."""
    number = held(block, scratch, numbers, owner, otherwise)
    return number if number != NOTHING else np.int64(0)


@inner
@no_type_check
def come_to(operation, one, other):
    """What two numbers that are multiplied or divided come to."""
    if operation == TIMES:
        return one * other
    if operation == PARTS:
        return one // other
    return -(-one // other) if operation == PARTS_UP else one % other


@inner
@no_type_check
def reach(operation, one, other):
    """The least or the greatest of two: `none` is passed over."""
    if one == NOTHING or other == NOTHING:
        return max(one, other)
    return min(one, other) if operation == LEAST else max(one, other)


@inner
@no_type_check
def work_out(block, scratch, state, at, numbers):
    """A number becomes what two others come to; no if that can't be."""
    giver, source, operation = np.int64(state[at + GIVER]), np.int64(state[at + DRAWN_FROM]), np.int64(state[at + SORT])
    amount, mask = np.int64(state[at + AMOUNT]), np.int64(state[at + MASK])
    taker = numbers + first_cell(block, np.int64(state[at + TAKER]))
    if operation in (LEAST, GREATEST):
        one, other = held(block, scratch, numbers, giver, amount), held(block, scratch, numbers, source, mask)
        scratch[taker] = reach(operation, one, other)
        return True
    one, other = had(block, scratch, numbers, giver, amount), had(block, scratch, numbers, source, mask)
    if other == 0 and operation != TIMES:
        return False
    scratch[taker] = min(max(come_to(operation, one, other), np.int64(NOTHING)), -np.int64(NOTHING))
    return True


@inner
@no_type_check
def swap(block, scratch, state, at, numbers):
    """Two numbers change places; no if everybody saw that it were others."""
    giver, taker = np.int64(state[at + GIVER]), np.int64(state[at + TAKER])
    one = numbers + first_cell(block, giver) + np.int64(state[at + SORT])
    other = numbers + first_cell(block, taker) + np.int64(state[at + NAMED])
    if giver != taker and scratch[one] - scratch[other] != state[at + AMOUNT]:
        return False
    scratch[one], scratch[other] = scratch[other], scratch[one]
    return True


@inner
@no_type_check
def compares(block, scratch, state, at, numbers):
    """Whether numbers compare as everybody saw."""
    giver, taker, sign = np.int64(state[at + GIVER]), np.int64(state[at + TAKER]), state[at + SORT]
    if sign < 2:  # whether it is the same, which `none` is too
        difference = held(block, scratch, numbers, giver, np.int64(0)) - state[at + AMOUNT]
        return holds(sign, difference - held(block, scratch, numbers, taker, np.int64(0)))
    difference = had(block, scratch, numbers, giver, np.int64(0)) - had(block, scratch, numbers, taker, np.int64(0))
    return holds(sign, difference - state[at + AMOUNT])


@inner
@no_type_check
def put_somewhere(block, scratch, state, at, numbers):
    """One of some numbers changes, as another one says; no if there is no such number."""
    place = scratch[numbers + first_cell(block, np.int64(state[at + DRAWN_FROM]))] - state[at + MASK]
    if place < 0 or place >= state[at + NAMED]:
        return False
    cell = numbers + first_cell(block, np.int64(state[at + GIVER]) + place)
    scratch[cell] = state[at + AMOUNT] + (scratch[cell] if state[at + TAKER] < 0 else np.int64(0))
    return True


@inner
@no_type_check
def do_hidden(block, scratch, state, at, numbers, choice):
    """Make the hidden part of a change; no if it can't have been."""
    law, amount = state[at + LAW], np.int64(state[at + AMOUNT])
    giver, taker, source = np.int64(state[at + GIVER]), np.int64(state[at + TAKER]), np.int64(state[at + DRAWN_FROM])
    sort = choice if law < DRAWN else np.int64(0)
    if law == TESTED:
        return compares(block, scratch, state, at, numbers)
    if law == PUT:
        return put_somewhere(block, scratch, state, at, numbers)
    if law == SWAPPED:
        return swap(block, scratch, state, at, numbers)
    if law == WORKED:
        return work_out(block, scratch, state, at, numbers)
    if law == DRAWN:
        scratch[numbers + first_cell(block, taker)] = amount + choice
        return True
    if law == MOVED:
        if state[at + NAMED] == COPIED and source >= 0:
            scratch[numbers + first_cell(block, taker)] = scratch[numbers + first_cell(block, source)]
            return True
        amount = amount * had(block, scratch, numbers, source, np.int64(0)) + state[at + MASK]
        if state[at + NAMED] != ADDED:
            scratch[numbers + first_cell(block, taker)] = 0
    if giver >= 0:
        scratch[numbers + first_cell(block, giver) + sort] -= amount
    if taker >= 0:
        scratch[numbers + first_cell(block, taker) + sort] += amount
    return True


@inner
@no_type_check
def make_change(block, scratch, state, entry, before, after, choice):
    """Make a change, and all that happened openly afterwards; no if that does not fit."""
    at = entry_at(block, entry)
    for cell in range(block[CELL_COUNT]):
        scratch[after + cell] = scratch[before + cell]
    fits = do_hidden(block, scratch, state, at, after, choice)
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
