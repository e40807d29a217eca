"""Nested Monte Carlo search: a search of a level tries every option with a search of the level below, and follows the best line found so far."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import types

from ludwright.agents.kernels.block import CLOCK, draw, room
from ludwright.agents.kernels.futures import better, chosen, count, credit, follows, imagine, ponder, spent
from ludwright.agents.kernels.lines import (
    BEST_VALUE,
    DONE,
    FOLLOW,
    KNOWN,
    LENGTHS,
    LEVEL,
    NANOSECONDS,
    TOP,
    UNTIL,
    codes,
    finish,
    go,
    improve,
    line,
    note_goals,
    open_saved,
    restore,
    save,
    worth,
    write,
)
from ludwright.engine.calling import call_clock, number, real, set_number, word
from ludwright.engine.kernel import by_address, inner

DECIDE = types.int64(*(types.int64,) * 7)
"""The player's block; state, table and context of the game; how many options there are; its seat; the streams of the match."""


@inner
@no_type_check
def polish(b, level, ply, options, best):
    """Try other answers in the middle of the best line of a level, the rest of which stays as it is, until none makes it better."""
    offset, idle, tries = draw(b, options), np.int64(0), np.int64(0)
    while idle < options and ply < number(number(b, LENGTHS), level) and not spent(b):
        option = (offset + tries) % options
        code = number(codes(b, level), option)
        tries += 1
        idle += 1
        if code == word(line(b, level), ply):
            continue
        restore(b, level)
        write(b, 0, ply, code)
        value = finish(b, ply + 1, go(b, code), level)
        if ply == 0:
            credit(b, option, value)
        if value > best:
            best, idle = value, np.int64(0)
            improve(b, level, np.int64(0), ply)
    return best


@inner
@no_type_check
def nested(b, level, ply, options, best):
    """Search from where the table stands, for something better than ``best``: the value of the line the level has already."""
    if level == 0:
        return finish(b, ply, options, np.int64(-1))
    if options == 0:
        set_number(number(b, LENGTHS), level, ply)
        return worth(b)
    below = level - 1
    while options > 0:
        save(b, level, options)
        offset = draw(b, options)
        for i in range(options):
            option = (offset + i) % options
            code = number(codes(b, level), option)
            restore(b, level)
            write(b, below, ply, code)
            value = nested(b, below, ply + 1, go(b, code), -np.inf)
            if ply == 0:
                credit(b, option, value)
            if value > best:
                best = value
                improve(b, level, below, ply)
            if spent(b):
                return best
        if number(b, FOLLOW):
            best = polish(b, level, ply, options, best)
        if spent(b) or ply >= number(number(b, LENGTHS), level):
            return best
        restore(b, level)
        options = go(b, word(line(b, level), ply))
        ply += 1
    return best


@inner
@no_type_check
def left(b, began):
    """How many play-outs the budget still has room for."""
    done = number(b, DONE)
    if number(b, NANOSECONDS) == 0:
        return np.float64(number(b, UNTIL) - done)
    now = call_clock(number(b, CLOCK))
    return np.float64(done) * np.float64(number(b, UNTIL) - now) / max(1.0, np.float64(now - began))


@inner
@no_type_check
def search_future(b, options):
    """Searches of level 1, 2, … up to the highest that the budget has room for, each for something better than the best line so far."""
    level, top = np.int64(1), number(b, TOP)
    note_goals(b)
    began = call_clock(number(b, CLOCK)) if number(b, NANOSECONDS) else np.int64(0)
    while True:
        before = number(b, DONE)
        set_number(number(b, LENGTHS), level, 0)
        best = -np.inf
        if number(b, KNOWN):
            improve(b, level, top, np.int64(0))
            best = real(b, BEST_VALUE)
        open_saved(b, top, options)
        value = nested(b, level, np.int64(0), options, best)
        better(b, value, level)
        if spent(b):
            return
        length = number(number(b, LENGTHS), top)
        dearer = np.float64(number(b, DONE) - before) * np.float64(length) * np.float64(options)
        if level < number(b, LEVEL) and dearer <= left(b, began):
            level += 1


@no_type_check
def _by_nesting(b, state, table, context, options, seat, streams):
    options = min(options, room(b))
    futures = ponder(b, state, options, seat, streams)
    for _ in range(futures):
        imagine(b, context, options, futures)
        if not follows(b):
            search_future(b, options)
        count(b, options)
    return chosen(b, options)


@cache
def decide_by_nesting() -> Any:
    """For players that search in nested levels."""
    return by_address(_by_nesting, DECIDE)
