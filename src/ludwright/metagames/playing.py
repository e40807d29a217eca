"""The games between players: everybody who may sit together does, in all seats in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

import numpy as np

from ludwright.metagames.shares import Shares, Table, tables
from ludwright.play.playable import Playable
from ludwright.play.winners import Winners
from ludwright.tournaments.field import FieldFaults, TournamentField, teams_of

Progress = Callable[[str, int, int], None]
_MOST_ORDERS = 6
"""In so many orders, at most, those who sit together take their seats."""


@dataclass(frozen=True)
class Got:
    """What a player got at a table."""

    share: float
    error: float
    """The standard error."""
    games: int


class Playing:
    """All games that were played so far."""

    def __init__(
        self, game: Playable, agents: Sequence[str], seed: int, threads: int | None, announce: Callable[[], None] | None
    ) -> None:
        self.game, self.agents, self.seed = game, list(agents), seed
        self.teams = teams_of(game)
        self.found: dict[Table, dict[int, Got]] = {}
        self.faults: list[FieldFaults] = []
        self.games = 0
        self.interrupted = False
        self._threads, self._announce = threads, announce

    @property
    def sides(self) -> int:
        """How many play against each other: partners are one side."""
        return len(set(self.teams))

    def join(self, agent: str) -> int:
        """Let one more take part. Its number."""
        if agent not in self.agents:
            self.agents.append(agent)
        return self.agents.index(agent)

    def everybody(self, who: Iterable[int], games: int, progress: Callable[[int, int], None] | None = None) -> None:
        """Play so many games at every table at which some players can sit together, unless that has been done."""
        who = sorted(who)
        wanted = [tuple(who[place] for place in table) for table in tables(len(who), self.sides)]
        wanted = [table for table in wanted if len(set(table)) > 1 and table not in self.found]
        for number, (table, got) in enumerate(self.at(wanted, games), 1):
            self.found[table] = got
            if progress is not None:
                progress(number, len(wanted))

    def shares(self, who: Sequence[int]) -> Shares:
        """What some players get among each other."""
        place = {agent: number for number, agent in enumerate(who)}
        known = {
            tuple(sorted(place[agent] for agent in table)): {place[a]: (got.share, got.error) for a, got in row.items()}
            for table, row in self.found.items()
            if set(table) <= place.keys()
        }
        return Shares.of(len(who), self.sides, known)

    def at(
        self, wanted: Iterable[Table], games: int | Sequence[int], again: int = 0
    ) -> Iterable[tuple[Table, dict[int, Got]]]:
        """Play at some tables, and tell what each player got there. Every number of ``again`` has games of its own."""
        for number, table in enumerate(wanted):
            count = games if isinstance(games, int) else games[number]
            field = TournamentField(
                self.game, self.agents, self._seatings(table, count), self.seed + again, self._threads, self._announce
            )
            field.play(max(1, round(count / len(field.played))))
            self.faults += field.faults
            self.games += field.games
            yield table, self._got(field, table)
            if field.interrupted:
                self.interrupted = True
                raise KeyboardInterrupt

    def _seatings(self, table: Table, games: int) -> list[tuple[int, ...]]:
        """Those who sit together, in some orders in which everybody has every seat equally often."""
        orders = sorted(set(permutations(table))) if len(table) <= 3 else self._rotated(table, games)
        sides = sorted(set(self.teams))
        return [tuple(order[sides.index(team)] for team in self.teams) for order in orders]

    def _rotated(self, table: Table, games: int) -> list[Table]:
        dice, found = Random(repr(table)), dict[Table, None]()
        for _ in range(max(1, min(_MOST_ORDERS, games) // len(table))):
            order = dice.sample(table, len(table))
            found.update({tuple(order[k:] + order[:k]): None for k in range(len(order))})
        return list(found)

    def _got(self, field: TournamentField, table: Table) -> dict[int, Got]:
        first = [self.teams.index(team) for team in sorted(set(self.teams))]
        points: dict[int, list[float]] = {agent: [] for agent in table}
        for played in field.played:
            returns = played.finished
            if not len(returns):
                continue
            # partners are one side: what one of them wins, both do
            shares = Winners.of(returns[:, first].T).shares
            for agent in points:
                seats = [side for side, seat in enumerate(first) if played.seating[seat] == agent]
                points[agent] += shares[seats].mean(axis=0).tolist()
        return {agent: _told(np.array(got), self.sides) for agent, got in points.items()}


def _told(points: np.ndarray[tuple[int], np.dtype[np.float64]], sides: int) -> Got:
    """The mean and its error. What never happened may yet happen: the error counts half a game more that is won and half a game that is lost."""
    count = len(points)
    if not count:
        return Got(1 / sides, 0.5, 0)
    mean = points.mean()
    spread = ((points - mean) ** 2).sum() + 0.5 * (mean**2 + (1 - mean) ** 2)
    return Got(float(points.mean()), float(np.sqrt(spread / count / count)), count)
