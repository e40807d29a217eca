"""How much may be played: so many games, or so many seconds."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from time import monotonic

from ludwright.balancing.trying import Laboratory
from ludwright.balancing.versions import Version


@dataclass
class Budget:
    """What is left of it: in games the same on every machine, in seconds by the clock."""

    laboratory: Laboratory
    games: int | None = None
    seconds: float | None = None
    began: float = field(default_factory=monotonic)

    def __post_init__(self) -> None:
        if self.seconds is not None:
            self.laboratory.end = self.began + self.seconds

    @property
    def used(self) -> float:
        """Which part of it is used up."""
        by_games = self.laboratory.games / self.games if self.games else 0.0
        by_time = (monotonic() - self.began) / self.seconds if self.seconds else 0.0
        return max(by_games, by_time)

    def cost(self, version: Version, table: int, games: int) -> float:
        """Which part of it so many games of a version would take."""
        by_games = games / self.games if self.games else 0.0
        return max(by_games, self.laboratory.expected(version, table, games) / self.seconds if self.seconds else 0.0)

    def affordable(self, table: int, part: float) -> int:
        """How many games at a table a part of it is enough for."""
        by_games = part * self.games if self.games else inf
        pace = max(self.laboratory.pace.get(table, 0.0), 1e-6)
        by_time = (part * self.seconds - self.laboratory.fixed[True]) / pace if self.seconds else inf
        return int(max(0.0, min(by_games, by_time, 1e7)))
