"""What was learned of a game: numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.display import Block, Displayed

BITS, VIEW_BITS = 21, 20
"""There are two to the power of these weights for what is found in a position, and of whole views."""
TABLE_SIZE, VIEW_COUNT = 1 << BITS, 1 << VIEW_BITS

Curve = list[dict[str, Any]]
"""How strong it was on its way: after how many games and seconds, and its share of the points against each of some opponents."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """What it takes to go on learning as if nothing had come between."""

    rates: npt.NDArray[np.float32]
    """Of each weight: the sum of its corrections, and of their sizes."""
    view_rates: npt.NDArray[np.float32]
    league: list[tuple[npt.NDArray[np.float32], npt.NDArray[np.int32]]]
    """Earlier selves, the oldest first."""


def empty_views() -> npt.NDArray[np.int32]:
    """Room for whole views: to each belong a tag and the bits of a weight."""
    return np.zeros(2 * VIEW_COUNT, np.int32)


@dataclass(frozen=True, eq=False)
class Learned(Displayed):
    """What somebody has learned who played a game against himself."""

    title: str
    players: int
    rules: str
    """The `sights.fingerprint` of the game: what was learned of one game is no use in another."""
    params: dict[str, Any]
    """How the game was set."""
    games: int
    """How many games it has played."""
    asked: int
    """How many it was to play."""
    seed: int
    scale: float
    """Results are divided by this."""
    squash: bool
    """Whether games are won or lost, so that what is expected lies between the two."""
    mirrored: bool
    """Whether what one of two seats gains, the other loses."""
    weights: npt.NDArray[np.float32]
    views: npt.NDArray[np.int32]
    """Whole views, a tag and the bits of a weight each."""
    explore: float = 0.1
    """How often it tried what it did not think best."""
    seconds: float = 0.0
    """How long it has learned, in processor time."""
    curve: Curve = field(default_factory=list)
    lesson: Lesson | None = None
    """What it takes to go on, unless that was left out of the file."""

    @property
    def interrupted(self) -> bool:
        """Whether it stopped early. Asked for 0 games, it was to learn for some time."""
        return self.games < self.asked

    @property
    def known(self) -> int:
        """How many weights are other than zero."""
        return int(np.count_nonzero(self.weights)) + int(np.count_nonzero(self.views[1::2]))

    def agent(self, file: str | Path) -> str:
        """The player of a file in which this is kept."""
        return f"learned:{file}"

    def save(self, path: str | Path, small: bool = False) -> None:
        """Write it to a file. The agent is then ``learned:`` and that file's name. A small one can't go on learning."""
        from ludwright.learning.files import save_learned

        save_learned(self, Path(path), small)

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
            "squash": self.squash,
            "mirrored": self.mirrored,
            "weights": self.known,
            "explore": self.explore,
            "seconds": self.seconds,
            "curve": self.curve,
            "interrupted": self.interrupted,
        }

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield f"{self.title} for {self.players}: learned in {self.games:,} games, {self.known:,} weights"
        if self.interrupted:
            yield f"Interrupted: {self.asked:,} games were asked for."

    def __repr__(self) -> str:
        return f"<Learned {self.title!r} for {self.players} in {self.games:,} games>"
