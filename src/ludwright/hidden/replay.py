"""Secret answers given again: how a redeal reaches the present when others have answered unseen.

The rules note where a secret part began (`at once`, or a secret stage, whose beginning is kept whole) and every answer since. A redeal goes back there, deals
again what the seat did not know then, and plays on: the seat's own answers and all that were given openly are repeated, the secret ones of
others are chosen anew among what is legal. What does not look the same to the seat in the end is thrown away.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.calling import call_advance, call_setup
from ludwright.engine.kernel import below, inner, next32
from ludwright.engine.layout import CTX_ARENA_SIZE
from ludwright.hidden.block import (
    ADVANCE,
    ARENA,
    AT_BEGUN,
    AT_CONTEXT,
    AT_KNOWN_REPLIES,
    AT_ROOT,
    BEGINNING,
    CAPACITY,
    CONTEXT_WORDS,
    GOAL,
    KNOWN_REPLIES,
    LEGAL,
    MODE,
    MOST_REPLIES,
    REPLAYED,
    REPLIES,
    REWIND,
    SEAT,
    STATE_SIZE,
    VEIL,
)
from ludwright.hidden.calls import numbers, observation_hash, prepare_belief, sample_belief, words

TRIES = 400
"""How often it is tried at least before only the present is dealt again."""

EFFORT = 50_000
"""As long as all tries together took fewer answers than that, it is tried on: short stages can be met that are rarely met."""

MOST_ANSWERS = 10_000
"""How many answers a try may take."""


@inner
@no_type_check
def room_for_state(block, scratch, place):
    """A part of the scratch room as a state."""
    return words(scratch.ctypes.data + 8 * block[place], block[STATE_SIZE])


@inner
@no_type_check
def room_for_context(block, scratch):
    """A part of the scratch room as a context."""
    return numbers(scratch.ctypes.data + 8 * block[AT_CONTEXT], block[CONTEXT_WORDS])


@inner
@no_type_check
def has_secrets(block, state, seat):
    """Whether secret answers have to be given again for a seat. Where too many were given to be noted, they can't be."""
    if block[REWIND] < 0 or state[block[REWIND]] <= 0 or state[ir.OVER] != 0:
        return False
    noted = np.int64(state[block[REPLIES]])
    if noted > block[MOST_REPLIES]:
        return False
    if block[BEGINNING] >= 0 or state[block[VEIL]] <= 0:
        # what happened in a secret stage is known by playing it again only, even if nobody else was asked in it
        return True
    for i in range(noted):
        who = state[block[REPLIES] + 2 + 2 * i]
        if who % 2 == 1 and who // 2 != seat:
            return True
    return False


@inner
@no_type_check
def begin_again(block, scratch, root):
    """Make the state where the secret part began."""
    begun, rewind = room_for_state(block, scratch, AT_BEGUN), block[REWIND]
    begun[:] = root
    if block[BEGINNING] >= 0:
        size = block[BEGINNING]
        begun[:size] = root[size : 2 * size]
    begun[ir.RESUME] = root[rewind] - 1
    begun[ir.FRAME] = root[rewind + 1]
    begun[ir.MOVES] = root[rewind + 2]
    begun[rewind] = root[rewind]
    begun[block[REPLIES]] = 0
    return begun


@inner
@no_type_check
def plan_replay(block, scratch, root, table, seat, streams, role):
    """Plan to play from the beginning of the secret part on: what the seat answered or heard since, and how it looks to it now."""
    known = block[AT_KNOWN_REPLIES]
    count = 0
    for i in range(root[block[REPLIES]]):
        code, who = root[block[REPLIES] + 1 + 2 * i], root[block[REPLIES] + 2 + 2 * i]
        if who // 2 == seat or who % 2 == 0:
            scratch[known + 2 * count], scratch[known + 2 * count + 1] = code, who // 2
            count += 1
    scratch[KNOWN_REPLIES] = count
    kept, context = room_for_state(block, scratch, AT_ROOT), room_for_context(block, scratch)
    kept[:] = root
    context[: ir.CTX_HEADER] = 0
    context[ir.CTX_CAPACITY] = block[CAPACITY]
    context[CTX_ARENA_SIZE] = block[ARENA]
    call_setup(block[LEGAL], kept.ctypes.data, table, context.ctypes.data)
    scratch[GOAL] = np.int64(observation_hash(block, kept, context, seat))
    prepare_belief(block, scratch, begin_again(block, scratch, root), seat, streams, role)
    scratch[MODE] |= REPLAYED


@inner
@no_type_check
def reach(block, scratch, state, table, streams, role):
    """Play on from the beginning to the question that is open now: how many answers that took, less than none if it can't have been so."""
    kept, context = room_for_state(block, scratch, AT_ROOT), room_for_context(block, scratch)
    known, count, seat = block[AT_KNOWN_REPLIES], scratch[KNOWN_REPLIES], scratch[SEAT]
    # chance in the secret part is not known either
    bits = context.view(np.uint64)
    bits[ir.CTX_RNG_STATE] = next32(streams, role) << np.uint64(32) | next32(streams, role)
    bits[ir.CTX_RNG_STREAM] = next32(streams, role) << np.uint64(32) | next32(streams, role) | np.uint64(1)
    at, code = 0, np.int64(0)
    for taken in range(1, MOST_ANSWERS + 1):
        options = call_advance(block[ADVANCE], state.ctypes.data, table, context.ctypes.data, np.int32(code))
        if options <= 0 or state[ir.OVER] != 0:
            return -taken
        if options == 1 and context[ir.CTX_HEADER] == ir.PAUSE:
            code = np.int64(0)
            continue
        actor, secret = state[ir.ACTOR], state[block[VEIL]] > 0
        if at == count and actor == kept[ir.ACTOR] and state[ir.QUESTION] == kept[ir.QUESTION]:
            return taken
        if at < count and scratch[known + 2 * at + 1] == actor and (actor == seat or not secret):
            code = scratch[known + 2 * at]
            at += 1
            offered = False
            for option in range(options):
                offered = offered or context[ir.CTX_HEADER + option] == code
            if not offered:
                return -taken
        elif secret and actor != seat:
            code = context[ir.CTX_HEADER + below(streams, role, options)]
        else:
            return -taken
    return -MOST_ANSWERS


@inner
@no_type_check
def play_again(block, scratch, state, table, streams, role):
    """Deal again and give secret answers anew, until it looks right to the seat. No if nothing fitted: then only the present is dealt again, in this
    deal and all others of the plan. What was set in secret is then anything in its range, never what it is."""
    seat = scratch[SEAT]
    begun, kept = room_for_state(block, scratch, AT_BEGUN), room_for_state(block, scratch, AT_ROOT)
    context = room_for_context(block, scratch)
    goal = np.uint64(scratch[GOAL])
    tries, effort = 0, 0
    while tries < TRIES or effort < EFFORT:
        state[: begun.size] = begun
        sample_belief(block, scratch, state, streams, role)
        taken = reach(block, scratch, state, table, streams, role)
        if taken > 0 and observation_hash(block, state, context, seat) == goal:
            return True
        tries, effort = tries + 1, effort + abs(taken)
    prepare_belief(block, scratch, kept, seat, streams, role)
    state[: kept.size] = kept
    sample_belief(block, scratch, state, streams, role)
    return False
