"""Futures: what one decision is thought through on, how much may be spent on each, and what is kept from one decision to the next."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.at_once import lay_out_now
from ludwright.agents.kernels.block import (
    CLOCK,
    CONTEXT,
    ROLE,
    ROOT,
    SEAT,
    SEATS,
    SPAN,
    STOP,
    STREAMS,
    bits,
    draw,
    is_late,
    lay_out,
    mover,
    own_chance,
    plan,
    set_due,
    state_word,
)
from ludwright.agents.kernels.lines import (
    BEST_SEEN,
    BEST_VALUE,
    BESTS,
    DONE,
    EXACT,
    FORESIGHT,
    FOUND_AFTER,
    FUTURES,
    GAME_KEY,
    ITERATIONS,
    KNOWN,
    LENGTHS,
    NANOSECONDS,
    ONCE,
    PLAYED,
    SEEN_MOVES,
    SIGNIFICANT,
    SIGNIFICANT_WORDS,
    SUMS,
    TOP,
    UNTIL,
    codes,
    go,
    improve,
    line,
    save,
)
from ludwright.engine.calling import call_clock, copy_bytes, number, real, set_number, set_real, set_word, word
from ludwright.engine.kernel import inner

EFFORT = 4
"""A play-out takes as long as so many steps of a game, besides its own."""


# ---------------------------------------------------------------- budgets


@inner
@no_type_check
def spent(b):
    """Whether the share of the budget for this future is used up."""
    if number(number(b, STOP), 0):
        return True
    if number(b, NANOSECONDS) == 0:
        return number(b, DONE) >= number(b, UNTIL)
    return is_late(b, EFFORT)


@inner
@no_type_check
def allot(b, futures):
    """Begin to spend one of so many equal shares of the budget."""
    set_number(b, DONE, 0)
    set_due(b, np.int64(0))
    if number(b, NANOSECONDS):
        set_number(b, UNTIL, call_clock(number(b, CLOCK)) + number(b, NANOSECONDS) // futures)
        set_due(b, number(b, UNTIL))
    else:
        set_number(b, UNTIL, max(np.int64(1), number(b, ITERATIONS) // futures))


# ---------------------------------------------------------------- from decision to decision


@inner
@no_type_check
def begin(b, state, seat, streams):
    """Begin to think: for a seat, with chance of its own, and without memory of any other game. Whether the game is another one."""
    set_number(b, STREAMS, streams)
    set_number(b, ROLE, seat + 1)
    set_number(b, SEAT, seat)
    own_chance(b, number(b, CONTEXT))
    set_real(number(b, SPAN), 0, -1.0 if number(b, SEATS) > 1 else 0.0)
    set_real(number(b, SPAN), 1, 1.0)
    # every seat of every game has a stream of its own, and its second number never changes
    key = number(streams, 2 * (seat + 1) + 1)
    moves = word(state, ir.MOVES)
    fresh = key != number(b, GAME_KEY) or moves <= number(b, SEEN_MOVES)
    if fresh:
        set_number(b, GAME_KEY, key)
        set_number(b, PLAYED, 0)
    set_number(b, SEEN_MOVES, moves)
    return fresh


@inner
@no_type_check
def same_place(b, state):
    """Whether the table stands at a position given by its address."""
    places = number(b, SIGNIFICANT)
    for i in range(number(b, SIGNIFICANT_WORDS)):
        if state_word(b, word(places, i)) != word(state, word(places, i)):
            return False
    return True


@inner
@no_type_check
def lose_line(b):
    """No line is known."""
    set_real(b, BEST_VALUE, -np.inf)
    set_real(b, BEST_SEEN, -np.inf)
    set_number(b, FOUND_AFTER, 0)


@inner
@no_type_check
def resume(b, state, fresh):
    """Keep what is left of the best line, if the game has followed it up to this position; else forget it.

    The root in the block is still the position of the decision before.
    """
    top, lengths = number(b, TOP), number(b, LENGTHS)
    known = number(lengths, top) if number(b, KNOWN) == 1 and number(b, EXACT) == 1 and not fresh else np.int64(0)
    set_number(b, KNOWN, 0)
    set_number(lengths, top, 0)
    if known == 0:
        lose_line(b)
        return
    lay_out(b, number(b, ROOT))
    done, options = np.int64(0), np.int64(1)
    while done < known and options > 0 and (done == 0 or mover(b) != number(b, SEAT)):
        options = go(b, word(line(b, top), done))
        done += 1
    if done == known or options == 0 or not same_place(b, state):
        lose_line(b)
        return
    for ply in range(done, known):
        set_word(line(b, top), ply - done, word(line(b, top), ply))
    set_number(lengths, top, known - done)
    set_number(b, KNOWN, 1)


@inner
@no_type_check
def dream(b, context, options):
    """Lay out a future of the planned position, whose options lie in a context, and keep it as the top level's place."""
    top = number(b, TOP)
    own_chance(b, number(b, CONTEXT))
    set_number(b, FORESIGHT, bits(b))
    lay_out_now(b)
    copy_bytes(context + 8 * ir.CTX_HEADER, number(b, CONTEXT) + 8 * ir.CTX_HEADER, 8 * options)
    set_number(number(b, CONTEXT), ir.CTX_OPTIONS, options)
    save(b, top, options)
    if number(b, EXACT) == 0:
        set_number(b, KNOWN, 0)
        set_number(number(b, LENGTHS), top, 0)
        lose_line(b)


