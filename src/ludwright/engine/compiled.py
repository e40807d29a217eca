"""A game's program together with its machine code: what kernels and single plays call."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.desks import DeskCalls
from ludwright.engine.facts import ProgramFacts
from ludwright.engine.interpreter import available
from ludwright.engine.layout import CTX_ARENA_SIZE, context_words, own_lines
from ludwright.engine.native import MachineCode, assemble, exports, load
from ludwright.engine.native_text import NativeText
from ludwright.engine.random import MASK, Stream
from ludwright.engine.stepping import bound_step
from ludwright.engine.trust import Trust
from ludwright.engine.walks import within_reach

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
    from_start: ClassVar[bool] = True
    """Whether games begin as the program says: where nothing is drawn they then all begin alike."""
    seat_knowledge: Mapping[str, int] = MappingProxyType({})
    """Where rules know by themselves what a seat may take for true: `plan_at`, `deal_at`, `look_at` of :mod:`ludwright.hidden.block`."""

    def __init__(self, program: ir.Program, table: Table | None = None) -> None:
        """Make the machine code of a program, at once such that it may run on a table if one is given."""
        self.program = program
        with within_reach():
            self._facts = ProgramFacts(program)
        self.capacity = program.max_options
        self.arena = self._facts.arena
        self.context_words = context_words(self.capacity, self.arena)
        self._lock = threading.Lock()
        self._accepted: weakref.ref[Table] | None = None
        self._doubted: frozenset[int] = frozenset()
        self._build(table)

    def _build(self, table: Table | None) -> None:
        """Make the machine code: the assembly is written until it relies on nothing that the table does not keep to."""
        program = self.program
        with within_reach():
            self._trust = Trust(program, self._doubted)
            text = NativeText(program, self._facts, self._trust).text
            while table is not None and (wrong := self._trust.wrong_words(table)):
                self._doubted |= wrong
                self._trust = Trust(program, self._doubted)
                text = NativeText(program, self._facts, self._trust).text
            self.code: MachineCode = load(assemble(text), exports(program))
        self.addresses = self.code.addresses
        """Where each export lies, by its name."""
        self._setup: Callable[..., int] = self._callable("setup", ctypes.c_int32)
        self._legal: Callable[..., int] = self._callable("legal", ctypes.c_int32)
        self._advance: Callable[..., int] = self._callable("advance", ctypes.c_int32, ctypes.c_int32)
        self._reals: dict[str, Callable[..., float]] = {}
        for name, function in program.reals.items():
            numbers = [ctypes.c_int64] * len(program.functions[function].params)
            self._reals[name] = self._callable(f"real_{name}", ctypes.c_double, *numbers)

    def accept(self, table: Table) -> None:
        """See to it that the machine code may run on a table; to be called before its addresses are given to a kernel.

        The code relies on what the program claims of the words of the table. A table that is otherwise makes the code be
        built again, more careful about those words.
        """
        if self._accepted is not None and self._accepted() is table:
            return
        if table.dtype != np.int32 or table.size < self.program.table_size or not table.flags.c_contiguous:
            raise ValueError("a table is a plain array of 32-bit numbers, as long as the game's")
        with self._lock:
            if self._trust.wrong_words(table):
                self._build(table)
            self._accepted = weakref.ref(table)

    def _callable(self, name: str, result: Any, *more: Any) -> Callable[..., Any]:
        """An export as a Python callable, which keeps the machine code in memory as long as it lives itself."""
        # the calls are short: to let other threads run meanwhile would cost more than it gives
        places = [ctypes.c_void_p] * 3
        function: Any = ctypes.PYFUNCTYPE(result, *places, *more)(self.addresses[name])
        function.code = self.code
        return function  # type: ignore[no-any-return]

    def new_state(self) -> State:
        """A state of zeros."""
        return own_lines(self.program.state_size, np.int32)

    def new_context(self, chance: Stream) -> Context:
        """What a game needs beside its state."""
        context = own_lines(self.context_words, np.int64)
        context[ir.CTX_RNG_STATE] = signed(chance.state)
        context[ir.CTX_RNG_STREAM] = signed(chance.inc)
        context[ir.CTX_CAPACITY] = self.capacity
        context[CTX_ARENA_SIZE] = self.arena
        return context

    def setup(self, state: State, table: Table, context: Context) -> int:
        """Begin the game: run up to the first question. The number of options; 0 when the game is over."""
        places = self._places(state, table, context)
        return self._setup(*places)

    def advance(self, state: State, table: Table, context: Context, code: int) -> int:
        """Answer the open question and run on to the next. The number of options; 0 when the game is over."""
        places = self._places(state, table, context)
        return self._advance(*places, code)

    def bound(self, state: State, table: Table, context: Context) -> DeskCalls:
        """All calls for three blocks, which are looked at once. Whoever keeps the calls keeps the blocks."""
        places, reals = self._places(state, table, context), self._reals
        return DeskCalls(
            partial(self._setup, *places),
            partial(self._legal, *places),
            partial(self._advance, *places),
            lambda name, *numbers: reals[name](*places, *numbers),
            bound_step(self.addresses["advance"], state, table, context) if available() else None,
        )

    def legal(self, state: State, table: Table, context: Context) -> int:
        """Emit the options of the open question again; how many there are."""
        places = self._places(state, table, context)
        return self._legal(*places)

    def real(self, name: str, state: State, table: Table, context: Context, *args: int) -> float:
        """The value of an exported function of the state; 0 where it faults."""
        places = self._places(state, table, context)
        return self._reals[name](*places, *args)

    @staticmethod
    def options(context: Context) -> list[int]:
        """The codes of the options of the open question."""
        codes: list[int] = context[ir.CTX_HEADER : ir.CTX_HEADER + int(context[ir.CTX_OPTIONS])].tolist()
        return codes

    def _places(self, state: State, table: Table, context: Context) -> tuple[int, int, int]:
        """The addresses of three blocks, after a look whether they are what the machine code takes them for.

        To be called before anything else: accepting the table may replace the machine code.
        """
        self.accept(table)
        fits = (
            state.dtype == np.int32
            and state.size >= self.program.state_size
            and state.flags.c_contiguous
            and context.dtype == np.int64
            and context.size >= self.context_words
            and context.flags.c_contiguous
            and context[ir.CTX_CAPACITY] <= self.capacity
        )
        if not fits:
            raise ValueError(
                "state, table and context must be the arrays that new_state, the game and new_context make"
            )
        return state.ctypes.data, table.ctypes.data, context.ctypes.data

    def possible(self, state: State) -> bool:
        """Whether a state could have come about by playing: to be asked of one that comes from elsewhere, before it is used."""
        return (
            state.dtype == np.int32 and state.size == self.program.state_size and self._trust.state_is_possible(state)
        )
