"""Players that look for the best line by nested rollout policy adaptation."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import lines
from ludwright.agents.kernels.adapting import decide_by_adapting
from ludwright.agents.minds import SeatedAgent
from ludwright.agents.nested import LineSeeker, has_groups
from ludwright.agents.planning_kinds import NRPA
from ludwright.agents.settings import Value
from ludwright.play.playable import Playable

MOST_WEIGHTS = 1 << 16
"""Where a game has more codes than this, some answers share their preference."""
MOST_PLAYOUTS = 10**12
"""More than anybody waits for."""


class Adapter(LineSeeker):
    """A player that adapts how it plays out."""

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat: with memory of its own."""
        runs, level, times = (int(self.settings[name]) for name in ("iterations", "level", "times"))
        mind = self.prepare(limit, stop, min(times * runs**level, MOST_PLAYOUTS))
        mind.put(lines.RUNS, runs)
        mind.put(lines.ALPHA, float(self.settings["alpha"]))
        codes = getattr(getattr(getattr(self.game, "rules", None), "questions", None), "codes", MOST_WEIGHTS)
        rows = min(codes, MOST_WEIGHTS)
        mind.put(lines.WEIGHT_ROWS, rows)
        mind.room(lines.STAMPS, rows, np.int64)
        weights = mind.room(lines.WEIGHTS_OF, (level + 2) * rows, np.float64)
        if self.settings["playout"] == "groups":
            weights[-rows:] = self._likings(rows)
        return SeatedAgent(decide_by_adapting().address, mind)

    def _likings(self, rows: int) -> npt.NDArray[np.float64]:
        """The preferences to begin with: the likelihood of a group, shared by its answers."""
        found = np.zeros(rows)
        if not has_groups(self.game):
            return found
        groups = self.game.rules.groups
        sizes = [0] * len(groups.weights)
        for first, last, group in groups.ranges:
            sizes[group] += last - first + 1
        total = sum(groups.weights) or 1
        for first, last, group in groups.ranges:
            if groups.weights[group] > 0:
                found[first : last + 1] = math.log(groups.weights[group] / total / sizes[group])
        return found


def make(game: Playable, settings: Mapping[str, Value]) -> Adapter:
    """A player that adapts how it plays out."""
    return Adapter(game, NRPA, settings)
