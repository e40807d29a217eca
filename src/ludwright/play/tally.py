"""Counting what came of many games, in little memory, with sums that do not depend on the order of counting."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.statistics import Z95

_DENSE = 1 << 16


def count_whole(counter: Counter[int], values: npt.NDArray[np.int32]) -> None:
    """Add whole numbers to a counter."""
    if not values.size:
        return
    if values.min() >= 0 and values.max() < _DENSE:
        counts = np.bincount(values)
        present = np.nonzero(counts)[0]
        pairs = zip(present.tolist(), counts[present].tolist(), strict=True)
    else:
        distinct, counts = np.unique(values, return_counts=True)
        pairs = zip(distinct.tolist(), counts.tolist(), strict=True)
    for value, times in pairs:
        counter[value] += times


def exact_sum(values: npt.NDArray[np.float64]) -> Fraction:
    """The sum without rounding, so that it is the same however the values were split up."""
    if values.size and np.all(values == np.rint(values)) and np.abs(values).max() < 1 << 30:
        return Fraction(int(values.astype(np.int64).sum()))
    distinct, counts = np.unique(values[np.isfinite(values)], return_counts=True)
    return sum(
        (Fraction(value) * times for value, times in zip(distinct.tolist(), counts.tolist(), strict=True)), Fraction()
    )


def _quantile(counts: Counter[int] | Counter[float], wanted: float) -> float:
    """The smallest value that so many do not exceed; 0 if there are none."""
    seen = 0
    for value, times in sorted(counts.items()):
        seen += times
        if seen >= wanted:
            return value
    return 0


class Lengths:
    """How long the games were, in one unit of length."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, values: npt.NDArray[np.int32]) -> None:
        """Count some more games."""
        count_whole(self.counts, values)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean length; 0 if there are no games."""
        return sum(value * times for value, times in self.counts.items()) / self.games if self.games else 0.0

    @property
    def least(self) -> int:
        """The shortest game."""
        return min(self.counts, default=0)

    @property
    def most(self) -> int:
        """The longest game."""
        return max(self.counts, default=0)

    def quantile(self, share: float) -> int:
        """The smallest length that at least that share of the games does not exceed."""
        return int(_quantile(self.counts, share * self.games))

    @property
    def median(self) -> int:
        """The length that half of the games do not exceed."""
        return self.quantile(0.5)

    def as_json(self) -> dict[str, Any]:
        """Plain numbers."""
        return {
            "mean": self.mean,
            "median": self.median,
            "min": self.least,
            "max": self.most,
            "quantiles": {str(share): self.quantile(share) for share in (0.05, 0.25, 0.75, 0.95)},
        }


class Results:
    """What one player got, or all together: the mean with its interval, and how far single games are from it."""

    def __init__(self) -> None:
        self.games = 0
        self._sum = self._squares = Fraction()
        self._counts: Counter[float] | None = Counter()
        self.least, self.most = 0.0, 0.0

    def add(self, values: npt.NDArray[np.float64]) -> None:
        """Count some more games."""
        if not values.size:
            return
        low, high = float(values.min()), float(values.max())
        self.least = min(self.least, low) if self.games else low
        self.most = max(self.most, high) if self.games else high
        self.games += len(values)
        self._sum += exact_sum(values)
        self._squares += exact_sum(values * values)
        if self._counts is not None:
            distinct, counts = np.unique(values, return_counts=True)
            self._counts.update(dict(zip(distinct.tolist(), counts.tolist(), strict=True)))
            if len(self._counts) > _DENSE:  # of so many different ones the middle is not worth the room
                self._counts = None

    @property
    def mean(self) -> float:
        """The mean; 0 if there are no games."""
        return float(self._sum / self.games) if self.games else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of single games."""
        if self.games < 2:
            return 0.0
        return sqrt(max(0.0, float((self._squares - self._sum * self._sum / self.games) / (self.games - 1))))

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies, with 95% confidence."""
        reach = Z95 * self.deviation / sqrt(self.games) if self.games else 0.0
        return self.mean - reach, self.mean + reach

    def quantile(self, share: float) -> float | None:
        """The smallest result that at least that share of the games does not exceed; unknown where there were very many different ones."""
        return None if self._counts is None else _quantile(self._counts, share * self.games)

    def as_json(self) -> dict[str, Any]:
        """Plain numbers."""
        return {
            "mean": self.mean,
            "interval": list(self.interval),
            "deviation": self.deviation,
            "min": self.least,
            "max": self.most,
            "median": self.quantile(0.5),
            "quantiles": {str(share): self.quantile(share) for share in (0.05, 0.25, 0.75, 0.95)},
        }
