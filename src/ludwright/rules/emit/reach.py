"""Which words of the state some statements read and which they change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludwright import ir
from ludwright.engine.walks import called, parts, statements, values

Words = frozenset[int]
"""Places in the state where variables begin; EVERYTHING where it can't be told."""

EVERYTHING = -1


class _All(frozenset[int]):
    """The set of all words: meets every set that is not empty."""

    def __and__(self, other: object) -> frozenset[int]:
        return frozenset(other) if not isinstance(other, _All) else frozenset({EVERYTHING})  # type: ignore[call-overload]

    def __rand__(self, other: object) -> frozenset[int]:
        return self.__and__(other)


class _Walk:
    def __init__(self, functions: Mapping[str, ir.Function]) -> None:
        self.functions = functions
        self.read: set[int] = set()
        self.written: set[int] = set()
        self.everything = False
        self._seen: set[str] = set()

    def statements(self, body: Iterable[ir.Stmt]) -> None:
        for s in statements(body):
            if isinstance(s, ir.Store):
                self.written.add(s.base)
            self.everything = self.everything or isinstance(s, ir.Redeal)
            for value in values(s):
                self._expr(value)
            for name in called(s):
                self._function(name)

    def _expr(self, e: ir.Expr) -> None:
        if isinstance(e, ir.Load) and e.block == "state":
            self.read.add(e.base)
        for part in parts(e):
            self._expr(part)

    def _function(self, name: str) -> None:
        if name in self._seen:
            return
        self._seen.add(name)
        known = self.functions.get(name)
        if known is None or (not known.body and not known.params):
            self.everything = True
        else:
            self.statements(known.body)


def reads(body: Iterable[ir.Stmt], functions: Mapping[str, ir.Function]) -> frozenset[int]:
    walk = _Walk(functions)
    walk.statements(body)
    return _All({EVERYTHING}) if walk.everything else frozenset(walk.read)


def writes(body: Iterable[ir.Stmt], functions: Mapping[str, ir.Function]) -> frozenset[int]:
    walk = _Walk(functions)
    walk.statements(body)
    return _All({EVERYTHING}) if walk.everything else frozenset(walk.written)


def statement_count(body: Iterable[ir.Stmt]) -> int:
    """How many statements there are, with those inside others."""
    return sum(1 for _ in statements(body))
