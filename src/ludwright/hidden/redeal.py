"""Dealing again all that a seat does not know: cards, dice under cups, hidden numbers."""

from __future__ import annotations

from typing import Any, no_type_check

import numpy as np

from ludwright.engine.kernel import below, kernel
from ludwright.hidden.cards import SWEEPS, sees
from ludwright.hidden.dealing import deal_with_facts
from ludwright.hidden.layout import (
    COMPONENTS,
    DESIGN,
    DIE,
    FIRST,
    FLOOR_AT,
    KNOWN,
    KNOWN_AT,
    SEEN_BY,
    VARIABLE,
    Layout,
    Words,
)


@no_type_check
def _hand_out(numbers, i, state, seat, streams, stream):
    """Deal again numbers of one owner whose sum is public, as the goods of a player.

    If others' are unknown too, units are exchanged with theirs, so that there are as many of each as before; else they are handed out anew.
    """
    start, span, _, high, _, written, _, _, variable, floor = numbers[i]
    partners = np.empty(numbers.shape[0], np.int64)
    count = 0
    for j in range(numbers.shape[0]):
        if j != i and numbers[j, VARIABLE] == variable and (numbers[j, SEEN_BY] >> seat & 1) == 0:
            for k in range(span):
                if (state[numbers[j, KNOWN_AT] + k] >> seat & 1) == 0:
                    partners[count] = j
                    count += 1
                    break
    if count:
        for _ in range(SWEEPS * span):
            j = partners[below(streams, stream, count)]
            a, b = below(streams, stream, span), below(streams, stream, span)
            there, known, least = numbers[j, FIRST], numbers[j, KNOWN_AT], numbers[j, FLOOR_AT]
            marks = state[written + a] | state[written + b] | state[known + a] | state[known + b]
            if a == b or marks >> seat & 1:
                continue
            if (
                state[start + a] > state[floor + a]
                and state[there + b] > state[least + b]
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
            total += state[start + k] - state[floor + k]
            state[start + k] = state[floor + k]
    while total > 0:
        k = below(streams, stream, span)
        if (state[written + k] >> seat & 1) == 0 and state[start + k] < high:
            state[start + k] += 1
            total -= 1


hand_out = kernel(_hand_out)


@no_type_check
def _redeal(spots, watch, watch_top, role, family, faces, sides, numbers, state, seat, streams, stream):
    """Deal again, in ``state``, all that a seat does not know, with random numbers of one of ``streams``."""
    if spots[KNOWN] >= 0:
        deal_with_facts(spots, watch, watch_top, role, family, state, seat, streams, stream)
        for c in range(spots[COMPONENTS]):
            if role[c] == DIE and not sees(spots, watch, watch_top, state, seat, c):
                state[faces[c, 0]] = sides[faces[c, 1] + below(streams, stream, faces[c, 2])]
    for i in range(numbers.shape[0]):
        start, _, low, high, mask, written, summed, source, _, floor = numbers[i]
        if mask >> seat & 1:
            continue
        if summed:
            hand_out(numbers, i, state, seat, streams, stream)
        elif source >= 0 and state[source] > 0 and spots[DESIGN] >= 0:
            state[start] = state[spots[DESIGN] + state[source] - 1]
        elif (state[written] >> seat & 1) == 0 and state[start] >= low:
            least = np.int64(low) if floor < 0 else np.int64(state[floor])
            state[start] = least + below(streams, stream, np.int64(high) - least + 1)


deal_again = kernel(_redeal)


def redeal(layout: Layout, state: Words, seat: int, streams: Any, stream: int) -> None:
    """Deal again, in a state, all that a seat does not know."""
    deal_again(
        layout.spots, layout.watch, layout.watch_top, layout.role, layout.family, layout.faces, layout.sides,
        layout.numbers, state, seat, streams, stream,
    )  # fmt: skip
