"""What players that search no tree of play-outs think every option is worth, as far as they can say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludwright.agents.greedy import Greedy
from ludwright.agents.kernels.deciding import MEANS, SAMPLES
from ludwright.agents.learned import LearnedPlayer
from ludwright.agents.minds import SeatedAgent
from ludwright.agents.search_reading import array_at
from ludwright.engine.random import stream
from ludwright.exact.alphabeta_memory import PLAYOUTS, ROLE
from ludwright.exact.alphabeta_player import LEAVES, AlphaBetaPlayer
from ludwright.exact.maxn_player import MaxNPlayer
from ludwright.exact.memory import TOTALS, WORTHS
from ludwright.exact.prepared import Prepared
from ludwright.exact.searching import Searcher as AlphaBeta
from ludwright.exact.solver_player import SolverPlayer
from ludwright.play.match import Match

MOST = 1_000_000
"""The most positions that alpha-beta looks at to tell what moves are worth, where its budget says nothing of positions."""


@dataclass(frozen=True)
class Said:
    """The worth of every option, in the order they have."""

    values: Sequence[float]
    measure: str
    """What a value is."""
    trials: int = 0
    proven: Sequence[str | None] = field(default=())

    def __post_init__(self) -> None:
        if not self.proven:
            object.__setattr__(self, "proven", [None] * len(self.values))


def worths_of(match: Match, player: Any, sitter: SeatedAgent) -> Said | None:
    """What a player says that has just decided; None if it says nothing."""
    options = len(match.codes())
    if isinstance(player, Greedy):
        block = sitter.mind.block
        trials = int(block[SAMPLES])
        sums = array_at(block[MEANS], np.float64, options)
        return Said([float(total) / trials for total in sums], _measure(match), trials)
    if isinstance(player, LearnedPlayer):
        return _by_learning(player, sitter, options)
    if isinstance(player, MaxNPlayer):
        totals = array_at(sitter.mind.block[TOTALS], np.float64, options)
        return Said([float(total) / player.deals for total in totals], "value")
    if isinstance(player, SolverPlayer):
        worths = [float(worth) for worth in array_at(sitter.mind.block[WORTHS], np.float64, options)]
        return Said(worths, "value with best play", proven=[_certain(match, worth) for worth in worths])
    if isinstance(player, AlphaBetaPlayer):
        return _by_alphabeta(match, player)
    return None


def _by_learning(player: LearnedPlayer, sitter: SeatedAgent, options: int) -> Said:
    block = sitter.mind.block
    trials = int(block[SAMPLES])
    sums = array_at(block[MEANS], np.float64, options)
    return Said([float(total) / trials * player.learned.scale for total in sums], "result it expects", trials)


def _measure(match: Match) -> str:
    """By what a greedy player goes."""
    addresses = match.game.compiled.addresses
    return next((name for name in ("lead", "score") if f"real_{name}" in addresses), "result")


def _certain(match: Match, worth: float) -> str | None:
    """What a proven value means, in a game that one wins and the other loses and that leaves nothing to chance."""
    return {-1.0: "loss", 0.0: "draw", 1.0: "win"}.get(worth) if match.game.players == 2 else None


def _by_alphabeta(match: Match, player: AlphaBetaPlayer) -> Said:
    """Alpha-beta itself looks only for the best move; here each one is looked at alone, with its share of the budget."""
    game, seat, codes = match.game, match.actor or 0, match.codes()
    also = [name for name in ("lead", "score") if name in game.program.reals]
    prepared = Prepared(game, also, ask_forced=False)
    search = AlphaBeta(prepared, player.megabytes, LEAVES[player.leaf])
    search.counts[PLAYOUTS], search.counts[ROLE] = player.playouts, seat + 1
    search.search.streams[:] = np.array([stream(1, match.moves, role) for role in range(game.players + 1)]).reshape(-1)
    values, proven = [], []
    for code in codes:
        after = match.copy()
        after.apply(code)
        if after.over:
            mine, others = (
                after.returns()[seat],
                [value for other, value in enumerate(after.returns()) if other != seat],
            )
            values.append((mine - others[0]) / 2 if len(others) == 1 else mine)
            proven.append(_certain(match, values[-1]))
            continue
        state = np.zeros(search.search.states.shape[1], np.int32)
        state[: game.program.state_size] = after.numbers()
        nodes = max(1, min(player.budget.nodes, MOST) // len(codes))
        found = search.look(state, seat, nodes, max(1, player.budget.depth - 1))
        values.append(found.value)
        proven.append(_certain(match, found.value) if found.proven else None)
    return Said(values, "value", proven=proven)
