"""Random games, played by the machine code and looked at position by position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ludwright import ir
from ludwright.conformance.components import Frames
from ludwright.engine.compiled import signed
from ludwright.engine.random import Stream, stream
from ludwright.play.agents import Agents

if TYPE_CHECKING:
    from ludwright.game import Game

CHUNK = 256
"""So many positions are looked at together."""

Look = Callable[[Frames, int], None]
"""Takes positions that follow each other in one game, and the number of moves before the first of them. The last position
of a chunk is the first of the next."""


@dataclass(frozen=True)
class Played:
    """How one game went."""

    number: int
    decisions: int
    moves: int
    over: int
    fault: int
    line: int
    returns: tuple[float, ...]

    @property
    def too_long(self) -> bool:
        """Whether it was stopped by the move limit."""
        return self.fault == ir.TOO_LONG


class RandomGames:
    """Plays the random games of a seed: the very games of ``simulate`` and ``trace``."""

    def __init__(self, game: Game, seed: int, move_limit: int) -> None:
        self.game, self.seed, self.move_limit = game, seed, move_limit
        self._state = game.compiled.new_state()
        self._context = game.compiled.new_context(Stream(0, 1))
        self._frames = np.empty((CHUNK, len(self._state)), np.int32)

    def play(self, number: int, look: Look) -> Played:
        """Play one game."""
        state, context, table, frames = self._state, self._context, self.game.table, self._frames
        compiled = self.game.compiled
        chance = stream(self.seed, number, 0)
        context[ir.CTX_RNG_STATE], context[ir.CTX_RNG_STREAM] = signed(chance[0]), signed(chance[1])
        players = Agents(self.game, self.seed, number)
        options = compiled.setup(state, table, context)
        frames[0] = state
        rows, decisions = 1, 0
        while options > 0 and decisions < self.move_limit and state[ir.MOVES] < self.move_limit:
            codes = context[ir.CTX_HEADER : ir.CTX_HEADER + options]
            code = players.pick(int(state[ir.ACTOR]), codes, state)
            options = compiled.advance(state, table, context, code)
            decisions += 1
            frames[rows] = state
            rows += 1
            if rows == CHUNK:
                look(frames, decisions - rows + 1)
                frames[0] = state
                rows = 1
        look(frames[:rows], decisions - rows + 1)
        over, fault, line = (int(state[word]) for word in (ir.OVER, ir.FAULT, ir.FAULT_LINE))
        if options > 0:
            over, fault, line = 2, ir.TOO_LONG, 0
        seats = range(self.game.players) if over == 1 else ()
        returns = tuple(compiled.real("returns", state, table, context, seat) for seat in seats)
        return Played(number, decisions, int(state[ir.MOVES]), over, fault, line, returns)
