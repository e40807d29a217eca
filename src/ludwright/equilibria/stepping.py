"""Kernels that give answers to many positions at once, and that note what every seat has seen on the way."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.calling import call_advance, call_real
from ludwright.engine.kernel import kernel, mix
from ludwright.hidden.calls import observation_hash

_ANSWERED, _SEEN = np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB)

OVER, ACTOR, OPTIONS, CHANCE = range(4)
"""What is noted of every position that was reached."""


@kernel
@no_type_check
def answer(functions, states, nodes, codes, state, table, context, players, room, reached, facts, offered, payoffs):
    """Give answers to states, one after the other, as long as there is room for the options that follow; how many were given."""
    at_state, at_table, at_context = np.int64(state.ctypes.data), np.int64(table.ctypes.data), np.int64(context.ctypes.data)  # fmt: skip
    filled = 0
    for i in range(nodes.size):
        if filled + room > offered.size:
            return i
        state[:] = states[nodes[i]]
        context[ir.CTX_RNG_STATE] = 1
        options = call_advance(functions[0], at_state, at_table, at_context, np.int32(codes[i]))
        facts[i, CHANCE] = context[ir.CTX_RNG_STATE] != 1
        for option in range(options):
            offered[filled] = context[ir.CTX_HEADER + option]
            filled += 1
        facts[i, OVER] = state[ir.OVER]
        facts[i, ACTOR] = state[ir.ACTOR]
        facts[i, OPTIONS] = options
        reached[i] = state
        if state[ir.OVER] == 1:
            for which in range(2):
                if functions[1 + which] != 0:
                    for seat in range(players):
                        payoffs[i, which, seat] = call_real(
                            functions[1 + which], at_state, at_table, at_context, np.int64(seat)
                        )
    return nodes.size


@kernel
@no_type_check
def look_at_all(block, states, actors, options, codes, context, views):
    """What every seat sees of every state, each as one number; who is asked sees his options as well."""
    for i in range(states.shape[0]):
        count = options[i + 1] - options[i]
        context[ir.CTX_OPTIONS] = count
        for option in range(count):
            context[ir.CTX_HEADER + option] = codes[options[i] + option]
        for seat in range(views.shape[1]):
            views[i, seat] = observation_hash(block, states[i], context, seat)


@kernel
@no_type_check
def remember(above, acted, codes, actors, views, past, last, new_past, new_last):
    """What every seat has seen and done so far, as one number: its own answers, and what it saw whenever that changed."""
    for i in range(above.size):
        for seat in range(past.shape[1]):
            so_far = past[above[i], seat]
            new_last[i, seat] = last[above[i], seat]
            if acted[i] == seat:
                so_far = mix(so_far + np.uint64(2 * codes[i] + 1) * _ANSWERED)
            if actors[i] >= 0 and views[i, seat] != new_last[i, seat]:
                new_last[i, seat] = views[i, seat]
                so_far = mix(so_far * _SEEN + views[i, seat])
            new_past[i, seat] = so_far
