"""One game as it was played: its rules, its deal and its answers, at any of its frames."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.arguments import whole_number
from ludwright.inspecting.moment import Lister, Moment
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.hearing import Hearing
from ludwright.play.telling import Hearsay

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.inspecting.inspection import Inspection
    from ludwright.play.match import Match

_MOMENTS = 8


class InspectError(LudwrightError):
    """A frame that a game does not have, or a continuation that can't be."""


class Recorded:
    """A game with all its answers. Frame 0 is the start; frame 12 is the position after the twelfth answer.

    Where nobody ever chose anything, the ends of turns are the frames.
    """

    def __init__(self, game: Game, seed: int, number: int, codes: Sequence[int], agents: Sequence[str] = ()) -> None:
        self.game, self.seed, self.number = game, seed, number
        self.codes = list(codes)
        self.agents = list(agents)
        """Who played, if that is known."""
        self._turns = self._ends_of_turns() if not self.codes else []
        self._moments: OrderedDict[tuple[int, int | None], Moment] = OrderedDict()

    @property
    def by_turns(self) -> bool:
        """Whether the ends of turns are the frames."""
        return len(self._turns) > 1

    @cached_property
    def table(self) -> npt.NDArray[np.int32]:
        """The table the game is played with; where the ends of turns are the frames, it stops there."""
        table = self.game.table.copy()
        table[ir.PAUSED] = int(not self.codes)
        return table

    @cached_property
    def plain_table(self) -> list[int]:
        """The same for the plain run."""
        found: list[int] = self.table.tolist()
        return found

    def _ends_of_turns(self) -> list[tuple[npt.NDArray[np.int32], tuple[int, int]]]:
        """The positions at the end of every turn, and where chance stands; games that have something to follow stop there."""
        other = self.game._other()
        other.__dict__["table"] = self.table
        match = other.start(self.seed, self.number)
        found = [(match.numbers(), match.chance)]
        while not match.over and not match.codes() and len(found) < MOVE_LIMIT:
            match.go_on()
            found.append((match.numbers(), match.chance))
        if len(found) > 1 and all(found[-1][0][place] == found[-2][0][place] for place in ir.SAME_TURN):
            del found[-2]  # the game ended with its last turn
        return found

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self._turns) - 1 if self.by_turns else len(self.codes)

    @cached_property
    def lister(self) -> Lister:
        """Lists positions of this game."""
        return Lister(self.game)

    @cached_property
    def hearsay(self) -> Hearsay:
        """Tells moves to seats."""
        return Hearsay(self.game)

    @cached_property
    def hearing(self) -> Hearing:
        """Listens to what is shown and told."""
        return Hearing(self.game)

    @cached_property
    def _playing(self) -> Match:
        return self.game.start(self.seed, self.number)

    def moment(self, frame: int, seat: int | None = None) -> Moment:
        """Everything there is after so many answers, listed. The last few are kept: what is after one frame is before the next."""
        found = self._moments.pop((frame, seat), None) or self.lister.moment(self.at(frame).words, seat)
        self._moments[frame, seat] = found
        while len(self._moments) > _MOMENTS:
            self._moments.popitem(last=False)
        return found

    def frame(self, wanted: int) -> int:
        """A frame that exists; from -1 on they are counted from the last."""
        wanted = whole_number("frame", wanted)
        found = wanted + self.last + 1 if wanted < 0 else wanted
        if not 0 <= found <= self.last:
            raise InspectError(f"there is no frame {wanted}: this game has the frames 0 to {self.last}")
        return found

    def at(self, frame: int) -> Match:
        """The game after so many answers."""
        match = self._playing
        if self.by_turns:
            return match.twin_of(*self._turns[frame])
        while len(match.answers) > frame:
            match.undo()
        for code in self.codes[len(match.answers) : frame]:
            match.apply(code)
        return match.copy()

    def inspect(self, frame: int) -> Inspection:
        """One frame, to be looked at."""
        from ludwright.inspecting.inspection import Inspection

        return Inspection(self, self.frame(frame))
