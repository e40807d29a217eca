"""Everything there is at one moment of a game, listed: where each component lies, what each zone holds, what each variable says.

With a seat, a list has only what that seat sees: a card it does not know is not in it, nor is a trace of which one it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.drawing.things import things_of
from ludwright.hidden.observation import moves_heard, unseen_head
from ludwright.hidden.seen import on_components
from ludwright.hidden.sight import Sight
from ludwright.model.kinds import Field
from ludwright.model.kinds import Zone as DeclaredZone
from ludwright.model.naming import combinations, field_labels, zone_labels

if TYPE_CHECKING:
    from ludwright.game import Game

UNKNOWN = "?"
"""In place of a value that is not seen."""


@dataclass(frozen=True)
class Component:
    """A card, a piece or a die: what it is, where it lies, what it carries."""

    name: str
    kind: str
    place: str
    carries: tuple[tuple[str, str], ...] = ()
    die: bool = False
    called: str = ""
    """What moves call it; the same as its name where nobody may know which of several it is."""


@dataclass(frozen=True)
class ShownZone:
    """A place for components: from the bottom to the top where that means something."""

    name: str
    count: int
    contents: tuple[str, ...]
    hidden: int = 0
    """How many of them are not seen."""
    dice: bool = False


@dataclass(frozen=True)
class Variable:
    """One word of a variable."""

    name: str
    owner: str
    value: str

    @property
    def whole_name(self) -> str:
        return f"{self.name} of {self.owner}" if self.owner else self.name


@dataclass(frozen=True)
class Moment:
    """A position as a list. The keys say which thing is which from one moment to the next."""

    standing: dict[str, str]
    """Turn, round, who is to choose and the like."""
    components: dict[int, Component]
    zones: dict[int, ShownZone]
    variables: dict[int, Variable]


class Lister:
    """Lists positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.model = game.rules.model
        self.counts_rounds = game.rules.turns.counts_rounds
        self.things = things_of(game)
        self.labels = self.things.labels
        self._kinds = [self.labels.kind(number) for number in range(self.model.components)]
        self._zones = [
            (zone, index, label)
            for zone in self.model.all_zones()
            for index, (_, label) in enumerate(zone_labels(zone))
        ]
        self._variables = [
            (field, index, name, owner)
            for field in self.model.all_fields()
            if not on_components(field)
            for index, (name, owner) in enumerate(field_labels(field))
        ]
        self._carried: dict[int, list[tuple[str, Field, int]]] = {}
        for field in self.model.all_fields():
            if on_components(field):
                self._carry(field)

    def _carry(self, field: Field) -> None:
        """Which words of a variable belong to which component."""
        first, rests = field.dims[0], combinations(field.dims[1:])
        for place in range(first.count):
            for i, rest in enumerate(rests):
                label = f"{field.name}[{', '.join(rest)}]" if rest else field.name
                self._carried.setdefault(first.first + place, []).append((label, field, place * field.row + i))

    def moment(self, state: Sequence[int], seat: int | None = None) -> Moment:
        """Everything at a moment, or what a seat (from 0) sees of it."""
        sight = Sight(self.game, seat)
        return Moment(
            dict(self._standing(state, seat)),
            dict(self._components(sight, state)),
            {zone.place + i: self._zone(zone, i, label, sight, state) for zone, i, label in self._zones},
            {field.base + i: self._variable(field, i, name, owner, sight, state) for field, i, name, owner in self._variables},
        )  # fmt: skip

    # ------------------------------------------------------------ how it stands

    def turn(self, state: Sequence[int], seat: int | None = None) -> int:
        """Which turn of the game it is. A seat that must not hear how many a secret stage had is told the number that the rules count."""
        return state[ir.TURN if seat is not None and self.model.has_secret_stage else ir.TURNS]

    def _standing(self, state: Sequence[int], seat: int | None) -> Iterator[tuple[str, str]]:
        unseen = frozenset[str]() if seat is None else unseen_head(self.model, state, seat)
        turn = self.turn(state, seat)
        told = {
            "moves": f"{state[ir.MOVES] if seat is None else moves_heard(self.model, state):,}",
            "turn": f"{turn:,}",
            **({"turn.number": f"{state[ir.TURN]:,}"} if state[ir.TURN] != turn else {}),
            **({"round": f"{state[ir.ROUND]:,}"} if self.counts_rounds else {}),
            "whose turn": self._seat(state[ir.TURN_PLAYER]),
            "asked": "nobody" if state[ir.OVER] else self._seat(state[ir.ACTOR]),
        }
        for name, value in told.items():
            yield name, UNKNOWN if name.partition(".")[0] in unseen else value
        if state[ir.CLOCK]:
            yield "clock", f"{state[ir.CLOCK]:,}"
        gone = [name for i, name in enumerate(self.game.seats) if state[ir.GONE] >> i & 1]
        if gone:
            yield "left the game", ", ".join(gone)
        if state[ir.OVER]:
            yield "game", "over" if state[ir.OVER] == 1 else "stopped by a fault"

    def _seat(self, number: int) -> str:
        return self.game.seats[number] if 0 <= number < self.game.players else "nobody"

    # ------------------------------------------------------------ components and zones

    def _components(self, sight: Sight, state: Sequence[int]) -> Iterator[tuple[int, Component]]:
        for number, kind in enumerate(self._kinds):
            if self.labels.exists(number, state) and (sight.seat is None or self.things.known(number, sight, state)):
                carries = tuple(self._carries(number, sight, state))
                place, name = self.labels.whereabouts(number, state), self._name(number, state)
                called = self.labels.marked(number, state) if self.labels.on_board(number, state) else name
                yield number, Component(name, kind.name, place, carries, bool(kind.faces), called)

    def _name(self, number: int, state: Sequence[int]) -> str:
        kind = self._kinds[number]
        return kind.name if kind.faces else self.labels.thing(number, state)

    def _carries(self, number: int, sight: Sight, state: Sequence[int]) -> Iterator[tuple[str, str]]:
        for label, field, word in self._carried.get(number, []):
            yield label, self._value(field, word, sight, state)

    def _zone(self, zone: DeclaredZone, index: int, label: str, sight: Sight, state: Sequence[int]) -> ShownZone:
        inside = self.things.inside(zone.place + index, state)
        shown = inside if sight.zone(zone, index) else [c for c in inside if self.things.known(c, sight, state)]
        if not (zone.in_order or zone.shuffled or zone.face_down or zone.dice) or len(shown) < len(inside):
            shown = sorted(shown, key=lambda c: (self.things.design(c, state), c))
        if zone.dice:
            names = [str(state[self._kinds[c].fields["face"].base + c - self._kinds[c].first]) for c in shown]
        else:
            names = [self._name(c, state) for c in shown]
        return ShownZone(label, len(inside), tuple(names), len(inside) - len(shown), zone.dice)

    # ------------------------------------------------------------ variables

    def _variable(
        self, field: Field, index: int, name: str, owner: str, sight: Sight, state: Sequence[int]
    ) -> Variable:
        return Variable(name, owner, self._value(field, index, sight, state))

    def _value(self, field: Field, index: int, sight: Sight, state: Sequence[int]) -> str:
        if not sight.field(field, index):
            return UNKNOWN
        return self.things.value(int(state[field.base + index]), field.type, sight, state)
