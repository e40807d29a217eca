"""The slots of a state as one seat knows them, and ghosts that tell this seat nothing.

Slots are positions: first those where the components lie now, then the ghosts, positions before a shuffle (:mod:`ludwright.rules.beliefs.knowledge`). A ghost of
which the seat knows nothing often makes no difference. If all cards of an urn came from open positions of one older urn, they are as good as
cards of that urn: the two become one, and the ghosts between them are passed over. And where a seat knows all cards of an urn, before and after
the shuffle, nothing is left to be found out. What remains has to be exchanged (:mod:`ludwright.hidden.cross_shuffle`).
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import inner
from ludwright.hidden.block import (
    AT_BEFORE,
    AT_CONTENT,
    AT_FRONT,
    AT_KNOWN,
    AT_LINK,
    AT_MARK,
    AT_PLACED,
    AT_URN,
    FAMILY,
    GHOSTS_THERE,
    ROLE,
    SEAT,
)
from ludwright.hidden.cards import told_row
from ludwright.hidden.disjunctions import is_one_of
from ludwright.hidden.layout import (
    ABOVE,
    BOTTOM,
    CARD,
    COMPONENTS,
    DESIGN,
    FACTS,
    GHOST_KNOWN,
    GHOST_LINK,
    GHOST_URN,
    GHOSTS,
    MOST_GHOSTS,
    PLACE,
    TELLERS,
    TOLD_WORDS,
    URN,
    ZONE_PLACES,
)
from ludwright.hidden.observation_hash import sees
from ludwright.hidden.pair_constraints import fact_at


@inner
@no_type_check
def told_something(spots, state, seat, slot):
    """Whether the seat was told anything about a slot."""
    if spots[TELLERS] > 0:
        row = told_row(spots, seat, slot)
        for word in range(spots[TOLD_WORDS]):
            if state[row + word] != 0:
                return True
    return False


@inner
@no_type_check
def is_compared(spots, state, seat, slot):
    """Whether the seat knows a fact about a slot and others."""
    if spots[FACTS] >= 0:
        for fact in range(state[spots[FACTS]]):
            at = fact_at(spots, fact)
            if state[at + 2] >> seat & 1 and (state[at] == slot or state[at + 1] == slot):
                return True
    return bool(is_one_of(spots, state, slot))


@inner
@no_type_check
def list_places(block, scratch, state, slots):
    """List the slots in the order of their places: which component lies where depends on what the seat can't know."""
    components, zones, placed = block[COMPONENTS], block[ZONE_PLACES], block[AT_PLACED]
    count = 0
    for place in range(zones):
        c = state[block[BOTTOM] + place]
        while c >= 0 and count < components:
            scratch[placed + count] = c
            count += 1
            c = state[block[ABOVE] + c]
    for c in range(components):
        if not 0 <= state[block[PLACE] + c] < zones and count < components:
            scratch[placed + count] = c
            count += 1
    for slot in range(components, slots):
        scratch[placed + slot] = slot


@inner
@no_type_check
def list_slots(block, scratch, state):
    """Note for every slot which urn it belongs to, whether the seat knows it, and what leads where."""
    components, seat = block[COMPONENTS], scratch[SEAT]
    ghosts = min(np.int64(state[block[GHOSTS]]), block[MOST_GHOSTS]) if block[GHOSTS] >= 0 else 0
    known, urn, content = block[AT_KNOWN], block[AT_URN], block[AT_CONTENT]
    before, front, link = block[AT_BEFORE], block[AT_FRONT], block[AT_LINK]
    scratch[GHOSTS_THERE] = ghosts
    list_places(block, scratch, state, components + ghosts)
    for c in range(components):
        scratch[before + c], scratch[front + c] = -1, c
        if block[block[ROLE] + c] != CARD or state[block[DESIGN] + c] < 0:
            scratch[known + c], scratch[urn + c], scratch[content + c] = 1, -1, -1
            continue
        scratch[known + c] = sees(block.ctypes.data, state.ctypes.data, seat, c)
        scratch[urn + c] = state[block[URN] + c]
        scratch[content + c] = block[block[FAMILY] + c] << 32 | np.int64(state[block[DESIGN] + c])
    for g in range(ghosts):
        slot = components + g
        scratch[before + slot], scratch[front + slot] = -1, slot
        scratch[urn + slot] = state[block[GHOST_URN] + g]
        scratch[known + slot] = state[block[GHOST_KNOWN] + g] >> seat & 1
    for g in range(ghosts):
        scratch[link + g] = min(max(np.int64(state[block[GHOST_LINK] + g]), 0), components + ghosts - 1)
        scratch[before + scratch[link + g]] = components + g


