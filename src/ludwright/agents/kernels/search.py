"""Monte Carlo tree search for any game and any number of players.

One iteration: from the true position (or one dealt again, where something is hidden) down the tree, one step beyond it, a play-out to the
end, and what came of it noted in every answer on the way, each time for whoever gave it.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.best_line import keep_line
from ludwright.agents.kernels.block import (
    ADVANCE,
    CLOCK,
    CONTEXT,
    GOALS,
    HABIT,
    HABIT_ROWS,
    HOPE,
    LIMIT,
    RETURNS,
    SEAT,
    SEATS,
    SPAN,
    SPARE,
    SPARE_CONTEXT,
    STATE,
    STATE_WORDS,
    STOP,
    TABLE,
    TRAIL,
    TRAIL_ROWS,
    VALUES,
    VEIL,
    code_at,
    lay_out_root,
    mover,
    state_word,
    step,
)
from ludwright.agents.kernels.choosing import guided_option, pick_known, pick_possible, promise, scale_of
from ludwright.agents.kernels.playout import appraise, hopeless, play_out
from ludwright.agents.kernels.tree import (
    BEST,
    CLOSED,
    CODE,
    DEPTH,
    DONE,
    DRAW,
    EVER,
    EXACT,
    FIRST,
    GUIDED,
    HOLDERS,
    ITERATIONS,
    KEYS,
    LENGTHS,
    LEVEL_LIMIT,
    LEVELS,
    LINE_ROWS,
    LOOKING,
    LOSS,
    LOSS_WEIGHT,
    MERGED,
    MOST_ROWS,
    MOVER,
    NANOSECONDS,
    NEXT,
    OBSERVERS,
    PARANOID,
    PARENTS,
    PATH,
    PATH_ROWS,
    POINT_BITS,
    PROVEN,
    PROVING,
    REALS,
    REALS_A_ROW,
    SEEN,
    SIMILAR,
    SIMILAR_K,
    SIMILAR_TOTAL,
    SQUARES,
    SUBGOALS,
    TOTAL,
    USED,
    VISITS,
    WIN,
    WORTHS,
    add,
    child,
    clear_row,
    cursor,
    grow,
    key_of,
    mark,
    match_options,
    point,
    set_cursor,
    set_mark,
    sum_of,
)
from ludwright.engine.calling import (
    call_advance,
    call_clock,
    call_real,
    copy_bytes,
    number,
    real,
    set_number,
    set_real,
    set_word,
    word,
)
from ludwright.engine.kernel import inner
from ludwright.rules import ir

CHECK_CLOCK = 32
"""After so many iterations the clock is looked at."""
HIDDEN = -2
"""Codes from here down stand for answers nobody else saw: one for each question."""
LATER = 1e6
"""More than there are decisions in a play-out."""


@no_type_check
def _visit(b, row):
    set_mark(b, row, VISITS, mark(b, row, VISITS) + 1)


visit = inner(_visit)


# ---------------------------------------------------------------- what is proven


@no_type_check
def _proven_of(b, holder):
    """What is proven of a point for whoever is to move there: a win, or the best of its children if all are proven; else 0."""
    row, best, whole = mark(b, holder, FIRST), np.int64(0), True
    while row:
        found = mark(b, row, PROVEN)
        if found == 0:
            whole = False
        elif found > best:
            best = found
        row = mark(b, row, NEXT)
    return best if best == WIN or whole else np.int64(0)


proven_of = inner(_proven_of)


@no_type_check
def _prove(b, depth):
    """What follows from a proven answer for those that led to it: all the way up as far as it goes."""
    path = number(b, PATH)
    for level in range(depth - 1, -1, -1):
        best = proven_of(b, number(path, 2 * level + 1))
        if best == 0:
            return
        if level == 0:
            set_mark(b, 0, PROVEN, best)
            return
        above = number(path, 2 * level - 2)
        same = mark(b, above, MOVER) == mark(b, number(path, 2 * level), MOVER)
        set_mark(b, above, PROVEN, best if same else WIN + LOSS - best)


prove = inner(_prove)


@no_type_check
def _outcome(value):
    """A result as it is proven."""
    return WIN if value > 0.0 else LOSS if value < 0.0 else DRAW


outcome = inner(_outcome)


@no_type_check
def _note_end(b, depth):
    """The game is over: the last answer is proven."""
    row = number(number(b, PATH), 2 * (depth - 1))
    set_mark(b, row, PROVEN, outcome(real(number(b, VALUES), mark(b, row, MOVER))))
    prove(b, depth)


note_end = inner(_note_end)


@no_type_check
def _value_of_proof(b, depth):
    """What a proven answer is worth to both sides."""
    row = number(number(b, PATH), 2 * (depth - 1))
    value = np.float64(mark(b, row, PROVEN) - DRAW)
    for seat in range(number(b, SEATS)):
        set_real(number(b, VALUES), seat, value if seat == mark(b, row, MOVER) else -value)


value_of_proof = inner(_value_of_proof)


# ---------------------------------------------------------------- what came of an iteration


@no_type_check
def _mark_later(b, noted):
    """Remember which answers were given in the whole iteration, and when last."""
    trail, habit, rows, seats = number(b, TRAIL), number(b, HABIT), number(b, HABIT_ROWS), number(b, SEATS)
    for i in range(noted):
        row = word(trail, 2 * i) * seats + word(trail, 2 * i + 1)
        if 0 <= row < rows:
            set_real(habit, 3 * row + 2, np.float64(cursor(b, EVER)) * LATER + i)


mark_later = inner(_mark_later)


@no_type_check
def _add_later(b, holder, level):
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


add_later = inner(_add_later)


@no_type_check
def _learn_habits(b, noted):
    """Remember how well every answer of an iteration did for whoever gave it."""
    trail, habit, rows, seats = number(b, TRAIL), number(b, HABIT), number(b, HABIT_ROWS), number(b, SEATS)
    for i in range(noted):
        who = word(trail, 2 * i + 1)
        row = word(trail, 2 * i) * seats + who
        if 0 <= row < rows:
            set_real(habit, 3 * row, real(habit, 3 * row) + 1.0)
            set_real(habit, 3 * row + 1, real(habit, 3 * row + 1) + real(number(b, VALUES), who))


learn_habits = inner(_learn_habits)


@no_type_check
def _note(b, row, value):
    """Add a result to a row."""
    add(b, row, TOTAL, value)
    if number(b, REALS_A_ROW) > BEST:
        add(b, row, SQUARES, value * value)
        if value > sum_of(b, row, BEST):
            set_real(number(b, REALS), number(b, REALS_A_ROW) * row + BEST, value)


note = inner(_note)


@no_type_check
def _share(b, row):
    """Add a result to the position a row leads to."""
    reached, seats = mark(b, row, SEEN), number(b, SEATS)
    if reached:
        visit(b, reached)
        for seat in range(seats):
            place = reached * seats + seat
            set_real(number(b, WORTHS), place, real(number(b, WORTHS), place) + real(number(b, VALUES), seat))


share = inner(_share)


@no_type_check
def _back_up(b, depth, noted):
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


back_up = inner(_back_up)


# ---------------------------------------------------------------- down the tree


@no_type_check
def _tell_others(b, who, code):
    """Go down in the trees of all observers but the mover: each sees the answer, or only that one was given."""
    veil = number(b, VEIL)
    seen = HIDDEN - state_word(b, ir.QUESTION) if veil >= 0 and state_word(b, veil) > 0 else code
    holders = number(b, HOLDERS)
    for seat in range(number(b, SEATS)):
        if seat != who and number(holders, seat) >= 0:
            row = child(b, number(holders, seat), seen, who)
            set_number(holders, seat, row if row else np.int64(-1))


tell_others = inner(_tell_others)


@no_type_check
def _room_at(b, depth, options):
    """Whether a level of the tree may have so many rows more."""
    limit = number(b, LEVEL_LIMIT)
    if limit == 0:
        return True
    there = number(number(b, LEVELS), depth)
    if there and there + options > limit:
        return False
    set_number(number(b, LEVELS), depth, there + options)
    return True


room_at = inner(_room_at)


@no_type_check
def _expand(b, holder, options, who, depth):
    """Give a point its children. Where that is wanted, those that end the game at once are proven. No if there is no room."""
    if not (room_at(b, depth, options) and grow(b, holder, options, who)):
        return False
    if number(b, LOOKING):
        spare, context = number(b, SPARE), number(b, SPARE_CONTEXT)
        row = mark(b, holder, FIRST)
        while row:
            copy_bytes(number(b, STATE), spare, 4 * number(b, STATE_WORDS))
            call_advance(number(b, ADVANCE), spare, number(b, TABLE), context, np.int32(mark(b, row, CODE)))
            if word(spare, ir.OVER) == 1:
                set_mark(b, row, PROVEN, outcome(call_real(number(b, RETURNS), spare, number(b, TABLE), context, who)))
            row = mark(b, row, NEXT)
    return True


expand = inner(_expand)


@no_type_check
def _settle_leaf(b, row, options, depth):
    """Give a new leaf its children at once. Whether it is proven by them."""
    who = mover(b)
    if mark(b, row, FIRST) == 0 and not expand(b, row, options, who, depth):
        return False
    best = proven_of(b, row)
    if best == 0:
        return False
    set_mark(b, row, PROVEN, best if mark(b, row, MOVER) == who else WIN + LOSS - best)
    prove(b, depth)
    return True


settle_leaf = inner(_settle_leaf)


@no_type_check
def _untouched(b, holder):
    """Whether no child of a point has ever been taken."""
    row = mark(b, holder, FIRST)
    while row and mark(b, row, VISITS) == 0:
        row = mark(b, row, NEXT)
    return row == 0


untouched = inner(_untouched)


@no_type_check
def _pick(b, holder, options, who, depth):
    """The child to go down to; 0 when there is no room for children."""
    if number(b, EXACT):
        if mark(b, holder, FIRST) == 0 and not expand(b, holder, options, who, depth):
            return np.int64(0)
        if number(b, GUIDED) and untouched(b, holder):
            return mark(b, holder, FIRST) + guided_option(b, options)  # the children of a point lie side by side
        return pick_known(b, holder)
    if not match_options(b, holder, options, who):
        return np.int64(0)
    return pick_possible(b, holder, options)


pick = inner(_pick)


@no_type_check
def _reach(b, row):
    """The point an answer has led to: the answer's own row, or that of the position where positions are told apart."""
    if number(b, MERGED) == 0 and number(b, CLOSED) == 0:
        return row
    found = point(b, key_of(b, np.int64(0) if number(b, MERGED) else row))
    if found == 0:
        return row
    if number(b, MERGED) == 0:
        visit(b, found)
    elif number(b, EXACT):
        set_mark(b, row, SEEN, found)
    return found


