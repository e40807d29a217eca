"""The games a report needs: random ones first, then those of the strongest players there are, as many as a time allows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import polars as pl

from ludwright.agents.nature import nature_of
from ludwright.agents.texts import split
from ludwright.findings.play import Play, plays_of
from ludwright.game import described, load, player_range
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import MOVE_LIMIT
from ludwright.playtests import Playtest, playtest
from ludwright.powers.players import THINKERS
from ludwright.reports.budget import LOOK, STRONG, STRONGEST, Budget
from ludwright.reports.effort import FIRST_LOOK, PILOT, THOROUGH, effort_for
from ludwright.strategy.population import has_greedy
from ludwright.tournaments.pilot import cost_of
from ludwright.tournaments.strongest import MOST, Strongest, strongest

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.language.source import Description

Progress = Callable[[str], None]
RANDOM, GREEDY = "random", "greedy"
SECONDS, QUICK_SECONDS = 90.0, 10.0
"""How long a whole report takes, and a first look."""
_SHARES = {"equals": 0.5, GREEDY: 0.25, RANDOM: 0.25}
"""What of the time is for games among strong players, against greedy ones and against random ones."""
_FEWEST, _MOST = 120, 1_000
"""So many games of strong players among themselves there should be: of fewer, hardly anything can be said for sure."""
_ROOM = 4
"""So many times as many games are planned as there seems to be time for: the clock stops them, and what time is left in the end goes on with them."""
_SECOND_TABLE, _THIRD_TABLE = 30.0, 60.0
"""From so many seconds on, there is time for a second and a third number of players."""
_QUICK_RACE = 24
"""In a first look it is found out in so many games for each round who is strong."""
_LOOK, _RACE, _REST, _EQUALS = 0.2, 0.25, 0.3, 0.6
"""Of a first look, what is at most for random players, for finding out who is strong, and what is left for questions and pictures; and of what is left between, what is for games of the strongest."""
_AGAINST_RANDOM = 400
"""So many games show whether it matters who plays."""
_QUESTION = 0.04
"""Of the whole time, so much is for a question that needs more games."""
_TIMES, _SHORTEST_LIMIT, _NEVER_LIMIT = 20, 500, 2_000
"""Games that are so many times as long as the longest one random players ended don't end; never fewer moves than that; so many, if none ended."""


class ReportError(LudwrightError):
    """A report that can't be made."""


@dataclass(frozen=True)
class ReportOptions:
    """What kind of report is asked for."""

    seed: int = 1
    players: tuple[int, ...] = ()
    """For how many players; empty: as the game says, the three least numbers at most."""
    params: Mapping[str, int] | None = None
    agents: str | None = None
    """Who plays; None: random players, greedy ones and the strongest there are."""
    games: int | None = None
    quick: bool = False
    seconds: float = SECONDS
    """How long the whole report takes; a quick one takes ten seconds at most."""
    threads: int | None = None
    keep: Path | None = None
    learned: str = ""
    """The file of what was learned, by which the strong players play; empty: whoever is strongest."""

    @property
    def sample(self) -> int:
        """How many games of a playtest that is there are played again to look something up."""
        return FIRST_LOOK.sample if self.quick else THOROUGH.sample

    @property
    def budget(self) -> Budget:
        """The time, from now on."""
        return Budget(min(self.seconds, QUICK_SECONDS) if self.quick else self.seconds)


