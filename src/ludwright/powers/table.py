"""Where it is played: the same deals again and again, with somebody else in the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ludwright.agents.nature import nature_of
from ludwright.play.simulate import SimulationResult, simulate
from ludwright.powers.paired import Numbers, points_of

if TYPE_CHECKING:
    from ludwright.powers.places import Places

Progress = Callable[[str, int, int], None]
"""Called with what is being played, how many games are done, and how many there are in all."""


class StoppedError(Exception):
    """The user has seen enough."""


class Table:
    """The deals 0 to ``deals - 1`` of a seed."""

    def __init__(
        self, game: Any, deals: int, seed: int, threads: int | None, progress: Progress | None, announce: Any = None
    ) -> None:
        self.game, self.deals, self.seed = game, deals, seed
        self.threads, self.progress, self.announce = threads, progress, announce
        self.common = nature_of(game).common
        self.places: Places | None = None
        """Where players stand at the start, once somebody asked for it."""
        self.done = self.expected = self.faulted = 0

    def played(self, who: Sequence[str], doing: str, game: Any = None) -> SimulationResult:
        """All deals with somebody in every seat, in this game or another version of it."""

        def tell(done: int, _: int) -> None:
            if self.progress is not None:
                self.progress(doing, self.done + done, max(self.expected, self.done + done))

        found = simulate(
            game if game is not None else self.game,
            self.deals, self.seed, self.threads, tell, announce=self.announce, seats=list(who), keep=True,
        )  # fmt: skip
        self.done += found.games
        self.faulted += found.faulted
        if found.interrupted:
            raise StoppedError
        return found

    def points(self, who: Sequence[str], doing: str, game: Any = None) -> Numbers:
        """What every seat got, deal by deal."""
        returns = self.played(who, doing, game).returns
        assert returns is not None
        return points_of(returns, self.common)

    def barred(self, agent: str, what: Sequence[str], game: Any = None) -> Numbers:
        """What a player barred from something gets among those that are not, deal by deal: one column for each seat it sat in."""
        if not what:
            return self.points([agent] * self.game.players, agent, game)
        text = f"barred:{agent},from={'+'.join(what)}"
        return self._in_every_seat(agent, text, f"{agent} without {' and '.join(what)}", game)

    def bound(self, agent: str, what: str) -> Numbers:
        """The same of a player who does a thing whenever he can."""
        return self._in_every_seat(agent, f"bound:{agent},to={what}", f"{agent} going for {what}")

    def _in_every_seat(self, agent: str, text: str, doing: str, game: Any = None) -> Numbers:
        """What somebody gets among others, one column for each seat he sat in."""
        seats = self.game.players
        columns = []
        for seat in range(seats):
            who = [text if other == seat else agent for other in range(seats)]
            columns.append(self.points(who, doing, game)[:, seat])
        return np.column_stack(columns)
