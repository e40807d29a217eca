"""Greedy players: one step ahead."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ludwright.agents.catalogue import GREEDY
from ludwright.agents.kernels.block import OWN
from ludwright.agents.kernels.deciding import decide_one_ahead
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.nature import nature_of
from ludwright.agents.settings import AgentError, Value
from ludwright.agents.stakes import put_stakes
from ludwright.agents.worths import Worths, means
from ludwright.play.match import Match
from ludwright.play.playable import Playable


class Greedy:
    """A player that looks one step ahead."""

    def __init__(self, game: Playable, settings: Mapping[str, Value]) -> None:
        self.game = game
        nature = nature_of(game)
        samples = int(settings.get("samples", GREEDY.setting("samples").default))
        self.samples = 1 if nature.exact else samples
        addresses = game.compiled.addresses
        if "real_lead" not in addresses and "real_score" not in addresses and not nature.common:
            raise AgentError(
                f"a greedy player needs to know who is ahead, and {game.title} does not say: add `lead(p): ...` or `score(p): ...`"
            )

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat."""
        mind = AgentMemory(self.game, getattr(self.game, "forgetful_table", self.game.table), limit, stop)
        put_stakes(mind)
        mind.put(OWN, self.samples)
        mind.room(OWN + 1, self.game.compiled.capacity + 1, np.float64)
        return SeatedAgent(decide_one_ahead().address, mind)

    def worths(self, match: Match, sitter: SeatedAgent) -> Worths:
        """What the positions behind its options count for."""
        addresses = match.game.compiled.addresses
        measure = next((name for name in ("lead", "score") if f"real_{name}" in addresses), "result")
        return means(match, sitter, measure)


def make(game: Playable, settings: Mapping[str, Value]) -> Greedy:
    """A greedy player."""
    return Greedy(game, settings)
