"""Shares of points and means of scores, each with the interval in which the truth lies; and which differences are sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.statistics import normal_quantile, normal_tail, part_interval, steadiness

CONFIDENCE = 0.95

Points = npt.NDArray[np.float64]
"""For every game 1 for a win, 0 for a loss, half a point for a draw."""


def luck(away: float, error: float) -> float:
    """How likely something with that standard error comes out so far away from 0 by chance alone."""
    if not error:
        return 0.0 if away else 1.0
    return 2 * normal_tail(abs(away) / error)


@dataclass(frozen=True)
class Share:
    """What one side took of the points of some games."""

    games: int
    ahead: int
    level: int
    points: float
    squares: float
    """The sum of the squares of the points of every game."""

    @classmethod
    def of(cls, points: Points) -> Share:
        """Counted game by game."""
        ahead, level = int(np.count_nonzero(points > 0.5)), int(np.count_nonzero(points == 0.5))
        return cls(len(points), ahead, level, float(points.sum()), float((points * points).sum()))

    def __add__(self, other: Share) -> Share:
        return Share(
            self.games + other.games,
            self.ahead + other.ahead,
            self.level + other.level,
            self.points + other.points,
            self.squares + other.squares,
        )

    @property
    def behind(self) -> int:
        """Games in which the other side got more."""
        return self.games - self.ahead - self.level

    @property
    def share(self) -> float:
        """The share of the points."""
        return self.points / self.games if self.games else 0.5

    @property
    def turned(self) -> Share:
        """The same games, seen from the other side."""
        squares = self.games - 2 * self.points + self.squares
        return Share(self.games, self.behind, self.level, self.games - self.points, squares)

    @property
    def _steady(self) -> float:
        """How much less the points of a game vary because of draws."""
        return steadiness((self.points - self.squares) / self.games, float(self.games))

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Where the true share lies: Wilson's interval, narrower the more games are drawn, as points then vary less."""
        return part_interval(self.points, self.squares, self.games, normal_quantile(confidence))

    @property
    def chance(self) -> float:
        """How likely two equals would differ that much."""
        if not self.games:
            return 1.0
        return luck(self.share - 0.5, sqrt((0.25 - self._steady) / self.games))

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "games": self.games,
            "ahead": self.ahead,
            "level": self.level,
            "behind": self.behind,
            "share": self.share,
            "interval": list(self.interval()),
        }


NOTHING = Share(0, 0, 0, 0.0, 0.0)
"""Of no games."""


@dataclass(frozen=True)
class Mean:
    """The mean of some numbers, with how far they are spread."""

    games: int
    mean: float
    deviation: float

    @classmethod
    def of(cls, values: npt.NDArray[np.float64]) -> Mean:
        """Counted game by game."""
        if not len(values):
            return cls(0, 0.0, 0.0)
        mean = float(values.mean())
        # one value alone tells nothing of the spread: it may well be as large as the value
        spread = float(values.std(ddof=1)) if len(values) > 1 else abs(mean) or 1.0
        return cls(len(values), mean, spread)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.games) if self.games else 0.0

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Where the true mean lies."""
        z = normal_quantile(confidence)
        few = (z**3 + z) / (4 * max(1, self.games - 1))  # Student's t: with few games their spread is uncertain, too
        room = (z + few) * self.error
        return self.mean - room, self.mean + room

    @property
    def chance(self) -> float:
        """How likely a true mean of 0 would look like that."""
        return luck(self.mean, self.error) if self.games > 1 else 1.0

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"games": self.games, "mean": self.mean, "deviation": self.deviation, "interval": list(self.interval())}


def sure(chances: Sequence[float], confidence: float = CONFIDENCE) -> list[bool]:
    """Which of several findings are no luck, all of them together with that confidence (Holm 1979).

    >>> sure([0.001, 0.04, 0.03])
    [True, False, False]
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    found = [False] * len(chances)
    for rank, place in enumerate(order):
        if chances[place] > (1 - confidence) / (len(chances) - rank):
            break
        found[place] = True
    return found
