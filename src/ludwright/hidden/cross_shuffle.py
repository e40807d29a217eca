"""Urns that ghosts lead from or to: where cards were shuffled that had been in different urns, and the seat knew something of them.

The cards are put in order first, as far as what the seat knows lets them: so what comes out does not depend on the truth. Then they are changed by many
random exchanges, each of which leaves everything the seat knows true: exchanges are symmetric, so all deals that can be reached become equally
likely. A plan goes on where the last deal ended.
"""

from __future__ import annotations

from typing import no_type_check

from ludwright.engine.kernel import below, inlined, inner
from ludwright.hidden.block import (
    AT_BEFORE,
    AT_BEGIN,
    AT_CONTENT,
    AT_KNOWN,
    AT_LENGTH,
    AT_LINK,
    AT_ORDER,
    AT_URN,
    ORDERED,
    SEAT,
)
from ludwright.hidden.cards import told_out
from ludwright.hidden.layout import COMPONENTS

MOST_PASSES = 50
"""How often all cards are looked at, at most, to put them in order."""


@inlined
@no_type_check
def last_slot(block, scratch, slot):
    """Where the card that lay in a slot is now."""
    while slot >= block[COMPONENTS]:
        slot = scratch[block[AT_LINK] + slot - block[COMPONENTS]]
    return slot


@inlined
@no_type_check
def may_hold(block, scratch, state, slot, card, now):
    """Whether a card, instead of the one there now, could have lain in a slot and in all it went to."""
    while True:
        if scratch[block[AT_KNOWN] + slot]:
            if card != now:
                return False
        elif told_out(block, state, scratch[SEAT], slot, card):
            return False
        if slot < block[COMPONENTS]:
            return True
        slot = scratch[block[AT_LINK] + slot - block[COMPONENTS]]


@inlined
@no_type_check
def relink(block, scratch, x, y):
    """What led to one slot leads to the other."""
    before, link = block[AT_BEFORE], block[AT_LINK] - block[COMPONENTS]
    one, two = scratch[before + x], scratch[before + y]
    if one >= 0:
        scratch[link + one] = y
    if two >= 0:
        scratch[link + two] = x
    scratch[before + x], scratch[before + y] = two, one


@inner
@no_type_check
def exchange_two(block, scratch, state, x, y):
    """Exchange the cards of two slots, if they fit."""
    one, two = block[AT_CONTENT] + last_slot(block, scratch, x), block[AT_CONTENT] + last_slot(block, scratch, y)
    a, b = scratch[one], scratch[two]
    if may_hold(block, scratch, state, x, b, a) and may_hold(block, scratch, state, y, a, b):
        relink(block, scratch, x, y)
        scratch[one], scratch[two] = b, a


@inner
@no_type_check
def exchange_three(block, scratch, state, x, y, z):
    """Exchange the cards of three slots in a circle, if they fit."""
    one, two = block[AT_CONTENT] + last_slot(block, scratch, x), block[AT_CONTENT] + last_slot(block, scratch, y)
    three = block[AT_CONTENT] + last_slot(block, scratch, z)
    a, b, c = scratch[one], scratch[two], scratch[three]
    if (
        may_hold(block, scratch, state, x, b, a)
        and may_hold(block, scratch, state, y, c, b)
        and may_hold(block, scratch, state, z, a, c)
    ):
        relink(block, scratch, x, y)
        relink(block, scratch, y, z)
        scratch[one], scratch[two], scratch[three] = b, c, a


@inlined
@no_type_check
def may_have_held(block, scratch, state, ghost, card, now):
    """Whether a card, instead of the one that did, could have lain in an old position, where no older one led to that."""
    if scratch[block[AT_BEFORE] + ghost] >= 0:
        return False
    if scratch[block[AT_KNOWN] + ghost]:
        return card == now
    return not told_out(block, state, scratch[SEAT], ghost, card)


@inner
@no_type_check
def exchange_origins(block, scratch, state, x, y):
    """Two cards of an urn that a later shuffle mixed stay where they are, but each came from where the other did, if that fits."""
    link = block[AT_LINK] - block[COMPONENTS]
    one, two = scratch[link + x], scratch[link + y]
    if scratch[block[AT_URN] + one] != scratch[block[AT_URN] + two]:
        return
    a = scratch[block[AT_CONTENT] + last_slot(block, scratch, x)]
    b = scratch[block[AT_CONTENT] + last_slot(block, scratch, y)]
    if may_have_held(block, scratch, state, x, b, a) and may_have_held(block, scratch, state, y, a, b):
        relink(block, scratch, one, two)


@inner
@no_type_check
def untangle(block, scratch, state, sweeps, streams, role):
    """Change the cards of all tangled urns by exchanges that fit."""
    order = block[AT_ORDER]
    for _ in range(sweeps):
        for i in range(scratch[ORDERED]):
            x = scratch[order + i]
            first, length = order + scratch[block[AT_BEGIN] + x], scratch[block[AT_LENGTH] + x]
            drawn = below(streams, role, 4 * length)
            y = scratch[first + (drawn >> 2)]
            if x == y:
                continue
            # now and then three change in a circle: with some knowledge no two can
            if drawn & 3 == 0 and length > 2:
                z = scratch[first + below(streams, role, length)]
                if z != x and z != y:
                    exchange_three(block, scratch, state, x, y, z)
            else:
                exchange_two(block, scratch, state, x, y)
            if x >= block[COMPONENTS] and y >= block[COMPONENTS]:
                exchange_origins(block, scratch, state, x, y)


@inlined
@no_type_check
def came_known(block, scratch, slot):
    """Whether the card of a slot came from a position where the seat knew it."""
    ghost = scratch[block[AT_BEFORE] + slot]
    return ghost >= 0 and scratch[block[AT_KNOWN] + ghost] == 1


@inner
@no_type_check
def is_behind(block, scratch, x, y):
    """Whether the card of a slot belongs behind the one of a later slot. Of two that are alike, a card that was known goes where one is known,
    which leaves the most open; else the one that came from the earlier position goes first."""
    a = scratch[block[AT_CONTENT] + last_slot(block, scratch, x)]
    b = scratch[block[AT_CONTENT] + last_slot(block, scratch, y)]
    if a != b:
        return a > b
    here, there = scratch[block[AT_KNOWN] + x] == 1, scratch[block[AT_KNOWN] + y] == 1
    one, two = came_known(block, scratch, x), came_known(block, scratch, y)
    if here != there and one != two:
        return here != one
    return scratch[block[AT_BEFORE] + x] > scratch[block[AT_BEFORE] + y]


@inner
@no_type_check
def put_in_order(block, scratch, state):
    """Exchange the cards of tangled urns that are not in order, until no more of them fit each other's places."""
    order = block[AT_ORDER]
    for _ in range(MOST_PASSES):
        changed = False
        for i in range(scratch[ORDERED]):
            x = scratch[order + i]
            for j in range(i + 1, scratch[block[AT_BEGIN] + x] + scratch[block[AT_LENGTH] + x]):
                y = scratch[order + j]
                if is_behind(block, scratch, x, y):
                    exchange_two(block, scratch, state, x, y)
                    if x >= block[COMPONENTS] and y >= block[COMPONENTS] and is_behind(block, scratch, x, y):
                        exchange_origins(block, scratch, state, x, y)
                    changed = changed or not is_behind(block, scratch, x, y)
        if not changed:
            return
