"""Dealing again the cards a seat does not know: every way that fits what it knows is equally likely.

Slots are positions: first those where the components lie now, then the ghosts, positions before a shuffle
(:mod:`ludwright.rules.knowledge`). Cards of one urn of which the seat has been told nothing are simply shuffled. Where something was told
about some of them, these are drawn first, each from all that fit, all again if two drew the same card. Where that takes too long, or cards
were shuffled that had been in different urns, the deal begins with the true one and is changed by many random exchanges, each of which
leaves everything the seat knows true: exchanges are symmetric, so all deals that can be reached become equally likely.

All but the last begins with the cards in a fixed order, so what comes out does not depend on the truth at all.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import below, kernel
from ludwright.hidden.facts import swap_in_facts
from ludwright.hidden.layout import (
    ABOVE,
    BELOW,
    BOTTOM,
    CARD,
    COMPONENTS,
    DESIGN,
    GHOST_KNOWN,
    GHOST_LINK,
    GHOST_URN,
    GHOSTS,
    KNOWN,
    MOST_GHOSTS,
    PLACE,
    TELLERS,
    TOLD,
    TOLD_WORDS,
    TOP,
    URN,
    ZONE_PLACES,
    is_seen,
)
from ludwright.model.world import TOLD_BITS

SWEEPS = 40
"""How often every slot is tried, where exchanges are needed."""

ATTEMPTS = 200
"""How often the cards told about are drawn, before exchanges take over."""

MOST_FITTING = 4096
"""The most pairs of cards and slots told about that are looked at for drawing."""

FRONT = (1 << 32) - 1
"""A card is one number: its family above, its design in these bits."""


sees = kernel(is_seen)


@no_type_check
def _told_row(spots, seat, slot):
    """Where the words begin that say what a slot can't be, for all the seat was told."""
    teller = seat if spots[TELLERS] > 1 else 0
    return spots[TOLD] + (teller * (spots[COMPONENTS] + spots[MOST_GHOSTS]) + slot) * spots[TOLD_WORDS]


told_row = kernel(_told_row)


