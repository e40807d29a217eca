"""Players with a style: they think as players that search do, and then weigh what else they care about; now and then they err."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.at_once import lay_out_now
from ludwright.agents.kernels.block import (
    BLOCK_WORDS,
    CONTEXT,
    LEAD,
    LIMIT,
    ROLE,
    SCORE,
    SEAT,
    SEATS,
    SPAN,
    STATE,
    STOP,
    STREAMS,
    TABLE,
    WEIGHT_COUNT,
    code_at,
    draw,
    mover,
    room,
    state_word,
    step,
)
from ludwright.agents.kernels.choosing import scale_of
from ludwright.agents.kernels.deciding import DECIDE
from ludwright.agents.kernels.playout import by_group
from ludwright.agents.kernels.search import open_options
from ludwright.agents.kernels.tree import (
    CODE,
    FIRST,
    LAST_CODE,
    LOSS,
    NEXT,
    OBSERVERS,
    PROVEN,
    TOTAL,
    VISITS,
    WIN,
    mark,
    set_cursor,
    sum_of,
)
from ludwright.engine.block_places import places
from ludwright.engine.calling import call_decide, call_real, number, real, set_number, set_real, set_word, word
from ludwright.engine.kernel import by_address, inner
from ludwright.engine.streams import next_at

STYLE = places(14, first=BLOCK_WORDS - 14, before=BLOCK_WORDS)
(
    INNER, ERROR, GOAL, WEIGHT, TRIALS, HORIZON, WORTHS, LIKINGS, CODES_SEEN, CODES_ROWS, DEEDS, DEED_ROWS,
    DEEDS_SEEN, STYLE_MARK,
) = STYLE  # fmt: skip
"""Where a style stands: at the very end of the block of a player that searches."""

WIN_IT, LOSE, SCORE_MOST, OPTIONS, HURRY, LINGER, HOARD, ATTACK, SAFE, EXPLORE = map(np.int64, range(10))
"""What a player cares about beside winning."""

CERTAIN = 10.0
"""A sure win counts for more than any liking."""


@inner
@no_type_check
def worth(b, row):
    """What the search thinks of an answer, from 0 to 1; far beyond that where it is certain."""
    proven, visits = mark(b, row, PROVEN), mark(b, row, VISITS)
    if proven == WIN:
        return CERTAIN
    if proven == LOSS:
        return -CERTAIN
    if visits == 0:
        return -2.0 * CERTAIN
    return (sum_of(b, row, TOTAL) / np.float64(visits) - real(number(b, SPAN), 0)) * scale_of(b)


@inner
@no_type_check
def note_worths(b, context, options):
    """The worth of every option, and the best of all."""
    worths = number(b, WORTHS)
    for option in range(options):
        set_real(worths, option, -2.0 * CERTAIN)
    best = -np.inf
    row = mark(b, number(b, SEAT) if number(b, OBSERVERS) else np.int64(0), FIRST)
    turned = number(b, GOAL) == LOSE
    while row:
        value = worth(b, row)
        if turned and value > -2.0 * CERTAIN:
            value = -value
        for option in range(options):
            if number(context, ir.CTX_HEADER + option) == mark(b, row, CODE):
                set_real(worths, option, value)
                best = max(best, value)
        row = mark(b, row, NEXT)
    return best


@inner
@no_type_check
def stands(b, seat):
    """How a seat stands, as far as the game says: its score, or its lead."""
    address = number(b, SCORE) if number(b, SCORE) else number(b, LEAD)
    return call_real(address, number(b, STATE), number(b, TABLE), number(b, CONTEXT), seat)


@inner
@no_type_check
def strongest_other(b, seat):
    """How the strongest of the others stands."""
    best = -np.inf
    for other in range(number(b, SEATS)):
        if other != seat:
            best = max(best, stands(b, np.int64(other)))
    return best


@inner
@no_type_check
def liking(b, code, seat, goal):
    """How much a player likes what comes of an answer: play goes on at random for a while, and is looked at."""
    horizon, most, limit = number(b, HORIZON), room(b), number(b, LIMIT)
    options = step(b, code)
    decisions, mine, theirs, my_turns, their_turns = np.int64(0), 0.0, 0.0, 0.0, 0.0
    while options > 0 and decisions < horizon and state_word(b, ir.MOVES) <= limit and number(number(b, STOP), 0) == 0:
        if mover(b) == seat:
            mine += options
            my_turns += 1.0
        else:
            theirs += options
            their_turns += 1.0
        pick = draw(b, min(options, most)) if options > 1 else np.int64(0)
        options = step(b, code_at(b, pick))
        decisions += 1
    says = number(b, SCORE) != 0 or number(b, LEAD) != 0
    if goal == HURRY:
        return -np.float64(state_word(b, ir.MOVES))
    if goal == LINGER:
        return np.float64(state_word(b, ir.MOVES))
    if goal == ATTACK and number(b, SEATS) > 1:
        return -strongest_other(b, seat) if says else -theirs / max(1.0, their_turns)
    if says and goal != OPTIONS:
        return stands(b, seat)
    return mine / max(1.0, my_turns)


@inner
@no_type_check
def novelty(b, code):
    """How new an answer is to a player in this game: by itself, and by the kind of deed it is."""
    times = np.float64(word(number(b, CODES_SEEN), code % number(b, CODES_ROWS)))
    of_its_kind, deeds = times, number(b, DEEDS)
    for row in range(number(b, DEED_ROWS)):
        if number(deeds, 2 * row) <= code <= number(deeds, 2 * row + 1):
            of_its_kind = np.float64(word(number(b, DEEDS_SEEN), row))
    return -times - of_its_kind


@inner
@no_type_check
def remember(b, code):
    """An answer is no longer new."""
    seen = number(b, CODES_SEEN)
    place = code % number(b, CODES_ROWS)
    set_word(seen, place, word(seen, place) + 1)
    deeds, times = number(b, DEEDS), number(b, DEEDS_SEEN)
    for row in range(number(b, DEED_ROWS)):
        if number(deeds, 2 * row) <= code <= number(deeds, 2 * row + 1):
            set_word(times, row, word(times, row) + 1)


@inner
@no_type_check
def forget_deeds(b):
    """In a new game everything is new again."""
    for place in range(number(b, CODES_ROWS)):
        set_word(number(b, CODES_SEEN), place, 0)
    for row in range(number(b, DEED_ROWS)):
        set_word(number(b, DEEDS_SEEN), row, 0)


@inner
@no_type_check
def like(b, context, option, options, seat):
    """How much a player likes an option on the whole: on average, or at worst for one who plays safe."""
    code, goal = number(context, ir.CTX_HEADER + option), number(b, GOAL)
    if goal == EXPLORE:
        return novelty(b, code)
    total, least = 0.0, np.inf
    for _ in range(number(b, TRIALS)):
        lay_out_now(b)
        open_options(b, context, options)
        value = liking(b, code, seat, goal)
        total += value
        least = min(least, value)
    return least if goal == SAFE else total / np.float64(number(b, TRIALS))


@inner
@no_type_check
def weigh(b, context, options, seat):
    """The option that is best by worth and liking together. Only options near enough to the best are tried out."""
    best, weight = note_worths(b, context, options), real(b, WEIGHT)
    worths, likings = number(b, WORTHS), number(b, LIKINGS)
    low, high = np.inf, -np.inf
    for option in range(options):
        if real(worths, option) >= best - weight:
            value = like(b, context, np.int64(option), options, seat)
            set_real(likings, option, value)
            low, high = min(low, value), max(high, value)
    top, chosen, ties = -np.inf, np.int64(0), np.int64(0)
    for option in range(options):
        if real(worths, option) >= best - weight:
            value = real(worths, option)
            if high > low:
                value += weight * (real(likings, option) - low) / (high - low)
            if value >= top:
                ties = np.int64(1) if value > top else ties + 1
                top = value
                if ties == 1 or draw(b, ties) == 0:
                    chosen = np.int64(option)
    return chosen


@inner
@no_type_check
def slip(b, context, options):
    """Any option, without thought: by the likelihoods of groups where there are some."""
    if number(b, WEIGHT_COUNT) == 0:
        return draw(b, options)
    open_options(b, context, options)
    return by_group(b, options)


@no_type_check
def _by_style(b, state, table, context, options, seat, streams):
    set_number(b, STREAMS, streams)
    set_number(b, ROLE, seat + 1)
    set_number(b, SEAT, seat)
    options = min(options, room(b))
    exploring = number(b, GOAL) == EXPLORE
    game = number(streams, 2 * (seat + 1) + 1)
    if exploring and game != number(b, STYLE_MARK):
        set_number(b, STYLE_MARK, game)
        forget_deeds(b)
    erring = np.float64(next_at(streams, seat + 1)) * 2.0**-32 < real(b, ERROR)
    if erring:
        chosen = slip(b, context, options)
        set_cursor(b, LAST_CODE, -1)
    else:
        chosen = call_decide(number(b, INNER), b, state, table, context, options, seat, streams)
        if number(b, GOAL) != WIN_IT:
            chosen = weigh(b, context, options, seat)
            set_cursor(b, LAST_CODE, number(context, ir.CTX_HEADER + chosen))
    if exploring:
        remember(b, number(context, ir.CTX_HEADER + chosen))
    return chosen


@cache
def decide_by_style() -> Any:
    """For players with a style."""
    return by_address(_by_style, DECIDE)
