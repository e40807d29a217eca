"""The solver as a player: it knows every position of a small game, and never plays a move that is not best."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.search_reading import array_at
from ludwright.agents.settings import AgentError, Value
from ludwright.agents.worths import Worths, certain
from ludwright.exact import deciding
from ludwright.exact.graphs import PositionGraph
from ludwright.exact.maxn_player import new_web
from ludwright.exact.memory import GAME_WORDS, STOP, WORTHS, lay_graph, lay_rules, lay_web
from ludwright.exact.prepared import Prepared
from ludwright.exact.solving import solve_positions
from ludwright.game import Game
from ludwright.play.match import Match

LIMIT = 2_000_000
_KEPT = "_solved_positions"


class SolverPlayer:
    """A player that has solved its game. It sits down once for every thread; the positions are shared."""

    def __init__(self, game: Game, settings: Mapping[str, Value]) -> None:
        if not isinstance(getattr(game, "program", None), ir.Program):
            raise AgentError(f"`solver` needs a game text, and {game.title} is written in Python: `mcts` plays it")
        self.game = game
        self.positions = _solved(game, int(settings.get("limit", LIMIT)))

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat."""
        prepared = Prepared(self.game)
        web = new_web(prepared, 2)
        mind = AgentMemory(self.game, self.game.forgetful_table, limit, stop)
        lay_rules(mind, prepared.rules)
        lay_web(mind, web)
        lay_graph(mind, self.positions.graph)
        if stop is not None:
            mind.hold(int(STOP), stop)
        mind.put(int(GAME_WORDS), self.game.program.state_size)
        return SeatedAgent(deciding.decide_by_lookup().address, mind)

    def worths(self, match: Match, sitter: SeatedAgent) -> Worths:
        """What each option is worth with best play."""
        found = [float(worth) for worth in array_at(sitter.mind.block[WORTHS], np.float64, len(match.codes()))]
        return Worths(found, "value with best play", proven=[certain(match, worth) for worth in found])


def _solved(game: Game, limit: int) -> PositionGraph:
    """The positions of a game with their values, worked out once for each setting of its parameters."""
    kept: dict[bytes, PositionGraph] = game.__dict__.setdefault(_KEPT, {})
    key = game.table.tobytes()
    if key not in kept:
        kept[key], _ = solve_positions(game, limit)
    return kept[key]


def make(game: Game, settings: Mapping[str, Value]) -> SolverPlayer:
    """The solver."""
    return SolverPlayer(game, settings)
