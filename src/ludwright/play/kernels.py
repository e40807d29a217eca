"""Loops over whole games, compiled once by Numba, kept on disk, and run without Python's lock.

A kernel knows nothing of a game but the addresses of its functions. They may be machine code, or callbacks into Python:
so a game whose rules are plain Python functions plays under the very same kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import no_type_check

import numpy as np
from numba import types

from ludwright import ir
from ludwright.engine.block_places import places
from ludwright.engine.calling import call_advance, call_decide, call_real, call_setup, number, set_number
from ludwright.engine.kernel import begin_stream, below, inlined, inner, is_kept, kernel, root
from ludwright.engine.streams import below_at

RECORD = places(8)
"""What a kernel notes of every game, one row each."""
(DECISIONS, MOVES, TURNS, ROUND, OVER, FAULT, LINE, NAMED) = RECORD

# ---------------------------------------------------------------- who chooses

RANDOM, SCRIPTED, THINKING = range(3)
"""Kinds of players. A player is a row of three numbers: its kind; the address of the function that sifts its options, or decides; and for
players that think, the address of their block (:mod:`ludwright.agents.kernels.block`)."""


@inner
@no_type_check
def group_from(code, ranges, row):
    """The group of a code (-1 if it has none), as :func:`ludwright.play.group_ranges.ranges_of_groups` says; and the first range that ends there or behind.
    Where codes are many, that is looked for from a row on: options mostly come in the order of their codes."""
    rows, codes = number(ranges, 0), number(ranges, 1)
    if codes:
        return number(ranges, 2 + code) if 0 <= code < codes else np.int64(-1), row
    if row > 0 and code <= number(ranges, 3 * row):
        row = np.int64(0)
    while row < rows and number(ranges, 3 * row + 3) < code:
        row += 1
    group = number(ranges, 3 * row + 4) if row < rows and number(ranges, 3 * row + 2) <= code else np.int64(-1)
    return group, row


@inner
@no_type_check
def at_random(context, options, streams, role, ranges, weights, groups, counts):
    """Groups by their weights, what is in no group as in one big draw: as :class:`ludwright.play.agents.Agents` does. All arrays are given by their addresses."""
    first = below_at(streams, role, options)
    if groups == 0 or group_from(number(context, ir.CTX_HEADER + first), ranges, np.int64(0))[0] < 0:
        return first
    for group in range(groups):
        set_number(counts, group, np.int64(0))
    row = np.int64(0)
    for option in range(options):
        group, row = group_from(number(context, ir.CTX_HEADER + option), ranges, row)
        if group >= 0:
            set_number(counts, group, number(counts, group) + 1)
    present, total = 0, np.int64(0)
    for group in range(groups):
        if number(counts, group):
            present += 1
            total += number(weights, group)
    if present == 1 or total == 0:
        return first
    left = below_at(streams, role, total)
    chosen = np.int64(0)
    for group in range(groups):
        if number(counts, group):
            chosen = np.int64(group)
            if left < number(weights, group):
                break
            left -= number(weights, group)
    left = below_at(streams, role, number(counts, chosen))
    row = np.int64(0)
    for option in range(options):
        group, row = group_from(number(context, ir.CTX_HEADER + option), ranges, row)
        left -= group == chosen
        if left < 0:
            return np.int64(option)
    return first


@kernel
@no_type_check
def choose(agents, seat, options, at_state, at_table, at_context, context, streams, ranges, weights, counts):
    """The option that the player in a seat takes, by its place in the list; -1 when its own rules can't be carried out."""
    if agents[seat, 0] == THINKING:
        return call_decide(
            agents[seat, 1], agents[seat, 2], at_state, at_table, at_context, options, seat, np.int64(streams.ctypes.data)
        )  # fmt: skip
    if agents[seat, 0] == SCRIPTED:
        left = np.int64(call_real(agents[seat, 1], at_state, at_table, at_context, np.int64(seat)))
        if context[ir.CTX_FAULT] != 0:
            return np.int64(-1)
        if left == 1:
            return np.int64(0)
        if left > 1:
            return below(streams, seat + 1, min(left, options))
    return at_random(
        at_context, options, np.int64(streams.ctypes.data), seat + 1, np.int64(ranges.ctypes.data),
        np.int64(weights.ctypes.data), weights.size, np.int64(counts.ctypes.data),
    )  # fmt: skip


