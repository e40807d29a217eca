"""Learning by self-play: whole games in which every seat plays by what was learned so far, and after each of them the weights are put right.

After its own answer, each seat remembers what it saw. In the end, from the last position back to the first, what a position is worth to a seat is drawn
towards what came of it: partly the result, partly what the seat thought at its next decision (TD(λ)). Where somebody tried an answer that he did not
think best, what was before learns from what he thought best instead. How fast a weight learns it finds itself: the more its
corrections contradict each other, the slower (temporal coherence).
"""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]

from ludwright import ir
from ludwright.agents.kernels.block import (
    ADVANCE,
    BLOCK_WORDS,
    CONTEXT_WORDS,
    COUNTS,
    LIMIT,
    RANGE_ROWS,
    RANGES,
    RETURNS,
    ROLE,
    SEAT,
    SEATS,
    STOP,
    STREAMS,
    TABLE,
    WEIGHT_COUNT,
    draw,
    plan,
    room,
)
from ludwright.agents.kernels.block import WEIGHTS as WEIGHTS_OF_GROUPS
from ludwright.agents.kernels.deciding import MEANS, SAMPLES, largest
from ludwright.agents.kernels.learned import (
    FOUND,
    FOUND_COUNT,
    LEARNED,
    SCALE,
    WEIGHTS,
    errs,
    look_at,
    total,
    weigh,
)
from ludwright.engine.block_places import behind, places
from ludwright.engine.calling import (
    bits_at,
    call_advance,
    call_real,
    call_setup,
    copy_bytes,
    number,
    numbers_at,
    real,
    set_number,
    set_real,
    word,
)
from ludwright.engine.kernel import begin_stream, by_address, inner, root
from ludwright.play.kernels import choose

TRAINING = places(17, first=behind(LEARNED), before=BLOCK_WORDS)
(
    SETUP, LIVE, LIVE_CONTEXT, TRACE, TRACE_WIDTH, TRACE_STEPS, STEPS, SUMS, SIZES, TARGETS, SHARE, TRIALS,
    WILD, SEED, PLAYED, OTHERS, PUPIL,
) = TRAINING  # fmt: skip
"""Where it stands in the block, behind what players have: the game in progress; what was seen after each answer; the sums of corrections of each weight and of
their sizes; how much the result counts; how often an answer is tried that is not thought best, in usual games and in wild ones; the players that others are, if they
don't learn, and who then learns."""

WHO, SEEN, TRIED, THOUGHT = map(np.int64, range(4))
STEP_ROW = np.int64(4)
"""Of each answer: whose it was, how much was seen after it, whether it was not thought best, and what the best was thought to be worth."""
WILD_GAMES = np.int64(4)
"""Every fourth game is a wild one: so that unusual positions are learned about, too."""


@inner
@no_type_check
def begin(b):
    """Set up the next game. How many options there are."""
    seats, context = number(b, SEATS), number(b, LIVE_CONTEXT)
    streams = carray(bits_at(number(b, STREAMS)), (2 * (seats + 1),))
    stem = root(np.uint64(number(b, SEED)), number(b, PLAYED))
    for role in range(seats + 1):
        begin_stream(stem, role, streams)
    set_number(context, ir.CTX_RNG_STATE, number(number(b, STREAMS), 0))
    set_number(context, ir.CTX_RNG_STREAM, number(number(b, STREAMS), 1))
    return np.int64(call_setup(number(b, SETUP), number(b, LIVE), number(b, TABLE), context))


@inner
@no_type_check
def answer_live(b, code):
    return np.int64(
        call_advance(number(b, ADVANCE), number(b, LIVE), number(b, TABLE), number(b, LIVE_CONTEXT), np.int32(code))
    )


@inner
@no_type_check
def ask_other(b, options, seat):
    """What a player that does not learn takes, by its place."""
    seats = number(b, SEATS)
    return choose(
        carray(numbers_at(number(b, OTHERS)), (seats, 3)),
        seat,
        options,
        number(b, LIVE),
        number(b, TABLE),
        number(b, LIVE_CONTEXT),
        carray(numbers_at(number(b, LIVE_CONTEXT)), (number(b, CONTEXT_WORDS),)),
        carray(bits_at(number(b, STREAMS)), (2 * (seats + 1),)),
        carray(numbers_at(number(b, RANGES)), (number(b, RANGE_ROWS), 3)),
        carray(numbers_at(number(b, WEIGHTS_OF_GROUPS)), (number(b, WEIGHT_COUNT),)),
        carray(numbers_at(number(b, COUNTS)), (number(b, WEIGHT_COUNT),)),
    )


