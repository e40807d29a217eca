"""Planning how all that a seat does not know is dealt again, once for a decision; and dealing by the plan, any number of times.

The plan lies in the scratch room: for every urn its open slots and its cards, the dice and numbers that are unseen. A deal then shuffles, draws and
writes into a state that is a copy of the one planned for.
"""

from __future__ import annotations

from typing import no_type_check

from ludwright.engine.kernel import inlined, inner
from ludwright.hidden.block import (
    AT_BEGIN,
    AT_KNOWN,
    AT_LENGTH,
    AT_MARK,
    AT_ORDER,
    AT_PLACED,
    AT_SLOTS,
    AT_URN,
    FACTUAL,
    FAMILY,
    FITTINGS,
    GHOSTS_THERE,
    MODE,
    MORE,
    OPEN_SLOTS,
    ORDERED,
    SEAT,
    SEVERAL,
    TANGLED,
    URNS,
    VIA_CONTENT,
)
from ludwright.hidden.cross_shuffle import put_in_order, untangle
from ludwright.hidden.dealing import deal_cards, deal_until_true, keep_planned
from ludwright.hidden.disjunctions import drop_false_some, has_some
from ludwright.hidden.exchangeable_sets import SWEEPS, plan_urn
from ludwright.hidden.layout import COMPONENTS, FACTS, KNOWN, SOME_OF, TELLERS
from ludwright.hidden.numbers import deal_numbers, plan_numbers
from ludwright.hidden.pair_constraints import drop_false_facts, has_facts
from ludwright.hidden.slots import list_slots, pass_over
from ludwright.hidden.transfers import plan_transfers
from ludwright.hidden.writing import drop_false


@inner
@no_type_check
def weigh_urn(block, scratch, own):
    """How many slots of an urn are open, and whether ghosts lead from or to any of its slots."""
    known, urn, mark = block[AT_KNOWN], block[AT_URN], block[AT_MARK]
    count, tangled = 0, False
    for slot in range(block[COMPONENTS] + scratch[GHOSTS_THERE]):
        if scratch[urn + slot] == own:
            count += not scratch[known + slot]
            tangled = tangled or scratch[mark + slot] == 1
    return count, tangled


@inner
@no_type_check
def gather_urn(block, scratch, own, count, tangled):
    """List the slots of an urn: all if it is tangled, else the open ones. Whether they hold cards of several families."""
    known, urn, family = block[AT_KNOWN], block[AT_URN], block[FAMILY]
    components = block[COMPONENTS]
    begin, length = block[AT_BEGIN], block[AT_LENGTH]
    first, at = scratch[ORDERED], scratch[OPEN_SLOTS]
    several, kind = False, -1
    for i in range(components + scratch[GHOSTS_THERE]):
        slot = scratch[block[AT_PLACED] + i]
        if scratch[urn + slot] != own:
            continue
        scratch[begin + slot], scratch[length + slot] = first, 0
        if count < 2:
            continue
        if slot < components and not scratch[known + slot]:
            several = several or (kind >= 0 and block[family + slot] != kind)
            kind = block[family + slot]
        if tangled:
            scratch[block[AT_ORDER] + scratch[ORDERED]] = slot
            scratch[ORDERED] += 1
        elif not scratch[known + slot]:
            scratch[block[AT_SLOTS] + at] = slot
            at += 1
    for i in range(first, scratch[ORDERED]):
        scratch[length + scratch[block[AT_ORDER] + i]] = scratch[ORDERED] - first
    return several


@inner
@no_type_check
def plan_cards(block, scratch, state, streams, role):
    """Plan how the cards are dealt."""
    list_slots(block, scratch, state)
    pass_over(block, scratch, state)
    known, urn, begin = block[AT_KNOWN], block[AT_URN], block[AT_BEGIN]
    slots = block[COMPONENTS] + scratch[GHOSTS_THERE]
    for slot in range(slots):
        scratch[begin + slot] = -1
    for i in range(slots):
        slot = scratch[block[AT_PLACED] + i]
        if scratch[known + slot] or scratch[urn + slot] < 0 or scratch[begin + slot] >= 0:
            continue
        count, tangled = weigh_urn(block, scratch, scratch[urn + slot])
        if gather_urn(block, scratch, scratch[urn + slot], count, tangled):
            scratch[MODE] |= VIA_CONTENT
        if count > 1 and not tangled:
            plan_urn(block, scratch, state, scratch[OPEN_SLOTS], count, streams, role)
            scratch[OPEN_SLOTS] += count
    if scratch[ORDERED] > 0:
        scratch[MODE] |= TANGLED
    if scratch[MODE] != 0:
        scratch[SEVERAL] = several_families(block)
    if scratch[MODE] & TANGLED:
        put_in_order(block, scratch, state)
        untangle(block, scratch, state, SWEEPS, streams, role)


@inner
@no_type_check
def several_families(block):
    """Whether components differ by more than their designs."""
    for c in range(block[COMPONENTS]):
        if block[block[FAMILY] + c] != 0:
            return 1
    return 0


@inner
@no_type_check
def prepare_belief(block, scratch, state, seat, streams, role):
    """Plan how all that a seat does not know is dealt again in copies of a state."""
    scratch[SEAT] = seat
    for place in (MODE, URNS, OPEN_SLOTS, ORDERED, SEVERAL, FITTINGS, GHOSTS_THERE):
        scratch[place] = 0
    if block[KNOWN] >= 0:
        plan_cards(block, scratch, state, streams, role)
        if has_facts(block, state, seat) or has_some(block, scratch, state, seat):
            scratch[MODE] |= FACTUAL
            keep_planned(block, scratch, state)
    moved = plan_transfers(block, scratch, state, streams, role)
    noted = block[FACTS] >= 0 or block[SOME_OF] >= 0
    if plan_numbers(block, scratch, state) or moved or block[TELLERS] > 1 or noted:
        scratch[MODE] |= MORE


@inlined
@no_type_check
def sample_belief(block, scratch, state, streams, role):
    """Deal all that a seat does not know anew, into a copy of the state planned for."""
    if scratch[MODE] & FACTUAL:
        deal_until_true(block, scratch, state, streams, role)
    else:
        deal_cards(block, scratch, state, streams, role)
    if scratch[MODE] & MORE:
        if block[TELLERS] > 1 and block[KNOWN] >= 0:
            drop_false(block, state, scratch[SEAT], scratch[GHOSTS_THERE])
        drop_false_facts(block, state)
        drop_false_some(block, state)
        deal_numbers(block, scratch, state, streams, role)
