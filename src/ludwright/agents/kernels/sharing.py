"""Memory that several threads work in at the same time: each of these is one step for all of them.

Whoever finds a number that was made known (``publish``) also finds all that was written before it.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


def _place(context: Any, builder: Any, kind: Any, args: Any) -> Any:
    """Where a number lies: the address of an array, and its place there."""
    return builder.gep(builder.inttoptr(args[0], context.get_value_type(kind).as_pointer()), [args[1]])


@intrinsic
def add_to_word(typing: Any, base: Any, index: Any, count: Any) -> Any:
    """Add to a 32-bit number."""
    signature = types.void(types.int64, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        count = builder.trunc(args[2], context.get_value_type(types.int32))
        builder.atomic_rmw("add", _place(context, builder, types.int32, args), count, "monotonic")
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def add_to_real(typing: Any, base: Any, index: Any, value: Any) -> Any:
    """Add to a real number."""
    signature = types.void(types.int64, types.int64, types.float64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.atomic_rmw("fadd", _place(context, builder, types.float64, args), args[2], "monotonic")
        return context.get_dummy_value()

    return signature, generate


def _exchange(kind: Any) -> Any:
    signature = types.boolean(types.int64, types.int64, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place, own = _place(context, builder, kind, args), context.get_value_type(kind)
        old, new = (builder.trunc(value, own) if kind == types.int32 else value for value in args[2:])
        tried = builder.cmpxchg(place, old, new, "acq_rel", "acquire")
        return context.cast(builder, builder.extract_value(tried, 1), types.boolean, types.boolean)

    return signature, generate


@intrinsic
def publish_word(typing: Any, base: Any, index: Any, old: Any, new: Any) -> Any:
    """Put a 32-bit number in the place of another and make it known. No if another stands there by now."""
    return _exchange(types.int32)


@intrinsic
def publish_number(typing: Any, base: Any, index: Any, old: Any, new: Any) -> Any:
    """The same with a 64-bit number."""
    return _exchange(types.int64)


@intrinsic
def published_number(typing: Any, base: Any, index: Any) -> Any:
    """A 64-bit number that somebody may be making known."""
    signature = types.int64(types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_place(context, builder, types.int64, args), "acquire", 8)

    return signature, generate
