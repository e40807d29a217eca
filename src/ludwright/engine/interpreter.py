"""Functions of the interpreter in machine code: what an extension written in C would be, from a few lines of assembly.

A function reads all it needs, where the calls of the interpreter lie as well, from a block of numbers of its own; so one piece of
machine code serves any number of blocks::

    code = Assembly("double", given=1, own=0)
    ...                                       # lines of assembly
    method = code.method()                    # once
    call = method.bound(np.zeros(0, np.int64), keep=())
"""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.engine.native import assemble, load

_API = {
    "PyBytes_AsString": ("i64", "i64"), "PyBytes_Size": ("i64", "i64"), "PyBytes_FromStringAndSize": ("i64", "i64, i64"),
    "PyLong_AsLongLong": ("i64", "i64"), "PyLong_FromLongLong": ("i64", "i64"), "PyTuple_New": ("i64", "i64"),
    "PyTuple_SetItem": ("i32", "i64, i64, i64"), "PyList_New": ("i64", "i64"), "PyList_SetItem": ("i32", "i64, i64, i64"),
    "PyErr_BadInternalCall": ("void", ""), "Py_IncRef": ("void", "i64"), "PyObject_CallObject": ("i64", "i64, i64"),
}  # fmt: skip
"""What may be called of the interpreter, with results and arguments; objects are addresses. All of it belongs to its stable interface."""
_FASTCALL = 0x80


@cache
def available() -> bool:
    """Whether the interpreter is the one this is written for."""
    return platform.python_implementation() == "CPython" and ctypes.sizeof(ctypes.c_void_p) == 8


class Assembly:
    """A function under construction. It is given so many objects; with another number of them it fails."""

    def __init__(self, name: str, given: int, own: int) -> None:
        self.name, self._own = name, own
        self._numbers = iter(range(10_000))
        self.lines = [
            f"define i64 @{name}(i64 %self, ptr %given, i64 %count) {{",
            "entry:",
            f"  %data = add i64 %self, {bytes.__basicsize__ - 1}",  # where in a bytes object its bytes begin: those of the block
            "  %own = inttoptr i64 %data to ptr",
            f"  %right = icmp eq i64 %count, {given}",
            "  br i1 %right, label %called, label %bad",
            "bad:",
            f"  %fail_at = getelementptr i64, ptr %own, i64 {list(_API).index('PyErr_BadInternalCall')}",
            "  %fail = load ptr, ptr %fail_at",
            "  call void %fail()",
            "  ret i64 0",
            "called:",
        ]
        self._functions = {called: f"%f{place}" for place, called in enumerate(_API)}
        for place in range(len(_API)):
            self.lines.append(f"  %f{place} = inttoptr i64 {self._word('%own', place)} to ptr")
        self.own = [self._word("%own", len(_API) + place) for place in range(own)]
        """The numbers of its block."""
        self.given = [self._word("%given", place) for place in range(given)]
        """What it is given."""

    def _word(self, block: str, place: int) -> str:
        at = self.value(f"getelementptr i64, ptr {block}, i64 {place}")
        return self.value(f"load i64, ptr {at}")

    def value(self, worked_out: str) -> str:
        """Give a name to what an instruction results in."""
        name = f"%v{next(self._numbers)}"
        self.lines.append(f"  {name} = {worked_out}")
        return name

    def call(self, name: str, *given: str) -> str:
        """Call the interpreter."""
        result, kinds = _API[name]
        shown = ", ".join(f"{kind} {one}" for kind, one in zip(kinds.split(", "), given, strict=False)) if given else ""
        called = f"call {result} {self._functions[name]}({shown})"
        if result != "void":
            return self.value(called)
        self.lines.append(f"  {called}")
        return ""

    def copy(self, to: str, source: str, size: str | int) -> None:
        """Copy bytes from one address to another."""
        self.lines.append(
            f"  call void @llvm.memcpy.p0.p0.i64(ptr {self.pointer(to)}, ptr {self.pointer(source)}, i64 {size}, i1 false)"
        )

    def pointer(self, address: str) -> str:
        """An address as machine code takes it."""
        return self.value(f"inttoptr i64 {address} to ptr")

    def demand(self, holds: str, then: str) -> None:
        """Fail unless a bit is set; ``then`` is what the place after that is called."""
        self.lines += [f"  br i1 {holds}, label %{then}, label %bad", f"{then}:"]

    def method(self) -> Method:
        """The function, once all its lines are written."""
        text = "\n".join([*self.lines, "}", "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"])
        return Method(self.name, text + "\n", self._own)


class _Definition(ctypes.Structure):
    """A function as the interpreter wants it described."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Method:
    """A function in memory, to be bound to any number of blocks. It must be kept as long as any of these is called."""

    def __init__(self, name: str, text: str, own: int) -> None:
        self._code, self._own = load(assemble(text), [name]), own
        self._definition = _Definition(name.encode(), self._code.addresses[name], _FASTCALL, None)

    def bound(self, own: Sequence[int] | npt.NDArray[np.int64], keep: tuple[Any, ...]) -> Callable[..., Any]:
        """The function with these numbers in its block. What they are the addresses of is kept alive by it."""
        if len(own) != self._own:
            raise ValueError(f"its block has {self._own} numbers of its own, not {len(own)}")
        lie = [ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0 for name in _API]
        make = ctypes.pythonapi.PyCFunction_NewEx
        make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.py_object, ctypes.py_object)
        # The last argument is what an interpreter's function keeps alive as its module: without it the blocks could go while the call stays.
        made: Callable[..., Any] = make(
            ctypes.byref(self._definition), np.array([*lie, *own], np.int64).tobytes(), keep
        )
        return made
