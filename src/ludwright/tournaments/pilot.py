"""What players cost: how long a game of each takes one core, found out in a game or two."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic, process_time

from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.playable import Playable
from ludwright.play.simulate import simulate
from ludwright.tournaments.candidates import BUDGETS, Candidate

_ENOUGH = 0.05
"""So many seconds tell how long something takes."""
_GROWTH, _GAMES = 4, 256
"""If a game tells nothing, so many times as many follow, up to so many, by players who think so many times as long."""


@dataclass(frozen=True)
class Cost:
    """How long one game of a candidate among its like takes one core, in seconds: for each play-out, if it has a budget, or in all."""

    candidate: Candidate
    seconds: float

    def at(self, budget: int) -> float:
        """How long a game takes with a budget."""
        return self.seconds * budget if self.candidate.thinks else self.seconds

    def budget_for(self, seconds: float, most: int) -> int | None:
        """The highest budget with which a game takes no longer than that; None if it takes longer in any case."""
        return max((budget for budget in BUDGETS if budget <= most and self.at(budget) <= seconds), default=None)


def cost_of(
    game: Playable, candidate: Candidate, seed: int, patience: float, move_limit: int = MOVE_LIMIT
) -> Cost | None:
    """What a candidate costs; None if ``patience`` seconds are too little for a single game."""
    simulate(game, 1, seed, threads=1, move_limit=1, agents=[candidate.at(BUDGETS[0])])  # kernels are loaded here
    deadline = monotonic() + patience

    def late() -> bool:
        return monotonic() > deadline

    budget, games, known = BUDGETS[0], 1, None
    while True:
        before = process_time()
        played = simulate(
            game, games, seed, threads=1, agents=[candidate.at(budget)], stop_when=late, move_limit=move_limit
        )
        spent = process_time() - before
        if played.games < games:
            return known
        known = Cost(candidate, max(1e-9, spent / games / (budget if candidate.thinks else 1)))
        if spent >= _ENOUGH or games == _GAMES:
            return known
        games *= _GROWTH
        if candidate.thinks and budget * _GROWTH <= BUDGETS[-1]:
            budget *= _GROWTH
