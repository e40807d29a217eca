"""Down the tree of a search: from its root to a leaf, one answer after the other."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.at_once import is_open, own_reply
from ludwright.agents.kernels.block import (
    ADVANCE,
    EVALUATE,
    EVALUATOR,
    GOALS,
    HOPE,
    LIMIT,
    POLICY,
    RETURNS,
    SEAT,
    SEATS,
    SPAN,
    SPARE,
    SPARE_CONTEXT,
    STATE,
    STATE_WORDS,
    TABLE,
    TRAIL,
    TRAIL_ROWS,
    VEIL,
    code_at,
    mover,
    part_of,
    room,
    state_word,
    step,
)
from ludwright.agents.kernels.choosing import (
    foretell,
    guided_option,
    mean_of,
    pick_known,
    pick_possible,
    promise,
    scale_of,
)
from ludwright.agents.kernels.growing import child, grow, match_options
from ludwright.agents.kernels.playout import choose_by, hopeless
from ludwright.agents.kernels.points import key_of, point
from ludwright.agents.kernels.proofs import outcome, prove, proven_of
from ludwright.agents.kernels.tree import (
    CLOSED,
    CODE,
    DRAW,
    EXACT,
    FIRST,
    FORETELL,
    FORETOLD,
    GUIDED,
    HOLDERS,
    LEVEL_LIMIT,
    LEVELS,
    LOOKING,
    LOSS,
    LOSS_WEIGHT,
    MERGED,
    MOVER,
    NEXT,
    OBSERVERS,
    PARENTS,
    PATH,
    PATH_ROWS,
    PRIOR,
    PRIOR_VISITS,
    PROVEN,
    REALS,
    REALS_A_ROW,
    SEEN,
    SUBGOALS,
    TOTAL,
    VISITS,
    WIN,
    add,
    mark,
    set_mark,
    used,
    visit,
)
from ludwright.engine.calling import (
    call_advance,
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

HIDDEN = -2
"""Codes from here down stand for answers nobody else saw: one for each question."""
JOINT, LOST = np.int64(-1), np.int64(-2)
"""The code of the row below which the answers given at once stand together; and what is said instead of options, where it did not come to the
position that is thought about."""


@inner
@no_type_check
def tell_others(b, who, code, but):
    """Go down in the trees of all observers but the mover and one more: each sees the answer, or only that one was given."""
    veil = number(b, VEIL)
    seen = HIDDEN - state_word(b, ir.QUESTION) if veil >= 0 and state_word(b, veil) > 0 else code
    holders = number(b, HOLDERS)
    for seat in range(number(b, SEATS)):
        if seat not in (who, but) and number(holders, seat) >= 0:
            row = child(b, number(holders, seat), seen, who)
            set_number(holders, seat, row if row else np.int64(-1))


@inner
@no_type_check
def room_at(b, depth, options):
    """Whether a level of the tree may have so many rows more."""
    limit = number(b, LEVEL_LIMIT)
    if limit == 0:
        return True
    there = number(number(b, LEVELS), depth)
    if there and there + options > limit:
        return False
    set_number(number(b, LEVELS), depth, there + options)
    return True


@inner
@no_type_check
def expand(b, holder, options, who, depth):
    """Give a point its children. Where that is wanted, those that end the game at once are proven, and what others are worth is foretold by what was
    learned. No if there is no room."""
    if not (room_at(b, depth, options) and grow(b, holder, options, who)):
        return False
    priors = real(b, PRIOR_VISITS) > 0.0
    if number(b, FORETELL):
        foretell(b, options)
        row, option = mark(b, holder, FIRST), np.int64(0)
        while row:
            place = number(b, REALS_A_ROW) * row + PRIOR
            set_real(number(b, REALS), place, real(number(b, FORETOLD), 2 + option))
            row, option = mark(b, row, NEXT), option + 1
    if number(b, LOOKING) or priors:
        spare, context = number(b, SPARE), number(b, SPARE_CONTEXT)
        row = mark(b, holder, FIRST)
        while row:
            copy_bytes(number(b, STATE), spare, 4 * number(b, STATE_WORDS))
            call_advance(number(b, ADVANCE), spare, number(b, TABLE), context, np.int32(mark(b, row, CODE)))
            over = word(spare, ir.OVER) == 1
            if over and number(b, LOOKING):
                set_mark(b, row, PROVEN, outcome(call_real(number(b, RETURNS), spare, number(b, TABLE), context, who)))
            if priors:
                place = number(b, REALS_A_ROW) * row + PRIOR
                set_real(
                    number(b, REALS), place, call_real(number(b, EVALUATE), number(b, EVALUATOR), spare, context, who)
                )
            row = mark(b, row, NEXT)
    return True


@inner
@no_type_check
def settle_leaf(b, row, options, depth):
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


@inner
@no_type_check
def untouched(b, holder):
    """Whether no child of a point has ever been taken."""
    row = mark(b, holder, FIRST)
    while row and mark(b, row, VISITS) == 0:
        row = mark(b, row, NEXT)
    return row == 0


@inner
@no_type_check
def pick(b, holder, options, who, depth):
    """The child to go down to; 0 when there is no room for children."""
    if number(b, EXACT):
        if mark(b, holder, FIRST) == 0:
            if not expand(b, holder, options, who, depth):
                return np.int64(0)
            if number(b, FORETELL):  # what this point is worth is no news of the leaf below it
                set_real(number(b, FORETOLD), 1, np.nan)
        if number(b, GUIDED) and untouched(b, holder):
            return mark(b, holder, FIRST) + guided_option(b, options)  # the children of a point lie side by side
        return pick_known(b, holder)
    if not match_options(b, holder, options, who):
        return np.int64(0)
    return pick_possible(b, holder, options)


@inner
@no_type_check
def reach(b, row):
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


@inner
@no_type_check
def answer(b, code):
    """Give an answer, and those that follow of themselves. How many options there are then; 0 when nothing more is asked."""
    limit = number(b, LIMIT)
    options = step(b, code)
    while options == 1 and state_word(b, ir.MOVES) <= limit:
        options = step(b, code_at(b, 0))
    return options if state_word(b, ir.MOVES) <= limit else np.int64(0)


@inner
@no_type_check
def place_of_seat(b, point, who):
    """Where a seat stands in a part that asks everybody at once: below the point where the part began, by its own answers alone. -1: no room.

    At the root the seat that thinks stands there itself."""
    holders = number(b, HOLDERS)
    if number(holders, who) >= 0:
        return number(holders, who)
    if point == 0 and who == number(b, SEAT):
        return np.int64(0)
    row = child(b, point, HIDDEN - who, who)
    if row == 0:
        return np.int64(-1)
    visit(b, row)
    return row


@inner
@no_type_check
def enter_part(b, point):
    """Everybody is asked at once from a point on, and nobody has answered yet. The row where all answers together begin; 0: no room."""
    for seat in range(number(b, SEATS)):
        set_number(number(b, HOLDERS), seat, -1)
    return child(b, point, JOINT, 0)


@inner
@no_type_check
def descend(b, options, back):
    """From the root down to a new row, or an end: how deep it went, how many options are open there (-1: its value is proven), how far the
    trail goes.

    Where all are asked at once, each goes down by what it has answered itself (decoupled UCT); the point they come to is that of all answers
    together. If the table stands ``back`` where such a part began, the seat's own answers in it are given again."""
    path, trail = number(b, PATH), number(b, TRAIL)
    deepest, trail_room = number(b, PATH_ROWS), number(b, TRAIL_ROWS)
    observers, subgoals = number(b, OBSERVERS) == 1, number(b, SUBGOALS) == 1
    goals = state_word(b, number(b, GOALS)) if subgoals else np.int64(0)
    holder, depth, noted = np.int64(0), np.int64(0), np.int64(0)
    point, joint, here, given, fresh = np.int64(0), np.int64(0), np.int64(-1), np.int64(0), False
    visit(b, 0)
    while depth < deepest:
        who = mover(b)
        if back:
            code = own_reply(b, given) if who == number(b, SEAT) else np.int64(-1)
            if code >= 0 and not is_open(b, options, code):
                return depth, LOST, noted
            if code < 0 and who != number(b, SEAT) and (deepest == 1 or options == 1):
                code = code_at(b, choose_by(b, number(b, POLICY), options) if options > 1 else np.int64(0))
            if code >= 0:
                given += who == number(b, SEAT)
                options = min(step(b, code), room(b))
                if options <= 0:
                    return depth, LOST, noted
                continue
            back = who != number(b, SEAT)
        part = part_of(b, number(b, STATE))
        if observers:
            holder = number(number(b, HOLDERS), who)
        elif part >= 0:
            if part != here:
                point, joint = holder, enter_part(b, holder)
            holder = place_of_seat(b, point, who)
        here = part
        if holder < 0:
            break
        row = pick(b, holder, options, who, depth)
        if row == 0:
            break
        fresh = fresh or mark(b, row, VISITS) == 0
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
            tell_others(b, who, code, number(b, SEAT) if back else np.int64(-1))
            set_number(number(b, HOLDERS), who, row)
        if mark(b, row, PROVEN):
            return depth, np.int64(-1), noted
        if back:  # nothing follows of itself, lest an answer be given for the seat
            options = min(step(b, code), room(b))
            if options <= 0:
                return depth, LOST, noted
        else:
            options = answer(b, code)
        if real(b, HOPE) > 0.0:
            hopeless(b, noted)
        if options == 0 or (subgoals and state_word(b, number(b, GOALS)) != goals):
            return depth, np.int64(0), noted
        going_on = here >= 0 and part_of(b, number(b, STATE)) == here
        if here >= 0 and not observers:
            set_number(number(b, HOLDERS), who, row)
            joint = child(b, joint, code, who) if joint else np.int64(0)
            if joint == 0 and not going_on:
                break
        if going_on:
            continue
        if here >= 0 and not observers:
            fresh = fresh or mark(b, joint, VISITS) == 0
            visit(b, joint)
            row, here = joint, np.int64(-1)
        holder = reach(b, row)
        if fresh:
            wanted = number(b, LOOKING) or number(b, FORETELL) or real(b, PRIOR_VISITS) > 0.0
            if wanted and number(b, EXACT) and settle_leaf(b, row, options, depth):
                return depth, np.int64(-1), noted
            break
    return (depth, LOST, noted) if back else (depth, options, noted)


@inner
@no_type_check
def most_promising(b):
    """Of all answers in the tree the most promising, wherever it is."""
    low, scale = real(number(b, SPAN), 0), scale_of(b)
    log_seen = np.log(np.float64(mark(b, 0, VISITS)) + 1.0)
    best, chosen = -np.inf, np.int64(1)
    for row in range(1, used(b)):
        visits = np.float64(mark(b, row, VISITS))
        if visits == 0.0:
            return np.int64(row)
        value = promise(b, row, mean_of(b, row, visits), visits, log_seen, low, scale)
        if value > best and mark(b, row, PROVEN) == 0:
            best, chosen = value, np.int64(row)
    return chosen


@inner
@no_type_check
def jump(b):
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
