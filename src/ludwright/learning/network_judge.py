"""Whoever judges positions by a network: for searches."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import block as shared
from ludwright.agents.kernels import learned as seen
from ludwright.agents.kernels import network as places
from ludwright.agents.minds import AgentMemory
from ludwright.agents.stakes import put_stakes
from ludwright.learning.minds import see
from ludwright.learning.network import BITS, Network
from ludwright.learning.sights import Sights
from ludwright.play.playable import Playable


class NetworkJudge:
    """Says what positions are worth, and which answers are likely the best."""

    def __init__(self, game: Playable, network: Network) -> None:
        self.game, self.network = game, network
        self._sights = Sights(game, patches=False)

    @property
    def mirrored(self) -> bool:
        """Whether what one of two seats gains, the other loses."""
        return self.network.mirrored

    @property
    def evaluate(self) -> int:
        """The address of the function that says what a position is worth."""
        address: int = places.worth_by_network().address
        return address

    @property
    def foretell(self) -> int:
        """The address of the function that says how likely each answer is the best."""
        address: int = places.foretell_by_network().address
        return address

    def evaluator(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> AgentMemory:
        """Memory to judge positions with, for one thread. The weights are shared by all."""
        mind = AgentMemory(self.game, self.game.table, limit, stop)
        put_stakes(mind)
        see(mind, self._sights, BITS)
        network, weights = self.network, self.network.weights
        mind.put(seen.SCALE, float(network.scale))
        mind.put(seen.SQUASH, int(network.squash))
        mind.put(seen.VIEW_MASK, 0)
        mind.put(shared.MIRRORED, int(network.mirrored))
        mind.put(places.HIDDEN, network.hidden)
        mind.put(places.ROWS_IN, len(weights["embedding"]))
        mind.put(places.ANSWERS, len(weights["policy_bias"]))
        for place, name in (
            (places.EMBEDDING, "embedding"), (places.FIRST_BIAS, "first_bias"), (places.SECOND, "second"), (places.SECOND_BIAS, "second_bias"),
            (places.VALUE, "value"), (places.POLICY, "policy"), (places.POLICY_BIAS, "policy_bias"),
        ):  # fmt: skip
            mind.hold(place, weights[name])
        mind.room(places.LAYERS, 2 * network.hidden, np.float32)
        return mind
