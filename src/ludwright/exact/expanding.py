"""Kernels that find all positions of a game, one step further at a time.

Positions are numbered as they are found, the first being 0. A :class:`Graph` holds, for every position, its key, who is asked, and where
its moves begin; for every move where its outcomes begin; for every outcome the position it leads to. Without chance every move has one
outcome, and ``outcome_first`` and ``weight`` are not used. Arrays are made larger by Python between calls.
"""

from __future__ import annotations

from typing import NamedTuple, no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.kernel import inner, kernel
from ludwright.engine.positions import hash_key, pack, unpack
from ludwright.exact.outcomes import (
    answer,
    copy_state,
    likelihood,
    list_options,
    new_script,
    next_script,
    result,
)

FOUND, EXPANDED, MOVES, OUTCOMES, FAULTS, AT, BY = range(7)
"""What the counts of a graph hold: positions found, positions gone through, moves, outcomes; whether a fault was met; the position and the
answer at which something was in the way."""

ALL, MORE, NO_ROOM, TOO_WIDE = range(4)
"""How a call ends: nothing is left; so many were gone through as asked for; arrays are full; chance is too wide."""

ENDED, STOPPED = -1, -2
"""Who is asked when the game is over, or stopped by a fault: nobody."""


class Graph(NamedTuple):
    """All positions found so far."""

    keys: np.ndarray
    slots: np.ndarray
    actor: np.ndarray
    values: np.ndarray
    move_first: np.ndarray
    outcome_first: np.ndarray
    child: np.ndarray
    weight: np.ndarray
    counts: np.ndarray


@kernel
@no_type_check
def place_of(graph, key):
    """The slot of a key: the one that holds its number, or a free one."""
    mask = graph.slots.size - 1
    slot = np.int64(hash_key(key) & np.uint64(mask))
    while True:
        number = graph.slots[slot]
        if number < 0:
            return slot
        same = True
        for i in range(key.size):
            if graph.keys[number, i] != key[i]:
                same = False
                break
        if same:
            return slot
        slot = (slot + 1) & mask


@kernel
@no_type_check
def note_position(rules, graph, state, key):
    """The number of the position of a state, which is added if it is new."""
    pack(state, rules.rows, rules.runs, key)
    slot = place_of(graph, key)
    number = np.int64(graph.slots[slot])
    if number >= 0:
        return number
    number = graph.counts[FOUND]
    graph.counts[FOUND] = number + 1
    graph.slots[slot] = number
    for i in range(key.size):
        graph.keys[number, i] = key[i]
    over = state[ir.OVER]
    graph.actor[number] = ENDED if over == 1 else STOPPED if over == 2 else state[ir.ACTOR]
    for seat in range(rules.seats):
        graph.values[number, seat] = result(rules, state, seat) if over == 1 else 0.0
    return number


@kernel
@no_type_check
def index_again(graph, first, end):
    """Find the slots of some positions, after all were made larger and emptied."""
    for number in range(first, end):
        graph.slots[place_of(graph, graph.keys[number])] = number


@inner
@no_type_check
def room_left(graph):
    found, moves, outcomes = graph.counts[FOUND], graph.counts[MOVES], graph.counts[OUTCOMES]
    chance = graph.weight.size > 0
    return (
        found < graph.actor.size
        and 2 * found < graph.slots.size
        and outcomes < graph.child.size
        and (not chance or moves + 1 < graph.outcome_first.size)
    )


@inner
@no_type_check
def note_outcomes(rules, graph, state, after, key, code, widest):
    """Add all outcomes of one move. ALL, or why that was not possible."""
    chance = graph.weight.size > 0
    new_script(rules)
    begun = graph.counts[OUTCOMES]
    if chance:
        graph.outcome_first[graph.counts[MOVES]] = begun
    while True:
        if not room_left(graph):
            return NO_ROOM
        copy_state(state, after)
        answer(rules, after, code)
        share = likelihood(rules, after)
        if after[ir.OVER] == 2 and graph.counts[FAULTS] == 0:
            graph.counts[FAULTS] = 1
            graph.counts[AT], graph.counts[BY] = graph.counts[EXPANDED], code
        if share < 0 or graph.counts[OUTCOMES] - begun >= widest:
            graph.counts[AT], graph.counts[BY] = graph.counts[EXPANDED], code
            return TOO_WIDE
        outcome = graph.counts[OUTCOMES]
        graph.child[outcome] = note_position(rules, graph, after, key)
        if chance:
            graph.weight[outcome] = share
        graph.counts[OUTCOMES] = outcome + 1
        if not next_script(rules, after):
            return ALL


@kernel
@no_type_check
def expand(rules, graph, state, after, key, codes, most, widest):
    """Go through up to so many positions that were found and not yet gone through."""
    chance = graph.weight.size > 0
    for _ in range(most):
        number = graph.counts[EXPANDED]
        if number == graph.counts[FOUND]:
            return ALL
        moves, outcomes = graph.counts[MOVES], graph.counts[OUTCOMES]
        graph.move_first[number] = moves if chance else outcomes
        if graph.actor[number] >= 0:
            unpack(graph.keys[number], rules.rows, rules.runs, state)
            options = list_options(rules, state)
            for option in range(options):
                codes[option] = rules.context[ir.CTX_HEADER + option]
            for option in range(options):
                ended = note_outcomes(rules, graph, state, after, key, codes[option], widest)
                if ended != ALL:
                    # what was found of this position stays known, but it is gone through again
                    graph.counts[MOVES], graph.counts[OUTCOMES] = moves, outcomes
                    return ended
                graph.counts[MOVES] += 1
        graph.counts[EXPANDED] = number + 1
        if number + 1 < graph.move_first.size:
            graph.move_first[number + 1] = graph.counts[MOVES] if chance else graph.counts[OUTCOMES]
        if chance:
            graph.outcome_first[graph.counts[MOVES]] = graph.counts[OUTCOMES]
    return MORE
