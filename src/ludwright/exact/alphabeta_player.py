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
from ludwright.agents.worths import Worths, certain
from ludwright.engine.random import stream
from ludwright.exact import alphabeta_memory, deciding
from ludwright.exact.budgets import Budget, leaf_of
from ludwright.exact.memory import GAME_WORDS, STOP, lay_rules, lay_search
from ludwright.exact.prepared import Prepared
from ludwright.exact.searching import AlphaBetaSearcher
from ludwright.game import Game
from ludwright.play.match import Match

DEPTH, NODES, MEGABYTES, PLIES = 6, 200_000, 16.0, 512
"""What a player does and has if nothing is said."""
MOST = 1_000_000
"""The most positions that are looked at to tell what moves are worth, where the budget says nothing of positions."""
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
        searcher = AlphaBetaSearcher(prepared, self.megabytes, LEAVES[self.leaf], PLIES)
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

    def worths(self, match: Match, sitter: SeatedAgent) -> Worths:
        """What each option is worth. To decide, only the best is looked for; here each is looked at alone, with its share of the budget."""
        game, seat, codes = match.game, match.actor or 0, match.codes()
        also = [name for name in ("lead", "score") if name in game.program.reals]
        searcher = AlphaBetaSearcher(Prepared(game, also, ask_forced=False), self.megabytes, LEAVES[self.leaf])
        searcher.counts[alphabeta_memory.PLAYOUTS], searcher.counts[alphabeta_memory.ROLE] = self.playouts, seat + 1
        searcher.search.streams[:] = np.array(
            [stream(1, match.moves, role) for role in range(game.players + 1)]
        ).reshape(-1)
        values, proven = [], []
        for code in codes:
            after = match.copy()
            after.apply(code)
            if after.over:
                returns = after.returns()
                mine, others = returns[seat], [value for other, value in enumerate(returns) if other != seat]
                values.append((mine - others[0]) / 2 if len(others) == 1 else mine)
                proven.append(certain(match, values[-1]))
                continue
            state = np.zeros(searcher.search.states.shape[1], np.int32)
            state[: game.program.state_size] = after.numbers()
            nodes = max(1, min(self.budget.nodes, MOST) // len(codes))
            found = searcher.look(state, seat, nodes, max(1, self.budget.depth - 1))
            values.append(found.value)
            proven.append(certain(match, found.value) if found.proven else None)
        return Worths(values, "value", proven=proven)


def make(game: Game, settings: Mapping[str, Value]) -> AlphaBetaPlayer:
    """A player that searches with alpha-beta."""
    return AlphaBetaPlayer(game, settings)
