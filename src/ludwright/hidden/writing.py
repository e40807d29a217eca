"""Writing another deal into a state: designs where the cards lie, other components where kinds differ, and where the cards of ghosts went."""

from __future__ import annotations

from typing import no_type_check

from ludwright.engine.kernel import inner
from ludwright.hidden.block import AT_AT, AT_CONTENT, AT_FRONT, AT_LINK, AT_URN, FAMILY, GHOSTS_THERE, SEVERAL
from ludwright.hidden.cards import FRONT, told_out, told_row
from ludwright.hidden.disjunctions import swap_in_some
from ludwright.hidden.layout import (
    ABOVE,
    BELOW,
    BOTTOM,
    COMPONENTS,
    DESIGN,
    GHOST_LINK,
    KNOWN,
    PLACE,
    TELLERS,
    TOLD_WORDS,
    TOP,
    URN,
    ZONE_PLACES,
)
from ludwright.hidden.pair_constraints import swap_in_facts


@inner
@no_type_check
def put_down(block, scratch, state):
    """Write the cards into the state: what is printed on them where they lie, and where kinds differ, other components."""
    components, family = block[COMPONENTS], block[FAMILY]
    content, at = block[AT_CONTENT], block[AT_AT]
    for p in range(components):
        scratch[at + p] = p
    for p in range(components if scratch[SEVERAL] else 0):
        if scratch[content + p] < 0 or block[family + scratch[at + p]] == scratch[content + p] >> 32:
            continue
        for q in range(p + 1, components):
            if (
                scratch[content + q] >= 0
                and block[family + scratch[at + q]] == scratch[content + p] >> 32
                and block[family + scratch[at + q]] != scratch[content + q] >> 32
            ):
                change_places(block, state, scratch[at + p], scratch[at + q])
                scratch[at + p], scratch[at + q] = scratch[at + q], scratch[at + p]
                break
    for p in range(components):
        if scratch[content + p] >= 0:
            state[block[DESIGN] + scratch[at + p]] = scratch[content + p] & FRONT
    put_links(block, scratch, state)


@inner
@no_type_check
def put_links(block, scratch, state):
    """Write where the cards of ghosts went. Those that were passed over in the plan stay between what they stood between."""
    components, at = block[COMPONENTS], block[AT_AT]
    for g in range(scratch[GHOSTS_THERE]):
        to = state[block[GHOST_LINK] + g]
        if scratch[block[AT_URN] + components + g] >= 0:
            to = scratch[block[AT_FRONT] + scratch[block[AT_LINK] + g]]
        state[block[GHOST_LINK] + g] = scratch[at + to] if to < components else to


@inner
@no_type_check
def drop_false(block, state, seat, ghosts):
    """What others were told alone, and would be false now, they have not been told."""
    for slot in range(block[COMPONENTS] + ghosts):
        c = slot
        while c >= block[COMPONENTS]:
            c = state[block[GHOST_LINK] + c - block[COMPONENTS]]
        for other in range(block[TELLERS]):
            if (
                other != seat
                and state[block[DESIGN] + c] >= 0
                and told_out(block, state, other, slot, state[block[DESIGN] + c])
            ):
                row = told_row(block, other, slot)
                for word in range(block[TOLD_WORDS]):
                    state[row + word] = 0


@inner
@no_type_check
def change_places(block, state, x, y):
    """Two components change places, and all that is known of the places stays there."""
    for base in (block[KNOWN], block[URN]):
        held = state[base + x]
        state[base + x] = state[base + y]
        state[base + y] = held
    for teller in range(block[TELLERS]):
        one, two = told_row(block, teller, x), told_row(block, teller, y)
        for word in range(block[TOLD_WORDS]):
            held = state[one + word]
            state[one + word] = state[two + word]
            state[two + word] = held
    swap_in_facts(block, state, x, y)
    swap_in_some(block, state, x, y)
    place_x, up_x, down_x = state[block[PLACE] + x], state[block[ABOVE] + x], state[block[BELOW] + x]
    place_y, up_y, down_y = state[block[PLACE] + y], state[block[ABOVE] + y], state[block[BELOW] + y]
    # where they lie next to each other, each is the other's neighbour afterwards
    if up_x == y:
        up_x, down_y = x, y
    elif up_y == x:
        up_y, down_x = y, x
    settle(block, state, x, place_y, up_y, down_y)
    settle(block, state, y, place_x, up_x, down_x)


@inner
@no_type_check
def settle(block, state, c, place, up, down):
    """A component comes to lie in a place, between two others."""
    state[block[PLACE] + c] = place
    state[block[ABOVE] + c] = up
    state[block[BELOW] + c] = down
    if place < 0 or place >= block[ZONE_PLACES]:
        return
    if up >= 0:
        state[block[BELOW] + up] = c
    else:
        state[block[TOP] + place] = c
    if down >= 0:
        state[block[ABOVE] + down] = c
    else:
        state[block[BOTTOM] + place] = c
