"""Chance that was told: the outcomes of real shuffles and dice, one number for each draw, in the order in which the rules draw.

As long as there are such numbers left, a game runs on its plain twin, which asks for each draw. How many are used up is kept where the game's own
random numbers stand: so copies, undone moves and positions put aside go on rightly. After the last one chance is that of a stream, the same for
every seed: what was told is one game.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np

from ludwright import ir
from ludwright.engine.compiled import Compiled, Table, signed
from ludwright.engine.random import MASK, Stream
from ludwright.engine.twin import NoteHook, Twin, TwinContext

_TOLD = 0x7E11_CA4D_5EED_0D1D
"""The increment of no stream: who has it takes numbers that were told, and its state is how many were used up."""


class ToldStream(Stream):
    """Numbers that were told, then those of a stream.

    >>> chance = ToldStream([4, 0], (1, 1))
    >>> chance.begin()
    >>> chance.below(6), chance.below(6), chance.inc
    (4, 0, 1)
    """

    __slots__ = ("_draws", "_then")

    def __init__(self, draws: Sequence[int], then: tuple[int, int]) -> None:
        super().__init__(*then)
        self._draws, self._then = draws, then

    def begin(self) -> None:
        """The next number is the first that was told."""
        self.state, self.inc = (0, _TOLD) if self._draws else self._then

    def below(self, bound: int) -> int:
        if self.inc != _TOLD:
            return super().below(bound)
        if bound < 1:
            return 0
        drawn = min(self._draws[self.state], bound - 1)
        self.state += 1
        if self.state >= len(self._draws):
            self.state, self.inc = self._then
        return drawn

    def copy(self) -> Stream:
        other = ToldStream(self._draws, self._then)
        other.state, other.inc = self.state, self.inc
        return other


def told_twin(twin: Twin, draws: Sequence[int], then: tuple[int, int]) -> Twin:
    """The plain run with chance that was told."""
    other = copy(twin)

    def new_context(chance: Stream, note: NoteHook | None = None) -> TwinContext:
        told = ToldStream(draws, then)
        told.state, told.inc = chance.state, chance.inc
        return twin.new_context(told, note)

    def setup(state: list[int], table: Any, context: TwinContext) -> int:
        if isinstance(context.chance, ToldStream):
            context.chance.begin()
        return twin.setup(state, table, context)

    other.new_context = new_context  # type: ignore[method-assign]
    other.setup = setup  # type: ignore[method-assign]
    return other


class ToldCompiled(Compiled):
    """Machine code with chance that was told."""

    from_start = False

    def __init__(self, compiled: Compiled, twin: Twin, draws: Sequence[int], then: tuple[int, int]) -> None:
        self.__dict__.update(compiled.__dict__)
        self._twin, self._draws, self._then = twin, list(draws), then
        self._enter()

    def _build(self, table: Table | None) -> None:
        super()._build(table)
        self._enter()

    def _enter(self) -> None:
        advance, words = self._advance, (ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)

        def begin(state: int, table: int, context: int) -> int:
            return self._guarded(lambda: self._played(state, table, context, None))

        def go_on(state: int, table: int, context: int, code: int) -> int:
            if ctypes.c_int64.from_address(context + 8 * ir.CTX_RNG_STREAM).value != signed(_TOLD):
                return advance(state, table, context, code)
            return self._guarded(lambda: self._played(state, table, context, code))

        kept: Any = ctypes.CFUNCTYPE(ctypes.c_int32, *words)(begin)
        stepping: Any = ctypes.CFUNCTYPE(ctypes.c_int32, *words, ctypes.c_int32)(go_on)
        self._setup, self._advance = kept, stepping
        places = {
            name: int(ctypes.cast(one, ctypes.c_void_p).value or 0)
            for name, one in (("setup", kept), ("advance", stepping))
        }
        self.addresses = {**self.addresses, **places}

    def _guarded(self, step: Any) -> int:
        try:
            found: int = step()
            return found
        except Exception as error:  # nothing can pass through machine code: whoever plays raises it
            self.error = self.error or error
            return 0

    def _played(self, state: int, table: int, context: int, code: int | None) -> int:
        """One step on the plain run, laid into the blocks of the native one."""
        words = _block(ctypes.c_int32, state, self.program.state_size)
        printed = _block(ctypes.c_int32, table, self.program.table_size).tolist()
        numbers = _block(ctypes.c_int64, context, ir.CTX_HEADER + self.capacity)
        chance = ToldStream(self._draws, self._then)
        chance.state, chance.inc = (int(numbers[i]) & MASK for i in (ir.CTX_RNG_STATE, ir.CTX_RNG_STREAM))
        if code is None:
            chance.begin()
        plain, run = words.tolist(), TwinContext(chance, self.program.max_options)
        options = (
            self._twin.setup(plain, printed, run) if code is None else self._twin.advance(plain, printed, run, code)
        )
        words[:] = plain
        numbers[ir.CTX_RNG_STATE], numbers[ir.CTX_RNG_STREAM] = signed(chance.state), signed(chance.inc)
        numbers[ir.CTX_OPTIONS] = options
        numbers[ir.CTX_HEADER : ir.CTX_HEADER + options] = run.options
        return options


def _block(kind: Any, address: int, size: int) -> Any:
    return np.ctypeslib.as_array((kind * size).from_address(address))
