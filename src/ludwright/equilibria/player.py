"""The player that keeps to an equilibrium, in simulations, tournaments and at the table.

It knows what its seat sees now. Where that leaves open what it saw earlier, it plays as it would on average over all that may have been.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ludwright.agents.minds import Mind, Sitter
from ludwright.agents.settings import Value
from ludwright.equilibria.drawing import BEGINS, KNOWLEDGE, SHARES, SITUATIONS, VIEWS, WHOLE, decide_by_strategy
from ludwright.equilibria.kinds import EQUILIBRIUM
from ludwright.equilibria.result import Equilibrium, equilibrium
from ludwright.hidden.block import make_block
from ludwright.hidden.calls import addresses

_solved: WeakKeyDictionary[Any, dict[tuple[int, int, str | None], Table]] = WeakKeyDictionary()
"""What was worked out before, by game and settings: every seat and thread shares it."""


class Table:
    """A strategy by what a seat sees."""

    def __init__(self, found: Equilibrium) -> None:
        self.found = found
        shares: dict[int, list[npt.NDArray[np.float64]]] = defaultdict(list)
        for situation in found.tree.situations:
            begin, end = found.tree.begins[situation.number], found.tree.begins[situation.number + 1]
            # what hardly comes up counts a little, too: it may be all there is
            weight = float(found.likely[situation.number]) + 1e-12
            shares[situation.view].append(weight * found.strategy[begin:end])
        self.ambiguous = sum(len(same) > 1 for same in shares.values())
        """How many views leave open what was seen earlier."""
        ordered = sorted(shares)
        self.views = np.array(ordered, np.uint64).view(np.int64)
        sums = [np.sum(shares[view], axis=0) for view in ordered]
        self.begins = np.concatenate([[0], np.cumsum([len(s) for s in sums])]).astype(np.int64)
        parts = [np.round(np.cumsum(s / s.sum()) * WHOLE).astype(np.int64) for s in sums]
        self.shares = np.concatenate([*parts, np.zeros(1, np.int64)])
        self.knowledge = make_block(found.game.rules.model, found.game.layout, addresses())


class KeepsTo:
    """A player that keeps to an equilibrium."""

    def __init__(self, game: Any, settings: Mapping[str, Value]) -> None:
        self.game = game
        rounds, limit = (int(settings.get(name, EQUILIBRIUM.setting(name).default)) for name in ("iterations", "limit"))
        by = str(settings["by"]) if "by" in settings else None
        known = _solved.setdefault(game, {})
        if (rounds, limit, by) not in known:
            known[rounds, limit, by] = Table(equilibrium(game, rounds, by=by, limit=limit))
        self.table = known[rounds, limit, by]

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> Sitter:
        """Take a seat."""
        mind = Mind(self.game, self.game.table, limit, stop)
        mind.hold(KNOWLEDGE, self.table.knowledge)
        mind.put(SITUATIONS, len(self.table.views))
        mind.hold(VIEWS, self.table.views)
        mind.hold(BEGINS, self.table.begins)
        mind.hold(SHARES, self.table.shares)
        return Sitter(decide_by_strategy().address, mind)


def make(game: Any, settings: Mapping[str, Value]) -> KeepsTo:
    """A player that keeps to an equilibrium."""
    return KeepsTo(game, settings)
