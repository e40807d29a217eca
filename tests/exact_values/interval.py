"""Whether what was played agrees with what was worked out."""

from __future__ import annotations

from math import sqrt

WIDE = 4.0
"""Standard deviations on either side: by chance alone one comparison in 16,000 falls outside."""


def share_agrees(hits: float, tries: int, exact: float) -> bool:
    """Whether so many hits of so many tries are likely, each having the exact chance."""
    return abs(hits / tries - exact) <= WIDE * sqrt(exact * (1 - exact) / tries)


def mean_agrees(mean: float, tries: int, exact: float, deviation: float) -> bool:
    """Whether the mean of so many independent values is likely, each with this exact mean and standard deviation."""
    return abs(mean - exact) <= WIDE * deviation / sqrt(tries)
