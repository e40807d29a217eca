"""How a player that has learned, or still learns, does against others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ludwright.learning.learned import Curve, Learned
from ludwright.learning.network import Network
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


RUNG_GAMES = 40
"""Games against each opponent of a ladder, while learning."""


def default_ladder(game: Playable) -> list[str]:
    """Whom a player is measured against while it learns: always the same for a game.

    >>> import ludwright
    >>> default_ladder(ludwright.load("pig"))
    ['random', 'greedy', 'bot:hold at 20', 'mcts:100']
    """
    from ludwright.agents.texts import bots_of

    stands = any(f"real_{name}" in game.compiled.addresses for name in ("lead", "score"))
    return ["random", *(["greedy"] if stands else []), *(f"bot:{bot}" for bot in bots_of(game)), "mcts:100"]


def strength(learned: Learned | Network, game: Playable, ladder: Sequence[str]) -> dict[str, Any]:
    """What share of the points a player has against others, its seat changing, and where that lies with 95% confidence; where all win or lose
    together, the mean result."""
    from ludwright.agents.nature import nature_of

    with TemporaryDirectory() as folder:
        file = Path(folder) / "learner.npz"
        learned.save(file, small=True)
        agent = learned.agent(file)
        if nature_of(game).common:
            played = simulate(game, RUNG_GAMES, seed=2, agents=agent)
            return {"result": played.mean_returns[0], "trials": RUNG_GAMES}
        against = {}
        for other in ladder:
            points = total = 0.0
            for seat in range(game.players):
                who = [agent if place == seat else other for place in range(game.players)]
                played = simulate(game, max(1, RUNG_GAMES // game.players), seed=2, agents=who)
                points += played.won.share(seat) * played.won.games
                total += played.won.games
            low, high = wilson(points, total)
            against[other] = [points / max(1.0, total), low, high]
    return {"against": against, "trials": RUNG_GAMES}


def curve_lines(curve: Curve) -> list[str]:
    """How strong a player was on its way, a line for each time it was measured.

    >>> point = {"games": 2000, "seconds": 3.1, "against": {"greedy": [0.75, 0.6, 0.86]}, "trials": 40}
    >>> curve_lines([point])
    ['After 2,000 games: 75% of the points against greedy (60% to 86%)']
    """
    lines = []
    for point in curve:
        told = [
            f"{share:.0%} of the points against {who} ({low:.0%} to {high:.0%})"
            for who, (share, low, high) in point.get("against", {}).items()
        ]
        if "result" in point:
            told = [f"mean result {point['result']:.3g}"]
        lines.append(f"After {point['games']:,} games: {', '.join(told)}")
    return lines
