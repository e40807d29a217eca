"""Monte Carlo tree search for any game and any number of players.

One iteration: from the true position (or one dealt again, where something is hidden) down the tree, one step beyond it, a play-out to the
end, and what came of it noted in every answer on the way, each time for whoever gave it.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.at_once import go_back
from ludwright.agents.kernels.best_line import keep_line
from ludwright.agents.kernels.block import (
    CONTEXT,
    EVALUATE,
    HABIT_ROWS,
    LATE,
    SEATS,
    STOP,
    is_late,
    lay_out_root,
    state_word,
)
from ludwright.agents.kernels.descending import LOST, descend, jump
from ludwright.agents.kernels.growing import clear_row
from ludwright.agents.kernels.leaf_values import estimate
from ludwright.agents.kernels.playout import appraise, play_out
from ludwright.agents.kernels.proofs import note_end, value_of_proof
from ludwright.agents.kernels.results import back_up, learn_habits, take_back
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
from ludwright.engine.calling import number, set_number
from ludwright.engine.kernel import inner

EFFORT = 4
"""An iteration takes as long as so many steps of a game, besides those of the play-out."""


@inner
@no_type_check
def open_options(b, context, options):
    """Lay options open at the table, as they lie in a context."""
    from_there, here = context + 8 * ir.CTX_HEADER, number(b, CONTEXT) + 8 * ir.CTX_HEADER
    for option in range(options):
        set_number(here, option, number(from_there, option))
    set_number(number(b, CONTEXT), ir.CTX_OPTIONS, options)


@inner
@no_type_check
def iterate(b, context, options, done):
    """One iteration from the planned position, whose options lie in a context. No if it was given up because time is up."""
    if number(b, OBSERVERS):
        for seat in range(number(b, SEATS)):
            set_number(number(b, HOLDERS), seat, seat)
    first = go_back(b)
    depth, left, noted = descend(b, first, True) if first > 0 else (np.int64(0), LOST, np.int64(0))
    if left == LOST:
        if first > 0:
            take_back(b, depth)
        lay_out_root(b)
        open_options(b, context, options)
        depth, left, noted = jump(b) if number(b, PARENTS) and cursor(b, DONE) else descend(b, options, False)
    options = left
    if options < 0:
        value_of_proof(b, depth)
    else:
        if options > 0 and (number(b, EVALUATE) == 0 or number(b, DEPTH) > 0):
            noted = play_out(b, options, number(b, DEPTH), noted)
            if number(b, LATE) and done:
                take_back(b, depth)
                return False
        if number(b, EVALUATE) and state_word(b, ir.OVER) == 0:
            estimate(b, depth)
        else:
            appraise(b)
        if options == 0 and number(b, PROVING) and depth > 0 and state_word(b, ir.OVER) == 1:
            note_end(b, depth)
    back_up(b, depth, noted)
    if number(b, HABIT_ROWS) > 1:
        learn_habits(b, noted)
    if number(b, LINE_ROWS):
        keep_line(b, depth, noted)
    return True


@inner
@no_type_check
def forget(b):
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


@inner
@no_type_check
def search(b, context, options):
    """Iterations from the planned position, whose options lie in a context, until the budget is used up or all is proven."""
    most = number(b, ITERATIONS) if number(b, ITERATIONS) > 0 else np.int64(1) << 60
    done = np.int64(0)
    set_cursor(b, LENGTHS, 0)
    while done < most and number(number(b, STOP), 0) == 0:
        if not iterate(b, context, options, done):
            break
        done += 1
        set_cursor(b, DONE, cursor(b, DONE) + 1)
        set_cursor(b, EVER, cursor(b, EVER) + 1)
        set_cursor(b, LENGTHS, cursor(b, LENGTHS) + state_word(b, ir.MOVES))
        if mark(b, 0, PROVEN):
            break
        if is_late(b, EFFORT):
            break
    return done
