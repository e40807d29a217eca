"""What has come of the games so far, counted for each version and number of players: for the eye, and for knowing when to stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import isfinite, sqrt

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.play.tally import wilson
from ludwright.playtests.plan import Cell
from ludwright.playtests.tables import return_of, score_of

LENGTHS = ("decisions", "moves", "turns", "rounds")
_Z = 1.959963984540054


@dataclass
class Mean:
    """A mean and how sure it is."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: pl.Series) -> None:
        """Count some more values."""
        plain = (values.drop_nulls() if values.null_count() else values).to_numpy().astype(np.float64)
        total = float(plain.sum())
        if not isfinite(total):
            plain = plain[np.isfinite(plain)]
            total = float(plain.sum())
        self.n += len(plain)
        self.total += total
        self.squares += float(np.square(plain, out=plain).sum())

    @property
    def mean(self) -> float:
        """The mean; 0 without values."""
        return self.total / self.n if self.n else 0.0

    @property
    def half_width(self) -> float:
        """Half the width of its 95% interval."""
        if self.n < 2:
            return float("inf")
        spread = max(0.0, self.squares - self.total * self.total / self.n) / (self.n - 1)
        return _Z * sqrt(spread / self.n)


@dataclass
class Group:
    """The games of one version and one number of players."""

    version: int
    players: int
    games: int = 0
    finished: int = 0
    wins: list[int] = field(default_factory=list)
    draws: int = 0
    lengths: dict[str, Mean] = field(default_factory=dict)
    scores: Mean = field(default_factory=Mean)

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.players
        self.lengths = self.lengths or {name: Mean() for name in LENGTHS}

    def add(self, games: pl.DataFrame) -> None:
        """Count the games of a chunk, as they are kept."""
        self.games += games.height
        ended = games if not games["end"].sum() else games.filter(pl.col("end") == 0)
        self.finished += ended.height
        if not ended.height:
            return
        returns = [ended[return_of(seat)].to_numpy() for seat in range(1, self.players + 1)]
        for seat, won in enumerate(winners(returns)):
            self.wins[seat] += int(np.count_nonzero(won))
        if self.players > 1:
            level = reduce(np.logical_and, (own == 0 for own in returns))
            self.draws += int(np.count_nonzero(level))
        for name, length in self.lengths.items():
            length.add(ended[name])
        for seat in range(1, self.players + 1):
            if score_of(seat) in ended.columns:
                self.scores.add(ended[score_of(seat)])

    def share(self, seat: int) -> float:
        """The share of the finished games that a seat won, alone or with others."""
        return self.wins[seat] / self.finished if self.finished else 0.0

    def interval(self, hits: int) -> tuple[float, float]:
        """Where a true share lies."""
        return wilson(hits, self.finished)


def winners(seats: Sequence[npt.NDArray[np.float64]]) -> list[npt.NDArray[np.bool_]]:
    """For every seat in which games it won, alone or with others: as :class:`ludwright.play.simulate.SimulationResult` counts."""
    best, least = reduce(np.maximum, seats), reduce(np.minimum, seats)
    clear = (best > 0) | (best > least)
    return [(own == best) & clear for own in seats]


class Tally:
    """All groups."""

    def __init__(self) -> None:
        self.groups: dict[tuple[int, int], Group] = {}

    def add(self, cell: Cell, games: pl.DataFrame) -> None:
        """Count the games of a chunk."""
        key = cell.version, cell.players
        if key not in self.groups:
            self.groups[key] = Group(*key)
        self.groups[key].add(games)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(group.games for group in self.groups.values())