reach = inner(_reach)


@no_type_check
def _answer(b, code):
    """Give an answer, and those that follow of themselves. How many options there are then; 0 when nothing more is asked."""
    limit = number(b, LIMIT)
    options = step(b, code)
    while options == 1 and state_word(b, ir.MOVES) <= limit:
        options = step(b, code_at(b, 0))
    return options if state_word(b, ir.MOVES) <= limit else np.int64(0)


answer = inner(_answer)


@no_type_check
def _descend(b, options):
    """From the root down to a new row, or an end: how deep it went, how many options are open there (-1: its value is proven), how far the
    trail goes."""
    path, trail = number(b, PATH), number(b, TRAIL)
    deepest, trail_room = number(b, PATH_ROWS), number(b, TRAIL_ROWS)
    observers, subgoals = number(b, OBSERVERS) == 1, number(b, SUBGOALS) == 1
    goals = state_word(b, number(b, GOALS)) if subgoals else np.int64(0)
    holder, depth, noted = np.int64(0), np.int64(0), np.int64(0)
    visit(b, 0)
    while depth < deepest:
        who = mover(b)
        if observers:
            holder = number(number(b, HOLDERS), who)
            if holder < 0:
                break
        row = pick(b, holder, options, who, depth)
        if row == 0:
            break
        fresh = mark(b, row, VISITS) == 0
        visit(b, row)
        if real(b, LOSS_WEIGHT) > 0.0:  # others who search the same tree had better look elsewhere meanwhile
            add(b, row, TOTAL, -real(b, LOSS_WEIGHT))
        set_number(path, 2 * depth, row)
        set_number(path, 2 * depth + 1, holder)
        depth += 1
        code = mark(b, row, CODE)
        if noted < trail_room:
            set_word(trail, 2 * noted, code)
            set_word(trail, 2 * noted + 1, who)
            noted += 1
        if observers:
            tell_others(b, who, code)
            set_number(number(b, HOLDERS), who, row)
        if mark(b, row, PROVEN):
            return depth, np.int64(-1), noted
        options = answer(b, code)
        if real(b, HOPE) > 0.0:
            hopeless(b, noted)
        if options == 0 or (subgoals and state_word(b, number(b, GOALS)) != goals):
            return depth, np.int64(0), noted
        holder = reach(b, row)
        if fresh:
            if number(b, LOOKING) and settle_leaf(b, row, options, depth):
                return depth, np.int64(-1), noted
            break
    return depth, options, noted


