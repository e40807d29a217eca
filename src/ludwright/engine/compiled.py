"""A game's program together with its machine code: what kernels and single plays call."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.engine.facts import Facts, within_reach
from ludwright.engine.layout import CTX_ARENA_SIZE, context_words
from ludwright.engine.native import MachineCode, compile_program
from ludwright.engine.random import MASK, Stream
from ludwright.rules import ir

State = npt.NDArray[np.int32]
Table = npt.NDArray[np.int32]
Context = npt.NDArray[np.int64]


def signed(word: int) -> int:
    """64 bits as a signed number, as a context holds them."""
    word &= MASK
    return word - (1 << 64) if word >> 63 else word


class Compiled:
    """Machine code with plain calls around it.

    It holds no buffers of its own: states and contexts belong to the caller, so any number of threads may share one object.
    """

    error: Exception | None = None
    """Machine code raises no errors; rules in Python may."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        with within_reach():
            facts = Facts(program)
            self.code: MachineCode = compile_program(program, facts)
        self.addresses = self.code.addresses
        """Where each export lies, by its name."""
        self.capacity = program.max_options
        self.arena = facts.arena
        self.context_words = context_words(self.capacity, self.arena)
        self._setup: Callable[..., int] = self._callable("setup", ctypes.c_int32)
        self._legal: Callable[..., int] = self._callable("legal", ctypes.c_int32)
        self._advance: Callable[..., int] = self._callable("advance", ctypes.c_int32, ctypes.c_int32)
        self._reals: dict[str, Callable[..., float]] = {}
        for name, function in program.reals.items():
            numbers = [ctypes.c_int64] * len(program.functions[function].params)
            self._reals[name] = self._callable(f"real_{name}", ctypes.c_double, *numbers)

    def _callable(self, name: str, result: Any, *more: Any) -> Callable[..., Any]:
        """An export as a Python callable, which keeps the machine code in memory as long as it lives itself."""
        function: Any = ctypes.CFUNCTYPE(result, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, *more)(self.addresses[name])
        function.code = self.code
        return function  # type: ignore[no-any-return]

    def new_state(self) -> State:
        """A state of zeros."""
        return np.zeros(self.program.state_size, np.int32)

    def new_context(self, chance: Stream) -> Context:
        """What a game needs beside its state."""
        context = np.zeros(self.context_words, np.int64)
        context[ir.CTX_RNG_STATE] = signed(chance.state)
        context[ir.CTX_RNG_STREAM] = signed(chance.inc)
        context[ir.CTX_CAPACITY] = self.capacity
        context[CTX_ARENA_SIZE] = self.arena
        return context

    def setup(self, state: State, table: Table, context: Context) -> int:
        """Begin the game: run up to the first question. The number of options; 0 when the game is over."""
        return self._setup(*self._places(state, table, context))

    def advance(self, state: State, table: Table, context: Context, code: int) -> int:
        """Answer the open question and run on to the next. The number of options; 0 when the game is over."""
        return self._advance(*self._places(state, table, context), code)

    def legal(self, state: State, table: Table, context: Context) -> int:
        """Emit the options of the open question again; how many there are."""
        return self._legal(*self._places(state, table, context))

    def real(self, name: str, state: State, table: Table, context: Context, *args: int) -> float:
        """The value of an exported function of the state; 0 where it faults."""
        return self._reals[name](*self._places(state, table, context), *args)

    @staticmethod
    def options(context: Context) -> list[int]:
        """The codes of the options of the open question."""
        return [int(code) for code in context[ir.CTX_HEADER : ir.CTX_HEADER + int(context[ir.CTX_OPTIONS])]]

    def _places(self, state: State, table: Table, context: Context) -> tuple[int, int, int]:
        """The addresses of three blocks, after a look whether they are what the machine code takes them for."""
        program = self.program
        fits = (
            state.dtype == np.int32 and state.size >= program.state_size and state.flags.c_contiguous
            and table.dtype == np.int32 and table.size >= program.table_size and table.flags.c_contiguous
            and context.dtype == np.int64 and context.size >= self.context_words and context.flags.c_contiguous
            and context[ir.CTX_CAPACITY] <= self.capacity
        )
        if not fits:
            raise ValueError("state, table and context must be the arrays that new_state, the game and new_context make")
        return state.ctypes.data, table.ctypes.data, context.ctypes.data
