"""Steps of many games in a row: answer, run on, say who is asked, what is legal, what they see and what came of it."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.block_places import places
from ludwright.engine.calling import call_advance, call_real, call_setup
from ludwright.engine.kernel import begin_stream, below, kernel, root
from ludwright.hidden.observation import UNSEEN
from ludwright.hidden.observation_kernels import observe

_UNSEEN = np.int32(UNSEEN)


@kernel
@no_type_check
def observe_games(block, states, seats, first, end, room, found):
    """What one seat of each game sees; nothing where the seat is -1."""
    at_block, at_room = np.int64(block.ctypes.data), np.int64(room.ctypes.data)
    for game in range(first, end):
        if seats[game] < 0:
            found[game] = _UNSEEN
        else:
            observe(at_block, states[game].ctypes.data, np.int64(seats[game]), at_room, found[game].ctypes.data)


# ---------------------------------------------------------------- steps

FUNCTIONS = places(3)
(SETUP, ADVANCE, RETURNS) = FUNCTIONS
"""Where the functions of a game lie, in this order."""
RUNNING, ENDED, FAULTED = range(3)
"""How a game stands."""


@kernel
@no_type_check
def illegal(masks, standing, codes, first, end):
    """The first game whose answer is not legal; -1 if all are."""
    for game in range(first, end):
        if standing[game] == RUNNING and not (0 <= codes[game] < masks.shape[1] and masks[game, codes[game]]):
            return game
    return np.int64(-1)


@kernel
@no_type_check
def step_games(
    functions, table, context, seed, states, chances, numbers, codes, restart, first, end, move_limit, every, actors, masks, returns, standing,
):  # fmt: skip
    """Answer in every game from ``first`` up to ``end``, and run on. A game that is over begins anew, as number ``numbers`` of the seed, if
    ``restart`` says so; it goes ``every`` numbers further each time, so that no game comes twice."""
    at_table, at_context = np.int64(table.ctypes.data), np.int64(context.ctypes.data)
    chance, streams = context.view(np.uint64), np.empty(2, np.uint64)
    seats = returns.shape[1]
    for game in range(first, end):
        state = states[game]
        at_state = np.int64(state.ctypes.data)
        if standing[game] != RUNNING:
            returns[game] = 0.0
            if not restart[game]:
                continue
            begin_stream(root(seed, numbers[game]), 0, streams)
            numbers[game] += every
            chance[ir.CTX_RNG_STATE], chance[ir.CTX_RNG_STREAM] = streams[0], streams[1]
            options = call_setup(functions[SETUP], at_state, at_table, at_context)
        else:
            chance[ir.CTX_RNG_STATE], chance[ir.CTX_RNG_STREAM] = chances[game, 0], chances[game, 1]
            options = call_advance(functions[ADVANCE], at_state, at_table, at_context, np.int32(codes[game]))
        chances[game, 0], chances[game, 1] = chance[ir.CTX_RNG_STATE], chance[ir.CTX_RNG_STREAM]
        masks[game] = False
        if options > 0 and state[ir.MOVES] < move_limit:
            standing[game], actors[game] = RUNNING, state[ir.ACTOR]
            for option in range(ir.CTX_HEADER, ir.CTX_HEADER + options):
                masks[game, context[option]] = True
        else:
            standing[game] = ENDED if options == 0 and state[ir.OVER] == 1 else FAULTED
            actors[game] = -1
            for seat in range(seats if standing[game] == ENDED else 0):
                returns[game, seat] = call_real(functions[RETURNS], at_state, at_table, at_context, np.int64(seat))


@kernel
@no_type_check
def draw_codes(masks, streams, first, end, codes):
    """A legal answer for every game, all equally likely; -1 where none is asked for."""
    for game in range(first, end):
        count = 0
        for code in range(masks.shape[1]):
            count += masks[game, code]
        codes[game] = -1
        if count:
            left = below(streams[game], 0, count)
            for code in range(masks.shape[1]):
                if masks[game, code]:
                    if left == 0:
                        codes[game] = code
                        break
                    left -= 1
