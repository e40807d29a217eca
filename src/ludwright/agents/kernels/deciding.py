"""How players that think are asked: functions by address, one for each kind."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import types

from ludwright import ir
from ludwright.agents.kernels.at_once import lay_out_now, let_answer
from ludwright.agents.kernels.best_line import check_line, first_of_line, follow_line
from ludwright.agents.kernels.block import (
    CLOCK,
    CONTEXT,
    DUE,
    GAME_MARK,
    HABIT,
    HABIT_ROWS,
    OWN,
    PACE,
    PACE_ROWS,
    ROLE,
    ROOT,
    RUN_PACE,
    SCORED,
    SEAT,
    SPAN,
    STATE,
    STATE_WORDS,
    STREAMS,
    draw,
    lay_out_root,
    own_chance,
    part_of,
    plan,
    room,
    set_due,
    step,
)
from ludwright.agents.kernels.endgame import prove_answers
from ludwright.agents.kernels.playout import after, standing
from ludwright.agents.kernels.reusing import reuse_tree
from ludwright.agents.kernels.search import forget, open_options, search
from ludwright.agents.kernels.tree import (
    BEST,
    CODE,
    FINAL,
    FIRST,
    LAST_CODE,
    LAST_MOVES,
    LENGTHS,
    LINE_LENGTH,
    LINE_ROWS,
    LOSS,
    NANOSECONDS,
    NEXT,
    OBSERVERS,
    PROVEN,
    REALS_A_ROW,
    REUSE,
    SEARCHES,
    SOLVE,
    TALLY,
    TOTAL,
    VISITS,
    WIN,
    cursor,
    mark,
    set_cursor,
    sum_of,
)
from ludwright.engine.calling import call_clock, number, real, set_number, set_real, word
from ludwright.engine.kernel import by_address, inner
from ludwright.engine.streams import next_at

DECIDE = types.int64(*(types.int64,) * 7)
"""The player's block; state, table and context of the game; how many options there are; its seat; the streams of the match."""

MOST_VISITS, BEST_MEAN, BEST_RESULT, MIXED = map(np.int64, range(4))
"""By what the answer is taken in the end."""
SOLVING = np.int64(10)
"""The last moves may be played through for one part of so many of the time on top of it."""
CERTAIN = 1e15
"""What a proven win counts for."""


@inner
@no_type_check
def merit(b, row, final):
    """What speaks for an answer in the end."""
    if mark(b, row, PROVEN) == WIN:
        return CERTAIN
    visits = np.float64(mark(b, row, VISITS))
    if visits == 0.0 or mark(b, row, PROVEN) == LOSS:
        return visits - CERTAIN
    if final == BEST_RESULT and number(b, REALS_A_ROW) > BEST:
        return sum_of(b, row, BEST)
    mean = sum_of(b, row, TOTAL) / visits
    return mean if final == BEST_MEAN else visits + 1e-3 * np.tanh(mean)


@inner
@no_type_check
def place_of(context, options, code):
    """Where an answer stands among the options in a context; -1 if nowhere."""
    for option in range(options):
        if number(context, ir.CTX_HEADER + option) == code:
            return np.int64(option)
    return np.int64(-1)


@inner
@no_type_check
def count_merits(b, context, options):
    """Add what a search found to what speaks for each option."""
    final, tally = number(b, FINAL), number(b, TALLY)
    row = mark(b, number(b, SEAT) if number(b, OBSERVERS) else np.int64(0), FIRST)
    while row:
        place = place_of(context, options, mark(b, row, CODE))
        if place >= 0:
            set_real(tally, place, real(tally, place) + merit(b, row, final))
        row = mark(b, row, NEXT)


@inner
@no_type_check
def largest(b, sums, count):
    """The place of the largest of some real numbers; of equal ones any."""
    best, chosen, ties = -np.inf, np.int64(0), np.int64(0)
    for place in range(count):
        value = real(sums, place)
        if value >= best:
            ties = np.int64(1) if value > best else ties + 1
            best = value
            if ties == 1 or draw(b, ties) == 0:
                chosen = np.int64(place)
    return chosen


@inner
@no_type_check
def begin_game(b):
    """A new game: nothing of earlier ones counts, so that every game of a seed is the same whatever was played before."""
    # what scores are usual is not known before: the first play-outs tell
    set_real(number(b, SPAN), 0, np.inf if number(b, SCORED) else -1.0)
    set_real(number(b, SPAN), 1, -np.inf if number(b, SCORED) else 1.0)
    for place in range(3 * number(b, HABIT_ROWS)):
        set_real(number(b, HABIT), place, 0.0)
    for place in range(number(b, PACE_ROWS)):
        set_real(number(b, PACE), place, -np.inf)
        set_real(number(b, RUN_PACE), place, -np.inf)


@inner
@no_type_check
def sit_down(b, seat, streams):
    """Begin to think: for a seat, with chance of its own. Whether it is the first decision of a game."""
    set_number(b, STREAMS, streams)
    set_number(b, ROLE, seat + 1)
    set_number(b, SEAT, seat)
    own_chance(b, number(b, CONTEXT))
    game = number(streams, 2 * (seat + 1) + 1)  # the second number of a stream belongs to one game alone
    if game == number(b, GAME_MARK):
        return False
    set_number(b, GAME_MARK, game)
    begin_game(b)
    return True


