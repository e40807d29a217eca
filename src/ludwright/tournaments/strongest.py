"""The strongest player of a game that a time allows: candidates of every kind race, and the better half goes on, with twice the time to think."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, log2
from pathlib import Path
from time import monotonic
from typing import Any

from ludwright.agents.texts import bots_of
from ludwright.arguments import optional_number, renamed, whole_number
from ludwright.display import Block, Displayed
from ludwright.game import loaded
from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.playable import Playable
from ludwright.tournaments.candidates import BUDGETS, RANDOM, Candidate, candidates
from ludwright.tournaments.field import TournamentField, is_common, known_agents
from ludwright.tournaments.findings import AgentComparison
from ludwright.tournaments.pilot import Cost, cost_of
from ludwright.tournaments.play import plan_for, result_of
from ludwright.tournaments.result import Tournament
from ludwright.tournaments.seatings import SeatingDesign, cyclic
from ludwright.tournaments.texts import TournamentError

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""
NAME = "strong players"
SECONDS, ENOUGH, MOST = 30.0, 60, 1_000
"""How long the race takes, how many games of the strongest should fit into that time, and how many play-outs they have at most."""
FIXED_BUDGET = 100
"""How many play-outs everybody has in the last round where the number of games is said: no clock has a say then."""
_PILOT = 0.25
"""Of the time, so much at most is for finding out what everybody costs."""
_SLOWEST = 3
"""Whoever thinks as little as anybody can may take so many times as long for a game as there is time for: rather fewer games than none by players who think."""
_BOTS = 2
"""Of more scripted players than that, the best are found first."""
_QUALIFYING = 40
"""In so many games for each."""
_TURNS = 4
"""All seatings take turns so often, so that the clock stops all of them at about the same place."""
_LEAST, _ROUND = 24, 400
"""A round has so many games at least, if there is time, and so many at most for each candidate."""


@dataclass(repr=False)
class Strongest(Displayed):
    """Who won the race, and how surely."""

    title: str
    players: int
    agent: str
    """The winner, as a text: `mcts:1000,playout=greedy`."""
    candidate: Candidate = field(default_factory=lambda: Candidate(RANDOM))
    """The same without its budget."""
    thinker: str | None = None
    """The best of those who get stronger with time, if there is one."""
    rounds: list[Tournament] = field(default_factory=list)
    """Who met whom, round by round."""
    too_slow: list[str] = field(default_factory=list)
    """Candidates of whom a game takes too long, with the least budget."""
    game_seconds: float = 0.0
    """How long a game of the winner among its like takes one core; 0 where that was not measured."""
    seed: int = 1
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def name(self) -> str:
        """What to call the winner in a sentence."""
        return NAME if self.agent != RANDOM else "random players"

    @property
    def margin(self) -> AgentComparison | None:
        """The winner against the next best in the last round; None if nobody else was left."""
        if not self.rounds or len(self.rounds[-1].ratings) < 2:
            return None
        last = self.rounds[-1]
        pair = {self.agent, *(rating.agent for rating in last.ratings[:2])}
        return next((one for one in last.comparisons if {one.one, one.other} == pair), None)

    @property
    def runner_up(self) -> str | None:
        """The next best."""
        margin = self.margin
        return None if margin is None else margin.other if margin.one == self.agent else margin.one

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(one.games for one in self.rounds)

    @property
    def words(self) -> list[str]:
        """What came of it, in plain sentences."""
        from ludwright.tournaments.words import compared

        told = [f"The strongest player found: {self.agent}."]
        if self.margin is not None:
            told.append(compared(self.margin))
        if self.game_seconds:
            told.append(f"One of its games takes {self.game_seconds:.2g} s on one core.")
        if self.too_slow:
            told.append(f"Too slow to take part: {', '.join(self.too_slow)}.")
        return [*told, "It was interrupted."] if self.interrupted else told

    def as_json(self) -> dict[str, Any]:
        """Plain values; the players' budgets, ``seconds`` and ``game_seconds`` depend on the machine, unless the number of games was said."""
        return {
            "game": self.title,
            "players": self.players,
            "seed": self.seed,
            "strongest": self.agent,
            "name": self.name,
            "runner_up": self.runner_up,
            "margin": self.margin.as_json() if self.margin is not None else None,
            "games": self.games,
            "game_seconds": self.game_seconds,
            "too_slow": self.too_slow,
            "rounds": [_round_as_json(one) for one in self.rounds],
            "words": self.words,
            "interrupted": self.interrupted,
            "seconds": self.seconds,
        }

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.tournaments.standings import strongest_blocks

        return strongest_blocks(self)