@inner
@no_type_check
def better(b, value, other):
    """The top level learns of the line of another level: it is kept if it is better than all before."""
    if value > real(b, BEST_VALUE) or number(b, KNOWN) == 0:
        set_real(b, BEST_VALUE, value)
        set_number(b, KNOWN, 1)
        improve(b, number(b, TOP), other, np.int64(0))


# ---------------------------------------------------------------- what speaks for an option


@inner
@no_type_check
def credit(b, option, value):
    """In this future, an option has led to something worth so much."""
    if value > real(number(b, BESTS), option):
        set_real(number(b, BESTS), option, value)


@inner
@no_type_check
def clear(b, options, sums):
    """Nothing is known of any option in a new future; with ``sums``, in any."""
    for option in range(options):
        set_real(number(b, BESTS), option, -np.inf)
        if sums:
            set_real(number(b, SUMS), 2 * option, 0.0)
            set_real(number(b, SUMS), 2 * option + 1, 0.0)


@inner
@no_type_check
def count(b, options):
    """Add what was found out in a future to what is known from all."""
    sums = number(b, SUMS)
    for option in range(options):
        value = real(number(b, BESTS), option)
        if value > -np.inf:
            set_real(sums, 2 * option, real(sums, 2 * option) + value)
            set_real(sums, 2 * option + 1, real(sums, 2 * option + 1) + 1.0)


@inner
@no_type_check
def chosen(b, options):
    """The first answer of the best line; where there were several futures, the option that was best on average."""
    top = number(b, TOP)
    if number(b, EXACT) == 1 and number(b, KNOWN) == 1 and number(number(b, LENGTHS), top) > 0:
        for option in range(options):
            if number(codes(b, top), option) == word(line(b, top), 0):
                return np.int64(option)
    sums = number(b, SUMS)
    best, chosen, ties = -np.inf, np.int64(0), np.int64(0)
    for option in range(options):
        tried = real(sums, 2 * option + 1)
        value = real(sums, 2 * option) / tried if tried > 0.0 else -np.inf
        if value >= best:
            ties = np.int64(1) if value > best else ties + 1
            best = value
            if ties == 1 or draw(b, ties) == 0:
                chosen = np.int64(option)
    return chosen


@inner
@no_type_check
def follows(b):
    """Whether a line is known that is to be followed to its end before anything is searched again."""
    return number(b, ONCE) == 1 and number(b, EXACT) == 1 and number(b, KNOWN) == 1


@inner
@no_type_check
def ponder(b, state, options, seat, streams):
    """Get ready for a decision. In how many futures it can be thought through: each option should be tried in each."""
    resume(b, state, begin(b, state, seat, streams))
    plan(b, state)
    clear(b, options, True)
    futures = np.int64(1) if number(b, EXACT) == 1 else number(b, FUTURES)
    if number(b, NANOSECONDS) == 0:
        futures = max(np.int64(1), min(futures, number(b, ITERATIONS) // (2 * options)))
    return futures


@inner
@no_type_check
def imagine(b, context, options, futures):
    """Begin with one of so many futures: nothing is known of any option in it yet, and it has its share of the budget."""
    clear(b, options, False)
    dream(b, context, options)
    allot(b, futures)
