"""The last moves of a game of two, played through to the end: what a tree search has left open is proven, if it is little enough.

A plain search with two bounds over wins, draws and losses, with a table of positions known already. It goes on for a limited number of
positions; what it has not finished by then it has not found out.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.block import (
    ADVANCE,
    CONTEXT,
    RETURNS,
    ROOT,
    SEAT,
    STATE_WORDS,
    TABLE,
    is_late,
    room,
)
from ludwright.agents.kernels.tree import (
    CODE,
    DRAW,
    FIRST,
    LOSS,
    NEXT,
    PROVEN,
    SIGNIFICANT,
    SIGNIFICANT_WORDS,
    SOLVE_FRAMES,
    SOLVE_KEYS,
    SOLVE_STATES,
    SOLVE_VALUES,
    WIN,
    mark,
    set_mark,
)
from ludwright.engine.calling import call_advance, call_real, copy_bytes, number, set_number, word
from ludwright.engine.kernel import inner, mix

LEVELS = np.int64(64)
"""The most moves to the end."""
WIDEST = np.int64(250)
"""The most options of a position."""
TABLE_BITS = np.int64(14)
FRAME = np.int64(258)
"""Numbers a frame: the six below, then the codes."""
COUNT, AT, BEST, LOW, HIGH, KEY = map(np.int64, range(6))
CODES = np.int64(8)
UNKNOWN = np.int64(9)


@inner
@no_type_check
def frame(b, level):
    """Where a frame lies."""
    return number(b, SOLVE_FRAMES) + 8 * FRAME * level


@inner
@no_type_check
def state_at(b, level):
    return number(b, SOLVE_STATES) + 4 * number(b, STATE_WORDS) * level


@inner
@no_type_check
def key_of_state(b, state):
    """The hash of a position."""
    key = np.uint64(0)
    for i in range(number(b, SIGNIFICANT_WORDS)):
        key = (key ^ np.uint64(np.uint32(word(state, word(number(b, SIGNIFICANT), i))))) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    return np.int64(mix(key) | np.uint64(1))


@inner
@no_type_check
def looked_up(b, key, low, high):
    """What is known of a position, as far as it is of use between two bounds."""
    slot = (key >> 20) & ((np.int64(1) << TABLE_BITS) - 1)
    if number(number(b, SOLVE_KEYS), slot) != key:
        return UNKNOWN
    kept = number(number(b, SOLVE_VALUES), slot)
    value, bound = kept // 4 - 1, kept % 4
    if bound == 0 or (bound == 1 and value >= high) or (bound == 2 and value <= low):
        return value
    return UNKNOWN


@inner
@no_type_check
def write_down(b, key, value, low, high):
    """Note what was found out between two bounds: 0 it is so, 1 at least, 2 at most."""
    slot = (key >> 20) & ((np.int64(1) << TABLE_BITS) - 1)
    bound = np.int64(1) if value >= high and value < 1 else np.int64(2) if value <= low and value > -1 else np.int64(0)
    set_number(number(b, SOLVE_KEYS), slot, key)
    set_number(number(b, SOLVE_VALUES), slot, 4 * (value + 1) + bound)


@inner
@no_type_check
def enter(b, level, options, low, high):
    """Begin with the position of a level. Its value if it is known already."""
    state, context, f = state_at(b, level), number(b, CONTEXT), frame(b, level)
    if options == 0 or word(state, ir.OVER) != 0:
        value = call_real(number(b, RETURNS), state, number(b, TABLE), context, number(b, SEAT))
        return np.int64(1) if value > 0.0 else np.int64(-1) if value < 0.0 else np.int64(0)
    key = key_of_state(b, state)
    known = looked_up(b, key, low, high)
    if known != UNKNOWN:
        return known
    set_number(f, COUNT, options)
    set_number(f, AT, 0)
    set_number(f, BEST, np.int64(-2) if word(state, ir.ACTOR) == number(b, SEAT) else np.int64(2))
    set_number(f, LOW, low)
    set_number(f, HIGH, high)
    set_number(f, KEY, key)
    for option in range(options):
        set_number(f, CODES + option, number(context, ir.CTX_HEADER + option))
    return UNKNOWN


@inner
@no_type_check
def take_in(b, level, value):
    """A move of a level has a value. Whether the level is done with."""
    f = frame(b, level)
    own = word(state_at(b, level), ir.ACTOR) == number(b, SEAT)
    best = number(f, BEST)
    if (own and value > best) or (not own and value < best):
        set_number(f, BEST, value)
        best = value
    low = max(number(f, LOW), best) if own else number(f, LOW)
    high = number(f, HIGH) if own else min(number(f, HIGH), best)
    return low >= high or number(f, AT) >= number(f, COUNT)


@inner
@no_type_check
def value_after(b, code, budget):
    """What an answer at the root is worth to the player, and how many positions may be looked at then; the value is UNKNOWN if these ran out."""
    words, context = number(b, STATE_WORDS), number(b, CONTEXT)
    copy_bytes(number(b, ROOT), state_at(b, 0), 4 * words)
    options = np.int64(call_advance(number(b, ADVANCE), state_at(b, 0), number(b, TABLE), context, np.int32(code)))
    level = np.int64(0)
    value = enter(b, 0, options, np.int64(-1), np.int64(1)) if options <= min(WIDEST, room(b)) else UNKNOWN
    if options > WIDEST:
        return UNKNOWN, np.int64(0)
    while True:
        if value != UNKNOWN:  # of this level: it goes up
            while True:
                if level == 0:
                    return value, budget
                level -= 1
                if not take_in(b, level, value):
                    break
                f = frame(b, level)
                value = number(f, BEST)
                write_down(b, number(f, KEY), value, number(f, LOW), number(f, HIGH))
        budget -= 1
        if budget <= 0 or is_late(b, 2) or level + 1 >= LEVELS:
            return UNKNOWN, np.int64(0)
        f = frame(b, level)
        own, best = word(state_at(b, level), ir.ACTOR) == number(b, SEAT), number(f, BEST)
        low = max(number(f, LOW), best) if own else number(f, LOW)
        high = number(f, HIGH) if own else min(number(f, HIGH), best)
        move = number(f, CODES + number(f, AT))
        set_number(f, AT, number(f, AT) + 1)
        copy_bytes(state_at(b, level), state_at(b, level + 1), 4 * words)
        level += 1
        options = np.int64(
            call_advance(number(b, ADVANCE), state_at(b, level), number(b, TABLE), context, np.int32(move))
        )
        if options > min(WIDEST, room(b)):
            return UNKNOWN, np.int64(0)
        value = enter(b, level, options, low, high)


@inner
@no_type_check
def prove_answers(b, budget):
    """Prove the answers at the root that the search has left open, as far as so many positions go."""
    for slot in range(np.int64(1) << TABLE_BITS):
        set_number(number(b, SOLVE_KEYS), slot, 0)
    row = mark(b, 0, FIRST)
    while row and budget > 0:
        if mark(b, row, PROVEN) == 0:
            value, budget = value_after(b, mark(b, row, CODE), budget)
            if value != UNKNOWN:
                set_mark(b, row, PROVEN, WIN if value > 0 else LOSS if value < 0 else DRAW)
        row = mark(b, row, NEXT)
