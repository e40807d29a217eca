"""The best course of a solo game found so far: kept, laid into the tree, and followed as long as nothing better turns up."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.block import (
    HOPE,
    PACE,
    PACE_ROWS,
    ROOT,
    RUN_PACE,
    STATE,
    TRAIL,
    VALUES,
    equal_words,
    lay_out,
    mover,
    step,
)
from ludwright.agents.kernels.descending import answer
from ludwright.agents.kernels.growing import grow
from ludwright.agents.kernels.results import note
from ludwright.agents.kernels.tree import (
    BEST_PATH,
    CODE,
    EXPECTED,
    FIRST,
    LINE,
    LINE_LENGTH,
    LINE_ROWS,
    NEXT,
    cursor,
    mark,
    set_cursor,
    visit,
)
from ludwright.engine.calling import copy_bytes, number, real, set_real, word
from ludwright.engine.kernel import inner


@no_type_check
def _keep_line(b, depth, noted):
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


@no_type_check
def _lay_into_tree(b, noted, value, depth):
    """Make the best course part of the tree, beyond where the iteration left it: every point on it gets all its answers, as any other point."""
    lay_out(b, number(b, ROOT))
    holder, options = np.int64(0), np.int64(0)
    for i in range(noted):
        if mark(b, holder, FIRST) == 0 and not (options > 0 and grow(b, holder, options, mover(b))):
            return
        row = mark(b, holder, FIRST)
        while row and mark(b, row, CODE) != word(number(b, TRAIL), 2 * i):
            row = mark(b, row, NEXT)
        if row == 0:
            return
        if i >= depth:
            visit(b, row)
            note(b, row, value)
        options = answer(b, mark(b, row, CODE))
        holder = row


lay_into_tree = inner(_lay_into_tree)
keep_line = inner(_keep_line)


@no_type_check
def _first_of_line(b):
    """The answer the best line gives first; -1 if there is no line."""
    return word(number(b, LINE) + 8, 0) if cursor(b, LINE_LENGTH) else np.int64(-1)


first_of_line = inner(_first_of_line)


@no_type_check
def _follow_line(b, state, words, code):
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


follow_line = inner(_follow_line)


@no_type_check
def _check_line(b, state, words):
    """The line is forgotten if a position is not the one it has led to."""
    if not equal_words(state, number(b, EXPECTED), words):
        set_cursor(b, LINE_LENGTH, 0)


check_line = inner(_check_line)
