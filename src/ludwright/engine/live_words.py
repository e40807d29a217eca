"""Sets of words, each as the bits of one number: what is known at a point of a program, and of a function."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ludwright import ir
from ludwright.engine.walks import statements


class LiveWords(NamedTuple):
    """What is known at a point: words that matter, words read from here on, words surely written from here on."""

    words: int = 0
    read: int = 0
    written: int = 0

    def meet(self, other: LiveWords) -> LiveWords:
        """Either of two ways may be taken."""
        return LiveWords(self.words | other.words, self.read | other.read, self.written & other.written)

    def reading(self, words: int) -> LiveWords:
        """Before some words are read."""
        return LiveWords(self.words | words, self.read | words, self.written)

    def writing(self, words: int) -> LiveWords:
        """Before some words are written for certain."""
        return LiveWords(self.words & ~words, self.read & ~words, self.written | words)


@dataclass
class FunctionSummary:
    """What is known of a function."""

    read: int = 0
    written: int = 0
    after: int = 0
    """The words that matter after any of its calls."""
    acts: bool = False
    """Whether calling it makes any difference."""
    result_matters: bool = False
    needed: set[str] = field(default_factory=set)
    """The locals, parameters and arrays that make a difference."""


def bits(first: int, last: int) -> int:
    """The words from one to another."""
    return (1 << (last + 1)) - (1 << first) if last >= first else 0


def cleared(stmt: ir.Loop) -> int:
    """The words that a loop over a fixed span writes for certain, one after the other."""
    if not (isinstance(stmt.start, ir.Const) and isinstance(stmt.stop, ir.Const)):
        return 0
    if any(isinstance(inner, ir.Break | ir.Continue | ir.Return) for inner in statements(stmt.body)):
        return 0
    found, first, last = 0, stmt.start.value, stmt.stop.value
    for inner in stmt.body:
        match inner:
            case ir.Store(index=ir.Local(name=stmt.name)) if inner.first <= first <= last <= inner.last:
                found |= bits(inner.base + first, inner.base + last)
    return found
