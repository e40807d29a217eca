"""How exact players are asked: functions by address, one for each kind."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import types

from ludwright import ir
from ludwright.agents.kernels.at_once import lay_out_now
from ludwright.agents.kernels.block import CLOCK as CLOCK_AT
from ludwright.agents.kernels.block import CONTEXT, ROLE, SEAT, STATE, STREAMS, own_chance, plan
from ludwright.engine.block_places import behind, places
from ludwright.engine.calling import call_clock, number, set_number, word
from ludwright.engine.kernel import below, by_address, inner
from ludwright.exact import alphabeta, alphabeta_memory, maxn
from ludwright.exact.budgets import UNLIMITED
from ludwright.exact.lookup import worth_of_move
from ludwright.exact.memory import (
    GAME_WORDS,
    TOTALS,
    open_graph,
    open_rules,
    open_search,
    open_web,
    real_row,
)

DECIDE = types.int64(*(types.int64,) * 7)
"""The player's block; state, table and context of the game; how many options there are; its seat; the streams of the match."""

OF_PLAYERS = places(
    2, first=max(behind(alphabeta_memory.COUNTED), behind(maxn.COUNTED)), before=alphabeta_memory.COUNT_WORDS
)
(PARANOID, TIME) = OF_PLAYERS
"""Words of the counts that only players have: whether all others are against it; nanoseconds for a decision."""


@inner
@no_type_check
def lay_state(b, address, state):
    """A position of the game, given by its address, on a state to think with."""
    for i in range(number(b, GAME_WORDS)):
        state[i] = np.int32(word(address, i))


@inner
@no_type_check
def any_best(worths, options, streams, role, slack):
    """The option of the greatest worth; of equal ones any."""
    best = -np.inf
    for option in range(options):
        best = max(best, worths[option])
    ties = np.int64(0)
    chosen = np.int64(0)
    for option in range(options):
        if worths[option] >= best - slack:
            ties += 1
            if below(streams, role, ties) == 0:
                chosen = np.int64(option)
    return chosen


@inner
@no_type_check
def forget(s):
    """Nothing of an earlier decision counts: so what is decided does not depend on what was played before."""
    s.counts[alphabeta_memory.GENERATION] += 1
    if s.counts[alphabeta_memory.GENERATION] >= alphabeta_memory.GENERATIONS:
        s.table[:] = 0
        s.counts[alphabeta_memory.GENERATION] = 1
    s.killers[:] = -1
    s.history[:] = 0


@inner
@no_type_check
def deadline(b, counts):
    return call_clock(number(b, CLOCK_AT)) + counts[TIME] if counts[TIME] > 0 else np.int64(0)


@no_type_check
def _by_alphabeta(b, state, table, context, options, seat, streams):
    rules, s = open_rules(b), open_search(b, streams)
    s.counts[alphabeta_memory.VIEW] = seat if s.counts[PARANOID] else 0
    s.counts[alphabeta_memory.ROLE] = seat + 1
    s.counts[alphabeta_memory.NODES] = 0
    s.counts[alphabeta_memory.DEADLINE] = deadline(b, s.counts)
    forget(s)
    lay_state(b, state, s.states[0])
    code, _ = alphabeta.deepen(rules, s, s.counts[alphabeta_memory.DEEPEST])
    for option in range(options):
        if number(context, ir.CTX_HEADER + option) == code:
            return np.int64(option)
    return below(s.streams, seat + 1, options)


@inner
@no_type_check
def look_ahead(b, rules, w, context, options, depth):
    """The worth of every option to a depth, over as many deals as were asked for."""
    for option in range(options):
        w.worths[option] = 0.0
    for _ in range(w.counts[maxn.DEALS]):
        lay_out_now(b)
        lay_state(b, number(b, STATE), w.states[0])
        for option in range(options):
            rules.context[ir.CTX_HEADER + option] = number(context, ir.CTX_HEADER + option)
        maxn.ponder(rules, w, options, depth)
        if w.counts[maxn.STOPPED]:
            return


@inner
@no_type_check
def get_ready(b, state, seat, streams):
    """Get ready to deal what a seat can't see, by its own stream."""
    set_number(b, STREAMS, streams)
    set_number(b, ROLE, seat + 1)
    set_number(b, SEAT, seat)
    own_chance(b, number(b, CONTEXT))
    plan(b, state)


@no_type_check
def _by_maxn(b, state, table, context, options, seat, streams):
    get_ready(b, state, seat, streams)
    rules, w = open_rules(b), open_web(b, streams)
    totals = real_row(number(b, TOTALS), w.worths.size)
    options = min(options, w.worths.size)
    w.counts[maxn.ROLE] = seat + 1
    w.counts[maxn.NODES] = w.counts[maxn.STOPPED] = w.counts[maxn.HURRY] = 0
    w.counts[maxn.DEADLINE] = deadline(b, w.counts)
    limited = w.counts[TIME] > 0 or w.counts[maxn.NODE_LIMIT] < UNLIMITED
    depth = np.int64(1) if limited else w.counts[maxn.DEEPEST]
    while depth <= w.counts[maxn.DEEPEST] and not w.counts[maxn.STOPPED]:
        look_ahead(b, rules, w, context, options, depth)
        if not w.counts[maxn.STOPPED] or not w.counts[maxn.HURRY]:
            for option in range(options):
                totals[option] = w.worths[option]
        depth += 1
        w.counts[maxn.HURRY] = np.int64(limited)  # one step ahead is looked at in full, whatever the budget
    return any_best(totals, options, w.streams, seat + 1, 1e-9)


@no_type_check
def _by_lookup(b, state, table, context, options, seat, streams):
    rules, graph, w = open_rules(b), open_graph(b), open_web(b, streams)
    lay_state(b, state, w.states[0])
    key = np.empty(graph.keys.shape[1], np.uint64)
    options = min(options, w.worths.size)
    for option in range(options):
        w.worths[option] = worth_of_move(
            rules, graph, w.states[0], w.states[1], key, number(context, ir.CTX_HEADER + option), seat
        )
    return any_best(w.worths, options, w.streams, seat + 1, 1e-9)


@cache
def decide_by_alphabeta() -> Any:
    """For players that search two sides."""
    return by_address(_by_alphabeta, DECIDE)


@cache
def decide_by_maxn() -> Any:
    """For players that search for each side by itself, and over chance."""
    return by_address(_by_maxn, DECIDE)


@cache
def decide_by_lookup() -> Any:
    """For the solver."""
    return by_address(_by_lookup, DECIDE)
