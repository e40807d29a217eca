"""What an expectation about the course of games is made of, when it is compiled."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludwright import ir
from ludwright.expectations.events import Log
from ludwright.ir import terms
from ludwright.model.kinds import Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets


@dataclass(frozen=True)
class Happening:
    """One thing that can happen. ``form`` is the word of the grammar: does, another_does, says, sees, enters, leaves, becomes, start_of, end_of."""

    form: str
    test: str = ""
    """The exported function that says whether it happened."""
    name: str = ""
    """What is said, or the part of the game that begins or ends."""
    action: int = -1
    """The number of the action that is done."""


@dataclass(frozen=True)
class Occurrence:
    """Happenings, one of which must come about, and what must hold then."""

    any_of: tuple[Happening, ...]
    holds: str = ""
    """The function of the condition behind `with`."""
    before: bool = False
    """Whether that is read off the state before."""


@dataclass(frozen=True)
class CaseWindow:
    """How long a case lasts."""

    number: int
    unit: str
    of: str = ""
    """The function that says whose turns are counted."""


@dataclass
class CompiledCourses:
    """An expectation about the course of games, ready to be looked for."""

    after: Occurrence | None = None
    lets: list[str] = field(default_factory=list)
    thens: list[Occurrence] = field(default_factory=list)
    earlier: list[Occurrence] = field(default_factory=list)
    without: list[Occurrence] = field(default_factory=list)
    until: Occurrence | None = None
    always: list[str] = field(default_factory=list)
    window: CaseWindow | None = None


@dataclass
class CompiledCourse:
    """What the rules know of all expectations."""

    courses: list[CompiledCourses]
    code: int
    actor: int
    next: int
    what: int
    where: int
    """The words in which a function finds the answer, who gave it, whose turn follows, and what was put where."""
    first: int
    last: int
    """The words that hold what was bound: from the first up to, not with, the last."""
    numbers: dict[str, str]
    """For a stage, the function that tells which one it is."""
    log: Log


class Frozen(sets.SetValue):
    """A set as it was at the beginning of a case: a word for every member of a kind."""

    def __init__(self, base: int, type_: Type) -> None:
        assert type_.kind is not None
        self.base, self.kind, self.type, self.bound = base, type_.kind, type_, type_.kind.count

    def each(self, code: Code, visit: sets.Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        def look(x: ir.Expr) -> None:
            there = self._there(x)
            with code.block() as body:
                visit(x)
            code.emit(ir.If(there, body))

        sets.MemberSet(self.kind, self.type).each(code, look, alive, backwards)

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        x = code.keep(x)
        inside = sets.MemberSet(self.kind, self.type).contains(code, x)
        return terms.both(inside, self._there(terms.clamp(x, self.kind.first, self.kind.last)))

    def _there(self, x: ir.Expr) -> ir.Expr:
        place = terms.sub(x, terms.const(self.kind.first))
        return terms.eq(terms.state(self.base, place, 0, self.kind.count - 1, 0, 1), terms.ONE)
