"""Players that search with alpha-beta: one seat against all others, nothing hidden, nothing left to chance."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.kernels.block import CLOCK
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.nature import nature_of
from ludwright.agents.settings import AgentError, Value
from ludwright.exact import alphabeta_memory, deciding
from ludwright.exact.budgets import Budget, leaf_of
from ludwright.exact.memory import GAME_WORDS, STOP, lay_rules, lay_search
from ludwright.exact.prepared import Prepared
from ludwright.exact.searching import Searcher
from ludwright.game import Game

DEPTH, NODES, MEGABYTES, PLIES = 6, 200_000, 16.0, 512
"""What a player does and has if nothing is said."""
LEAVES = {
    "even": alphabeta_memory.EVEN,
    "lead": alphabeta_memory.BY_LEAD,
    "score": alphabeta_memory.BY_SCORE,
    "playouts": alphabeta_memory.BY_PLAYOUTS,
}


class AlphaBetaPlayer:
    """A player that searches, for one game. It sits down once for every thread."""

    def __init__(self, game: Game, settings: Mapping[str, Value]) -> None:
        nature = nature_of(game)
        if not isinstance(getattr(game, "program", None), ir.Program):
            raise AgentError(f"`alphabeta` needs a game text, and {game.title} is written in Python: `mcts` plays it")
        if nature.hidden or nature.chance:
            why = "somebody does not see everything" if nature.hidden else "something is left to chance"
            raise AgentError(f"`alphabeta` can't play {game.title}, where {why}: `expectimax` and `mcts` can")
        self.game = game
        self.budget = Budget.read(settings, DEPTH, NODES)
        self.leaf = leaf_of(game, settings, LEAVES, "playouts")
        self.playouts = int(settings.get("playouts", 1))
        self.megabytes = float(settings.get("memory", MEGABYTES))

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat."""
        also = [name for name in ("lead", "score") if name in self.game.program.reals]
        prepared = Prepared(self.game, also, ask_forced=False)
        searcher = Searcher(prepared, self.megabytes, LEAVES[self.leaf], PLIES)
        mind = AgentMemory(self.game, self.game.forgetful_table, limit, stop)
        lay_rules(mind, prepared.rules)
        lay_search(mind, searcher.search)
        if stop is not None:
            mind.hold(int(STOP), stop)
        mind.put(int(GAME_WORDS), self.game.program.state_size)
        counts = searcher.counts
        counts[alphabeta_memory.CLOCK] = mind.block[CLOCK]
        counts[alphabeta_memory.PLAYOUTS] = self.playouts
        counts[alphabeta_memory.DEEPEST] = self.budget.depth
        counts[alphabeta_memory.NODE_LIMIT] = self.budget.nodes
        counts[deciding.TIME] = self.budget.nanoseconds
        counts[deciding.PARANOID] = int(self.game.players != 2)
        return SeatedAgent(deciding.decide_by_alphabeta().address, mind)


def make(game: Game, settings: Mapping[str, Value]) -> AlphaBetaPlayer:
    """A player that searches with alpha-beta."""
    return AlphaBetaPlayer(game, settings)
