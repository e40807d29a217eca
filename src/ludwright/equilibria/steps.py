"""One step of a game: an answer, and all that can come of it.

Steps without chance are made by the machine code, thousands at a time. Where chance is drawn, or a pile lies loose, the plain Python run
goes through every outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.random import Stream
from ludwright.equilibria.chance import Outcomes
from ludwright.equilibria.mistakes import TooLargeError
from ludwright.equilibria.piles import Loose, PileTreatment, PileWords
from ludwright.equilibria.stepping import OPTIONS, answer
from ludwright.game import Game

SAMPLE, HOPELESS = 100, 20
"""After so many outcomes it is looked how likely they were together: if all would be so many times more than allowed, it is given up."""

BATCH = 2048
"""How many answers the machine code gives at a time."""


@dataclass
class Position:
    """Where a step may lead."""

    chance: Fraction
    words: npt.NDArray[np.int32]
    loose: Loose
    codes: list[int]
    payoffs: npt.NDArray[np.float64]
    """What each seat gets: by winning, and by score; zeros while the game goes on."""

    @property
    def over(self) -> int:
        return int(self.words[ir.OVER])

    @property
    def actor(self) -> int:
        return int(self.words[ir.ACTOR])


class GameSteps:
    """Makes the steps of one game."""

    def __init__(self, game: Game, limit: int) -> None:
        self.game = game
        self.limit = limit
        """The most outcomes one step may have."""
        self._ways = PileTreatment(game)
        self._table = [int(word) for word in game.table]
        self._goals = [name if name in game.program.reals else None for name in ("returns", "score")]

    # ------------------------------------------------------------ with chance

    def begin(self) -> list[Position]:
        """All positions in which a game may begin."""
        return self._all(None, (), 0)

    def after(self, words: npt.NDArray[np.int32], loose: Loose, code: int) -> list[Position]:
        """All positions to which an answer may lead, with their probabilities; equal ones are one."""
        return self._all(words, loose, code)

    def _all(self, words: npt.NDArray[np.int32] | None, loose: Loose, code: int) -> list[Position]:
        chance = Outcomes()
        found: dict[tuple[bytes, Loose], Position] = {}
        seen = 0.0
        for runs in range(1, self.limit + 1):
            position = self._one(words, loose, code, chance)
            seen += float(position.chance)
            key = (position.words.tobytes(), position.loose)
            if key in found:
                found[key].chance += position.chance
            else:
                found[key] = position
            if not chance.another():
                return list(found.values())
            if runs % SAMPLE == 0 and runs / seen > HOPELESS * self.limit:
                break
        raise TooLargeError(
            f"one step of {self.game.title} has more than {self.limit:,} outcomes of chance: too many to go through. "
            "Fewer cards or dice may do (`--set`)"
        )

    def _one(self, words: npt.NDArray[np.int32] | None, loose: Loose, code: int, chance: Outcomes) -> Position:
        twin = self._ways.twin
        context = twin.new_context(chance)  # type: ignore[arg-type]
        state = PileWords(self._ways, twin.new_state() if words is None else words.tolist(), chance, loose)
        if words is None:
            twin.setup(state, self._table, context)
        else:
            twin.advance(state, self._table, context, code)
        codes = list(context.options)
        payoffs = np.zeros((2, self.game.players))
        if state[ir.OVER] == 1:
            for which, name in enumerate(self._goals):
                if name is not None:
                    payoffs[which] = [
                        twin.real(name, state, self._table, context, seat) for seat in range(self.game.players)
                    ]
        return Position(chance.probability, np.array(state[:], np.int32), state.kept(), codes, payoffs)

    # ------------------------------------------------------------ without

    def prepare(self) -> None:
        """Have the machine code and its blocks ready."""
        compiled = self.game.compiled
        compiled.accept(self.game.table)
        addresses = [compiled.addresses.get(f"real_{name}", 0) if name else 0 for name in self._goals]
        self._functions = np.array([compiled.addresses["advance"], *addresses], np.int64)
        self._state = compiled.new_state()
        self._context = compiled.new_context(Stream(1, 1))
        self._room = max(1, compiled.capacity)
        self._offered = np.zeros(self._room + 16 * BATCH, np.int64)

    def many(
        self, states: npt.NDArray[np.int32], nodes: npt.NDArray[np.int64], codes: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """The positions after some answers, as many as there was room for: their words, facts, options and payoffs.

        Those for which chance was drawn are only one of those they may lead to.
        """
        count = min(BATCH, nodes.size)
        reached = np.empty((count, states.shape[1]), np.int32)
        facts = np.zeros((count, 4), np.int64)
        payoffs = np.zeros((count, 2, self.game.players))
        given = answer(
            self._functions, states, nodes[:count], codes[:count], self._state, self.game.table, self._context,
            self.game.players, self._room, reached, facts, self._offered, payoffs,
        )  # fmt: skip
        filled = int(facts[:given, OPTIONS].sum())
        return reached[:given], facts[:given], self._offered[:filled].copy(), payoffs[:given]
