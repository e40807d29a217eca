"""What all kernels share: how they are compiled and kept on disk, and their random numbers, the same as in :mod:`ludwright.engine.random`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, no_type_check

import numpy as np
from numba import njit
from numba.core.ccallback import CFunc

from ludwright.engine.kernel_cache import KernelCache, kept_on_disk
from ludwright.engine.random import GOLDEN, MULTIPLIER

_U = np.uint64
_GOLDEN, _MULTIPLIER = _U(GOLDEN), _U(MULTIPLIER)
_ONE, _LOW32 = _U(1), _U(0xFFFFFFFF)


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile on first call and keep the result on disk, if there is any place on disk to keep it."""
    if function is None:
        return partial(kernel, **options)
    return kept_on_disk(njit(nogil=True, **options)(function), function)


_UNCALLED: dict[str, Any] = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""For what Python never calls."""


def inner(function: Callable[..., Any]) -> Any:
    """A kernel that only other kernels call: it is compiled with them, and not kept by itself."""
    return njit(**_UNCALLED)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A small kernel that is written out wherever another calls it."""
    return njit(forceinline=True, **_UNCALLED)(function)


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
    """Whether a kernel built earlier is at hand."""
    cache: Any = getattr(made, "_cache", None)
    return isinstance(cache, KernelCache) and cache.has(signature, context.codegen())


def by_address(function: Callable[..., Any], signature: Any) -> Any:
    """Compile a function now, such that machine code can call it by its ``address``; kept on disk like a kernel."""
    result, given = signature.return_type, signature.args
    made = kept_on_disk(CFunc(function, (given, result), {}, {"nopython": True}), function)
    _announce(made)
    made.compile()
    return made


@kernel(inline="always")
@no_type_check
def mix(z):
    z = (z ^ (z >> _U(30))) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> _U(27))) * _U(0x94D049BB133111EB)
    return z ^ (z >> _U(31))


@kernel(inline="always")
@no_type_check
def root(seed, game):
    return mix(mix(seed + _GOLDEN) + (_U(game) + _ONE) * _GOLDEN)


@kernel(inline="always")
@no_type_check
def begin_stream(root, role, streams):
    first = _U(2 * role + 1)
    streams[2 * role] = mix(root + first * _GOLDEN)
    streams[2 * role + 1] = mix(root + (first + _ONE) * _GOLDEN) | _ONE


@kernel(inline="always")
@no_type_check
def next32(streams, role):
    old = streams[2 * role]
    streams[2 * role] = old * _MULTIPLIER + streams[2 * role + 1]
    shifted = (((old >> _U(18)) ^ old) >> _U(27)) & _LOW32
    turn = old >> _U(59)
    return ((shifted >> turn) | (shifted << ((_U(32) - turn) & _U(31)))) & _LOW32


@kernel
@no_type_check
def below(streams, role, bound):
    wide = _U(bound)
    product = next32(streams, role) * wide
    if (product & _LOW32) < wide:
        unfair = (_U(0x100000000) - wide) % wide
        while (product & _LOW32) < unfair:
            product = next32(streams, role) * wide
    return np.int64(product >> _U(32))
