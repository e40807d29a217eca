"""What is known of a value without playing: which player it is, whose zone, and which zone a card or thing was taken from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace

from ludwright.language.syntax import Part
from ludwright.model.kinds import Field, Kind, Zone

NAMED = "named"
"""How the keys of players begin that have a name in the text; then comes their number."""


@dataclass(frozen=True)
class Seat:
    """One player. Two seats with the same key are the same player; without a key nothing is known of who it is."""

    key: Hashable = None
    other_than: frozenset[Hashable] = frozenset()
    anybody: bool = False
    """Every player in turn, as in `any p in players with ...`."""

    @property
    def number(self) -> int | None:
        """Which seat it is, if that is clear from the text."""
        return self.key[1] if isinstance(self.key, tuple) and self.key[0] == NAMED else None

    def beside(self, other: Seat) -> str:
        """How two seats are related: `same`, `other`, `any` (all in turn), `maybe`, or `unknown`."""
        if self.key is None or other.key is None:
            return "unknown"
        if self.key == other.key:
            return "same"
        if self.key in other.other_than or other.key in self.other_than:
            return "other"
        return "any" if self.anybody or other.anybody else "maybe"


@dataclass(frozen=True)
class SeatOrigin:
    """A set of players."""

    other_than: frozenset[Hashable] = frozenset()


@dataclass(frozen=True)
class Lying:
    """A zone that components lie in, or come from."""

    zone: Zone
    owner: Seat | None = None
    given: int = 0
    """How many of its indices are given."""
    top: bool = False


@dataclass(frozen=True)
class ThingOrigin:
    """A card or thing, or a set of them, and where they come from. A variable or parameter may hold any: no source."""

    sources: frozenset[Lying] = frozenset()
    kinds: tuple[Kind, ...] = ()


@dataclass(frozen=True)
class CarriedThings:
    """A variable that still lacks indices."""

    field: Field
    owner: Seat | None = None
    given: int = 0


@dataclass(frozen=True)
class Member:
    """A member of a kind that is neither a player nor a component, or all its members."""

    kind: Kind


@dataclass(frozen=True)
class OfKind:
    """The name of a kind."""

    kind: Kind


@dataclass(frozen=True, eq=False)
class LaterEffect:
    """What `let` named: looked at where it is used, as an effect may use what a condition may not."""

    node: Part
    names: KnownNames
    lasting: bool = False
    """Whether it is a number, which stays what it is whatever is moved or shown."""


@dataclass(frozen=True)
class Chosen:
    """What somebody chose in secret, and is no card."""

    name: str
    by: Seat


Seen = Seat | SeatOrigin | Lying | ThingOrigin | CarriedThings | Member | OfKind | LaterEffect | Chosen | None


@dataclass(frozen=True)
class KnownNames:
    """What names stand for, who `me` is, and which printed words the chooser is known to know."""

    me: Seat = Seat()
    values: dict[str, Seen] = field(default_factory=dict)
    known: frozenset[tuple[str, str]] = frozenset()

    def bind(self, name: str, value: Seen) -> KnownNames:
        known = frozenset(pair for pair in self.known if pair[0] != name)
        return replace(self, values={**self.values, name: value}, known=known)

    def forget(self) -> KnownNames:
        """Something was moved or shown: where components came from says no longer who knows them."""
        calm = {name: _forgotten(value) for name, value in self.values.items()}
        return replace(self, values=calm, known=frozenset())


def _forgotten(value: Seen) -> Seen:
    if isinstance(value, ThingOrigin):
        return ThingOrigin(kinds=value.kinds)
    return None if isinstance(value, Lying) or (isinstance(value, LaterEffect) and not value.lasting) else value


@dataclass(frozen=True)
class Glimpse:
    """Something that whoever chooses can't see."""

    node: Part
    what: Lying | Field | Chosen | None
    """A zone or variable, or what was chosen in secret; none if it is what another player can conclude."""
    concluding: bool
    """Whether it stands inside `surely`, `possibly` or `chance`."""
    offered: bool = False
    """Whether the options themselves would show it."""


@dataclass
class SeenThing:
    """One condition that is being looked at, by whoever chooses; what that player can't see is gathered in ``found``."""

    chooser: Seat
    concluding: bool = False
    reckoning: bool = False
    """Whether what others know counts only as far as whoever chooses can tell, as in the rules of bots."""
    found: list[Glimpse] = field(default_factory=list)

    def note(self, node: Part, what: Lying | Field | Chosen | None) -> None:
        self.found.append(Glimpse(node, what, self.concluding))

    def inside(self, concluding: bool | None = None) -> SeenThing:
        """A look of its own at a part of the condition."""
        return SeenThing(self.chooser, self.concluding if concluding is None else concluding, self.reckoning)

    def take(self, node: Part, found: Iterable[Glimpse]) -> None:
        """What was found elsewhere is told where it is used."""
        once = {(glimpse.what, glimpse.concluding): glimpse for glimpse in found}
        self.found += [replace(glimpse, node=node) for glimpse in once.values()]
