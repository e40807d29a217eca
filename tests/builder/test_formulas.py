"""Formulas from Python objects: what they read as, and brackets where the language needs them."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.build import (
    BuildError,
    Formula,
    all_,
    any_,
    count,
    each,
    every,
    first,
    highest,
    if_else,
    max_,
    member,
    min_,
    my,
    names,
    no_,
    none,
    of,
    paren,
    random,
    range_,
    sum_,
    word,
)
from ludwright.language.parser import parse_formula

a, b, c, s, x = names("a b c s x")


@pytest.mark.parametrize(
    ("built", "text"),
    [
        (a & b & c, "a and b and c"),
        (a & (b & c), "a and b and c"),
        (a | b | c, "a or b or c"),
        ((a | b) & c, "(a or b) and c"),
        ((a & b) | c, "(a and b) or c"),
        (a | (b & c), "a or (b and c)"),
        (~a & b, "not a and b"),
        (~(a & b), "not (a and b)"),
        (~any_(x, s), "not any x in s"),
        (any_(x, s, with_=b) & a, "(any x in s with b) and a"),
        (a & any_(x, s, with_=b | c), "a and any x in s with b or c"),
        (any_(x, s, with_=b) | a, "(any x in s with b) or a"),
        ((a & no_(x, s)) | b, "(a and no x in s) or b"),
        (a - b - c, "a - b - c"),
        (a - (b - c), "a - (b - c)"),
        (a * (b + c), "a * (b + c)"),
        (-a * b, "-a * b"),
        (-(a * b), "-(a * b)"),
        (a // b % c, "a div b mod c"),
        (a // (b % c), "a div (b mod c)"),
        ((a / b).rounded_up(), "a / b rounded up"),
        ((a / b).rounded_down() + 1, "a / b rounded down + 1"),
        (3 - a, "3 - a"),
        (2 / a, "2 / a"),
        (a + -3, "a + -3"),
        (0.8 * a, "0.8 * a"),
        (a > 3, "a > 3"),
        (a == b + 1, "a is b + 1"),
        (a != none, "a is not none"),
        (a.is_(None), "a is none"),
        (a.is_(True), "a is yes"),
        (paren(a & b).is_(c), "(a and b) is c"),
        ((a == b).is_(c), "(a is b) is c"),
        (a.is_in(range_(1, b + 1)), "a is in 1..b + 1"),
        (a.is_not_in("1..6"), "a is not in 1..6"),
        (of("top", a.hand).rank, "(top of a.hand).rank"),
        (of("top", my.hand), "top of my hand"),
        (my.hand.count, "my hand.count"),
        (a.step(b, 2)[1, c], "a.step(b, 2)[1, c]"),
        (a(), "a()"),
        (member(a, "can"), "a.can"),
        (if_else(1, a > 3, if_else(2, b, 3)), "1 if a > 3 else 2 if b else 3"),
        (if_else(1, a, 2) + 3, "(1 if a else 2) + 3"),
        (if_else(if_else(1, a, 2), b, 3), "(1 if a else 2) if b else 3"),
        (all_(x, s, with_=x > 1).count, "(all x in s with x > 1).count"),
        (highest(x, s, x.a, x.b, with_=c), "highest x in s with c by x.a then x.b"),
        (first(x, s, from_=a, backwards=True), "first x in s from a backwards"),
        (random(x, s, by=x.weight) + 1, "(random x in s by x.weight) + 1"),
        (count(x, s) + max_(a, b) + min_(x.a, each(x, s)), "count(x in s) + max(a, b) + min(x.a for x in s)"),
        (sum_(a * b, each(a, s, with_=c), each(b, a.parts)), "sum(a * b for a in s with c, b in a.parts)"),
        (every(x, all_(x, s), x.ok), "every x in (all x in s) has x.ok"),
        (word.f("a + 1", 2), "f(a + 1, 2)"),
    ],
)
def test_a_built_formula_is_the_formula_of_the_text(built: Formula, text: str) -> None:
    assert str(built) == text
    assert built.tree == parse_formula(text).formula


BOTH: list[Callable[[Formula, Formula], Formula]] = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.floordiv,
    operator.mod,
    operator.truediv,
    operator.lt,
    operator.ge,
    Formula.is_,
    Formula.is_not,
    Formula.is_in,
    Formula.knows,
    Formula.can,
    operator.and_,
    operator.or_,
    lambda left, right: if_else(left, right, left),
    lambda left, right: if_else(right, left, right),
    lambda left, right: any_("x", left, with_=right),
    lambda left, right: every("x", left, right),
    lambda left, right: all_("x", left, while_=right),
    lambda left, right: highest("x", left, right),
    lambda left, right: random("x", left, by=right),
    lambda left, right: sum_(left, each("x", right)),
    lambda left, right: word.f(left, right),
    lambda left, right: left[right],
    lambda left, right: left.is_in(range_(left, right)),
]
ONE: list[Callable[[Formula], Formula]] = [
    operator.neg,
    operator.invert,
    lambda value: value.part,
    lambda value: value.step(value),
    lambda value: of("top", value),
    lambda value: no_("x", value),
    lambda value: first("x", value, from_=value),
    lambda value: (value / value).rounded_up(),
    paren,
]
LEAVES = st.sampled_from([a, b, none, my.hand, Formula(a.tree), word.f(), a + 0])


def _joined(left: Formula, right: Formula, join: Callable[[Formula, Formula], Formula]) -> Formula:
    """Some joins refuse `and`, `or` and `not` without brackets, as they would be a slip."""
    try:
        return join(left, right)
    except BuildError:
        return join(paren(left), paren(right))


def _changed(value: Formula, change: Callable[[Formula], Formula]) -> Formula:
    try:
        return change(value)
    except BuildError:
        return change(paren(value))


FORMULAS = st.recursive(
    LEAVES,
    lambda inner: (
        st.builds(_joined, inner, inner, st.sampled_from(BOTH)) | st.builds(_changed, inner, st.sampled_from(ONE))
    ),
    max_leaves=8,
)


@settings(max_examples=500, deadline=None)
@given(FORMULAS)
def test_every_built_formula_reads_as_itself(built: Formula) -> None:
    assert parse_formula(str(built)).formula == built.tree