# ---------------------------------------------------------------- whole games

MARKS = places(5)
"""What stands beside the values followed at the end of a turn: at last its number as the rules count, anew in every part of the game."""
(MARK_GAME, MARK_TURN, MARK_ROUND, MARK_PLAYER, MARK_NUMBER) = MARKS


@kernel
@no_type_check
def note_turn(state, at_state, at_table, at_context, column, row, series, values, marks):
    """Note what is followed, at the end of a turn."""
    marks[row, MARK_GAME] = column
    marks[row, MARK_TURN] = state[ir.TURNS]
    marks[row, MARK_ROUND] = state[ir.ROUND]
    marks[row, MARK_PLAYER] = state[ir.TURN_PLAYER]
    marks[row, MARK_NUMBER] = state[ir.TURN]
    for place in range(series.shape[0]):
        values[row, place] = call_real(series[place, 0], at_state, at_table, at_context, series[place, 1])


# ---------------------------------------------------------------- what is kept of a decision


@inlined
@no_type_check
def packed(code, question, options, actor, widths):
    """A decision in one number: the answer's code, the question, how many options there were, and who chose; what does not fit into
    its bits counts as the largest number that does."""
    number = np.int64(code)
    number = (number << widths[0]) | min(np.int64(question), (np.int64(1) << widths[0]) - 1)
    number = (number << widths[1]) | min(np.int64(options), (np.int64(1) << widths[1]) - 1)
    return (number << widths[2]) | (np.int64(actor) & ((np.int64(1) << widths[2]) - 1))


