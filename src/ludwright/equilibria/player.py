"""The player that keeps to an equilibrium, in simulations, tournaments and at the table.

It remembers what its seat saw and did at its own decisions. Where that is not all it could know, or it comes in later, it plays as it would on
average over all that may have been.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ludwright.agents.equilibrium_kind import EQUILIBRIUM
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.settings import Value
from ludwright.equilibria.drawing import (
    BEGINS,
    ENTRIES,
    KEYS,
    KNOWLEDGE,
    SHARES,
    WHOLE,
    decide_by_strategy,
    key,
    key_alone,
)
from ludwright.equilibria.equilibrium_result import Equilibrium, equilibrium
from ludwright.equilibria.tree import Situation
from ludwright.game import Game
from ludwright.hidden.block import make_block
from ludwright.hidden.calls import addresses

_solved: WeakKeyDictionary[Any, dict[tuple[int, int, str | None], StrategyTable]] = WeakKeyDictionary()
"""What was worked out before, by game and settings: every seat and thread shares it."""


class StrategyTable:
    """A strategy by what a seat saw and did at its own decisions; and, for who comes in later, by what it sees now."""

    def __init__(self, found: Equilibrium) -> None:
        self.found = found
        shares: dict[int, list[npt.NDArray[np.float64]]] = defaultdict(list)
        self._keys: dict[int, int] = {}
        for situation in found.tree.situations:
            begin, end = found.tree.begins[situation.number], found.tree.begins[situation.number + 1]
            # what hardly comes up counts a little, too: it may be all there is
            own = (float(found.likely[situation.number]) + 1e-12) * found.strategy[begin:end]
            shares[self._key(situation)].append(own)
            shares[int(key_alone(np.uint64(situation.view)))].append(own)
        self.unclear = len(found.tree.situations) - len(set(self._keys.values()))
        """How many situations look like another one, if only the own decisions are remembered."""
        ordered = sorted(shares)
        self.keys = np.array(ordered, np.uint64).view(np.int64)
        sums = [np.sum(shares[view], axis=0) for view in ordered]
        self.begins = np.concatenate([[0], np.cumsum([len(s) for s in sums])]).astype(np.int64)
        parts = [np.round(np.cumsum(s / s.sum()) * WHOLE).astype(np.int64) for s in sums]
        self.shares = np.concatenate([*parts, np.zeros(1, np.int64)])
        self.knowledge = make_block(found.game.rules.model, found.game.layout, addresses())

    def _key(self, situation: Situation) -> int:
        """The key of a situation: it goes on from that of the seat's decision before."""
        before = [step for step in self.found.tree.path(situation.node) if step[0].seat == situation.seat]
        last, answered = (self._keys[before[-1][0].number], before[-1][1] + 1) if before else (0, 0)
        made = int(key(np.uint64(last), np.uint64(answered), np.uint64(situation.view)))
        self._keys[situation.number] = made
        return made


class KeepsTo:
    """A player that keeps to an equilibrium."""

    def __init__(self, game: Game, settings: Mapping[str, Value]) -> None:
        self.game = game
        rounds, limit = (int(settings.get(name, EQUILIBRIUM.setting(name).default)) for name in ("iterations", "limit"))
        by = str(settings["by"]) if "by" in settings else None
        known = _solved.setdefault(game, {})
        if (rounds, limit, by) not in known:
            known[rounds, limit, by] = StrategyTable(equilibrium(game, rounds, by=by, limit=limit))
        self.table = known[rounds, limit, by]

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat."""
        mind = AgentMemory(self.game, self.game.table, limit, stop)
        mind.hold(KNOWLEDGE, self.table.knowledge)
        mind.put(ENTRIES, len(self.table.keys))
        mind.hold(KEYS, self.table.keys)
        mind.hold(BEGINS, self.table.begins)
        mind.hold(SHARES, self.table.shares)
        return SeatedAgent(decide_by_strategy().address, mind)


def make(game: Game, settings: Mapping[str, Value]) -> KeepsTo:
    """A player that keeps to an equilibrium."""
    return KeepsTo(game, settings)
