"""Dealing again all that a seat does not know: every way that fits what it knows is equally likely.

Cards of one urn, of which the seat has been told nothing, are simply shuffled. Where something was told, or cards were shuffled that
had been in different urns, the deal begins with the true one and is changed by many random exchanges, each of which leaves everything
the seat knows true: exchanges are symmetric, so all deals that can be reached become equally likely.
An exchange of two slots of one urn takes the two cards out of them and out of all slots they went to later.
"""

from __future__ import annotations

from typing import Any, no_type_check

import numpy as np

from ludwright.hidden.layout import CARD, DIE, Layout, Words
from ludwright.model.world import TOLD_BITS
from ludwright.play.kernels import _compiled, below

SWEEPS = 40
"""How often every slot is tried, where exchanges are needed."""


@no_type_check
def _sees(spots, watch, watch_top, state, seat, c):
    """Whether a seat knows a component: from before, or because it sees the place."""
    if state[spots[7] + c] >> seat & 1:
        return True
    place = state[spots[1] + c]
    if place < 0 or place >= watch.size:
        return False
    if watch[place] >> seat & 1:
        return True
    return place < spots[17] and state[spots[2] + c] < 0 and (watch_top[place] >> seat & 1) == 1


sees = _compiled(_sees)


@no_type_check
def _told_out(spots, state, seat, slot, design):
    """Whether the seat was told that what lies in a slot is not of that design."""
    if spots[14] <= 0 or design < 0:
        return False
    teller = seat if spots[14] > 1 else 0
    row = (teller * (spots[0] + spots[13]) + slot) * spots[15]
    return (state[spots[16] + row + design // TOLD_BITS] >> (design % TOLD_BITS) & 1) == 1


told_out = _compiled(_told_out)


@no_type_check
def _exchange(spots, family, state, x, y):
    """Two cards change places. Of one family they change what is printed on them; otherwise all that belongs to the position."""
    if x == y:
        return
    if family[x] == family[y]:
        held = state[spots[6] + x]
        state[spots[6] + x] = state[spots[6] + y]
        state[spots[6] + y] = held
        return
    components = spots[0]
    for base in (spots[7], spots[8]):
        held = state[base + x]
        state[base + x] = state[base + y]
        state[base + y] = held
    for teller in range(spots[14]):
        for word in range(spots[15]):
            one = spots[16] + (teller * (components + spots[13]) + x) * spots[15] + word
            two = spots[16] + (teller * (components + spots[13]) + y) * spots[15] + word
            held = state[one]
            state[one] = state[two]
            state[two] = held
    if spots[9] >= 0:
        for g in range(state[spots[9]]):
            link = state[spots[12] + g]
            if link == x:
                state[spots[12] + g] = y
            elif link == y:
                state[spots[12] + g] = x
    place_x, up_x, down_x = state[spots[1] + x], state[spots[2] + x], state[spots[3] + x]
    place_y, up_y, down_y = state[spots[1] + y], state[spots[2] + y], state[spots[3] + y]
    # where they lie next to each other, each is the other's neighbour afterwards
    if up_x == y:
        up_x, down_y = x, y
    elif up_y == x:
        up_y, down_x = y, x
    _settle(spots, state, x, place_y, up_y, down_y)
    _settle(spots, state, y, place_x, up_x, down_x)


@no_type_check
def _settle_at(spots, state, c, place, up, down):
    state[spots[1] + c] = place
    state[spots[2] + c] = up
    state[spots[3] + c] = down
    if place < 0 or place >= spots[17]:
        return
    if up >= 0:
        state[spots[3] + up] = c
    else:
        state[spots[4] + place] = c
    if down >= 0:
        state[spots[2] + down] = c
    else:
        state[spots[5] + place] = c


_settle = _compiled(_settle_at)
exchange = _compiled(_exchange)


@no_type_check
def _last_slot(spots, state, slot):
    """Where the card that lay in a slot is now."""
    steps = 0
    while slot >= spots[0] and steps <= spots[13]:
        slot = state[spots[12] + slot - spots[0]]
        steps += 1
    return slot


last_slot = _compiled(_last_slot)


@no_type_check
def _fits(spots, state, seat, known, slot, design, now):
    """Whether a card of a design, instead of the one there now, could have lain in a slot and in all it went to."""
    steps = 0
    while steps <= spots[13] + 1:
        if known[slot] and design != now:
            return False
        if told_out(spots, state, seat, slot, design):
            return False
        if slot < spots[0]:
            return True
        slot = state[spots[12] + slot - spots[0]]
        steps += 1
    return False


fits = _compiled(_fits)


@no_type_check
def _relink(spots, state, x, y):
    """What led to one slot leads to the other."""
    if spots[9] < 0:
        return
    for g in range(state[spots[9]]):
        link = state[spots[12] + g]
        if link == x:
            state[spots[12] + g] = y
        elif link == y:
            state[spots[12] + g] = x


relink = _compiled(_relink)


@no_type_check
def _deal_cards(spots, watch, watch_top, role, family, state, seat, streams, stream):
    components = spots[0]
    ghosts = state[spots[9]] if spots[9] >= 0 else 0
    slots = components + ghosts
    known = np.zeros(slots, np.uint8)
    urn = np.zeros(slots, np.int64)
    tangled = np.zeros(slots, np.uint8)
    for c in range(components):
        urn[c] = state[spots[8] + c]
        known[c] = role[c] != CARD or state[spots[6] + c] < 0 or sees(spots, watch, watch_top, state, seat, c)
        if role[c] != CARD:
            urn[c] = -1
        if not known[c] and spots[14] > 0:
            teller = seat if spots[14] > 1 else 0
            row = (teller * (components + spots[13]) + c) * spots[15]
            for word in range(spots[15]):
                if state[spots[16] + row + word] != 0:
                    tangled[c] = 1
    for g in range(ghosts):
        urn[components + g] = state[spots[10] + g]
        known[components + g] = state[spots[11] + g] >> seat & 1
        tangled[components + g] = 1
        tangled[state[spots[12] + g]] = 1
    # slots in the order of their urns
    order = np.argsort(urn)
    first = 0
    busy = False
    while first < slots:
        last = first
        while last + 1 < slots and urn[order[last + 1]] == urn[order[first]]:
            last += 1
        twisted = False
        for i in range(first, last + 1):
            if tangled[order[i]]:
                twisted = True
        if twisted:
            busy = True
        if urn[order[first]] >= 0:
            # also a tangled urn is shuffled as far as it is free: slots nobody said anything about and that lead nowhere
            free = np.empty(last - first + 1, np.int64)
            count = 0
            for i in range(first, last + 1):
                slot = order[i]
                if not known[slot] and not tangled[slot] and slot < components:
                    free[count] = slot
                    count += 1
            for i in range(count - 1, 0, -1):
                j = below(streams, stream, i + 1)
                exchange(spots, family, state, free[i], free[j])
        for i in range(first, last + 1):
            tangled[order[i]] = twisted and urn[order[first]] >= 0
        first = last + 1
    if not busy:
        return
    begin = np.zeros(slots, np.int64)
    length = np.zeros(slots, np.int64)
    first = 0
    while first < slots:
        last = first
        while last + 1 < slots and urn[order[last + 1]] == urn[order[first]]:
            last += 1
        for i in range(first, last + 1):
            begin[order[i]] = first
            length[order[i]] = last - first + 1
        first = last + 1
    for _ in range(SWEEPS):
        for i in range(slots):
            x = order[i]
            if not tangled[x] or length[x] < 2:
                continue
            y = order[begin[x] + below(streams, stream, length[x])]
            if x == y:
                continue
            one, two = last_slot(spots, state, x), last_slot(spots, state, y)
            if one == two:
                continue
            a, b = state[spots[6] + one], state[spots[6] + two]
            # now and then three change in a circle: with some knowledge no two can
            if length[x] > 2 and below(streams, stream, 4) == 0:
                z = order[begin[x] + below(streams, stream, length[x])]
                three = last_slot(spots, state, z)
                if z in (x, y) or three in (one, two):
                    continue
                c = state[spots[6] + three]
                if (
                    fits(spots, state, seat, known, x, b, a)
                    and fits(spots, state, seat, known, y, c, b)
                    and fits(spots, state, seat, known, z, a, c)
                    and family[one] == family[two]
                    and family[two] == family[three]
                ):
                    relink(spots, state, x, y)
                    relink(spots, state, y, z)
                    state[spots[6] + one], state[spots[6] + two], state[spots[6] + three] = b, c, a
                continue
            if fits(spots, state, seat, known, x, b, a) and fits(spots, state, seat, known, y, a, b):
                if family[one] == family[two]:
                    relink(spots, state, x, y)
                    exchange(spots, family, state, one, two)
                elif x < components and y < components and not known[x] and not known[y]:
                    exchange(spots, family, state, one, two)


deal_cards = _compiled(_deal_cards)


@no_type_check
def _hand_out(numbers, i, state, seat, streams, stream):
    """Deal again numbers of one owner whose sum is public, as the goods of a player.

    If others' are unknown too, units are exchanged with theirs, so that there are as many of each as before; else they are handed out anew.
    """
    start, span, low, high, _, written, _, _, variable = numbers[i]
    partners = np.empty(numbers.shape[0], np.int64)
    count = 0
    for j in range(numbers.shape[0]):
        if j != i and numbers[j, 8] == variable and (numbers[j, 4] >> seat & 1) == 0:
            for k in range(span):
                if (state[numbers[j, 5] + k] >> seat & 1) == 0:
                    partners[count] = j
                    count += 1
                    break
    if count:
        for _ in range(SWEEPS * span):
            j = partners[below(streams, stream, count)]
            a, b = below(streams, stream, span), below(streams, stream, span)
            there, known = numbers[j, 0], numbers[j, 5]
            marks = state[written + a] | state[written + b] | state[known + a] | state[known + b]
            if a == b or marks >> seat & 1:
                continue
            if (
                state[start + a] > low
                and state[there + b] > low
                and state[start + b] < high
                and state[there + a] < high
            ):
                state[start + a] -= 1
                state[there + a] += 1
                state[there + b] -= 1
                state[start + b] += 1
        return
    total = 0
    for k in range(span):
        if (state[written + k] >> seat & 1) == 0:
            total += state[start + k] - low
            state[start + k] = low
    while total > 0:
        k = below(streams, stream, span)
        if (state[written + k] >> seat & 1) == 0 and state[start + k] < high:
            state[start + k] += 1
            total -= 1


hand_out = _compiled(_hand_out)


@no_type_check
def _redeal(spots, watch, watch_top, role, family, faces, sides, numbers, state, seat, streams, stream):
    """Deal again, in ``state``, all that a seat does not know, with random numbers of one of ``streams``."""
    if spots[7] >= 0:
        deal_cards(spots, watch, watch_top, role, family, state, seat, streams, stream)
        for c in range(spots[0]):
            if role[c] == DIE and not sees(spots, watch, watch_top, state, seat, c):
                state[faces[c, 0]] = sides[faces[c, 1] + below(streams, stream, faces[c, 2])]
    for i in range(numbers.shape[0]):
        start, _, low, high, mask, written, summed, source, _ = numbers[i]
        if mask >> seat & 1:
            continue
        if summed:
            hand_out(numbers, i, state, seat, streams, stream)
        elif source >= 0 and state[source] > 0 and spots[6] >= 0:
            state[start] = state[spots[6] + state[source] - 1]
        elif (state[written] >> seat & 1) == 0 and state[start] >= low:
            state[start] = low + below(streams, stream, np.int64(high) - low + 1)


deal_again = _compiled(_redeal)


def redeal(layout: Layout, state: Words, seat: int, streams: Any, stream: int) -> None:
    """Deal again, in a state, all that a seat does not know."""
    deal_again(
        layout.spots, layout.watch, layout.watch_top, layout.role, layout.family, layout.faces, layout.sides,
        layout.numbers, state, seat, streams, stream,
    )  # fmt: skip
