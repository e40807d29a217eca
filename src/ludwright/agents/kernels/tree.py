"""The memory of a tree search: rows of whole numbers and of real numbers, nothing else.

A row stands for an answer somebody may give at a point of the tree, and for the point the answer leads to: its children are the answers
possible there. In games with chance or hidden cards the same answer leads to different positions; the point then stands for all of them
(open loop), and which children are possible is seen afresh on every visit. Where positions are told apart (chance seen, equal positions
merged), a point is a row of its own, found by the hash of the position.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.block import OWN, SEATS, STATE, code_at, draw
from ludwright.engine.calling import number, real, set_number, set_real, set_word, take_numbers, word
from ludwright.engine.kernel import inner, mix

CODE, MOVER, FIRST, NEXT, VISITS, SEEN, PROVEN, MANY = map(np.int64, range(8))
"""The whole numbers of a row: the answer, who gives it, its first child and its next sibling, how often it was taken, how often it could have
been, what is proven of it, how many children it has. In the row of a position, the first two are its hash."""

LOSS, DRAW, WIN = np.int64(1), np.int64(2), np.int64(3)
"""What is proven: the result for whoever gave the answer."""

TOTAL, SQUARES, BEST, SIMILAR, SIMILAR_TOTAL = map(np.int64, range(5))
"""The real numbers of a row: the sum of results for whoever gives the answer; of their squares; the best; play-outs in which the answer came
later, and the sum of their results."""

TREE = (
    "iterations", "nanoseconds", "formula", "exact", "closed", "merged", "observers", "depth", "final", "proving", "most_rows",
    "reals_a_row", "edges", "reals", "path", "path_rows", "marks", "keys", "points",
    "point_bits", "significant", "significant_words", "cursor", "c", "best_weight", "single_d", "similar_k", "widen_c", "widen_power",
    "level_limit", "levels", "parents", "best_path", "subgoals", "reuse", "paranoid", "holders", "worths",
    "worth_rows", "line", "line_rows", "urgency", "shelf", "shelf_reals", "loss_weight", "expected", "searches", "tally", "looking", "solve", "plain", "logs", "guided",
    "solve_frames", "solve_states", "solve_keys", "solve_values",
)  # fmt: skip
(
    ITERATIONS, NANOSECONDS, FORMULA, EXACT, CLOSED, MERGED, OBSERVERS, DEPTH, FINAL, PROVING, MOST_ROWS,
    REALS_A_ROW, EDGES, REALS, PATH, PATH_ROWS, MARKS, KEYS, POINTS,
    POINT_BITS, SIGNIFICANT, SIGNIFICANT_WORDS, CURSOR, C, BEST_WEIGHT, SINGLE_D, SIMILAR_K, WIDEN_C, WIDEN_POWER,
    LEVEL_LIMIT, LEVELS, PARENTS, BEST_PATH, SUBGOALS, REUSE, PARANOID, HOLDERS, WORTHS,
    WORTH_ROWS, LINE, LINE_ROWS, URGENCY, SHELF, SHELF_REALS, LOSS_WEIGHT, EXPECTED, SEARCHES, TALLY, LOOKING, SOLVE, PLAIN, LOGS, GUIDED,
    SOLVE_FRAMES, SOLVE_STATES, SOLVE_KEYS, SOLVE_VALUES,
) = map(np.int64, range(OWN, OWN + len(TREE)))  # fmt: skip
"""Where the settings and the memory of a tree search stand in its block."""

USED, DONE, LINE_LENGTH, LAST_CODE, LAST_MOVES, EVER, LENGTHS = map(np.int64, range(7))
"""What the cursor holds: rows taken, iterations done, how long the best line is, the last answer and how many moves there were then, all
iterations ever, and how many moves those of this decision took together."""

ROW = np.int64(8)
"""Whole numbers a row."""
LOGS_KEPT = np.int64(4096)
"""So many logarithms are worked out beforehand."""


@no_type_check
def _mark(b, row, field):
    """A whole number of a row."""
    return word(number(b, EDGES), ROW * row + field)


mark = inner(_mark)


@no_type_check
def _set_mark(b, row, field, value):
    set_word(number(b, EDGES), ROW * row + field, value)


set_mark = inner(_set_mark)


@no_type_check
def _visit(b, row):
    """Count that a row was taken."""
    set_mark(b, row, VISITS, mark(b, row, VISITS) + 1)


visit = inner(_visit)


@no_type_check
def _sum(b, row, field):
    """A real number of a row."""
    return real(number(b, REALS), number(b, REALS_A_ROW) * row + field)


sum_of = inner(_sum)


@no_type_check
def _add(b, row, field, value):
    place = number(b, REALS_A_ROW) * row + field
    set_real(number(b, REALS), place, real(number(b, REALS), place) + value)


add = inner(_add)


@no_type_check
def _cursor(b, place):
    return number(number(b, CURSOR), place)


cursor = inner(_cursor)


@no_type_check
def _set_cursor(b, place, value):
    set_number(number(b, CURSOR), place, value)


set_cursor = inner(_set_cursor)


@no_type_check
def _clear_row(b, row, code, mover):
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


clear_row = inner(_clear_row)


@no_type_check
def _take(b, count):
    """The first of so many rows that nobody else has; 0 when there is no room left."""
    if cursor(b, USED) + count > number(b, MOST_ROWS):
        return np.int64(0)
    row = take_numbers(number(b, CURSOR), USED, count)
    return row if row + count <= number(b, MOST_ROWS) else np.int64(0)


take = inner(_take)


@no_type_check
def _new_row(b, code, mover):
    """A row for an answer; 0 when there is no room left."""
    row = take(b, 1)
    if row:
        clear_row(b, row, code, mover)
    return row


new_row = inner(_new_row)


@no_type_check
def _grow(b, holder, options, mover):
    """All answers as children of a point that has none yet. No if there is no room for them."""
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
    set_mark(b, holder, MANY, options)
    set_mark(b, holder, FIRST, first)
    return True


grow = inner(_grow)


@no_type_check
def _adopt(b, holder, row):
    """Make a row the first child of a point."""
    set_mark(b, row, NEXT, mark(b, holder, FIRST))
    set_mark(b, holder, FIRST, row)
    set_mark(b, holder, MANY, mark(b, holder, MANY) + 1)


adopt = inner(_adopt)


@no_type_check
def _child(b, holder, code, mover):
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


child = inner(_child)


@no_type_check
def _match(b, holder, options, mover):
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
                    set_word(marks, at, row)
                    left -= 1
                    break
                at = at + 1 if at + 1 < options else np.int64(0)
        row = mark(b, row, NEXT)
    if left:
        if cursor(b, USED) + left > number(b, MOST_ROWS):
            return False
        for option in range(options - 1, -1, -1):
            if word(marks, option) == 0:
                row = new_row(b, code_at(b, option), mover)
                adopt(b, holder, row)
                set_word(marks, option, row)
    return True


match_options = inner(_match)


@no_type_check
def _key_of(b, stem):
    """The hash of the position on the table: of the words that matter for what may come."""
    state, significant = number(b, STATE), number(b, SIGNIFICANT)
    key = np.uint64(stem)
    for i in range(number(b, SIGNIFICANT_WORDS)):
        key = (key ^ np.uint64(np.uint32(word(state, word(significant, i))))) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    key = mix(key)
    return np.int64(key) if key != 0 else np.int64(1)


key_of = inner(_key_of)


@no_type_check
def _point(b, key):
    """The row of a position, made if it is new; 0 when there is no room."""
    keys, points = number(b, KEYS), number(b, POINTS)
    last = (np.int64(1) << number(b, POINT_BITS)) - 1
    slot = key & last
    for _ in range(64):
        if number(keys, slot) == key:
            return word(points, slot)
        if number(keys, slot) == 0:
            row = new_row(b, 0, 0)
            if row:
                set_number(keys, slot, key)
                set_word(points, slot, row)
            return row
        slot = (slot + 1) & last
    return np.int64(0)


point = inner(_point)


@no_type_check
def _any_unvisited(b, first, most):
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


any_unvisited = inner(_any_unvisited)
