"""A step of a game as one call from Python: lay a position down, answer, take the next position and its options away.

What :class:`ludwright.engine.desks.Desks` does in Python calls one by one is done here by a short piece of machine code that speaks to the
interpreter itself, as an extension written in C would. It is the same for all games: which functions to call, and where the blocks
lie, it reads from a block of addresses.
"""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ludwright import ir
from ludwright.engine.block_places import behind, places
from ludwright.engine.native import assemble, load

if TYPE_CHECKING:
    from ludwright.engine.compiled import Context, State, Table

Step = Callable[[bytes, int, int, int], tuple[tuple[bytes, int, int], list[int] | None]]
"""The words of a position, where its chance stands, and a code; to the next position, and the codes that may be answered there."""

_API = {
    "PyBytes_AsString": ("i64", "i64"), "PyBytes_Size": ("i64", "i64"), "PyBytes_FromStringAndSize": ("i64", "i64, i64"),
    "PyLong_AsLongLong": ("i64", "i64"), "PyLong_FromLongLong": ("i64", "i64"), "PyTuple_New": ("i64", "i64"),
    "PyTuple_SetItem": ("i32", "i64, i64, i64"), "PyList_New": ("i64", "i64"), "PyList_SetItem": ("i32", "i64, i64, i64"),
    "PyErr_BadInternalCall": ("void", ""), "Py_IncRef": ("void", "i64"),
}  # fmt: skip
"""What is called of the interpreter, with results and arguments; objects are addresses. All of it belongs to its stable interface."""
_BLOCKS = places(6, first=len(_API))
(_ADVANCE, _STATE, _TABLE, _CONTEXT, _BYTES, _NONE) = _BLOCKS
"""Behind their addresses: what the game is."""
_FASTCALL = 0x80