@inner
@no_type_check
def source(block, scratch, state, into):
    """The urn that all cards of another came from, all of them open and without anything told; -1 if there is none."""
    known, urn, before = block[AT_KNOWN], block[AT_URN], block[AT_BEFORE]
    found = np.int64(-1)
    for slot in range(block[COMPONENTS] + scratch[GHOSTS_THERE]):
        if scratch[urn + slot] != into:
            continue
        ghost = scratch[before + slot]
        if ghost < 0 or scratch[known + ghost] or scratch[urn + ghost] == into:
            return np.int64(-1)
        if told_something(block, state, scratch[SEAT], ghost) or is_compared(block, state, scratch[SEAT], ghost):
            return np.int64(-1)
        if found >= 0 and scratch[urn + ghost] != found:
            return np.int64(-1)
        found = scratch[urn + ghost]
    return found


@inner
@no_type_check
def melt(block, scratch, into, found):
    """The slots of an urn become slots of the one they came from; the ghosts between are passed over."""
    urn, before, front = block[AT_URN], block[AT_BEFORE], block[AT_FRONT]
    known, link, components = block[AT_KNOWN], block[AT_LINK], block[COMPONENTS]
    for slot in range(components + scratch[GHOSTS_THERE]):
        if scratch[urn + slot] != into:
            continue
        ghost = scratch[before + slot]
        scratch[urn + slot], scratch[front + slot], scratch[before + slot] = (
            found,
            scratch[front + ghost],
            scratch[before + ghost],
        )
        if scratch[before + slot] >= 0:
            scratch[link + scratch[before + slot] - components] = slot
        scratch[urn + ghost], scratch[known + ghost] = -1, 1


@inner
@no_type_check
def all_known(block, scratch, into):
    """Whether a seat knows all cards of an urn, and all positions they came from."""
    known, urn, before = block[AT_KNOWN], block[AT_URN], block[AT_BEFORE]
    for slot in range(block[COMPONENTS] + scratch[GHOSTS_THERE]):
        if scratch[urn + slot] == into and not (
            scratch[known + slot] and (scratch[before + slot] < 0 or scratch[known + scratch[before + slot]])
        ):
            return False
    return True


@inner
@no_type_check
def pass_over(block, scratch, state):
    """Pass over the ghosts that tell nothing, and mark the slots that ghosts lead from and to."""
    urn, before, mark = block[AT_URN], block[AT_BEFORE], block[AT_MARK]
    slots = block[COMPONENTS] + scratch[GHOSTS_THERE]
    again = scratch[GHOSTS_THERE] > 0
    while again:
        again = False
        for slot in range(slots):
            scratch[mark + slot] = 0
        for slot in range(slots):
            if scratch[urn + slot] < 0 or scratch[before + slot] < 0 or scratch[mark + slot]:
                continue
            into = scratch[urn + slot]
            found = source(block, scratch, state, into)
            if found >= 0:
                melt(block, scratch, into, found)
                again = True
            for other in range(slot, slots):
                scratch[mark + other] = scratch[mark + other] or scratch[urn + other] == into
    for slot in range(slots):
        scratch[mark + slot] = 0
    for slot in range(slots):
        if (
            scratch[urn + slot] >= 0
            and scratch[before + slot] >= 0
            and not all_known(block, scratch, scratch[urn + slot])
        ):
            scratch[mark + slot] = scratch[mark + scratch[before + slot]] = 1
