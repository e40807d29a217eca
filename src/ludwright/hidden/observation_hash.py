"""The view of a seat as one number: the same for two positions if, and but for chance collisions only if, their observations are the same.

An observation lists words and items; a view adds them up, each multiplied by or mixed with a number of its place. Where the order of items means
nothing, a sum needs no sorting. An item of which nothing is seen but that it lies there adds nothing: how many lie there is added anyway.

All arguments are numbers: block, state and context are addresses, and what is called a list is the address of one.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.calling import number, word
from ludwright.engine.kernel import inlined, inner, mix
from ludwright.hidden.block import (
    CELL_ROW,
    CELLS,
    FRONTS,
    KEYS,
    MARK_ROW,
    MARKS,
    MARKS_END,
    MASKED,
    MASKED_END,
    MEMORY,
    OWNER_COUNT,
    OWNER_ROW,
    OWNERS,
    POINTERS,
    POINTERS_END,
    ROLE,
    RUNS,
    RUNS_END,
    SORTING,
    VEIL,
    WATCH,
    WATCH_TOP,
)
from ludwright.hidden.layout import (
    ABOVE,
    BELOW,
    BOTTOM,
    CELL_KNOWN,
    CELL_WORD,
    COMPONENTS,
    KNOWN,
    MOST_GHOSTS,
    OPEN,
    PLACE,
    TELLERS,
    TOLD,
    TOLD_WORDS,
    ZONE_PLACES,
)

_U = np.uint64
_HIDDEN = _U(1 << 31)
_LOW, _HIGH = _U(0xFFFFFFFF), _U(32)
_STEP = _U(0x9E3779B97F4A7C15)
_ODD = _U(0xD1342543DE82EF95)
_ZERO, _ONE = _U(0), _U(1)

FREE_HEAD = (ir.OVER, ir.GONE, ir.CLOCK)
"""Words of the head that everybody sees at any time."""
TURN_HEAD = (ir.TURN, ir.ROUND, ir.TURN_PLAYER)
"""And those that nobody sees in a secret stage."""


@inlined
@no_type_check
def listed(block, name, place):
    """What a list of the block says at a place."""
    return number(block, number(block, name) + place)


@inlined
@no_type_check
def sees(block, state, seat, c):
    """Whether a seat knows a component: from before, or because it sees the place. The same as :func:`ludwright.hidden.layout.is_seen`."""
    if listed(block, ROLE, c) == OPEN or word(state, number(block, KNOWN) + c) >> seat & 1:
        return True
    place = word(state, number(block, PLACE) + c)
    if place < 0:
        return False
    if listed(block, WATCH, place) >> seat & 1:
        return True
    return (
        listed(block, WATCH_TOP, place) >> seat & 1 == 1
        and place < number(block, ZONE_PLACES)
        and word(state, number(block, ABOVE) + c) < 0
    )


@inner
@no_type_check
def told(block, state, seat, c, look):
    """A look, and what was told of the component besides; whether anything was."""
    teller = seat if number(block, TELLERS) > 1 else 0
    slots = number(block, COMPONENTS) + number(block, MOST_GHOSTS)
    row = number(block, TOLD) + (teller * slots + c) * number(block, TOLD_WORDS)
    more = False
    for part in range(number(block, TOLD_WORDS)):
        said = word(state, row + part)
        if said != 0:
            look, more = mix(look + (_U(part + 1) << _HIGH | _U(said))), True
    return look, more


@inlined
@no_type_check
def item(block, state, seat, c):
    """What a seat sees of a component, as one number, and whether that is more than where it lies."""
    here = _U(word(state, number(block, PLACE) + c)) << _HIGH
    if sees(block, state, seat, c):
        front, tag = listed(block, FRONTS, 2 * c), listed(block, FRONTS, 2 * c + 1)
        shown = word(state, front) if front >= 0 else ~front
        return mix((here | (_U(shown) & _LOW)) + _U(tag) * _ODD), True
    if number(block, TELLERS) > 0:
        return told(block, state, seat, c, mix(here | _HIDDEN))
    return mix(here | _HIDDEN), False


@inner
@no_type_check
def identity(block, state, seat, c):
    """Which of the items of an observation a component is, as one number: by its look, and by order among those that look alike."""
    own, _ = item(block, state, seat, c)
    place = word(state, number(block, PLACE) + c)
    before = 0
    if 0 <= place < number(block, ZONE_PLACES):
        sort = listed(block, SORTING, place) >> seat & 1
        lower = word(state, number(block, BELOW) + c)
        for _ in range(number(block, COMPONENTS)):
            if lower < 0:
                break
            if not sort or item(block, state, seat, lower)[0] == own:
                before += 1
            lower = word(state, number(block, BELOW) + lower)
        if not sort:
            own = _U(place)
    else:
        for other in range(c):
            if word(state, number(block, PLACE) + other) == place and item(block, state, seat, other)[0] == own:
                before += 1
    return mix(own + _U(before) * _STEP)


@inner
@no_type_check
def look_at_items(block, state, seat):
    """The sum over all components; beside it, as bits, in which places their order has to be looked at."""
    total, ordered = _ZERO, _ZERO
    zones, places, sorting = number(block, ZONE_PLACES), number(block, PLACE), number(block, SORTING)
    for c in range(number(block, COMPONENTS)):
        look, more = item(block, state, seat, c)
        place = word(state, places + c)
        if place < 0 or place >= zones:
            total += look
        elif more:
            if number(block, sorting + place) >> seat & 1:
                total += look
            else:
                ordered |= _ONE << _U(place & 63)
    return total, ordered


@inner
@no_type_check
def look_in_order(block, state, seat, place):
    """The sum over what lies in a place where the order is seen."""
    total, depth = _ZERO, _STEP
    c = word(state, number(block, BOTTOM) + place)
    for _ in range(number(block, COMPONENTS)):
        if c < 0:
            break
        look, more = item(block, state, seat, c)
        if more:
            total += mix(look + depth)
        depth += _STEP
        c = word(state, number(block, ABOVE) + c)
    return total


@inner
@no_type_check
def look_at_marks(block, state, seat):
    """The sum over what single components carry."""
    total = _ZERO
    for row in range(number(block, MARKS), number(block, MARKS_END), MARK_ROW):
        for c in range(number(block, row + 1), number(block, row + 2) + 1):
            carried = word(state, number(block, row) + c)
            if carried != number(block, row + 3):
                total += mix(identity(block, state, seat, c) + (_U(carried) & _LOW) * _U(row | 1))
    return total


@inlined
@no_type_check
def weighed(block, state, place):
    """A word of the state times the key of its place."""
    return _U(word(state, place)) * _U(listed(block, KEYS, place))


@inner
@no_type_check
def look_at_head(block, state, seat):
    """The sum over the head: while answers are secret, not who was asked; never how often in secret, nor
    who acted in a secret stage, and how many turns it had."""
    total = _ZERO
    for place in FREE_HEAD:
        total += weighed(block, state, place)
    moves, veil = word(state, ir.MOVES), number(block, VEIL)
    if veil >= 0:
        moves = word(state, veil + 1) if word(state, veil) != 0 else moves - word(state, veil + 1)
    total += _U(moves) * _U(listed(block, KEYS, ir.MOVES))
    if veil < 0 or number(block, MEMORY) < 0 or word(state, veil) == 0:
        for place in TURN_HEAD:
            total += weighed(block, state, place)
    if veil >= 0 and word(state, veil) != 0:
        asked = _U(seat) if word(state, ir.ACTOR) == seat else _HIDDEN
        total += asked * _U(listed(block, KEYS, ir.ACTOR)) + _HIDDEN * _ODD
        if word(state, ir.ACTOR) == seat:
            total += weighed(block, state, ir.QUESTION) + weighed(block, state, ir.TURN_PLAYER)
    else:
        total += weighed(block, state, ir.ACTOR) + weighed(block, state, ir.QUESTION)
        if number(block, MEMORY) < 0:
            total += weighed(block, state, ir.ACTED)
    if number(block, MEMORY) >= 0:
        total += _U(word(state, number(block, MEMORY) + seat)) * _U(listed(block, KEYS, number(block, MEMORY)))
    return total


@inner
@no_type_check
def look_at_variables(block, state, seat):
    """The sum over the variables that a seat sees."""
    total = _ZERO
    for row in range(number(block, RUNS), number(block, RUNS_END), 2):
        for place in range(number(block, row), number(block, row + 1)):
            total += weighed(block, state, place)
    for row in range(number(block, MASKED), number(block, MASKED_END), 2):
        if number(block, row + 1) >> seat & 1:
            total += weighed(block, state, number(block, row))
    for row in range(number(block, POINTERS), number(block, POINTERS_END), 2):
        place = number(block, row)
        if number(block, row + 1) >> seat & 1:
            c = word(state, place)
            if 0 <= c < number(block, COMPONENTS):
                total += mix(identity(block, state, seat, c) + _U(listed(block, KEYS, place)))
            else:
                total += weighed(block, state, place)
    for owner in range(number(block, OWNER_COUNT)):
        row = number(block, OWNERS) + OWNER_ROW * owner
        if number(block, row + 1) > 1:  # a single number is no sum
            total += look_at_sum(block, state, row)
    return total


@inner
@no_type_check
def look_at_sum(block, state, owner):
    """How much an owner has in all of an indexed variable, which everybody sees."""
    total, first = _ZERO, number(block, CELLS) + CELL_ROW * number(block, owner)
    for cell in range(number(block, owner + 1)):
        total += _U(word(state, number(block, first + CELL_ROW * cell + CELL_WORD)))
    return total * _U(listed(block, KEYS, number(block, first + CELL_KNOWN)))


@inner
@no_type_check
def observation_hash(block, state, context, seat):
    """The view of a seat. The options of the open question must lie in ``context`` if it is this seat that is asked."""
    total, ordered = look_at_items(block, state, seat)
    if ordered:
        for place in range(number(block, ZONE_PLACES)):
            if ordered >> _U(place & 63) & _ONE and not listed(block, SORTING, place) >> seat & 1:
                total += look_in_order(block, state, seat, place)
    total += look_at_head(block, state, seat) + look_at_variables(block, state, seat)
    total += look_at_marks(block, state, seat)
    if word(state, ir.OVER) == 0 and word(state, ir.ACTOR) == seat:
        offered = _STEP
        for option in range(ir.CTX_HEADER, ir.CTX_HEADER + number(context, ir.CTX_OPTIONS)):
            offered = offered * _ODD + _U(number(context, option))
        total += mix(offered)
    return mix(total + _U(seat) * _STEP)
