"""The games a report needs: random ones first, then those of stronger players, as many as a time allows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from ludwright.agents.nature import nature_of
from ludwright.agents.texts import split
from ludwright.findings.play import Play, plays_of
from ludwright.game import described, load, player_range
from ludwright.mistakes import LudwrightError
from ludwright.playtests import Playtest, playtest
from ludwright.reports.effort import FIRST_LOOK, PILOT, THOROUGH, effort_for
from ludwright.strategy.population import has_greedy

if TYPE_CHECKING:
    from ludwright.language.source import Description

Progress = Callable[[str], None]
RANDOM, GREEDY = "random", "greedy"
_THOUGHTS = (1000, 400, 150, 50)
"""How long strong players think: the most for which enough games can be played."""
_PILOT, _GAMES = 50, 12
"""How long is tried out first how long strong players take, and in how many games."""
_SHARES = {"equals": 0.45, GREEDY: 0.35, RANDOM: 0.2}
"""What of the time is for games among strong players, against greedy ones and against random ones."""


class ReportError(LudwrightError):
    """A report that can't be made."""


@dataclass(frozen=True)
class Wish:
    """What kind of report is asked for."""

    seed: int = 1
    players: tuple[int, ...] = ()
    """For how many players; empty: as the game says, the three least numbers at most."""
    params: Mapping[str, int] | None = None
    agents: str | None = None
    """Who plays; None: random, greedy and searching players."""
    games: int | None = None
    quick: bool = False
    seconds: float = 60.0
    """About how long stronger players play."""
    threads: int | None = None
    keep: Path | None = None

    @property
    def sample(self) -> int:
        """How many games of a playtest that is there are played again to look something up."""
        return FIRST_LOOK.sample if self.quick else THOROUGH.sample


class Players:
    """Plays one game after another, with other players."""

    def __init__(self, game: str | Path, wish: Wish, progress: Progress | None) -> None:
        self.description: Description = described(game)
        self.wish, self.progress = wish, progress
        least, most = player_range(self.description)
        self.counts = wish.players or tuple(range(least, min(most, least + (1 if wish.quick else 2)) + 1))
        self.passed_over: tuple[int, ...] = ()
        """Numbers of players there was no time for in a first look."""
        self.number = 0
        self.effort = THOROUGH
        self.costs: dict[int, float] = {}
        """By number of players: how many seconds a game takes for every play-out that strong players may think of."""

    def plays(self) -> Iterator[Play]:
        """All plays of the report, the quickest first."""
        if self.wish.quick:
            self._weigh()
        if self.wish.agents is not None:
            for players in self.counts:
                yield from self._asked(players)
            return
        for players in self.counts:
            yield from self._played(RANDOM, self.wish.games or self.effort.games, players, "random players")
        if not self.wish.quick:
            for players in self.counts:
                yield from self._strong(players)

    def _weigh(self) -> None:
        """See by a few games what a first look can take."""
        self._pilot = self._run(RANDOM, PILOT, self.counts[0])  # kept, as its game is played with in a moment
        self.effort = effort_for(self._pilot, len(self.counts))
        if not self.effort.several and not self.wish.players:
            self.counts, self.passed_over = self.counts[:1], self.counts[1:]

    def _asked(self, players: int) -> Iterator[Play]:
        """Who was named, each among equals, and then all together."""
        names = list(dict.fromkeys(split(self.wish.agents or RANDOM)))
        for name in names:
            yield from self._played(name, self._games_asked, players, name)
        if len(names) > 1 and players > 1:
            yield from self._played(names, self._games_asked, players, "all against each other")

    @property
    def _games_asked(self) -> int:
        return self.wish.games or min(1_000, self.effort.games)

    def _strong(self, players: int) -> Iterator[Play]:
        game = load(self.description, players=players, params=self.wish.params)
        seconds = self.wish.seconds / len(self.counts)
        greedy = has_greedy(game)
        agent, each = self._thinker(players, seconds * _SHARES["equals"])
        many = self._many(seconds * _SHARES["equals"], each)
        yield from self._played(agent, many, players, "strong players")
        if players > 1 and not nature_of(game).common:
            for other in (GREEDY, RANDOM) if greedy else (RANDOM,):
                many = self._many(seconds * _SHARES[other] * players, each)
                seats = [agent] + [other] * (players - 1)
                yield from self._played(
                    seats, -(-many // players) * players, players, f"strong against {other} players"
                )

    def _thinker(self, players: int, seconds: float) -> tuple[str, float]:
        """The strongest player with whom enough games can be played in so many seconds, and how long one game takes."""
        self._run(f"auto:{_PILOT}", 1, players)  # kernels are loaded here
        few, many = (self._seconds(games, players) for games in (2, 2 + _GAMES))
        each = max(1e-7, (many - few) / _GAMES / _PILOT)
        self.costs[players] = each
        chosen = next((thoughts for thoughts in _THOUGHTS if each * thoughts * 100 <= seconds), _THOUGHTS[-1])
        return f"auto:{chosen}", each * chosen

    def _seconds(self, games: int, players: int) -> float:
        """How long some games would take if nobody else used the machine: the work done, spread over the cores."""
        start = process_time()
        self._run(f"auto:{_PILOT}", games, players)
        return (process_time() - start) / (self.wish.threads or os.cpu_count() or 1)

    def _many(self, seconds: float, each: float) -> int:
        if self.wish.games is not None:
            return self.wish.games
        return max(30, min(600, int(seconds / max(each, 1e-6))))

    def _played(self, agents: str | Sequence[str], games: int, players: int, name: str) -> list[Play]:
        if self.progress is not None:
            self.progress(f"{name}, {players} at the table")
        self.number += 1
        run = self._run(agents, games, players, keep=True)
        if not run.complete:
            raise KeyboardInterrupt
        return plays_of(run, name, self.effort.sample)

    def _run(self, agents: str | Sequence[str], games: int, players: int, keep: bool = False) -> Playtest:
        folder = None
        if keep and self.wish.keep is not None:
            folder = self.wish.keep / f"{self.number:02d}"
        return playtest(
            self.description, agents, games, players=players, seed=self.wish.seed, params=self.wish.params,
            threads=self.wish.threads, out=folder,
        )  # fmt: skip
