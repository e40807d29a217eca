"""Kernels of alpha-beta search: iterative deepening, a table of positions, the best moves first.

One seat (``view``) wants the most, whoever else is asked the least: two opponents, or one against all (paranoid). The search is a loop over
frames, one for each move of the line it looks at, so a deep line needs no deep stack of calls.

A value is proven when nothing it rests on was guessed: every guess (where the depth ends, where a position comes again on the same line)
counts up ``GUESSES``, and a position during whose search it stood still is known for good. So one search serves both players and proofs.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.calling import call_clock
from ludwright.engine.kernel import below, inner, kernel
from ludwright.engine.positions import pack
from ludwright.exact.alphabeta_memory import (
    ALPHA,
    ASKED,
    AT_LEAST,
    AT_MOST,
    BEST,
    BETA,
    CHOSEN,
    CLOCK,
    COUNT,
    DEADLINE,
    DEPTH,
    EXACT,
    FIRST,
    GUESSES,
    KNOWN,
    LOWER,
    MOST,
    NEXT,
    NODE_LIMIT,
    NODES,
    PROVEN,
    REACHED,
    REPEATS,
    ROLE,
    STOPPED,
    STRIDE,
    UPPER,
    USED,
    VIEW,
    keep,
    remembered,
    row_of,
)
from ludwright.exact.alphabeta_ordering import pick, praise, rank, wins_at_once
from ludwright.exact.alphabeta_worth import guess, worth_of_end
from ludwright.exact.outcomes import answer, copy_state, list_options

_U = np.uint64
_NEAR = 0.01
"""A value is looked for near that of one move less, first: a narrow window needs less work."""


@inner
@no_type_check
def comes_again(s, ply):
    """Whether the position was there before on the line that is looked at."""
    for before in range(ply - 1, -1, -1):
        same = True
        for i in range(s.keys.shape[1]):
            if s.keys[before, i] != s.keys[ply, i]:
                same = False
                break
        if same:
            return True
    return False


@inner
@no_type_check
def out_of_budget(s):
    if s.counts[NODES] >= s.counts[NODE_LIMIT]:
        return True
    if s.counts[NODES] & 255 == 0:
        if s.stop[0] != 0:
            return True
        return s.counts[DEADLINE] > 0 and call_clock(s.counts[CLOCK]) >= s.counts[DEADLINE]
    return False


@inner
@no_type_check
def enter(rules, s, ply, options):
    """Open a frame for a position. Whether its value is known at once, and the value."""
    state = s.states[ply]
    s.counts[NODES] += 1
    if state[ir.OVER] == 1:
        return True, worth_of_end(rules, s, state)
    if state[ir.OVER] == 2:
        s.counts[GUESSES] += 1  # a fault: nobody knows what comes of it
        return True, 0.0
    if s.frames[ply, DEPTH] <= 0 or ply + 2 >= s.states.shape[0] or s.counts[USED] + options > s.codes.size:
        return True, guess(rules, s, ply)
    if out_of_budget(s):
        s.counts[STOPPED] = 1
        return True, 0.0
    first = s.counts[USED]
    for i in range(options):
        s.codes[first + i] = rules.context[ir.CTX_HEADER + i]
    pack(state, rules.rows, rules.runs, s.keys[ply])
    if ply > 0 and comes_again(s, ply):
        s.counts[GUESSES] += 1
        s.counts[REPEATS] += 1
        return True, 0.0
    row, best_code = row_of(s, s.keys[ply]), np.int64(-1)
    if row >= 0:
        settled, value = remembered(s, ply, row)
        if settled and ply > 0:
            return True, value
        best_code = np.int64(np.int32(s.table[row, s.keys.shape[1]] & _U(0xFFFFFFFF)))
    most = state[ir.ACTOR] == s.counts[VIEW]
    if row < 0 and s.frames[ply, DEPTH] > 1 and s.bounds[1] < np.inf:
        winning = wins_at_once(rules, s, ply, first, options)
        if winning >= 0 and ply > 0:
            value = s.bounds[1] if most else s.bounds[0]
            keep(s, s.keys[ply], np.int64(0x7FFF), EXACT, False, s.codes[winning], value)
            return True, value
    s.counts[USED] = first + options
    s.frames[ply, FIRST] = first
    s.frames[ply, COUNT] = options
    s.frames[ply, NEXT] = 0
    s.frames[ply, CHOSEN] = s.codes[first]
    s.frames[ply, MOST] = np.int64(most)
    s.frames[ply, KNOWN] = s.counts[GUESSES]
    s.reals[ply, BEST] = -np.inf if most else np.inf
    s.reals[ply, UPPER] = s.reals[ply, BETA]
    s.reals[ply, LOWER] = s.reals[ply, ALPHA]
    rank(s, ply, best_code)
    return False, 0.0


@inner
@no_type_check
def absorb(s, ply, value):
    """Take the value of the move that was looked at into account; a move that refutes what led here ends the frame."""
    most = s.frames[ply, MOST] != 0
    if (most and value > s.reals[ply, BEST]) or (not most and value < s.reals[ply, BEST]):
        s.reals[ply, BEST] = value
        s.frames[ply, CHOSEN] = s.frames[ply, ASKED]
        if most:
            s.reals[ply, ALPHA] = max(s.reals[ply, ALPHA], value)
        else:
            s.reals[ply, BETA] = min(s.reals[ply, BETA], value)
    top = s.bounds[1] if most else s.bounds[0]
    if s.reals[ply, ALPHA] >= s.reals[ply, BETA] or s.reals[ply, BEST] == top:
        s.frames[ply, NEXT] = s.frames[ply, COUNT]
        praise(s, ply)


@inner
@no_type_check
def leave(s, ply):
    """Close a frame: its value, which is kept in the table."""
    value = s.reals[ply, BEST]
    s.counts[USED] = s.frames[ply, FIRST]
    flag = EXACT
    if value >= s.reals[ply, UPPER]:
        flag = AT_LEAST
    elif value <= s.reals[ply, LOWER]:
        flag = AT_MOST
    if value >= s.bounds[1] or value <= s.bounds[0]:
        flag = EXACT  # there is nothing beyond
    guessed = s.counts[GUESSES] != s.frames[ply, KNOWN]
    depth = s.frames[ply, DEPTH] if guessed else np.int64(0x7FFF)
    keep(s, s.keys[ply], depth, flag, guessed, s.frames[ply, CHOSEN], value)
    return value


@inner
@no_type_check
def look(rules, s, options, depth, alpha, beta):
    """Search the position in the first state to a depth; its value, while the best move lies in the first frame."""
    s.frames[0, DEPTH] = depth
    s.reals[0, ALPHA], s.reals[0, BETA] = alpha, beta
    closed, value = enter(rules, s, 0, options)
    if closed:
        return value
    ply = 0
    while True:
        code = pick(s, ply)
        if code < 0:
            value = leave(s, ply)
            if ply == 0:
                return value
            ply -= 1
            absorb(s, ply, value)
            continue
        copy_state(s.states[ply], s.states[ply + 1])
        after = answer(rules, s.states[ply + 1], code)
        s.frames[ply + 1, DEPTH] = s.frames[ply, DEPTH] - 1
        s.reals[ply + 1, ALPHA], s.reals[ply + 1, BETA] = s.reals[ply, ALPHA], s.reals[ply, BETA]
        closed, value = enter(rules, s, ply + 1, after)
        if s.counts[STOPPED]:
            s.counts[USED] = 0
            return s.reals[0, BEST]
        if closed:
            absorb(s, ply, value)
        else:
            ply += 1


@inner
@no_type_check
def list_root(rules, s):
    """The options of the position to be searched; for a player in any order, so that of equally good moves each is as likely."""
    options = list_options(rules, s.states[0])
    if s.counts[ROLE] > 0:
        for i in range(options - 1, 0, -1):
            j = below(s.streams, s.counts[ROLE], i + 1)
            here, there = ir.CTX_HEADER + i, ir.CTX_HEADER + j
            rules.context[here], rules.context[there] = rules.context[there], rules.context[here]
    return options


@kernel
@no_type_check
def deepen(rules, s, deepest):
    """Search the first state deeper and deeper, until its value is proven or the budget is used up. The best move, and its value.

    ``REACHED`` tells how deep a whole search was made, ``PROVEN`` whether the value is certain.
    """
    chosen, value, depth = np.int64(-1), 0.0, 1
    s.counts[REACHED] = s.counts[PROVEN] = s.counts[STOPPED] = s.counts[USED] = 0
    while depth <= deepest:
        before = s.counts[GUESSES]
        alpha, beta = (-np.inf, np.inf) if depth == 1 else (value - _NEAR, value + _NEAR)
        found = look(rules, s, list_root(rules, s), depth, alpha, beta)
        while not s.counts[STOPPED] and (found <= alpha or found >= beta):
            if found <= alpha:
                alpha = -np.inf
            else:
                beta = np.inf
            before = s.counts[GUESSES]
            found = look(rules, s, list_root(rules, s), depth, alpha, beta)
        if s.counts[STOPPED]:
            break
        chosen, value = s.frames[0, CHOSEN], found
        s.counts[REACHED] = depth
        if s.counts[GUESSES] == before or found >= s.bounds[1] or found <= s.bounds[0]:
            s.counts[PROVEN] = 1
            break
        depth += 1 if s.counts[STRIDE] == 0 else max(1, depth // s.counts[STRIDE])
    return chosen, value
