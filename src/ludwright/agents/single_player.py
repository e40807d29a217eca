"""Players that search one tree for the best line of a solo game, with the switches published for building games."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import lines
from ludwright.agents.kernels import single_player as kernel
from ludwright.agents.minds import SeatedAgent
from ludwright.agents.nested import LineSeeker
from ludwright.agents.planning_kinds import SPMCTS
from ludwright.agents.settings import AgentError, Value
from ludwright.play.playable import Playable

FORMULAS = {"ucb1": kernel.UCB1, "tuned": kernel.TUNED, "tuned2": kernel.TUNED2, "sp": kernel.SINGLE}
DEFAULT_D = {"ucb1": 1.0, "tuned": 0.01, "tuned2": 0.01, "sp": 1.0}
STATES_A_SECOND = 2_000_000
"""Room is made for so many, up to the setting `nodes`."""
LONGEST_PATH = 1024
"""Room for states that a best line adds in a search of few runs."""


class LineSearcher(LineSeeker):
    """A player that searches one tree for one line."""

    def __init__(self, game: Playable, settings: Mapping[str, Value]) -> None:
        super().__init__(game, SPMCTS, settings)
        if float(self.settings["best"]) > 0 and settings.get("formula", "tuned") != "tuned":
            raise AgentError("`best` goes with `formula=tuned` alone: leave one of them out")
        if float(self.settings["forfeit"]) > 0 and self._best_possible == 0:
            raise AgentError(
                f"`forfeit`: nothing in {game.title} tells what a result can still come to. It takes a value that only falls or, where less is better, "
                "only rises, as in `100% of clock.now in 86400..0`"
            )

    @property
    def _best_possible(self) -> int:
        """Where the machine code is that tells it; 0 if there is none."""
        return int(self.game.compiled.addresses.get("real_possible", 0))

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat: with memory of its own."""
        given = self.settings
        iterations, seconds = int(given["iterations"]), float(given["time"])
        mind = self.prepare(limit, stop, iterations, 1)
        best, formula = float(given["best"]), str(given["formula"])
        mind.put(kernel.FORMULA, int(kernel.WEIGHTED if best > 0 else FORMULAS[formula]))
        mind.put(kernel.BEST_WEIGHT, best)
        mind.put(kernel.C, float(given["c"]))
        mind.put(kernel.D, float(given["d"]) or DEFAULT_D["tuned" if best > 0 else formula])
        mind.put(kernel.EQUAL, int(given["equal"] == "drop" and self.foreseeable))
        mind.put(kernel.WIDEN, int(given["widen"]))
        mind.put(kernel.LEVEL_FACTOR, float(given["level"]))
        mind.put(kernel.BEST_PATH, int(bool(given["bestpath"])))
        mind.put(kernel.ANYWHERE, int(given["anywhere"]))
        mind.put(kernel.SEARCHES, int(given["searches"]))
        mind.put(kernel.FORFEIT, float(given["forfeit"]) if self.foreseeable else 0.0)
        mind.put(kernel.POSSIBLE, self._best_possible)
        rows = min(int(given["nodes"]), int(seconds * STATES_A_SECOND) if seconds else iterations) + LONGEST_PATH
        mind.put(kernel.MOST_ROWS, rows)
        mind.room(kernel.ROWS, rows * int(kernel.ROW), np.int32)
        mind.room(kernel.SEEN, self.game.compiled.capacity, np.int32)
        bits = (2 * rows).bit_length() if mind.block[kernel.EQUAL] else 0
        mind.put(kernel.KEY_BITS, bits)
        mind.room(kernel.KEYS, 1 << bits, np.int64)
        longest = int(mind.block[lines.LINE_ROWS]) + 2
        mind.room(kernel.LEVELS, longest, np.int64)
        mind.room(kernel.PATH, longest, np.int64)
        return SeatedAgent(kernel.decide_by_single_player_search().address, mind)


def make(game: Playable, settings: Mapping[str, Value]) -> LineSeeker:
    """A player that searches one tree for one line."""
    return LineSearcher(game, settings)
