"""The view of a seat as one number: the same for two positions if, and but for chance collisions only if, their observations are the same.

An observation lists words and items; a view adds them up, each multiplied by or mixed with a number of its place. Where the order of items means
nothing, a sum needs no sorting. An item of which nothing is seen but that it lies there adds nothing: how many lie there is added anyway.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import inner, mix
from ludwright.hidden.block import (
    FACE,
    KEYS,
    MARK_ROW,
    MARKS,
    MARKS_END,
    MASKED,
    MASKED_END,
    MEMORY,
    PLACES,
    POINTERS,
    POINTERS_END,
    PRINTED,
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
    COMPONENTS,
    DESIGN,
    KNOWN,
    MOST_GHOSTS,
    OPEN,
    PLACE,
    TELLERS,
    TOLD,
    TOLD_WORDS,
    ZONE_PLACES,
)
from ludwright.rules import ir

_U = np.uint64
_HIDDEN = _U(1 << 31)
_HIGH = _U(32)
_STEP = _U(0x9E3779B97F4A7C15)
_ODD = _U(0xD1342543DE82EF95)
_ZERO = _U(0)

FREE_HEAD = (ir.OVER, ir.TURN, ir.ROUND, ir.TURN_PLAYER, ir.GONE, ir.CLOCK)
"""Words of the head that everybody sees at any time."""


@no_type_check
def _sees(block, state, seat, c):
    """Whether a seat knows a component: from before, or because it sees the place. The same as :func:`ludwright.hidden.layout.is_seen`."""
    if block[block[ROLE] + c] == OPEN or state[block[KNOWN] + c] >> seat & 1:
        return True
    place = np.int64(state[block[PLACE] + c])
    if place < 0 or place >= block[PLACES]:
        return False
    if block[block[WATCH] + place] >> seat & 1:
        return True
    return (
        place < block[ZONE_PLACES]
        and state[block[ABOVE] + c] < 0
        and (block[block[WATCH_TOP] + place] >> seat & 1) == 1
    )


sees = inner(_sees)


@no_type_check
def _word(state, place):
    return _U(np.uint32(state[place]))


word = inner(_word)


@no_type_check
def _item(block, state, seat, c):
    """What a seat sees of a component, as one number, and whether that is more than where it lies."""
    here = word(state, block[PLACE] + c) << _HIGH
    if sees(block, state, seat, c):
        if block[block[FACE] + c] >= 0:
            front = word(state, block[block[FACE] + c])
        elif block[DESIGN] >= 0:
            front = word(state, block[DESIGN] + c)
        else:
            front = _U(np.uint32(block[block[PRINTED] + c]))
        return mix(here | front), True
    look, told = mix(here | _HIDDEN), False
    if block[TELLERS] > 0:
        teller = seat if block[TELLERS] > 1 else 0
        row = block[TOLD] + (teller * (block[COMPONENTS] + block[MOST_GHOSTS]) + c) * block[TOLD_WORDS]
        for part in range(block[TOLD_WORDS]):
            if state[row + part] != 0:
                look, told = mix(look + (_U(part + 1) << _HIGH | word(state, row + part))), True
    return look, told


item = inner(_item)


@no_type_check
def _identity(block, state, seat, c):
    """Which of the items of an observation a component is, as one number: by its look, and by order among those that look alike."""
    own, _ = item(block, state, seat, c)
    place = np.int64(state[block[PLACE] + c])
    number = 0
    if 0 <= place < block[ZONE_PLACES]:
        sort = block[block[SORTING] + place] >> seat & 1
        lower = np.int64(state[block[BELOW] + c])
        for _ in range(block[COMPONENTS]):
            if lower < 0:
                break
            if not sort or item(block, state, seat, lower)[0] == own:
                number += 1
            lower = np.int64(state[block[BELOW] + lower])
        if not sort:
            own = _U(place)
    else:
        for other in range(c):
            if state[block[PLACE] + other] == place and item(block, state, seat, other)[0] == own:
                number += 1
    return mix(own + _U(number) * _STEP)


identity = inner(_identity)


@no_type_check
def _look_at_items(block, state, seat):
    """The sum over all components, with what they carry."""
    total, ordered = _ZERO, _ZERO
    zones = block[ZONE_PLACES]
    for c in range(block[COMPONENTS]):
        look, more = item(block, state, seat, c)
        place = np.int64(state[block[PLACE] + c])
        if place < 0 or place >= zones:
            total += look
        elif more:
            if block[block[SORTING] + place] >> seat & 1:
                total += look
            else:
                ordered |= _U(1) << _U(place & 63)
    if ordered:
        for place in range(zones):
            if ordered >> _U(place & 63) & _U(1) and not block[block[SORTING] + place] >> seat & 1:
                total += look_in_order(block, state, seat, place)
    for row in range(block[MARKS], block[MARKS_END], MARK_ROW):
        for c in range(block[row + 1], block[row + 2] + 1):
            if state[block[row] + c] != block[row + 3]:
                total += mix(identity(block, state, seat, c) + word(state, block[row] + c) * _U(row | 1))
    return total


@no_type_check
def _look_in_order(block, state, seat, place):
    """The sum over what lies in a place where the order is seen."""
    total, depth = _ZERO, _STEP
    c = np.int64(state[block[BOTTOM] + place])
    for _ in range(block[COMPONENTS]):
        if c < 0:
            break
        look, more = item(block, state, seat, c)
        if more:
            total += mix(look + depth)
        depth += _STEP
        c = np.int64(state[block[ABOVE] + c])
    return total


look_in_order = inner(_look_in_order)
look_at_items = inner(_look_at_items)


@no_type_check
def _look_at_head(block, state, seat, keys):
    """The sum over the head: while answers are secret, not who was asked and how often."""
    total = _ZERO
    for place in FREE_HEAD:
        total += word(state, place) * _U(block[keys + place])
    if block[VEIL] >= 0 and state[block[VEIL]] != 0:
        asked = word(state, ir.ACTOR) if state[ir.ACTOR] == seat else _HIDDEN
        total += asked * _U(block[keys + ir.ACTOR])
        for place in (ir.QUESTION, ir.MOVES, ir.ACTED):
            total += _HIDDEN * _U(block[keys + place])
    else:
        for place in (ir.ACTOR, ir.QUESTION, ir.MOVES, ir.ACTED):
            total += word(state, place) * _U(block[keys + place])
    if block[MEMORY] >= 0:
        total += word(state, block[MEMORY] + seat) * _U(block[keys + block[MEMORY]])
    return total


look_at_head = inner(_look_at_head)


@no_type_check
def _look(block, state, context, seat):
    """The view of a seat. The options of the open question must lie in ``context`` if it is this seat that is asked."""
    keys = block[KEYS]
    total = look_at_head(block, state, seat, keys)
    for row in range(block[RUNS], block[RUNS_END], 2):
        for place in range(block[row], block[row + 1]):
            total += word(state, place) * _U(block[keys + place])
    for row in range(block[MASKED], block[MASKED_END], 2):
        if block[row + 1] >> seat & 1:
            total += word(state, block[row]) * _U(block[keys + block[row]])
    for row in range(block[POINTERS], block[POINTERS_END], 2):
        if block[row + 1] >> seat & 1:
            c = np.int64(state[block[row]])
            if 0 <= c < block[COMPONENTS]:
                total += mix(identity(block, state, seat, c) + _U(block[keys + block[row]]))
            else:
                total += word(state, block[row]) * _U(block[keys + block[row]])
    total += look_at_items(block, state, seat)
    if state[ir.OVER] == 0 and state[ir.ACTOR] == seat:
        offered = _STEP
        for option in range(ir.CTX_HEADER, ir.CTX_HEADER + context[ir.CTX_OPTIONS]):
            offered = offered * _ODD + _U(context[option])
        total += mix(offered)
    return mix(total + _U(seat) * _STEP)


look = inner(_look)
