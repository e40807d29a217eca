"""The course of games: who led, and what else a game follows, at the end of every turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import fsum
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.mistakes import LudwrightError
from ludwright.play.playable import Playable
from ludwright.play.winners import Winners

COURSES = 10_000
"""Of so many games the course is kept, unless another number is asked for."""
LEAD = "lead"
_FEW = 0.05
"""A curve ends where fewer than this share of the games are still going on."""


class NothingToFollowError(LudwrightError):
    """A game that says neither who is ahead nor what to follow."""


@dataclass(frozen=True)
class FollowedValue:
    """One value that is followed: the lead, or a track, of a seat or of the whole game."""

    title: str
    seat: int | None
    export: str
    """The function that works it out."""


@dataclass(frozen=True)
class CourseRows:
    """One game: a row for every turn, a column for every line. Its last row is the end of the game."""

    number: int
    turns: npt.NDArray[np.int32]
    """Turn, round, whose turn, and the number of the turn as the rules count, for every row."""
    values: npt.NDArray[np.float64]
    winner: int | None
    """The seat that won alone."""


@dataclass(frozen=True)
class Curve:
    """Means over the games that had that many turns, from the first turn on."""

    title: str
    seat: int | None
    """Whose it is; None: of the whole game, or of whoever won in the end."""
    means: list[float]
    of_winner: bool = False

    def whose(self, seats: list[str]) -> str | None:
        """The seat in words."""
        return "winner" if self.of_winner else seats[self.seat] if self.seat is not None else None

    def as_json(self, seats: list[str]) -> dict[str, Any]:
        """Plain values."""
        return {"title": self.title, "whose": self.whose(seats), "means": self.means}


@dataclass
class Course:
    """What was followed in the first games of a simulation."""

    seats: list[str]
    lines: list[FollowedValue]
    asked: int
    """Of how many games the course was to be kept."""
    _kept: dict[int, CourseRows] = field(default_factory=dict)

    @property
    def games(self) -> list[CourseRows]:
        """The games, in the order of their numbers. Those that a fault stopped are left out."""
        return [self._kept[number] for number in sorted(self._kept)]

    def leads(self, number: int) -> npt.NDArray[np.float64]:
        """The lead of every seat (or the one lead of all) after every turn of a game: one row a turn."""
        return self._kept[number].values[:, [i for i, line in enumerate(self.lines) if line.title == LEAD]]

    def add(
        self,
        first: int,
        marks: npt.NDArray[np.int32],
        values: npt.NDArray[np.float64],
        outcomes: npt.NDArray[np.float64],
        ended: npt.NDArray[np.bool_],
    ) -> None:
        """Keep the games of one chunk, numbered from ``first``."""
        ends = np.searchsorted(marks[:, 0], np.arange(outcomes.shape[1] + 1))
        alone = Winners.of(outcomes).alone.tolist() if len(outcomes) > 1 else [-1] * outcomes.shape[1]
        for column in np.nonzero(ended)[0].tolist():
            rows = slice(int(ends[column]), int(ends[column + 1]))
            winner = alone[column] if alone[column] >= 0 else None
            number = first + column
            self._kept[number] = CourseRows(number, marks[rows, 1:].copy(), values[rows].copy(), winner)

    # ------------------------------------------------------------ curves

    def going_on(self) -> list[int]:
        """How many games had that many turns, from the first turn on, as far as the curves go."""
        lengths = sorted(len(kept.values) for kept in self._kept.values())
        if not lengths:
            return []
        counts = [len(lengths) - int(np.searchsorted(lengths, turn)) for turn in range(1, lengths[-1] + 1)]
        return [count for count in counts if count >= _FEW * len(lengths)]

    def curves(self) -> list[Curve]:
        """The mean of every line, turn by turn, and the mean lead of whoever won in the end."""
        games, turns = self.games, len(self.going_on())
        curves = [
            Curve(line.title, line.seat, list(_means([kept.values[:, i] for kept in games], turns)))
            for i, line in enumerate(self.lines)
        ]
        leads = {line.seat: i for i, line in enumerate(self.lines) if line.title == LEAD and line.seat is not None}
        won = [kept.values[:, leads[kept.winner]] for kept in games if kept.winner in leads]
        if won:
            curves.append(Curve(LEAD, None, list(_means(won, turns)), of_winner=True))
        return curves

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "games": len(self._kept),
            "going_on": self.going_on(),
            "curves": [curve.as_json(self.seats) for curve in self.curves()],
        }


def _means(games: list[npt.NDArray[np.float64]], turns: int) -> Iterator[float]:
    for turn in range(turns):
        there = [float(values[turn]) for values in games if len(values) > turn]
        if not there:
            return
        yield fsum(there) / len(there)


def lines_of(game: Playable) -> list[FollowedValue]:
    """What a game says is to be followed."""
    rules = getattr(game, "rules", None)
    if rules is None:
        raise NothingToFollowError("only games with a text can be followed turn by turn")
    lines: list[FollowedValue] = []
    for declaration in list(rules.model.of("lead"))[:1]:
        shared = declaration.tree.parameters is None
        lines += [FollowedValue(LEAD, None if shared else seat, LEAD) for seat in range(1 if shared else game.players)]
    for i, (title, _, per) in enumerate(rules.analysis.tracks):
        lines += [
            FollowedValue(title, seat if per == "seat" else None, f"track.{i}")
            for seat in range(game.players if per == "seat" else 1)
        ]
    if not lines:
        raise NothingToFollowError(
            f'{game.title} says neither who is ahead nor what to follow: add `lead(p): ...` or `track "...": ...`'
        )
    return lines
