"""Which words of the state some statements read and which they change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludwright import ir

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
        for s in body:
            self.statement(s)

    def statement(self, s: ir.Stmt) -> None:
        match s:
            case ir.Set() | ir.Return() if s.value is not None:
                self.expr(s.value)
            case ir.Store():
                self.expr(s.index)
                self.expr(s.value)
                self.written.add(s.base)
            case ir.ArrayStore():
                self.expr(s.index)
                self.expr(s.value)
            case ir.If():
                self.expr(s.cond)
                self.statements(s.then)
                self.statements(s.otherwise)
            case ir.Switch():
                self.expr(s.value)
                for case in s.cases.values():
                    self.statements(case)
                self.statements(s.default)
            case ir.Loop():
                self.expr(s.start)
                self.expr(s.stop)
                self.statements(s.body)
            case ir.While():
                self.statements(s.test)
                self.expr(s.cond)
                self.statements(s.body)
            case ir.Do():
                for a in s.args:
                    self.expr(a)
                self.function(s.function)
            case ir.Check():
                self.expr(s.cond)
            case ir.Draw():
                self.expr(s.bound)
            case ir.Redeal():
                self.everything = True
            case ir.Preserve():
                self.statements(s.body)

    def expr(self, e: ir.Expr) -> None:
        match e:
            case ir.Load():
                if e.block == "state":
                    self.read.add(e.base)
                self.expr(e.index)
            case ir.ArrayLoad():
                self.expr(e.index)
            case ir.Unary():
                self.expr(e.a)
            case ir.Binary():
                self.expr(e.a)
                self.expr(e.b)
            case ir.Select():
                self.expr(e.cond)
                self.expr(e.a)
                self.expr(e.b)
            case ir.Call():
                for a in e.args:
                    self.expr(a)
                self.function(e.function)

    def function(self, name: str) -> None:
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
    total = 0
    for s in body:
        total += 1
        match s:
            case ir.If():
                total += statement_count(s.then) + statement_count(s.otherwise)
            case ir.Switch():
                total += sum(statement_count(c) for c in s.cases.values()) + statement_count(s.default)
            case ir.Loop() | ir.Preserve():
                total += statement_count(s.body)
            case ir.While():
                total += statement_count(s.test) + statement_count(s.body)
    return total