@kernel
@no_type_check
def play_games(
    setup, advance, returns, state, table, context, seed, first, seats, move_limit, stop, outcomes, record,
    agents, ranges, weights, series, values, marks, filled, score, scores, placing, log, clocks, widths,
):  # fmt: skip
    """Play one game for each column of ``record``, beginning with game number ``first`` of ``seed``.

    How many were played to their end: fewer than there are columns only when ``stop`` was set meanwhile, or when there
    was no room left in ``values`` for what is followed, or in ``log`` for the decisions. ``filled`` tells how many rows of these hold
    whole games. ``score`` is the function for ``scores``, ``placing`` tells who is first (0: nobody asks); a ``log`` and ``clocks`` without room mean that none are wanted; ``widths`` says how
    decisions are packed.
    """
    at_state, at_table, at_context = (
        np.int64(state.ctypes.data),
        np.int64(table.ctypes.data),
        np.int64(context.ctypes.data),
    )
    words = context.view(np.uint64)
    streams = np.empty(2 * (seats + 1), np.uint64)
    counts = np.empty(weights.size, np.int64)
    room = context.size - ir.CTX_HEADER
    following = series.shape[0] > 0
    recording, timing = log.size > 0, clocks.size > 0
    plain = weights.size == 0
    filled[0] = filled[1] = 0
    for column in range(record.shape[1]):
        row, entry = filled[0], filled[1]
        stem = root(seed, first + column)
        for role in range(seats + 1):
            begin_stream(stem, role, streams)
        words[ir.CTX_RNG_STATE] = streams[0]
        words[ir.CTX_RNG_STREAM] = streams[1]
        options = call_setup(setup, at_state, at_table, at_context)
        decisions = 0
        fault, line = np.int32(0), np.int32(0)
        paused = False
        while options > 0 and decisions < move_limit and state[ir.MOVES] < move_limit:
            if options == 1 and context[ir.CTX_HEADER] == ir.PAUSE:
                if row >= values.shape[0] or stop[0]:
                    return column
                note_turn(state, at_state, at_table, at_context, column, row, series, values, marks)
                row += 1
                paused = True
                options = call_advance(advance, at_state, at_table, at_context, np.int32(0))
                continue
            paused = False
            pick = np.int64(0)
            actor = state[ir.ACTOR]
            if options > 1:
                seat = np.int64(actor) if 0 <= actor < seats else np.int64(0)
                if plain and agents[seat, 0] == RANDOM:  # the usual case, without a call that hands everything on
                    pick = below(streams, seat + 1, min(np.int64(options), room))
                else:
                    pick = choose(
                        agents, seat, min(np.int64(options), room), at_state, at_table, at_context,
                        context, streams, ranges, weights, counts,
                    )  # fmt: skip
                if stop[0]:
                    return column
                if pick < 0:
                    fault, line = np.int32(context[ir.CTX_FAULT]), np.int32(context[ir.CTX_FAULT_LINE])
                    break
            code = np.int32(context[ir.CTX_HEADER + pick])
            if recording:
                if entry >= log.size:
                    return column
                log[entry] = packed(code, state[ir.QUESTION], options, actor, widths)
                if timing:
                    clocks[entry] = state[ir.CLOCK]
                entry += 1
            options = call_advance(advance, at_state, at_table, at_context, code)
            decisions += 1
            if stop[0]:
                return column
        over = state[ir.OVER]
        if fault != 0:
            over = np.int32(2)
        elif options > 0:
            over, fault, line = np.int32(2), np.int32(ir.TOO_LONG), np.int32(0)
        else:
            fault, line = state[ir.FAULT], state[ir.FAULT_LINE]
        record[0, column] = decisions
        record[1, column] = state[ir.MOVES]
        record[2, column] = state[ir.TURNS]
        record[3, column] = state[ir.ROUND]
        record[4, column] = over
        record[5, column] = fault
        record[6, column] = line
        record[7, column] = 0
        if placing != 0 and over == 1 and call_real(placing, at_state, at_table, at_context, np.int64(0)) == 1.0:
            record[7, column] = 1
        for seat in range(seats):
            outcomes[seat, column] = (
                0.0 if over == 2 else call_real(returns, at_state, at_table, at_context, np.int64(seat))
            )
        for seat in range(scores.shape[0]):
            scores[seat, column] = (
                np.nan if over == 2 else call_real(score, at_state, at_table, at_context, np.int64(seat))
            )
        if following:
            if (
                paused
                and marks[row - 1, 1] == state[ir.TURNS]
                and marks[row - 1, 2] == state[ir.ROUND]
                and marks[row - 1, 4] == state[ir.TURN]
            ):
                row -= 1  # it ended with the turn that was noted last
            if row >= values.shape[0]:
                return column
            note_turn(state, at_state, at_table, at_context, column, row, series, values, marks)
            filled[0] = row + 1
        filled[1] = entry
    return record.shape[1]


_I, _W = types.int64, types.int32
_SIGNATURE = (
    _I,
    _I,
    _I,
    _W[::1],
    _W[::1],
    _I[::1],
    types.uint64,
    _I,
    _I,
    _I,
    _I[::1],
    types.float64[:, ::1],
    _W[:, ::1],
    _I[:, ::1],
    _I[::1],
    _I[::1],
    _I[:, ::1],
    types.float64[:, ::1],
    _W[:, ::1],
    _I[::1],
    _I,
    types.float64[:, ::1],
    _I,
    _I[::1],
    _W[::1],
    _I[::1],
)


def prepare(announce: Callable[[], None] | None = None) -> None:
    """Have the kernels ready: from disk, or built now, which takes some seconds once; ``announce`` is called before that."""
    if play_games.signatures:
        return
    if announce is not None and not is_kept(play_games, _SIGNATURE, play_games.targetctx):
        announce()
    play_games.compile(_SIGNATURE)
    play_games.disable_compile()