def _text() -> str:
    """The machine code, as assembly."""
    lines: list[str] = []
    names = iter(range(10_000))

    def word(place: int | np.int64) -> str:
        at, found = f"%v{next(names)}", f"%v{next(names)}"
        lines.append(f"  {at} = getelementptr i64, ptr %own, i64 {place}")
        lines.append(f"  {found} = load i64, ptr {at}")
        return found

    functions: dict[str, str] = {}

    def call(name: str, *given: str) -> str:
        result, kinds = _API[name]
        shown = ", ".join(f"{kind} {one}" for kind, one in zip(kinds.split(", "), given, strict=False)) if given else ""
        found = f"%v{next(names)}"
        front = "" if result == "void" else f"{found} = "
        lines.append(f"  {front}call {result} {functions[name]}({shown})")
        return found

    lines += [
        "define i64 @step(i64 %self, ptr %given, i64 %count) {",
        "entry:",
        f"  %data = add i64 %self, {bytes.__basicsize__ - 1}",  # where in a bytes object its bytes begin: those of the addresses
        "  %own = inttoptr i64 %data to ptr",
    ]
    for place, name in enumerate(_API):
        at = word(place)
        functions[name] = f"%f{place}"
        lines.append(f"  %f{place} = inttoptr i64 {at} to ptr")
    state, table, context, size, none = (word(p) for p in (_STATE, _TABLE, _CONTEXT, _BYTES, _NONE))
    advance = word(_ADVANCE)
    given = []
    for place in range(4):
        at, found = f"%v{next(names)}", f"%v{next(names)}"
        lines.append(f"  {at} = getelementptr i64, ptr %given, i64 {place}")
        lines.append(f"  {found} = load i64, ptr {at}")
        given.append(found)
    held = call("PyBytes_Size", given[0])
    lines += [
        "  %four = icmp eq i64 %count, 4",
        f"  %fits = icmp eq i64 {held}, {size}",
        "  %good = and i1 %four, %fits",
        "  br i1 %good, label %lay, label %bad",
        "bad:",
    ]
    call("PyErr_BadInternalCall")
    lines += ["  ret i64 0", "lay:"]
    source = call("PyBytes_AsString", given[0])
    lines += [
        f"  %from = inttoptr i64 {source} to ptr",
        f"  %to = inttoptr i64 {state} to ptr",
        f"  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 {size}, i1 false)",
        f"  %context = inttoptr i64 {context} to ptr",
        f"  %chance = getelementptr i64, ptr %context, i64 {ir.CTX_RNG_STATE}",
        f"  %stream = getelementptr i64, ptr %context, i64 {ir.CTX_RNG_STREAM}",
    ]
    lines.append(f"  store i64 {call('PyLong_AsLongLong', given[1])}, ptr %chance")
    lines.append(f"  store i64 {call('PyLong_AsLongLong', given[2])}, ptr %stream")
    code = call("PyLong_AsLongLong", given[3])
    lines += [
        f"  %code = trunc i64 {code} to i32",
        f"  %advance = inttoptr i64 {advance} to ptr",
        f"  %left = call i32 %advance(i64 {state}, i64 {table}, i64 {context}, i32 %code)",
        "  %options = sext i32 %left to i64",
    ]
    after = call("PyTuple_New", "3")
    words = call("PyBytes_FromStringAndSize", state, size)
    call("PyTuple_SetItem", after, "0", words)
    for place, name in ((1, "chance"), (2, "stream")):
        lines.append(f"  %{name}_now = load i64, ptr %{name}")
        call("PyTuple_SetItem", after, str(place), call("PyLong_FromLongLong", f"%{name}_now"))
    found = call("PyTuple_New", "2")
    call("PyTuple_SetItem", found, "0", after)
    lines += ["  %asked = icmp sgt i64 %options, 0", "  br i1 %asked, label %list, label %none", "none:"]
    call("Py_IncRef", none)
    call("PyTuple_SetItem", found, "1", none)
    lines += [f"  ret i64 {found}", "list:"]
    listed = call("PyList_New", "%options")
    lines += ["  br label %each", "each:", "  %i = phi i64 [ 0, %list ], [ %next, %each ]"]
    lines += [
        f"  %place = add i64 %i, {ir.CTX_HEADER}",
        "  %there = getelementptr i64, ptr %context, i64 %place",
        "  %option = load i64, ptr %there",
    ]
    call("PyList_SetItem", listed, "%i", call("PyLong_FromLongLong", "%option"))
    lines += [
        "  %next = add i64 %i, 1",
        "  %more = icmp slt i64 %next, %options",
        "  br i1 %more, label %each, label %done",
        "done:",
    ]
    call("PyTuple_SetItem", found, "1", listed)
    lines += [f"  ret i64 {found}", "}", "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"]
    return "\n".join(lines) + "\n"


class _Method(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


@cache
def _method() -> tuple[_Method, Any]:
    """How the interpreter calls the machine code, and what keeps that in memory."""
    code = load(assemble(_text()), ["step"])
    return _Method(b"step", code.addresses["step"], _FASTCALL, None), code


@cache
def available() -> bool:
    """Whether the interpreter is the one this is written for."""
    return platform.python_implementation() == "CPython" and ctypes.sizeof(ctypes.c_void_p) == 8


def bound_step(advance: int, state: State, table: Table, context: Context) -> Step:
    """The step of a game on three blocks, which it keeps. Whoever keeps the call keeps the machine code of the game."""
    words = np.zeros(behind(_BLOCKS), np.int64)
    for place, name in enumerate(_API):
        words[place] = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0
    words[_ADVANCE], words[_STATE] = advance, state.ctypes.data
    words[_TABLE], words[_CONTEXT] = table.ctypes.data, context.ctypes.data
    words[_BYTES], words[_NONE] = state.nbytes, id(None)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.py_object, ctypes.py_object)
    # The last argument is what an interpreter's function keeps alive as its module: without it the blocks could go while the call stays.
    made: Step = make(ctypes.byref(_method()[0]), words.tobytes(), (state, table, context))
    return made
