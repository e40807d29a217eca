"""The best course of a solo game found so far: kept, laid into the tree, and followed as long as nothing better turns up."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.block import (
    HOPE,
    PACE,
    PACE_ROWS,
    RUN_PACE,
    STATE,
    TRAIL,
    VALUES,
    equal_words,
    lay_out_root,
    step,
)
from ludwright.agents.kernels.descending import answer, expand, reach
from ludwright.agents.kernels.results import note, share
from ludwright.agents.kernels.tree import (
    BEST_PATH,
    CODE,
    EXPECTED,
    FIRST,
    LINE,
    LINE_LENGTH,
    LINE_ROWS,
    MERGED,
    NEXT,
    PATH_ROWS,
    cursor,
    mark,
    set_cursor,
    visit,
)
from ludwright.engine.calling import copy_bytes, number, real, set_real, word
from ludwright.engine.kernel import inner


@inner
@no_type_check
def keep_line(b, depth, noted):
    """Remember the course of an iteration if it is the best so far."""
    value, line = real(number(b, VALUES), 0), number(b, LINE)
    if cursor(b, LINE_LENGTH) and value <= real(line, 0):
        return
    noted = min(noted, number(b, LINE_ROWS))
    set_real(line, 0, value)
    copy_bytes(number(b, TRAIL), line + 8, 8 * noted)
    set_cursor(b, LINE_LENGTH, noted)
    if real(b, HOPE) > 0.0:
        for i in range(number(b, PACE_ROWS)):
            set_real(number(b, PACE), i, real(number(b, RUN_PACE), i) if i <= noted else -np.inf)
    if number(b, BEST_PATH):
        lay_into_tree(b, noted, value, depth)


@inner
@no_type_check
def child_with(b, holder, code):
    """The child of a point for an answer; 0 if there is none."""
    row = mark(b, holder, FIRST)
    while row and mark(b, row, CODE) != code:
        row = mark(b, row, NEXT)
    return row


@inner
@no_type_check
def lay_into_tree(b, noted, value, depth):
    """Play the best course once more, and make it part of the tree beyond where the iteration left it.

    Every point on its way gets all its answers, not only that of the course: else no other would ever be looked at there.
    """
    trail, merged = number(b, TRAIL), number(b, MERGED) == 1
    lay_out_root(b)
    holder, options = np.int64(0), np.int64(0)
    for level in range(min(noted, number(b, PATH_ROWS))):
        code, who = word(trail, 2 * level), word(trail, 2 * level + 1)
        if mark(b, holder, FIRST) == 0 and (options == 0 or not expand(b, holder, options, who, level)):
            return
        row = child_with(b, holder, code)
        if row == 0:
            return
        fresh, options = level >= depth, answer(b, code)
        if fresh:
            visit(b, row)
            note(b, row, value)
        if options == 0:
            return
        holder = reach(b, row)
        if fresh and merged:
            share(b, row)


@inner
@no_type_check
def first_of_line(b):
    """The answer the best line gives first; -1 if there is no line."""
    return word(number(b, LINE) + 8, 0) if cursor(b, LINE_LENGTH) else np.int64(-1)


@inner
@no_type_check
def follow_line(b, state, words, code):
    """After answering with a code: the rest of the line is kept if the code is the line's, and the position it leads to is noted."""
    length = cursor(b, LINE_LENGTH)
    if length == 0 or first_of_line(b) != code:
        set_cursor(b, LINE_LENGTH, 0)
        return
    line = number(b, LINE) + 8
    for i in range(length - 1):
        copy_bytes(line + 8 * (i + 1), line + 8 * i, 8)
    for i in range(min(length, number(b, PACE_ROWS) - 1)):
        set_real(number(b, PACE), i, real(number(b, PACE), i + 1))
    set_cursor(b, LINE_LENGTH, length - 1)
    copy_bytes(state, number(b, STATE), 4 * words)
    step(b, code)
    copy_bytes(number(b, STATE), number(b, EXPECTED), 4 * words)


@inner
@no_type_check
def check_line(b, state, words):
    """The line is forgotten if a position is not the one it has led to."""
    if not equal_words(state, number(b, EXPECTED), words):
        set_cursor(b, LINE_LENGTH, 0)
