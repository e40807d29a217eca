"""In which order alpha-beta search looks at moves: the sooner a move that refutes the last one comes up, the less there is to search."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.kernel import inner
from ludwright.exact.alphabeta_memory import ASKED, BY_PLACE, COUNT, DEPTH, FIRST, NEXT, NODES, VIEW
from ludwright.exact.alphabeta_worth import worth_of_end
from ludwright.exact.outcomes import answer, copy_state

_HASH_MOVE, _KILLER = 1 << 40, 1 << 39


@inner
@no_type_check
def rank(s, ply, best_code):
    """How promising each move of a frame looks: the best one of earlier, those that refuted others at this depth, those that often did.

    Of others those in the middle of the list come first: on most boards that is the middle. With ``BY_PLACE`` only that counts: where the
    same move means something else in every position, as a column in Connect Four, what it did elsewhere leads astray.
    """
    first = s.frames[ply, FIRST]
    last = s.frames[ply, COUNT] - 1
    by_place = s.counts[BY_PLACE] != 0
    for i in range(first, first + s.frames[ply, COUNT]):
        code, middle = s.codes[i], -min(127, abs(2 * (i - first) - last))
        if code == best_code:
            s.ranks[i] = _HASH_MOVE
        elif by_place:
            s.ranks[i] = middle
        elif code == s.killers[ply, 0] or code == s.killers[ply, 1]:
            s.ranks[i] = _KILLER
        else:
            s.ranks[i] = (s.history[code & (s.history.size - 1)] << 7) + middle


@inner
@no_type_check
def praise(s, ply):
    """Remember a move that refuted the one before: at its depth, and altogether."""
    code = np.int32(s.frames[ply, ASKED])
    if s.killers[ply, 0] != code:
        s.killers[ply, 1], s.killers[ply, 0] = s.killers[ply, 0], code
    place = code & (s.history.size - 1)
    s.history[place] += s.frames[ply, DEPTH] * s.frames[ply, DEPTH]
    if s.history[place] > 1 << 30:
        for i in range(s.history.size):
            s.history[i] >>= 4


@inner
@no_type_check
def pick(s, ply):
    """Bring the most promising move left to the front, and take it; -1 when there is none."""
    first, taken, count = s.frames[ply, FIRST], s.frames[ply, NEXT], s.frames[ply, COUNT]
    if taken >= count:
        return np.int64(-1)
    at = first + taken
    best = at
    for i in range(at + 1, first + count):
        if s.ranks[i] > s.ranks[best]:
            best = i
    code, level = s.codes[best], s.ranks[best]
    for i in range(best, at, -1):  # the others keep their order
        s.codes[i], s.ranks[i] = s.codes[i - 1], s.ranks[i - 1]
    s.codes[at], s.ranks[at] = code, level
    s.frames[ply, NEXT] = taken + 1
    s.frames[ply, ASKED] = code
    return np.int64(code)


@inner
@no_type_check
def wins_at_once(rules, s, ply, first, options):
    """The place of a move that ends the game with the best result there is for whoever moves; -1 if there is none.

    To look for it before anything else costs a step for each move, and saves the search of all moves tried before it.
    """
    most = s.states[ply, ir.ACTOR] == s.counts[VIEW]
    top = s.bounds[1] if most else s.bounds[0]
    after = s.states[ply + 1]
    for i in range(first, first + options):
        copy_state(s.states[ply], after)
        answer(rules, after, s.codes[i])
        s.counts[NODES] += 1
        if after[ir.OVER] == 1 and worth_of_end(rules, s, after) == top:
            return i
    return np.int64(-1)
