"""Names for what lies in a state: variables, places, pieces and values, as a player would say them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludwright.ir.terms import NO_NUMBER
from ludwright.model.kinds import Field, Kind, Type, plain_fraction
from ludwright.model.naming import field_labels, zone_labels

if TYPE_CHECKING:
    from ludwright.game import Game

State = Sequence[int]

OUT_OF_PLAY, IN_PLAY = "out of play", "in play"
"""Where a thing is that has no place: one that was made is still in play."""


class Labels:
    """Finds the names of a game's words and places."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.model = game.rules.model
        self._kinds: dict[int, Kind] = {}
        self.places = {place: label for zone in self.model.all_zones() for place, label in zone_labels(zone)}
        boards = {id(holding.board) for holding in self.model.holdings}
        self._cells = {h.place + i for h in self.model.holdings for i in range(h.board.count)}
        self._alone = len(self.model.holdings) == 1 and self.model.holdings[0].room == 1
        for holding in self.model.holdings:
            for i, cell in enumerate(holding.board.members):
                self.places[holding.place + i] = cell if len(boards) == 1 else f"{holding.board.name} {cell}"

    def place(self, number: int) -> str:
        """Where a component lies: a zone, a cell, or out of play."""
        return self.places.get(number, OUT_OF_PLAY)

    def whereabouts(self, number: int, state: State) -> str:
        """Where a component is, with or without a place."""
        nowhere = IN_PLAY if self.kind(number).root.limit else OUT_OF_PLAY
        return self.places.get(state[self.model.arrays["place"] + number], nowhere)

    def exists(self, number: int, state: State) -> bool:
        """Whether there is such a thing now: what is made in play may not be yet, or no more."""
        return not self.kind(number).root.limit or state[self.model.arrays["design"] + number] >= 0

    def on_board(self, number: int, state: State) -> bool:
        """Whether a component lies on a cell."""
        return state[self.model.arrays["place"] + number] in self._cells

    def numbered(self, number: int, state: State) -> bool:
        """Whether it takes a number to say which one it is: one of several made in play, unless its cell tells."""
        return bool(self.kind(number).root.limit) and not (self._alone and self.on_board(number, state))

    def inside(self, place: int, state: State) -> list[int]:
        """The components in a place, from the bottom to the top."""
        arrays = self.model.arrays
        if place < self.model.zone_places and "bottom" in arrays:
            found: list[int] = []
            here = state[arrays["bottom"] + place]
            while here >= 0 and len(found) < self.model.components:
                found.append(here)
                here = state[arrays["above"] + here]
            return found
        return [c for c in range(self.model.components) if state[arrays["place"] + c] == place]

    def thing(self, number: int, state: State) -> str:
        """A card or piece by its design, with its owner if it has one, or its number if it takes one."""
        model = self.model
        if self.numbered(number, state):
            return self.game.wording.copy(number, state)
        design = model.design_in(state, number)
        name = self.game.wording.design(design) if design >= 0 else self.kind(number).name
        owner = model.component_owner[number]
        return f"{name} of {model.player.members[owner]}" if owner >= 0 else name

    def marked(self, number: int, state: State) -> str:
        """The card or piece that carries a mark, named as in the moves."""
        return self.game.wording.component(number, state)

    def field(self, variable: Field, index: int) -> str:
        """One word of a variable."""
        name, owner = field_labels(variable)[index]
        return f"{name} of {owner}" if owner else name

    def kind(self, number: int) -> Kind:
        """The kind of a component."""
        if not self._kinds:
            self._kinds = {n: k for k in reversed(self.model.component_kinds) for n in range(k.first, k.last + 1)}
        return self._kinds[number]

    def value(self, number: int, type_: Type, state: State) -> str:
        """A value of a type."""
        if type_.form == "bool":
            return "yes" if number else "no"
        if type_.form == "ref" and type_.kind is not None:
            return self.game.wording.member(type_.kind, number, state)
        if type_.form == "fraction":
            return plain_fraction(number)
        return "none" if number == NO_NUMBER else str(number)
