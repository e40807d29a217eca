"""Plays one program in both runs, side by side, and looks for any difference."""

from __future__ import annotations

import struct
from random import Random

import numpy as np

from ludwright import ir
from ludwright.engine.compiled import Compiled, signed
from ludwright.engine.random import Stream, stream
from ludwright.engine.twin import Twin, TwinContext


def bits(value: float) -> bytes:
    """A real to its last bit; all that are not a number count as one."""
    return struct.pack("<d", value) if value == value else b"nan"


class Pair:
    """A program in both runs."""

    def __init__(self, program: ir.Program, *, careful: bool = False) -> None:
        self.program = program
        self.twin = Twin(program, careful=careful)
        self.compiled = Compiled(program)

    def play(self, table: list[int], seed: int, steps: int = 20, answers: Random | None = None) -> list[int]:
        """Play a game in both runs; the state of the plain run at the end. Any difference is an error."""
        twin, compiled = self.twin, self.compiled
        words = np.array(table, np.int32)
        pick = answers or Random(seed)
        state, state2 = twin.new_state(), compiled.new_state()
        context = twin.new_context(Stream(*stream(seed, 0, 0)))
        context2 = compiled.new_context(Stream(*stream(seed, 0, 0)))
        options, options2 = twin.setup(state, table, context), compiled.setup(state2, words, context2)
        for _ in range(steps):
            self.same(state, context, options, state2, context2, options2)
            if not options:
                break
            self.same_reals(state, table, context, state2, words, context2)
            assert twin.legal(state[:], table, context) == compiled.legal(state2.copy(), words, context2)
            assert context.options == compiled.options(context2)
            assert (context.fault, context.fault_line) == (context2[ir.CTX_FAULT], context2[ir.CTX_FAULT_LINE])
            if context.fault:
                break
            code = pick.choice([*context.options, pick.randint(-5, 40), 1 << 30])
            code = max(-(1 << 31), min(code, (1 << 31) - 1))
            options, options2 = (
                twin.advance(state, table, context, code),
                compiled.advance(state2, words, context2, code),
            )
        return state

    def same(
        self,
        state: list[int],
        context: TwinContext,
        options: int,
        state2: np.ndarray,
        context2: np.ndarray,
        options2: int,
    ) -> None:
        assert options == options2
        assert (context.fault, context.fault_line) == (context2[ir.CTX_FAULT], context2[ir.CTX_FAULT_LINE])
        for word in (ir.OVER, ir.ACTOR, ir.FAULT, ir.FAULT_LINE):
            assert state[word] == state2[word]
        if context.fault:
            return
        assert state == state2.tolist()
        assert context.options == Compiled.options(context2)
        assert context.fuel == context2[ir.CTX_FUEL]
        assert signed(context.chance.state) == context2[ir.CTX_RNG_STATE]

    def same_reals(
        self,
        state: list[int],
        table: list[int],
        context: TwinContext,
        state2: np.ndarray,
        words: np.ndarray,
        context2: np.ndarray,
    ) -> None:
        for name, function in self.program.reals.items():
            for number in (-1, 0, 3):
                ((_, lo, hi),) = self.program.functions[function].params or [("", 0, 0)]
                given = [max(lo, min(number, hi))] if self.program.functions[function].params else []
                first = self.twin.real(name, state, table, context, *given)
                second = self.compiled.real(name, state2, words, context2, *given)
                assert bits(first) == bits(second), (name, first, second)
