"""What a program does: changes of the state, control flow, chance, options."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludwright.ir.expressions import Expr
from ludwright.ir.faults import ENDLESS_LOOP


class Stmt:
    __slots__ = ()


@dataclass(slots=True)
class Set(Stmt):
    """Assign a local."""

    name: str
    value: Expr


@dataclass(slots=True)
class Store(Stmt):
    """``state[base + index] = value``; faults: BAD_INDEX, OUT_OF_RANGE at ``line``."""

    base: int
    index: Expr
    first: int
    last: int
    value: Expr
    lo: int
    hi: int
    line: int


@dataclass(slots=True)
class ArrayStore(Stmt):
    """Set an element of a local array; an index outside is clamped."""

    array: str
    index: Expr
    size: int
    value: Expr


@dataclass(slots=True)
class If(Stmt):
    cond: Expr
    then: list[Stmt]
    otherwise: list[Stmt] = field(default_factory=list)


@dataclass(slots=True)
class Switch(Stmt):
    """Run the case of that number; none fits: ``default``."""

    value: Expr
    cases: dict[int, list[Stmt]]
    default: list[Stmt] = field(default_factory=list)


@dataclass(slots=True)
class Loop(Stmt):
    """``for name in start..stop`` inclusive, upwards (or downwards from stop to start). Bounds are taken once. The body never
    assigns ``name``."""

    name: str
    start: Expr
    stop: Expr
    body: list[Stmt]
    line: int
    down: bool = False


@dataclass(slots=True)
class While(Stmt):
    """Repeat: run ``test``, leave if ``cond`` fails, run ``body``. More than ``limit`` passes: fault ``code``."""

    test: list[Stmt]
    cond: Expr
    body: list[Stmt]
    line: int
    limit: int = 10_000
    code: int = ENDLESS_LOOP


@dataclass(slots=True)
class Break(Stmt):
    """Leave the innermost loop."""


@dataclass(slots=True)
class Continue(Stmt):
    """Go on with the innermost loop's next pass."""


@dataclass(slots=True)
class Return(Stmt):
    value: Expr | None


@dataclass(slots=True)
class Do(Stmt):
    """Call a function for its effect; ``into`` names a local for its result."""

    function: str
    args: tuple[Expr, ...]
    into: str | None = None


@dataclass(slots=True)
class Check(Stmt):
    """Fault ``code`` at ``line`` unless ``cond`` holds."""

    cond: Expr
    code: int
    line: int


@dataclass(slots=True)
class Draw(Stmt):
    """A random number 0..bound-1 from the game's stream into a local (a bound below 1 gives 0 and draws nothing)."""

    name: str
    bound: Expr


@dataclass(slots=True)
class Emit(Stmt):
    """Append an option's code; no room for it: fault TOO_MANY_OPTIONS."""

    code: Expr
    line: int = 0


@dataclass(slots=True)
class SetOption(Stmt):
    """Overwrite the code of option ``index`` (clamped)."""

    index: Expr
    code: Expr


@dataclass(slots=True)
class SetOptionCount(Stmt):
    """Cut the list of options back to that many."""

    count: Expr


@dataclass(slots=True)
class Preserve(Stmt):
    """Run the body, then put the whole state back as it was. Locals and options keep what the body gave them."""

    body: list[Stmt]


@dataclass(slots=True)
class Redeal(Stmt):
    """Deal again, in the state, all that a seat does not know: one of the ways that fit, chosen by ``number`` and what is public alone. The
    game's chance is not touched. Two words of the table from ``base`` on hold the address of what there is to know of the game's hidden things."""

    seat: Expr
    number: Expr
    base: int


@dataclass(slots=True)
class Note(Stmt):
    """Something worth telling a reader of the game. Only the Python run says it; the native run skips it."""

    kind: str
    args: tuple[Expr, ...]
