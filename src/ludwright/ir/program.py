"""Functions, the one resumable machine, and the program they make up."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludwright.ir.expressions import Expr
from ludwright.ir.statements import Stmt

FUEL = 20_000_000
FREE_PASSES = 64


@dataclass(slots=True)
class Function:
    """A plain function: integer (or boolean) parameters, at most one result, structured body.

    ``params`` are (name, lo, hi). Locals are whatever its statements set, all integers, booleans or reals by first use;
    ``arrays`` are local arrays of int64, undefined until stored.
    """

    name: str
    params: list[tuple[str, int, int]]
    body: list[Stmt]
    result: str | None = None
    lo: int = 0
    hi: int = 0
    arrays: dict[str, int] = field(default_factory=dict)
    changes: bool = False
    """Whether it may change the state, draw chance or emit options."""
    inline: bool = False
    """A hint to the native run."""


@dataclass(slots=True)
class Jump:
    to: str


@dataclass(slots=True)
class Fork:
    cond: Expr
    then: str
    otherwise: str


@dataclass(slots=True)
class Dispatch:
    """Go to the block whose number is that value (a block listed in :attr:`Machine.entries`)."""

    value: Expr


@dataclass(slots=True)
class Ask:
    """Stop here with the options emitted; go on at ``resume`` (an entry) when the answer is in ``ANSWER``."""

    resume: str


@dataclass(slots=True)
class Halt:
    """The game is over: stop for good."""


Terminator = Jump | Fork | Dispatch | Ask | Halt


@dataclass(slots=True)
class Block:
    name: str
    body: list[Stmt]
    end: Terminator


@dataclass(slots=True)
class Machine:
    """The whole flow of a game as one resumable machine. Its locals do not outlive a question: what must, lies in the state.

    ``entries`` are the blocks that may be resumed or dispatched to; a block's number is its place in that list.
    The first entry starts the game on a state of zeros.
    """

    blocks: dict[str, Block]
    entries: list[str]
    arrays: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Program:
    """A game ready to run."""

    functions: dict[str, Function]
    machine: Machine
    options: str
    """The function that emits the options of the open question."""
    state_size: int
    table_size: int
    players: int
    max_options: int
    reals: dict[str, str] = field(default_factory=dict)
    """Exported real-valued functions of integer arguments: public name (``returns``, ``lead``, ``score``, ``track.0``) to function.

    ``bot.0`` sifts the options that lie open, and gives how many are left: 0 if it has no opinion."""
