"""Kernels of the solver as a player: it looks positions up whose values are known."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import inner
from ludwright.engine.positions import pack
from ludwright.exact.expanding import place_of
from ludwright.exact.outcomes import answer, copy_state, likelihood, new_script, next_script


@inner
@no_type_check
def worth_of_move(rules, graph, state, after, key, code, seat):
    """What a move is worth to a seat with best play of all; minus infinity if it leads to a position that is not known."""
    total = 0.0
    new_script(rules)
    while True:
        copy_state(state, after)
        answer(rules, after, code)
        pack(after, rules.rows, rules.runs, key)
        number = np.int64(graph.slots[place_of(graph, key)])
        if number < 0:
            return -np.inf
        total += likelihood(rules, after) * graph.values[number, seat]
        if not next_script(rules, after):
            return total
