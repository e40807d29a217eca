"""What players think every option is worth, as far as they can say. A player that can has a method ``worths``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ludwright.agents.kernels.deciding import MEANS, SAMPLES
from ludwright.agents.minds import SeatedAgent
from ludwright.agents.search_reading import array_at
from ludwright.play.match import Match


@dataclass(frozen=True)
class Worths:
    """The worth of every option, in the order they have."""

    values: Sequence[float]
    measure: str
    """What a value is."""
    trials: int = 0
    proven: Sequence[str | None] = field(default=())

    def __post_init__(self) -> None:
        if not self.proven:
            object.__setattr__(self, "proven", [None] * len(self.values))


@runtime_checkable
class Appraiser(Protocol):
    """A player that can say what it thinks of each option."""

    def worths(self, match: Match, sitter: SeatedAgent) -> Worths:
        """What it thought of the options of a match that it has just decided."""


def worths_of(match: Match, player: Any, sitter: SeatedAgent) -> Worths | None:
    """What a player says that has just decided; None if it says nothing."""
    return player.worths(match, sitter) if isinstance(player, Appraiser) else None


def means(match: Match, sitter: SeatedAgent, measure: str, scale: float = 1.0) -> Worths:
    """What came of each option on the average, where a player tried all of them equally often."""
    trials = int(sitter.mind.block[SAMPLES])
    sums = array_at(sitter.mind.block[MEANS], np.float64, len(match.codes()))
    return Worths([float(total) / trials * scale for total in sums], measure, trials)


def certain(match: Match, worth: float) -> str | None:
    """What a proven value means, in a game that one wins and the other loses and that leaves nothing to chance."""
    return {-1.0: "loss", 0.0: "draw", 1.0: "win"}.get(worth) if match.game.players == 2 else None
