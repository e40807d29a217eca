"""Whether statements may fault: then they stay behind the conditions that guard them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludwright import ir


def may_fault(body: Iterable[ir.Stmt], value: ir.Expr, functions: Mapping[str, ir.Function]) -> bool:
    """Whether running the statements, or working out the value, could stop the game."""
    return _Look(functions).statements(body) or _Look(functions).expr(value)


class _Look:
    def __init__(self, functions: Mapping[str, ir.Function]) -> None:
        self.functions = functions
        self._seen: set[str] = set()

    def statements(self, body: Iterable[ir.Stmt]) -> bool:
        return any(self.statement(s) for s in body)

    def statement(self, s: ir.Stmt) -> bool:
        match s:
            case ir.Check() | ir.Store() | ir.Preserve() | ir.Emit() | ir.Redeal():
                return True
            case ir.Set() | ir.Return():
                return s.value is not None and self.expr(s.value)
            case ir.ArrayStore():
                return self.expr(s.index) or self.expr(s.value)
            case ir.If():
                return self.expr(s.cond) or self.statements(s.then) or self.statements(s.otherwise)
            case ir.Switch():
                return (
                    self.expr(s.value)
                    or any(self.statements(c) for c in s.cases.values())
                    or self.statements(s.default)
                )
            case ir.Loop():
                return (
                    s.stop.hi - s.start.lo > 10_000
                    or self.expr(s.start)
                    or self.expr(s.stop)
                    or self.statements(s.body)
                )
            case ir.While():
                return self.statements(s.test) or self.expr(s.cond) or self.statements(s.body)
            case ir.Do():
                return self.function(s.function) or any(self.expr(a) for a in s.args)
        return False

    def expr(self, e: ir.Expr) -> bool:
        match e:
            case ir.Call():
                return self.function(e.function) or any(self.expr(a) for a in e.args)
            case ir.Load() | ir.ArrayLoad() | ir.OptionAt():
                return self.expr(e.index)
            case ir.Unary():
                return self.expr(e.a)
            case ir.Binary():
                return self.expr(e.a) or self.expr(e.b)
            case ir.Select():
                return self.expr(e.cond) or self.expr(e.a) or self.expr(e.b)
        return False

    def function(self, name: str) -> bool:
        if name in self._seen:
            return False
        self._seen.add(name)
        known = self.functions.get(name)
        return known is None or not known.body or self.statements(known.body)