def _round_as_json(played: Tournament) -> dict[str, Any]:
    return {
        "games": played.games,
        "unit": played.unit,
        "ratings": [rating.as_json() for rating in played.ratings] if played.finished else [],
        "met": [comparison.as_json() for comparison in played.comparisons] if played.finished else [],
    }


@renamed(also="agents")
def strongest(
    game: Playable | str | Path,
    seconds: float = SECONDS,
    *,
    each: float | None = None,
    games: int | None = None,
    budget: int = FIXED_BUDGET,
    few: bool = False,
    at_most: float | None = None,
    agents: Sequence[str] = (),
    learned: str = "",
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
    move_limit: int = MOVE_LIMIT,
) -> Strongest:
    """Find the strongest player in about so many seconds.

    Everybody may think as long as a game takes ``each`` seconds on one core: if not said, so long that sixty games fit into the time. ``agents`` names
    further candidates, such as a learned player. With ``games``, every round has so many games, all who search have ``budget`` play-outs in the last round, and the result
    depends on the seed alone (unless it takes ``at_most`` seconds); else budgets are fixed after a few games of each have shown what they cost. With ``few`` only a search, the bots and those that improve on them race; with a
    file of what was ``learned``, only those who play by it.
    """
    game = loaded(game)
    if seconds <= 0:
        raise TournamentError(f"{seconds:g} seconds are too little to find the strongest player")
    optional_number("games", games, 1)
    whole_number("seed", seed, 0)
    race = _Race(game, seconds, each, games, seed, threads, progress, announce)
    race.learned = learned
    race.fixed_budget, race.few, race.move_limit = budget, few, move_limit
    race.deadline = None if at_most is None else race.began + at_most
    return race.run(agents)


