"""Dealing cards by a plan, where need be until the facts about two of them hold that a seat knows of, and what was read from them fits.

Where that takes too long, the deal begins with the true one and is changed by exchanges within the urns, each of which leaves all facts and all that was
told true. Where cards of several urns were shuffled together even that can't be done: then the facts are let go, and more is thought possible than is.
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
from ludwright.hidden.facts import facts_hold
from ludwright.hidden.layout import DESIGN, FACTS, READINGS
from ludwright.hidden.readings import readings_fit
from ludwright.hidden.some_of import some_hold
from ludwright.hidden.tangles import untangle
from ludwright.hidden.urns import AGAIN, SWEEPS, deal_urns
from ludwright.hidden.writing import put_down

ATTEMPTS, MORE_ATTEMPTS = 300, 3_000
"""How often cards are dealt before exchanges take over; and where these can't be made, before what is known is let go."""


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
def is_known(block, scratch, state):
    """Whether the cards as they lie fit the facts a seat knows of, and the variables that were read from them."""
    return facts_hold(block, state, scratch[SEAT]) and some_hold(block, state) and readings_fit(block, scratch, state)


@inner
@no_type_check
def exchange_if_true(block, scratch, state, x, y, z):
    """Exchange the cards of three slots in a circle (of two if the last are the same), if all that the seat knows stays true."""
    design, family, seat = block[DESIGN], block[FAMILY], scratch[SEAT]
    alike = block[family + x] == block[family + y] and block[family + x] == block[family + z]
    if not alike or x in (y, z):
        return
    a, b, c = state[design + x], state[design + y], state[design + z]
    state[design + z] = a
    state[design + x] = b
    if z != y:
        state[design + y] = c
    if (
        told_out(block, state, seat, x, state[design + x])
        or told_out(block, state, seat, y, state[design + y])
        or told_out(block, state, seat, z, state[design + z])
        or not is_known(block, scratch, state)
    ):
        state[design + x] = a
        state[design + y] = b
        state[design + z] = c


@inner
@no_type_check
def exchange_pairs(block, scratch, state, first, count, streams, role):
    """Exchange the cards of two pairs of slots at once, if all that the seat knows stays true: a sum may stay the same only so."""
    design, family, seat = block[DESIGN], block[FAMILY], scratch[SEAT]
    w, x = scratch[first + below(streams, role, count)], scratch[first + below(streams, role, count)]
    y, z = scratch[first + below(streams, role, count)], scratch[first + below(streams, role, count)]
    alike = block[family + w] == block[family + x] and block[family + y] == block[family + z]
    if not alike or w in (x, y, z) or x in (y, z) or y == z:
        return
    a, b, c, d = state[design + w], state[design + x], state[design + y], state[design + z]
    state[design + w], state[design + x], state[design + y], state[design + z] = b, a, d, c
    if (
        told_out(block, state, seat, w, b)
        or told_out(block, state, seat, x, a)
        or told_out(block, state, seat, y, d)
        or told_out(block, state, seat, z, c)
        or not is_known(block, scratch, state)
    ):
        state[design + w], state[design + x], state[design + y], state[design + z] = a, b, c, d


@inner
@no_type_check
def exchange_facts(block, scratch, state, sweeps, streams, role):
    """Exchange cards within the urns, again and again."""
    slots = block[AT_SLOTS]
    for _ in range(sweeps):
        for urn in range(scratch[URNS]):
            row = block[AT_URNS] + URN_ROW * urn
            first, count = slots + scratch[row + URN_FIRST], scratch[row + URN_COUNT]
            for i in range(count):
                y = scratch[first + below(streams, role, count)]
                # now and then three change in a circle: with some knowledge no two can
                z = scratch[first + below(streams, role, count)] if below(streams, role, 4) == 0 else y
                exchange_if_true(block, scratch, state, scratch[first + i], y, z)
                if block[READINGS] >= 0 and count > 3:
                    exchange_pairs(block, scratch, state, first, count, streams, role)


@inner
@no_type_check
def go_on_exchanging(block, scratch, state, streams, role):
    """Begin with the true deal, or with the last one of the plan, and change it by exchanges."""
    slots, dealt, design = block[AT_SLOTS], block[AT_DEALT], block[DESIGN]
    sweeps = AGAIN
    put_back(block, scratch, state)
    if scratch[MODE] & FACTS_EXCHANGED:
        for i in range(scratch[OPEN_SLOTS]):
            state[design + scratch[slots + i]] = scratch[dealt + i]
    else:
        scratch[MODE] |= FACTS_EXCHANGED
        sweeps = SWEEPS
    exchange_facts(block, scratch, state, sweeps, streams, role)
    for i in range(scratch[OPEN_SLOTS]):
        scratch[dealt + i] = state[design + scratch[slots + i]]


@inner
@no_type_check
def deal_until_true(block, scratch, state, streams, role):
    """Deal all cards that a seat does not know anew, so that the facts it knows of hold."""
    if not scratch[MODE] & FACTS_EXCHANGED:
        for _ in range(ATTEMPTS if scratch[GHOSTS_THERE] == 0 else MORE_ATTEMPTS):
            deal_cards(block, scratch, state, streams, role)
            if is_known(block, scratch, state):
                return
            put_back(block, scratch, state)
    if scratch[GHOSTS_THERE] > 0:
        deal_cards(block, scratch, state, streams, role)
        for noted in (block[FACTS], block[READINGS]):
            if noted >= 0:
                state[noted + 1] += 1
    else:
        go_on_exchanging(block, scratch, state, streams, role)
