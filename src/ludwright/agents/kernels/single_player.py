"""Single-player Monte Carlo tree search: one search for one line, by the rules published for building games (Feistenauer 2012).

A row of the tree is a state. A run walks down to a state with an answer never tried, makes that a new state, and plays on at random; the
best line of all runs is what it is for. Beyond that, everything is a switch.
"""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np

from ludwright.agents.kernels.block import (
    BLOCK_WORDS,
    CLOCK,
    CONTEXT,
    POLICY,
    SPAN,
    STATE,
    STOP,
    TABLE,
    code_at,
    draw,
    is_late,
    room,
    set_due,
)
from ludwright.agents.kernels.deciding import place_of
from ludwright.agents.kernels.futures import better, chosen, count, credit, follows, imagine, ponder, spent
from ludwright.agents.kernels.lines import (
    BEST_VALUE,
    DONE,
    KNOWN,
    LENGTHS,
    LINE_ROWS,
    NANOSECONDS,
    PLACES,
    PLAYED,
    SIGNIFICANT,
    SIGNIFICANT_WORDS,
    TOP,
    UNTIL,
    go,
    line,
    note_goals,
    open_saved,
    worth,
    write,
)
from ludwright.agents.kernels.nested import DECIDE, left
from ludwright.agents.kernels.playout import choose_by
from ludwright.agents.kernels.points import hash_words
from ludwright.engine.block_places import behind, places
from ludwright.engine.calling import call_clock, call_real, number, real, set_number, set_real, set_word, word
from ludwright.engine.kernel import by_address, inner

SINGLE_PLAYER = places(23, first=behind(PLACES), before=BLOCK_WORDS)
(
    FORMULA, C, D, BEST_WEIGHT, EQUAL, WIDEN, WIDTH, UNFINISHED, LEVEL_FACTOR, LEVELS, BEST_PATH, ANYWHERE, SEARCHES,
    ROWS, SEEN, MOST_ROWS, TAKEN, KEYS, KEY_BITS, PATH, BEGAN, FORFEIT, POSSIBLE,
) = SINGLE_PLAYER  # fmt: skip
"""Where the settings and the memory of such a player stand in its block, behind what all that look for lines have."""

CODE, PARENT, FIRST, NEXT, VISITS, TRIED, OPTIONS, LEVEL, ANSWER = map(np.int64, range(9))
"""The numbers of a row: the answer that led there and from where, its first child and its next sibling, how often a run came through, how
many answers were tried and how many there are, how deep it lies, and the place of its answer among the options. What was tried and dropped is a row
without visits."""
ROW = np.int64(16)
"""As long as a cache line: walks down the tree wait for memory more than for anything else."""
TOTAL, SQUARES, BEST = map(np.int64, range(5, 8))
"""The real numbers of a row, behind the others: what runs through it were worth, the squares of that, and the best of it."""
UCB1, TUNED, TUNED2, SINGLE, WEIGHTED = map(np.int64, range(5))
"""The formulas, as published; the last is the first tuned one with the best result beside the mean."""
FARTHEST = 64
"""So many slots are looked at for a state."""


@inner
@no_type_check
def mark(b, row, field):
    return word(number(b, ROWS), ROW * row + field)


@inner
@no_type_check
def set_mark(b, row, field, value):
    set_word(number(b, ROWS), ROW * row + field, value)


