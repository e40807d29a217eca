"""Kernels of max-n and expectimax: each player wants the most for themselves, and chance brings the mean of what it may bring.

A loop over frames, as in :mod:`ludwright.exact.alphabeta`; a value is a row of numbers, one for each seat. After a move all outcomes of
chance are gone through, or, where there are more than ``WIDEST``, so many drawn at random.
"""

from __future__ import annotations

from typing import NamedTuple, no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.block_places import places
from ludwright.engine.calling import call_clock
from ludwright.engine.kernel import below, inner, kernel, next32
from ludwright.exact.alphabeta_memory import COUNT_WORDS, FRAME_WORDS
from ludwright.exact.outcomes import answer, copy_state, likelihood, list_options, next_script, result, standing
from ludwright.exact.scripted import DRAWS

FRAME = places(7, before=FRAME_WORDS)
(FIRST, COUNT, NEXT, DEPTH, ACTOR, DRAWN, OUTCOMES) = FRAME
"""The whole numbers of a frame: where its moves begin, how many, how many are done, depth left, who is asked, whether the outcomes of the
move at hand are drawn at random, and how many were taken so far."""

COUNTED = places(19, before=COUNT_WORDS)
(
    NODES, NODE_LIMIT, STOPPED, DEADLINE, CLOCK, USED, LEAF, LEAD, SCORE, PLAYOUTS, SAMPLES, WIDEST, ROLE, HURRY, DEEPEST, DEALS, SEALED, REWIND, PART,
) = COUNTED  # fmt: skip
"""What the counts of a search hold; ``PART`` which part that asks all at once the position is in, or -1."""

EVEN, BY_LEAD, BY_SCORE, BY_PLAYOUTS, BY_RESULT = range(5)
"""What a position is worth where the depth ends."""


class Web(NamedTuple):
    """The memory of a search."""

    states: np.ndarray
    frames: np.ndarray
    shares: np.ndarray
    best: np.ndarray
    sums: np.ndarray
    values: np.ndarray
    scripts: np.ndarray
    codes: np.ndarray
    worths: np.ndarray
    counts: np.ndarray
    stop: np.ndarray
    streams: np.ndarray


@inner
@no_type_check
def draw_script(rules, w):
    """Let chance bring anything."""
    if rules.cursor >= 0:
        first = rules.table.size - DRAWS
        for i in range(DRAWS):
            rules.table[first + i] = np.int32(next32(w.streams, w.counts[ROLE]) >> np.uint64(1))


@inner
@no_type_check
def play_on(rules, w, state):
    """Play on at random to the end."""
    options = list_options(rules, state)
    steps = 0
    while options > 0 and steps < 10_000:
        pick = below(w.streams, w.counts[ROLE], options) if options > 1 else np.int64(0)
        draw_script(rules, w)
        options = answer(rules, state, rules.context[ir.CTX_HEADER + pick])
        steps += 1


@inner
@no_type_check
def guess(rules, w, ply):
    """What a position is worth to every seat where the search does not look further: left in ``values``."""
    leaf, seats, state = w.counts[LEAF], rules.seats, w.states[ply]
    for seat in range(seats):
        w.values[seat] = 0.0
    if leaf == BY_PLAYOUTS:
        for _ in range(w.counts[PLAYOUTS]):
            copy_state(state, w.states[ply + 1])
            play_on(rules, w, w.states[ply + 1])
            if w.states[ply + 1, ir.OVER] == 1:
                for seat in range(seats):
                    w.values[seat] += result(rules, w.states[ply + 1], seat) / w.counts[PLAYOUTS]
    elif leaf == BY_RESULT:
        for seat in range(seats):
            w.values[seat] = result(rules, state, seat)
    elif leaf != EVEN:
        address, total, size = w.counts[LEAD] if leaf == BY_LEAD else w.counts[SCORE], 0.0, 1.0
        for seat in range(seats):
            w.values[seat] = standing(rules, state, address, seat)
            total += w.values[seat]
            size += abs(w.values[seat])
        if seats > 1:
            for seat in range(seats):
                ahead = w.values[seat] - (total - w.values[seat]) / (seats - 1)
                w.values[seat] = 0.9 * (ahead if leaf == BY_LEAD else ahead / size)


@inner
@no_type_check
def out_of_budget(w):
    if w.stop[0] != 0:
        return True
    if not w.counts[HURRY]:
        return False
    if w.counts[NODES] >= w.counts[NODE_LIMIT]:
        return True
    return w.counts[NODES] & 63 == 0 and w.counts[DEADLINE] > 0 and call_clock(w.counts[CLOCK]) >= w.counts[DEADLINE]


@inner
@no_type_check
def begin_move(w, ply):
    """Get ready for the next move of a frame."""
    w.frames[ply, DRAWN] = w.frames[ply, OUTCOMES] = 0
    for i in range(DRAWS):
        w.scripts[ply, i] = 0
    for seat in range(w.values.size):
        w.sums[ply, seat] = 0.0


@inner
@no_type_check
def open_frame(rules, w, ply, options):
    first = w.counts[USED]
    w.counts[USED] = first + options
    for i in range(options):
        w.codes[first + i] = rules.context[ir.CTX_HEADER + i]
    w.frames[ply, FIRST] = first
    w.frames[ply, COUNT] = options
    w.frames[ply, NEXT] = 0
    w.frames[ply, ACTOR] = w.states[ply, ir.ACTOR]
    w.best[ply, w.frames[ply, ACTOR]] = -np.inf
    begin_move(w, ply)


