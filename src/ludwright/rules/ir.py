"""The rules of one game as a small typed program: what both runs of the game execute.

The language is lowered to this form once; :mod:`ludwright.engine.twin` turns it into plain Python and
:mod:`ludwright.engine.native` into machine code. Neither knows anything about games: a state is a block of
int32 words, a table is a read-only block of int32 words, and everything else is arithmetic and control flow.

Meaning, shared by both runs:

* Every expression is pure. Integers are exact within +-2**62; each expression carries the range ``lo..hi`` its value is proven
  to lie in. Booleans are 0 or 1. Reals are IEEE doubles.
* A word index that is not proven to lie in ``first..last`` is clamped into it, so no program, however wrong, touches memory
  outside its block. A :class:`Store` of a value outside its declared range is a fault, and the value is clamped.
* A fault records its code and line once. The Python run stops there with an exception; the native run carries
  on harmlessly until the end of the current machine block and then ends the game. Both report the same first fault.
* Every advance of the game has a budget of ``FUEL`` loop passes. A :class:`Loop` whose proven number of passes is
  above ``FREE_PASSES`` pays its actual passes on entry; a :class:`While` pays one a pass. Running out is a fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field

INT, BOOL, REAL = "int", "bool", "real"

LIMIT = 1 << 62
"""Integers stay within -LIMIT..LIMIT; the saturating operators see to it."""

FUEL = 20_000_000
FREE_PASSES = 64

# ---------------------------------------------------------------- faults

FAULTS = {
    1: "no legal action",
    2: "a number left its range",
    3: "division by zero",
    4: "drew from an empty place",
    5: "a place is full",
    6: "more things created than allowed",
    7: "an index is out of bounds",
    8: "something was assigned through `none`",
    9: "told something that is not true",
    10: "a loop does not end",
    11: "automatic rules do not come to rest",
    12: "effects are nested too deeply",
    13: "the game is too long",
    14: "too many options",
    15: "an answer that is not one of the options",
    16: "moved something that is `none`",
    17: "too much to work out between two decisions",
    18: "more than 128 effects wait at once",
}
(
    NO_ACTION,
    OUT_OF_RANGE,
    ZERO_DIVISION,
    EMPTY,
    FULL,
    TOO_MANY_THINGS,
    BAD_INDEX,
    THROUGH_NONE,
    FALSE_TELL,
    ENDLESS_LOOP,
    ENDLESS_RULES,
    TOO_DEEP,
    TOO_LONG,
    TOO_MANY_OPTIONS,
    BAD_ANSWER,
    MOVED_NONE,
    TOO_MUCH,
    TOO_MANY_WAITING,
) = range(1, 19)

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Expr:
    """A pure value. ``type`` is INT, BOOL or REAL; ``lo`` and ``hi`` bound an integer."""

    type: str
    lo: int
    hi: int


@dataclass(frozen=True, slots=True)
class Const(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class RealConst(Expr):
    value: float


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A local of the function (or of the machine: then not kept across a question)."""

    name: str


@dataclass(frozen=True, slots=True)
class Load(Expr):
    """``block[base + index]``, index within ``first..last``. ``block`` is "state" or "table"."""

    block: str
    base: int
    index: Expr
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ArrayLoad(Expr):
    """An element of a local array of the function; clamped like :class:`Load`."""

    array: str
    index: Expr
    size: int


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """``neg``, ``not`` (BOOL), ``int`` (BOOL to INT), ``real`` (INT to REAL), ``rneg``."""

    op: str
    a: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """Integer ``add sub mul min max band bor bxor shl shr``; ``div mod`` (floor; b is never 0 where evaluated, else 0);
    ``sat_add sat_sub sat_mul`` (clamped to +-LIMIT); ``wrap_mul wrap_add`` (two's complement 64 bits);
    comparisons ``eq ne lt le gt ge`` (INT or REAL operands, BOOL result); BOOL ``and or``;
    REAL ``radd rsub rmul rdiv rmin rmax`` (x / 0 is 0)."""

    op: str
    a: Expr
    b: Expr


@dataclass(frozen=True, slots=True)
class Select(Expr):
    """``a if cond else b``; both sides are evaluated harmlessly."""

    cond: Expr
    a: Expr
    b: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A call of another function; as an expression only where it changes nothing."""

    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class OptionCount(Expr):
    """How many options have been emitted."""


@dataclass(frozen=True, slots=True)
class OptionAt(Expr):
    """The code of an option emitted earlier, by index from 0 (clamped to the buffer)."""

    index: Expr


# ---------------------------------------------------------------- statements


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


# ---------------------------------------------------------------- functions and the machine


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


# ---------------------------------------------------------------- the head of every state

OVER = 0
"""0 running, 1 ended, 2 stopped by a fault."""
ACTOR = 1
"""The seat that is asked, from 0; -1 nobody."""
QUESTION = 2
"""The number of the open question."""
RESUME = 3
"""The entry at which the machine goes on."""
FRAME = 4
"""Where the current frame begins."""
ANSWER = 5
"""The code last answered."""
MOVES = 6
"""Actions and answers so far, forced ones included."""
TURN = 7
"""The number of the turn, as the rules speak of it: every part of the game with turns of its own counts anew."""
ROUND = 8
TURN_PLAYER = 9
ACTED = 10
"""Who acted last."""
GONE = 11
"""Seats that have left the game, one bit each."""
CLOCK = 12
FAULT = 13
FAULT_LINE = 14
TURNS = 15
"""All turns that have begun, in whatever part of the game; outside of turns, every part in which all answer at once is one. For those who record games: no rule asks for it, and no seat is told."""
SAME_TURN = (TURNS, TURN, ROUND)
"""Words that stay as they are until another turn begins, or goes on."""
HEADER = 16
"""From here on: the outcome of each seat, then what the game declares."""

# ---------------------------------------------------------------- the context of a run: int64 words beside the state

CTX_RNG_STATE = 0
CTX_RNG_STREAM = 1
CTX_FUEL = 2
CTX_FAULT = 3
CTX_FAULT_LINE = 4
CTX_OPTIONS = 5
"""How many options have been emitted."""
CTX_CAPACITY = 6
"""How many there is room for."""
CTX_HEADER = 16
"""From here on: the codes of the options."""

# ---------------------------------------------------------------- the head of every table block

ASK_FORCED = 0
"""1: ask even where there is only one option that can't be refused."""
PAUSED = 1
"""1: stop at the end of every turn (and of every `at once` outside of turns) with one option, the code ``PAUSE``, in games that have something to follow."""
PAUSE = -1
KEEP_KNOWLEDGE = 2
"""1: keep track of what each player knows."""
TABLE_HEADER = 4
