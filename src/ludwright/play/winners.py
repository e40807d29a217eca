"""Who won: the one place that decides it, for every command, table, metric and finding.

- The seats with the highest result win. A win that k seats share counts 1/k for each of them.
- Where all have the same result, more than 0 is a win shared by all and less than 0 a loss of all. 0 is a draw, unless the rules themselves
  named everybody a winner (`winners: all highest p in players by p.gold`): then all share the win.
- A draw is shared by all alike. So the shares of a game add up to 1, or to 0 where nobody won.
- Alone, a seat wins with a result above 0; there is nobody to draw with.
- A game that did not come to its end has no winners, and no shares.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludwright.play.playable import Playable
from ludwright.statistics import part_interval

if TYPE_CHECKING:
    import polars as pl

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
PLACING = "placing"
"""What a game exports whose rules may name everybody a winner: the place of a seat, 0 in a draw."""


@dataclass(frozen=True, eq=False)
class Winners:
    """Who won each of some games.

    >>> found = Winners.of(np.array([[1.0, 1, 0, -1], [1, -1, 0, -1], [-1, -1, 0, -1]]))  # four games of three
    >>> found.shares.round(3).tolist()
    [[0.5, 1.0, 0.333, 0.0], [0.5, 0.0, 0.333, 0.0], [0.0, 0.0, 0.333, 0.0]]
    """

    won: Flags
    """One row a seat, one column a game."""
    drawn: Flags
    ended: Flags

    @classmethod
    def of(cls, returns: Numbers, named: npt.ArrayLike = False) -> Winners:
        """From what every seat got: one row a seat, one column a game, not a number where a game did not come to its end.

        ``named`` says of every game whether its rules named the first seat a winner, where that is known.
        """
        best = returns.max(axis=0)
        ended = ~np.isnan(best)
        if len(returns) == 1:
            return cls(returns > 0, np.zeros(len(best), bool), ended)
        first = returns == best
        level = first.all(axis=0)
        drawn = level & (best == 0) & ~np.asarray(named, bool)
        return cls(first & ~drawn & ~(level & (best < 0)), drawn, ended)

    @classmethod
    def kept(cls, mask: npt.NDArray[np.uint16], drawn: Flags, seats: int) -> Winners:
        """From what playtests keep of finished games."""
        won = (mask.astype(np.int64)[None, :] >> np.arange(seats)[:, None] & 1).astype(bool)
        return cls(won, drawn, np.ones(len(mask), bool))

    @cached_property
    def shares(self) -> Numbers:
        """What part of the win every seat has, one row a seat."""
        parts: Numbers = self.won / np.maximum(1, self.count) + self.drawn / len(self.won)
        parts[:, ~self.ended] = np.nan
        return parts

    @cached_property
    def count(self) -> npt.NDArray[np.int64]:
        """How many seats won."""
        count: npt.NDArray[np.int64] = self.won.sum(axis=0)
        return count

    @property
    def alone(self) -> npt.NDArray[np.int64]:
        """The seat that won alone, from 0; -1 where none did."""
        return np.where(self.count == 1, self.won.argmax(axis=0), -1)

    @property
    def lost_by_all(self) -> Flags:
        """Where nobody won, and it was no draw."""
        lost: Flags = self.ended & ~self.drawn & (self.count == 0)
        return lost

    @property
    def mask(self) -> npt.NDArray[np.uint16]:
        """The winners as bits, the first seat the lowest."""
        bits: npt.NDArray[np.uint16] = ((1 << np.arange(len(self.won))) @ self.won).astype(np.uint16)
        return bits


@dataclass(eq=False)
class WinCount:
    """How often every seat won, alone and with others: counted exactly, in any order."""

    seats: int
    games: int = 0
    draws: int = 0
    lost_by_all: int = 0
    split: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    """Wins of each seat (row), by how many shared them: alone, by two, by three ..."""

    def __post_init__(self) -> None:
        if not self.split.size:
            self.split = np.zeros((self.seats, self.seats), np.int64)

    def add(self, found: Winners) -> None:
        """Count some more games; those that did not come to their end do not count."""
        self.games += int(np.count_nonzero(found.ended))
        self.draws += int(np.count_nonzero(found.drawn))
        self.lost_by_all += int(np.count_nonzero(found.lost_by_all))
        for number in np.unique(found.count[found.count > 0]).tolist():
            self.split[:, number - 1] += np.count_nonzero(found.won[:, found.count == number], axis=1)

    @property
    def wins(self) -> list[int]:
        """Games that each seat won, alone or with others."""
        wins: list[int] = self.split.sum(axis=1).tolist()
        return wins

    @property
    def shared(self) -> list[int]:
        """Of these, the ones it shared."""
        shared: list[int] = self.split[:, 1:].sum(axis=1).tolist()
        return shared

    @property
    def won_by_several(self) -> int:
        """Games with two winners or more."""
        return sum(int(self.split[:, number - 1].sum()) // number for number in range(2, self.seats + 1))

    def share(self, seat: int) -> float:
        """What part of all games a seat won: a win of k counts 1/k, a draw is shared by all."""
        return self._points(seat, 1) / self.games if self.games else 0.0

    def interval(self, seat: int) -> tuple[float, float]:
        """Where the true share lies, with 95% confidence: Wilson's, narrower the more wins are shared."""
        return part_interval(self._points(seat, 1), self._points(seat, 2), self.games)

    def _points(self, seat: int, power: int) -> float:
        parts = np.arange(1.0, self.seats + 1)
        drawn = self.draws / self.seats**power if self.seats > 1 else 0.0
        return float((self.split[seat] / parts**power).sum()) + drawn


def with_shares(seats: pl.DataFrame) -> pl.DataFrame:
    """A table of seats with what part of the win each has: the column ``share`` of playtests, worked out from ``won`` where it is missing.

    Where nobody won, results below 0 are a loss of all, and everything else is a draw.
    """
    import polars as pl

    table, winners = pl.len().over("game"), pl.col("won").sum().over("game")
    best = pl.col("return").max().over("game") if "return" in seats.columns else pl.lit(None, pl.Float64)
    lost = (table == 1) | (best < 0).fill_null(False)
    part = (
        pl.when(pl.col("won").is_null()).then(None)
        .when(winners > 0).then(pl.col("won") / winners)
        .when(lost).then(0.0)
        .otherwise(1 / table)
    )  # fmt: skip
    return seats.with_columns(pl.coalesce("share", part) if "share" in seats.columns else part.alias("share"))


def names_winners(game: Playable) -> bool:
    """Whether the rules of a game may name everybody a winner, so that equal results need not be a draw."""
    return f"real_{PLACING}" in game.compiled.addresses
