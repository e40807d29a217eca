"""Players that search for every side by itself, over chance and over what their seat can't see: max-n and expectimax."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.kernels.block import CLOCK, REWIND, SEALED
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.nature import nature_of
from ludwright.agents.search_reading import array_at
from ludwright.agents.settings import AgentError, Value
from ludwright.agents.worths import Worths
from ludwright.exact import deciding, maxn
from ludwright.exact.alphabeta_memory import COUNT_WORDS, FRAME_WORDS
from ludwright.exact.budgets import Budget, leaf_of
from ludwright.exact.maxn import Web
from ludwright.exact.memory import GAME_WORDS, STOP, TOTALS, lay_rules, lay_web
from ludwright.exact.prepared import Prepared
from ludwright.exact.scripted import DRAWS
from ludwright.game import Game
from ludwright.play.match import Match

DEPTH, NODES, SAMPLES, OUTCOMES, DEALS, PLIES = 2, 50_000, 4, 36, 8, 128
"""What a player does and has if nothing is said."""
LEAVES = {
    "even": maxn.EVEN, "lead": maxn.BY_LEAD, "score": maxn.BY_SCORE, "playouts": maxn.BY_PLAYOUTS, "result": maxn.BY_RESULT,
}  # fmt: skip


class MaxNPlayer:
    """A player that looks some decisions ahead, for one game. It sits down once for every thread."""

    def __init__(self, game: Game, settings: Mapping[str, Value]) -> None:
        if not isinstance(getattr(game, "program", None), ir.Program):
            raise AgentError(f"this player needs a game text, and {game.title} is written in Python: `mcts` plays it")
        self.game = game
        nature = nature_of(game)
        self.budget = Budget.read(settings, DEPTH, NODES)
        self.leaf = leaf_of(game, settings, LEAVES, "result" if nature.common else "playouts")
        if nature.common and game.players > 1 and "leaf" not in settings:
            self.leaf = "result"  # nobody is ahead of anybody
        self.settings = settings
        self.deals = int(settings.get("deals", DEALS)) if nature.hidden else 1

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat."""
        prepared = Prepared(self.game, ask_forced=False)
        web = new_web(prepared, PLIES)
        mind = AgentMemory(self.game, self.game.forgetful_table, limit, stop)
        lay_rules(mind, prepared.rules)
        lay_web(mind, web)
        if stop is not None:
            mind.hold(int(STOP), stop)
        mind.hold(int(TOTALS), np.zeros(web.worths.size))
        mind.put(int(GAME_WORDS), self.game.program.state_size)
        given: dict[Any, int] = {
            maxn.CLOCK: int(mind.block[CLOCK]),
            maxn.LEAF: LEAVES[self.leaf],
            maxn.PLAYOUTS: int(self.settings.get("playouts", 1)),
            maxn.SAMPLES: int(self.settings.get("samples", SAMPLES)),
            maxn.WIDEST: int(self.settings.get("outcomes", OUTCOMES)),
            maxn.DEALS: self.deals,
            maxn.DEEPEST: self.budget.depth,
            maxn.NODE_LIMIT: self.budget.nodes,
            maxn.SEALED: int(mind.block[SEALED]),
            maxn.REWIND: int(mind.block[REWIND]),
            deciding.TIME: self.budget.nanoseconds,
        }
        for place, number in given.items():
            web.counts[place] = number
        return SeatedAgent(deciding.decide_by_maxn().address, mind)

    def worths(self, match: Match, sitter: SeatedAgent) -> Worths:
        """What the search found for each option, on the average of the deals it looked at."""
        totals = array_at(sitter.mind.block[TOTALS], np.float64, len(match.codes()))
        return Worths([float(total) / self.deals for total in totals], "value")


def new_web(prepared: Prepared, plies: int) -> Web:
    """The memory of a search."""
    seats, words = prepared.seats, prepared.compiled.program.state_size
    codes = 2 * prepared.compiled.capacity
    counts = np.zeros(COUNT_WORDS, np.int64)
    addresses = prepared.compiled.addresses
    counts[maxn.LEAD], counts[maxn.SCORE] = addresses.get("real_lead", 0), addresses.get("real_score", 0)
    return Web(
        states=np.zeros((plies, words), np.int32),
        frames=np.zeros((plies, FRAME_WORDS), np.int64),
        shares=np.zeros(plies),
        best=np.zeros((plies, seats)),
        sums=np.zeros((plies, seats)),
        values=np.zeros(seats),
        scripts=np.zeros((plies, DRAWS), np.int32),
        codes=np.zeros(codes, np.int32),
        worths=np.zeros(codes),
        counts=counts,
        stop=np.zeros(1, np.int64),
        streams=np.zeros(2 * (seats + 1), np.uint64),
    )


def make(game: Game, settings: Mapping[str, Value]) -> MaxNPlayer:
    """A player that looks ahead for every side."""
    return MaxNPlayer(game, settings)