class _Race:
    """One search for the strongest player."""

    def __init__(
        self,
        game: Playable,
        seconds: float,
        each: float | None,
        games: int | None,
        seed: int,
        threads: int | None,
        progress: Progress | None,
        announce: Callable[[], None] | None,
    ) -> None:
        self.game, self.seconds, self.fixed, self.seed = game, seconds, games, seed
        self.threads, self.progress, self.announce = threads, progress, announce
        self.cores = threads or os.cpu_count() or 1
        self.each = each if each is not None else seconds * self.cores / ENOUGH
        self.fixed_budget, self.few, self.move_limit = FIXED_BUDGET, False, MOVE_LIMIT
        self.learned = ""
        self.deadline: float | None = None
        """When a race of a fixed number of games is broken off all the same."""
        self.began = monotonic()
        self.costs: dict[Candidate, Cost] = {}
        self.found = Strongest(game.title, game.players, RANDOM, seed=seed)

    def run(self, also: Sequence[str]) -> Strongest:
        """Race until one is left."""
        found = self.found
        try:
            self._race(self._eligible(also))
        except KeyboardInterrupt:
            found.interrupted = True
        found.seconds = monotonic() - self.began
        return found

    @property
    def _left(self) -> float:
        return self.began + self.seconds - monotonic()

    def _say(self, words: str) -> None:
        if self.progress is not None:
            self.progress(words, round(monotonic() - self.began), max(1, round(self.seconds)))

    # ------------------------------------------------------------ who takes part

    def _eligible(self, also: Sequence[str]) -> list[Candidate]:
        """Those with whom enough games can be played."""
        bots = list(bots_of(self.game)) if not self.learned else []
        if len(bots) > _BOTS:
            self._say("which scripted player is best")
            bots = self._best(bots)[:_BOTS]
        known = candidates(self.game, bots, also, self.few, self.learned)
        if self.fixed is not None:  # without a budget, whoever needs none
            return known if self.fixed_budget else [one for one in known if not one.thinks]
        fit = []
        patience = _PILOT * self.seconds / len(known)
        for candidate in known:
            self._say(f"how long {candidate.at(BUDGETS[0])} takes")
            cost = cost_of(self.game, candidate, self.seed, patience, self.move_limit)
            if cost is not None and cost.at(BUDGETS[0]) <= _SLOWEST * self.each:
                self.costs[candidate] = cost
                fit.append(candidate)
            else:
                self.found.too_slow.append(candidate.at(BUDGETS[0]))
        return fit

    def _best(self, bots: Sequence[str]) -> list[str]:
        """Scripted players, the best first."""
        names = {f"bot:{bot}": bot for bot in bots}
        field_, result = self._met(list(names), _QUALIFYING * len(bots), self._left * _PILOT)
        if field_.interrupted:
            raise KeyboardInterrupt
        if not result.finished:
            return list(bots)
        places = dict(zip(result.agents, names.values(), strict=True))
        return [places[rating.agent] for rating in result.ratings]

    # ------------------------------------------------------------ the race

    def _race(self, left: list[Candidate]) -> None:
        if not left:
            return
        self._lead(left)
        rounds = ceil(log2(len(left)))
        for number in reversed(range(rounds)):
            left = self._round(left, number)

    def _budget(self, candidate: Candidate, rounds_to_come: int) -> int:
        """How long a candidate thinks: half as long in the round before the last, and so on."""
        if self.fixed is not None:
            return max(BUDGETS[0], self.fixed_budget >> rounds_to_come)
        seconds = self.each / (1 << rounds_to_come)
        return self.costs[candidate].budget_for(seconds, MOST) or BUDGETS[0]

    def _lead(self, ranked: Sequence[Candidate]) -> None:
        """Note who is best so far, as it would play in the last round."""
        first, found = ranked[0], self.found
        found.candidate, found.agent = first, self._text(first, 0)
        found.thinker = next((self._text(one, 0) for one in ranked if one.thinks), found.thinker)
        if first in self.costs:
            found.game_seconds = self.costs[first].at(self._budget(first, 0))

    def _text(self, candidate: Candidate, rounds_to_come: int) -> str:
        (text,) = known_agents(self.game, [candidate.at(self._budget(candidate, rounds_to_come))])
        return text

    def _round(self, left: list[Candidate], to_come: int) -> list[Candidate]:
        """One round; who goes on: the better half, and of those who get stronger with time one at least."""
        budgets = [self._budget(one, to_come) for one in left]
        texts = [one.at(budget) for one, budget in zip(left, budgets, strict=True)]
        self._say(f"{len(left)} candidates, {to_come + 1} round{'s' * bool(to_come)} to go")
        seconds = max(0.0, self._left) / (to_come + 1)
        field_, result = self._met(texts, self._many(left, budgets, seconds), 1.25 * seconds)
        if result.finished:
            self.found.rounds.append(result)
            order = [result.agents.index(rating.agent) for rating in result.ratings]
        else:
            order = list(range(len(left)))
        ranked = [left[place] for place in order]
        kept = ranked[: max(1, ceil(len(left) / 2))] if to_come else ranked[:1]
        if to_come and not any(one.thinks for one in kept):
            kept = kept[:-1] * (len(kept) > 1) + [next((one for one in ranked if one.thinks), kept[-1])]
        self._lead(ranked)
        if field_.interrupted:
            raise KeyboardInterrupt
        return kept

    def _many(self, left: Sequence[Candidate], budgets: Sequence[int], seconds: float) -> int:
        """How many games a round has."""
        if self.fixed is not None:
            return self.fixed
        each = sum(self.costs[one].at(budget) for one, budget in zip(left, budgets, strict=True)) / len(left)
        return max(_LEAST, min(_ROUND * len(left), int(seconds * self.cores / each)))

    def _met(self, texts: Sequence[str], games: int, seconds: float) -> tuple[TournamentField, Tournament]:
        """Let players meet in so many games, or as many as there is time for."""
        agents, common = known_agents(self.game, texts), is_common(self.game)
        plan = _plan(len(agents), self.game.players, games, common)
        met = TournamentField(self.game, agents, plan.seatings, self.seed, self.threads, self.announce, self.move_limit)
        met.deadline = self.deadline if self.fixed is not None else monotonic() + seconds
        each = max(1, games // len(plan.seatings))
        turns = max(1, min(_TURNS, each // _TURNS))
        for turn in range(turns):
            met.play(each // turns + (turn < each % turns))
            if met.interrupted or met.late:
                break
        return met, result_of(met, plan, common, games)


def _plan(agents: int, seats: int, games: int, common: bool) -> SeatingDesign:
    """Who sits where: in every seating, or only some where there are fewer games than seatings."""
    try:
        return plan_for(agents, seats, games, False, common)
    except TournamentError:
        if common:
            return plan_for(agents, seats, agents, False, common)
        return SeatingDesign(cyclic(agents, seats, max(1, games // agents)), "some seatings")
