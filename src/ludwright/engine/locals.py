"""What the locals of a body are: their types, and which may be read before they are set (those begin as 0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludwright import ir
from ludwright.engine.walks import bodies, parts, values


class Locals:
    """The locals of one function or block."""

    def __init__(self, body: list[ir.Stmt], given: Iterable[str], results: Mapping[str, str]) -> None:
        self.names: set[str] = set()
        """All locals read or set."""
        self.early: set[str] = set()
        """Those that may be read before they are set."""
        self.types: dict[str, str] = {}
        """The type of each, by its first use."""
        self._given = set(given)
        self._results = results
        self._after = self._walk(body, set(given))

    def read(self, expr: ir.Expr) -> None:
        """Take in an expression that is evaluated after the body."""
        self._read(expr, self._after if self._after is not None else self.names | self._given)

    def _read(self, expr: ir.Expr, known: set[str]) -> None:
        if isinstance(expr, ir.Local):
            self.names.add(expr.name)
            self.types.setdefault(expr.name, expr.type)
            if expr.name not in known:
                self.early.add(expr.name)
            return
        for part in parts(expr):
            self._read(part, known)

    def _set(self, name: str, type_: str, known: set[str]) -> None:
        self.names.add(name)
        self.types.setdefault(name, type_)
        known.add(name)

    def _walk(self, body: list[ir.Stmt], known: set[str]) -> set[str] | None:
        """Run through a body; the locals set for certain after it, or nothing if it never gets to its end."""
        for stmt in body:
            for value in values(stmt):
                if not (isinstance(stmt, ir.While)):
                    self._read(value, known)
            match stmt:
                case ir.Set():
                    self._set(stmt.name, stmt.value.type, known)
                case ir.Draw():
                    self._set(stmt.name, ir.INT, known)
                case ir.Do(into=str()):
                    assert stmt.into is not None
                    self._set(stmt.into, self._results[stmt.function], known)
                case ir.Loop():
                    inside = set(known)
                    self._set(stmt.name, ir.INT, inside)
                    self._walk(stmt.body, inside)
                case ir.While():
                    known = self._while(stmt, known)
                case ir.If() | ir.Switch():
                    ends = [end for inner in bodies(stmt) if (end := self._walk(inner, set(known))) is not None]
                    if not ends:
                        return None
                    known = set.intersection(*ends)
                case ir.Preserve():
                    after = self._walk(stmt.body, known)
                    if after is None:
                        return None
                    known = after
                case ir.Break() | ir.Continue() | ir.Return():
                    return None
                case _:
                    pass
        return known

    def _while(self, stmt: ir.While, known: set[str]) -> set[str]:
        tested = self._walk(stmt.test, set(known))
        if tested is None:
            return known
        self._read(stmt.cond, tested)
        self._walk(stmt.body, set(tested))
        return known if any(isinstance(inner, ir.Break) for inner in stmt.test) else tested
