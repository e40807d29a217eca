"""A fault names a line that somebody wrote: what the compiler adds itself, and helper functions that many rules share, take the line of a rule that needs
them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from ludwright import ir

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
    line = first = next(filter(None, (_first(block.body) for block in blocks)), 1)
    for block in blocks:  # they follow each other as the text does, so what stands before is near
        line = _fill(block.body, _first(block.body) or line, need)
        for name in _called(block.end):
            need(name, line)
    for function in program.functions.values():
        need(function.name, _first(function.body))
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
            statement.line = statement.line or _first([statement]) or line
            line = statement.line or line
        for name in _called(statement):
            need(name, line)
        for inner in _bodies(statement):
            _fill(inner, line, need)
    return line


def _first(body: list[ir.Stmt]) -> int:
    """The first line that statements speak of; 0 if none."""
    for statement in body:
        line = getattr(statement, "line", 0)
        if line:
            return int(line)
        for inner in _bodies(statement):
            line = _first(inner)
            if line:
                return line
    return 0


def _bodies(statement: ir.Stmt) -> Iterator[list[ir.Stmt]]:
    match statement:
        case ir.If():
            yield statement.then
            yield statement.otherwise
        case ir.Switch():
            yield from statement.cases.values()
            yield statement.default
        case ir.Loop():
            yield statement.body
        case ir.While():
            yield statement.test
            yield statement.body
        case ir.Preserve():
            yield statement.body


def _called(statement: object) -> Iterator[str]:
    """The functions that a statement itself needs."""
    if isinstance(statement, ir.Do):
        yield statement.function
    for name in getattr(statement, "__slots__", ()):
        part = getattr(statement, name)
        for expr in part if isinstance(part, tuple) else (part,):
            if isinstance(expr, ir.Expr):
                yield from _calls(expr)


def _calls(expr: ir.Expr) -> Iterator[str]:
    waiting = [expr]
    while waiting:
        one = waiting.pop()
        if isinstance(one, ir.Call):
            yield one.function
            waiting += one.args
        else:
            waiting += [part for name in one.__slots__ if isinstance(part := getattr(one, name), ir.Expr)]
