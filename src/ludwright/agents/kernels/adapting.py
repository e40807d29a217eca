"""Nested rollout policy adaptation: a level plays many games by the level below, and shifts its preferences towards its best line after each."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np

from ludwright.agents.kernels.block import ROLE, STOP, STREAMS, code_at, room
from ludwright.agents.kernels.futures import better, chosen, count, credit, follows, imagine, ponder, spent
from ludwright.agents.kernels.lines import (
    ALPHA,
    BEST_VALUE,
    KNOWN,
    LENGTHS,
    LEVEL,
    RUNS,
    SHARES,
    STAMP,
    STAMPS,
    TOP,
    WEIGHT_ROWS,
    WEIGHTS_OF,
    codes,
    go,
    improve,
    line,
    open_saved,
    option_with,
    worth,
    write,
)
from ludwright.agents.kernels.nested import DECIDE
from ludwright.engine.calling import copy_bytes, number, real, set_number, set_real, word
from ludwright.engine.kernel import by_address, inner
from ludwright.engine.streams import next_at

SPARE_WEIGHTS = np.int64(0)
"""Beside the preferences of each level: those that are about to be. Level 1 plays by its own, and after the highest come those of the start."""


@inner
@no_type_check
def weights(b, level):
    """The preferences of a level: a real number for every code."""
    return number(b, WEIGHTS_OF) + 8 * level * number(b, WEIGHT_ROWS)


@inner
@no_type_check
def row(b, code):
    """Where the preference for an answer stands; in games with very many answers, some share a place."""
    rows = number(b, WEIGHT_ROWS)
    return code if code < rows else code % rows


@inner
@no_type_check
def share_out(b, prefer, options):
    """Work out how likely each option at the table is, by preferences; the sum of the shares, which are kept in the block."""
    shares, most, total = number(b, SHARES), -np.inf, 0.0
    for option in range(options):
        weight = real(prefer, row(b, code_at(b, option)))
        set_real(shares, option, weight)
        most = max(most, weight)
    for option in range(options):
        share = np.exp(real(shares, option) - most)
        set_real(shares, option, share)
        total += share
    return total


@inner
@no_type_check
def prefer(b, prefer, options):
    """An option, by preferences."""
    left = share_out(b, prefer, options) * np.float64(next_at(number(b, STREAMS), number(b, ROLE))) * 2.0**-32
    for option in range(options):
        left -= real(number(b, SHARES), option)
        if left < 0.0:
            return np.int64(option)
    return options - 1


@inner
@no_type_check
def sample(b, options):
    """Play the future once, by the preferences of level 1."""
    open_saved(b, number(b, TOP), options)
    mine, ply = weights(b, np.int64(1)), np.int64(0)
    while options > 0 and number(number(b, STOP), 0) == 0:
        code = code_at(b, prefer(b, mine, options))
        write(b, 0, ply, code)
        ply += 1
        options = go(b, code)
    set_number(number(b, LENGTHS), 0, ply)
    return worth(b)


@inner
@no_type_check
def nudge(b, new, code, change):
    place = row(b, code)
    set_real(new, place, real(new, place) + change)


@inner
@no_type_check
def variety(b, level):
    """How many different answers there are in the best line of a level, for each of its answers: 1 if none comes twice."""
    length, stamps, stamp = number(number(b, LENGTHS), level), number(b, STAMPS), number(b, STAMP) + 1
    set_number(b, STAMP, stamp)
    different = 0.0
    for ply in range(length):
        place = row(b, word(line(b, level), ply))
        if number(stamps, place) != stamp:
            set_number(stamps, place, stamp)
            different += 1.0
    return different / max(1.0, np.float64(length))


@inner
@no_type_check
def adapt(b, level, options):
    """Shift the preferences of a level towards its best line: by ``alpha`` for each answer, taken from all options in proportion.

    Where the same answers come again and again, each time counts for less: else a first lucky line would settle everything.
    """
    size, alpha = 8 * number(b, WEIGHT_ROWS), real(b, ALPHA) * variety(b, level)
    old, new = weights(b, level), weights(b, SPARE_WEIGHTS)
    copy_bytes(old, new, size)
    open_saved(b, number(b, TOP), options)
    for ply in range(number(number(b, LENGTHS), level)):
        code = word(line(b, level), ply)
        if options == 0 or option_with(b, options, code) < 0:
            break
        total = share_out(b, old, options)
        for option in range(options):
            nudge(b, new, code_at(b, option), -alpha * real(number(b, SHARES), option) / total)
        nudge(b, new, code, alpha)
        options = go(b, code)
    copy_bytes(new, old, size)


@inner
@no_type_check
def learn(b, level, options, best):
    """The value of the best line a level has found, in as many runs as the budget allows; ``best`` is that of the line it has already."""
    if level == 0:
        return sample(b, options)
    copy_bytes(weights(b, level + 1), weights(b, level), 8 * number(b, WEIGHT_ROWS))
    for _ in range(number(b, RUNS)):
        value = learn(b, level - 1, options, -np.inf)
        if value >= best:
            best = value
            improve(b, level, level - 1, np.int64(0))
        if spent(b):
            break
        adapt(b, level, options)
    return best


@inner
@no_type_check
def learn_future(b, options):
    """Learn again and again from the start, the first time with the best line of all to begin with: where it is led astray is luck."""
    level, best = number(b, LEVEL), -np.inf
    if number(b, KNOWN):
        improve(b, level, number(b, TOP), np.int64(0))
        best = real(b, BEST_VALUE)
    while True:
        value = learn(b, level, options, best)
        better(b, value, level)
        if spent(b):
            return
        best = -np.inf


@inner
@no_type_check
def vote(b, options):
    """In this future, the first answer of the best line is the one to give."""
    first = word(line(b, number(b, TOP)), 0)
    for option in range(options):
        credit(b, option, 1.0 if number(codes(b, number(b, TOP)), option) == first else 0.0)


@no_type_check
def _by_adapting(b, state, table, context, options, seat, streams):
    options = min(options, room(b))
    futures = ponder(b, state, options, seat, streams)
    for _ in range(futures):
        imagine(b, context, options, futures)
        if not follows(b):
            learn_future(b, options)
        vote(b, options)
        count(b, options)
    return chosen(b, options)


@cache
def decide_by_adapting() -> Any:
    """For players that adapt how they play out."""
    return by_address(_by_adapting, DECIDE)