descend = inner(_descend)


@no_type_check
def _most_promising(b):
    """Of all answers in the tree the most promising, wherever it is."""
    low, scale = real(number(b, SPAN), 0), scale_of(b)
    log_seen = np.log(np.float64(mark(b, 0, VISITS)) + 1.0)
    best, chosen = -np.inf, np.int64(1)
    for row in range(1, min(cursor(b, USED), number(b, MOST_ROWS))):
        visits = np.float64(mark(b, row, VISITS))
        if visits == 0.0:
            return np.int64(row)
        value = promise(b, row, visits, log_seen, low, scale)
        if value > best and mark(b, row, PROVEN) == 0:
            best, chosen = value, np.int64(row)
    return chosen


most_promising = inner(_most_promising)


@no_type_check
def _jump(b):
    """Instead of going down from the root: to the most promising answer of all, and one step on. As :func:`descend`."""
    visit(b, 0)
    path, trail, row = number(b, PATH), number(b, TRAIL), most_promising(b)
    depth, up = np.int64(0), row
    while up and depth < number(b, PATH_ROWS):
        depth += 1
        up = number(number(b, PARENTS), up)
    for level in range(depth - 1, -1, -1):
        set_number(path, 2 * level, row)
        row = number(number(b, PARENTS), row)
        set_number(path, 2 * level + 1, row)
    goals = state_word(b, number(b, GOALS)) if number(b, SUBGOALS) else np.int64(0)
    options = np.int64(0)
    for level in range(depth):
        row = number(path, 2 * level)
        visit(b, row)
        if level < number(b, TRAIL_ROWS):
            set_word(trail, 2 * level, mark(b, row, CODE))
            set_word(trail, 2 * level + 1, mover(b))
        options = answer(b, mark(b, row, CODE))
    if options > 0 and number(b, SUBGOALS) and state_word(b, number(b, GOALS)) != goals:
        options = np.int64(0)
    if options > 0 and mark(b, row, FIRST) == 0:
        grow(b, row, options, mover(b))
    if options == 0:
        set_mark(b, row, PROVEN, DRAW)  # nothing more can come of it
    return depth, options, min(depth, number(b, TRAIL_ROWS))


jump = inner(_jump)


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
    set_cursor(b, USED, roots)
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
