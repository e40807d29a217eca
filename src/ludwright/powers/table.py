"""Where it is played: the same deals again and again, with somebody else in the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from ludwright.agents.barred import tallied
from ludwright.agents.nature import nature_of
from ludwright.game import Game
from ludwright.play.simulate import SimulationResult, simulate
from ludwright.powers.paired import Numbers, points_of

if TYPE_CHECKING:
    from ludwright.powers.places import StartingPlaces

Progress = Callable[[str, int, int], None]
"""Called with what is being played, how many games are done, and how many there are in all."""


_FAULTS, _STUCK = 0.1, 0.5
"""Where more games than this are stopped by a fault, or leave who is barred nothing else to do, nothing is measured."""


_PATIENCE = 2_000
"""Where all do without a thing, a game with more decisions than this counts as one that does not end."""


class StoppedError(Exception):
    """The user has seen enough."""


@dataclass
class Tried:
    """What came of games in which somebody is barred from something, or bound to do it."""

    points: Numbers
    """What that player got, deal by deal, one column for each seat."""
    games: int = 0
    faulted: int = 0
    met: int = 0
    """Games in which there was something to leave, or to do."""
    stuck: int = 0
    """Games in which there was nothing else to do."""

    @property
    def why_not(self) -> str:
        """Why nothing can be said; empty if something can."""
        if self.faulted > _FAULTS * self.games:
            return f"{self.faulted:,} of {self.games:,} games were stopped by a fault"
        if self.stuck > _STUCK * self.games:
            return f"nobody can do without it, as nothing else was legal at some time in {self.stuck:,} of {self.games:,} games"
        return ""


@dataclass
class Patience:
    """How many seconds are left for games that may never end, at all tables that share them."""

    seconds: float


class SeededDeals:
    """The deals 0 to ``deals - 1`` of a seed."""

    def __init__(
        self,
        game: Game,
        deals: int,
        seed: int,
        threads: int | None,
        progress: Progress | None,
        announce: Any = None,
    ) -> None:
        self.game, self.deals, self.seed = game, deals, seed
        self.threads, self.progress, self.announce = threads, progress, announce
        self.common = nature_of(game).common
        self.patience: Patience | None = None
        """How long it may take to see whether anybody gets anywhere; None: as long as it takes."""
        self.places: StartingPlaces | None = None
        """Where players stand at the start, once somebody asked for it."""
        self.done = self.expected = self.faulted = 0

    def played(self, who: Sequence[str], doing: str, game: Game | None = None) -> SimulationResult:
        """All deals with somebody in every seat, in this game or another version of it."""

        def tell(done: int, _: int) -> None:
            if self.progress is not None:
                self.progress(doing, self.done + done, max(self.expected, self.done + done))

        found = simulate(
            game if game is not None else self.game,
            self.deals, self.seed, self.threads, tell, announce=self.announce, agents=list(who), keep=True,
        )  # fmt: skip
        self.done += found.games
        self.faulted += found.faulted
        if found.interrupted:
            raise StoppedError
        return found

    def points(self, who: Sequence[str], doing: str, game: Game | None = None) -> Numbers:
        """What every seat got, deal by deal."""
        returns = self.played(who, doing, game).returns
        assert returns is not None
        return points_of(returns, self.common)

    def barred(self, agent: str, what: Sequence[str], game: Game | None = None) -> Numbers:
        """What a player barred from something gets among those that are not, deal by deal: one column for each seat it sat in."""
        return self.without(agent, what, game).points if what else self.points([agent] * self.game.players, agent, game)

    def without(self, agent: str, what: Sequence[str], game: Game | None = None) -> Tried:
        """The same, with how often the bar could not be kept."""
        text = f"barred:{agent},from={'+'.join(what)}"
        return self._in_every_seat(agent, text, f"{agent} without {' and '.join(what)}", game)

    def bound(self, agent: str, what: str) -> Tried:
        """The same of a player who does a thing whenever possible."""
        return self._in_every_seat(agent, f"bound:{agent},to={what}", f"{agent} going for {what}")

    def stalled(self, agent: str, deals: int) -> float:
        """If everybody is such a player: the share of games in which nobody gets anywhere. They don't end, or nobody scores, or all end level.

        Where patience ends, the rest counts as such: then nothing is said about what they do without.
        """
        from ludwright.powers.observing import recorded

        deals, began = min(deals, self.deals), monotonic()
        left = None if self.patience is None else self.patience.seconds
        if left is not None and left <= 0:
            return 1.0
        run = recorded(self.game, agent, deals, self.seed, self.threads, _PATIENCE, left)
        if self.patience is not None:
            self.patience.seconds -= monotonic() - began
        games = run.games
        self.done += len(games)
        stalled = sum(
            end != "over" or self._nobody_gained(number, scores, returns)
            for number, end, scores, returns in games.select("number", "end", "scores", "returns").iter_rows()
        )
        return float((stalled + deals - len(games)) / max(1, deals))

    def _nobody_gained(self, number: int, scores: Sequence[float | None] | None, returns: Sequence[float]) -> bool:
        before = self.game.start(self.seed, number).scores()
        if before is None or not scores or None in scores:
            return len(set(returns)) == 1
        return all((now or 0.0) <= then for now, then in zip(scores, before, strict=True))

    def _in_every_seat(self, agent: str, text: str, doing: str, game: Game | None = None) -> Tried:
        """What somebody gets among others, one column for each seat. It ends early where the first seat shows that nothing can be said."""
        seats = self.game.players
        found = Tried(np.full((self.deals, seats), np.nan))
        for seat in range(seats):
            who = [text if other == seat else agent for other in range(seats)]
            with tallied() as tally:
                played = self.played(who, doing, game)
            assert played.returns is not None
            found.points[:, seat] = points_of(played.returns, self.common)[:, seat]
            found.games += played.games
            found.faulted += played.faulted
            found.met += tally.met
            found.stuck += tally.stuck
            if found.why_not:
                break
        return found
