"""How a player that has learned does against random ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludwright.play.playable import Playable
from ludwright.play.simulate import simulate
from ludwright.statistics import wilson


@dataclass(frozen=True)
class Trial:
    """Games of one seat against random players, or of all seats where they win or lose together."""

    seat: str
    games: int
    wins: int
    draws: int
    mean: float
    random_mean: float
    """The mean result if that seat plays at random, too."""
    common: bool

    @property
    def words(self) -> str:
        """In a sentence."""
        if self.common:
            return f"Mean result in {self.games:,} games: {self.mean:.3g}; random players have {self.random_mean:.3g}"
        low, high = wilson(self.wins, self.games)
        share = f"{self.wins / self.games:.1%} of {self.games:,} games against random players ({low:.1%} to {high:.1%})"
        return f"{self.seat} wins {share}" + (f", {self.draws / self.games:.1%} are drawn" if self.draws else "")

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "seat": self.seat,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "mean_return": self.mean,
            "random_mean_return": self.random_mean,
        }


def try_out(
    game: Playable, path: Path, games: int, seed: int = 1, announce: Callable[[], None] | None = None
) -> list[Trial]:
    """Play each seat against random players; where all win together, or one plays alone, all seats at once."""
    from ludwright.agents.nature import nature_of

    agent, common = f"learned:{path}", nature_of(game).common
    at_random = simulate(game, games, seed=seed, announce=announce).mean_returns
    found = []
    for seat in range(1 if common else game.players):
        who = [agent if common or other == seat else "random" for other in range(game.players)]
        played = simulate(game, games, seed=seed, announce=announce, agents=who)
        found.append(
            Trial(
                game.seats[seat],
                max(1, played.finished),
                played.wins[seat],
                played.draws,
                played.mean_returns[seat],
                at_random[seat],
                common,
            )
        )
    return found
