"""Who did better than whom, game by game and seat by seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ludwright.tournaments.field import PlayedSeating
from ludwright.tournaments.seatings import Seating
from ludwright.tournaments.shares import Points

Numbers = npt.NDArray[np.float64]


def points_between(one: Numbers, other: Numbers) -> Points:
    """Points of the first, game by game: whoever got more wins, and half a point is for as much."""
    return (np.sign(one - other) + 1) / 2


@dataclass(frozen=True)
class Meetings:
    """Every two seats in the games of one seating: one row a game, one column for two seats that are no partners."""

    seating: Seating
    pairs: list[tuple[int, int]]
    points: Numbers
    """Of the first of the two seats."""
    weights: Numbers
    """What each counts: the pairs of seats in which the same two agents meet count for one together. Two who lost to
    somebody else alike are not compared: nobody knows who of them did better."""

    @classmethod
    def of(cls, played: PlayedSeating, teams: Sequence[int]) -> Meetings:
        """From what every seat got."""
        seats = range(len(played.seating))
        pairs = [(one, other) for one, other in combinations(seats, 2) if teams[one] != teams[other]]
        returns = played.finished
        first, second = returns[:, [one for one, _ in pairs]], returns[:, [other for _, other in pairs]]
        best = returns.max(axis=1, keepdims=True) if len(returns) else returns[:, :1]
        compared = ((first != second) | (first == best)).astype(float)
        agents = [frozenset((played.seating[one], played.seating[other])) for one, other in pairs]
        alike = np.array([[float(mine == theirs) for theirs in agents] for mine in agents]).reshape(-1, len(agents))
        weights = compared / np.maximum(1.0, compared @ alike)
        return cls(played.seating, pairs, points_between(first, second), weights)

    def between(self, one: int, other: int) -> Points:
        """What one agent took from another, in the games in which they can be compared."""
        total, weight = np.zeros(len(self.points)), np.zeros(len(self.points))
        for column, (first, second) in enumerate(self.pairs):
            agents = self.seating[first], self.seating[second]
            if agents not in ((one, other), (other, one)):
                continue
            points = self.points[:, column] if agents == (one, other) else 1 - self.points[:, column]
            total += self.weights[:, column] * points
            weight += self.weights[:, column]
        met = weight > 0
        return _in_halves(total[met] / weight[met])


def _in_halves(points: Points) -> Points:
    """A draw is exactly half a point, however the mean of several was rounded."""
    return np.where(np.abs(points - 0.5) < 1e-9, 0.5, points)
