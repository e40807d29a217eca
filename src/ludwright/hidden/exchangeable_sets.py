"""Dealing the cards of one urn: every way that fits what the seat was told is equally likely.

Without anything told they are shuffled. Where something was told about some slots, these are drawn first, each from all that fits, all again if two
drew the same card. Where that would take too long, cards are exchanged at random in ways that leave everything told true: exchanges are symmetric, so all
deals that can be reached become equally likely, and a plan goes on where the last deal ended.

All of it begins with the cards in a fixed order, so what comes out does not depend on the truth.
"""

from __future__ import annotations

from typing import no_type_check

from ludwright.engine.kernel import below, inlined, inner
from ludwright.hidden.block import (
    AT_AT,
    AT_CARDS,
    AT_CHOSEN,
    AT_CONTENT,
    AT_DEALT,
    AT_FITTING,
    AT_FITTING_AT,
    AT_MANY,
    AT_SLOTS,
    AT_TAKEN,
    AT_URNS,
    CHAINED,
    FITTED,
    FITTINGS,
    MOST_FITTING,
    PLAIN,
    SEAT,
    STAMP,
    URN_COUNT,
    URN_FIRST,
    URN_KIND,
    URN_ROW,
    URN_TOLD,
    URNS,
)
from ludwright.hidden.cards import FRONT, told_out, told_row
from ludwright.hidden.slots import told_something
from ludwright.model.world import TOLD_BITS

SWEEPS = 40
"""How often every slot is tried when a plan is made, where exchanges are needed."""

AGAIN = 5
"""How often every slot is tried for each further deal."""

TRIALS, ENOUGH = 24, 3
"""So many draws are tried when a plan is made; cards are drawn in every deal if so many of them were good."""

ATTEMPTS = 10_000
"""How often the cards told about are drawn in a deal, before the last good draw is taken once more."""


# ---------------------------------------------------------------- drawing what was told about


@inner
@no_type_check
def list_fitting(block, scratch, state, first, count, told):
    """List the cards that fit each slot told about; no if there is no room for so many."""
    slots, cards = block[AT_SLOTS] + first, block[AT_CARDS] + first
    fitting = block[AT_FITTING]
    used = scratch[FITTINGS]
    if used + told * count > MOST_FITTING:
        return False
    for i in range(told):
        scratch[block[AT_FITTING_AT] + first + i] = used
        for k in range(count):
            if not told_out(block, state, scratch[SEAT], scratch[slots + i], scratch[cards + k]):
                scratch[fitting + used] = k
                used += 1
        many = used - scratch[block[AT_FITTING_AT] + first + i]
        scratch[block[AT_MANY] + first + i] = many
        if many == 0:
            return False
    scratch[FITTINGS] = used
    return True


@inlined
@no_type_check
def draw_fitting(block, scratch, first, told, streams, role):
    """Draw a card for each slot told about; no if two drew the same."""
    chosen, taken = block[AT_CHOSEN] + first, block[AT_TAKEN] + first
    many, begin = block[AT_MANY] + first, block[AT_FITTING_AT] + first
    fitting = block[AT_FITTING]
    stamp = scratch[STAMP] + 1
    scratch[STAMP] = stamp
    for i in range(told):
        k = scratch[fitting + scratch[begin + i] + below(streams, role, scratch[many + i])]
        if scratch[taken + k] == stamp:
            return False
        scratch[taken + k] = stamp
        scratch[chosen + i] = k
    return True


@inner
@no_type_check
def deal_chosen(block, scratch, first, count, told, streams, role):
    """Deal what was drawn to the slots told about, and shuffle the rest."""
    chosen, taken = block[AT_CHOSEN] + first, block[AT_TAKEN] + first
    cards, dealt = block[AT_CARDS] + first, block[AT_DEALT] + first
    stamp = scratch[STAMP]
    for i in range(told):
        scratch[dealt + i] = scratch[cards + scratch[chosen + i]]
    left = told
    for k in range(count):
        if scratch[taken + k] != stamp:
            scratch[dealt + left] = scratch[cards + k]
            left += 1
    shuffle(scratch, dealt + told, dealt + count, streams, role)


@inlined
@no_type_check
def shuffle(scratch, first, last, streams, role):
    """Shuffle the cards from one place up to another."""
    for i in range(last - 1, first, -1):
        j = first + below(streams, role, i + 1 - first)
        card = scratch[j]
        scratch[j] = scratch[i]
        scratch[i] = card


# ---------------------------------------------------------------- exchanging


