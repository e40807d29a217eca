"""Rolling-horizon evolution: plans of some answers each are bred for one decision, and the first answer of the best is given."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.at_once import lay_out_now
from ludwright.agents.kernels.block import (
    BLOCK_WORDS,
    CONTEXT,
    LIMIT,
    POLICY,
    ROLE,
    SEAT,
    SEATS,
    STOP,
    STREAMS,
    VALUES,
    code_at,
    draw,
    is_late,
    mover,
    plan,
    room,
    state_word,
    step,
)
from ludwright.agents.kernels.futures import allot, begin, spent
from ludwright.agents.kernels.lines import EXACT, OTHERS, PLACES, option_with, worth
from ludwright.agents.kernels.nested import DECIDE
from ludwright.agents.kernels.playout import choose_by
from ludwright.engine.block_places import behind, places
from ludwright.engine.calling import copy_bytes, number, real, set_number, set_real, set_word, word
from ludwright.engine.kernel import by_address, inner
from ludwright.engine.streams import next_at

EVOLUTION = places(8, first=behind(PLACES), before=BLOCK_WORDS)
(PLANS, LENGTH, POPULATION, MUTATION, SHIFT, PLAYING_OUT, OPPONENT, MERITS) = EVOLUTION
"""Where the settings and the memory of such a player stand in its block, behind what it shares with players that look for lines."""

FREE = np.int64(-1)
"""An answer of a plan that is not yet settled: it is chosen when the plan is tried."""


@inner
@no_type_check
def plan_at(b, row):
    """The codes of a plan; the row behind the population is the plan that is being made."""
    return number(b, PLANS) + 4 * row * number(b, LENGTH)


@inner
@no_type_check
def planned(b, genes, ply, options):
    """The option a plan stands for; where it leaves the answer open, one is chosen and written down."""
    code = word(genes, ply)
    if code == FREE:
        pick = choose_by(b, number(b, POLICY), options)
        set_word(genes, ply, code_at(b, pick))
        return pick
    pick = option_with(b, options, code)
    return pick if pick >= 0 else code % options


@inner
@no_type_check
def cut_short(b):
    """Whether it is over with thinking, after one more step of a game."""
    return number(number(b, STOP), 0) != 0 or is_late(b, 1)


@inner
@no_type_check
def carry_out(b, genes, options):
    """Carry a plan out, others choosing in between; how many options are open when it ends."""
    limit, most, seat, length = number(b, LIMIT), room(b), number(b, SEAT), number(b, LENGTH)
    ply = np.int64(0)
    while options > 0 and state_word(b, ir.MOVES) <= limit and not cut_short(b):
        pick = np.int64(0)
        if options > 1:
            if mover(b) != seat:
                pick = choose_by(b, number(b, OPPONENT), options)
            elif ply < length:
                pick = planned(b, genes, ply, options)
                ply += 1
            else:
                return options
        options = min(step(b, code_at(b, pick)), most)
    return np.int64(0)


@inner
@no_type_check
def play_on(b, options):
    """Play on to the end without a plan."""
    limit, most, seat = number(b, LIMIT), room(b), number(b, SEAT)
    while options > 0 and state_word(b, ir.MOVES) <= limit and not cut_short(b):
        pick = np.int64(0)
        if options > 1:
            pick = choose_by(b, number(b, POLICY) if mover(b) == seat else number(b, OPPONENT), options)
        options = min(step(b, code_at(b, pick)), most)


@inner
@no_type_check
def ahead(b):
    """By how much the seat is ahead of the best of the others, as the position on the table is judged.

    What it has alone would not do: plans are equally many answers long, not equally many turns.
    """
    own, values, best = worth(b), number(b, VALUES), -np.inf
    if number(b, OTHERS) == 0 or own == -np.inf:
        return own
    for seat in range(number(b, SEATS)):
        if seat != number(b, SEAT):
            best = max(best, real(values, seat))
    return own - best


@inner
@no_type_check
def fitness(b, genes, context, options):
    """What comes of a plan, tried once from the planned position, whose options lie in a context."""
    lay_out_now(b)
    copy_bytes(context + 8 * ir.CTX_HEADER, number(b, CONTEXT) + 8 * ir.CTX_HEADER, 8 * options)
    set_number(number(b, CONTEXT), ir.CTX_OPTIONS, options)
    options = carry_out(b, genes, options)
    if number(b, PLAYING_OUT):
        play_on(b, options)
    return ahead(b)


@inner
@no_type_check
def merit(b, row):
    """The mean of all that came of a plan; very low if it was never tried."""
    merits = number(b, MERITS)
    tried = real(merits, 2 * row + 1)
    return real(merits, 2 * row) / tried if tried > 0.0 else -np.inf


@inner
@no_type_check
def note(b, row, value, tried):
    """A plan was worth so much, in its next trial or (``tried`` 0) its first."""
    merits = number(b, MERITS)
    set_real(merits, 2 * row, value + (real(merits, 2 * row) if tried else 0.0))
    set_real(merits, 2 * row + 1, 1.0 + (real(merits, 2 * row + 1) if tried else 0.0))


@inner
@no_type_check
def outermost(b, sign):
    """The best plan (sign 1), or the worst (sign -1)."""
    found, most = np.int64(0), -np.inf
    for row in range(number(b, POPULATION)):
        value = sign * merit(b, row)
        if value > most:
            found, most = np.int64(row), value
    return found


@inner
@no_type_check
def parent(b):
    """The better of two plans."""
    first, second = draw(b, number(b, POPULATION)), draw(b, number(b, POPULATION))
    return plan_at(b, first if merit(b, first) >= merit(b, second) else second)


@inner
@no_type_check
def breed(b):
    """A new plan behind the population: each answer from one of two parents, some left open."""
    length, mutation = number(b, LENGTH), real(b, MUTATION) * 2.0**32
    one, other, child = parent(b), parent(b), plan_at(b, number(b, POPULATION))
    for ply in range(length):
        code = word(one if draw(b, 2) == 0 else other, ply)
        if np.float64(next_at(number(b, STREAMS), number(b, ROLE))) < mutation:
            code = FREE
        set_word(child, ply, code)
    set_word(child, draw(b, length), FREE)
    return child


@inner
@no_type_check
def renew(b, fresh):
    """The plans to begin with: those of the last decision without their first answer, or empty ones."""
    length, kept = number(b, LENGTH), number(b, SHIFT) == 1 and not fresh
    for row in range(number(b, POPULATION)):
        genes = plan_at(b, row)
        for ply in range(length):
            set_word(genes, ply, word(genes, ply + 1) if kept and ply + 1 < length else FREE)
        set_real(number(b, MERITS), 2 * row + 1, 0.0)


@inner
@no_type_check
def evolve(b, context, options):
    """Try all plans, then make new ones, each in place of the worst if it is no worse. The best is tried again and again if luck plays a part."""
    population, exact = number(b, POPULATION), number(b, EXACT) == 1
    for row in range(population):
        value = fitness(b, plan_at(b, row), context, options)
        if value > -np.inf:
            note(b, row, value, False)
        if spent(b):
            return
    while not spent(b):
        child = breed(b)
        value = fitness(b, child, context, options)
        if value == -np.inf:
            return
        worst = outermost(b, -1.0)
        if value >= merit(b, worst):
            copy_bytes(child, plan_at(b, worst), 4 * number(b, LENGTH))
            note(b, worst, value, False)
        if not exact and not spent(b):
            best = outermost(b, 1.0)
            value = fitness(b, plan_at(b, best), context, options)
            if value > -np.inf:
                note(b, best, value, True)


@no_type_check
def _by_evolution(b, state, table, context, options, seat, streams):
    options = min(options, room(b))
    fresh = begin(b, state, seat, streams)
    plan(b, state)
    renew(b, fresh)
    allot(b, np.int64(1))
    evolve(b, context, options)
    first = word(plan_at(b, outermost(b, 1.0)), 0)
    for option in range(options):
        if number(context, ir.CTX_HEADER + option) == first:
            return np.int64(option)
    return first % options if first >= 0 else np.int64(0)


@cache
def decide_by_evolution() -> Any:
    """For players that breed plans."""
    return by_address(_by_evolution, DECIDE)
