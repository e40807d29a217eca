"""Players that look for the best line, and those of them that do it by nested Monte Carlo search."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.kernels import block as places
from ludwright.agents.kernels import lines
from ludwright.agents.kernels.nested import decide_by_nesting
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.nature import nature_of
from ludwright.agents.planning_kinds import NESTED
from ludwright.agents.settings import AgentError, AgentKind, Value
from ludwright.agents.stakes import put_stakes
from ludwright.play.playable import Playable

POLICIES = {"random": places.RANDOM_POLICY, "groups": places.GROUP_POLICY, "greedy": places.GREEDY_POLICY}
LONGEST = 4096
"""So many answers of a line are kept."""


class LineSeeker:
    """A player that looks for the best line, for one game."""

    def __init__(self, game: Playable, kind: AgentKind, settings: Mapping[str, Value]) -> None:
        self.game = game
        self.nature = nature_of(game)
        given = {setting.name: setting.default for setting in kind.settings}
        if has_groups(game):
            given["playout"] = "groups"
        given.update(settings)
        self.settings = given
        if given["playout"] == "greedy":
            needs_a_lead(game, "playout=greedy")

    @property
    def foreseeable(self) -> bool:
        """Whether a line can be kept to: no chance, nothing hidden, nobody against it."""
        return self.nature.exact and self.nature.common

    @property
    def goals_word(self) -> int:
        """Where the game keeps the number of goals reached; 0 if it has none, or they are not taken one by one."""
        rules = getattr(self.game, "rules", None)
        wanted = bool(self.settings.get("subgoals")) and rules is not None and any(True for _ in rules.model.of("goal"))
        return int(rules.analysis.goals_word()) if wanted and rules is not None else 0

    def prepare(
        self, limit: int, stop: npt.NDArray[np.int64] | None, iterations: int, levels: int | None = None
    ) -> AgentMemory:
        """A block with room for all lines: of so many levels, and the best of all."""
        game, given, nature = self.game, self.settings, self.nature
        mind = AgentMemory(game, getattr(game, "forgetful_table", game.table), limit, stop)
        put_stakes(mind)
        top = (int(given["level"]) if levels is None else levels) + 1
        mind.put(lines.LEVEL, top - 1)
        mind.put(lines.TOP, top)
        mind.put(lines.ITERATIONS, iterations)
        mind.put(lines.NANOSECONDS, int(float(given["time"]) * 1e9))
        mind.put(lines.FUTURES, int(given["futures"]))
        mind.put(lines.ONCE, int(bool(given["once"])))
        mind.put(lines.OTHERS, int(not nature.common))
        mind.put(lines.EXACT, int(self.foreseeable))
        mind.put(places.GOALS, self.goals_word if self.foreseeable else 0)
        mind.put(places.POLICY, int(POLICIES[str(given["playout"])]))
        rows, options = min(limit, LONGEST), int(mind.block[places.CONTEXT_WORDS]) - ir.CTX_HEADER
        mind.put(lines.LINE_ROWS, rows)
        mind.room(lines.LINES, (top + 1) * rows, np.int32)
        mind.room(lines.LENGTHS, top + 1, np.int64)
        mind.room(lines.SAVED_STATES, (top + 1) * int(mind.block[places.STATE_WORDS]), np.int32)
        mind.room(lines.SAVED_CODES, (top + 1) * options, np.int64)
        mind.room(lines.SAVED_CHANCE, 2 * (top + 1), np.int64)
        mind.room(lines.SUMS, 2 * options, np.float64)
        mind.room(lines.BESTS, options, np.float64)
        mind.room(lines.SHARES, options, np.float64)
        if self.foreseeable:
            from ludwright.engine.positions import significant

            words = mind.hold(lines.SIGNIFICANT, significant(game))
            mind.put(lines.SIGNIFICANT_WORDS, len(words))
        return mind


class Nester(LineSeeker):
    """A player that searches in nested levels."""

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat: with memory of its own."""
        mind = self.prepare(limit, stop, int(self.settings["iterations"]))
        mind.put(lines.FOLLOW, int(bool(self.settings["follow"])))
        return SeatedAgent(decide_by_nesting().address, mind)


def has_groups(game: Playable) -> bool:
    """Whether a game says how likely groups of its actions are."""
    groups = getattr(getattr(game, "rules", None), "groups", None)
    return groups is not None and bool(groups.weights)


def needs_a_lead(game: Playable, wish: str) -> None:
    """Raise a kind error where nothing says who is ahead."""
    if "real_lead" not in game.compiled.addresses and "real_score" not in game.compiled.addresses:
        raise AgentError(f"`{wish}`: {game.title} says neither who is ahead nor a score; add `lead(p): ...`")


def make(game: Playable, settings: Mapping[str, Value]) -> LineSeeker:
    """A player that searches in nested levels."""
    return Nester(game, NESTED, settings)
