"""Playing on from where the table stands, by one of several ways to choose, and what comes of it for every seat."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.block import (
    ADVANCE,
    BOT,
    BOT_POLICY,
    CAREFUL_POLICY,
    CONTEXT,
    COUNTS,
    DECIDE_LEARNED,
    DECISIVE_POLICY,
    EVALUATOR,
    GOALS,
    GREED,
    GREEDY_POLICY,
    GROUP_POLICY,
    HABIT,
    HABIT_ROWS,
    HOPE,
    LEAD,
    LEARNED_POLICY,
    LIMIT,
    MAST_POLICY,
    OTHER,
    OTHER_CONTEXT,
    PACE,
    PACE_ROWS,
    POLICY,
    RANGES,
    RETURNS,
    ROLE,
    RUN_PACE,
    SCORE,
    SCORED,
    SEATS,
    SPAN,
    SPARE,
    SPARE_CONTEXT,
    STATE,
    STATE_WORDS,
    STOP,
    STREAMS,
    TABLE,
    TRAIL,
    TRAIL_ROWS,
    VALUES,
    WEIGHT_COUNT,
    WEIGHTS,
    bits,
    code_at,
    draw,
    is_late,
    mover,
    own_chance,
    part_of,
    room,
    state_word,
    step,
)
from ludwright.engine.calling import (
    call_advance,
    call_decide,
    call_real,
    copy_bytes,
    number,
    real,
    set_number,
    set_real,
    set_word,
    word,
)
from ludwright.engine.kernel import inner
from ludwright.engine.streams import next_at
from ludwright.play.kernels import at_random

RESULT_WEIGHT = 10.0
"""A result counts for more than any lead: by so much."""
RESULT_IN_POINTS = 1e6
"""A result counts for more than any score: for so many points."""


@inner
@no_type_check
def standing(b, state, context, seat):
    """How a seat stands in a position, as far as the game says: the result, its lead, or its score."""
    if word(state, ir.OVER) == 1:
        value = call_real(number(b, RETURNS), state, number(b, TABLE), context, seat)
        if number(b, LEAD):
            return 0.5 + RESULT_WEIGHT * value
        if number(b, SCORE) and not number(b, SCORED):
            return RESULT_IN_POINTS * value + call_real(number(b, SCORE), state, number(b, TABLE), context, seat)
        return value
    if number(b, LEAD):
        return call_real(number(b, LEAD), state, number(b, TABLE), context, seat)
    if number(b, SCORE):
        return call_real(number(b, SCORE), state, number(b, TABLE), context, seat)
    return 0.0


@inner
@no_type_check
def after(b, option, seat):
    """How a seat stands after an option and what follows of itself, tried on the spare table."""
    spare, context = number(b, SPARE), number(b, SPARE_CONTEXT)
    copy_bytes(number(b, STATE), spare, 4 * number(b, STATE_WORDS))
    own_chance(b, context)
    options = call_advance(number(b, ADVANCE), spare, number(b, TABLE), context, np.int32(code_at(b, option)))
    while options == 1 and word(spare, ir.MOVES) <= number(b, LIMIT):
        code = number(context, ir.CTX_HEADER)
        options = call_advance(number(b, ADVANCE), spare, number(b, TABLE), context, np.int32(code))
    return standing(b, spare, context, seat)


@inner
@no_type_check
def greedily(b, options, seat):
    """The option after which a seat stands best; of equal ones any."""
    best, chosen, ties = -np.inf, np.int64(0), 0
    for option in range(options):
        value = after(b, option, seat)
        if value > best:
            best, chosen, ties = value, np.int64(option), 1
        elif value == best:
            ties += 1
            if draw(b, ties) == 0:
                chosen = np.int64(option)
    return chosen


@inner
@no_type_check
def wins_at_once(b, state, context, seat):
    """Whether somebody wins by an answer to the question that is open in a position, tried on the other table."""
    other, trial, table = number(b, OTHER), number(b, OTHER_CONTEXT), number(b, TABLE)
    if part_of(b, state) >= 0:  # he does not know what others answer
        return False
    for option in range(min(number(context, ir.CTX_OPTIONS), room(b))):
        copy_bytes(state, other, 4 * number(b, STATE_WORDS))
        call_advance(number(b, ADVANCE), other, table, trial, np.int32(number(context, ir.CTX_HEADER + option)))
        if word(other, ir.OVER) == 1 and call_real(number(b, RETURNS), other, table, trial, seat) > 0.0:
            return True
    return False


@inner
@no_type_check
def decisively(b, options, seat, careful):
    """An option that wins at once, if there is one; else any, but where care is taken, none that lets the next player win at once."""
    spare, context, table = number(b, SPARE), number(b, SPARE_CONTEXT), number(b, TABLE)
    offset = draw(b, options)
    safe = np.int64(-1)
    for i in range(options):
        option = i + offset if i + offset < options else i + offset - options
        copy_bytes(number(b, STATE), spare, 4 * number(b, STATE_WORDS))
        call_advance(number(b, ADVANCE), spare, table, context, np.int32(code_at(b, option)))
        if word(spare, ir.OVER) == 1 and call_real(number(b, RETURNS), spare, table, context, seat) > 0.0:
            return option
        if careful and safe < 0:
            following = word(spare, ir.ACTOR)
            if following == seat or not wins_at_once(b, spare, context, following):
                safe = option
    return safe if safe >= 0 else offset


@inner
@no_type_check
def by_habit(b, options, seat):
    """The option whose answer has done best for the seat in earlier play-outs; now and then any."""
    if np.float64(next_at(number(b, STREAMS), number(b, ROLE))) * 2.0**-32 >= real(b, GREED):
        return draw(b, options)
    habit, rows = number(b, HABIT), number(b, HABIT_ROWS)
    best, chosen = -np.inf, np.int64(0)
    offset = draw(b, options)
    for i in range(options):
        option = i + offset if i + offset < options else i + offset - options
        row = code_at(b, option) * number(b, SEATS) + seat
        if row >= rows:
            return draw(b, options)
        taken = real(habit, 3 * row)
        value = real(habit, 3 * row + 1) / taken if taken > 0.0 else np.inf
        if value > best:
            best, chosen = value, option
    return chosen


@inner
@no_type_check
def by_group(b, options):
    """Groups by their likelihoods, as random players choose."""
    return at_random(
        number(b, CONTEXT),
        options,
        number(b, STREAMS),
        number(b, ROLE),
        number(b, RANGES),
        number(b, WEIGHTS),
        number(b, WEIGHT_COUNT),
        number(b, COUNTS),
    )


@inner
@no_type_check
def by_bot(b, options):
    """What a scripted player of the game would do."""
    context = number(b, CONTEXT)
    left = np.int64(call_real(number(b, BOT), number(b, STATE), number(b, TABLE), context, mover(b)))
    set_number(context, ir.CTX_FAULT, 0)
    if left == 0:
        return draw(b, options)
    return draw(b, min(left, options)) if left > 1 else np.int64(0)


@inner
@no_type_check
def choose_by(b, policy, options):
    """What somebody chooses in a play-out."""
    if policy == GROUP_POLICY:
        return by_group(b, options)
    if policy in (GREEDY_POLICY, DECISIVE_POLICY, CAREFUL_POLICY) and part_of(b, number(b, STATE)) >= 0:
        return draw(b, options)  # what comes of it depends on what others answer at once, which nobody sees
    if policy == GREEDY_POLICY:
        return greedily(b, options, mover(b))
    if policy in (DECISIVE_POLICY, CAREFUL_POLICY):
        return decisively(b, options, mover(b), policy == CAREFUL_POLICY)
    if policy == MAST_POLICY:
        return by_habit(b, options, mover(b))
    if policy == BOT_POLICY:
        return by_bot(b, options)
    if policy == LEARNED_POLICY:
        return by_learning(b, options)
    return draw(b, options)


@inner
@no_type_check
def by_learning(b, options):
    """What a player that has learned would take, with chance of its own."""
    seat, evaluator = mover(b), number(b, EVALUATOR)
    streams = number(evaluator, STREAMS)
    set_number(streams, 2 * (seat + 1), bits(b))
    set_number(streams, 2 * (seat + 1) + 1, bits(b) | 1)
    return call_decide(
        number(b, DECIDE_LEARNED),
        evaluator,
        number(b, STATE),
        number(b, TABLE),
        number(b, CONTEXT),
        options,
        seat,
        streams,
    )


@inner
@no_type_check
def play_out(b, options, depth, noted):
    """Play on to the end, to the next goal where these are taken one by one, or so many decisions far (0: to the end).

    How many decisions are noted then in the trail: code and seat each.
    """
    policy, most, limit = number(b, POLICY), room(b), number(b, LIMIT)
    trail, trail_rows = number(b, TRAIL), number(b, TRAIL_ROWS)
    goals = state_word(b, number(b, GOALS)) if number(b, GOALS) > 0 else np.int64(0)
    decisions = np.int64(0)
    longest = limit if depth == 0 else depth
    while options > 0 and decisions < longest:
        pick = np.int64(0)
        if options > 1:
            pick = draw(b, min(options, most)) if policy == 0 else choose_by(b, policy, min(options, most))
            decisions += 1
            if noted < trail_rows:
                set_word(trail, 2 * noted, code_at(b, pick))
                set_word(trail, 2 * noted + 1, mover(b))
                noted += 1
        elif state_word(b, ir.MOVES) > limit:
            break
        options = step(b, code_at(b, pick))
        if number(number(b, STOP), 0) or is_late(b, 1):
            break
        if number(b, GOALS) > 0 and state_word(b, number(b, GOALS)) != goals:
            break
        if real(b, HOPE) > 0.0 and hopeless(b, noted):
            break
    return noted


@inner
@no_type_check
def hopeless(b, noted):
    """Whether a solo game lags behind the best one so far, as it was after as many decisions. What it has now is noted."""
    if noted >= number(b, PACE_ROWS):
        return False
    value = call_real(number(b, RETURNS), number(b, STATE), number(b, TABLE), number(b, CONTEXT), np.int64(0))
    set_real(number(b, RUN_PACE), noted, value)
    return value < real(b, HOPE) * real(number(b, PACE), noted)


@inner
@no_type_check
def appraise(b):
    """What the position is worth to every seat: the result, or an estimate from who is ahead where the game goes on."""
    state, context, span, table = number(b, STATE), number(b, CONTEXT), number(b, SPAN), number(b, TABLE)
    over = word(state, ir.OVER)
    for seat in range(number(b, SEATS)):
        # of a game that could not go on, nobody has anything
        value = real(span, 0) if real(span, 0) < real(span, 1) else 0.0
        if over == 0 and number(b, LEAD) and not number(b, SCORED):
            lead = call_real(number(b, LEAD), state, table, context, np.int64(seat))
            value += min(1.0, max(0.0, lead)) * (real(span, 1) - real(span, 0))
        elif over != 2:
            # without a word on who is ahead, what a seat would get if it ended here is the best there is
            value = call_real(number(b, RETURNS), state, table, context, np.int64(seat))
            if value < real(span, 0):
                set_real(span, 0, value)
            if value > real(span, 1):
                set_real(span, 1, value)
        set_real(number(b, VALUES), seat, value)
