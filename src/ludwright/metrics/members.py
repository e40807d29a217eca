"""Which members of a kind are ever used: entries of a variable that change, cards that come to a place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import share

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.metrics.replays import Replays

USED = {"group": pl.String, "member": pl.String, "used": pl.Int64, "games": pl.Int64, "unused_in": pl.Int64}
"""A member of a group: in how many games it was used, of how many, and one of those in which it was not."""
_FEWEST = 4
"""Of fewer members none stands apart."""
_USUAL, _APART = 0.2, 0.25
"""Half of the others must be used in so many games; and if more than such a part of the members is hardly used, that is what the game is like."""
RARE = 0.02
"""What is used in fewer games is hardly ever used."""
_GAMES = 50
"""Of fewer games with a card nothing is said about where it comes to."""
_FIRST = 10
"""After so many games zones are passed over in which nothing stays."""
_STAYS = 0.8
"""Where so many of the cards that come to a zone stay until the game is over, players collect them there."""


def uneven_use(members: pl.DataFrame) -> Figure:
    """Of things that are alike, how many are hardly ever used where the others are.

    Definition: number of entries of an indexed variable (such as `won[12]`) that changed in fewer than 2% of the games, and of cards that came to a zone where
    players collect them (four of five stay there) in fewer than 2% of the 50 games or more in which they moved at all, where half of their like are used in 20% or more, and three quarters in 2% or more.
    The parts are those with the share of games (Wilson), each with its group's usual share as a part of its own.
    """
    if not len(members):
        return nothing("uneven use", "there are no members of a kind to compare", "things")
    parts = []
    for _, group in members.group_by("group", maintain_order=True):
        rates = group["used"] / group["games"]
        usual = float(rates.median() or 0.0)  # type: ignore[arg-type]
        if len(group) < _FEWEST or usual < _USUAL or (rates < RARE).sum() > _APART * len(group):
            continue
        for row, rate in zip(group.iter_rows(named=True), rates, strict=True):
            if rate < RARE:
                name = row["member"]
                like = Figure("usual", usual, how="none: a median", n=row["games"], unit="share")
                parts.append(
                    share(name, row["used"], row["games"], witnesses=(Witness(row["unused_in"]),), parts=(like,))
                )
    parts.sort(key=lambda part: (part.value or 0.0, part.name))
    games = int(members["games"].max() or 0)  # type: ignore[arg-type]
    return Figure("uneven use", float(len(parts)), how="none: a count", n=games, unit="things", parts=tuple(parts))


def members_used(replays: Replays) -> pl.DataFrame:
    """In how many of the games each member was used."""
    readers: dict[int, _Reader] = {}
    for game_id, number, codes in replays:
        game = replays.run.game_of(game_id)
        reader = readers.setdefault(id(game), _Reader(game))
        if reader.nothing:
            break
        reader.look(game_id, replays.positions_of(game, number, codes))
    rows = [row for reader in readers.values() for row in reader.rows()]
    return pl.DataFrame(rows, schema=USED, orient="row")


def _entries(game: Game) -> Iterator[tuple[str, str, list[int]]]:
    """The entries of variables that have a number or a listed name as an index, those of all players together: variable, name, words. None where there is
    nothing at the start, unlike with its like: then its text says so."""
    model, start = game.rules.model, game.start(0).words
    for field in [*model.fields.values(), *model.player.fields.values()]:
        if not field.dims or any(dim.type.kind is not model.player for dim in field.dims[:-1]):
            continue
        last = field.dims[-1]
        if last.type.kind is not None and last.type.kind.role != "enum":
            continue
        kind, rows = last.type.kind, range(0, field.size, last.count)
        words = [[field.base + row + at for row in rows] for at in range(last.count)]
        empty = [not any(start[word] for word in own) for own in words]
        for at, own in enumerate(words):
            if empty[at] <= (sum(empty) > len(empty) / 2):
                member = str(last.first + at) if kind is None else kind.members[last.first + at - kind.first]
                yield field.name, f"{field.name}[{member}]", own


class _Reader:
    """Notes what the games of one text use."""

    def __init__(self, game: Game) -> None:
        model = game.rules.model
        self.entries = [*_entries(game)]
        self.designs: list[tuple[str, str, int]] = []
        """Designs: the kind, the name, the number."""
        for kind in model.component_kinds:
            if kind.design is not None and not kind.faces:
                numbers = range(kind.design.first, kind.design.last + 1)
                self.designs += [(kind.name, game.wording.design(number), number) for number in numbers]
        self.zones = {
            zone.name: range(zone.place, zone.place + zone.size)
            for zone in model.all_zones()
            if zone.owner is model.player and not zone.dice and self.designs
        }
        self.place, self.count = model.arrays.get("place", 0), model.components if self.zones else 0
        self.dealt = model.arrays.get("design")
        self.printed = np.array(model.component_design[: self.count], np.int64)
        self.words = np.array([word for *_, words in self.entries for word in words], np.int64)
        self.first = np.cumsum([0, *(len(words) for *_, words in self.entries)])[:-1]
        self.changed = np.zeros(len(self.entries), np.int64)
        self.games = 0
        self.idle = np.zeros(len(self.entries), np.int64)
        size = int(self.printed.max(initial=-1)) + 2 + max((number for *_, number in self.designs), default=0)
        self.moved = np.zeros(size, np.int64)
        self.had = {name: np.zeros(size, np.int64) for name in self.zones}
        self.came, self.stayed = (dict.fromkeys(self.zones, 0) for _ in range(2))
        self.without = {name: np.zeros(size, np.int64) for name in self.zones}

    @property
    def nothing(self) -> bool:
        """Whether the game has no members to compare."""
        return not self.entries and not self.count

    def look(self, game: int, positions: Iterator[tuple[npt.NDArray[np.int32], object]]) -> None:
        """Note what one game used."""
        self.games += 1
        changed = np.zeros(len(self.words), bool)
        there: dict[str, set[tuple[int, int]]] = {name: set() for name in self.zones}
        start = state = np.empty(0, np.int32)
        last = b""
        for state, _ in positions:
            if not len(start):
                start = state.copy()
            if self.entries:
                changed |= state[self.words] != start[self.words]
            if self.count:
                place = state[self.place : self.place + self.count]
                if place.tobytes() != last:
                    last = place.tobytes()
                    for name, cards in there.items():
                        cards.update(self._inside(state, self.zones[name]))
        if self.entries:
            used = np.maximum.reduceat(changed, self.first)
            self.changed += used
            self.idle[~used] = game
        if self.count:
            self._note_cards(game, start, state, there)

    def _inside(self, state: npt.NDArray[np.int32], places: range) -> list[tuple[int, int]]:
        """The cards in a zone: their numbers and designs."""
        place = state[self.place : self.place + self.count]
        cards = np.nonzero((place >= places.start) & (place < places.stop))[0]
        return list(zip(cards.tolist(), self._designs(state)[cards].tolist(), strict=True))

    def _designs(self, state: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        return self.printed if self.dealt is None else state[self.dealt : self.dealt + self.count].astype(np.int64)

    def _note_cards(
        self,
        game: int,
        start: npt.NDArray[np.int32],
        end: npt.NDArray[np.int32],
        there: dict[str, set[tuple[int, int]]],
    ) -> None:
        own = slice(self.place, self.place + self.count)
        moved = np.zeros(len(self.moved), bool)
        moved[self._designs(end)[start[own] != end[own]]] = True
        for cards in there.values():
            moved[[design for _, design in cards]] = True
        self.moved += moved
        for name, cards in there.items():
            had = np.zeros(len(self.moved), bool)
            had[[design for _, design in cards]] = True
            self.had[name] += had
            self.without[name][moved & ~had] = game
            self.came[name] += len({card for card, _ in cards})
            self.stayed[name] += len(self._inside(end, self.zones[name]))
        if self.games == _FIRST:  # where cards only pass through, nothing is told, and no more is looked at
            self.zones = {name: places for name, places in self.zones.items() if self._collected(name)}
            self.count = self.count if self.zones else 0

    def _collected(self, zone: str) -> bool:
        return self.stayed[zone] >= _STAYS * self.came[zone]

    def rows(self) -> Iterator[tuple[str, str, int, int, int]]:
        """What was noted."""
        for (group, name, _), used, idle in zip(self.entries, self.changed.tolist(), self.idle.tolist(), strict=True):
            yield group, name, used, self.games, idle
        for zone in filter(self._collected, self.zones):
            had = self.had[zone]
            for kind, name, number in self.designs:
                games = int(max(self.moved[number], had[number]))
                if games >= _GAMES:
                    yield (
                        f"{kind} in {zone}",
                        f"{name} in {zone}",
                        int(had[number]),
                        games,
                        int(self.without[zone][number]),
                    )
