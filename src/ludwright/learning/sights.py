"""What of a game is weighed: which words count in which spots, and which spots are looked at together.

It is read off the game's declarations alone, so the same rules always give the same lists, and what was learned by them fits again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels.learned import INSIDE, LONGEST, NUMBER, POINTER, ROW, TILES, TUPLE_ROW, WIDE
from ludwright.engine.random import Stream, stream
from ludwright.hidden.seen import on_components, refers
from ludwright.model import visibility
from ludwright.model.geometry import Geometry
from ludwright.model.kinds import Field, Kind

Numbers = npt.NDArray[np.int64]

MANY_VALUES = 16
"""A number with more values than that is also looked at roughly."""
FEW = 8
"""Of up to so many zones, or variables, any two are looked at together."""
SMALL_BOARD, LARGE_BOARD = 16, 100
"""Boards with up to the first number of cells are looked at by threes in a row, those below the second by fours, larger ones by pairs."""
PATCH, PATCHES_A_CELL, MOST_PATCHES = 8, 2, 100
"""Larger boards are also looked at in patches of so many cells: so many begin at each cell, and no more than that in all."""
_LETTERS = 16
WINDOW = 3
"""Of variables with a row of numbers, so many neighbours are looked at together."""


def fingerprint(game: Any) -> str:
    """What is learned of a game fits wherever this is the same: the rules, and where in a position everything lies that is weighed."""
    return f"{game.description.text_hash}-{Sights(game).fingerprint}"


class Sights:
    """Of one game for one number of players."""

    def __init__(self, game: Any, patches: bool = True) -> None:
        self._patches = patches
        self.model = game.rules.model
        self._seen = game.observer.seen
        self._spots = 0
        self._cells = {id(kind): self._take(kind.count) for kind in self._boards()}
        self._players = self._take(self.model.players)
        self._free = self._take(1)
        self._zones = self._take(self.model.zone_places)
        self._fields: dict[int, int] = {
            id(f): self._take(1) for f in self.model.all_fields() if not on_components(f) and not self._owned(f)
        }
        self._windows: dict[int, tuple[int, int, int]] = {
            id(f): (self._take(f.size), f.size, f.dims[-1].count)
            for f in self.model.all_fields()
            if not on_components(f) and f.dims and f.dims[-1].type.form == "number" and f.dims[-1].count > WINDOW
        }
        self._wide: set[int] = set()
        self.rows = np.array([*self._words(), *self._counts()], np.int64).reshape(-1, int(ROW))
        self.places = np.array(list(self._places()) or [(-1, -1, 1, 0)], np.int64)
        self.tuples = np.array(
            [
                (len(spots), int(not self._wide.isdisjoint(spots)), *spots, *(0,) * (LONGEST - len(spots)))
                for spots in self._tuples()
            ],
            np.int64,
        ).reshape(-1, int(TUPLE_ROW))

    @property
    def spots(self) -> int:
        """How many spots there are."""
        return self._spots

    @property
    def most(self) -> int:
        """The most that is found in one position."""
        marks: int = sum(mark.size for mark in self._seen.marks)
        coarse = len(TILES) * (int((self.rows[:, -1] == WIDE).sum()) + int(self.tuples[:, 1].sum()))
        things = (4 if self.owned >= 0 else 2) * int(self.model.components)
        return len(self.rows) + coarse + things + marks + len(self.tuples) + 10

    @property
    def fingerprint(self) -> str:
        """Changes whenever a weight would stand for something else."""
        lists = (self.rows, self.places, self.tuples, np.array([self._spots, self.free, self.owned], np.int64))
        return sha256(b"".join(np.ascontiguousarray(one).tobytes() for one in lists)).hexdigest()[:_LETTERS]

    @property
    def free(self) -> int:
        """The spot of all that lies free."""
        return self._free

    @property
    def owned(self) -> int:
        """The spot of the first player, where players have several zones among which their cards wander; else -1."""
        theirs = [zone for zone in self.model.all_zones() if zone.owner is self.model.player]
        return self._players if len(theirs) > 1 else -1

    @property
    def has_wide(self) -> bool:
        """Whether there are numbers of many values."""
        return bool(self._wide)

    def _take(self, count: int) -> int:
        first = self._spots
        self._spots += count
        return first

    def _boards(self) -> list[Kind]:
        kinds = {
            id(kind): kind for kind in self.model.kinds.values() if kind.role in ("cell", "corner", "edge", "region")
        }
        return list(kinds.values())

    # ------------------------------------------------------------ words

    def _spots_of(self, variable: Field, index: int) -> list[int]:
        """The spots a word of a variable counts in: its cell, its player."""
        found, left = [], index
        step = variable.size
        for dim in variable.dims:
            step //= dim.count
            member, left = divmod(left, step)
            kind = dim.type.kind
            if kind is not None and id(kind) in self._cells:
                found.append(self._cells[id(kind)] + member)
            elif kind is self.model.player and kind is not None:
                found.append(self._players + member)
        return found

    def _owned(self, variable: Field) -> bool:
        return bool(self._spots_of(variable, 0))

    def _words(self) -> Iterator[tuple[int, ...]]:
        for variable, seen in zip(self.model.all_fields(), self._seen.watchers, strict=True):
            if on_components(variable):
                continue
            wide = variable.type.form == "number" and variable.hi - variable.lo > MANY_VALUES
            for i in range(variable.size):
                spots = self._spots_of(variable, i)
                inside = bool(spots) and any(spot < self._players for spot in spots)
                form = POINTER if refers(variable) else WIDE if wide else INSIDE if inside else NUMBER
                spots = spots or [self._fields[id(variable)], self._free]
                if form == WIDE:
                    self._wide.update(spots[:2])
                own = self._windows[id(variable)][0] + i if id(variable) in self._windows else -1
                yield (variable.base + i, seen[i], *[*spots, -1][:2], own, int(form))

    def _counts(self) -> Iterator[tuple[int, ...]]:
        """How many lie in each zone."""
        everyone = visibility.everyone(self.model)
        for place, (own, other, _, _) in enumerate(self._zone_places()):
            yield (self.model.arrays["count"] + place, everyone, own, other, -1, int(NUMBER))

    # ------------------------------------------------------------ places

    def _zone_places(self) -> list[tuple[int, int, int, int]]:
        found = [(self._zones + place, self._free, 1, 0) for place in range(self.model.zone_places)]
        for zone in self.model.all_zones():
            for i in range(zone.size):
                owner = visibility.zone_owner(self.model, zone, i)
                whose = self._free if owner is None else self._players + owner
                found[zone.place + i] = (self._zones + zone.place + i, whose, 1, int(zone.in_order))
        return found

    def _places(self) -> Iterator[tuple[int, int, int, int]]:
        found = self._zone_places() + [(-1, -1, 1, 0)] * (self.model.places - self.model.zone_places)
        for holding in self.model.holdings:
            cells = self._cells.get(id(holding.board))
            for i in range(holding.board.count):
                if cells is not None:
                    found[holding.place + i] = (cells + i, self._free, 0, 0)
        yield from found

    def _alone(self) -> set[int]:
        """Spots in which no more than one word ever counts, which is weighed by itself: nothing more is to be learned of them alone."""
        uses = Counter(int(spot) for row in self.rows for spot in set(row[2:4].tolist()))
        things = {int(spot) for row in self.places for spot in row[:2]}
        told = {int(spot) for row in self.rows if row[5] != INSIDE for spot in row[2:4]}
        return {spot for spot in told if uses[spot] == 1 and spot not in things}

    # ------------------------------------------------------------ spots together

    def _tuples(self) -> Iterator[Sequence[int]]:
        alone = self._alone()
        for kind in self._boards():
            first = self._cells[id(kind)]
            yield from ((spot,) for spot in range(first, first + kind.count) if spot not in alone)
            if kind.geometry is not None and kind.role == "cell":
                yield from (tuple(first + cell for cell in line) for line in lines_of(kind.geometry))
                patches = patches_of(kind.geometry) if self._patches else []
                yield from (tuple(first + cell for cell in patch) for patch in patches)
        players = range(self._players, self._players + self.model.players)
        yield from ((player,) for player in players if player not in alone)
        yield from combinations(players, 2)
        yield from ((player, self._free) for player in players)
        if len(players) == 2:
            yield (*players, self._free)
        for first, size, width in self._windows.values():
            for row in range(first, first + size, width):
                yield from (tuple(range(row + i, row + i + WINDOW)) for i in range(width - WINDOW + 1))
        zones = range(self._zones, self._zones + self.model.zone_places)
        yield from ((zone,) for zone in zones)
        yield from combinations(zones, 2) if len(zones) <= FEW else ()
        fields = list(self._fields.values())
        yield from ((field,) for field in fields if field not in alone)
        yield from combinations(fields, 2) if len(fields) <= FEW else ()


def lines_of(geometry: Geometry) -> list[tuple[int, ...]]:
    """Cells in a row, each row once; on boards without directions, neighbours.

    >>> from ludwright.model.grids import square_grid
    >>> len(lines_of(square_grid(3, 3)))
    8
    """
    if not geometry.steps:
        return list(geometry.links)
    length = 3 if geometry.count <= SMALL_BOARD else 4 if geometry.count <= LARGE_BOARD else 2
    found = set()
    for steps in geometry.steps:
        for cell in range(geometry.count):
            line = [cell]
            while len(line) < length and line[-1] >= 0:
                line.append(steps[line[-1]])
            if line[-1] >= 0:
                found.add(min(tuple(line), tuple(reversed(line))))
    return sorted(found)


def patches_of(geometry: Geometry) -> list[tuple[int, ...]]:
    """Patches of cells that hang together on a larger board: rows together with what lies beside them, and others, grown at random from each cell: always the same.

    >>> from ludwright.model.grids import square_grid
    >>> patches = patches_of(square_grid(7, 6))
    >>> len(patches), {len(patch) for patch in patches}, patches_of(square_grid(3, 3))
    (100, {8}, [])
    """
    if geometry.count <= SMALL_BOARD:
        return []
    beside = _beside(geometry)
    near: list[set[int]] = [set() for _ in range(geometry.count)]
    for one, other in geometry.links:
        near[one].add(other)
        near[other].add(one)
    for steps in geometry.steps:
        for cell in range(geometry.count):
            if steps[cell] >= 0:
                near[cell].add(steps[cell])
    wanted = min(MOST_PATCHES, PATCHES_A_CELL * geometry.count)
    dice, found = Stream(*stream(1, geometry.count, 0)), dict[tuple[int, ...], None]()
    if len(beside) <= wanted:
        found = dict.fromkeys(beside)
        wanted = min(MOST_PATCHES, len(beside) + wanted // 2)
    for trial in range(20 * wanted):
        patch = _grown(near, trial * geometry.count // wanted % geometry.count, dice)
        if len(patch) == PATCH and len(found) < wanted:
            found[tuple(sorted(patch))] = None
    return list(found)


def _beside(geometry: Geometry) -> list[tuple[int, ...]]:
    """Rows of four, each with the four cells that lie on the same side of them and share a border with them."""
    near, found = {*geometry.links}, dict[tuple[int, ...], None]()
    sides = [
        steps for steps in geometry.steps if all(to < 0 or {(at, to), (to, at)} & near for at, to in enumerate(steps))
    ]
    for line in lines_of(geometry):
        for steps in sides:
            moved = [steps[cell] for cell in line]
            if min(moved) >= 0 and len({*line, *moved}) == PATCH:
                found[tuple(sorted({*line, *moved}))] = None
    return list(found)


def _grown(near: list[set[int]], cell: int, dice: Stream) -> list[int]:
    patch = [cell]
    while len(patch) < PATCH:
        rim = sorted(set().union(*(near[cell] for cell in patch)) - set(patch))
        if not rim:
            break
        patch.append(rim[dice.below(len(rim))])
    return patch
