"""What was learned of a game: numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.display import Block, Displayed

BITS = 20
"""The table of weights has two halves of two to the power of this: for what is found in a position, and for whole views."""
TABLE_SIZE = 2 << BITS


@dataclass(frozen=True, eq=False)
class Learned(Displayed):
    """What somebody has learned who played a game against himself."""

    title: str
    players: int
    rules: str
    """A hash of the game's text: what was learned of one game is no use in another."""
    params: dict[str, Any]
    """How the game was set."""
    games: int
    """How many games it has played."""
    asked: int
    """How many it was to play."""
    seed: int
    scale: float
    """Results are divided by this."""
    weights: npt.NDArray[np.float64]

    @property
    def interrupted(self) -> bool:
        """Whether it stopped early."""
        return self.games < self.asked

    @property
    def known(self) -> int:
        """How many weights are other than zero."""
        return int(np.count_nonzero(self.weights))

    def save(self, path: str | Path) -> None:
        """Write it to a file. The agent is then ``learned:`` and that file's name."""
        from ludwright.learning.files import save_learned

        save_learned(self, Path(path))

    def as_json(self) -> dict[str, Any]:
        """Everything but the weights."""
        return {
            "game": self.title,
            "players": self.players,
            "rules": self.rules,
            "params": self.params,
            "games": self.games,
            "asked": self.asked,
            "seed": self.seed,
            "scale": self.scale,
            "weights": self.known,
            "interrupted": self.interrupted,
        }

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield f"{self.title} for {self.players}: learned in {self.games:,} games, {self.known:,} weights"
        if self.interrupted:
            yield f"Interrupted: {self.asked:,} games were asked for."

    def __repr__(self) -> str:
        return f"<Learned {self.title!r} for {self.players} in {self.games:,} games>"
