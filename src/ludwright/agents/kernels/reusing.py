"""What was found out for one decision serves the next: the part of the tree below the position that has come about is kept.

Only in games where an answer always leads to the same position. Which answers others gave meanwhile is found by trying those in the tree.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.block import (
    PATH_SCRATCH,
    ROOT,
    STATE,
    STATE_WORDS,
    code_at,
    equal_words,
    lay_out,
    state_word,
    step,
)
from ludwright.agents.kernels.tree import (
    CODE,
    EDGES,
    FIRST,
    LAST_CODE,
    LAST_MOVES,
    NEXT,
    PROVEN,
    REALS,
    REALS_A_ROW,
    ROW,
    SHELF,
    SHELF_REALS,
    VISITS,
    cursor,
    mark,
    set_mark,
    set_used,
)
from ludwright.engine.calling import copy_bytes, number, real, set_number, set_real, set_word, word
from ludwright.engine.kernel import inner

MOST_TRIES = 4096
"""So many answers are tried to find the position that has come about."""
MOST_LEVELS = 8
"""So many answers may have been given since."""


@inner
@no_type_check
def same(b, state):
    """Whether the table shows a position."""
    return equal_words(state, number(b, STATE), number(b, STATE_WORDS))


@inner
@no_type_check
def answer_again(b, level, stack):
    """From the old root, give the answers that stand on the stack up to a level."""
    lay_out(b, number(b, ROOT))
    for i in range(level + 1):
        options = step(b, mark(b, number(stack, i), CODE))
        while options == 1:
            options = step(b, code_at(b, 0))
        if options == 0:
            return False
    return True


@inner
@no_type_check
def find(b, state):
    """The row of the tree that has led to a position; 0 if there is none."""
    stack = number(b, PATH_SCRATCH)
    target = word(state, ir.MOVES)
    if target <= cursor(b, LAST_MOVES) or cursor(b, LAST_CODE) < 0:
        return np.int64(0)
    row = mark(b, 0, FIRST)
    while row and mark(b, row, CODE) != cursor(b, LAST_CODE):
        row = mark(b, row, NEXT)
    level = np.int64(0)
    for _ in range(MOST_TRIES):
        if row == 0:
            if level <= 1:  # the own answer is known: no other is tried
                return np.int64(0)
            level -= 1
            row = mark(b, number(stack, level), NEXT)
            continue
        set_number(stack, level, row)
        going_on = mark(b, row, VISITS) > 0 and answer_again(b, level, stack)
        if going_on and same(b, state):
            return row
        if going_on and state_word(b, ir.MOVES) < target and level + 1 < MOST_LEVELS and mark(b, row, FIRST):
            level += 1
            row = mark(b, row, FIRST)
        elif level == 0:
            return np.int64(0)
        else:
            row = mark(b, row, NEXT)
    return np.int64(0)


@inner
@no_type_check
def copy_row(b, row, new):
    """Copy a row to the shelf."""
    width = number(b, REALS_A_ROW)
    copy_bytes(number(b, EDGES) + 4 * ROW * row, number(b, SHELF) + 4 * ROW * new, 4 * ROW)
    for i in range(width):
        set_real(number(b, SHELF_REALS), new * width + i, real(number(b, REALS), row * width + i))


@inner
@no_type_check
def keep_below(b, row):
    """Keep only what is below a row: it becomes the root."""
    shelf = number(b, SHELF)
    copy_row(b, row, 0)
    used = np.int64(1)
    at = np.int64(0)
    while at < used:
        old = word(shelf, ROW * at + FIRST)
        if old:
            set_word(shelf, ROW * at + FIRST, used)
        while old:
            copy_row(b, old, used)
            following = word(shelf, ROW * used + NEXT)
            set_word(shelf, ROW * used + NEXT, used + 1 if following else np.int64(0))
            old = following
            used += 1
        at += 1
    for place, other in ((EDGES, SHELF), (REALS, SHELF_REALS)):
        held = number(b, place)
        set_number(b, place, number(b, other))
        set_number(b, other, held)
    set_used(b, used)
    set_mark(b, 0, PROVEN, 0)
    set_mark(b, 0, NEXT, 0)


@inner
@no_type_check
def reuse_tree(b, state):
    """Keep the part of the tree that belongs to a position. No if there is none."""
    row = find(b, state)
    if row == 0 or mark(b, row, FIRST) == 0:
        return False
    keep_below(b, row)
    return True
