"""Pure values: what a program works out."""

from __future__ import annotations

from dataclasses import dataclass

INT, BOOL, REAL = "int", "bool", "real"

LIMIT = 1 << 62
"""Integers stay within -LIMIT..LIMIT; the saturating operators see to it."""


@dataclass(frozen=True, slots=True)
class Expr:
    """A pure value. ``type`` is INT, BOOL or REAL; ``lo`` and ``hi`` bound an integer."""

    type: str
    lo: int
    hi: int


@dataclass(frozen=True, slots=True)
class Const(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class RealConst(Expr):
    value: float


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A local of the function (or of the machine: then not kept across a question)."""

    name: str


@dataclass(frozen=True, slots=True)
class Load(Expr):
    """``block[base + index]``, index within ``first..last``. ``block`` is "state" or "table"."""

    block: str
    base: int
    index: Expr
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ArrayLoad(Expr):
    """An element of a local array of the function; clamped like :class:`Load`."""

    array: str
    index: Expr
    size: int


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """``neg``, ``not`` (BOOL), ``int`` (BOOL to INT), ``real`` (INT to REAL), ``rneg``."""

    op: str
    a: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """Integer ``add sub mul min max band bor bxor shl shr``; ``div mod`` (floor; b is never 0 where evaluated, else 0);
    ``sat_add sat_sub sat_mul`` (clamped to +-LIMIT); ``wrap_mul wrap_add`` (two's complement 64 bits);
    comparisons ``eq ne lt le gt ge`` (INT or REAL operands, BOOL result); BOOL ``and or``;
    REAL ``radd rsub rmul rdiv rmin rmax`` (x / 0 is 0)."""

    op: str
    a: Expr
    b: Expr


@dataclass(frozen=True, slots=True)
class Select(Expr):
    """``a if cond else b``; both sides are evaluated harmlessly."""

    cond: Expr
    a: Expr
    b: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A call of another function; as an expression only where it changes nothing."""

    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class OptionCount(Expr):
    """How many options have been emitted."""


@dataclass(frozen=True, slots=True)
class OptionAt(Expr):
    """The code of an option emitted earlier, by index from 0 (clamped to the buffer)."""

    index: Expr