@no_type_check
def _told_out(spots, state, seat, slot, card):
    """Whether the seat was told that what lies in a slot is not this card."""
    if spots[TELLERS] <= 0:
        return False
    design = card & FRONT
    return (state[told_row(spots, seat, slot) + design // TOLD_BITS] >> (design % TOLD_BITS) & 1) == 1


told_out = kernel(_told_out)


@no_type_check
def _draw_fitting(spots, state, seat, cards, told, count, chosen, streams, stream):
    """Draw one of the cards for each of the first ``count`` slots told about; all again on a clash. No if it did not come about."""
    total = cards.size
    if count * total > MOST_FITTING:
        return False
    fitting = np.empty((count, total), np.int64)
    many = np.zeros(count, np.int64)
    for i in range(count):
        for k in range(total):
            if not told_out(spots, state, seat, told[i], cards[k]):
                fitting[i, many[i]] = k
                many[i] += 1
        if many[i] == 0:
            return False
    taken = np.zeros(total, np.int64)
    for attempt in range(1, ATTEMPTS + 1):
        clash = False
        for i in range(count):
            k = fitting[i, below(streams, stream, many[i])]
            if taken[k] == attempt:
                clash = True
                break
            taken[k] = attempt
            chosen[i] = k
        if not clash:
            return True
    return False


draw_fitting = kernel(_draw_fitting)


@no_type_check
def _deal_urn(spots, state, seat, content, slots, streams, stream):
    """Deal the cards of the open slots of one urn again. No if what was told makes it too hard."""
    cards = content[slots]
    cards.sort()
    told = np.empty(slots.size, np.int64)
    free = np.empty(slots.size, np.int64)
    count, rest = 0, 0
    for i in range(slots.size):
        said = False
        if spots[TELLERS] > 0:
            row = told_row(spots, seat, slots[i])
            for word in range(spots[TOLD_WORDS]):
                if state[row + word] != 0:
                    said = True
        if said:
            told[count] = slots[i]
            count += 1
        else:
            free[rest] = slots[i]
            rest += 1
    if count > 0:
        chosen = np.empty(count, np.int64)
        if not draw_fitting(spots, state, seat, cards, told, count, chosen, streams, stream):
            return False
        for i in range(count):
            content[told[i]] = cards[chosen[i]]
            cards[chosen[i]] = -1
        left = 0
        for k in range(cards.size):
            if cards[k] >= 0:
                cards[left] = cards[k]
                left += 1
    for i in range(rest - 1, -1, -1):
        j = below(streams, stream, i + 1)
        content[free[i]] = cards[j]
        cards[j] = cards[i]
    return True


deal_urn = kernel(_deal_urn)


@no_type_check
def _last_slot(link, components, slot):
    """Where the card that lay in a slot is now."""
    while slot >= components:
        slot = link[slot - components]
    return slot


last_slot = kernel(_last_slot)


@no_type_check
def _fits(spots, state, seat, known, link, slot, card, now):
    """Whether a card, instead of the one there now, could have lain in a slot and in all it went to."""
    while True:
        if known[slot] and card != now:
            return False
        if not known[slot] and told_out(spots, state, seat, slot, card):
            return False
        if slot < spots[COMPONENTS]:
            return True
        slot = link[slot - spots[COMPONENTS]]


fits = kernel(_fits)


@no_type_check
def _relink(link, x, y):
    """What led to one slot leads to the other."""
    for g in range(link.size):
        if link[g] == x:
            link[g] = y
        elif link[g] == y:
            link[g] = x


relink = kernel(_relink)


@no_type_check
def _exchange_often(spots, state, seat, known, content, link, order, begin, length, streams, stream):
    """Change the cards of urns by exchanges of two or three that fit. ``length`` is 0 for slots that stay as they are."""
    components = spots[COMPONENTS]
    for _ in range(SWEEPS):
        for i in range(order.size):
            x = order[i]
            if length[x] < 2:
                continue
            y = order[begin[x] + below(streams, stream, length[x])]
            # now and then three change in a circle: with some knowledge no two can
            circle = length[x] > 2 and below(streams, stream, 4) == 0
            z = order[begin[x] + below(streams, stream, length[x])] if circle else y
            if x == y or (circle and (x == z or y == z)):
                continue
            one, two, three = (
                last_slot(link, components, x),
                last_slot(link, components, y),
                last_slot(link, components, z),
            )
            a, b, c = content[one], content[two], content[three]
            if circle:
                if (
                    fits(spots, state, seat, known, link, x, b, a)
                    and fits(spots, state, seat, known, link, y, c, b)
                    and fits(spots, state, seat, known, link, z, a, c)
                ):
                    relink(link, x, y)
                    relink(link, y, z)
                    content[one], content[two], content[three] = b, c, a
            elif fits(spots, state, seat, known, link, x, b, a) and fits(spots, state, seat, known, link, y, a, b):
                relink(link, x, y)
                content[one], content[two] = b, a


exchange_often = kernel(_exchange_often)


@no_type_check
def _rank_slots(spots, state, slots):
    """Slots in the order of their places: which component lies where depends on what the seat can't know."""
    rank = np.arange(slots)
    count = 0
    for c in range(spots[COMPONENTS]):
        rank[c] = -1
    for place in range(spots[ZONE_PLACES]):
        c = state[spots[BOTTOM] + place]
        while c >= 0 and rank[c] < 0:
            rank[c] = count
            count += 1
            c = state[spots[ABOVE] + c]
    for c in range(spots[COMPONENTS]):
        if rank[c] < 0:
            rank[c] = count
            count += 1
    return rank


rank_slots = kernel(_rank_slots)


@no_type_check
def _deal_cards(spots, watch, watch_top, role, family, state, seat, streams, stream):
    """Deal again, in ``state``, all cards that a seat does not know."""
    components = spots[COMPONENTS]
    ghosts = state[spots[GHOSTS]] if spots[GHOSTS] >= 0 else 0
    slots = components + ghosts
    known = np.zeros(slots, np.uint8)
    urn = np.full(slots, -1, np.int64)
    haunted = np.zeros(slots, np.uint8)
    content = np.full(components, -1, np.int64)
    link = np.zeros(ghosts, np.int64)
    several = False
    for c in range(components):
        if role[c] != CARD or state[spots[DESIGN] + c] < 0:
            known[c] = 1
            continue
        known[c] = sees(spots, watch, watch_top, state, seat, c)
        urn[c] = state[spots[URN] + c]
        content[c] = np.int64(family[c]) << 32 | np.int64(state[spots[DESIGN] + c])
        several = several or family[c] != 0
    for g in range(ghosts):
        urn[components + g] = state[spots[GHOST_URN] + g]
        known[components + g] = state[spots[GHOST_KNOWN] + g] >> seat & 1
        link[g] = state[spots[GHOST_LINK] + g]
        haunted[components + g] = 1
        haunted[link[g]] = 1
    order = np.argsort(urn * (slots + 1) + rank_slots(spots, state, slots))
    begin = np.zeros(slots, np.int64)
    length = np.zeros(slots, np.int64)
    open_slots = np.empty(slots, np.int64)
    busy = False
    first = 0
    while first < slots:
        count, tangled, last = 0, False, first
        while last < slots and urn[order[last]] == urn[order[first]]:
            slot = order[last]
            if haunted[slot]:
                tangled = True
            if not known[slot]:
                open_slots[count] = slot
                count += 1
            last += 1
        if urn[order[first]] >= 0 and count > 1:
            if not tangled:
                tangled = not deal_urn(spots, state, seat, content, open_slots[:count], streams, stream)
            if tangled:
                busy = True
                for i in range(first, last):
                    begin[order[i]] = first
                    length[order[i]] = last - first
        first = last
    if busy:
        exchange_often(spots, state, seat, known, content, link, order, begin, length, streams, stream)
    put_down(spots, family, state, content, link, several)
    if spots[TELLERS] > 1:
        drop_false(spots, state, seat, link.size)


@no_type_check
def _put_down(spots, family, state, content, link, several):
    """Write the cards into the state: what is printed on them where they lie, and where kinds differ, other components."""
    components = spots[COMPONENTS]
    at = np.arange(components)
    for p in range(components if several else 0):
        if content[p] < 0 or family[at[p]] == content[p] >> 32:
            continue
        for q in range(p + 1, components):
            if content[q] >= 0 and family[at[q]] == content[p] >> 32 and family[at[q]] != content[q] >> 32:
                change_places(spots, state, at[p], at[q])
                at[p], at[q] = at[q], at[p]
                break
    for p in range(components):
        if content[p] >= 0:
            state[spots[DESIGN] + at[p]] = content[p] & FRONT
    for g in range(link.size):
        state[spots[GHOST_LINK] + g] = at[link[g]] if link[g] < components else link[g]


@no_type_check
def _drop_false(spots, state, seat, ghosts):
    """What others were told alone, and would be false now, they have not been told."""
    for slot in range(spots[COMPONENTS] + ghosts):
        c = slot
        while c >= spots[COMPONENTS]:
            c = state[spots[GHOST_LINK] + c - spots[COMPONENTS]]
        for other in range(spots[TELLERS]):
            if (
                other != seat
                and state[spots[DESIGN] + c] >= 0
                and told_out(spots, state, other, slot, state[spots[DESIGN] + c])
            ):
                row = told_row(spots, other, slot)
                for word in range(spots[TOLD_WORDS]):
                    state[row + word] = 0


@no_type_check
def _change_places(spots, state, x, y):
    """Two components change places, and all that is known of the places stays there."""
    for base in (spots[KNOWN], spots[URN]):
        held = state[base + x]
        state[base + x] = state[base + y]
        state[base + y] = held
    for teller in range(spots[TELLERS]):
        one, two = told_row(spots, teller, x), told_row(spots, teller, y)
        for word in range(spots[TOLD_WORDS]):
            held = state[one + word]
            state[one + word] = state[two + word]
            state[two + word] = held
    swap_in_facts(spots, state, x, y)
    place_x, up_x, down_x = state[spots[PLACE] + x], state[spots[ABOVE] + x], state[spots[BELOW] + x]
    place_y, up_y, down_y = state[spots[PLACE] + y], state[spots[ABOVE] + y], state[spots[BELOW] + y]
    # where they lie next to each other, each is the other's neighbour afterwards
    if up_x == y:
        up_x, down_y = x, y
    elif up_y == x:
        up_y, down_x = y, x
    settle(spots, state, x, place_y, up_y, down_y)
    settle(spots, state, y, place_x, up_x, down_x)


@no_type_check
def _settle(spots, state, c, place, up, down):
    """A component comes to lie in a place, between two others."""
    state[spots[PLACE] + c] = place
    state[spots[ABOVE] + c] = up
    state[spots[BELOW] + c] = down
    if place < 0 or place >= spots[ZONE_PLACES]:
        return
    if up >= 0:
        state[spots[BELOW] + up] = c
    else:
        state[spots[TOP] + place] = c
    if down >= 0:
        state[spots[ABOVE] + down] = c
    else:
        state[spots[BOTTOM] + place] = c


settle = kernel(_settle)
change_places = kernel(_change_places)
drop_false = kernel(_drop_false)
put_down = kernel(_put_down)
deal_cards = kernel(_deal_cards)