@inner
@no_type_check
def part_of(w, state):
    """Which part a position is in that asks everybody at once, as a number of its own; -1 if in none."""
    sealed, rewind = w.counts[SEALED], w.counts[REWIND]
    return np.int64(state[rewind + 2]) if sealed >= 0 and state[sealed] > 0 and state[rewind] > 0 else np.int64(-1)


@inner
@no_type_check
def asks_anew(w, state):
    """Whether everybody is asked at once in a later part: nobody can think about it as if he knew what the others answer."""
    part = part_of(w, state)
    return part >= 0 and part != w.counts[PART]


@inner
@no_type_check
def let_answer(rules, w, ply, options):
    """Let the others answer anything who are asked at once with the player, after its move at hand; how many options come next."""
    part, state, role = w.counts[PART], w.states[ply + 1], w.counts[ROLE]
    if part < 0:
        return options
    own = w.streams[2 * role]
    while options > 0 and state[ir.OVER] == 0 and state[ir.ACTOR] != w.frames[0, ACTOR] and part_of(w, state) == part:
        pick = below(w.streams, role, options) if options > 1 else np.int64(0)
        options = answer(rules, state, rules.context[ir.CTX_HEADER + pick])
    if ply == 0:  # all moves meet the same answers
        w.streams[2 * role] = own
    return options


@inner
@no_type_check
def take_outcome(rules, w, ply):
    """Carry out the move at hand of a frame with its next outcome of chance; how many options come next."""
    first = rules.table.size - DRAWS
    if w.frames[ply, DRAWN]:
        draw_script(rules, w)
    elif rules.cursor >= 0:
        for i in range(DRAWS):
            rules.table[first + i] = w.scripts[ply, i]
    copy_state(w.states[ply], w.states[ply + 1])
    options = answer(rules, w.states[ply + 1], w.codes[w.frames[ply, FIRST] + w.frames[ply, NEXT]])
    options = let_answer(rules, w, ply, options)
    share = likelihood(rules, w.states[ply + 1])
    if not w.frames[ply, DRAWN] and (share < 0 or share * w.counts[WIDEST] < 1.0):
        # too many outcomes to go through: some are drawn instead
        begin_move(w, ply)
        w.frames[ply, DRAWN] = 1
        return take_drawn(rules, w, ply)
    w.shares[ply] = 1.0 / w.counts[SAMPLES] if w.frames[ply, DRAWN] else share
    return options


@inner
@no_type_check
def take_drawn(rules, w, ply):
    draw_script(rules, w)
    copy_state(w.states[ply], w.states[ply + 1])
    w.shares[ply] = 1.0 / w.counts[SAMPLES]
    options = answer(rules, w.states[ply + 1], w.codes[w.frames[ply, FIRST] + w.frames[ply, NEXT]])
    return let_answer(rules, w, ply, options)


@inner
@no_type_check
def more_outcomes(rules, w, ply):
    """Whether the move at hand has outcomes left, and which comes next."""
    w.frames[ply, OUTCOMES] += 1
    if w.frames[ply, DRAWN]:
        return w.frames[ply, OUTCOMES] < w.counts[SAMPLES]
    if rules.cursor < 0:
        return False
    first = rules.table.size - DRAWS
    for i in range(DRAWS):
        rules.table[first + i] = w.scripts[ply, i]
    more = next_script(rules, w.states[ply + 1])
    for i in range(DRAWS):
        w.scripts[ply, i] = rules.table[first + i]
    return more


@inner
@no_type_check
def absorb(rules, w, ply):
    """Take what lies in ``values`` as the worth of the outcome at hand; a move whose outcomes are all known is compared with the best."""
    for seat in range(rules.seats):
        w.sums[ply, seat] += w.shares[ply] * w.values[seat]
    if more_outcomes(rules, w, ply):
        return
    actor = w.frames[ply, ACTOR]
    if ply == 0:
        w.worths[w.frames[0, NEXT]] += w.sums[0, actor]
    if w.sums[ply, actor] > w.best[ply, actor]:
        for seat in range(rules.seats):
            w.best[ply, seat] = w.sums[ply, seat]
    w.frames[ply, NEXT] += 1
    begin_move(w, ply)


@kernel
@no_type_check
def ponder(rules, w, options, depth):
    """Search the position in the first state, whose options lie in the context; the worth of each is added to ``worths``."""
    w.counts[USED] = 0
    w.counts[PART] = part_of(w, w.states[0])
    w.frames[0, DEPTH] = depth
    open_frame(rules, w, 0, options)
    ply = 0
    if w.counts[PART] >= 0:  # the others answer otherwise in every deal
        next32(w.streams, w.counts[ROLE])
    while True:
        if w.frames[ply, NEXT] >= w.frames[ply, COUNT]:
            if ply == 0:
                return
            for seat in range(rules.seats):
                w.values[seat] = w.best[ply, seat]
            w.counts[USED] = w.frames[ply, FIRST]
            ply -= 1
            absorb(rules, w, ply)
            continue
        after = take_outcome(rules, w, ply)
        w.counts[NODES] += 1
        if out_of_budget(w):
            w.counts[STOPPED] = 1
            return
        left = w.frames[ply, DEPTH] - 1
        over = w.states[ply + 1, ir.OVER]
        if over != 0:
            for seat in range(rules.seats):
                w.values[seat] = result(rules, w.states[ply + 1], seat) if over == 1 else 0.0
            absorb(rules, w, ply)
        elif (
            left <= 0
            or asks_anew(w, w.states[ply + 1])
            or ply + 3 >= w.states.shape[0]
            or w.counts[USED] + after > w.codes.size
        ):
            guess(rules, w, ply + 1)
            absorb(rules, w, ply)
        else:
            ply += 1
            w.frames[ply, DEPTH] = left
            open_frame(rules, w, ply, after)
