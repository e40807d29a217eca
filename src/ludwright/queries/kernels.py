"""Recorded games played again by a kernel, which notes the values of expressions wherever it stops.

A game stops where somebody is asked, at the end of every turn, and at its end. Seed, deal number and the codes of the answers rebuild
every state on the way, so nothing else needs to be kept of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import no_type_check

import numpy as np
from numba import types

from ludwright import ir
from ludwright.engine.calling import call_advance, call_real, call_setup
from ludwright.engine.kernel import begin_stream, is_kept, kernel, root

MARKS = (
    "game",
    "frame",
    "stop",
    "fresh",
    "turn",
    "round",
    "player",
    "actor",
    "made_by",
    "made_turn",
    "code",
    "question",
)
"""What stands beside the values at a stop. Frame: the answers so far. Fresh: whether it is the first stop after an answer. Then the turn,
counted through the whole game, the round, whose turn it is, who is asked (-1: nobody); and of the last answer: who gave it, in which turn,
its code, and the question."""
GAME, FRAME, STOP, FRESH, TURN, ROUND, PLAYER, ACTOR, MADE_BY, MADE_TURN, CODE, QUESTION = range(len(MARKS))

ASKED, TURN_END, OVER = np.int64(1), np.int64(2), np.int64(4)
"""Why a game stops. The last stop of a game is always ``OVER``, also of one that was broken off."""
AFTER = np.int64(8)
"""Wanted beside these: the first stop after every answer, whatever it is."""


@kernel
@no_type_check
def note(row, column, frame, stop, fresh, made, state, places, series, values, marks):
    marks[row, 0] = column
    marks[row, 1] = frame
    marks[row, 2] = stop
    marks[row, 3] = fresh
    marks[row, 4] = state[ir.TURNS]
    marks[row, 5] = state[ir.ROUND]
    marks[row, 6] = state[ir.TURN_PLAYER]
    marks[row, 7] = state[ir.ACTOR] if stop == ASKED else np.int32(-1)
    marks[row, 8:12] = made
    for place in range(series.shape[0]):
        values[row, place] = call_real(series[place, 0], places[0], places[1], places[2], series[place, 1])


@kernel
@no_type_check
def is_offered(context, options, code):
    for option in range(min(np.int64(options), context.size - ir.CTX_HEADER)):
        if context[ir.CTX_HEADER + option] == code:
            return True
    return False


@kernel
@no_type_check
def replay_games(
    setup, advance, state, table, context, seed, numbers, codes, offsets, wanted, frames, turns, halt, series, values, marks, filled,
):  # fmt: skip
    """Play the games of ``numbers`` again, from the column ``filled[1]`` on, with the codes between their offsets.

    Noted are the stops that are ``wanted``, of frames and turns within their bounds. It ends when all is done, when there is no room
    left for a game, or when ``halt`` is set. ``filled``: rows that hold whole games, games done, and games whose answers did not fit.
    """
    places = (np.int64(state.ctypes.data), np.int64(table.ctypes.data), np.int64(context.ctypes.data))
    words = context.view(np.uint64)
    streams, made = np.empty(2, np.uint64), np.empty(4, np.int32)
    filled[0] = filled[2] = 0
    for column in range(filled[1], numbers.size):
        row = filled[0]
        begin_stream(root(seed, numbers[column]), 0, streams)
        words[ir.CTX_RNG_STATE] = streams[0]
        words[ir.CTX_RNG_STREAM] = streams[1]
        options = call_setup(setup, places[0], places[1], places[2])
        frame, answers = np.int64(0), offsets[column + 1] - offsets[column]
        made[:] = -1
        fresh, paused, number = np.int64(0), np.int64(-1), np.int32(0)
        while True:
            pausing = options == 1 and context[ir.CTX_HEADER] == ir.PAUSE
            stop = TURN_END if pausing else ASKED
            if options <= 0 or (frame >= answers and not pausing):
                stop = OVER
            if (
                paused >= 0
                and stop == OVER
                and marks[paused, 4] == state[ir.TURNS]
                and marks[paused, 5] == state[ir.ROUND]
                and number == state[ir.TURN]
            ):
                row, fresh = paused, np.int64(marks[paused, 3])  # it ended with the turn that was noted last
            within = frames[0] <= frame <= frames[1] and turns[0] <= state[ir.TURNS] <= turns[1]
            if within and ((stop & wanted) != 0 or (fresh == 1 and (wanted & AFTER) != 0)):
                if row >= values.shape[0] or halt[0]:
                    return
                note(row, column, frame, stop, fresh, made, state, places, series, values, marks)
                paused, number = row if pausing else np.int64(-1), state[ir.TURN]
                row += 1
            elif pausing:
                paused = np.int64(-1)
            if stop == OVER:
                if frame < answers:
                    filled[2] += 1
                break
            if frame > frames[1] or state[ir.TURNS] > turns[1]:
                break
            fresh = np.int64(0)
            if pausing:
                if halt[0]:
                    return
                options = call_advance(advance, places[0], places[1], places[2], np.int32(0))
                continue
            paused = np.int64(-1)
            code = codes[offsets[column] + frame]
            if not is_offered(context, options, code):
                filled[2] += 1
                break
            made[0], made[1], made[2], made[3] = state[ir.ACTOR], state[ir.TURNS], code, state[ir.QUESTION]
            options = call_advance(advance, places[0], places[1], places[2], code)
            frame += 1
            fresh = np.int64(1)
        filled[0] = row
        filled[1] = column + 1


_I, _W = types.int64, types.int32
_SIGNATURE = (
    _I, _I, _W[::1], _W[::1], _I[::1], types.uint64, _I[::1], _W[::1], _I[::1], _I, _I[::1], _I[::1], _I[::1], _I[:, ::1],
    types.float64[:, ::1], _W[:, ::1], _I[::1],
)  # fmt: skip


def prepare(announce: Callable[[], None] | None = None) -> None:
    """Have the kernel ready: from disk, or built now, which takes some seconds once; ``announce`` is called before that."""
    if replay_games.signatures:
        return
    if announce is not None and not is_kept(replay_games, _SIGNATURE, replay_games.targetctx):
        announce()
    replay_games.compile(_SIGNATURE)
    replay_games.disable_compile()
