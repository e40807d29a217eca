"""Every component lies in exactly one place, and every place has the order, the number and the kinds it should have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludwright.model.constants import evaluate, is_static
from ludwright.model.labels import Labels

if TYPE_CHECKING:
    from ludwright.game import Game

Frames = npt.NDArray[np.int32]
"""States, one a row."""
Mask = npt.NDArray[np.bool_]


class Components:
    """Looks at many states of one game at once."""

    def __init__(self, game: Game) -> None:
        self.game, self.model = game, game.rules.model
        self.labels = Labels(game)
        self._count = self.model.components
        self._fixed = not game.rules.removes_things
        self._fits = self._fitting()
        self._room = self._rooms()
        limited = [kind.root for kind in self.model.component_kinds if kind.root.limit]
        self._made = np.array([any(k.first <= c <= k.last for k in limited) for c in range(self._count)], bool)

    def wrong(self, frames: Frames) -> tuple[int, str] | None:
        """The first row in which something is wrong, and what, in words. Rows follow each other in one game."""
        if not self._count:
            return None
        first: tuple[int, str] | None = None
        for bad, words in self._tests(frames):
            rows = np.nonzero(bad.any(axis=1))[0]
            if len(rows) and (first is None or rows[0] < first[0]):
                row = int(rows[0])
                which = int(np.nonzero(bad[row])[0][0])
                first = (
                    row,
                    words.format(thing=f"component {which} ({self._thing(which)})", place=self.labels.place(which)),
                )
        return first

    def _tests(self, frames: Frames) -> Iterator[tuple[Mask, str]]:
        """What must not be: for each row and each component or place, and in words."""
        zones, count = self.model.zone_places, self._count
        place = self._part(frames, "place", count)
        lost = (place < -1) | (place >= self.model.places)
        yield lost, "{thing} lies in a place that does not exist"
        if lost.any():
            return
        yield ~self._fits[np.arange(count), place], "{thing} lies where its kind can't lie"
        if self._fixed:
            gone = np.zeros(place.shape, bool)
            gone[1:] = (place[:-1] >= 0) & (place[1:] < 0) & ~self._made
            yield gone, "{thing} has vanished, and no rule removes anything"
        if "design" in self.model.arrays:
            design = self._part(frames, "design", count)
            yield (design < 0) & (place >= 0), "{thing} lies somewhere, but was never made"
        lying = self._lying(place)
        yield lying > self._room, "{place} holds more than it has room for"
        if zones:
            yield from self._chains(frames, place, lying[:, :zones])
        yield from self._cells(frames, place)

    # ------------------------------------------------------------ chains and cells

    def _chains(self, frames: Frames, place: Frames, lying: npt.NDArray[np.int64]) -> Iterator[tuple[Mask, str]]:
        zones, count = self.model.zone_places, self._count
        counts, tops, bottoms = (self._part(frames, name, zones) for name in ("count", "top", "bottom"))
        yield counts != lying, "{place} counts its contents wrongly"
        in_zone = (place >= 0) & (place < zones)
        zone = np.clip(place, 0, zones - 1)
        own = np.arange(count)
        for towards, back, ends in (("above", "below", tops), ("below", "above", bottoms)):
            following, returning = self._part(frames, towards, count), self._part(frames, back, count)
            yield (following < -1) | (following >= count), f"what lies {towards} {{thing}} is no component"
            step = np.clip(following, 0, count - 1)
            at_end = in_zone & (following < 0)
            yield (
                at_end & (np.take_along_axis(ends, zone, 1) != own),
                f"{{thing}} is lost at an end of its place ({towards})",
            )
            linked = in_zone & (following >= 0)
            torn = (np.take_along_axis(returning, step, 1) != own) | (np.take_along_axis(place, step, 1) != place)
            yield linked & torn, f"{{thing}} and what lies {towards} it don't know of each other"
            yield (lying == 0) & (ends >= 0), f"{{place}} is empty and has something at its end ({towards})"
        yield in_zone & self._circling(self._part(frames, "above", count)), "{thing} lies in a chain without an end"

    def _circling(self, above: Frames) -> Mask:
        """Which components never come to the top, however far one goes up."""
        count = self._count
        at = np.where((above < 0) | (above >= count), count, above)
        at = np.concatenate([at, np.full((len(at), 1), count, at.dtype)], axis=1)
        for _ in range(count.bit_length()):
            at = np.take_along_axis(at, at, 1)
        circling: Mask = at[:, :count] != count
        return circling

    def _cells(self, frames: Frames, place: Frames) -> Iterator[tuple[Mask, str]]:
        """Cells with room for one."""
        for holding in self.model.holdings:
            if holding.room != 1:
                continue
            base = self.model.arrays["occupant"] + self.model.occupant_offset(holding)
            occupant = frames[:, base : base + holding.board.count]
            where = np.arange(holding.place, holding.place + holding.board.count)
            there = np.take_along_axis(place, np.clip(occupant, 0, self._count - 1), 1)
            wrong = np.zeros((len(frames), self.model.places), bool)
            wrong[:, where] = (occupant >= 0) & (there != where)
            yield wrong, "{place} says that something stands on it that is elsewhere"
            cell = place - holding.place
            standing = (cell >= 0) & (cell < holding.board.count)
            found = np.take_along_axis(occupant, np.clip(cell, 0, holding.board.count - 1), 1)
            yield standing & (found != np.arange(self._count)), "{thing} stands on a cell that does not know of it"

    # ------------------------------------------------------------ what there is

    def _part(self, frames: Frames, name: str, size: int) -> Frames:
        base = self.model.arrays[name]
        return frames[:, base : base + size]

    def _lying(self, place: Frames) -> npt.NDArray[np.int64]:
        """How many components lie in each place, row by row."""
        width = self.model.places + 1
        rows = np.arange(len(place))[:, None] * width
        found = np.bincount((rows + place + 1).ravel(), minlength=len(place) * width)
        return found.reshape(len(place), width)[:, 1:]

    def _fitting(self) -> Mask:
        """Whether a component may lie in a place; the last column is for lying nowhere (-1)."""
        model = self.model
        fits = np.zeros((self._count, model.places + 1), bool)
        fits[:, -1] = True
        for zone in model.all_zones():
            for kind in zone.kinds:
                fits[kind.root.first : kind.root.last + 1, zone.place : zone.place + zone.size] = True
        for holding in model.holdings:
            root = holding.kind.root
            fits[root.first : root.last + 1, holding.place : holding.place + holding.board.count] = True
        return fits

    def _rooms(self) -> npt.NDArray[np.int64]:
        """How many components each place has room for."""
        model = self.model
        room = np.full(model.places, self._count + 1, np.int64)
        table = [int(word) for word in self.game.table]
        for zone in model.all_zones():
            expr = self.game.rules.upkeep.capacity(zone) if zone.capacity is not None else None
            if expr is not None and is_static(expr):
                room[zone.place : zone.place + zone.size] = evaluate(expr, table)
        for holding in model.holdings:
            room[holding.place : holding.place + holding.board.count] = holding.room
        return room

    def _thing(self, number: int) -> str:
        if number >= self._count:
            return ""
        return self.game.wording.design(self.model.component_design[number])
