"""Monte Carlo tree search for any game and any number of players.

One iteration: from the true position (or one dealt again, where something is hidden) down the tree, one step beyond it, a play-out to the
end, and what came of it noted in every answer on the way, each time for whoever gave it.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.best_line import keep_line
from ludwright.agents.kernels.block import CLOCK, CONTEXT, HABIT_ROWS, SEATS, STOP, lay_out_root, state_word
from ludwright.agents.kernels.descending import descend, jump
from ludwright.agents.kernels.growing import clear_row
from ludwright.agents.kernels.playout import appraise, play_out
from ludwright.agents.kernels.proofs import note_end, value_of_proof
from ludwright.agents.kernels.results import back_up, learn_habits
from ludwright.agents.kernels.tree import (
    CLOSED,
    DEPTH,
    DONE,
    EVER,
    HOLDERS,
    ITERATIONS,
    KEYS,
    LENGTHS,
    LEVEL_LIMIT,
    LEVELS,
    LINE_ROWS,
    MERGED,
    NANOSECONDS,
    OBSERVERS,
    PARENTS,
    PATH_ROWS,
    POINT_BITS,
    PROVEN,
    PROVING,
    cursor,
    mark,
    set_cursor,
    set_used,
)
from ludwright.engine.calling import call_clock, number, set_number
from ludwright.engine.kernel import inner
from ludwright.rules import ir

CHECK_CLOCK = 32
"""After so many iterations the clock is looked at."""
HIDDEN = -2
"""Codes from here down stand for answers nobody else saw: one for each question."""
LATER = 1e6
"""More than there are decisions in a play-out."""


@no_type_check
def _iterate(b, options):
    """One iteration from a table that stands at the root, with so many options."""
    if number(b, OBSERVERS):
        for seat in range(number(b, SEATS)):
            set_number(number(b, HOLDERS), seat, seat)
    depth, options, noted = jump(b) if number(b, PARENTS) and cursor(b, DONE) else descend(b, options)
    if options < 0:
        value_of_proof(b, depth)
    else:
        if options > 0:
            noted = play_out(b, options, number(b, DEPTH), noted)
        appraise(b)
        if options == 0 and number(b, PROVING) and depth > 0 and state_word(b, ir.OVER) == 1:
            note_end(b, depth)
    back_up(b, depth, noted)
    if number(b, HABIT_ROWS) > 1:
        learn_habits(b, noted)
    if number(b, LINE_ROWS):
        keep_line(b, depth, noted)


iterate = inner(_iterate)


@no_type_check
def _forget(b):
    """An empty tree: nothing but its root, or one root for every observer."""
    roots = number(b, SEATS) if number(b, OBSERVERS) else np.int64(1)
    for row in range(roots):
        clear_row(b, row, 0, 0)
    set_used(b, roots)
    set_cursor(b, DONE, 0)
    if number(b, LEVEL_LIMIT):
        for level in range(number(b, PATH_ROWS)):
            set_number(number(b, LEVELS), level, 0)
    if number(b, MERGED) or number(b, CLOSED):
        for slot in range(np.int64(1) << number(b, POINT_BITS)):
            set_number(number(b, KEYS), slot, 0)


forget = inner(_forget)


@no_type_check
def _out_of_time(b, began):
    return call_clock(number(b, CLOCK)) - began >= number(b, NANOSECONDS)


out_of_time = inner(_out_of_time)


@no_type_check
def _search(b, context, options):
    """Iterations from the planned position, whose options lie in a context, until the budget is used up or all is proven."""
    began = call_clock(number(b, CLOCK)) if number(b, NANOSECONDS) > 0 else np.int64(0)
    most = number(b, ITERATIONS) if number(b, ITERATIONS) > 0 else np.int64(1) << 60
    done = np.int64(0)
    set_cursor(b, LENGTHS, 0)
    while done < most and number(number(b, STOP), 0) == 0:
        lay_out_root(b)
        open_options(b, context, options)
        iterate(b, options)
        done += 1
        set_cursor(b, DONE, cursor(b, DONE) + 1)
        set_cursor(b, EVER, cursor(b, EVER) + 1)
        set_cursor(b, LENGTHS, cursor(b, LENGTHS) + state_word(b, ir.MOVES))
        if mark(b, 0, PROVEN):
            break
        if number(b, NANOSECONDS) > 0 and done % CHECK_CLOCK == 0 and out_of_time(b, began):
            break
    return done


@no_type_check
def _open_options(b, context, options):
    """Lay options open at the table, as they lie in a context."""
    from_there, here = context + 8 * ir.CTX_HEADER, number(b, CONTEXT) + 8 * ir.CTX_HEADER
    for option in range(options):
        set_number(here, option, number(from_there, option))
    set_number(number(b, CONTEXT), ir.CTX_OPTIONS, options)


open_options = inner(_open_options)
search = inner(_search)
