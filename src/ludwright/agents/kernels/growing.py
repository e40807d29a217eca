"""How a tree grows: rows are taken so that nobody else has them, written, and only then made children of a point.

So whoever searches the tree at the same time finds whole rows, whatever the timing.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.block import SEATS, code_at
from ludwright.agents.kernels.sharing import publish_word
from ludwright.agents.kernels.tree import (
    BEST,
    CODE,
    EDGES,
    FIRST,
    MARKS,
    MOST_ROWS,
    MOVER,
    NEXT,
    PARENTS,
    REALS,
    REALS_A_ROW,
    ROW,
    TAKEN,
    WORTH_ROWS,
    WORTHS,
    mark,
    set_mark,
    used,
)
from ludwright.engine.calling import number, set_number, set_real, set_word, take_numbers, word
from ludwright.engine.kernel import inner


@inner
@no_type_check
def clear_row(b, row, code, mover):
    """Make a row that of an answer never given."""
    edges, reals, width = number(b, EDGES) + 4 * ROW * row, number(b, REALS), number(b, REALS_A_ROW)
    set_word(edges, CODE, code)
    set_word(edges, MOVER, mover)
    for field in range(FIRST, ROW):
        set_word(edges, field, 0)
    for field in range(width):
        set_real(reals, width * row + field, -np.inf if field == BEST else 0.0)
    if number(b, WORTH_ROWS) > 1:
        seats = number(b, SEATS)
        for seat in range(seats):
            set_real(number(b, WORTHS), row * seats + seat, 0.0)


@inner
@no_type_check
def take(b, count):
    """The first of so many rows that nobody else has; 0 when there is no room left."""
    if used(b) + count > number(b, MOST_ROWS):
        return np.int64(0)
    row = take_numbers(number(b, TAKEN), np.int64(0), count)
    return row if row + count <= number(b, MOST_ROWS) else np.int64(0)


@inner
@no_type_check
def new_row(b, code, mover):
    """A row for an answer; 0 when there is no room left."""
    row = take(b, 1)
    if row:
        clear_row(b, row, code, mover)
    return row


@inner
@no_type_check
def grow(b, holder, options, mover):
    """All answers as children of a point that has none yet. No if there is no room for them.

    If another thread was quicker, its rows are the children, and these are left over."""
    first = take(b, options)
    if first == 0:
        return False
    parents = number(b, PARENTS)
    for option in range(options):
        row = first + option
        clear_row(b, row, code_at(b, option), mover)
        set_mark(b, row, NEXT, row + 1 if option + 1 < options else np.int64(0))
        if parents:
            set_number(parents, row, holder)
    publish_word(number(b, EDGES), ROW * holder + FIRST, 0, first)
    return True


@inner
@no_type_check
def adopt(b, holder, row):
    """Make a row the first child of a point."""
    first = mark(b, holder, FIRST)
    set_mark(b, row, NEXT, first)
    while not publish_word(number(b, EDGES), ROW * holder + FIRST, first, row):
        first = mark(b, holder, FIRST)
        set_mark(b, row, NEXT, first)


@inner
@no_type_check
def child(b, holder, code, mover):
    """The child of a point for an answer, made if it is not there; 0 when there is no room."""
    row = mark(b, holder, FIRST)
    while row:
        if mark(b, row, CODE) == code and mark(b, row, MOVER) == mover:
            return row
        row = mark(b, row, NEXT)
    row = new_row(b, code, mover)
    if row:
        adopt(b, holder, row)
    return row


@inner
@no_type_check
def match_options(b, holder, options, mover):
    """Find the child of every option; those that were not there yet are made. No if there is no room.

    For every option, ``marks`` then holds the row of its child.
    """
    marks = number(b, MARKS)
    for option in range(options):
        set_word(marks, option, 0)
    row = mark(b, holder, FIRST)
    left, at = options, np.int64(0)
    while row and left:
        if mark(b, row, MOVER) == mover:
            code = mark(b, row, CODE)
            # options mostly come in the order they had before, so the search goes on where it was
            for _ in range(options):
                if code_at(b, at) == code:
                    left -= word(marks, at) == 0  # two threads may have made the same child
                    set_word(marks, at, row)
                    break
                at = at + 1 if at + 1 < options else np.int64(0)
        row = mark(b, row, NEXT)
    if left:
        if used(b) + left > number(b, MOST_ROWS):
            return False
        for option in range(options - 1, -1, -1):
            if word(marks, option) == 0:
                row = new_row(b, code_at(b, option), mover)
                if row == 0:
                    return False
                adopt(b, holder, row)
                set_word(marks, option, row)
    return True
