"""Rules written as plain Python functions, under the same addresses that machine code would have.

Kernels and plays call them like a compiled game; the game runs at Python's speed.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ludwright import ir
from ludwright.engine.compiled import Context, State, Table, signed
from ludwright.engine.layout import context_words
from ludwright.engine.random import Stream

_PLACES = (ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


class Callbacks:
    """Functions of a game written in Python, callable by address.

    ``setup(state, context)`` begins a game on a state of zeros, ``advance(state, context, code)`` answers the open question,
    ``legal(state, context)`` looks at it again: each gives the codes of the options, none when the game is over, and keeps
    ``state[ACTOR]`` and ``state[OVER]``. ``returns(state, seat)`` is the result of a seat. The first error one of them
    raises is kept in :attr:`error`, and the game is over.
    """

    def __init__(
        self,
        setup: Callable[[State, Context], Sequence[int]],
        advance: Callable[[State, Context, int], Sequence[int]],
        legal: Callable[[State, Context], Sequence[int]],
        returns: Callable[[State, int], float],
        *,
        state_size: int,
        max_options: int,
    ) -> None:
        if state_size < ir.HEADER:
            raise ValueError(f"a state has at least {ir.HEADER} words")
        self.state_size = state_size
        self.capacity = max_options
        self.error: Exception | None = None

        def begin(state: int, table: int, context: int) -> int:
            self._state(state).fill(0)
            return self._answer(state, context, setup)

        def answer(state: int, table: int, context: int, code: int) -> int:
            self._state(state)[ir.ANSWER] = code
            return self._answer(state, context, lambda words, beside: advance(words, beside, code))

        def look(state: int, table: int, context: int) -> int:
            return self._answer(state, context, legal)

        def result(state: int, table: int, context: int, seat: int) -> float:
            try:
                return float(returns(self._state(state), seat))
            except Exception as error:
                self.error = self.error or error
                return 0.0

        step = ctypes.CFUNCTYPE(ctypes.c_int32, *_PLACES)
        code = ctypes.CFUNCTYPE(ctypes.c_int32, *_PLACES, ctypes.c_int32)
        number = ctypes.CFUNCTYPE(ctypes.c_double, *_PLACES, ctypes.c_int64)
        self._kept: dict[str, Any] = {
            "setup": step(begin),
            "advance": code(answer),
            "legal": step(look),
            "real_returns": number(result),
        }
        self.addresses = {name: int(ctypes.cast(made, ctypes.c_void_p).value or 0) for name, made in self._kept.items()}
        """Where each function lies, by its name."""

    def new_state(self) -> State:
        """A state of zeros."""
        return np.zeros(self.state_size, np.int32)

    def new_context(self, chance: Stream) -> Context:
        """What a game needs beside its state."""
        context = np.zeros(context_words(self.capacity, 0), np.int64)
        context[ir.CTX_RNG_STATE] = signed(chance.state)
        context[ir.CTX_RNG_STREAM] = signed(chance.inc)
        context[ir.CTX_CAPACITY] = self.capacity
        return context

    def accept(self, table: Table) -> None:
        """Rules in Python take any table."""

    def _state(self, address: int) -> State:
        return np.ctypeslib.as_array((ctypes.c_int32 * self.state_size).from_address(address))

    def _answer(self, state: int, context: int, rule: Callable[[State, Context], Sequence[int]]) -> int:
        words = self._state(state)
        beside = np.ctypeslib.as_array((ctypes.c_int64 * context_words(self.capacity, 0)).from_address(context))
        try:
            codes = rule(words, beside)
            if len(codes) > self.capacity:
                words[ir.OVER], words[ir.FAULT] = 2, ir.TOO_MANY_OPTIONS
                codes = ()
            beside[ir.CTX_HEADER : ir.CTX_HEADER + len(codes)] = codes
            beside[ir.CTX_OPTIONS] = len(codes)
            return len(codes)
        except Exception as error:
            self.error = self.error or error
            words[ir.OVER] = 2
            return 0
