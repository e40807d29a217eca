"""Counting what came of many games, in little memory, with sums that do not depend on the order of counting."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

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
        wanted, seen = share * self.games, 0
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= wanted:
                return value
        return 0

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


def wilson(hits: float, tries: float, z: float = 1.959963984540054) -> tuple[float, float]:
    """The interval that holds a true share with 95% confidence when ``hits`` of ``tries`` were seen (Wilson 1927)."""
    if tries == 0:
        return 0.0, 1.0
    share = hits / tries
    middle = share + z * z / (2 * tries)
    spread = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    low = (middle - spread) / scale if hits else 0.0
    high = (middle + spread) / scale if hits < tries else 1.0
    return low, high
