"""Kernels that carry out a move on a copy, once for each way chance may turn out.

A :class:`OutcomeRules` is all that a kernel needs to know of a game. ``cursor`` is the word of the state behind which the draws of the last move
are noted, or -1 in a game without chance; the script of its chance lies at the end of the table (:mod:`ludwright.exact.scripted`).
"""

from __future__ import annotations

from typing import NamedTuple, no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.calling import call_advance, call_real, call_setup
from ludwright.engine.kernel import inner, kernel
from ludwright.exact.scripted import DRAWS


class OutcomeRules(NamedTuple):
    """Where the rules of a game lie, and what they work on."""

    setup: int
    advance: int
    legal: int
    returns: int
    seats: int
    cursor: int
    table: np.ndarray
    context: np.ndarray
    rows: np.ndarray
    runs: np.ndarray


@kernel
@no_type_check
def copy_state(source, target):
    for i in range(target.size):
        target[i] = source[i]


@kernel
@no_type_check
def answer(rules, state, code):
    """Answer the open question of a state; how many options come next."""
    if rules.cursor >= 0:
        state[rules.cursor] = 0
    return np.int64(
        call_advance(
            rules.advance, state.ctypes.data, rules.table.ctypes.data, rules.context.ctypes.data, np.int32(code)
        )
    )


@kernel
@no_type_check
def begin(rules, state):
    """The first question of a game."""
    return np.int64(call_setup(rules.setup, state.ctypes.data, rules.table.ctypes.data, rules.context.ctypes.data))


@kernel
@no_type_check
def list_options(rules, state):
    """The options of the open question, left in the context; how many there are."""
    found = np.int64(call_setup(rules.legal, state.ctypes.data, rules.table.ctypes.data, rules.context.ctypes.data))
    return min(found, rules.context[ir.CTX_CAPACITY])


@inner
@no_type_check
def result(rules, state, seat):
    """What a seat gets."""
    return call_real(
        rules.returns, state.ctypes.data, rules.table.ctypes.data, rules.context.ctypes.data, np.int64(seat)
    )


@inner
@no_type_check
def standing(rules, state, address, seat):
    """How a seat stands, by an export of the game: its lead, or its score."""
    return call_real(address, state.ctypes.data, rules.table.ctypes.data, rules.context.ctypes.data, np.int64(seat))


@kernel
@no_type_check
def new_script(rules):
    """Chance is to bring its first outcome."""
    if rules.cursor >= 0:
        first = rules.table.size - DRAWS
        for i in range(DRAWS):
            rules.table[first + i] = 0


@kernel
@no_type_check
def likelihood(rules, state):
    """How likely the outcome was that chance has just brought; -1 if there were more draws than can be told apart."""
    if rules.cursor < 0:
        return 1.0
    drawn = state[rules.cursor]
    if drawn > DRAWS:
        return -1.0
    share = 1.0
    for i in range(drawn):
        share /= state[rules.cursor + 1 + i]
    return share


@kernel
@no_type_check
def next_script(rules, state):
    """Let chance bring its next outcome, after the one that led to this state; no if that was the last."""
    if rules.cursor < 0:
        return False
    first = rules.table.size - DRAWS
    at = np.int64(state[rules.cursor]) - 1
    while at >= 0:
        if rules.table[first + at] + 1 < state[rules.cursor + 1 + at]:
            rules.table[first + at] += 1
            return True
        rules.table[first + at] = 0
        at -= 1
    return False
