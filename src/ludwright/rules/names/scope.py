"""What names mean at one place of a description, and the values formulas have."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.model.kinds import Dim, Field, Holding, Kind, Param, Type, Zone
from ludwright.rules.names.sets import SetValue

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.emit.code import Code
    from ludwright.rules.state.frames import SlotFrame


class WrongError(Exception):
    """A mistake has been noted; give up on this statement and go on with the next."""


class TooEarlyError(Exception):
    """Something is asked for that exists only once a game is under way, while its sizes are still being worked out."""


@dataclass(frozen=True)
class Scalar:
    """One value: a number, yes or no, or a reference."""

    expr: ir.Expr
    type: Type


@dataclass(frozen=True)
class ZoneRef:
    """One place for components: a zone, or the room on a cell."""

    place: ir.Expr
    zone: Zone | Holding


@dataclass(frozen=True)
class FieldRef:
    """A variable with some of its indices still to be given."""

    field: Field
    given: tuple[ir.Expr, ...] = ()


@dataclass(frozen=True)
class ZoneFamily:
    """A zone with some of its indices still to be given."""

    zone: Zone
    given: tuple[ir.Expr, ...] = ()


@dataclass(frozen=True)
class KindRef:
    """The name of a kind."""

    kind: Kind


@dataclass(frozen=True)
class ParamList:
    param: Param


@dataclass(frozen=True)
class Answers:
    """What each player answered in an `at once` part: one word a seat (and, for a set, a list)."""

    frame: SlotFrame
    base: int
    type: Type
    lo: int
    hi: int
    length: int = 0
    """For sets: room for that many, behind a word that counts them."""
    dims: tuple[Dim, ...] = ()
    """What the answers of one player are told apart by, where several are asked for in a loop."""


@dataclass(frozen=True)
class PrintedRow:
    """An indexed printed property (``needs[wood]``) of one thing, waiting for its index."""

    kind: Kind
    word: str
    thing: ir.Expr


@dataclass(frozen=True)
class PhaseName:
    """`turn`, `round` or a stage, as in ``turn.number``."""

    name: str


@dataclass(frozen=True)
class Anything:
    """What a name means after the statement that was to give it a value turned out wrong: nobody complains again."""


Value = (
    Anything
    | Scalar
    | SetValue
    | ZoneRef
    | FieldRef
    | ZoneFamily
    | KindRef
    | ParamList
    | PhaseName
    | Answers
    | PrintedRow
)


@dataclass
class Scope:
    """Names in force, who `me` is, and where statements go."""

    code: Code
    declaration: Declaration
    me: ir.Expr | None = None
    names: dict[str, Value] = field(default_factory=dict)
    assignable: frozenset[str] = frozenset()
    static: bool = False
    """Evaluated before the game exists: parameters count as constants."""
    real: bool = False
    """A real number is wanted: `/` is allowed and faults are not."""
    choosing: bool = False
    """Worked out by `me` for a choice: of what others know, only what `me` can tell as well counts."""
    chance: bool = False
    """Random picks are allowed here."""
    owner: tuple[Kind, ir.Expr] | None = None
    """Inside `each player`: whose things plain names mean."""
    loop: bool = False
    """Inside a loop, which `end loop` leaves."""
    where: str = ""
    """The action, stage or procedure this stands in: names its questions."""

    def bind(self, name: str, value: Value, assignable: bool = False) -> Scope:
        """A scope with one more name; what `let` named may be assigned again."""
        return replace(
            self,
            names={**self.names, name: value},
            assignable=self.assignable | {name} if assignable else self.assignable - {name},
        )

    def having(self, **changes: object) -> Scope:
        return replace(self, **changes)  # type: ignore[arg-type]
