"""What a tournament finds, piece by piece: an agent's rating, a seat's worth, two agents compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludwright.tournaments.shares import Mean, Share


@dataclass(frozen=True)
class Rating:
    """How strong one agent is."""

    agent: str
    value: float
    """In Elo, or the mean score in a game without opponents."""
    low: float
    high: float
    games: int
    share: float
    """Its share of the points in all its games against others."""
    result: Mean
    """What it got in a game: its return, or its score."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "agent": self.agent,
            "value": self.value,
            "interval": [self.low, self.high],
            "games": self.games,
            "share": self.share,
            "result": self.result.as_json(),
        }


@dataclass(frozen=True)
class SeatWorth:
    """What it is worth to sit in one seat, whoever sits there."""

    seat: str
    value: float
    """In Elo, above the mean of all seats."""
    low: float
    high: float
    share: Share
    """Of all wins; a shared one counts in parts."""
    sure: bool
    """Better or worse than the mean, and no luck, among all seats together."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "seat": self.seat,
            "value": self.value,
            "interval": [self.low, self.high],
            "wins": self.share.share,
            "wins_interval": list(self.share.interval()),
            "sure": self.sure,
        }


@dataclass(frozen=True)
class AgentComparison:
    """Two agents: the first did better, or at least not worse."""

    one: str
    other: str
    share: Share
    more: Mean | None
    """In a game without opponents: how much more the first scored, game by game."""
    sure: bool
    """No luck, among all comparisons of the tournament together, with 95% confidence."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        told: dict[str, Any] = {"agent": self.one, "against": self.other, **self.share.as_json(), "sure": self.sure}
        if self.more is not None:
            told["scores_more"] = self.more.as_json()
        return told
