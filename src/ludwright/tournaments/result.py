"""What came of a tournament: who beats whom, how strong each agent is, what each seat is worth, and what of it is sure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from ludwright.display import Block, Displayed
from ludwright.play.winners import Winners
from ludwright.statistics import normal_quantile
from ludwright.tournaments.field import FieldFaults, PlayedSeating
from ludwright.tournaments.findings import AgentComparison, Rating, SeatWorth
from ludwright.tournaments.meetings import Meetings, points_between
from ludwright.tournaments.shares import NOTHING, Mean, Points, Share, luck, sure
from ludwright.tournaments.strength import ELO, StrengthEstimates, strengths

RANDOM = "random"


@dataclass(repr=False)
class Tournament(Displayed):
    """All games of a tournament, and what they show."""

    title: str
    agents: list[str]
    seats: list[str]
    teams: list[int]
    common: bool
    """Nobody plays against anybody: each agent fills all seats, and scores are compared."""
    design: str
    """How the seatings were chosen."""
    played: list[PlayedSeating]
    seed: int
    asked: int
    faults: list[FieldFaults] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False
    idle: bool = False
    """Nobody was ever asked to choose."""

    @property
    def games(self) -> int:
        """How many games were played, faults included."""
        return sum(played.games for played in self.played)

    @property
    def finished(self) -> int:
        """How many of them came to their end."""
        return sum(len(played.finished) for played in self.played)

    @property
    def unit(self) -> str:
        """In what strength is measured."""
        return "score" if self.common else "Elo"

    @cached_property
    def zero(self) -> str:
        """The agent at the beginning of the scale: the random one, or else the weakest."""
        weakest = self.agents[int(np.argmin(self._strengths.agents))]
        return RANDOM if RANDOM in self.agents else weakest

    # ------------------------------------------------------------ who beats whom

    @cached_property
    def matrix(self) -> list[list[Share | None]]:
        """What the agent of the row took from the one of the column, in the order of ``agents``."""
        count = len(self.agents)
        matrix: list[list[Share | None]] = [[None] * count for _ in range(count)]
        for one, other in combinations(range(count), 2):
            share = self._between_scores(one, other) if self.common else self._between(one, other)
            if share.games:
                matrix[one][other], matrix[other][one] = share, share.turned
        return matrix

    def against(self, one: str, other: str) -> Share:
        """What one agent took from another; nothing of no games if they never met."""
        found = self.matrix[self.agents.index(one)][self.agents.index(other)]
        return found if found is not None else NOTHING

    def _between(self, one: int, other: int) -> Share:
        """Two agents in the same games."""
        both = [met for met in self._meetings if one in met.seating and other in met.seating]
        return sum((Share.of(met.between(one, other)) for met in both), NOTHING)

    @cached_property
    def _meetings(self) -> list[Meetings]:
        return [Meetings.of(played, self.teams) for played in self.played]

    def _both(self, one: int, other: int) -> tuple[Points, Points]:
        """The scores of two agents in the games that both brought to an end."""
        first, second = self.played[one].returns[:, 0], self.played[other].returns[:, 0]
        games = min(len(first), len(second))
        first, second = first[:games], second[:games]
        both = ~np.isnan(first) & ~np.isnan(second)
        return first[both], second[both]

    def score_gain(self, one: str, other: str) -> Mean:
        """How much more one agent scored than another in the same games."""
        first, second = self._both(self.agents.index(one), self.agents.index(other))
        return Mean.of(first - second)

    def _between_scores(self, one: int, other: int) -> Share:
        return Share.of(points_between(*self._both(one, other)))

    @cached_property
    def comparisons(self) -> list[AgentComparison]:
        """Every two agents who met, the better first, and whether the difference is sure."""
        found: list[tuple[str, str, Share, Mean | None]] = []
        for one, other in combinations(self._order, 2):
            share = self.matrix[one][other]
            if share is None:
                continue
            more = self.score_gain(self.agents[one], self.agents[other]) if self.common else None
            if (more.mean if more is not None else share.share - 0.5) < 0:
                one, other, share = other, one, share.turned
                more = Mean(more.games, -more.mean, more.deviation) if more is not None else None
            found.append((self.agents[one], self.agents[other], share, more))
        certain = sure([(share if more is None else more).chance for _, _, share, more in found])
        return [AgentComparison(*what, sure=yes) for what, yes in zip(found, certain, strict=True)]

    # ------------------------------------------------------------ how strong

    @cached_property
    def _strengths(self) -> StrengthEstimates:
        return strengths(self._meetings, len(self.agents), len(self.seats))

    @cached_property
    def ratings(self) -> list[Rating]:
        """The agents, the strongest first."""
        return [self._rating(agent) for agent in self._order]

    @cached_property
    def _order(self) -> list[int]:
        values = (
            [self._result(agent).mean for agent in range(len(self.agents))] if self.common else self._strengths.agents
        )
        return sorted(range(len(self.agents)), key=lambda agent: (-values[agent], agent))

    def _rating(self, agent: int) -> Rating:
        result = self._result(agent)
        met = [share for share in self.matrix[agent] if share is not None]
        games = sum(len(played.finished) for played in self._games_of(agent))
        compared = sum(share.games for share in met)
        share = sum(share.points for share in met) / compared if compared else 0.5
        if self.common:
            return Rating(self.agents[agent], result.mean, *result.interval(), games, share, result)
        found = self._strengths
        value = ELO * float(found.agents[agent] - found.agents[self.agents.index(self.zero)])
        room = ELO * normal_quantile() * found.agent_error(agent)
        return Rating(self.agents[agent], value, value - room, value + room, games, share, result)

    def _result(self, agent: int) -> Mean:
        """What an agent got: in a game, the mean of its seats."""
        got = [
            played.finished[:, [seat for seat, who in enumerate(played.seating) if who == agent]].mean(axis=1)
            for played in self._games_of(agent)
        ]
        return Mean.of(np.concatenate(got)) if got else Mean(0, 0.0, 0.0)

    def _games_of(self, agent: int) -> list[PlayedSeating]:
        """Those in which it met others, if there are any."""
        own = [played for played in self.played if agent in played.seating]
        return [played for played in own if len(set(played.seating)) > 1] or own

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """How much stronger one agent is than another, in Elo, and the standard error of that."""
        value, error = self._strengths.difference(self.agents.index(one), self.agents.index(other))
        return ELO * value, ELO * error

    @cached_property
    def seat_worths(self) -> list[SeatWorth]:
        """What each seat is worth; nothing where nobody plays against anybody."""
        if self.common:
            return []
        found, seats = self._strengths, range(len(self.seats))
        away = [float(found.seats[seat] - found.seats.mean()) for seat in seats]
        certain = sure([luck(away[seat], found.seat_error(seat)) for seat in seats])
        return [self._worth(seat, ELO * away[seat], certain[seat]) for seat in seats]

    def _worth(self, seat: int, value: float, certain: bool) -> SeatWorth:
        room = ELO * normal_quantile() * self._strengths.seat_error(seat)
        share = sum((self._wins(played, seat) for played in self.played), NOTHING)
        return SeatWorth(self.seats[seat], value, value - room, value + room, share, certain)

    def _wins(self, played: PlayedSeating, seat: int) -> Share:
        return Share.of(Winners.of(played.finished.T).shares[seat])

    @property
    def alone(self) -> dict[str, list[Share]]:
        """For agents who played themselves: what each seat won then."""
        own = [] if self.common else [played for played in self.played if len(set(played.seating)) == 1]
        seats = range(len(self.seats))
        return {self.agents[played.seating[0]]: [self._wins(played, seat) for seat in seats] for played in own}

    # ------------------------------------------------------------ telling

    @property
    def words(self) -> list[str]:
        """What it shows, in plain sentences."""
        from ludwright.tournaments.words import sentences

        return sentences(self)

    def svg(self) -> str:
        """The matrix and the ratings as a picture."""
        from ludwright.tournaments.chart import picture

        return picture(self)

    def csv(self) -> str:
        """The matrix as a table for other programs, one line for every two agents."""
        from ludwright.tournaments.export import as_csv

        return as_csv(self)

    def as_json(self) -> dict[str, Any]:
        """Plain values, ready for a JSON file."""
        from ludwright.tournaments.export import as_data

        return as_data(self)

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.tournaments.standings import tournament_blocks

        return tournament_blocks(self)
