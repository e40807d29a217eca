"""Building blocks of the rules IR: each makes one expression, folds what is constant and works out its range."""

from __future__ import annotations

import operator
from collections.abc import Callable

from ludwright import ir

NONE = -1
"""What a reference to nothing looks like in the state."""
NO_NUMBER = -(1 << 31)
"""What `none` looks like where a number is expected."""


def const(value: int) -> ir.Const:
    return ir.Const(ir.INT, value, value, value)


def truth(value: bool) -> ir.Const:
    return ir.Const(ir.BOOL, int(value), int(value), int(value))


def real(value: float) -> ir.RealConst:
    return ir.RealConst(ir.REAL, 0, 0, value)


YES, NO = truth(True), truth(False)
ZERO, ONE = const(0), const(1)


def local(name: str, lo: int, hi: int) -> ir.Local:
    return ir.Local(ir.INT, lo, hi, name)


def flag(name: str) -> ir.Local:
    return ir.Local(ir.BOOL, 0, 1, name)


def real_local(name: str) -> ir.Local:
    return ir.Local(ir.REAL, 0, 0, name)


def is_const(e: ir.Expr, value: int | None = None) -> bool:
    return isinstance(e, ir.Const) and (value is None or e.value == value)


def as_int(e: ir.Expr) -> ir.Expr:
    if e.type != ir.BOOL:
        return e
    if isinstance(e, ir.Const):
        return const(e.value)
    return ir.Unary(ir.INT, 0, 1, "int", e)


def as_bool(e: ir.Expr) -> ir.Expr:
    return e if e.type == ir.BOOL else ne(e, ZERO)


def as_real(e: ir.Expr) -> ir.Expr:
    if e.type == ir.REAL:
        return e
    if isinstance(e, ir.Const):
        return real(float(e.value))
    return ir.Unary(ir.REAL, 0, 0, "real", as_int(e))


def _saturate(value: int) -> int:
    return max(-ir.LIMIT, min(ir.LIMIT, value))


def _sized(op: str, a: ir.Expr, b: ir.Expr, corners: list[int]) -> ir.Expr:
    lo, hi = min(corners), max(corners)
    if lo < -ir.LIMIT or hi > ir.LIMIT:
        return ir.Binary(ir.INT, _saturate(lo), _saturate(hi), f"sat_{op}", a, b)
    return ir.Binary(ir.INT, lo, hi, op, a, b)


