"""A function under construction: where formulas and effects leave the statements they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludwright import ir
from ludwright.ir import terms


class Code:
    """Statements in the making, with fresh names for locals and arrays."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.arrays: dict[str, int] = {}
        self.statements: list[ir.Stmt] = []
        self.line: Callable[[], int] | None = None
        """The line of the text that is being compiled, for statements that don't say theirs."""
        self._depth = 0
        self._count = 0

    def emit(self, statement: ir.Stmt) -> None:
        if (
            self.line is not None
            and isinstance(statement, ir.Loop | ir.While | ir.Store | ir.Emit)
            and not statement.line
        ):
            statement.line = self.line()
        self.statements.append(statement)

    @contextmanager
    def at(self, line: Callable[[], int]) -> Iterator[None]:
        """What is emitted inside belongs to a line; so does what follows outside of everything that has one."""
        outer, self.line = self.line, line
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth:
                self.line = outer

    @contextmanager
    def block(self) -> Iterator[list[ir.Stmt]]:
        """Collect what is emitted inside into a list of its own."""
        outer = self.statements
        inner: list[ir.Stmt] = []
        self.statements = inner
        try:
            yield inner
        finally:
            self.statements = outer

    def fresh(self, hint: str = "t") -> str:
        self._count += 1
        return f"{hint}_{self._count}"

    def array(self, size: int, hint: str = "list") -> str:
        name = self.fresh(hint)
        self.arrays[name] = max(1, size)
        return name

    def keep(self, value: ir.Expr, hint: str = "t") -> ir.Expr:
        """The value in a local, so that it is worked out once."""
        if isinstance(value, ir.Const | ir.Local | ir.RealConst):
            return value
        name = self.fresh(hint)
        self.emit(ir.Set(name, value))
        return ir.Local(value.type, value.lo, value.hi, name)

    def variable(self, start: ir.Expr, lo: int, hi: int, hint: str = "n") -> ir.Local:
        """A local that will be assigned again, within lo..hi."""
        name = self.fresh(hint)
        self.emit(ir.Set(name, terms.as_int(start)))
        return terms.local(name, lo, hi)

    def switch_on(self, start: bool = False, hint: str = "flag") -> ir.Local:
        name = self.fresh(hint)
        self.emit(ir.Set(name, terms.truth(start)))
        return terms.flag(name)
