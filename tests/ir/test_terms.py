"""The makers of expressions fold what is constant, and no value lies outside the range they work out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from ludwright import ir
from ludwright.ir import terms

SPANS = [(lo, hi) for lo, hi in product(range(-3, 4), repeat=2) if lo <= hi]
MAKERS: dict[str, tuple[Callable[[ir.Expr, ir.Expr], ir.Expr], Callable[[int, int], int]]] = {
    "add": (terms.add, lambda a, b: a + b),
    "sub": (terms.sub, lambda a, b: a - b),
    "mul": (terms.mul, lambda a, b: a * b),
    "div": (terms.div, lambda a, b: a // b),
    "mod": (terms.mod, lambda a, b: a % b),
    "lowest": (terms.lowest, min),
    "highest": (terms.highest, max),
    "lt": (terms.lt, lambda a, b: a < b),
    "eq": (terms.eq, lambda a, b: a == b),
    "ge": (terms.ge, lambda a, b: a >= b),
}


@pytest.mark.parametrize("name", MAKERS)
def test_no_value_lies_outside_its_range(name: str) -> None:
    make, meaning = MAKERS[name]
    looked_at = 0
    for one, other in product(SPANS, SPANS):
        made = make(terms.local("a", *one), terms.local("b", *other))
        for a, b in product(range(one[0], one[1] + 1), range(other[0], other[1] + 1)):
            if name in ("div", "mod") and b == 0:  # which the caller rules out
                continue
            assert made.lo <= meaning(a, b) <= made.hi, (one, other, a, b)
            looked_at += 1
    assert looked_at > 5_000


@pytest.mark.parametrize("name", MAKERS)
def test_constants_are_folded(name: str) -> None:
    make, meaning = MAKERS[name]
    for a, b in product(range(-3, 4), (-3, -2, -1, 1, 2, 3)):
        made = make(terms.const(a), terms.const(b))
        assert isinstance(made, ir.Const)
        assert made.value == meaning(a, b)


def test_what_changes_nothing_is_left_out() -> None:
    n = terms.local("n", 2, 5)
    assert terms.add(n, terms.ZERO) is n and terms.mul(terms.ONE, n) is n and terms.div(n, terms.ONE) is n
    assert terms.is_const(terms.mul(n, terms.ZERO), 0)
    assert terms.clamp(n, 0, 9) is n
    assert terms.lowest(n, terms.const(5)) is n and terms.is_const(terms.lowest(n, terms.const(1)), 1)
    assert terms.mod(n, terms.const(6)) is n


def test_what_may_grow_too_large_stops_at_the_limit() -> None:
    large = terms.local("large", 0, ir.LIMIT)
    made = terms.add(large, large)
    assert isinstance(made, ir.Binary)
    assert (made.op, made.lo, made.hi) == ("sat_add", 0, ir.LIMIT)
    assert terms.is_const(terms.mul(terms.const(ir.LIMIT), terms.const(-2)), -ir.LIMIT)
