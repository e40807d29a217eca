"""A step of a game as one call from Python: lay a position down, answer, take the next position and its options away.

What :class:`ludwright.engine.desks.Desks` does in Python calls one by one is done here by a function in machine code
(:mod:`ludwright.engine.interpreter`). It is the same for all games: which functions to call, and where the blocks lie, it reads from its block.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.engine.interpreter import Assembly, Method

if TYPE_CHECKING:
    from ludwright.engine.compiled import Context, State, Table

Step = Callable[[bytes, int], tuple[bytes, list[int] | None]]
"""A position and a code; to the next position, and the codes that may be answered there."""

CHANCE_BYTES = 16
"""What a position ends with: where the game's chance stands, two numbers as a context holds them."""
assert ir.CTX_RNG_STREAM == ir.CTX_RNG_STATE + 1


@cache
def _method() -> Method:
    code = Assembly("step", given=2, own=6)
    advance, state, table, context, size, none = code.own
    position, answer = code.given
    chance = code.value(f"add i64 {context}, {8 * ir.CTX_RNG_STATE}")
    whole = code.value(f"add i64 {size}, {CHANCE_BYTES}")
    held = code.call("PyBytes_Size", position)
    code.demand(code.value(f"icmp eq i64 {held}, {whole}"), "lay")
    source = code.call("PyBytes_AsString", position)
    code.copy(state, source, size)
    code.copy(chance, code.value(f"add i64 {source}, {size}"), CHANCE_BYTES)
    number = code.value(f"trunc i64 {code.call('PyLong_AsLongLong', answer)} to i32")
    left = code.value(f"call i32 {code.pointer(advance)}(i64 {state}, i64 {table}, i64 {context}, i32 {number})")
    options = code.value(f"sext i32 {left} to i64")
    after = code.call("PyBytes_FromStringAndSize", "0", whole)
    target = code.call("PyBytes_AsString", after)
    code.copy(target, state, size)
    code.copy(code.value(f"add i64 {target}, {size}"), chance, CHANCE_BYTES)
    found = code.call("PyTuple_New", "2")
    code.call("PyTuple_SetItem", found, "0", after)
    asked = code.value(f"icmp sgt i64 {options}, 0")
    code.lines += [f"  br i1 {asked}, label %list, label %none", "none:"]
    code.call("Py_IncRef", none)
    code.call("PyTuple_SetItem", found, "1", none)
    code.lines += [f"  ret i64 {found}", "list:"]
    listed = code.call("PyList_New", options)
    first = code.value(f"add i64 {context}, {8 * ir.CTX_HEADER}")
    code.lines += ["  br label %each", "each:", "  %i = phi i64 [ 0, %list ], [ %next, %each ]"]
    there = code.value(f"getelementptr i64, ptr {code.pointer(first)}, i64 %i")
    option = code.value(f"load i64, ptr {there}")
    code.call("PyList_SetItem", listed, "%i", code.call("PyLong_FromLongLong", option))
    code.lines += [
        "  %next = add i64 %i, 1",
        f"  %more = icmp slt i64 %next, {options}",
        "  br i1 %more, label %each, label %done",
        "done:",
    ]
    code.call("PyTuple_SetItem", found, "1", listed)
    code.lines.append(f"  ret i64 {found}")
    return code.method()


def bound_step(advance: int, state: State, table: Table, context: Context) -> Step:
    """The step of a game on three blocks, which it keeps. Whoever keeps the call keeps the machine code of the game."""
    own = [advance, state.ctypes.data, table.ctypes.data, context.ctypes.data, state.nbytes, id(None)]
    return _method().bound(own, (state, table, context))
