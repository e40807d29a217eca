"""Values set apart by seat, agent, winner, version or number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.mistakes import nearest
from ludwright.queries.following import Stops
from ludwright.queries.recorded import QueryError, RecordedRun, RecordedWinners

KINDS: dict[str, Any] = {
    "seat": pl.Int32,
    "agent": pl.String,
    "winner": pl.String,
    "version": pl.String,
    "players": pl.Int32,
}
GROUPS = tuple(KINDS)
Label = tuple[Any, ...]


def read_groups(texts: str | Sequence[str] | None) -> list[str]:
    """`"seat,version"` or `["seat", "version"]` as names of groups; `none` puts all together.

    >>> read_groups("seat, version"), read_groups("none")
    (['seat', 'version'], [])
    """
    given = texts.split(",") if isinstance(texts, str) else list(texts or [])
    names = [name.strip().lower() for name in given if name.strip()]
    if names == ["none"]:
        return []
    for name in names:
        if name not in GROUPS:
            close = nearest(name, GROUPS)
            hint = f"did you mean `{close}`?" if close else f"there are {', '.join(GROUPS)}"
            raise QueryError(f"values can't be grouped by `{name}`: {hint}")
    return list(dict.fromkeys(names))


@dataclass(frozen=True)
class _Factor:
    """One column of a group's label: for every value (a row for each stop, a column for each line) the place of its label."""

    codes: npt.NDArray[np.int64]
    labels: list[Any]


class Grouping:
    """Numbers the groups of values. A value of the whole game belongs to whoever acted, or whose turn it was.

    By `winner`, a value of a seat is in the group `yes` or `no`: whether that seat won. One of the whole game is in the group of the seat
    that won alone, or `none`. Where no groups are asked for, values of seats are grouped by their seat.
    """

    def __init__(self, run: RecordedRun, names: Sequence[str] | None) -> None:
        self.run = run
        self.by_seat = names is None
        self.names = ["seat"] if names is None else list(names)
        self.labels: list[Label] = []
        """For every group its name and what it is set apart by."""
        self._numbers: dict[Label, int] = {}
        self._winners = RecordedWinners(run) if "winner" in self.names else None

    def of(self, stops: Stops, actor: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """The number of the group of every value; a single row where it does not depend on the stop."""
        factors = [self._name(stops), *(self._factor(name, stops, actor) for name in self.names)]
        code = np.zeros((1, len(stops.lines)), np.int64)
        for factor in factors:
            code = code * len(factor.labels) + factor.codes
        found, place = np.unique(code, return_inverse=True)
        numbers = np.array([self._number(_label(int(one), factors)) for one in found], np.int64)
        return numbers[place.reshape(code.shape)] if len(found) else code

    def _number(self, label: Label) -> int:
        if label not in self._numbers:
            self._numbers[label] = len(self.labels)
            self.labels.append(label)
        return self._numbers[label]

    def columns(self) -> list[str]:
        """The names of the columns that tell groups apart, apart from the expression."""
        return [] if self.by_seat and all(label[1] is None for label in self.labels) else self.names

    def table(self) -> pl.DataFrame:
        """One row a group: its number, the expression, and what it is set apart by."""
        names = self.columns()
        columns = {name: [label[place] for label in self.labels] for place, name in enumerate(["name", *names])}
        kinds = {"name": pl.String, **{name: KINDS[name] for name in names}}
        numbers = pl.Series("group", range(len(self.labels)), dtype=pl.Int64)
        return pl.DataFrame([numbers]).hstack(pl.DataFrame(columns, schema=kinds))

    def ordered(self, names: Sequence[str]) -> list[pl.Expr]:
        """What to sort by: versions stand in the order of the run, all else in its own."""
        versions = pl.Enum(list(dict.fromkeys(str(one.name) for one in self.run.versions)))
        return [pl.col(name).cast(versions) if name == "version" else pl.col(name) for name in names]

    # ------------------------------------------------------------ what a group is set apart by

    def _name(self, stops: Stops) -> _Factor:
        titles = list(dict.fromkeys(line.title for line in stops.lines))
        return _Factor(np.array([[titles.index(line.title) for line in stops.lines]]), titles)

    def _factor(self, name: str, stops: Stops, actor: npt.NDArray[np.int32]) -> _Factor:
        cell = stops.cell
        if name == "version":
            return _Factor(np.zeros((1, 1), np.int64), [str(self.run.versions[cell.version].name)])
        if name == "players":
            return _Factor(np.zeros((1, 1), np.int64), [int(cell.players)])
        if name == "winner":
            return self._winner(stops)
        seats = self._seats(stops, actor)
        if name == "seat":
            return _Factor(seats, [None, *range(1, cell.players + 1)])
        agents = list(dict.fromkeys(cell.agents))
        places = np.array([0, *(agents.index(agent) + 1 for agent in cell.agents)])
        return _Factor(places[seats], [None, *agents])

    def _seats(self, stops: Stops, actor: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """From 1; 0 for nobody in particular."""
        own = np.array([[0 if line.seat is None else line.seat + 1 for line in stops.lines]], np.int64)
        if self.by_seat:
            return own
        return np.where(own > 0, own, np.maximum(actor, -1)[:, None].astype(np.int64) + 1)

    def _winner(self, stops: Stops) -> _Factor:
        assert self._winners is not None
        won = self._winners.won(stops.ids, stops.cell.players)[stops.marks[:, 0]]
        alone = self._winners.alone(stops.ids)[stops.marks[:, 0]]
        columns = [alone + 2 if line.seat is None else won[:, line.seat].astype(np.int64) for line in stops.lines]
        codes = np.stack(columns, axis=1) if columns else np.empty((len(won), 0), np.int64)
        return _Factor(codes, ["no", "yes", "none", *(str(seat) for seat in range(1, stops.cell.players + 1))])


def _label(code: int, factors: Sequence[_Factor]) -> Label:
    found: list[Any] = []
    for factor in reversed(factors):
        code, place = divmod(code, len(factor.labels))
        found.append(factor.labels[place])
    return tuple(reversed(found))
