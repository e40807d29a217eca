"""A game made ready for exact search: rules that can be carried out on any copy, with every outcome of chance, and packed positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.compiled import Compiled, State
from ludwright.engine.positions import packing
from ludwright.engine.random import Stream
from ludwright.exact.outcomes import OutcomeRules
from ludwright.exact.scripted import DRAWS, draws_chance, scripted
from ludwright.mistakes import LudwrightError

if TYPE_CHECKING:
    from ludwright.game import Game


class NotExactError(LudwrightError):
    """A game that exact search can't do justice to."""


class Prepared:
    """One game for one thread: what its kernels read and write is its own."""

    def __init__(self, game: Game, also: Iterable[str] = (), *, ask_forced: bool = True) -> None:
        """Prepare a game; ``also`` names exports that equal positions must share.

        Positions with only one way on are positions too if ``ask_forced``, or are passed over.
        """
        if not isinstance(game.program, ir.Program):
            raise NotExactError(
                f"{game.title} is written in Python: exact search needs a game text, to know which positions are equal"
            )
        if game.opaque:
            raise NotExactError(
                f"the rules of {game.title} are other people's code: it is not known which of its positions are equal, nor all that chance may bring"
            )
        self.game = game
        self.seats = game.players
        self.chance = draws_chance(game.program)
        table = game.forgetful_table.copy()
        table[ir.ASK_FORCED] = int(ask_forced)
        self.cursor = -1
        self.compiled: Compiled = game.compiled
        if self.chance:
            self.compiled, table = self._told(table)
            self.cursor = game.program.state_size
        self.table: npt.NDArray[np.int32] = np.ascontiguousarray(table)
        self.compiled.accept(self.table)
        self.packing = packing(game, also)
        self.context = self.compiled.new_context(Stream(0, 1))

    def _told(self, table: npt.NDArray[np.int32]) -> tuple[Compiled, npt.NDArray[np.int32]]:
        program = scripted(self.game.program)
        if program is None:
            raise NotExactError(
                f"{self.game.title} draws chance while rules only try something out: its outcomes can't be gone through"
            )
        longer = np.concatenate([table, np.zeros(DRAWS, np.int32)])
        kept: Compiled | None = self.game.__dict__.get("_with_script")
        if kept is None:
            kept = self.game.__dict__["_with_script"] = Compiled(program, longer)
        return kept, longer

    @property
    def rules(self) -> OutcomeRules:
        """What kernels need to know."""
        places = self.compiled.addresses
        return OutcomeRules(
            places["setup"], places["advance"], places["legal"], places["real_returns"], self.seats, self.cursor,
            self.table, self.context, self.packing.rows, self.packing.runs,
        )  # fmt: skip

    def new_state(self) -> State:
        """A state of zeros."""
        return self.compiled.new_state()

    def state_of(self, words: npt.NDArray[np.int32]) -> State:
        """A state of the game as it is played elsewhere."""
        state = self.new_state()
        state[: words.size] = words
        return state
