"""What stands in a match, by the names that its rules use: `match["pot"]`, `match["hand", 0]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ludwright.ir.terms import NO_NUMBER
from ludwright.mistakes import LudwrightError, nearest
from ludwright.model.kinds import PARTS, Dim, Field, Kind, Zone
from ludwright.model.labels import Labels
from ludwright.model.naming import combinations
from ludwright.model.world import World

if TYPE_CHECKING:
    from ludwright.game import Game

Value: TypeAlias = Any
"""A number, a truth, a name or ``None``; or a list or a dictionary of such."""


class UnknownNameError(LudwrightError, KeyError):
    """A name that the game does not have."""

    def __str__(self) -> str:
        return str(self.args[0])


class Values:
    """Reads the states of one game by name.

    Numbers, truths and names stand for themselves, `none` is ``None``. A zone is the list of what lies in it, from the bottom to the top. What every
    player has is a list by seat; what has another index, a dictionary; a board is one with a list for every cell. What kinds of things have
    is called `cell.mark`.
    """

    def __init__(self, game: Game) -> None:
        self._labels = Labels(game)
        self._title, self._model, self._player = game.title, game.rules.model, game.rules.model.player
        self._design, self._seats = game.wording.design, game.seats
        self.homes: dict[str, Field | Zone | Kind] = dict(_homes(game.rules.model))

    @property
    def of_players(self) -> list[str]:
        """The zones and variables that every player has."""
        return [n for n, home in self.homes.items() if not isinstance(home, Kind) and home.owner is self._player]

    def read(self, name: str, state: Sequence[int]) -> Value:
        """What stands under a name."""
        home = self.homes.get(name)
        if home is None:
            near = nearest(name, self.homes)
            hint = f"did you mean `{near}`?" if near else f"there are: {', '.join(self.homes)}"
            raise UnknownNameError(f"{self._title} has no `{name}`; {hint}")
        if isinstance(home, Kind):
            places = [[hold.place + i for hold in home.holds.values()] for i in range(home.count)]
            return {
                cell: [thing for place in own for thing in self._inside(place, state)]
                for cell, own in zip(home.members, places, strict=True)
            }
        if isinstance(home, Zone):
            return self._by_index(home.dims, [self._inside(home.place + i, state) for i in range(home.size)])
        return self._by_index(home.dims, [self._single(home, state[home.base + i], state) for i in range(home.size)])

    def label(self, kind: Kind, number: int, state: Sequence[int]) -> str:
        """What a member of a kind is called, counted from 0."""
        return self._labels.thing(kind.first + number, state)

    def _inside(self, place: int, state: Sequence[int]) -> list[Value]:
        found: list[Value] = []
        for number in self._labels.inside(place, state):
            kind, design = self._labels.kind(number), self._model.design_in(state, number)
            if kind.faces:
                face = state[kind.fields["face"].base + number - kind.first]
                found.append(face if kind.face is None else kind.face_name(face))
            else:
                name, owner = self._design(design) if design >= 0 else kind.name, self._model.component_owner[number]
                found.append(name if owner < 0 else f"{name} of {self._seats[owner]}")
        return found

    def _single(self, field: Field, value: int, state: Sequence[int]) -> Value:
        if field.type.form == "fraction":
            return value / PARTS
        if field.type.form == "bool":
            return bool(value)
        if field.type.form == "ref":
            return None if value < 0 else self._labels.value(value, field.type, state)
        return None if value == NO_NUMBER else value

    def _by_index(self, dims: Sequence[Dim], values: Sequence[Value]) -> Value:
        """The values of all combinations of indices, nested."""
        if not dims:
            return values[0]
        first, *rest = dims
        size = len(values) // first.count
        parts = [self._by_index(rest, values[i * size : (i + 1) * size]) for i in range(first.count)]
        kind = first.type.kind
        if kind is not None and kind is self._player:
            return parts
        keys: Sequence[str | int] = range(first.first, first.last + 1)
        if kind is not None:
            keys = [own for (own,) in combinations([first])]
        return dict(zip(keys, parts, strict=True))


def _homes(model: World) -> Iterator[tuple[str, Field | Zone | Kind]]:
    yield from model.fields.items()
    yield from model.player.fields.items()
    for zone in model.all_zones():
        yield zone.name if zone.owner in (None, model.player) else f"{zone.owner.name}.{zone.name}", zone
    for kind in {id(kind): kind for kind in model.kinds.values()}.values():
        if kind.holds:
            yield kind.name, kind
        if kind is not model.player:
            for name, field in kind.fields.items():
                yield f"{kind.name}.{name}", field
