"""Who has children: stochastic universal sampling over fitness, or one of each cell of an archive."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.evolution.measures import Ideal, known_measure
from ludwright.evolution.mistakes import EvolveError

Numbers = npt.NDArray[np.float64]


def fitness(figures: Sequence[Mapping[str, float]], ideals: Sequence[Ideal]) -> Numbers:
    """1 − the Euclidean distance of every variant from the ideals, each figure divided by the largest distance of any variant, as published.

    >>> [float(one) for one in fitness([{"draws": 0.0}, {"draws": 0.5}, {"draws": 1.0}], [Ideal("draws", 0.0)])]
    [1.0, 0.5, 0.0]
    """
    away = np.array([[ideal.away(one) for ideal in ideals] for one in figures]).reshape(len(figures), len(ideals))
    most = away.max(axis=0, initial=0.0)
    scaled = np.divide(away, most, out=np.zeros_like(away), where=most > 0)
    found: Numbers = 1 - np.sqrt((scaled**2).sum(axis=1) / max(1, len(ideals)))
    return found


def universal_sampling(weights: Numbers, count: int, dice: np.random.Generator) -> list[int]:
    """So many places, by pointers that lie evenly spaced over the sum of all weights (Baker 1987): everybody has a chance, the fitter more.

    >>> universal_sampling(np.array([1.0, 0.0, 1.0]), 2, np.random.default_rng(1))
    [0, 2]
    """
    ends = np.cumsum(np.maximum(weights, 0.0))
    if not len(ends) or ends[-1] <= 0:
        return [int(dice.integers(len(weights))) for _ in range(count)]
    step = ends[-1] / count
    pointers = dice.random() * step + step * np.arange(count)
    places = np.minimum(np.searchsorted(ends, pointers, side="right"), len(ends) - 1)
    return [int(place) for place in places]


# ---------------------------------------------------------------- the archive

_RANGES = {
    "turns": (2.0, 200.0), "options": (1.5, 100.0), "decisions": (2.0, 200.0), "cells": (4.0, 200.0), "skill": (0.5, 1.0), "depth": (0.4, 1.0),
    "drama": (0.0, 0.5), "lead changes": (0.0, 0.5),
}  # fmt: skip
_LOGARITHMIC = ("turns", "options", "decisions", "cells")
_AXIS = re.compile(
    r"(?P<name>[a-z][a-z ]*?[a-z0-9 ]*?)\s*(?:=\s*(?P<low>[\d.]+)\.\.(?P<high>[\d.]+))?\s*(?:/\s*(?P<bins>\d+))?"
)
BINS = 10


@dataclass(frozen=True)
class Axis:
    """A figure that variants should differ in, and into how many parts its range is cut."""

    name: str
    low: float
    high: float
    bins: int = BINS

    @property
    def logarithmic(self) -> bool:
        """Whether its parts are equal in ratio: lengths and numbers of options."""
        return self.name in _LOGARITHMIC and self.low > 0

    def place(self, value: float) -> float:
        """Where on the axis a value lies, from 0 to 1."""
        low, high, at = (log(max(one, 1e-9)) if self.logarithmic else one for one in (self.low, self.high, value))
        return min(1.0, max(0.0, (at - low) / (high - low)))

    def value(self, place: float) -> float:
        """What lies at a place from 0 to 1."""
        if self.logarithmic:
            return float(self.low * (self.high / self.low) ** place)
        return self.low + place * (self.high - self.low)


def read_axes(texts: Sequence[str]) -> tuple[Axis, ...]:
    """Axes such as `turns`, `turns=5..100`, `skill=0.5..1/20`."""
    found = []
    for text in texts:
        match = _AXIS.fullmatch(text.strip())
        if match is None:
            raise EvolveError(
                f"`{text}`: name a figure, and if you like its range and its parts, as in `turns=5..100/20`"
            )
        name = known_measure(match["name"].strip())
        low, high = _RANGES.get(name, (0.0, 1.0))
        if match["low"]:
            low, high = float(match["low"]), float(match["high"])
        bins = int(match["bins"] or BINS)
        if not low < high or not 1 <= bins <= 1000:
            raise EvolveError(f"`{text}`: an axis goes from a lower to a higher number, in 1 to 1,000 parts")
        found.append(Axis(name, low, high, bins))
    if len({one.name for one in found}) < len(found):
        raise EvolveError("each axis can be named once")
    return tuple(found)


@dataclass
class Archive:
    """The best variant of every cell of a grid over some figures (MAP-Elites, by pyribs)."""

    axes: tuple[Axis, ...]
    _grid: Any = field(init=False)

    def __post_init__(self) -> None:
        from ribs.archives import GridArchive

        self._grid = GridArchive(
            solution_dim=1, dims=[one.bins for one in self.axes], ranges=[(0.0, 1.0)] * len(self.axes), seed=0
        )  # fmt: skip

    @property
    def cells(self) -> int:
        """How many cells it has, filled or not."""
        return int(self._grid.cells)

    def add(self, number: int, worth: float, figures: Mapping[str, float]) -> bool:
        """Put a variant into its cell; whether it stays there."""
        places = self.places(figures)
        if places is None:
            return False
        found = self._grid.add_single(np.array([float(number)]), worth, np.array(places))
        return int(found["status"]) > 0

    def places(self, figures: Mapping[str, float]) -> list[float] | None:
        """Where on each axis a variant lies; none if a figure is not known."""
        if any(one.name not in figures for one in self.axes):
            return None
        return [min(one.place(figures[one.name]), 1 - 1e-9) for one in self.axes]

    def filled(self) -> dict[tuple[int, ...], int]:
        """The variant of every cell that has one, by the cell's place on each axis."""
        data = self._grid.data(["solution", "index"])
        places = self._grid.int_to_grid_index(data["index"])
        return {
            tuple(int(one) for one in place): int(own[0])
            for place, own in sorted(zip(places.tolist(), data["solution"], strict=True), key=lambda pair: pair[0])
        }

    def elites(self) -> list[int]:
        """The variants in it, by their numbers."""
        return sorted(self.filled().values())
