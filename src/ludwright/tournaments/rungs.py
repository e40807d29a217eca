"""One rung of a ladder: an agent against the same agent with less thought, until it is clear whether the thought helped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import Any

from ludwright.play.playable import Playable
from ludwright.play.simulate import Progress as GamesProgress
from ludwright.statistics import normal_quantile
from ludwright.tournaments.field import TournamentField, is_common
from ludwright.tournaments.play import plan_for, result_of
from ludwright.tournaments.result import Tournament
from ludwright.tournaments.shares import CONFIDENCE, Mean, Share

Progress = Callable[[str, int, int], None]
"""Called now and then with what is being played, how many games of it are done, and how many there may be."""

LOOKS = 5
"""So often at most the games are looked at; each look doubles them. The risk to be deceived is shared among the looks."""
LOOK_CONFIDENCE = 1 - (1 - CONFIDENCE) / LOOKS
_LEAST = 20
"""Fewer games in all are not looked at."""
TRIFLE = 0.52
"""If it is clear that the share of the points is smaller than this, no more games are needed to see that little is gained."""


@dataclass(frozen=True)
class RungVerdict:
    """What games show that are looked at again and again, as long as nothing is clear."""

    low: float
    high: float
    """Where the truth lies, however often was looked: the share of the points, or how much more was scored."""
    even: float
    """What equals would get."""
    trifle: float
    """What is surely below this need not be known better."""

    @classmethod
    def of(cls, share: Share, more: Mean | None) -> RungVerdict:
        """By points, or by scores if there are some."""
        if more is None:
            return cls(*share.interval(LOOK_CONFIDENCE), even=0.5, trifle=TRIFLE)
        return cls(*more.interval(LOOK_CONFIDENCE), even=0.0, trifle=0.0)

    @property
    def helps(self) -> bool:
        """Whether more thought surely helped."""
        return self.low > self.even

    @property
    def harms(self) -> bool:
        """Whether it surely did harm."""
        return self.high < self.even

    @property
    def clear(self) -> bool:
        """Whether more games are not needed."""
        return self.helps or self.harms or self.high < self.trifle


@dataclass(frozen=True)
class Rung:
    """What came of more thought."""

    budget: int
    agent: str
    below: str
    share: Share
    """Of the points, or of the games with the higher score, in all games of the rung."""
    more: Mean | None
    """In a game without opponents: how much more was scored, in all games of the rung."""
    verdict: RungVerdict
    """What the games showed when it was decided to stop."""
    gain: float
    """In Elo, or in points of the score. It is measured in the second half of the games, which had no part in the decision: where games
    end as soon as something is clear, luck has often helped to make it so."""
    error: float
    """The standard error of the gain."""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true gain lies, with 95% confidence."""
        room = normal_quantile() * self.error
        return self.gain - room, self.gain + room

    @property
    def helps(self) -> bool:
        """Whether more thought surely helped."""
        return self.verdict.helps

    @property
    def harms(self) -> bool:
        """Whether it surely did harm."""
        return self.verdict.harms

    def helps_with(self, below: Rung) -> bool:
        """Whether this rung and the one below together surely helped, where each of them alone may have been luck."""
        if self.helps or below.helps:
            return False
        if self.more is None or below.more is None:
            return RungVerdict.of(self.share + below.share, None).helps
        return self.more.mean + below.more.mean > normal_quantile(LOOK_CONFIDENCE) * hypot(
            self.more.error, below.more.error
        )

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "budget": self.budget,
            "agent": self.agent,
            "against": self.below,
            **self.share.as_json(),
            "decided_by": [self.verdict.low, self.verdict.high],
            "helps": self.helps,
            "harms": self.harms,
            "gain": self.gain,
            "gain_interval": list(self.interval),
        }


def looks(games: int, seatings: int) -> list[int]:
    """How many games every seating has had at each look.

    >>> looks(400, 2), looks(60, 2), looks(6, 2)
    ([12, 25, 50, 100, 200], [15, 30], [3])
    """
    totals = [games >> halved for halved in range(LOOKS) if not halved or games >> halved >= _LEAST]
    return sorted({max(1, total // seatings) for total in totals})


class Climber:
    """Plays the rungs of a ladder at one game."""

    def __init__(
        self,
        game: Playable,
        games: int,
        seed: int,
        threads: int | None = None,
        progress: Progress | None = None,
        announce: Callable[[], None] | None = None,
    ) -> None:
        self.game, self.games, self.seed = game, games, seed
        self.threads, self.progress, self.announce = threads, progress, announce
        self.common = is_common(game)
        self.deadline: float | None = None
        """A time of :func:`time.monotonic` at which it is broken off."""
        self.late = False
        self.played = 0
        self.seconds = 0.0
        self.idle = True
        self.interrupted = False
        self.faulted = 0

    def climb(self, budget: int, agent: str, below: str) -> Rung | None:
        """Play until it is clear whether the agent is better than the one below; nothing if it was interrupted too early."""
        plan = plan_for(2, self.game.players, self.games, False, self.common)
        field = TournamentField(self.game, [agent, below], plan.seatings, self.seed, self.threads, self.announce)
        field.deadline = self.deadline
        done, verdict = 0, None
        for wanted in looks(self.games, len(plan.seatings)):
            field.play(wanted - done, self._telling(field))
            done = wanted
            if verdict is not None or field.interrupted or field.late or field.idle:
                break
            seen = _verdict(result_of(field, plan, self.common, self.games))
            verdict = seen if seen.clear else None  # then as many games again, to measure the gain
        self._count(field)
        everything = result_of(field, plan, self.common, self.games)
        share = everything.against(agent, below)
        if not share.games:
            return None
        last = result_of(field.last_round(), plan, self.common, self.games)
        measured = last if last.against(agent, below).games > 1 else everything
        more = everything.score_gain(agent, below) if self.common else None
        return Rung(budget, agent, below, share, more, verdict or RungVerdict.of(share, more), *_gain(measured))

    def _telling(self, field: TournamentField) -> GamesProgress | None:
        if self.progress is None:
            return None
        told, doing = self.progress, " against ".join(field.agents)
        return lambda done, _: told(f"{doing}: {done:,} of up to {self.games:,} games", done, self.games)

    def _count(self, field: TournamentField) -> None:
        self.played += field.games
        self.seconds += field.seconds
        self.idle = self.idle and field.idle
        self.interrupted, self.late = field.interrupted, field.late
        self.faulted += field.games - sum(len(played.finished) for played in field.played)


def _verdict(met: Tournament) -> RungVerdict:
    agent, below = met.agents
    return RungVerdict.of(met.against(agent, below), met.score_gain(agent, below) if met.common else None)


def _gain(met: Tournament) -> tuple[float, float]:
    """What the first agent is better by, and the standard error of that."""
    agent, below = met.agents
    if not met.common:
        return met.difference(agent, below)
    more = met.score_gain(agent, below)
    low, high = more.interval()
    return more.mean, (high - low) / 2 / normal_quantile()
