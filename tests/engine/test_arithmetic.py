"""Every operator gives what the rules say at the edges of its range, in both runs."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from ludwright import ir
from ludwright.engine.compiled import Compiled
from ludwright.engine.random import Stream
from ludwright.engine.twin import Twin
from tests.engine.build import binary, const, machine, program, real, unary
from tests.engine.compare import bits

LIMIT = ir.LIMIT
EDGES = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    7,
    -7,
    10,
    63,
    64,
    100,
    -64,
    2**31 - 1,
    -(2**31),
    2**32,
    2**32 + 1,
    -(2**40),
    LIMIT - 1,
    LIMIT,
    -LIMIT,
]


def saturate(value: int) -> int:
    return max(-LIMIT, min(LIMIT, value))


def wrap(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63


MEANING: dict[str, Callable[[int, int], int]] = {
    "min": min,
    "max": max,
    "div": lambda a, b: math.floor(a // b) if b else 0,
    "mod": lambda a, b: a - b * (a // b) if b else 0,
    "band": lambda a, b: a & b,
    "bor": lambda a, b: a | b,
    "bxor": lambda a, b: a ^ b,
    "shl": lambda a, b: wrap(a << (b % 64)),
    "shr": lambda a, b: a >> (b % 64),
    "sat_add": lambda a, b: saturate(a + b),
    "sat_sub": lambda a, b: saturate(a - b),
    "sat_mul": lambda a, b: saturate(a * b),
    "wrap_add": lambda a, b: wrap(a + b),
    "wrap_mul": lambda a, b: wrap(a * b),
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
}


def formulas(makes: list[tuple[ir.Expr, ...]], params: int) -> ir.Program:
    """A program with one exported formula for each expression of its parameters ``a`` and ``b``."""
    functions, reals = [], {}
    given = [("a", -LIMIT, LIMIT), ("b", -LIMIT, LIMIT)][:params]
    for number, pieces in enumerate(makes):
        for part, value in enumerate(pieces):
            name = f"f{number}.{part}"
            functions.append(ir.Function(name, given, [ir.Return(value)], ir.REAL))
            reals[name] = name
    return program(machine([ir.Block("start", [], ir.Halt())]), functions, reals=reals)


def halves(value: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
    """A whole number as two reals that each are exact."""
    if value.type == ir.BOOL:
        value = unary("int", value)
    low = ir.Binary(ir.INT, 0, 2**32 - 1, "band", value, const(2**32 - 1))
    high = ir.Binary(ir.INT, -(2**31), 2**31 - 1, "shr", value, const(32))
    return unary("real", high), unary("real", low)


class Both:
    """Formulas of a program, evaluated in both runs."""

    def __init__(self, rules: ir.Program) -> None:
        self.twin, self.compiled = Twin(rules), Compiled(rules)
        self.state, self.state2 = self.twin.new_state(), self.compiled.new_state()
        self.context, self.context2 = self.twin.new_context(Stream(0, 1)), self.compiled.new_context(Stream(0, 1))
        self.table = np.zeros(8, np.int32)

    def real(self, name: str, *args: int) -> float:
        plain = self.twin.real(name, self.state, [0] * 8, self.context, *args)
        fast = self.compiled.real(name, self.state2, self.table, self.context2, *args)
        assert bits(plain) == bits(fast), (name, args, plain, fast)
        return plain

    def whole(self, number: int, *args: int) -> int:
        high, low = (int(self.real(f"f{number}.{part}", *args)) for part in (0, 1))
        return (high << 32) + low


@pytest.mark.parametrize("op", MEANING)
def test_an_operator_at_the_edges(op: str) -> None:
    """Once with values only known at play, once with constants on the right (which are compiled differently)."""
    spans = (-LIMIT, LIMIT) if op not in ("add", "sub", "mul") else (-(2**30), 2**30)
    edges = [edge for edge in EDGES if spans[0] <= edge <= spans[1]]
    a, b = ir.Local(ir.INT, *spans, "a"), ir.Local(ir.INT, *spans, "b")
    both = Both(formulas([halves(binary(op, a, b)), *(halves(binary(op, a, edge)) for edge in edges)], 2))
    for x in edges:
        for number, y in enumerate(edges):
            wanted = MEANING[op](x, y)
            assert both.whole(0, x, y) == wanted, (x, op, y)
            assert both.whole(number + 1, x, 0) == wanted, (x, op, y)


@pytest.mark.parametrize(("lo", "hi"), [(0, 100), (1, 100), (-100, -1), (-100, 0), (-3, 3), (0, 2**40)])
@pytest.mark.parametrize(("low", "high"), [(0, 100), (-100, 100), (-100, -1), (0, 2**40)])
@pytest.mark.parametrize("op", ["div", "mod"])
def test_division_for_every_shape_of_ranges(op: str, low: int, high: int, lo: int, hi: int) -> None:
    a, b = ir.Local(ir.INT, low, high, "a"), ir.Local(ir.INT, lo, hi, "b")
    both = Both(formulas([halves(binary(op, a, b))], 2))
    for x in sorted({low, low + 1, -7, 0, 7, high - 1, high}):
        for y in sorted({lo, lo + 1, -3, -1, 0, 1, 3, hi}):
            if low <= x <= high and lo <= y <= hi:
                assert both.whole(0, x, y) == MEANING[op](x, y), (x, op, y)


def test_the_lowest_word_divided_by_minus_one_wraps() -> None:
    lowest = binary("wrap_mul", ir.Local(ir.INT, -LIMIT, LIMIT, "a"), const(2))
    b = ir.Local(ir.INT, -LIMIT, LIMIT, "b")
    both = Both(formulas([halves(binary("div", lowest, b)), halves(binary("mod", lowest, b))], 2))
    assert both.whole(0, -LIMIT, -1) == -(2**63)
    assert both.whole(1, -LIMIT, -1) == 0
    assert both.whole(0, -LIMIT, 3) == -(2**63) // 3


REALS = [0.0, -0.0, 1.0, -1.5, 1e308, -1e308, 5e-324, 0.1, math.inf]


@pytest.mark.parametrize("op", ["radd", "rsub", "rmul", "rdiv", "rmin", "rmax"])
def test_reals_to_the_last_bit(op: str) -> None:
    pairs = [(x, y) for x in REALS for y in REALS]
    both = Both(formulas([(binary(op, real(x), real(y)),) for x, y in pairs], 0))
    for number, (x, y) in enumerate(pairs):
        got = both.real(f"f{number}.0")
        match op:
            case "radd":
                wanted = x + y
            case "rsub":
                wanted = x - y
            case "rmul":
                wanted = x * y
            case "rdiv":
                wanted = 0.0 if y == 0 else x / y
            case "rmin":
                wanted = x if x < y else y
            case _:
                wanted = x if x > y else y
        assert bits(got) == bits(wanted), (x, op, y)


def test_whole_numbers_become_reals_rounded_to_even() -> None:
    both = Both(formulas([(unary("real", ir.Local(ir.INT, -LIMIT, LIMIT, "a")),)], 1))
    for value in [2**53 + 1, 2**53 + 3, LIMIT, -LIMIT, LIMIT - 1, 0, -3]:
        assert both.real("f0.0", value) == float(value)
