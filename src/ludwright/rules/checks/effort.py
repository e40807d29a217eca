"""How much work a description may make: sets and definitions inside each other can multiply without end."""

from __future__ import annotations

import sys
from dataclasses import fields
from types import FrameType
from typing import TYPE_CHECKING, Any

from ludwright import ir
from ludwright.mistakes import Mistake, Place
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scope, WrongError

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MOST_FORMULAS = 50_000
"""Formulas worked out while compiling: fifty times what a large game needs."""
MOST_PRINTED = 1_000_000
"""The same for what is known before the game starts, such as the cells of tables."""
MOST_STEPS = 60_000
"""How large a finished program may be."""
MOST_NOTED = 1 << 20
"""How many members of a set may be noted down at once."""
MOST_NESTED = 18
"""How many walks may stand inside each other: Python, which runs the twin, has no room for more than 20."""

MESSAGE = "this is too much to work out: what stands inside each other here is written out again and again"
HINT = "note sets down with `let`, use fewer definitions inside each other, or leave something out"


class EffortCheck:
    """Counts what is compiled, and stops where it goes beyond all measure."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._formulas = 0
        self._printed = 0

    def formula(self, scope: Scope) -> None:
        """One more formula is worked out."""
        if scope.static:
            self._printed += 1
            enough = self._printed <= MOST_PRINTED
        else:
            self._formulas += 1
            enough = self._formulas <= MOST_FORMULAS
        if not enough:
            if self._formulas == MOST_FORMULAS + 1 or self._printed == MOST_PRINTED + 1:
                self.rules.report(Mistake(_outermost(), MESSAGE, HINT))
            raise WrongError()

    def program(self, program: ir.Program) -> None:
        """Look at the size of a program: parts that are shared count wherever they stand."""
        known: dict[int, int] = {}
        bodies = [f.body for f in program.functions.values()] + [b.body for b in program.machine.blocks.values()]
        sizes = [_size(body, known) for body in bodies]
        if sum(sizes) > MOST_STEPS:
            self._refuse(_first_line(bodies[sizes.index(max(sizes))]), MESSAGE, HINT)
        for body in bodies:
            if _depth(body, {}) > MOST_NESTED:
                message = f"more than {MOST_NESTED} walks over sets stand inside each other here"
                self._refuse(_first_line(body), message, "give an inner part a name with `define` or `to`")
        machine = [s for block in program.machine.blocks.values() for s in block.body]
        noting = [(f.body, f.arrays) for f in program.functions.values()] + [(machine, program.machine.arrays)]
        for body, arrays in noting:
            for name, size in arrays.items():
                if size > MOST_NOTED:
                    message = f"a set of up to {size:,} members would have to be noted down here"
                    self._refuse(_line_of(name, body) or _first_line(body), message, "give its numbers a smaller range")

    def _refuse(self, line: int, message: str, hint: str) -> None:
        self.rules.report(Mistake(self._place(line), message, hint))
        self.rules.program = None

    def _place(self, number: int) -> Place | None:
        """A line of the text, by its number in the program."""
        description = self.rules.description
        for declaration in description.declarations:
            line = number - self.rules.line(Scope(Code(""), declaration), None) + declaration.place().line
            if declaration.file in description.files and 0 < line <= len(declaration.lines):
                text = declaration.lines[line - 1]
                column = len(text) - len(text.lstrip()) + 1
                return Place(declaration.file, line, column, max(1, len(text.strip())), text)
        return None


def _outermost() -> Place | None:
    """Where the formula stands that is being worked out, not what it is made of."""
    found: Place | None = None
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        scope, node = frame.f_locals.get("scope"), frame.f_locals.get("node")
        if frame.f_code.co_name == "value" and isinstance(scope, Scope):
            found = scope.declaration.place(node)
        frame = frame.f_back
    return found


_PARTS: dict[str, tuple[str, ...]] = {}


def _inside(part: Any) -> tuple[str, ...]:
    """The fields of a statement or expression that may hold others."""
    kind = type(part).__name__
    if kind not in _PARTS:
        _PARTS[kind] = tuple(f.name for f in fields(part) if str(f.type) not in ("int", "str", "bool", "float"))
    return _PARTS[kind]


def _size(part: object, known: dict[int, int]) -> int:
    if isinstance(part, ir.Expr | ir.Stmt):
        size = known.get(id(part))
        if size is None:
            size = 1
            for name in _inside(part):
                size += _size(getattr(part, name), known)
            known[id(part)] = size
        return size
    total = 0
    if isinstance(part, list | tuple):
        for one in part:
            total += _size(one, known)
    elif isinstance(part, dict):
        for one in part.values():
            total += _size(one, known)
    return total


def _depth(part: object, known: dict[int, int]) -> int:
    """How many loops stand inside each other."""
    if isinstance(part, ir.Stmt):
        depth = known.get(id(part))
        if depth is None:
            inside = [getattr(part, name) for name in _inside(part)]
            depth = max((_depth(one, known) for one in inside if isinstance(one, list | dict)), default=0)
            depth += isinstance(part, ir.Loop | ir.While | ir.Preserve)
            known[id(part)] = depth
        return depth
    parts = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return max((_depth(one, known) for one in parts), default=0)


def _first_line(part: object) -> int:
    """The first line of the text that a part of a program speaks of; 0 if none."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple):
            waiting += reversed(one)
        elif isinstance(one, dict):
            waiting += reversed(list(one.values()))
        elif isinstance(one, ir.Stmt):
            line = getattr(one, "line", 0)
            if line:
                return int(line)
            waiting += [getattr(one, name) for name in reversed(_inside(one))]
    return 0


def _line_of(array: str, body: list[ir.Stmt]) -> int:
    """The line at which something is noted down in an array; 0 if nothing tells it."""
    line = 0
    waiting: list[object] = [body]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += reversed(one)
        elif isinstance(one, dict):
            waiting += reversed(list(one.values()))
        elif isinstance(one, ir.ArrayStore) and one.array == array:
            return line
        elif isinstance(one, ir.Stmt):
            line = getattr(one, "line", 0) or line
            waiting += [getattr(one, name) for name in reversed(_inside(one))]
    return 0
