"""Short ways to write programs by hand, with the ranges worked out."""

from __future__ import annotations

from ludwright import ir

INT, BOOL, REAL = ir.INT, ir.BOOL, ir.REAL


def const(value: int) -> ir.Const:
    return ir.Const(INT, value, value, value)


def truth(value: bool) -> ir.Const:
    return ir.Const(BOOL, int(value), int(value), int(value))


def real(value: float) -> ir.RealConst:
    return ir.RealConst(REAL, 0, 0, value)


def local(name: str, lo: int = -(1 << 31), hi: int = (1 << 31) - 1) -> ir.Local:
    return ir.Local(INT, lo, hi, name)


def flag(name: str) -> ir.Local:
    return ir.Local(BOOL, 0, 1, name)


def real_local(name: str) -> ir.Local:
    return ir.Local(REAL, 0, 0, name)


def load(
    base: int,
    index: ir.Expr | int = 0,
    count: int = 1,
    lo: int = -(1 << 31),
    hi: int = (1 << 31) - 1,
    block: str = "state",
) -> ir.Load:
    at = const(index) if isinstance(index, int) else index
    return ir.Load(INT, lo, hi, block, base, at, 0, count - 1)


def store(
    base: int,
    value: ir.Expr | int,
    index: ir.Expr | int = 0,
    count: int = 1,
    lo: int = -(1 << 31),
    hi: int = (1 << 31) - 1,
    line: int = 1,
) -> ir.Store:
    at = const(index) if isinstance(index, int) else index
    what = const(value) if isinstance(value, int) else value
    return ir.Store(base, at, 0, count - 1, what, lo, hi, line)


_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "and", "or")


def binary(op: str, a: ir.Expr | int, b: ir.Expr | int) -> ir.Binary:
    x = const(a) if isinstance(a, int) else a
    y = const(b) if isinstance(b, int) else b
    if op in _COMPARISONS:
        return ir.Binary(BOOL, 0, 1, op, x, y)
    if op[0] == "r":
        return ir.Binary(REAL, 0, 0, op, x, y)
    lo, hi = _range(op, x.lo, x.hi, y.lo, y.hi)
    return ir.Binary(INT, lo, hi, op, x, y)


def _range(op: str, a: int, b: int, c: int, d: int) -> tuple[int, int]:
    limit = ir.LIMIT
    match op:
        case "add":
            return a + c, b + d
        case "sub":
            return a - d, b - c
        case "mul":
            ends = (a * c, a * d, b * c, b * d)
            return min(ends), max(ends)
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "div":
            most = max(abs(a), abs(b))
            return -most, most
        case "mod":
            return min(c + 1, 0), max(d - 1, 0)
        case "sat_add" | "sat_sub" | "sat_mul":
            lo, hi = _range(op[4:], a, b, c, d)
            return min(max(lo, -limit), limit), max(min(hi, limit), -limit)
        case "band" | "bor" | "bxor":
            bits = max(a.bit_length(), b.bit_length(), c.bit_length(), d.bit_length())
            return -(1 << bits), (1 << bits) - 1
        case "shr":
            return min(a, 0), max(b, 0)
        case _:
            return -(1 << 63), (1 << 63) - 1


def unary(op: str, a: ir.Expr) -> ir.Unary:
    match op:
        case "neg":
            return ir.Unary(INT, -a.hi, -a.lo, op, a)
        case "not":
            return ir.Unary(BOOL, 0, 1, op, a)
        case "int":
            return ir.Unary(INT, 0, 1, op, a)
        case _:
            return ir.Unary(REAL, 0, 0, op, a)


def select(cond: ir.Expr, a: ir.Expr, b: ir.Expr) -> ir.Select:
    return ir.Select(a.type, min(a.lo, b.lo), max(a.hi, b.hi), cond, a, b)


def call(function: ir.Function, *args: ir.Expr) -> ir.Call:
    assert function.result is not None
    return ir.Call(function.result, function.lo, function.hi, function.name, args)


def machine(
    blocks: list[ir.Block], entries: list[str] | None = None, arrays: dict[str, int] | None = None
) -> ir.Machine:
    return ir.Machine({block.name: block for block in blocks}, entries or [blocks[0].name], arrays or {})


def program(
    machine_: ir.Machine,
    functions: list[ir.Function] | None = None,
    *,
    state: int = 64,
    table: int = 8,
    players: int = 2,
    max_options: int = 16,
    reals: dict[str, str] | None = None,
) -> ir.Program:
    named = {function.name: function for function in functions or []}
    named.setdefault("options", ir.Function("options", [], [ir.Emit(const(0))], changes=True))
    return ir.Program(named, machine_, "options", state, table, players, max_options, reals or {})
