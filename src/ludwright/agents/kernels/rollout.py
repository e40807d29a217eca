"""One step better than a scripted player: each answer is tried out with the scripted player going on for everybody, in the same futures for all.

The worse half of the answers is left out again and again, so that most play-outs are spent on the best. What the scripted player would
answer itself stays in to the end; another answer is preferred only if it was better for sure.
"""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.belief_filter import KEPT, MEMORY, NOW, remember, seen, went_back
from ludwright.agents.kernels.block import (
    BOT,
    CLOCK,
    SEAT,
    SPARE_CONTEXT,
    STATE,
    STOP,
    TABLE,
    draw,
    lay_out_root,
    own_chance,
    plan,
    room,
    set_due,
)
from ludwright.agents.kernels.deciding import DECIDE, place_of, sit_down
from ludwright.agents.kernels.search import open_options
from ludwright.agents.kernels.trying import (
    FIELD,
    GAIN,
    GAIN_SQUARES,
    ITERATIONS,
    LIKED,
    NANOSECONDS,
    NOTES,
    SQUARES,
    SUMS,
    SURE,
    TOTAL,
    TRIED,
    UNSET,
    UNTIL,
    WIDE,
    compare,
    noted,
)
from ludwright.engine.calling import call_clock, call_real, number, real, set_number, set_real, set_word, word
from ludwright.engine.kernel import by_address, inner

LEAST = np.int64(4)
"""Less futures than that are no reason to do anything else than the scripted player."""


@inner
@no_type_check
def put_in(b, option, first, count):
    """Put an option into the field, anywhere from a place on; so many are in it."""
    field, place = number(b, FIELD), first + draw(b, count - first + 1)
    set_word(field, count, word(field, place))
    set_word(field, place, option)


@inner
@no_type_check
def ask_bot(b, context, options):
    """Mark the options that the scripted player likes, and put them first into the field. How many it likes."""
    spare, liked = number(b, SPARE_CONTEXT), number(b, LIKED)
    own_chance(b, spare)
    for option in range(options):
        set_number(spare, ir.CTX_HEADER + option, number(context, ir.CTX_HEADER + option))
        set_word(liked, option, 0)
    set_number(spare, ir.CTX_OPTIONS, options)
    left = np.int64(call_real(number(b, BOT), number(b, STATE), number(b, TABLE), spare, number(b, SEAT)))
    set_number(spare, ir.CTX_FAULT, 0)
    left = min(left, options) if left > 0 else options
    for i in range(left):
        place = place_of(context, options, number(spare, ir.CTX_HEADER + i)) if left < options else np.int64(i)
        set_word(liked, place, 1)
        put_in(b, place, np.int64(0), np.int64(i))
    return left


@inner
@no_type_check
def fill_field(b, options, left):
    """Put all other options behind those liked. How many of the field are looked at."""
    liked, many = number(b, LIKED), left
    for option in range(options):
        if word(liked, option) == 0:
            put_in(b, np.int64(option), left, many)
            many += 1
    return min(many, number(b, WIDE))


@inner
@no_type_check
def apart(b, option):
    """How far the results of an option lie apart: their variance."""
    tried = noted(b, option, TRIED)
    mean = noted(b, option, TOTAL) / tried
    return max(0.0, noted(b, option, SQUARES) / tried - mean * mean)


@inner
@no_type_check
def worth(b, option, futures):
    """What speaks for an option: its mean gain; for one that the scripted player does not like, as much as is sure of it."""
    mean = noted(b, option, GAIN) / futures
    if word(number(b, LIKED), option):
        return mean
    spread = max(0.0, noted(b, option, GAIN_SQUARES) / futures - mean * mean)
    spread += apart(b, option) / futures  # as if one future more had been seen: a few that agree are not sure
    return mean - real(b, SURE) * np.sqrt(spread / max(1.0, futures - 1.0)) if futures >= LEAST else 0.0


@inner
@no_type_check
def keep_better_half(b, many):
    """Bring the better half of the field to the front; the first stays where it is. How many that are."""
    field = number(b, FIELD)
    half = (many + 1) // 2
    for i in range(1, half):
        best = np.int64(i)
        for j in range(i + 1, many):
            if noted(b, word(field, j), GAIN) > noted(b, word(field, best), GAIN):
                best = np.int64(j)
        option = word(field, i)
        set_word(field, i, word(field, best))
        set_word(field, best, option)
    return half


@inner
@no_type_check
def compare_all(b, context, options, many):
    """Spend the budget on the field, which becomes smaller. How many are left of it, and how many futures these were tried in."""
    rounds = np.int64(1)
    while (np.int64(1) << rounds) < many:
        rounds += 1
    began = call_clock(number(b, CLOCK)) if number(b, NANOSECONDS) else np.int64(0)
    set_due(b, began + number(b, NANOSECONDS) if number(b, NANOSECONDS) else np.int64(0))
    futures, done = np.int64(0), np.int64(0)
    for i in range(rounds):
        while number(number(b, STOP), 0) == 0:
            if not compare(b, context, options, many):
                return many, futures
            futures += 1
            done += many
            if number(b, NANOSECONDS):
                if (call_clock(number(b, CLOCK)) - began) * rounds >= number(b, NANOSECONDS) * (i + 1):
                    break
            elif (done + many) * rounds > number(b, ITERATIONS) * (i + 1):
                break
        if i + 1 < rounds:
            many = keep_better_half(b, many)
    return many, futures


@inner
@no_type_check
def best_of(b, many, futures):
    """What most speaks for, of all that is left in the field."""
    field = number(b, FIELD)
    best, chosen = 0.0, word(field, 0)
    for i in range(1, many):
        option = word(field, i)
        value = worth(b, option, np.float64(futures))
        if value > best:
            best, chosen = value, option
    return chosen


@no_type_check
def _by_improving(b, state, table, context, options, seat, streams):
    if sit_down(b, seat, streams) or went_back(b, state):
        set_number(b, KEPT, 0)
    options = min(options, room(b))
    plan(b, state)
    lay_out_root(b)
    open_options(b, context, options)
    if number(b, MEMORY):
        set_number(b, NOW, seen(b))
    left = ask_bot(b, context, options)
    many = fill_field(b, options, left)
    for place in range(NOTES * options):
        set_real(number(b, SUMS), place, 0.0)
    set_number(b, UNTIL, UNSET)
    many, futures = compare_all(b, context, options, many) if many > 1 else (many, np.int64(0))
    chosen = best_of(b, many, futures) if futures else word(number(b, FIELD), 0)
    if number(b, MEMORY):
        remember(b, number(context, ir.CTX_HEADER + chosen))
    return chosen


@cache
def decide_by_improving() -> Any:
    """For players that improve on a scripted one."""
    return by_address(_by_improving, DECIDE)
