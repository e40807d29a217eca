"""Where a drawing shows what an option is about: addresses of cells, cards, dice and players, which drawings carry as ``data-at``.

Somebody can then click what is meant. An address tells nothing that is not drawn for the seat anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.drawing.addresses import at_card, at_place, at_player, at_spot
from ludwright.drawing.board_staging import ON_BOARDS
from ludwright.drawing.things import things_of, zone_name
from ludwright.hidden.sight import Sight
from ludwright.model.kinds import Kind, Zone
from ludwright.model.naming import combinations
from ludwright.play.telling import Hearsay
from ludwright.rules.options.coding import Coding
from ludwright.rules.options.wording import Option

if TYPE_CHECKING:
    from ludwright.game import Game

State = Sequence[int]


class Pointing:
    """Finds the addresses of what options are about."""

    def __init__(self, game: Game) -> None:
        self.game, self.model, self.things = game, game.rules.model, things_of(game)
        self._hearsay = Hearsay(game)
        self._piles: dict[int, tuple[str, str, Zone]] = {}
        """The name of the owner, the name of the pile, and its zone, by place."""
        self._spots: dict[int, str] = {}
        """The address of the spot on a board, by place."""
        for holding in self.model.holdings:
            for i in range(holding.board.count):
                self._spots[holding.place + i] = _spot(holding.board, holding.board.members[i])
        self._shelves: dict[int, int] = {}
        """By design of a kind: the first of the places that hold one design each, such as the supply of a deck builder."""
        for zone in self.model.zones.values():
            self._note(zone, None)
            kind = zone.dims[0].type.kind if len(zone.dims) == 1 else None
            if kind is not None and kind.role == "design":
                self._shelves.setdefault(id(kind), zone.place)
        kinds = {id(kind): kind for kind in [*self.model.kinds.values(), self.model.player]}
        for (owner, _), zone in self.model.owned_zones.items():
            self._note(zone, kinds.get(owner))

    def _note(self, zone: Zone, owner: Kind | None) -> None:
        """Where the places of a zone are drawn: with their player, on their cell, or by themselves."""
        for i, indices in enumerate(combinations(zone.dims)):
            if owner is self.model.player:
                self._piles[zone.place + i] = indices[0], zone_name(zone, indices[1:]), zone
            elif owner is not None and owner.role in ON_BOARDS:
                self._spots[zone.place + i] = _spot(owner, indices[0])
            else:
                self._piles[zone.place + i] = "", zone_name(zone, indices), zone

    # ------------------------------------------------------------ options

    def targets(self, option: Option, seat: int, state: State) -> list[list[str]]:
        """For each value of an option that can be drawn its addresses, as the seat that is asked sees them."""
        chosen = self._hearsay.chosen(option, state)
        if len(chosen) != len(option.values):
            return []
        found = (list(dict.fromkeys(self._value(coding, offset, seat, state))) for coding, offset in chosen)
        return [addresses for addresses in found if addresses]

    def _value(self, coding: Coding, offset: int, seat: int, state: State) -> Iterator[str]:
        kind = coding.type.kind
        if kind is None or offset >= coding.plain:
            return
        if kind.role == "component":
            yield from self._component(coding, kind, offset, seat, state)
            return
        index = coding.first + offset - kind.first
        if not 0 <= index < len(kind.members):
            return
        if id(kind) in self._shelves:
            yield from self._on_shelf(self._shelves[id(kind)] + index, seat, state)
        elif kind.role == "player":
            yield at_player(kind.members[index])
        elif kind.role in ON_BOARDS:
            yield _spot(kind, kind.members[index])

    def _on_shelf(self, place: int, seat: int, state: State) -> Iterator[str]:
        """Where a design lies that is chosen, not one of its cards: the pile it is taken from."""
        sight, places = Sight(self.game, seat), self.model.arrays["place"]
        for number in range(self.model.components):
            if state[places + number] == place and self.things.known(number, sight, state):
                yield from self._at(number, state, sight)

    def _component(self, coding: Coding, kind: Kind, offset: int, seat: int, state: State) -> Iterator[str]:
        if coding.form == "position":
            own, name = [], self.game.seats[int(state[ir.ACTOR])]
            for owner, pile, zone in self._piles.values():
                if zone.in_order and owner in (name, ""):
                    own.append((owner, at_place(owner, pile, offset + 1)))
            yield from [address for owner, address in own if owner] or [address for _, address in own]
            return
        sight = Sight(self.game, seat)
        for number in self._meant(coding, kind, offset, state):
            if self.things.known(number, sight, state):
                yield from self._at(number, state, sight)

    def _meant(self, coding: Coding, kind: Kind, offset: int, state: State) -> Iterator[int]:
        """The components that a number may stand for: several if they are equal."""
        equal, wording = self.game.rules.equal_things, self.game.wording
        if coding.form in ("design", "look"):
            if coding.form == "design":
                design = coding.first + offset
            elif equal.is_merged(kind):
                design, _ = equal.look_parts(kind, offset)
            else:
                yield kind.root.first + offset
                return
            places = range(coding.zone.place, coding.zone.place + coding.zone.size) if coding.zone is not None else ()
            for number in range(self.model.components):
                if state[self.model.arrays["place"] + number] in places and self.things.design(number, state) == design:
                    yield number
        elif coding.form == "face":
            if not equal.is_merged(kind):
                yield kind.first + offset
                return
            face = kind.face_name(min(kind.faces) + offset)
            yield from (n for n in range(kind.first, kind.last + 1) if wording.face(n, kind, state) == face)
        else:
            yield coding.first + offset

    def _at(self, number: int, state: State, sight: Sight) -> Iterator[str]:
        place = int(state[self.model.arrays["place"] + number])
        if place in self._spots:
            yield self._spots[place]
        elif place in self._piles:
            owner, pile, zone = self._piles[place]
            if zone.in_order:
                yield at_place(owner, pile, self.things.inside(place, state).index(number) + 1)
            yield at_card(owner, pile, self.things.token(number, state, sight).called)


def _spot(kind: Kind, name: str) -> str:
    board = kind.of if kind.role in ("corner", "edge") and kind.of is not None else kind
    return at_spot(kind.role, board.name, name)
