"""Walking through a program: what is inside an expression or a statement, and what is claimed of a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ludwright import ir
from ludwright.mistakes import LudwrightError

_FULL = (-(1 << 63), (1 << 63) - 1)


class ProgramError(Exception):
    """A program that does not keep to the rules of :mod:`ludwright.ir`: a mistake in Ludwright, not in a game."""


@contextmanager
def within_reach() -> Iterator[None]:
    """Tell of formulas or statements that are nested so deeply that Python itself gives up on them."""
    try:
        yield
    except (RecursionError, MemoryError, SyntaxError) as error:
        if isinstance(error, SyntaxError) and "too many" not in str(error) and "nested" not in str(error):
            raise
        raise LudwrightError(
            "a rule is nested too deeply to be run: give parts of it names with `define` or `procedure`"
        ) from error


def span(expr: ir.Expr) -> tuple[int, int]:
    """The range an integer or boolean is proven to lie in."""
    if expr.type == ir.BOOL:
        return (expr.value, expr.value) if isinstance(expr, ir.Const) else (0, 1)
    if isinstance(expr, ir.Binary) and expr.op in ("wrap_add", "wrap_mul"):
        return _FULL
    return expr.lo, expr.hi


def within(expr: ir.Expr, first: int, last: int) -> bool:
    """Whether the value is proven to lie in ``first..last``."""
    lo, hi = span(expr)
    return first <= lo and hi <= last


def fits(expr: ir.Binary) -> bool:
    """Whether a saturating operation never meets its limits, so that the plain one gives the same."""
    (a, b), (c, d) = span(expr.a), span(expr.b)
    if expr.op == "sat_add":
        ends = (a + c, b + d)
    elif expr.op == "sat_sub":
        ends = (a - d, b - c)
    else:
        products = (a * c, a * d, b * c, b * d)
        ends = (min(products), max(products))
    return ends[0] >= -ir.LIMIT and ends[1] <= ir.LIMIT


_PARTS: dict[type[ir.Expr], Callable[[Any], tuple[ir.Expr, ...]]] = {
    **dict.fromkeys((ir.Const, ir.RealConst, ir.Local, ir.OptionCount), lambda expr: ()),
    **dict.fromkeys((ir.Load, ir.ArrayLoad, ir.OptionAt), lambda expr: (expr.index,)),
    ir.Binary: lambda expr: (expr.a, expr.b),
    ir.Unary: lambda expr: (expr.a,),
    ir.Select: lambda expr: (expr.cond, expr.a, expr.b),
    ir.Call: lambda expr: expr.args,
}


def parts(expr: ir.Expr) -> tuple[ir.Expr, ...]:
    """The expressions directly inside an expression, in the order they are evaluated."""
    found = _PARTS.get(type(expr))
    if found is None:
        raise ProgramError(f"unknown expression {type(expr).__name__}")
    return found(expr)


def calls(expr: ir.Expr) -> Iterator[str]:
    """The functions an expression calls, once for each call."""
    waiting = [expr]
    while waiting:
        one = waiting.pop()
        if type(one) is ir.Call:
            yield one.function
        waiting += parts(one)[::-1]


def has_call(expr: ir.Expr) -> bool:
    """Whether evaluating the expression calls a function, so that it matters when it is evaluated."""
    return any(True for _ in calls(expr))


_VALUES: dict[type[ir.Stmt], Callable[[Any], tuple[ir.Expr, ...]]] = {
    **dict.fromkeys((ir.Set, ir.Switch), lambda stmt: (stmt.value,)),
    **dict.fromkeys((ir.Store, ir.ArrayStore), lambda stmt: (stmt.index, stmt.value)),
    **dict.fromkeys((ir.If, ir.While, ir.Check), lambda stmt: (stmt.cond,)),
    **dict.fromkeys((ir.Do, ir.Note), lambda stmt: stmt.args),
    ir.Return: lambda stmt: (stmt.value,) if stmt.value is not None else (),
    ir.Loop: lambda stmt: (stmt.start, stmt.stop),
    ir.Redeal: lambda stmt: (stmt.seat, stmt.number),
    ir.Draw: lambda stmt: (stmt.bound,),
    ir.Emit: lambda stmt: (stmt.code,),
    ir.SetOption: lambda stmt: (stmt.index, stmt.code),
    ir.SetOptionCount: lambda stmt: (stmt.count,),
}
_BODIES: dict[type[ir.Stmt], Callable[[Any], tuple[list[ir.Stmt], ...]]] = {
    **dict.fromkeys((ir.Loop, ir.Preserve), lambda stmt: (stmt.body,)),
    ir.If: lambda stmt: (stmt.then, stmt.otherwise),
    ir.Switch: lambda stmt: (*stmt.cases.values(), stmt.default),
    ir.While: lambda stmt: (stmt.test, stmt.body),
}


def values(stmt: ir.Stmt) -> tuple[ir.Expr, ...]:
    """The expressions directly inside a statement."""
    found = _VALUES.get(type(stmt))
    return found(stmt) if found is not None else ()


def called(stmt: ir.Stmt) -> Iterator[str]:
    """The functions a statement calls, those called inside its inner bodies apart."""
    if isinstance(stmt, ir.Do):
        yield stmt.function
    for value in values(stmt):
        yield from calls(value)


def bodies(stmt: ir.Stmt) -> tuple[list[ir.Stmt], ...]:
    """The lists of statements directly inside a statement."""
    found = _BODIES.get(type(stmt))
    return found(stmt) if found is not None else ()


def statements(body: Iterable[ir.Stmt]) -> Iterator[ir.Stmt]:
    """All statements of a body, those inside others included."""
    for stmt in body:
        yield stmt
        for inner in bodies(stmt):
            yield from statements(inner)


def first_line(body: Iterable[ir.Stmt]) -> int:
    """The first line of the game's text that a body speaks of; 0 if none."""
    for stmt in statements(body):
        line = getattr(stmt, "line", 0)
        if line:
            return int(line)
    return 0
