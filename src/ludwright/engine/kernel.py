"""What all kernels share: how they are compiled and kept on disk, and their random numbers, the same as in :mod:`ludwright.engine.random`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, no_type_check

import numpy as np
from numba import njit
from numba.core.ccallback import CFunc

from ludwright.engine.random import GOLDEN, MULTIPLIER

_U = np.uint64
_GOLDEN, _MULTIPLIER = _U(GOLDEN), _U(MULTIPLIER)
_ONE, _LOW32 = _U(1), _U(0xFFFFFFFF)


_PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(r"^from ludwright(?P<module>[a-z_.]*) import (?P<name>[a-z_]*)", re.MULTILINE)


def sources(file: Path) -> list[Path]:
    """A file of the package and all it imports from the package at its head: what its kernels may depend on."""
    found, open_files = {file}, [file]
    while open_files:
        for module, name in _IMPORT.findall(open_files.pop().read_text(encoding="utf-8")):
            folder = _PACKAGE.joinpath(*module.split("."))
            for path in (folder.with_suffix(".py"), folder / f"{name}.py", folder / name / "__init__.py"):
                if path not in found and path.is_file():
                    found.add(path)
                    open_files.append(path)
    return sorted(found)


@cache
def _fingerprint(file: Path) -> str:
    """The same as long as nothing has changed that the kernels of a file may depend on."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources(file))).hexdigest()


def kernel(function: Callable[..., Any], **options: Any) -> Any:
    """Compile on first call and keep the result on disk, if there is any place on disk to keep it.

    Numba looks only whether the file of a kernel is as it was; what it calls or reads in other files may have changed as well.
    """
    try:
        made = njit(cache=True, nogil=True, **options)(function)
    except RuntimeError:
        return njit(nogil=True, **options)(function)
    _stamp(made, function)
    return made


_UNCALLED: dict[str, Any] = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""For what Python never calls."""


def inner(function: Callable[..., Any]) -> Any:
    """A kernel that only other kernels call: it is compiled with them, and not kept by itself."""
    return njit(**_UNCALLED)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A small kernel that is written out wherever another calls it."""
    return njit(forceinline=True, **_UNCALLED)(function)


def _stamp(made: Any, function: Callable[..., Any]) -> None:
    kept: Any = getattr(getattr(made, "_cache", None), "_cache_file", None)
    if hasattr(kept, "_source_stamp"):
        kept._source_stamp = f"{kept._source_stamp} {_fingerprint(Path(function.__code__.co_filename))}"


BUILDING: ContextVar[Callable[[], None] | None] = ContextVar("building", default=None)
"""Who wants to be told before kernels are built that are not kept from before: it takes some seconds, once."""


@contextmanager
def announcing(tell: Callable[[], None] | None) -> Iterator[None]:
    """While it lasts, tell somebody before kernels have to be built."""
    token = BUILDING.set(tell)
    try:
        yield
    finally:
        BUILDING.reset(token)


def _announce(made: Any) -> None:
    tell = BUILDING.get()
    if tell is not None and not is_kept(made, made._sig, made._compiler.targetdescr.target_context):
        tell()
        BUILDING.set(None)  # once is enough


def is_kept(made: Any, signature: Any, context: Any) -> bool:
    """Whether a kernel built earlier is at hand. Only the list of what is kept is read: the kernel itself may be large."""
    try:
        key = made._cache._index_key(signature, context.codegen())
        return key in made._cache._cache_file._load_index()
    except AttributeError:
        return False


def by_address(function: Callable[..., Any], signature: Any) -> Any:
    """Compile a function now, such that machine code can call it by its ``address``; kept on disk like a kernel."""
    result, given = signature.return_type, signature.args
    made = CFunc(function, (given, result), {}, {"nopython": True})
    try:
        made.enable_caching()
    except RuntimeError:
        pass
    else:
        _stamp(made, function)
    _announce(made)
    made.compile()
    return made


@no_type_check
def _mix(z):
    z = (z ^ (z >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> _U(27))) * _U(0x94D049BB133111EB)
    return z ^ (z >> _U(31))


mix = kernel(_mix, inline="always")


@no_type_check
def _root(seed, game):
    return mix(mix(seed + _GOLDEN) + (_U(game) + _ONE) * _GOLDEN)


root = kernel(_root, inline="always")


@no_type_check
def _begin_stream(root, role, streams):
    first = _U(2 * role + 1)
    streams[2 * role] = mix(root + first * _GOLDEN)
    streams[2 * role + 1] = mix(root + (first + _ONE) * _GOLDEN) | _ONE


begin_stream = kernel(_begin_stream, inline="always")


@no_type_check
def _next32(streams, role):
    old = streams[2 * role]
    streams[2 * role] = old * _MULTIPLIER + streams[2 * role + 1]
    shifted = (((old >> _U(18)) ^ old) >> _U(27)) & _LOW32
    turn = old >> _U(59)
    return ((shifted >> turn) | (shifted << ((_U(32) - turn) & _U(31)))) & _LOW32


next32 = kernel(_next32, inline="always")


@no_type_check
def _below(streams, role, bound):
    wide = _U(bound)
    product = next32(streams, role) * wide
    if (product & _LOW32) < wide:
        unfair = (_U(0x100000000) - wide) % wide
        while (product & _LOW32) < unfair:
            product = next32(streams, role) * wide
    return np.int64(product >> _U(32))


below = kernel(_below)
