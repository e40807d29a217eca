"""Asking a player that thinks, from Python: the same function by address that kernels call."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.minds import SeatedAgent
from ludwright.agents.settings import AgentError
from ludwright.engine.random import Stream, stream
from ludwright.play.patience import patiently
from ludwright.play.playable import Playable

_DECIDE = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_int64,) * 7)


def streams_of(game: Playable, seed: int, number: int) -> npt.NDArray[np.uint64]:
    """The random numbers of a game of a seed, as kernels hold them: those of chance first, then those of each seat."""
    return np.array([stream(seed, number, role) for role in range(game.players + 1)], np.uint64).reshape(-1)


def ask(
    game: Playable,
    sitter: SeatedAgent,
    codes: Sequence[int] | npt.NDArray[np.integer[Any]],
    words: Sequence[int] | npt.NDArray[np.integer[Any]],
    seat: int,
    streams: npt.NDArray[np.uint64],
    stop: npt.NDArray[np.int64],
) -> int:
    """The place of the option that a player takes after thinking. Ctrl-C stops it."""
    state = np.array(words, np.int32)
    context = game.compiled.new_context(Stream(0, 1))
    context[ir.CTX_HEADER : ir.CTX_HEADER + len(codes)] = codes
    context[ir.CTX_OPTIONS] = len(codes)
    table = game.table
    decide = _DECIDE(sitter.function)
    given = (
        sitter.mind.address, state.ctypes.data, table.ctypes.data, context.ctypes.data, len(codes), seat, streams.ctypes.data,
    )  # fmt: skip
    # code of the user's runs where it is interrupted as usual
    place = int(decide(*given) if sitter.is_own else patiently(lambda: decide(*given), stop))
    if sitter.mind.error is not None:
        raise sitter.mind.error
    if place < 0:
        reason = ir.FAULTS.get(int(context[ir.CTX_FAULT]))
        raise AgentError(f"a player can't choose in this position of {game.title}" + (f": {reason}" if reason else ""))
    return place
