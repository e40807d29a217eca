"""Walking through a program: what is inside an expression or a statement, and what is claimed of a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ludwright import ir
from ludwright.mistakes import LudwrightError

_FULL = (-(1 << 63), (1 << 63) - 1)
_LEAVES = (ir.Const, ir.RealConst, ir.Local, ir.OptionCount)


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


def parts(expr: ir.Expr) -> tuple[ir.Expr, ...]:
    """The expressions directly inside an expression, in the order they are evaluated."""
    if isinstance(expr, _LEAVES):
        return ()
    if isinstance(expr, ir.Binary):
        return expr.a, expr.b
    if isinstance(expr, ir.Load | ir.ArrayLoad | ir.OptionAt):
        return (expr.index,)
    if isinstance(expr, ir.Unary):
        return (expr.a,)
    if isinstance(expr, ir.Select):
        return expr.cond, expr.a, expr.b
    if isinstance(expr, ir.Call):
        return expr.args
    raise ProgramError(f"unknown expression {type(expr).__name__}")


def calls(expr: ir.Expr) -> Iterator[str]:
    """The functions an expression calls, once for each call."""
    if isinstance(expr, _LEAVES):
        return
    if isinstance(expr, ir.Call):
        yield expr.function
    for part in parts(expr):
        yield from calls(part)


def has_call(expr: ir.Expr) -> bool:
    """Whether evaluating the expression calls a function, so that it matters when it is evaluated."""
    return any(True for _ in calls(expr))


def values(stmt: ir.Stmt) -> tuple[ir.Expr, ...]:
    """The expressions directly inside a statement."""
    match stmt:
        case ir.Set() | ir.Return(value=ir.Expr()):
            return (stmt.value,) if stmt.value is not None else ()
        case ir.Store() | ir.ArrayStore():
            return stmt.index, stmt.value
        case ir.If() | ir.While() | ir.Check():
            return (stmt.cond,)
        case ir.Switch():
            return (stmt.value,)
        case ir.Loop():
            return stmt.start, stmt.stop
        case ir.Do() | ir.Note():
            return stmt.args
        case ir.Redeal():
            return stmt.seat, stmt.number
        case ir.Draw():
            return (stmt.bound,)
        case ir.Emit():
            return (stmt.code,)
        case ir.SetOption():
            return stmt.index, stmt.code
        case ir.SetOptionCount():
            return (stmt.count,)
        case _:
            return ()


def called(stmt: ir.Stmt) -> Iterator[str]:
    """The functions a statement calls, those called inside its inner bodies apart."""
    if isinstance(stmt, ir.Do):
        yield stmt.function
    for value in values(stmt):
        yield from calls(value)


def bodies(stmt: ir.Stmt) -> tuple[list[ir.Stmt], ...]:
    """The lists of statements directly inside a statement."""
    match stmt:
        case ir.If():
            return stmt.then, stmt.otherwise
        case ir.Switch():
            return (*stmt.cases.values(), stmt.default)
        case ir.While():
            return stmt.test, stmt.body
        case ir.Loop() | ir.Preserve():
            return (stmt.body,)
        case _:
            return ()


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
