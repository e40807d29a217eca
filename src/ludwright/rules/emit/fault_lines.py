"""A fault names a line that somebody wrote: what the compiler adds itself, and helper functions that many rules share, take the line of a rule that needs
them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from ludwright import ir
from ludwright.engine.walks import bodies, called, calls, first_line

Visit = Callable[[str, int], None]
"""Called with the name of a function and the line on which it is needed."""


def fill_lines(program: ir.Program) -> None:
    """Give a line to every statement that has none, as far as it is known who needs it."""
    needed: dict[str, int] = {}
    waiting: deque[str] = deque()

    def need(name: str, line: int) -> None:
        if line and name in program.functions and not needed.get(name):
            needed[name] = line
            waiting.append(name)

    blocks = program.machine.blocks.values()
    line = first = next(filter(None, (first_line(block.body) for block in blocks)), 1)
    for block in blocks:  # they follow each other as the text does, so what stands before is near
        line = _fill(block.body, first_line(block.body) or line, need)
        for name in _asked(block.end):
            need(name, line)
    for function in program.functions.values():
        need(function.name, first_line(function.body))
    while waiting:
        name = waiting.popleft()
        _fill(program.functions[name].body, needed[name], need)
    for function in program.functions.values():
        if function.name not in needed:
            _fill(function.body, first, need)


def _fill(body: list[ir.Stmt], line: int, need: Visit) -> int:
    """Go through statements in their order; the line of what stands before goes for what has none. Gives the last one."""
    for statement in body:
        if hasattr(statement, "line"):
            statement.line = statement.line or first_line([statement]) or line
            line = statement.line or line
        for name in called(statement):
            need(name, line)
        for inner in bodies(statement):
            _fill(inner, line, need)
    return line


def _asked(end: object) -> Iterator[str]:
    """The functions that the end of a block needs."""
    for name in getattr(end, "__slots__", ()):
        part = getattr(end, name)
        for expr in part if isinstance(part, tuple) else (part,):
            if isinstance(expr, ir.Expr):
                yield from calls(expr)
