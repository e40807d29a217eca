"""Loops over whole games, compiled once by Numba, kept on disk, and run without Python's lock.

A kernel knows nothing of a game but the addresses of its functions. They may be machine code, or callbacks into Python:
so a game whose rules are plain Python functions plays under the very same kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, no_type_check

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

from ludwright.engine.random import GOLDEN, MULTIPLIER
from ludwright.rules import ir

RECORD = ("decisions", "moves", "turn", "round", "over", "fault", "line")
"""What a kernel notes of every game, one row each."""
DECISIONS, MOVES, TURN, ROUND, OVER, FAULT, LINE = range(len(RECORD))

_U = np.uint64
_GOLDEN, _MULTIPLIER = _U(GOLDEN), _U(MULTIPLIER)
_ONE, _LOW32 = _U(1), _U(0xFFFFFFFF)


def _compiled(function: Callable[..., Any], **options: Any) -> Any:
    """Compile on first call and keep the result on disk, if there is any place on disk to keep it."""
    try:
        return njit(cache=True, nogil=True, **options)(function)
    except RuntimeError:
        return njit(nogil=True, **options)(function)


# ---------------------------------------------------------------- calling by address


def _call_by_address(result: Any, numbers: int, last: Any = types.int64) -> Any:
    """A function for kernels that calls the function at an address with that many integers."""
    given = (types.int64,) * (numbers - 1) + (last,)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir as llvm

        kinds = [context.get_value_type(kind) for kind in given]
        function = llvm.FunctionType(context.get_value_type(result), kinds)
        return builder.call(builder.inttoptr(args[0], function.as_pointer()), args[1:])

    return result(types.int64, *given), generate


@intrinsic
def call_setup(typing: Any, address: Any, state: Any, table: Any, context: Any) -> Any:
    """``setup`` and ``legal``: three addresses to the number of options."""
    return _call_by_address(types.int32, 3)


@intrinsic
def call_advance(typing: Any, address: Any, state: Any, table: Any, context: Any, code: Any) -> Any:
    """``advance``: three addresses and a code to the number of options."""
    return _call_by_address(types.int32, 4, types.int32)


@intrinsic
def call_real(typing: Any, address: Any, state: Any, table: Any, context: Any, number: Any) -> Any:
    """A real-valued export of one number, as ``returns`` of a seat."""
    return _call_by_address(types.float64, 4)


# ---------------------------------------------------------------- random numbers, as in ludwright.engine.random


@no_type_check
def _mix(z):
    z = (z ^ (z >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> _U(27))) * _U(0x94D049BB133111EB)
    return z ^ (z >> _U(31))


mix = _compiled(_mix, inline="always")


@no_type_check
def _root(seed, game):
    return mix(mix(seed + _GOLDEN) + (_U(game) + _ONE) * _GOLDEN)


root = _compiled(_root, inline="always")


@no_type_check
def _begin_stream(root, role, streams):
    first = _U(2 * role + 1)
    streams[2 * role] = mix(root + first * _GOLDEN)
    streams[2 * role + 1] = mix(root + (first + _ONE) * _GOLDEN) | _ONE


begin_stream = _compiled(_begin_stream, inline="always")


@no_type_check
def _next32(streams, role):
    old = streams[2 * role]
    streams[2 * role] = old * _MULTIPLIER + streams[2 * role + 1]
    shifted = (((old >> _U(18)) ^ old) >> _U(27)) & _LOW32
    turn = old >> _U(59)
    return ((shifted >> turn) | (shifted << ((_U(32) - turn) & _U(31)))) & _LOW32


next32 = _compiled(_next32, inline="always")


@no_type_check
def _below(streams, role, bound):
    wide = _U(bound)
    product = next32(streams, role) * wide
    if (product & _LOW32) < wide:
        unfair = (_U(0x100000000) - wide) % wide
        while (product & _LOW32) < unfair:
            product = next32(streams, role) * wide
    return np.int64(product >> _U(32))


below = _compiled(_below)


# ---------------------------------------------------------------- whole games


@no_type_check
def _play_games(setup, advance, returns, state, table, context, seed, first, seats, move_limit, stop, outcomes, record):
    """Play one random game for each column of ``record``, beginning with game number ``first`` of ``seed``.

    How many were played to their end: fewer than there are columns only when ``stop`` was set meanwhile.
    """
    at_state, at_table, at_context = (
        np.int64(state.ctypes.data),
        np.int64(table.ctypes.data),
        np.int64(context.ctypes.data),
    )
    words = context.view(np.uint64)
    streams = np.empty(2 * (seats + 1), np.uint64)
    room = context.size - ir.CTX_HEADER
    for column in range(record.shape[1]):
        stem = root(seed, first + column)
        for role in range(seats + 1):
            begin_stream(stem, role, streams)
        words[ir.CTX_RNG_STATE] = streams[0]
        words[ir.CTX_RNG_STREAM] = streams[1]
        options = call_setup(setup, at_state, at_table, at_context)
        decisions = 0
        while options > 0 and decisions < move_limit and state[ir.MOVES] < move_limit:
            actor = state[ir.ACTOR]
            pick = np.int64(0)
            if options > 1:
                role = actor + 1 if 0 <= actor < seats else 1
                pick = below(streams, role, min(np.int64(options), room))
            options = call_advance(advance, at_state, at_table, at_context, np.int32(context[ir.CTX_HEADER + pick]))
            decisions += 1
            if stop[0]:
                return column
        over, fault, line = state[ir.OVER], state[ir.FAULT], state[ir.FAULT_LINE]
        if options > 0:
            over, fault, line = np.int32(2), np.int32(ir.TOO_LONG), np.int32(0)
        record[0, column] = decisions
        record[1, column] = state[ir.MOVES]
        record[2, column] = state[ir.TURN]
        record[3, column] = state[ir.ROUND]
        record[4, column] = over
        record[5, column] = fault
        record[6, column] = line
        for seat in range(seats):
            outcomes[seat, column] = (
                0.0 if over == 2 else call_real(returns, at_state, at_table, at_context, np.int64(seat))
            )
    return record.shape[1]


play_games = _compiled(_play_games)

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
)


def prepare(announce: Callable[[], None] | None = None) -> None:
    """Have the kernels ready: from disk, or built now, which takes some seconds once; ``announce`` is called before that."""
    if play_games.signatures:
        return
    if announce is not None and not _on_disk():
        announce()
    play_games.compile(_SIGNATURE)
    play_games.disable_compile()


def _on_disk() -> bool:
    """Whether a kernel built earlier is at hand."""
    try:
        return play_games._cache.load_overload(_SIGNATURE, play_games.targetctx) is not None
    except AttributeError:
        return False