@inlined
@no_type_check
def takes(state, row, card):
    """Whether a slot, by the row of what was told about it, may hold a card."""
    design = card & FRONT
    return row < 0 or (state[row + design // TOLD_BITS] >> (design % TOLD_BITS) & 1) == 0


@inner
@no_type_check
def exchange(block, scratch, state, first, count, sweeps, streams, role):
    """Exchange two cards of an urn, or three in a circle, again and again."""
    dealt, rows = block[AT_DEALT] + first, block[AT_MANY] + first
    for _ in range(sweeps):
        for x in range(count):
            drawn = below(streams, role, 4 * count)
            y = drawn >> 2
            a, b = scratch[dealt + x], scratch[dealt + y]
            if x == y or not takes(state, scratch[rows + x], b):
                continue
            # now and then three change in a circle: with some knowledge no two can
            if drawn & 3 == 0:
                z = below(streams, role, count)
                c = scratch[dealt + z]
                if z != x and z != y and takes(state, scratch[rows + y], c) and takes(state, scratch[rows + z], a):
                    scratch[dealt + x], scratch[dealt + y], scratch[dealt + z] = b, c, a
            elif takes(state, scratch[rows + y], a):
                scratch[dealt + x], scratch[dealt + y] = b, a


@inner
@no_type_check
def match_slot(block, scratch, state, first, count, slot):
    """Find a card for one more slot, if need be by giving others other cards; no if there is none."""
    cards, chosen = block[AT_CARDS] + first, block[AT_CHOSEN] + first
    holder, reached = block[AT_AT] + first, block[AT_FITTING_AT] + first
    taken, queue, rows = (
        block[AT_TAKEN] + first,
        block[AT_DEALT] + first,
        block[AT_MANY] + first,
    )
    scratch[STAMP] += 1
    scratch[queue] = slot
    at, end = 0, 1
    while at < end:
        here = scratch[queue + at]
        at += 1
        for k in range(count):
            if scratch[taken + k] == scratch[STAMP] or not takes(state, scratch[rows + here], scratch[cards + k]):
                continue
            scratch[taken + k] = scratch[STAMP]
            scratch[reached + k] = here
            if scratch[holder + k] >= 0:
                scratch[queue + end] = scratch[holder + k]
                end += 1
                continue
            while True:
                here = scratch[reached + k]
                before = scratch[chosen + here]
                scratch[chosen + here], scratch[holder + k] = k, here
                if here == slot:
                    return True
                k = before
    return False


@inner
@no_type_check
def match_all(block, scratch, state, first, count, told):
    """Give every slot told about a card that fits, beginning with the cards in order; no if that can't be."""
    cards, dealt = block[AT_CARDS] + first, block[AT_DEALT] + first
    holder, chosen = block[AT_AT] + first, block[AT_CHOSEN] + first
    for k in range(count):
        scratch[holder + k] = -1
    for i in range(told):
        if not match_slot(block, scratch, state, first, count, i):
            return False
    for i in range(told):
        scratch[dealt + i] = scratch[cards + scratch[chosen + i]]
    left = told
    for k in range(count):
        if scratch[holder + k] < 0:
            scratch[dealt + left] = scratch[cards + k]
            left += 1
    return True


# ---------------------------------------------------------------- planning and dealing


@inner
@no_type_check
def told_first(block, scratch, state, first, count):
    """Put the slots told about in front; how many there are."""
    slots, told = block[AT_SLOTS] + first, 0
    for i in range(count):
        if told_something(block, state, scratch[SEAT], scratch[slots + i]):
            slot = scratch[slots + i]
            scratch[slots + i] = scratch[slots + told]
            scratch[slots + told] = slot
            told += 1
    return told


@inner
@no_type_check
def sort(scratch, first, last):
    """Put the cards from one place up to another into order."""
    for i in range(first + 1, last):
        card, j = scratch[i], i
        while j > first and scratch[j - 1] > card:
            scratch[j] = scratch[j - 1]
            j -= 1
        scratch[j] = card


@inner
@no_type_check
def plan_urn(block, scratch, state, first, count, streams, role):
    """Decide how the open slots of an urn are dealt: from ``first`` on they lie in the list of slots."""
    slots, cards = block[AT_SLOTS] + first, block[AT_CARDS] + first
    dealt, content = block[AT_DEALT] + first, block[AT_CONTENT]
    told = told_first(block, scratch, state, first, count)
    for i in range(count):
        scratch[cards + i] = scratch[content + scratch[slots + i]]
    sort(scratch, cards, cards + count)
    for i in range(count):
        scratch[dealt + i] = scratch[cards + i]
    kind = PLAIN
    if told > 0:
        good = 0
        if list_fitting(block, scratch, state, first, count, told):
            for _ in range(TRIALS):
                good += draw_fitting(block, scratch, first, told, streams, role)
        kind = FITTED if good >= ENOUGH else CHAINED
    if kind == CHAINED:
        for i in range(count):
            scratch[block[AT_MANY] + first + i] = told_row(block, scratch[SEAT], scratch[slots + i]) if i < told else -1
        if not match_all(block, scratch, state, first, count, told):
            for i in range(count):
                scratch[dealt + i] = scratch[content + scratch[slots + i]]
        exchange(block, scratch, state, first, count, SWEEPS, streams, role)
    elif kind == FITTED:
        match_fitting(block, scratch, first, count, told, streams, role)
    row = block[AT_URNS] + URN_ROW * scratch[URNS]
    scratch[row + URN_FIRST], scratch[row + URN_COUNT] = first, count
    scratch[row + URN_TOLD], scratch[row + URN_KIND] = told, kind
    scratch[URNS] += 1


@inner
@no_type_check
def match_fitting(block, scratch, first, count, told, streams, role):
    """Draw until all have different cards; if that never comes about, the last good draw stays."""
    for _ in range(ATTEMPTS):
        if draw_fitting(block, scratch, first, told, streams, role):
            deal_chosen(block, scratch, first, count, told, streams, role)
            return


@inlined
@no_type_check
def deal_urns(block, scratch, state, streams, role):
    """Deal the cards of all urns anew."""
    row = block[AT_URNS]
    for _ in range(scratch[URNS]):
        first, count, kind = scratch[row + URN_FIRST], scratch[row + URN_COUNT], scratch[row + URN_KIND]
        if kind == PLAIN:
            shuffle(scratch, block[AT_DEALT] + first, block[AT_DEALT] + first + count, streams, role)
        elif kind == FITTED:
            match_fitting(block, scratch, first, count, scratch[row + URN_TOLD], streams, role)
        else:
            exchange(block, scratch, state, first, count, AGAIN, streams, role)
        row += URN_ROW
