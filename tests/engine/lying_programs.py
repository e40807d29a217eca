"""Runs programs whose claimed ranges are lies, and looks whether they stay inside their memory: run as a process of its own.

The state lies directly before a page that nobody may touch, or directly behind one; around the context are words that
must not change. Going astray ends the process, or is found.
"""

from __future__ import annotations

import ctypes
import dataclasses
import mmap
import sys
from random import Random

import numpy as np

from ludwright import ir
from ludwright.engine.compiled import Compiled
from ludwright.engine.random import Stream, stream
from tests.engine.chance_programs import Maker, table_words

CANARY = 0x5EED


class Guarded:
    """Memory between two pages that must not be touched."""

    def __init__(self, pages: int = 1) -> None:
        size = mmap.PAGESIZE
        self._memory = mmap.mmap(-1, size * (pages + 2))
        start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        libc = ctypes.CDLL(None, use_errno=True)
        for page in (0, pages + 1):
            if libc.mprotect(ctypes.c_void_p(start + page * size), ctypes.c_size_t(size), 0):
                raise OSError("no guard pages here")
        self.bytes = memoryview(self._memory)[size : size * (pages + 1)]

    def words(self, count: int, kind: type, at_end: bool) -> np.ndarray:
        """An array at one end of it."""
        size = count * np.dtype(kind).itemsize
        first = len(self.bytes) - size if at_end else 0
        return np.frombuffer(self.bytes[first : first + size], kind)


class Liar:
    """Replaces claimed ranges by others, out of thin air."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def expression(self, expr: ir.Expr) -> ir.Expr:
        changes: dict[str, object] = {}
        for field in dataclasses.fields(expr):
            value = getattr(expr, field.name)
            if isinstance(value, ir.Expr):
                changes[field.name] = self.expression(value)
            elif isinstance(value, tuple) and value and isinstance(value[0], ir.Expr):
                changes[field.name] = tuple(map(self.expression, value))
        if expr.type == ir.INT and not isinstance(expr, ir.Const) and self.chance.random() < 0.4:
            lo = self.chance.randint(-1, 3)
            changes["lo"], changes["hi"] = lo, lo + self.chance.randint(0, 3)
        return dataclasses.replace(expr, **changes)  # type: ignore[arg-type]

    def body(self, body: list[ir.Stmt]) -> None:
        for stmt in body:
            for field in dataclasses.fields(stmt):  # type: ignore[arg-type]
                value = getattr(stmt, field.name)
                if isinstance(stmt, ir.Loop) and field.name in ("start", "stop"):
                    continue  # how long a loop runs is not a matter of memory
                if isinstance(value, ir.Expr):
                    setattr(stmt, field.name, self.expression(value))
                elif isinstance(value, tuple):
                    setattr(stmt, field.name, tuple(self.expression(part) for part in value))
                elif isinstance(value, list):
                    self.body(value)
                elif isinstance(value, dict):
                    for case in value.values():
                        self.body(case)

    def program(self, program: ir.Program) -> ir.Program:
        for function in program.functions.values():
            self.body(function.body)
            if self.chance.random() < 0.5:
                function.lo, function.hi = 0, 3
        for block in program.machine.blocks.values():
            self.body(block.body)
        return program


def run(seed: int, at_end: bool) -> None:
    """Play one lying program on guarded memory."""
    chance = Random(seed)
    compiled = Compiled(Liar(chance).program(Maker(chance).program()))
    program = compiled.program
    memory = [Guarded() for _ in range(3)]
    state = memory[0].words(program.state_size, np.int32, at_end)
    table = memory[1].words(program.table_size, np.int32, at_end)
    inner = compiled.new_context(Stream(*stream(seed, 0, 0)))
    context = memory[2].words(inner.size, np.int64, at_end)
    context[:] = inner
    table[:] = table_words(chance)
    options = compiled.setup(state, table, context)
    for _ in range(8):
        if not options:
            break
        for name, function in program.reals.items():
            compiled.real(
                name,
                state,
                table,
                context,
                *[chance.choice([-(2**62), -1, 5, 2**62])] * len(program.functions[function].params),
            )
        compiled.legal(state, table, context)
        options = compiled.advance(state, table, context, chance.choice([0, 1, -(2**31), 2**31 - 1]))


if __name__ == "__main__":
    first, last = int(sys.argv[1]), int(sys.argv[2])
    ir.FUEL = 3000
    for number in range(first, last):
        run(number, number % 2 == 0)
    print("all inside")
