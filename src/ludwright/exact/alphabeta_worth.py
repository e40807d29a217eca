"""What positions are worth to the seat whose view an alpha-beta search takes: at the end of a game, and where it stops looking."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.kernel import below, inner
from ludwright.exact.alphabeta_memory import (
    BY_LEAD,
    BY_PLAYOUTS,
    EVEN,
    GUESSES,
    LEAD,
    LEAF,
    PLAYOUTS,
    ROLE,
    SCORE,
    UNEQUAL,
    VIEW,
)
from ludwright.exact.outcomes import answer, copy_state, list_options, result, standing

_GUESS = 0.9
"""Guesses stay inside of the results of an end: a win that is seen is worth more than any lead."""


@inner
@no_type_check
def worth_of_end(rules, s, state):
    """What an end is worth to the view; of two, half the difference, which is the same where one wins what the other loses."""
    view = s.counts[VIEW]
    mine = result(rules, state, view)
    if rules.seats != 2:
        return mine
    other = result(rules, state, 1 - view)
    if mine != -other:
        s.counts[UNEQUAL] += 1
    return (mine - other) / 2.0


@inner
@no_type_check
def play_on(rules, s, state):
    """What comes of playing on at random to the end, for the view."""
    role = s.counts[ROLE]
    options = list_options(rules, state)
    steps = 0
    while options > 0 and steps < 10_000:
        pick = below(s.streams, role, options) if options > 1 else np.int64(0)
        options = answer(rules, state, rules.context[ir.CTX_HEADER + pick])
        steps += 1
    return worth_of_end(rules, s, state) if state[ir.OVER] == 1 else 0.0


@inner
@no_type_check
def guess(rules, s, ply):
    """What a position is worth where the search does not look further."""
    s.counts[GUESSES] += 1
    leaf, view = s.counts[LEAF], s.counts[VIEW]
    state = s.states[ply]
    if leaf == BY_PLAYOUTS:
        total = 0.0
        for _ in range(s.counts[PLAYOUTS]):
            copy_state(state, s.states[ply + 1])
            total += play_on(rules, s, s.states[ply + 1])
        return _GUESS * total / s.counts[PLAYOUTS]
    if leaf == EVEN:
        return 0.0
    address = s.counts[LEAD] if leaf == BY_LEAD else s.counts[SCORE]
    mine, others = standing(rules, state, address, view), -np.inf
    for seat in range(rules.seats):
        if seat != view:
            others = max(others, standing(rules, state, address, seat))
    if rules.seats == 1:
        others = 0.0
    if leaf == BY_LEAD:
        return _GUESS * max(-1.0, min(1.0, mine - others))
    return _GUESS * (mine - others) / (1.0 + abs(mine) + abs(others))
