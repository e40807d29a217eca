"""What has come of the games so far, counted for each version and number of players: for the eye, and for knowing when to stop."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite, sqrt
from typing import Any

import numpy as np
import polars as pl

from ludwright.play.winners import WinCount, Winners
from ludwright.playtests.chunk_tables import return_of, score_of
from ludwright.playtests.plan import PlanCell
from ludwright.statistics import Z95

LENGTHS = ("decisions", "moves", "turns", "rounds")


@dataclass
class MeanEstimate:
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
    def deviation(self) -> float:
        """The standard deviation of the values; 0 of fewer than two."""
        if self.n < 2:
            return 0.0
        return sqrt(max(0.0, self.squares - self.total * self.total / self.n) / (self.n - 1))

    @property
    def half_width(self) -> float:
        """Half the width of its 95% interval."""
        return Z95 * self.deviation / sqrt(self.n) if self.n > 1 else float("inf")

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        room = self.half_width if self.n > 1 else None
        interval = None if room is None else [self.mean - room, self.mean + room]
        return {"mean": self.mean, "interval": interval, "deviation": self.deviation if room is not None else None}


@dataclass
class Group:
    """The games of one version and one number of players."""

    version: int
    players: int
    games: int = 0
    finished: int = 0
    cooperative: bool = False
    """Whether all win or lose together."""
    plays_for_points: bool = False
    """Whether all play for one number: somebody alone, or a team with a score."""
    won: WinCount = field(init=False)
    lengths: dict[str, MeanEstimate] = field(default_factory=dict)
    scores: MeanEstimate = field(default_factory=MeanEstimate)
    """What the seats of a game got on average, if they have scores."""
    points: MeanEstimate = field(default_factory=MeanEstimate)
    """What all got together, where all play for one number."""

    def __post_init__(self) -> None:
        self.won = WinCount(self.players)
        self.lengths = self.lengths or {name: MeanEstimate() for name in LENGTHS}

    def add(self, games: pl.DataFrame) -> None:
        """Count the games of a chunk, as they are kept."""
        self.games += games.height
        ended = games if not games["end"].sum() else games.filter(pl.col("end") == 0)
        self.finished += ended.height
        if not ended.height:
            return
        self.won.add(Winners.kept(ended["winners"].to_numpy(), ended["drawn"].to_numpy(), self.players))
        for name, length in self.lengths.items():
            length.add(ended[name])
        if score_of(1) in ended.columns:
            self.scores.add(ended.select(pl.mean_horizontal(map(score_of, range(1, self.players + 1)))).to_series())
        if self.plays_for_points:
            self.points.add(ended[return_of(1)])

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "players": self.players,
            "games": self.games,
            "finished": self.finished,
            "draws": self.won.draws,
            "lost_by_all": self.won.lost_by_all,
            "seats": [
                {
                    "seat": seat + 1,
                    "wins": self.won.wins[seat],
                    "shared": self.won.shared[seat],
                    "share": self.won.share(seat),
                    "interval": list(self.won.interval(seat)),
                }
                for seat in range(self.players)
            ],
            **({"points": self.points.as_json()} if self.plays_for_points else {}),
            "lengths": {name: length.mean for name, length in self.lengths.items()},
        }


class Tally:
    """All groups."""

    def __init__(self) -> None:
        self.groups: dict[tuple[int, int], Group] = {}

    def add(self, cell: PlanCell, games: pl.DataFrame) -> None:
        """Count the games of a chunk."""
        key = cell.version, cell.players
        if key not in self.groups:
            self.groups[key] = Group(*key, cooperative=cell.cooperative, plays_for_points=cell.points)
        self.groups[key].add(games)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(group.games for group in self.groups.values())
