"""Dealing cards until the facts about two of them hold that a seat knows of.

Where that takes too long, the deal begins with the true one and is changed by exchanges within the urns, each of which leaves all facts and all that was
told true. Where cards of several urns were shuffled together even that can't be done: then the facts are let go, and more is thought possible than is.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import below, kernel
from ludwright.hidden.cards import SWEEPS, deal_cards, sees, told_out
from ludwright.hidden.facts import drop_false_facts, facts_hold, has_facts
from ludwright.hidden.layout import CARD, COMPONENTS, DESIGN, FACTS, GHOSTS, URN

ATTEMPTS = 300
"""How often cards are dealt before exchanges take over."""


@no_type_check
def _exchange_facts(spots, watch, watch_top, role, family, state, seat, streams, stream):
    """Exchange cards of one urn, two or three at a time, as long as all that the seat knows stays true."""
    unknown = np.empty(spots[COMPONENTS], np.int64)
    count = 0
    for c in range(spots[COMPONENTS]):
        if role[c] == CARD and state[spots[DESIGN] + c] >= 0 and not sees(spots, watch, watch_top, state, seat, c):
            unknown[count] = c
            count += 1
    design, urn = spots[DESIGN], spots[URN]
    for _ in range(SWEEPS):
        for i in range(count):
            x, y = unknown[i], unknown[below(streams, stream, count)]
            z = unknown[below(streams, stream, count)] if below(streams, stream, 4) == 0 else y
            apart = state[urn + x] != state[urn + y] or state[urn + x] != state[urn + z]
            if x in (y, z) or apart or family[x] != family[y] or family[x] != family[z]:
                continue
            a, b, c = state[design + x], state[design + y], state[design + z]
            # three in a circle; with z the same as y it is an exchange of two
            state[design + z] = a
            state[design + x] = b
            if z != y:
                state[design + y] = c
            if (
                told_out(spots, state, seat, x, state[design + x])
                or told_out(spots, state, seat, y, state[design + y])
                or told_out(spots, state, seat, z, state[design + z])
                or not facts_hold(spots, state, seat)
            ):
                state[design + x] = a
                state[design + y] = b
                state[design + z] = c


exchange_facts = kernel(_exchange_facts)


@no_type_check
def _deal_with_facts(spots, watch, watch_top, role, family, state, seat, streams, stream):
    """Deal again, in ``state``, all cards that a seat does not know, so that the facts it knows of hold."""
    if not has_facts(spots, state, seat):
        deal_cards(spots, watch, watch_top, role, family, state, seat, streams, stream)
    else:
        before = state.copy()
        found = False
        for _ in range(ATTEMPTS):
            deal_cards(spots, watch, watch_top, role, family, state, seat, streams, stream)
            if facts_hold(spots, state, seat):
                found = True
                break
            state[:] = before
        if not found:
            if spots[GHOSTS] >= 0 and state[spots[GHOSTS]] > 0:
                deal_cards(spots, watch, watch_top, role, family, state, seat, streams, stream)
                state[spots[FACTS] + 1] += 1
            else:
                exchange_facts(spots, watch, watch_top, role, family, state, seat, streams, stream)
    drop_false_facts(spots, state)


deal_with_facts = kernel(_deal_with_facts)