class Players:
    """Plays one game after another, with other players."""

    def __init__(
        self, game: str | Path, wish: ReportOptions, progress: Progress | None, budget: Budget | None = None
    ) -> None:
        self.description: Description = described(game)
        self.wish, self.progress = wish, progress
        self.budget = budget if budget is not None else wish.budget
        least, most = player_range(self.description)
        if wish.learned and wish.agents is not None:
            raise ReportError("`--learned` says who is strong, and `--agents` who plays: take one of them")
        self.counts = wish.players or tuple(range(least, min(most, least + self._more_tables) + 1))
        self.passed_over: tuple[int, ...] = tuple(range(self.counts[-1] + 1, min(most, least + 2) + 1))
        """Numbers of players there was no time for."""
        if wish.players or wish.quick or wish.learned:
            self.passed_over = ()
        self.number = 0
        self.effort = THOROUGH
        self.found: Strongest | None = None
        """Who was found to be the strongest, with the least number of players."""
        self.interrupted = False
        self.move_limit = MOVE_LIMIT
        """After so many moves a game counts as one that does not end."""

    @property
    def _more_tables(self) -> int:
        """For how many numbers of players beside the least there is time; what was learned is for one number of players."""
        if self.wish.learned:
            return 0
        if self.wish.quick:
            return 1
        return (self.wish.seconds >= _SECOND_TABLE) + (self.wish.seconds >= _THIRD_TABLE)

    def plays(self) -> Iterator[Play]:
        """All plays of the report, the quickest first. Interrupted, it gives what was played and says so."""
        for made in self._plays():
            yield made
            if self.interrupted:
                return

    def _plays(self) -> Iterator[Play]:
        if self.wish.agents is not None:
            if self.wish.quick:
                self._weigh()
            for players in self.counts:
                yield from self._asked(players)
            return
        self._weigh()
        for place, players in enumerate(self.counts):
            look = self.budget.seconds * _LOOK if self.wish.quick else self.budget.share(LOOK)
            seconds = look / (len(self.counts) - place)
            plays = self._played(RANDOM, self.wish.games or self.effort.games, players, "random players", seconds)
            self.move_limit = min(self.move_limit, _patience(plays))
            yield from plays
        if self.wish.quick:
            yield from self._thinking_first_look()
            return
        self._find()
        for place, players in enumerate(self.counts):
            yield from self._strong(players, self.budget.share(STRONG) / (len(self.counts) - place))

    def _weigh(self) -> None:
        """See by a few games what a look can take."""
        self._pilot = self._run(RANDOM, PILOT, self.counts[0])  # kept, as its game is played with in a moment
        if self.wish.quick:
            self.effort = effort_for(self._pilot, len(self.counts))
        else:
            self.effort = effort_for(self._pilot, len(self.counts), self.wish.seconds / QUICK_SECONDS, THOROUGH)
        if not self.effort.several and not self.wish.players:
            self.counts, self.passed_over = self.counts[:1], (*self.counts[1:], *self.passed_over)

    def _asked(self, players: int) -> Iterator[Play]:
        """Who was named, each among equals, and then all together."""
        names = list(dict.fromkeys(split(self.wish.agents or RANDOM)))
        lines: list[str | list[str]] = [*names]
        if len(names) == 2 and players > 2:  # each of them alone against the other's like
            lines += [[one] + [other] * (players - 1) for one, other in (names, names[::-1])]
        elif len(names) > 1 and players > 1:
            lines.append(names)
        for place, line in enumerate(lines):
            seconds = (self.budget.share(LOOK) + self.budget.share(STRONG)) / len(self.counts) / (len(lines) - place)
            name = line if isinstance(line, str) else _together(line)
            yield from self._played(line, self._games_asked, players, name, seconds)

    @property
    def _games_asked(self) -> int:
        return self.wish.games or min(1_000, self.effort.games)

    # ------------------------------------------------------------ strong players

    def _game(self, players: int) -> Game:
        return load(self.description, players=players, params=self.wish.params)

    @property
    def _cores(self) -> int:
        return self.wish.threads or os.cpu_count() or 1

    def _find(self) -> None:
        """Let all kinds of players race, with the least number of players."""
        each = self.budget.expected(STRONG) * _SHARES["equals"] * self._cores / len(self.counts) / _FEWEST
        self._say("looking for the strongest players")
        self.found = strongest(
            self._game(self.counts[0]), max(0.5, self.budget.share(STRONGEST)), each=each, seed=self.wish.seed,
            threads=self.wish.threads, move_limit=self.move_limit, learned=self.wish.learned,
        )  # fmt: skip
        if self.found.interrupted:
            raise KeyboardInterrupt

    def _thinking_first_look(self) -> Iterator[Play]:
        """Players who think, where a first look has time for them: so strong and so many games as the length of games tells, not the clock."""
        players, thoughts = self.counts[0], self.effort.thoughts
        self._say("players who think")
        self.found = strongest(
            self._game(players), games=_QUICK_RACE, budget=thoughts, few=True, seed=self.wish.seed, threads=self.wish.threads,
            at_most=None if self.wish.games else self.budget.seconds * _RACE, move_limit=self.move_limit, learned=self.wish.learned,
        )  # fmt: skip
        if self.found.agent == RANDOM:
            return
        games = self.effort.strong_games(self.found.candidate.thinks)
        games = min(games, self.wish.games or games)
        experts = (self.found.agent,)
        seconds = max(1.0, _EQUALS * (self.budget.left - self.budget.seconds * _REST))
        yield from self._played(self.found.agent, games, players, THINKERS, seconds, experts)

    def against_random(self, seconds: float) -> list[Play]:
        """The thinking players of a first look against random ones, for so many seconds at most: whether it matters who plays."""
        players = self.counts[0]
        if self.found is None or self.found.agent == RANDOM or players == 1 or nature_of(self._game(players)).common:
            return []
        seats = [self.found.agent] + [RANDOM] * (players - 1)
        games = -(-_AGAINST_RANDOM // players) * players
        return self._played(seats, games, players, "thinking against random players", seconds, (self.found.agent,))

    def _strong(self, players: int, seconds: float) -> Iterator[Play]:
        game = self._game(players)
        alone = players == 1 or nature_of(game).common
        equals = seconds * (1.0 if alone else _SHARES["equals"])
        agent, cost = self._expert(game, equals)
        if agent == RANDOM:
            return
        experts, end = (agent,), monotonic() + seconds
        yield from self._played(agent, self._many(equals, cost), players, "strong players", equals, experts)
        if alone:
            return
        for other in (GREEDY, RANDOM) if has_greedy(game) else (RANDOM,):
            first = agent
            if agent == other:  # nobody found is better than greedy players: the best who think tell by how much
                first = self.found.thinker if self.found is not None and self.found.thinker else agent
            if first == other:
                continue
            # what equals did not use is for these, and in the end for the last of them
            own = max(1.0, end - monotonic()) * (_SHARES[other] / (1 - _SHARES["equals"]) if other == GREEDY else 1.0)
            many = self._many(own * players, cost)
            seats = [first] + [other] * (players - 1)
            name = f"strong against {other} players"
            yield from self._played(
                seats, -(-many // players) * players, players, name, own, experts if first == agent else (first,)
            )

    def _expert(self, game: Game, seconds: float) -> tuple[str, float]:
        """The strongest player, thinking as long as there is time for with that many at the table, and how long one game takes one core."""
        found = self.found
        if found is None:
            return RANDOM, 0.0
        if game.players == self.counts[0]:
            return found.agent, found.game_seconds
        self._say(f"how long strong players take, {game.players} at the table")
        cost = cost_of(game, found.candidate, self.wish.seed, seconds / 4, self.move_limit)
        each = seconds * self._cores / _FEWEST
        budget = cost.budget_for(each, MOST) if cost is not None else None
        if cost is None or budget is None:
            return RANDOM, 0.0
        return found.candidate.at(budget), cost.at(budget)

    def _many(self, seconds: float, cost: float) -> int:
        if self.wish.games is not None:
            return self.wish.games
        return max(_FEWEST, min(_MOST, int(_ROOM * seconds * self._cores / max(cost, 1e-6))))

    def go_on(self, plays: Sequence[Play], seconds: float) -> list[Play]:
        """The same plays after so many more seconds of games of strong players: among equals, against greedy ones and against random ones.

        How many these are depends on the time alone, never on what the games before have shown: so they count like all others.
        """
        strong = [play for play in plays if play.experts]
        shares = {id(play): _SHARES[_met_by(play)] for play in strong}
        for play in strong:
            self._say(f"more games: {play.name}, {play.players} at the table")
            own = seconds * shares[id(play)] / sum(shares.values())
            run = playtest(
                "", list(play.agents), out=play.run.folder, resume=True, seconds=own, threads=self.wish.threads
            )
            plays = [one if one is not play else play.gone_on(run) for one in plays]
            if not run.complete:
                raise KeyboardInterrupt
        return list(plays)

    # ------------------------------------------------------------ playing

    def _say(self, words: str) -> None:
        if self.progress is not None:
            self.progress(words)

    def _played(
        self,
        agents: str | Sequence[str],
        games: int,
        players: int,
        name: str,
        seconds: float | None,
        experts: tuple[str, ...] = (),
    ) -> list[Play]:
        self._say(f"{name}, {players} at the table")
        self.number += 1
        run = self._run(agents, games, players, seconds if self.wish.games is None else None, keep=True)
        self.interrupted = not run.complete
        if self.interrupted and not run.store.done():
            raise KeyboardInterrupt
        made = plays_of(run, name, self.effort.sample)
        for play in made:
            play.patience = _QUESTION * self.budget.seconds
            play.experts = tuple(agent for agent in play.agents if agent in experts)
            if self.wish.quick and self.found is not None:
                scripted = "greedy players" if self.found.agent == GREEDY else "scripted players"
                play.expert_name = THINKERS if self.found.candidate.thinks else scripted
        return made

    def _run(
        self, agents: str | Sequence[str], games: int, players: int, seconds: float | None = None, keep: bool = False
    ) -> Playtest:
        folder = None
        if keep and self.wish.keep is not None:
            folder = self.wish.keep / f"{self.number:02d}"
        return playtest(
            self.description, [agents] if isinstance(agents, str) else agents, games, players=players, seed=self.wish.seed,
            params=self.wish.params, threads=self.wish.threads, out=folder, seconds=seconds,
            move_limit=self.move_limit,
        )  # fmt: skip


def _met_by(play: Play) -> str:
    """Whom strong players meet: their equals, random players or greedy ones."""
    return "equals" if not play.mixed else RANDOM if RANDOM in play.agents else GREEDY


def _patience(plays: Sequence[Play]) -> int:
    """After how many moves a game of any players counts as one that does not end: many times the longest that random players ended."""
    moves = [play.evidence.games.filter(pl.col("end") == "over")["moves"].max() for play in plays]
    longest = max((int(most) for most in moves if most is not None), default=0)  # type: ignore[arg-type]
    return max(_SHORTEST_LIMIT, min(MOVE_LIMIT, _TIMES * longest)) if longest else _NEVER_LIMIT


def _together(names: Sequence[str]) -> str:
    """
    >>> _together(["mcts:50", "greedy", "greedy"]), _together(["mcts:50", "greedy"])
    ('mcts:50 against greedy players', 'all against each other')
    """
    others = set(names[1:])
    return f"{names[0]} against {names[1]} players" if len(names) > len(others) + 1 else "all against each other"
