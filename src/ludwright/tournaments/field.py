"""A field of agents at one game: they play in rounds, and what every game brought to every seat is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from copy import copy
from dataclasses import dataclass, field
from hashlib import blake2b
from time import monotonic

import numpy as np
import numpy.typing as npt

from ludwright.agents.own import Player
from ludwright.agents.seating import check
from ludwright.agents.texts import runs_code
from ludwright.play.agents import MOVE_LIMIT, seated
from ludwright.play.playable import Playable
from ludwright.play.simulate import FaultCount, Progress, SimulationResult, build_players, simulate
from ludwright.tournaments.seatings import Seating
from ludwright.tournaments.texts import TournamentError

Returns = npt.NDArray[np.float64]
"""What each seat got, one row a game; not a number where a game did not come to its end."""


@dataclass(frozen=True)
class FieldFaults:
    """Games that went wrong, with what is needed to see one of them."""

    seed: int
    who: list[str]
    count: FaultCount


@dataclass
class PlayedSeating:
    """All games of one seating."""

    seating: Seating
    rounds: list[Returns] = field(default_factory=list)
    games: int = 0
    """How many were played, faults included."""

    @property
    def returns(self) -> Returns:
        """One row for every game, those that went wrong included."""
        return np.concatenate(self.rounds) if self.rounds else np.empty((0, len(self.seating)))

    @property
    def finished(self) -> Returns:
        """One row for every game that came to its end."""
        returns = self.returns
        kept: Returns = returns[~np.isnan(returns[:, 0])]
        return kept


def is_common(game: Playable) -> bool:
    """Whether there is nobody to beat: a game for one, or one that all win or lose together."""
    model = getattr(getattr(game, "rules", None), "model", None)
    return bool(game.players == 1 or getattr(model, "cooperative", False))


def teams_of(game: Playable) -> list[int]:
    """For each seat a number that it shares with its partners alone."""
    model = getattr(getattr(game, "rules", None), "model", None)
    column = getattr(getattr(model, "player", None), "properties", {}).get("team")
    if not column:
        return list(range(game.players))
    names = [getattr(cell, "text", str(cell)) for cell in column[0].cells]
    return [names.index(name) for name in names[: game.players]]


def known_agents(game: Playable, texts: Sequence[Player]) -> list[str]:
    """The agents as they are written in full; one that is unknown, can't play this game or comes twice is told kindly."""
    agents = [seated(game, [text])[0] for text in texts]
    check(game, agents)
    for place, agent in enumerate(agents):
        if agent in agents[:place]:
            raise TournamentError(f"`{agent}` is named twice: each agent takes part once")
    return agents


def seed_of(seed: int, round_: int, who: Sequence[str]) -> int:
    """A seed of its own for every seating and round; it depends on who plays, not on who else takes part."""
    words = "\n".join([str(seed), str(round_), *who])
    return int.from_bytes(blake2b(words.encode(), digest_size=5).digest(), "big")


class TournamentField:
    """Agents who play in certain seatings, round by round."""

    def __init__(
        self,
        game: Playable,
        agents: Sequence[str],
        seatings: Sequence[Seating],
        seed: int = 1,
        threads: int | None = None,
        announce: Callable[[], None] | None = None,
        move_limit: int = MOVE_LIMIT,
    ) -> None:
        self.game, self.agents = game, list(agents)
        self.played = [PlayedSeating(seating) for seating in seatings]
        self.seed = seed
        self.faults: list[FieldFaults] = []
        self.rounds = 0
        self.seconds = 0.0
        self.idle = True
        """Nobody has been asked anything so far."""
        self.interrupted = False
        self.deadline: float | None = None
        """A time of :func:`time.monotonic` at which games are broken off."""
        self._stopped = False
        self._threads, self._announce, self._move_limit = threads, announce, move_limit
        self._alike = is_common(game)
        """There everybody plays the same games, so that scores can be compared game by game."""

    @property
    def games(self) -> int:
        """How many games have been played."""
        return sum(played.games for played in self.played)

    def last_round(self) -> TournamentField:
        """The same field, as if it had played the last round only."""
        last = copy(self)
        last.played = [PlayedSeating(played.seating, played.rounds[self.rounds - 1 :], 0) for played in self.played]
        return last

    def play(self, games: int, progress: Progress | None = None) -> None:
        """One round: so many games in every seating. Interrupted by the user, it keeps what was finished."""
        try:
            if games < self._cores and len(self.played) > 1:
                self._play_side_by_side(games, progress)
            else:
                for played in self.played:
                    self._count(played, self._play(played, games, self._threads, progress))
                    if self.interrupted or self.late:
                        break
        except KeyboardInterrupt:  # between two simulations
            self.interrupted = True
        self.rounds += 1

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return self._stopped or (self.deadline is not None and monotonic() > self.deadline)

    @property
    def _cores(self) -> int:
        """How many seatings can be played side by side: one, where somebody is written in Python, who may keep things in mind."""
        own = any(map(runs_code, self.agents))
        return 1 if own else self._threads or os.cpu_count() or 1

    def _play_side_by_side(self, games: int, progress: Progress | None) -> None:
        """Several seatings at once, each on one core: where a seating has fewer games than there are cores, these would be idle."""
        build_players(self.game, self.agents, self._announce)
        with ThreadPoolExecutor(self._cores) as pool:
            under_way = [pool.submit(self._play, played, games, 1, None) for played in self.played]
            try:
                while left := [one for one in under_way if not one.done()]:
                    wait(left, 0.1, FIRST_COMPLETED)
                    if progress is not None:
                        done = sum(games for one in under_way if one.done())
                        progress(self.games + done, 0)
                    if self.late:
                        pool.shutdown(cancel_futures=True)
            except KeyboardInterrupt:
                self._stopped = self.interrupted = True
                pool.shutdown(cancel_futures=True)
        for played, one in zip(self.played, under_way, strict=True):
            if not one.cancelled():
                self._count(played, one.result())

    def _play(
        self, played: PlayedSeating, games: int, threads: int | None, progress: Progress | None
    ) -> SimulationResult:
        who = [self.agents[agent] for agent in played.seating]
        before = self.games
        return simulate(
            self.game,
            games,
            seed_of(self.seed, self.rounds, [] if self._alike else who),
            threads=threads,
            progress=(lambda done, _: progress(before + done, 0)) if progress is not None else None,
            move_limit=self._move_limit,
            announce=self._announce,
            agents=who,
            keep=True,
            stop_when=lambda: self.late,
        )

    def _count(self, played: PlayedSeating, result: SimulationResult) -> None:
        assert result.returns is not None
        played.rounds.append(result.returns)
        played.games += result.games
        self.faults += [FieldFaults(result.seed, result.who, count) for count in result.faults]
        self.seconds += result.seconds
        self.idle = self.idle and not result.decisions.most
        self.interrupted = self.interrupted or result.interrupted
