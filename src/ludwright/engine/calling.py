"""Calling functions by their addresses from kernels, and seeing memory at an address as an array."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


def _call_by_address(result: Any, numbers: int, last: Any = types.int64) -> Any:
    """A function for kernels that calls the function at an address with that many integers."""
    given = (types.int64,) * (numbers - 1) + (last,)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir as llvm

        kinds = [context.get_value_type(kind) for kind in given]
        function = llvm.FunctionType(context.get_value_type(result), kinds)
        return builder.call(builder.inttoptr(args[0], function.as_pointer()), args[1:])

    return result(types.int64, *given), generate


@intrinsic
def call_setup(typing: Any, address: Any, state: Any, table: Any, context: Any) -> Any:
    """``setup`` and ``legal``: three addresses to the number of options."""
    return _call_by_address(types.int32, 3)


@intrinsic
def call_advance(typing: Any, address: Any, state: Any, table: Any, context: Any, code: Any) -> Any:
    """``advance``: three addresses and a code to the number of options."""
    return _call_by_address(types.int32, 4, types.int32)


@intrinsic
def call_real(typing: Any, address: Any, state: Any, table: Any, context: Any, number: Any) -> Any:
    """A real-valued export of one number, as ``returns`` of a seat."""
    return _call_by_address(types.float64, 4)


@intrinsic
def call_decide(
    typing: Any,
    address: Any,
    block: Any,
    state: Any,
    table: Any,
    context: Any,
    options: Any,
    seat: Any,
    streams: Any,
) -> Any:
    """``decide`` of a player: its block, the three blocks of the game, how many options there are, its seat, the streams."""
    return _call_by_address(types.int64, 7)


@intrinsic
def call_clock(typing: Any, address: Any) -> Any:
    """A function without arguments that tells the time in nanoseconds."""
    signature = types.int64(types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir as llvm

        function = llvm.FunctionType(context.get_value_type(types.int64), [])
        return builder.call(builder.inttoptr(args[0], function.as_pointer()), [])

    return signature, generate


def _pointer_to(kind: Any) -> Any:
    signature = types.CPointer(kind)(types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

    return signature, generate


@intrinsic
def words_at(typing: Any, address: Any) -> Any:
    """A pointer to 32-bit numbers, for ``carray``."""
    return _pointer_to(types.int32)


@intrinsic
def numbers_at(typing: Any, address: Any) -> Any:
    """A pointer to 64-bit numbers, for ``carray``."""
    return _pointer_to(types.int64)


@intrinsic
def reals_at(typing: Any, address: Any) -> Any:
    """A pointer to real numbers, for ``carray``."""
    return _pointer_to(types.float64)


@intrinsic
def bits_at(typing: Any, address: Any) -> Any:
    """A pointer to 64 plain bits each, as random streams are, for ``carray``."""
    return _pointer_to(types.uint64)