def add(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    a, b = as_int(a), as_int(b)
    if isinstance(a, ir.Const) and isinstance(b, ir.Const):
        return const(_saturate(a.value + b.value))
    if is_const(a, 0):
        return b
    if is_const(b, 0):
        return a
    return _sized("add", a, b, [a.lo + b.lo, a.hi + b.hi])


def sub(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    a, b = as_int(a), as_int(b)
    if isinstance(a, ir.Const) and isinstance(b, ir.Const):
        return const(_saturate(a.value - b.value))
    if is_const(b, 0):
        return a
    return _sized("sub", a, b, [a.lo - b.hi, a.hi - b.lo])


def mul(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    a, b = as_int(a), as_int(b)
    if isinstance(a, ir.Const) and isinstance(b, ir.Const):
        return const(_saturate(a.value * b.value))
    for x, y in ((a, b), (b, a)):
        if is_const(x, 1):
            return y
        if is_const(x, 0):
            return ZERO
    return _sized("mul", a, b, [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi])


def neg(a: ir.Expr) -> ir.Expr:
    a = as_int(a)
    if isinstance(a, ir.Const):
        return const(-a.value)
    return ir.Unary(ir.INT, -a.hi, -a.lo, "neg", a)


def div(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """Floor division; the caller checks that b is not 0."""
    a, b = as_int(a), as_int(b)
    if isinstance(a, ir.Const) and isinstance(b, ir.Const) and b.value:
        return const(a.value // b.value)
    if is_const(b, 1):
        return a
    divisors = [d for d in {b.lo, b.hi, -1, 1} if d and b.lo <= d <= b.hi] or [1]
    ends = [n // d for n in (a.lo, a.hi) for d in divisors] + ([0] if b.lo <= 0 <= b.hi else [])
    if a.lo <= 0 <= a.hi:
        ends.append(0)
    return ir.Binary(ir.INT, min(ends), max(ends), "div", a, b)


def mod(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """Remainder with the sign of b; the caller checks that b is not 0."""
    a, b = as_int(a), as_int(b)
    if isinstance(a, ir.Const) and isinstance(b, ir.Const) and b.value:
        return const(a.value % b.value)
    if b.lo > 0 and a.lo >= 0 and a.hi < b.lo:
        return a
    return ir.Binary(ir.INT, min(0, b.lo + 1), max(0, b.hi - 1), "mod", a, b)


def lowest(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    a, b = as_int(a), as_int(b)
    if a.hi <= b.lo:
        return a
    if b.hi <= a.lo:
        return b
    return ir.Binary(ir.INT, min(a.lo, b.lo), min(a.hi, b.hi), "min", a, b)


def highest(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    a, b = as_int(a), as_int(b)
    if a.lo >= b.hi:
        return a
    if b.lo >= a.hi:
        return b
    return ir.Binary(ir.INT, max(a.lo, b.lo), max(a.hi, b.hi), "max", a, b)


def clamp(e: ir.Expr, lo: int, hi: int) -> ir.Expr:
    return lowest(highest(e, const(lo)), const(hi))


_TESTS: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def compare(op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    if a.type == ir.REAL or b.type == ir.REAL:
        return ir.Binary(ir.BOOL, 0, 1, op, as_real(a), as_real(b))
    if a.type == ir.BOOL and b.type == ir.BOOL and op in ("eq", "ne"):
        for x, y in ((a, b), (b, a)):
            if isinstance(x, ir.Const):
                return y if bool(x.value) == (op == "eq") else invert(y)
    a, b = as_int(a), as_int(b)
    test = _TESTS[op]
    if isinstance(a, ir.Const) and isinstance(b, ir.Const):
        return truth(test(a.value, b.value))
    if (op in ("lt", "le") and test(a.hi, b.lo)) or (op in ("gt", "ge") and test(a.lo, b.hi)):
        return YES
    if (op in ("lt", "le") and not test(a.lo, b.hi)) or (op in ("gt", "ge") and not test(a.hi, b.lo)):
        return NO
    if (a.hi < b.lo or b.hi < a.lo) and op in ("eq", "ne"):
        return truth(op == "ne")
    return ir.Binary(ir.BOOL, 0, 1, op, a, b)


def eq(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return compare("eq", a, b)


def ne(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return compare("ne", a, b)


def lt(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return compare("lt", a, b)


def le(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return compare("le", a, b)


def ge(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return compare("ge", a, b)


def gt(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return compare("gt", a, b)


def both(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    a, b = as_bool(a), as_bool(b)
    if isinstance(a, ir.Const):
        return b if a.value else NO
    if isinstance(b, ir.Const):
        return a if b.value else NO
    return ir.Binary(ir.BOOL, 0, 1, "and", a, b)


def either(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    a, b = as_bool(a), as_bool(b)
    if isinstance(a, ir.Const):
        return YES if a.value else b
    if isinstance(b, ir.Const):
        return YES if b.value else a
    return ir.Binary(ir.BOOL, 0, 1, "or", a, b)


_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}


def invert(a: ir.Expr) -> ir.Expr:
    a = as_bool(a)
    if isinstance(a, ir.Const):
        return truth(not a.value)
    if isinstance(a, ir.Unary) and a.op == "not":
        return a.a
    if isinstance(a, ir.Binary) and a.op in _OPPOSITE and a.a.type != ir.REAL:
        return ir.Binary(ir.BOOL, 0, 1, _OPPOSITE[a.op], a.a, a.b)
    return ir.Unary(ir.BOOL, 0, 1, "not", a)


def select(cond: ir.Expr, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    if isinstance(cond, ir.Const):
        return a if cond.value else b
    if a.type == ir.REAL or b.type == ir.REAL:
        return ir.Select(ir.REAL, 0, 0, cond, as_real(a), as_real(b))
    if a.type == ir.BOOL and b.type == ir.BOOL:
        return ir.Select(ir.BOOL, 0, 1, cond, a, b)
    a, b = as_int(a), as_int(b)
    if a == b:
        return a
    return ir.Select(ir.INT, min(a.lo, b.lo), max(a.hi, b.hi), cond, a, b)


def bit_and(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    if isinstance(a, ir.Const) and isinstance(b, ir.Const):
        return const(a.value & b.value)
    hi = min(x.hi for x in (a, b) if x.lo >= 0) if a.lo >= 0 or b.lo >= 0 else ir.LIMIT
    return ir.Binary(ir.INT, 0 if a.lo >= 0 or b.lo >= 0 else -ir.LIMIT, hi, "band", a, b)


def bit_or(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    top = (1 << max(a.hi, b.hi, 1).bit_length()) - 1
    return ir.Binary(ir.INT, 0, top, "bor", a, b)


def shifted(a: ir.Expr, by: ir.Expr) -> ir.Expr:
    if isinstance(a, ir.Const) and isinstance(by, ir.Const):
        return const(a.value << by.value)
    return ir.Binary(ir.INT, 0, min(ir.LIMIT, max(a.hi, 0) << min(by.hi, 62)), "shl", a, by)


def bit_set(mask: ir.Expr, bit: ir.Expr) -> ir.Expr:
    """Whether a bit of a mask is set."""
    return ne(bit_and(mask, shifted(ONE, bit)), ZERO)


def real_op(op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return ir.Binary(ir.REAL, 0, 0, op, as_real(a), as_real(b))


def state(
    base: int,
    index: ir.Expr = ZERO,
    first: int = 0,
    last: int = 0,
    lo: int = -(1 << 31),
    hi: int = (1 << 31) - 1,
    boolean: bool = False,
) -> ir.Load:
    return ir.Load(ir.BOOL if boolean else ir.INT, lo, hi, "state", base, index, first, last)


def table(
    base: int, index: ir.Expr = ZERO, first: int = 0, last: int = 0, lo: int = -(1 << 31), hi: int = (1 << 31) - 1
) -> ir.Load:
    return ir.Load(ir.INT, lo, hi, "table", base, index, first, last)


def store(
    base: int,
    value: ir.Expr,
    index: ir.Expr = ZERO,
    first: int = 0,
    last: int = 0,
    lo: int = -(1 << 31),
    hi: int = (1 << 31) - 1,
    line: int = 0,
) -> ir.Store:
    return ir.Store(base, index, first, last, as_int(value), lo, hi, line)
