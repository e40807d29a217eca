"""One rung of a ladder: an agent against the same agent with less thought, until it is clear whether the thought helped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludwright.play.simulate import Progress as GamesProgress
from ludwright.tournaments.field import Field, is_common
from ludwright.tournaments.play import plan_for, result_of
from ludwright.tournaments.result import Tournament
from ludwright.tournaments.shares import CONFIDENCE, Mean, Share, deviations

Progress = Callable[[str, int, int], None]
"""Called now and then with what is being played, how many games of it are done, and how many there may be."""

LOOKS = 5
"""So often at most the games are looked at; each look doubles them. The risk to be deceived is shared among the looks."""
LOOK_CONFIDENCE = 1 - (1 - CONFIDENCE) / LOOKS
TRIFLE = 0.52
"""If it is clear that the share of the points is smaller than this, no more games are needed to see that little is gained."""


@dataclass(frozen=True)
class Rung:
    """What came of more thought."""

    budget: int
    agent: str
    below: str
    share: Share
    """Of the points, or of the games with the higher score."""
    more: Mean | None
    """In a game without opponents: how much more was scored, game by game."""
    elo: float
    """The gain in strength; nothing where scores are compared."""
    error: float
    """Its standard error."""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true gain lies: the share of points, or the score that was gained. It holds however often was looked."""
        return self.share.interval(LOOK_CONFIDENCE) if self.more is None else self.more.interval(LOOK_CONFIDENCE)

    @property
    def gain(self) -> float:
        """What was gained, in points of Elo or of the score."""
        return self.elo if self.more is None else self.more.mean

    @property
    def gain_interval(self) -> tuple[float, float]:
        """Where the true gain lies, in Elo or in the score."""
        if self.more is not None:
            return self.interval
        room = deviations(LOOK_CONFIDENCE) * self.error
        return self.elo - room, self.elo + room

    @property
    def helps(self) -> bool:
        """Whether more thought surely helped."""
        return self.interval[0] > (0.5 if self.more is None else 0.0)

    @property
    def harms(self) -> bool:
        """Whether it surely did harm."""
        return self.interval[1] < (0.5 if self.more is None else 0.0)

    @property
    def decided(self) -> bool:
        """Whether more games are not needed."""
        return self.helps or self.harms or (self.more is None and self.interval[1] < TRIFLE)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        told: dict[str, Any] = {
            "budget": self.budget,
            "agent": self.agent,
            "against": self.below,
            **self.share.as_json(),
        }
        told |= {
            "interval": list(self.share.interval(LOOK_CONFIDENCE)),
            "gain": self.gain,
            "gain_interval": list(self.gain_interval),
        }
        return told | {"helps": self.helps, "harms": self.harms}


def looks(games: int, seatings: int) -> list[int]:
    """How many games every seating has had at each look.

    >>> looks(400, 2), looks(6, 2)
    ([12, 25, 50, 100, 200], [1, 3])
    """
    return sorted({max(1, (games >> halved) // seatings) for halved in range(LOOKS)})


class Climber:
    """Plays the rungs of a ladder at one game."""

    def __init__(
        self,
        game: Any,
        games: int,
        seed: int,
        threads: int | None = None,
        progress: Progress | None = None,
        announce: Callable[[], None] | None = None,
    ) -> None:
        self.game, self.games, self.seed = game, games, seed
        self.threads, self.progress, self.announce = threads, progress, announce
        self.common = is_common(game)
        self.played = 0
        self.seconds = 0.0
        self.idle = True
        self.interrupted = False
        self.faulted = 0

    def climb(self, budget: int, agent: str, below: str) -> Rung | None:
        """Play until it is clear whether the agent is better than the one below; nothing if it was interrupted too early."""
        plan = plan_for(2, self.game.players, self.games, False, self.common)
        field = Field(self.game, [agent, below], plan.seatings, self.seed, self.threads, self.announce)
        done = 0
        for wanted in looks(self.games, len(plan.seatings)):
            field.play(wanted - done, self._telling(field))
            done = wanted
            met = result_of(field, plan, self.common, self.games)
            if field.interrupted or field.idle or _rung(budget, met).decided:
                break
        self._count(field, met)
        return _rung(budget, met) if met.against(agent, below).games else None

    def _telling(self, field: Field) -> GamesProgress | None:
        if self.progress is None:
            return None
        told, doing = self.progress, " against ".join(field.agents)
        return lambda done, _: told(f"{doing}: {done:,} of up to {self.games:,} games", done, self.games)

    def _count(self, field: Field, met: Tournament) -> None:
        self.played += field.games
        self.seconds += field.seconds
        self.idle = self.idle and field.idle
        self.interrupted = field.interrupted
        self.faulted += met.games - met.finished


def _rung(budget: int, met: Tournament) -> Rung:
    agent, below = met.agents
    share = met.against(agent, below)
    if met.common:
        return Rung(budget, agent, below, share, met.score_gain(agent, below), 0.0, 0.0)
    return Rung(budget, agent, below, share, None, *met.difference(agent, below))
