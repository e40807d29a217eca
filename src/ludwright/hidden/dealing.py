"""Dealing cards by a plan, where need be until what a seat knows of several of them together holds.

Where that takes too long, a deal is changed by exchanges within the urns, none of which makes anything false that was true, until all holds; and then by more
exchanges, so that the next one is another. Where no such deal is found, or cards of several urns were shuffled together, what is known is let go, and more
is thought possible than is. The true deal is never begun with: what is dealt depends on nothing that the seat can't know.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import below, inner
from ludwright.hidden.block import (
    AT_CONTENT,
    AT_DEALT,
    AT_PLANNED,
    AT_SLOTS,
    AT_URNS,
    FACTS_EXCHANGED,
    FAMILY,
    GHOSTS_THERE,
    MODE,
    OPEN_SLOTS,
    SEAT,
    STATE_SIZE,
    TANGLED,
    URN_COUNT,
    URN_FIRST,
    URN_ROW,
    URNS,
    VIA_CONTENT,
)
from ludwright.hidden.cards import told_out
from ludwright.hidden.cross_shuffle import untangle
from ludwright.hidden.disjunctions import false_some
from ludwright.hidden.exchangeable_sets import AGAIN, SWEEPS, deal_urns
from ludwright.hidden.layout import DESIGN, FACTS
from ludwright.hidden.pair_constraints import false_facts
from ludwright.hidden.writing import put_down

ATTEMPTS, MORE_ATTEMPTS = 300, 3_000
"""How often cards are dealt before exchanges take over; and where these can't be made, before what is known is let go."""
SEARCH = 200
"""How many sweeps of exchanges may be made until all that is known holds."""


@inner
@no_type_check
def deal_cards(block, scratch, state, streams, role):
    """Deal the cards anew into a copy of the state planned for."""
    deal_urns(block, scratch, state, streams, role)
    slots, dealt, content = block[AT_SLOTS], block[AT_DEALT], block[AT_CONTENT]
    if scratch[MODE] & (VIA_CONTENT | TANGLED):
        for i in range(scratch[OPEN_SLOTS]):
            scratch[content + scratch[slots + i]] = scratch[dealt + i]
        if scratch[MODE] & TANGLED:
            untangle(block, scratch, state, AGAIN, streams, role)
        put_down(block, scratch, state)
    else:
        design = block[DESIGN]
        for i in range(scratch[OPEN_SLOTS]):
            state[design + scratch[slots + i]] = scratch[dealt + i]


@inner
@no_type_check
def keep_planned(block, scratch, state):
    """Keep the state planned for: two words fit into one number."""
    planned = block[AT_PLANNED]
    for word in range(0, block[STATE_SIZE] - 1, 2):
        scratch[planned + word // 2] = np.int64(state[word + 1]) << 32 | (np.int64(state[word]) & 0xFFFFFFFF)
    if block[STATE_SIZE] % 2:
        scratch[planned + block[STATE_SIZE] // 2] = state[block[STATE_SIZE] - 1]


@inner
@no_type_check
def put_back(block, scratch, state):
    """Make a state the one planned for again."""
    planned = block[AT_PLANNED]
    for word in range(block[STATE_SIZE]):
        state[word] = scratch[planned + word // 2] >> (32 * (word % 2))


@inner
@no_type_check
def misfits(block, scratch, state):
    """How much of what a seat knows the cards as they lie do not fit: facts about two of them, and that one of several is of a sort."""
    return false_facts(block, state, scratch[SEAT]) + false_some(block, state)


@inner
@no_type_check
def exchange_if_no_worse(block, scratch, state, x, y, z, now):
    """Exchange the cards of three slots in a circle (of two if the last are the same), if no more misfits come of it; how many there are then."""
    design, family, seat = block[DESIGN], block[FAMILY], scratch[SEAT]
    alike = block[family + x] == block[family + y] and block[family + x] == block[family + z]
    if not alike or x in (y, z):
        return now
    a, b, c = state[design + x], state[design + y], state[design + z]
    state[design + z] = a
    state[design + x] = b
    if z != y:
        state[design + y] = c
    if not (
        told_out(block, state, seat, x, state[design + x])
        or told_out(block, state, seat, y, state[design + y])
        or told_out(block, state, seat, z, state[design + z])
    ):
        then = misfits(block, scratch, state)
        if then <= now:
            return then
    state[design + x] = a
    state[design + y] = b
    state[design + z] = c
    return now


@inner
@no_type_check
def exchange_once(block, scratch, state, now, streams, role):
    """Exchange every card within its urn once, from a deal with so many misfits; how many there are then."""
    slots = block[AT_SLOTS]
    for urn in range(scratch[URNS]):
        row = block[AT_URNS] + URN_ROW * urn
        first, count = slots + scratch[row + URN_FIRST], scratch[row + URN_COUNT]
        for i in range(count):
            y = scratch[first + below(streams, role, count)]
            # now and then three change in a circle: with some knowledge no two can
            z = scratch[first + below(streams, role, count)] if below(streams, role, 4) == 0 else y
            now = exchange_if_no_worse(block, scratch, state, scratch[first + i], y, z, now)
    return now


@inner
@no_type_check
def go_on_exchanging(block, scratch, state, streams, role):
    """Change any deal, or the last one of the plan, by exchanges until all that the seat knows holds, and then on; no if it does not come to that."""
    slots, dealt, design = block[AT_SLOTS], block[AT_DEALT], block[DESIGN]
    sweeps, now = AGAIN, 0
    if scratch[MODE] & FACTS_EXCHANGED:
        put_back(block, scratch, state)
        for i in range(scratch[OPEN_SLOTS]):
            state[design + scratch[slots + i]] = scratch[dealt + i]
    else:
        put_back(block, scratch, state)
        deal_cards(block, scratch, state, streams, role)
        now, sweeps = misfits(block, scratch, state), SWEEPS
        for _ in range(SEARCH):
            if now == 0:
                break
            now = exchange_once(block, scratch, state, now, streams, role)
        if now > 0:
            return False
        scratch[MODE] |= FACTS_EXCHANGED
    for _ in range(sweeps):
        now = exchange_once(block, scratch, state, now, streams, role)
    for i in range(scratch[OPEN_SLOTS]):
        scratch[dealt + i] = state[design + scratch[slots + i]]
    return True


@inner
@no_type_check
def deal_until_true(block, scratch, state, streams, role):
    """Deal all cards that a seat does not know anew, so that what it knows of several of them holds."""
    if not scratch[MODE] & FACTS_EXCHANGED:
        for _ in range(ATTEMPTS if scratch[GHOSTS_THERE] == 0 else MORE_ATTEMPTS):
            deal_cards(block, scratch, state, streams, role)
            if misfits(block, scratch, state) == 0:
                return
            put_back(block, scratch, state)
    if scratch[GHOSTS_THERE] == 0 and go_on_exchanging(block, scratch, state, streams, role):
        return
    put_back(block, scratch, state)
    deal_cards(block, scratch, state, streams, role)
    if block[FACTS] >= 0:
        state[block[FACTS] + 1] += 1