@inner
@no_type_check
def within_sight(b, options, done):
    """Whether the end of the game is near enough to be worth a try: by how long play-outs were, and how many options there are."""
    if mark(b, 0, PROVEN) or done == 0:
        return False
    left = np.float64(cursor(b, LENGTHS)) / np.float64(done) - np.float64(word(number(b, ROOT), ir.MOVES))
    return 0.5 * left * np.log(np.float64(options)) < np.log(8.0 * np.float64(number(b, SOLVE) * done))


@inner
@no_type_check
def start_clock(b):
    """A search begins: from now on its time runs."""
    set_due(b, call_clock(number(b, CLOCK)) + number(b, NANOSECONDS) if number(b, NANOSECONDS) else np.int64(0))


@inner
@no_type_check
def begin(b, state, options, seat, streams):
    """Begin to think about a position. Whether the tree has something about it already."""
    start_clock(b)
    if sit_down(b, seat, streams):
        set_cursor(b, LAST_CODE, -1)
        set_cursor(b, LINE_LENGTH, 0)
    if number(b, LINE_ROWS):
        check_line(b, state, number(b, STATE_WORDS))
    known = number(b, REUSE) == 1 and reuse_tree(b, state)
    plan(b, state)
    for option in range(options):
        set_real(number(b, TALLY), option, 0.0)
    return known


@inner
@no_type_check
def conclude(b, context, options, done):
    """After a search of so many iterations: what is near the end is played through, and what was found is counted."""
    if number(b, SOLVE) and within_sight(b, options, done):
        set_due(b, number(b, DUE) + number(b, NANOSECONDS) // SOLVING if number(b, DUE) else np.int64(0))
        prove_answers(b, number(b, SOLVE) * done)
    count_merits(b, context, options)


@inner
@no_type_check
def mixed(b, options):
    """Any answer, each as likely as it was visited."""
    tally, total = number(b, TALLY), 0.0
    for option in range(options):
        total += max(0.0, real(tally, option))
    left = np.float64(next_at(number(b, STREAMS), number(b, ROLE))) * 2.0**-32 * total
    for option in range(options):
        left -= max(0.0, real(tally, option))
        if left < 0.0:
            return np.int64(option)
    return largest(b, tally, options)


@inner
@no_type_check
def settle(b, context, options):
    """The answer in the end, by what was counted."""
    chosen = mixed(b, options) if number(b, FINAL) == MIXED else largest(b, number(b, TALLY), options)
    if number(b, LINE_ROWS) and number(b, FINAL) == BEST_RESULT:
        place = place_of(context, options, first_of_line(b))
        chosen = place if place >= 0 else chosen
    return chosen


@inner
@no_type_check
def stand_by(b, state, context, chosen):
    """Remember the answer that was given, to go on from there at the next decision."""
    code = number(context, ir.CTX_HEADER + chosen)
    set_cursor(b, LAST_CODE, code)
    set_cursor(b, LAST_MOVES, word(state, ir.MOVES))
    if number(b, LINE_ROWS):
        follow_line(b, state, number(b, STATE_WORDS), code)


@no_type_check
def _by_search(b, state, table, context, options, seat, streams):
    options = min(options, room(b))
    known = begin(b, state, options, seat, streams)
    for again in range(max(np.int64(1), number(b, SEARCHES))):
        if again:
            start_clock(b)
        if not known:
            forget(b)
        known = False
        conclude(b, context, options, search(b, context, options))
    chosen = settle(b, context, options)
    stand_by(b, state, context, chosen)
    return chosen


SAMPLES, MEANS = OWN, OWN + np.int64(1)
"""Where the block of a greedy player says how often each option is tried, and where the sums lie."""


@inner
@no_type_check
def add_after_part(b, context, options, seat, part):
    """Add how the seat stands after each option when all have answered who are asked at once with it. All options meet the same answers."""
    sums, streams, role = number(b, MEANS), number(b, STREAMS), number(b, ROLE)
    own = number(streams, 2 * role)
    for option in range(options):
        set_number(streams, 2 * role, own)
        lay_out_now(b)
        open_options(b, context, options)
        own_chance(b, number(b, CONTEXT))
        let_answer(b, step(b, number(context, ir.CTX_HEADER + option)), part)
        value = standing(b, number(b, STATE), number(b, CONTEXT), seat)
        set_real(sums, option, real(sums, option) + value)


@no_type_check
def _one_ahead(b, state, table, context, options, seat, streams):
    sit_down(b, seat, streams)
    options = min(options, room(b))
    plan(b, state)
    sums = number(b, MEANS)
    for option in range(options):
        set_real(sums, option, 0.0)
    part = part_of(b, state)
    for _ in range(number(b, SAMPLES)):
        if part >= 0:
            add_after_part(b, context, options, seat, part)
            continue
        lay_out_root(b)
        open_options(b, context, options)
        for option in range(options):
            set_real(sums, option, real(sums, option) + after(b, option, seat))
    return largest(b, sums, options)


@cache
def decide_by_search() -> Any:
    """For players that search a tree."""
    return by_address(_by_search, DECIDE)


@cache
def decide_one_ahead() -> Any:
    """For greedy players."""
    return by_address(_one_ahead, DECIDE)