@inner
@no_type_check
def asked(b):
    """The seat that is asked."""
    actor = word(number(b, LIVE), ir.ACTOR)
    return actor if 0 <= actor < number(b, SEATS) else np.int64(0)


@inner
@no_type_check
def decide_live(b, options, step, rate):
    """Answer as the seat thinks best, or now and then otherwise, and remember what it sees then. How many options there are next."""
    live, context = number(b, LIVE), number(b, LIVE_CONTEXT)
    seat = asked(b)
    set_number(b, SEAT, seat)
    set_number(b, ROLE, seat + 1)
    plan(b, live)
    weigh(b, context, options, seat)
    best = largest(b, number(b, MEANS), options)
    thought = real(number(b, MEANS), best) / np.float64(number(b, SAMPLES))
    pick = draw(b, options) if errs(b, rate) else best
    following = answer_live(b, number(context, ir.CTX_HEADER + pick))
    seen = np.int64(0)
    slot = step % number(b, TRACE_STEPS)
    if word(live, ir.OVER) == 0:
        look_at(b, live, context, seat)
        seen = number(b, FOUND_COUNT)
        copy_bytes(number(b, FOUND), number(b, TRACE) + 8 * slot * number(b, TRACE_WIDTH), 8 * seen)
    row = number(b, STEPS) + 8 * STEP_ROW * slot
    set_number(row, WHO, seat)
    set_number(row, SEEN, seen)
    set_number(row, TRIED, np.int64(pick != best))
    set_real(row, THOUGHT, thought)
    return following


@inner
@no_type_check
def correct(b, found, count, target):
    """Draw the weights of what was seen towards what came of it: half of the way the whole view, the other half all else."""
    off = target - total(b, found, count)
    weights, sums, sizes = number(b, WEIGHTS), number(b, SUMS), number(b, SIZES)
    each = 0.5 * off / max(1.0, np.float64(count - 1))
    for i in range(count):
        place = number(found, i)
        size = real(sizes, place)
        rate = abs(real(sums, place)) / size if size > 0.0 else 1.0
        set_real(weights, place, real(weights, place) + rate * (each if i < count - 1 else 0.5 * off))
        set_real(sums, place, real(sums, place) + off)
        set_real(sizes, place, size + abs(off))


@inner
@no_type_check
def learn_from(b, steps):
    """Learn from a game that has come to its end."""
    targets, share = number(b, TARGETS), real(b, SHARE)
    for seat in range(number(b, SEATS)):
        result = call_real(
            number(b, RETURNS), number(b, LIVE), number(b, TABLE), number(b, LIVE_CONTEXT), np.int64(seat)
        )
        set_real(targets, seat, result / real(b, SCALE))
    for step in range(steps - 1, max(np.int64(-1), steps - 1 - number(b, TRACE_STEPS)), -1):
        slot = step % number(b, TRACE_STEPS)
        row = number(b, STEPS) + 8 * STEP_ROW * slot
        seat, thought = number(row, WHO), real(row, THOUGHT)
        target = real(targets, seat)
        if number(row, SEEN):
            correct(b, number(b, TRACE) + 8 * slot * number(b, TRACE_WIDTH), number(row, SEEN), target)
        came = thought if number(row, TRIED) else target
        set_real(targets, seat, share * came + (1.0 - share) * thought)


@no_type_check
def _learn_games(b, games):
    """Play games and learn from each. How many were played: fewer only when it was told to stop."""
    for game in range(games):
        options, step = begin(b), np.int64(0)
        seats = number(b, SEATS)
        rate = real(b, WILD) if number(b, PLAYED) // seats % WILD_GAMES == 0 else real(b, TRIALS)
        set_number(b, PUPIL, number(b, PLAYED) % seats if number(b, OTHERS) else np.int64(-1))
        while options > 0 and word(number(b, LIVE), ir.MOVES) < number(b, LIMIT):
            if number(number(b, STOP), 0):
                return np.int64(game)
            options = min(options, room(b))
            if options > 1 and number(b, PUPIL) in (-1, asked(b)):
                options = decide_live(b, options, step, rate)
                step += 1
                continue
            pick = ask_other(b, options, asked(b)) if options > 1 else np.int64(0)
            if pick < 0:
                break
            options = answer_live(b, number(number(b, LIVE_CONTEXT), ir.CTX_HEADER + pick))
        if word(number(b, LIVE), ir.OVER) == 1:
            learn_from(b, step)
        set_number(b, PLAYED, number(b, PLAYED) + 1)
    return np.int64(games)


@cache
def learn_games() -> Any:
    """The function by address: from a block and a number of games to how many were played."""
    return by_address(_learn_games, types.int64(types.int64, types.int64))
