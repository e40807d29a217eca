"""The memory of a tree search: rows of whole numbers and of real numbers, nothing else.

A row stands for an answer somebody may give at a point of the tree, and for the point the answer leads to: its children are the answers
possible there. In games with chance or hidden cards the same answer leads to different positions; the point then stands for all of them
(open loop), and which children are possible is seen afresh on every visit. Where positions are told apart (chance seen, equal positions
merged), a point is a row of its own, found by the hash of the position (:mod:`ludwright.agents.kernels.points`).

Several threads may search one tree at the same time (``shared``). What is proven, and whose answer a row is, never changes again; counts and
sums are added to in one step. How rows are made, :mod:`ludwright.agents.kernels.growing` tells.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.block import BLOCK_WORDS, OWN, draw
from ludwright.agents.kernels.sharing import add_to_real, add_to_word
from ludwright.engine.block_places import places
from ludwright.engine.calling import number, real, set_number, set_real, set_word, word
from ludwright.engine.kernel import inner

CODE, MOVER, FIRST, NEXT, VISITS, SEEN, PROVEN = map(np.int64, range(7))
"""The whole numbers of a row: the answer, who gives it, its first child and its next sibling, how often it was taken, how often it could have
been, what is proven of it."""

LOSS, DRAW, WIN = np.int64(1), np.int64(2), np.int64(3)
"""What is proven: the result for whoever gave the answer."""

TOTAL, SQUARES, BEST, SIMILAR, SIMILAR_TOTAL, PRIOR = map(np.int64, range(6))
"""The real numbers of a row: the sum of results for whoever gives the answer; of their squares; the best; play-outs in which the answer came
later, and the sum of their results; what it was thought to be worth before it was ever taken."""

TREE = places(63, first=OWN, before=BLOCK_WORDS)
(
    ITERATIONS, NANOSECONDS, FORMULA, EXACT, CLOSED, MERGED, OBSERVERS, DEPTH, FINAL, PROVING, MOST_ROWS,
    REALS_A_ROW, EDGES, REALS, PATH, PATH_ROWS, MARKS, KEYS, POINTS,
    POINT_BITS, SIGNIFICANT, SIGNIFICANT_WORDS, CURSOR, C, BEST_WEIGHT, SINGLE_D, SIMILAR_K, WIDEN_C, WIDEN_POWER,
    LEVEL_LIMIT, LEVELS, PARENTS, BEST_PATH, SUBGOALS, REUSE, PARANOID, HOLDERS, WORTHS,
    WORTH_ROWS, LINE, LINE_ROWS, URGENCY, SHELF, SHELF_REALS, LOSS_WEIGHT, EXPECTED, SEARCHES, TALLY, LOOKING, SOLVE, PLAIN, LOGS, GUIDED,
    SOLVE_FRAMES, SOLVE_STATES, SOLVE_KEYS, SOLVE_VALUES, SHARED, TAKEN, PRIOR_VISITS,
    FORETELL, FORETOLD, TRUST,
) = TREE  # fmt: skip
"""Where the settings and the memory of a tree search stand in its block. ``foretell`` says how likely each answer is the best one, where that was learned, and
writes it into ``foretold``, behind the number of options and what the position is worth; ``trust``: how much that counts."""

DONE, LINE_LENGTH, LAST_CODE, LAST_MOVES, EVER, LENGTHS = map(np.int64, range(6))
"""What the cursor holds: iterations done, how long the best line is, the last answer and how many moves there were then, all iterations ever,
and how many moves those of this decision took together."""

ROW = np.int64(8)
"""Whole numbers a row."""
LOGS_KEPT = np.int64(4096)
"""So many logarithms are worked out beforehand."""


@inner
@no_type_check
def mark(b, row, field):
    """A whole number of a row."""
    return word(number(b, EDGES), ROW * row + field)


@inner
@no_type_check
def set_mark(b, row, field, value):
    set_word(number(b, EDGES), ROW * row + field, value)


@inner
@no_type_check
def visit(b, row):
    """Count that a row was taken."""
    if number(b, SHARED):
        add_to_word(number(b, EDGES), ROW * row + VISITS, 1)
    else:
        set_mark(b, row, VISITS, mark(b, row, VISITS) + 1)


@inner
@no_type_check
def sum_of(b, row, field):
    """A real number of a row."""
    return real(number(b, REALS), number(b, REALS_A_ROW) * row + field)


@inner
@no_type_check
def add_at(b, reals, place, value):
    """Add to a real number that all who search the tree add to."""
    if number(b, SHARED):
        add_to_real(reals, place, value)
    else:
        set_real(reals, place, real(reals, place) + value)


@inner
@no_type_check
def add(b, row, field, value):
    add_at(b, number(b, REALS), number(b, REALS_A_ROW) * row + field, value)


@inner
@no_type_check
def cursor(b, place):
    return number(number(b, CURSOR), place)


@inner
@no_type_check
def set_cursor(b, place, value):
    set_number(number(b, CURSOR), place, value)


@inner
@no_type_check
def used(b):
    """How many rows are taken."""
    return min(number(number(b, TAKEN), 0), number(b, MOST_ROWS))


@inner
@no_type_check
def set_used(b, rows):
    set_number(number(b, TAKEN), 0, rows)


@inner
@no_type_check
def any_unvisited(b, first, most):
    """One of the children never taken yet, each as likely, or 0: of the first ``most``."""
    edges = number(b, EDGES)
    row, fresh, left = first, np.int64(0), most
    while row and left > 0:
        if word(edges, ROW * row + VISITS) == 0:
            fresh += 1
        left -= 1
        row = word(edges, ROW * row + NEXT)
    if fresh == 0:
        return np.int64(0)
    skip = draw(b, fresh) if fresh > 1 else np.int64(0)
    row = first
    while row:
        if word(edges, ROW * row + VISITS) == 0:
            if skip == 0:
                return row
            skip -= 1
        row = word(edges, ROW * row + NEXT)
    return np.int64(0)
