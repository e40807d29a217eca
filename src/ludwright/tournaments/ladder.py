"""A ladder: the same agent thinks twice as long on every rung, until that no longer helps. So deep is the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import log2, sqrt
from pathlib import Path
from time import monotonic
from typing import Any

from ludwright.agents.texts import read
from ludwright.display import Block, Displayed
from ludwright.game import loaded
from ludwright.play.playable import Playable
from ludwright.statistics import normal_quantile
from ludwright.tournaments.field import known_agents
from ludwright.tournaments.rungs import Climber, Progress, Rung
from ludwright.tournaments.texts import TournamentError, with_budget

AGENT, START, MOST, GAMES = "auto", 8, 4096, 400
FOOT = "random"
"""The first rung stands on nothing: it is compared with a player who does not think at all."""
_VAIN = 2
"""After so many rungs in a row that did not help, neither alone nor together, more thought is given up."""
_LITTLE, _LITTLE_SCORE = 0.56, 0.1
"""That share of the points, or that part of what was scored more, is little."""


@dataclass(repr=False)
class Ladder(Displayed):
    """The rungs that were climbed, and what they say about the game."""

    title: str
    agent: str
    """What thinks, without its budget."""
    seats: list[str]
    start: int
    most: int
    asked: int
    """How many games a rung may take."""
    seed: int
    common: bool
    rungs: list[Rung] = field(default_factory=list)
    games: int = 0
    seconds: float = 0.0
    faulted: int = 0
    idle: bool = False
    """Nobody was ever asked to choose."""
    interrupted: bool = False

    @property
    def unit(self) -> str:
        """In what gains are measured."""
        return "score" if self.common else "Elo"

    @property
    def top(self) -> int | None:
        """The highest budget that was better than the one below, or than the one below that; nothing if thinking never helped."""
        helpful = [rung.budget for rung in self.rungs if rung.helps]
        helpful += [rung.budget for below, rung in pairwise(self.rungs) if rung.helps_with(below)]
        return max(helpful, default=None)

    @property
    def ended(self) -> bool:
        """Whether more thought was given up because it did not help; else it might help yet."""
        last = self.rungs[-_VAIN:]
        return len(last) == _VAIN and not any(rung.helps for rung in last) and not last[-1].helps_with(last[0])

    @property
    def firm(self) -> bool:
        """Whether the last rung leaves room for little: else a gain may have been missed for want of games."""
        most = self.rungs[-1].verdict.high
        return most <= _LITTLE_SCORE * self.total[0] if self.common else most <= _LITTLE

    @property
    def gained(self) -> int:
        """How many rungs were surely better than the one below."""
        return sum(rung.helps for rung in self.rungs)

    @property
    def doublings(self) -> float:
        """How often thought was doubled from the first rung to the highest that helped."""
        return log2(self.top / self.start) if self.top is not None else 0.0

    @property
    def total(self) -> tuple[float, float, float]:
        """What was gained from the foot to the highest rung that helped, and its 95% interval."""
        return _added([rung for rung in self.rungs if self.top is not None and rung.budget <= self.top])

    @property
    def per_doubling(self) -> tuple[float, float, float] | None:
        """What each doubling brought, and its 95% interval, up to the highest rung that helped; nothing if none did."""
        top = self.top
        if top is None or top == self.start:
            return None
        value, low, high = _added([rung for rung in self.rungs if self.start < rung.budget <= top])
        return value / self.doublings, low / self.doublings, high / self.doublings

    @property
    def words(self) -> list[str]:
        """What the ladder shows, in plain sentences."""
        from ludwright.tournaments.depth import sentences

        return sentences(self)

    def svg(self) -> str:
        """The climb as a picture."""
        from ludwright.tournaments.climb import picture

        return picture(self)

    def as_json(self) -> dict[str, Any]:
        """Plain values; only ``seconds`` differs from run to run."""
        return {
            "game": self.title,
            "players": len(self.seats),
            "agent": self.agent,
            "start": self.start,
            "most": self.most,
            "seed": self.seed,
            "games": self.games,
            "asked": self.asked,
            "interrupted": self.interrupted,
            "faulted": self.faulted,
            "unit": self.unit,
            "rungs": [rung.as_json() for rung in self.rungs],
            "gained": self.gained,
            "top": self.top,
            "ended": self.ended,
            "total": list(self.total),
            "per_doubling": list(self.per_doubling) if self.per_doubling is not None else None,
            "words": self.words,
            "seconds": self.seconds,
        }

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.tournaments.standings import ladder_blocks

        return ladder_blocks(self)


def _added(rungs: list[Rung]) -> tuple[float, float, float]:
    value = sum(rung.gain for rung in rungs)
    room = normal_quantile() * sqrt(sum(rung.error * rung.error for rung in rungs))
    return value, value - room, value + room


def ladder(
    game: Playable | str | Path,
    agent: str | Callable[[int], str] = AGENT,
    start: int = START,
    games: int = GAMES,
    most: int = MOST,
    seed: int = 1,
    *,
    seconds: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
) -> Ladder:
    """Double an agent's budget from ``start`` until two rungs in a row bring nothing, or up to ``most``.

    ``agent`` is an agent without its budget (``mcts``, ``mcts:c=1.2``), or a function from a budget to an agent. Each rung plays
    the one below, in all seatings, until it is clear who is better or ``games`` games are played. After ``seconds`` it is broken off.
    """
    game = loaded(game)
    called = agent if callable(agent) else lambda budget: with_budget(agent, budget, game)
    if start < 1 or most < start:
        raise TournamentError(f"a ladder from {start} to {most} has no rungs: it begins at 1 or more and goes up")
    if games < 2:
        raise TournamentError(f"a rung needs two games or more, not {games}: one in each seat")
    budgets = [start << rung for rung in range((most // start).bit_length())]
    for text in {called(start), called(budgets[-1])}:
        known_agents(game, [text])
    climber = Climber(game, games, seed, threads, progress, announce)
    climber.deadline = None if seconds is None else monotonic() + seconds
    name = str(read(agent, game)) if isinstance(agent, str) else called(start)
    found = Ladder(game.title, name, list(game.seats), start, most, games, seed, climber.common)
    below = FOOT
    for budget in budgets:
        rung = climber.climb(budget, called(budget), below)
        if rung is not None:
            found.rungs.append(rung)
        below = called(budget)
        if climber.interrupted or climber.late or climber.idle or found.ended:
            break
    found.games, found.seconds, found.faulted = climber.played, climber.seconds, climber.faulted
    found.idle, found.interrupted = climber.idle, climber.interrupted
    return found
