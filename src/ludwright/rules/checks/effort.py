"""How much work a description may make: sets and definitions inside each other can multiply without end."""

from __future__ import annotations

import sys
from types import FrameType
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.engine.walks import bodies, first_line, parts, statements, values
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
        every = [f.body for f in program.functions.values()] + [b.body for b in program.machine.blocks.values()]
        sizes = [_size(body, known) for body in every]
        if sum(sizes) > MOST_STEPS:
            self._refuse(first_line(every[sizes.index(max(sizes))]), MESSAGE, HINT)
        for body in every:
            if _depth(body, {}) > MOST_NESTED:
                message = f"more than {MOST_NESTED} walks over sets stand inside each other here"
                self._refuse(first_line(body), message, "give an inner part a name with `define` or `to`")
        machine = [s for block in program.machine.blocks.values() for s in block.body]
        noting = [(f.body, f.arrays) for f in program.functions.values()] + [(machine, program.machine.arrays)]
        for body, arrays in noting:
            for name, size in arrays.items():
                if size > MOST_NOTED:
                    message = f"a set of up to {size:,} members would have to be noted down here"
                    self._refuse(_line_of(name, body) or first_line(body), message, "give its numbers a smaller range")

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


def _weight(expr: ir.Expr, known: dict[int, int]) -> int:
    """How many expressions there are in one."""
    weight = known.get(id(expr))
    if weight is None:
        weight = known[id(expr)] = 1 + sum(_weight(part, known) for part in parts(expr))
    return weight


def _size(body: list[ir.Stmt], known: dict[int, int]) -> int:
    """How many statements and expressions there are in a body."""
    total = 0
    for stmt in body:
        size = known.get(id(stmt))
        if size is None:
            size = 1 + sum(_weight(value, known) for value in values(stmt))
            size += sum(_size(inner, known) for inner in bodies(stmt))
            known[id(stmt)] = size
        total += size
    return total


def _depth(body: list[ir.Stmt], known: dict[int, int]) -> int:
    """How many loops stand inside each other."""
    deepest = 0
    for stmt in body:
        inside = bodies(stmt)
        if not inside:
            continue
        depth = known.get(id(stmt))
        if depth is None:
            depth = max(_depth(one, known) for one in inside) + isinstance(stmt, ir.Loop | ir.While | ir.Preserve)
            known[id(stmt)] = depth
        deepest = max(deepest, depth)
    return deepest


def _line_of(array: str, body: list[ir.Stmt]) -> int:
    """The line at which something is noted down in an array; 0 if nothing tells it."""
    line = 0
    for stmt in statements(body):
        if isinstance(stmt, ir.ArrayStore) and stmt.array == array:
            return line
        line = getattr(stmt, "line", 0) or line
    return 0
