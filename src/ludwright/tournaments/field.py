"""A field of agents at one game: they play in rounds, and what every game brought to every seat is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.agents.own import Player
from ludwright.agents.seating import check
from ludwright.play.agents import MOVE_LIMIT, seated
from ludwright.play.simulate import FaultCount, Progress, simulate
from ludwright.tournaments.seatings import Seating
from ludwright.tournaments.texts import TournamentError

Returns = npt.NDArray[np.float64]
"""What each seat got, one row a game; not a number where a game did not come to its end."""


@dataclass(frozen=True)
class Fault:
    """Games that went wrong, with what is needed to see one of them."""

    seed: int
    who: list[str]
    count: FaultCount


@dataclass
class Played:
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


def is_common(game: Any) -> bool:
    """Whether there is nobody to beat: a game for one, or one that all win or lose together."""
    model = getattr(getattr(game, "rules", None), "model", None)
    return bool(game.players == 1 or getattr(model, "cooperative", False))


def teams_of(game: Any) -> list[int]:
    """For each seat a number that it shares with its partners alone."""
    model = getattr(getattr(game, "rules", None), "model", None)
    column = getattr(getattr(model, "player", None), "properties", {}).get("team")
    if not column:
        return list(range(game.players))
    names = [getattr(cell, "text", str(cell)) for cell in column[0].cells]
    return [names.index(name) for name in names[: game.players]]


def known_agents(game: Any, texts: Sequence[Player]) -> list[str]:
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


class Field:
    """Agents who play in certain seatings, round by round."""

    def __init__(
        self,
        game: Any,
        agents: Sequence[str],
        seatings: Sequence[Seating],
        seed: int = 1,
        threads: int | None = None,
        announce: Callable[[], None] | None = None,
        move_limit: int = MOVE_LIMIT,
    ) -> None:
        self.game, self.agents = game, list(agents)
        self.played = [Played(seating) for seating in seatings]
        self.seed = seed
        self.faults: list[Fault] = []
        self.rounds = 0
        self.seconds = 0.0
        self.idle = True
        """Nobody has been asked anything so far."""
        self.interrupted = False
        self._threads, self._announce, self._move_limit = threads, announce, move_limit
        self._alike = is_common(game)
        """There everybody plays the same games, so that scores can be compared game by game."""

    @property
    def games(self) -> int:
        """How many games have been played."""
        return sum(played.games for played in self.played)

    def last_round(self) -> Field:
        """The same field, as if it had played the last round only."""
        last = copy(self)
        last.played = [Played(played.seating, played.rounds[self.rounds - 1 :], 0) for played in self.played]
        return last

    def play(self, games: int, progress: Progress | None = None) -> None:
        """One round: so many games in every seating. Interrupted by the user, it keeps what was finished."""
        try:
            for played in self.played:
                self._play(played, games, progress)
                if self.interrupted:
                    break
        except KeyboardInterrupt:  # between two simulations
            self.interrupted = True
        self.rounds += 1

    def _play(self, played: Played, games: int, progress: Progress | None) -> None:
        who = [self.agents[agent] for agent in played.seating]
        seed = seed_of(self.seed, self.rounds, [] if self._alike else who)
        before = self.games
        result = simulate(
            self.game,
            games,
            seed,
            threads=self._threads,
            progress=(lambda done, _: progress(before + done, 0)) if progress is not None else None,
            move_limit=self._move_limit,
            announce=self._announce,
            seats=who,
            keep=True,
        )
        assert result.returns is not None
        played.rounds.append(result.returns)
        played.games += result.games
        self.faults += [Fault(seed, who, count) for count in result.faults]
        self.seconds += result.seconds
        self.idle = self.idle and not result.decisions.most
        self.interrupted = result.interrupted
