"""Players that breed plans: rolling-horizon evolution."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import block as places
from ludwright.agents.kernels import evolution, lines
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.nature import nature_of
from ludwright.agents.nested import POLICIES, has_groups, needs_a_lead
from ludwright.agents.planning_kinds import RHEA
from ludwright.agents.settings import Value
from ludwright.agents.stakes import put_stakes
from ludwright.play.playable import Playable


class PlanBreeder:
    """A player that breeds plans, for one game."""

    def __init__(self, game: Playable, settings: Mapping[str, Value]) -> None:
        self.game = game
        self.nature = nature_of(game)
        given = {setting.name: setting.default for setting in RHEA.settings}
        if has_groups(game):
            given.update(playout="groups", opponent="groups")
        if game.players == 1 or "real_lead" in game.compiled.addresses:
            given["finish"] = "lead"
        given.update(settings)
        self.settings = given
        for name in ("playout", "opponent"):
            if given[name] == "greedy":
                needs_a_lead(game, f"{name}=greedy")

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat: with memory of its own."""
        game, given = self.game, self.settings
        mind = AgentMemory(game, getattr(game, "forgetful_table", game.table), limit, stop)
        put_stakes(mind)
        seconds, iterations = float(given["time"]), int(given["iterations"])
        population, length = int(given["population"]), int(given["length"])
        if not seconds:
            population = min(population, iterations)
        mind.put(lines.ITERATIONS, iterations)
        mind.put(lines.NANOSECONDS, int(seconds * 1e9))
        mind.put(lines.EXACT, int(self.nature.exact and game.players == 1 and given["finish"] == "lead"))
        mind.put(lines.OTHERS, int(not self.nature.common))
        mind.put(places.POLICY, int(POLICIES[str(given["playout"])]))
        mind.put(evolution.OPPONENT, int(POLICIES[str(given["opponent"])]))
        mind.put(evolution.PLAYING_OUT, int(given["finish"] == "playout"))
        mind.put(evolution.SHIFT, int(bool(given["shift"])))
        mind.put(evolution.MUTATION, float(given["mutation"]))
        mind.put(evolution.LENGTH, length)
        mind.put(evolution.POPULATION, population)
        mind.room(evolution.PLANS, (population + 1) * length, np.int32)
        mind.room(evolution.MERITS, 2 * population, np.float64)
        return SeatedAgent(evolution.decide_by_evolution().address, mind)


def make(game: Playable, settings: Mapping[str, Value]) -> PlanBreeder:
    """A player that breeds plans."""
    return PlanBreeder(game, settings)
