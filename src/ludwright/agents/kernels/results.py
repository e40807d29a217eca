"""What came of an iteration, noted in every answer on its way: each time for whoever gave it."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.block import HABIT, HABIT_ROWS, SEAT, SEATS, SPAN, TRAIL, VALUES
from ludwright.agents.kernels.tree import (
    BEST,
    CODE,
    EVER,
    EXACT,
    FIRST,
    LOSS_WEIGHT,
    MERGED,
    MOVER,
    NEXT,
    PARANOID,
    PATH,
    REALS,
    REALS_A_ROW,
    SEEN,
    SIMILAR,
    SIMILAR_K,
    SIMILAR_TOTAL,
    SQUARES,
    TOTAL,
    VISITS,
    WORTHS,
    add,
    add_at,
    cursor,
    mark,
    set_mark,
    sum_of,
    visit,
)
from ludwright.engine.calling import number, real, set_real, word
from ludwright.engine.kernel import inner

LATER = 1e6
"""More than there are decisions in a play-out."""


@inner
@no_type_check
def mark_later(b, noted):
    """Remember which answers were given in the whole iteration, and when last."""
    trail, habit, rows, seats = number(b, TRAIL), number(b, HABIT), number(b, HABIT_ROWS), number(b, SEATS)
    for i in range(noted):
        row = word(trail, 2 * i) * seats + word(trail, 2 * i + 1)
        if 0 <= row < rows:
            set_real(habit, 3 * row + 2, np.float64(cursor(b, EVER)) * LATER + i)


@inner
@no_type_check
def add_later(b, holder, level):
    """The children of a point whose answer was given from then on by the same player learn what came of it."""
    habit, rows, seats = number(b, HABIT), number(b, HABIT_ROWS), number(b, SEATS)
    begin = np.float64(cursor(b, EVER)) * LATER + level
    row = mark(b, holder, FIRST)
    while row:
        who = mark(b, row, MOVER)
        place = mark(b, row, CODE) * seats + who
        if 0 <= place < rows and real(habit, 3 * place + 2) >= begin:
            add(b, row, SIMILAR, 1.0)
            add(b, row, SIMILAR_TOTAL, real(number(b, VALUES), who))
        row = mark(b, row, NEXT)


@inner
@no_type_check
def learn_habits(b, noted):
    """Remember how well every answer of an iteration did for whoever gave it."""
    trail, habit, rows, seats = number(b, TRAIL), number(b, HABIT), number(b, HABIT_ROWS), number(b, SEATS)
    for i in range(noted):
        who = word(trail, 2 * i + 1)
        row = word(trail, 2 * i) * seats + who
        if 0 <= row < rows:
            set_real(habit, 3 * row, real(habit, 3 * row) + 1.0)
            set_real(habit, 3 * row + 1, real(habit, 3 * row + 1) + real(number(b, VALUES), who))


@inner
@no_type_check
def note(b, row, value):
    """Add a result to a row."""
    add(b, row, TOTAL, value)
    if number(b, REALS_A_ROW) > BEST:
        add(b, row, SQUARES, value * value)
        if value > sum_of(b, row, BEST):
            set_real(number(b, REALS), number(b, REALS_A_ROW) * row + BEST, value)


@inner
@no_type_check
def share(b, row):
    """Add a result to the position a row leads to."""
    reached, seats = mark(b, row, SEEN), number(b, SEATS)
    if reached:
        visit(b, reached)
        for seat in range(seats):
            add_at(b, number(b, WORTHS), reached * seats + seat, real(number(b, VALUES), seat))


@inner
@no_type_check
def take_back(b, depth):
    """An iteration was given up: its answers were not taken."""
    path = number(b, PATH)
    set_mark(b, 0, VISITS, mark(b, 0, VISITS) - 1)
    for level in range(depth):
        row = number(path, 2 * level)
        set_mark(b, row, VISITS, mark(b, row, VISITS) - 1)
        if real(b, LOSS_WEIGHT) > 0.0:
            add(b, row, TOTAL, real(b, LOSS_WEIGHT))


@inner
@no_type_check
def back_up(b, depth, noted):
    """Note what came of an iteration in all answers on its way."""
    path, seat = number(b, PATH), number(b, SEAT)
    merged = number(b, MERGED) == 1 and number(b, EXACT) == 1
    similar = real(b, SIMILAR_K) > 0.0
    paranoid = number(b, PARANOID) == 1
    if similar:
        mark_later(b, noted)
    for level in range(depth):
        row = number(path, 2 * level)
        who = mark(b, row, MOVER)
        value = real(number(b, VALUES), who)
        if paranoid and who != seat:
            value = real(number(b, SPAN), 0) + real(number(b, SPAN), 1) - real(number(b, VALUES), seat)
        note(b, row, value)
        if real(b, LOSS_WEIGHT) > 0.0:
            add(b, row, TOTAL, real(b, LOSS_WEIGHT))
        if merged:
            share(b, row)
        if similar:
            add_later(b, number(path, 2 * level + 1), level)