@inner
@no_type_check
def sum_of(b, row, field):
    return real(number(b, ROWS), ROW // 2 * row + field)


@inner
@no_type_check
def set_sum(b, row, field, value):
    set_real(number(b, ROWS), ROW // 2 * row + field, value)


@inner
@no_type_check
def note(b, row, value):
    """A run came through a state and was worth so much."""
    set_mark(b, row, VISITS, mark(b, row, VISITS) + 1)
    set_sum(b, row, TOTAL, sum_of(b, row, TOTAL) + value)
    set_sum(b, row, SQUARES, sum_of(b, row, SQUARES) + value * value)
    if value > sum_of(b, row, BEST):
        set_sum(b, row, BEST, value)


@inner
@no_type_check
def clear(b, row, code, place, parent, options, level):
    """A row for a state that no run came through yet."""
    set_mark(b, row, CODE, code)
    set_mark(b, row, ANSWER, place)
    set_mark(b, row, PARENT, parent)
    for field in (FIRST, NEXT, VISITS, TRIED):
        set_mark(b, row, field, 0)
    set_mark(b, row, OPTIONS, options)
    set_mark(b, row, LEVEL, level)
    set_sum(b, row, TOTAL, 0.0)
    set_sum(b, row, SQUARES, 0.0)
    set_sum(b, row, BEST, -np.inf)


@inner
@no_type_check
def forget(b, options):
    """An empty tree: nothing but its root."""
    clear(b, np.int64(0), np.int64(0), np.int64(0), np.int64(-1), options, np.int64(0))
    set_number(b, TAKEN, 1)
    set_number(b, WIDTH, number(b, WIDEN))
    set_number(b, UNFINISHED, 1)
    for level in range(number(b, LINE_ROWS) + 1):
        set_number(number(b, LEVELS), level, 0)
    if number(b, EQUAL):
        for slot in range(np.int64(1) << number(b, KEY_BITS)):
            set_number(number(b, KEYS), slot, 0)


# ---------------------------------------------------------------- what may grow


@inner
@no_type_check
def most_answers(b, row):
    """How many answers of a state may be tried by now."""
    options = mark(b, row, OPTIONS)
    return min(options, number(b, WIDTH)) if number(b, WIDEN) else options


@inner
@no_type_check
def level_limit(b):
    """The most states of a level: those expected of the search, by the length of the best line, times the factor."""
    length = number(number(b, LENGTHS), number(b, TOP)) if number(b, KNOWN) else np.int64(0)
    if length == 0:
        return np.int64(1) << 40
    expected = np.float64(number(b, DONE)) + left(b, number(b, BEGAN))
    return np.int64(max(1.0, expected / np.float64(length) * real(b, LEVEL_FACTOR)))


@inner
@no_type_check
def may_grow(b, row):
    """Whether an answer of a state that was never tried may be tried now."""
    if mark(b, row, TRIED) >= most_answers(b, row) or number(b, TAKEN) >= number(b, MOST_ROWS):
        return False
    level = mark(b, row, LEVEL) + 1
    if level > number(b, LINE_ROWS):
        return False
    return real(b, LEVEL_FACTOR) == 0.0 or number(number(b, LEVELS), level) < level_limit(b)


@inner
@no_type_check
def known_on_level(b, level):
    """Whether the state on the table is on its level of the tree already. If not, it is from now on."""
    keys, last = number(b, KEYS), (np.int64(1) << number(b, KEY_BITS)) - 1
    key = hash_words(number(b, STATE), number(b, SIGNIFICANT), number(b, SIGNIFICANT_WORDS), level)
    slot = key & last
    for _ in range(FARTHEST):
        found = number(keys, slot)
        if found == key:
            return True
        if found == 0:
            set_number(keys, slot, key)
            return False
        slot = (slot + 1) & last
    return False


@inner
@no_type_check
def attach(b, holder, code, place, options):
    """The state on the table as a new child; 0 if it is on its level already, and so gets no row that counts."""
    row, level = number(b, TAKEN), mark(b, holder, LEVEL) + 1
    set_number(b, TAKEN, row + 1)
    clear(b, row, code, place, holder, options, level)
    set_mark(b, row, NEXT, mark(b, holder, FIRST))
    set_mark(b, holder, FIRST, row)
    set_mark(b, holder, TRIED, mark(b, holder, TRIED) + 1)
    if mark(b, holder, TRIED) == most_answers(b, holder):
        set_number(b, UNFINISHED, number(b, UNFINISHED) - 1)
    if number(b, EQUAL) and known_on_level(b, level):
        return np.int64(0)
    if options > 0:
        set_number(b, UNFINISHED, number(b, UNFINISHED) + 1)
    set_number(number(b, LEVELS), level, number(number(b, LEVELS), level) + 1)
    return row


@inner
@no_type_check
def widen(b):
    """When the whole tree is complete, one more answer of every state may be tried."""
    while number(b, UNFINISHED) <= 0 and number(b, WIDTH) < room(b):
        set_number(b, WIDTH, number(b, WIDTH) + 1)
        unfinished = np.int64(0)
        for row in range(number(b, TAKEN)):
            open_still = mark(b, row, VISITS) > 0 and mark(b, row, TRIED) < most_answers(b, row)
            unfinished += open_still
        set_number(b, UNFINISHED, unfinished)


# ---------------------------------------------------------------- where to go


@inner
@no_type_check
def promise(b, row, log_seen):
    """What speaks for a state, by the formula."""
    low, high = real(number(b, SPAN), 0), real(number(b, SPAN), 1)
    scale = 1.0 / (high - low) if high > low else 0.0
    visits, formula = np.float64(mark(b, row, VISITS)), number(b, FORMULA)
    mean = (sum_of(b, row, TOTAL) / visits - low) * scale
    unknown = log_seen / visits
    if formula == UCB1:
        return mean + real(b, C) * np.sqrt(real(b, D) * unknown)
    if formula == SINGLE:
        raw = sum_of(b, row, TOTAL) / visits
        spread = max(0.0, sum_of(b, row, SQUARES) - visits * raw * raw) * scale * scale
        return mean + real(b, C) * np.sqrt(unknown) + np.sqrt((spread + real(b, D)) / visits)
    if formula == WEIGHTED:
        weight = real(b, BEST_WEIGHT)
        mean = (1.0 - weight) * mean + weight * (sum_of(b, row, BEST) - low) * scale
    value = mean + real(b, C) * np.sqrt(max(real(b, D), mean * (1.0 - mean)) * unknown)
    return value + unknown if formula == TUNED2 else value


@inner
@no_type_check
def best_child(b, holder):
    """The most promising state below one; 0 if there is none."""
    log_seen = np.log(np.float64(max(1, mark(b, holder, VISITS))))
    best, found = -np.inf, np.int64(0)
    row = mark(b, holder, FIRST)
    while row:
        if mark(b, row, VISITS) > 0:
            value = promise(b, row, log_seen)
            if value > best:
                best, found = value, np.int64(row)
        row = mark(b, row, NEXT)
    return found


@inner
@no_type_check
def best_of_all(b):
    """The most promising of all states that may grow; -1 if none may."""
    best, found = -np.inf, np.int64(-1)
    for row in range(number(b, TAKEN)):
        if (row == 0 or mark(b, row, VISITS) > 0) and may_grow(b, row):
            above = mark(b, row, PARENT)
            seen = mark(b, above, VISITS) if above >= 0 else mark(b, row, VISITS)
            value = promise(b, row, np.log(np.float64(max(1, seen)))) if mark(b, row, VISITS) else np.inf
            if value > best:
                best, found = value, np.int64(row)
    return found


@inner
@no_type_check
def was_tried(b, holder, code):
    row = mark(b, holder, FIRST)
    while row and mark(b, row, CODE) != code:
        row = mark(b, row, NEXT)
    return row


@inner
@no_type_check
def untried(b, holder, options):
    """The place of an answer that was never tried, each as likely."""
    skip = draw(b, options - mark(b, holder, TRIED))
    seen = number(b, SEEN)
    for option in range(options):
        set_word(seen, option, 0)
    row = mark(b, holder, FIRST)
    while row:
        set_word(seen, mark(b, row, ANSWER), 1)
        row = mark(b, row, NEXT)
    for option in range(options):
        skip -= 1 - word(seen, option)
        if skip < 0:
            return np.int64(option)
    return options - 1


# ---------------------------------------------------------------- a run


@inner
@no_type_check
def give(b, ply, code):
    """Give an answer, and write it down. How many options there are then."""
    write(b, np.int64(0), ply, code)
    return go(b, code)


@inner
@no_type_check
def walk_to(b, row):
    """Go down to a state that is in the tree: how deep it is."""
    path, depth, at = number(b, PATH), mark(b, row, LEVEL), row
    for level in range(depth, -1, -1):
        set_number(path, level, at)
        at = mark(b, at, PARENT)
    for level in range(depth):
        give(b, level, mark(b, number(path, level + 1), CODE))
    return depth


@inner
@no_type_check
def walk(b, options):
    """Down the tree to a new state, or as far as there is anything: how deep it is, and the options there; -1 if it is there already."""
    path, row, depth = number(b, PATH), np.int64(0), np.int64(0)
    set_number(path, 0, 0)
    if number(b, ANYWHERE) > number(b, TAKEN):
        found = best_of_all(b)
        if found >= 0:
            depth, row = walk_to(b, found), found
            options = mark(b, row, OPTIONS)
    while options > 0:
        grows = may_grow(b, row)
        if grows:
            place = untried(b, row, options)
            code = code_at(b, place)
            options = give(b, depth, code)
            row = attach(b, row, code, place, options)
            if row == 0:
                return depth, np.int64(-1)
        else:
            row = best_child(b, row)
            if row == 0:
                break
            options = give(b, depth, mark(b, row, CODE))
        depth += 1
        set_number(path, depth, row)
        if grows:
            break
    return depth, options


@inner
@no_type_check
def play_on(b, ply, options):
    """Play on to the end, or the next goal. Whether it was worth it: a play-out may be forfeited on its way."""
    policy, forfeits = number(b, POLICY), real(b, FORFEIT) > 0.0 and number(b, KNOWN) > 0
    while options > 0 and number(number(b, STOP), 0) == 0 and not is_late(b, 1):
        if forfeits and hopeless(b):
            return False
        options = give(b, ply, code_at(b, choose_by(b, policy, options)))
        ply += 1
    set_number(number(b, LENGTHS), 0, min(ply, number(b, LINE_ROWS)))
    return True


@inner
@no_type_check
def hopeless(b):
    """Whether even the best result that is still possible, times the factor, is less than the best one found."""
    most = call_real(number(b, POSSIBLE), number(b, STATE), number(b, TABLE), number(b, CONTEXT), np.int64(0))
    return most * real(b, FORFEIT) < real(b, BEST_VALUE)


@inner
@no_type_check
def run(b, options):
    """One run from the root."""
    open_saved(b, number(b, TOP), options)
    depth, options = walk(b, options)
    if options < 0:  # there already: the run is over, and counts as one
        set_number(b, DONE, number(b, DONE) + 1)
        set_number(b, PLAYED, number(b, PLAYED) + 1)
        return
    path = number(b, PATH)
    if not play_on(b, depth, options):
        set_number(b, DONE, number(b, DONE) + 1)
        set_number(b, PLAYED, number(b, PLAYED) + 1)
        for level in range(depth + 1):
            note(b, number(path, level), 0.0)
        return
    value = worth(b)
    if value == -np.inf:
        return
    for level in range(depth + 1):
        note(b, number(path, level), value)
    if number(b, KNOWN) == 0 or value > real(b, BEST_VALUE):
        better(b, value, np.int64(0))
        if number(b, BEST_PATH):
            lay_path(b, depth, value)


@inner
@no_type_check
def lay_path(b, depth, value):
    """Make all states of the best line part of the tree, beyond those that are."""
    top, row = number(b, TOP), np.int64(0)
    length = number(number(b, LENGTHS), top)
    options = mark(b, 0, OPTIONS)
    open_saved(b, top, options)
    for ply in range(length):
        code = word(line(b, top), ply)
        place = place_of(number(b, CONTEXT), options, code)
        if place < 0:
            return
        options = give(b, ply, code)
        below = was_tried(b, row, code)
        if below == 0:
            if number(b, TAKEN) >= number(b, MOST_ROWS):
                return
            below = attach(b, row, code, place, options)
            if below == 0:
                return
            note(b, below, value)
        elif mark(b, below, VISITS) == 0:
            return
        row = below


@inner
@no_type_check
def search_line(b, options):
    """Runs until the budget is used up; or several such searches, one after the other."""
    note_goals(b)
    searches, until = number(b, SEARCHES), number(b, UNTIL)
    began = call_clock(number(b, CLOCK)) if number(b, NANOSECONDS) else np.int64(0)
    set_number(b, BEGAN, began)
    for search in range(searches):
        share = began + (until - began) * (search + 1) // searches if began else until * (search + 1) // searches
        set_number(b, UNTIL, share)
        set_due(b, share if began else np.int64(0))
        forget(b, options)
        while True:
            run(b, options)
            if number(b, WIDEN) and number(b, UNFINISHED) <= 0:
                widen(b)
            if spent(b):
                break


@inner
@no_type_check
def vote(b, options):
    """What the states below the root are worth, for a decision by several futures."""
    open_saved(b, number(b, TOP), options)
    for option in range(options):
        row = was_tried(b, np.int64(0), code_at(b, option))
        if row and mark(b, row, VISITS) > 0:
            credit(b, option, sum_of(b, row, BEST))


@no_type_check
def _by_single_player_search(b, state, table, context, options, seat, streams):
    options = min(options, room(b))
    futures = ponder(b, state, options, seat, streams)
    for _ in range(futures):
        imagine(b, context, options, futures)
        if not follows(b):
            search_line(b, options)
            vote(b, options)
        count(b, options)
    return chosen(b, options)


@cache
def decide_by_single_player_search() -> Any:
    """For players that search one tree for one line."""
    return by_address(_by_single_player_search, DECIDE)
