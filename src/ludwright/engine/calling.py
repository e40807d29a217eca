"""Addresses in kernels: calling the function at one, reading and writing the memory at one."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


def call_by_address(result: Any, numbers: int, last: Any = types.int64) -> Any:
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
    return call_by_address(types.int32, 3)


@intrinsic
def call_advance(typing: Any, address: Any, state: Any, table: Any, context: Any, code: Any) -> Any:
    """``advance``: three addresses and a code to the number of options."""
    return call_by_address(types.int32, 4, types.int32)


@intrinsic
def call_real(typing: Any, address: Any, state: Any, table: Any, context: Any, number: Any) -> Any:
    """A real-valued export of one number, as ``returns`` of a seat."""
    return call_by_address(types.float64, 4)


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
    return call_by_address(types.int64, 7)


@intrinsic
def call_plain(typing: Any, address: Any, number: Any) -> Any:
    """A function from one number to another."""
    return call_by_address(types.int64, 1)


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
    pointer: Any = types.CPointer
    signature = pointer(kind)(types.int64)

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
def bits_at(typing: Any, address: Any) -> Any:
    """A pointer to 64 plain bits each, as random streams are, for ``carray``."""
    return _pointer_to(types.uint64)


@intrinsic
def singles_at(typing: Any, address: Any) -> Any:
    """A pointer to real numbers of 32 bits, for ``carray``."""
    return _pointer_to(types.float32)


# ---------------------------------------------------------------- single numbers in memory
#
# Arrays are handed from kernel to kernel as seven numbers each, and every index is looked at for being negative. Kernels whose memory is
# one block with many arrays in it hand on its address alone, and read and write by these.


def _load(kind: Any, wide: Any) -> Any:
    signature = wide(types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir as llvm

        base = builder.inttoptr(args[0], context.get_value_type(kind).as_pointer())
        value = builder.load(builder.gep(base, [args[1]]))
        return builder.sext(value, llvm.IntType(64)) if kind == types.int32 else value

    return signature, generate


def _store(kind: Any, wide: Any) -> Any:
    signature = types.void(types.int64, types.int64, wide)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[0], context.get_value_type(kind).as_pointer())
        value = builder.trunc(args[2], context.get_value_type(kind)) if kind == types.int32 else args[2]
        builder.store(value, builder.gep(base, [args[1]]))
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def word(typing: Any, base: Any, index: Any) -> Any:
    """The 32-bit number at a place of an array at an address."""
    return _load(types.int32, types.int64)


@intrinsic
def set_word(typing: Any, base: Any, index: Any, value: Any) -> Any:
    """Write it."""
    return _store(types.int32, types.int64)


@intrinsic
def number(typing: Any, base: Any, index: Any) -> Any:
    """The 64-bit number at a place of an array at an address."""
    return _load(types.int64, types.int64)


@intrinsic
def set_number(typing: Any, base: Any, index: Any, value: Any) -> Any:
    """Write it."""
    return _store(types.int64, types.int64)


@intrinsic
def take_numbers(typing: Any, base: Any, index: Any, count: Any) -> Any:
    """Add to a 64-bit number, in one step for all threads; what it was before."""
    signature = types.int64(types.int64, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = builder.inttoptr(args[0], context.get_value_type(types.int64).as_pointer())
        return builder.atomic_rmw("add", builder.gep(place, [args[1]]), args[2], "monotonic")

    return signature, generate


@intrinsic
def real(typing: Any, base: Any, index: Any) -> Any:
    """The real number at a place of an array at an address."""
    return _load(types.float64, types.float64)


@intrinsic
def set_real(typing: Any, base: Any, index: Any, value: Any) -> Any:
    """Write it."""
    return _store(types.float64, types.float64)


@intrinsic
def single(typing: Any, base: Any, index: Any) -> Any:
    """The real number of 32 bits at a place of an array at an address."""
    signature = types.float64(types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[0], context.get_value_type(types.float32).as_pointer())
        return builder.fpext(builder.load(builder.gep(base, [args[1]])), context.get_value_type(types.float64))

    return signature, generate


@intrinsic
def set_single(typing: Any, base: Any, index: Any, value: Any) -> Any:
    """Write it."""
    signature = types.void(types.int64, types.int64, types.float64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_value_type(types.float32)
        base = builder.inttoptr(args[0], kind.as_pointer())
        builder.store(builder.fptrunc(args[2], kind), builder.gep(base, [args[1]]))
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def copy_bytes(typing: Any, source: Any, target: Any, count: Any) -> Any:
    """Copy that many bytes from one address to another; they must not overlap."""
    signature = types.void(types.int64, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from numba.core import cgutils

        kind = context.get_value_type(types.voidptr)
        memcpy: Any = cgutils.raw_memcpy
        memcpy(builder, builder.inttoptr(args[1], kind), builder.inttoptr(args[0], kind), args[2], 1)
        return context.get_dummy_value()

    return signature, generate
