"""Personas in their seats: a tree search with a style on top, and time habits for games that run by a clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import block as places
from ludwright.agents.kernels import styles
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.persona_kinds import GOALS, PERSONA
from ludwright.agents.searching import Searcher
from ludwright.agents.settings import AgentError, Value
from ludwright.mistakes import nearest
from ludwright.play.playable import Playable
from ludwright.rules.flow.sessions import DAY

TRIALS = 8
"""So often each option is tried to see how a persona likes what comes of it."""
SOON = 12
"""So many decisions ahead is soon."""
_CODES = 1 << 14
_GOALS = {
    "win": styles.WIN_IT, "lose": styles.LOSE, "score": styles.SCORE_MOST, "options": styles.OPTIONS, "hurry": styles.HURRY,
    "linger": styles.LINGER, "hoard": styles.HOARD, "attack": styles.ATTACK, "safe": styles.SAFE, "explore": styles.EXPLORE,
}  # fmt: skip
_TO_THE_END = ("score", "hurry", "linger")
assert tuple(_GOALS) == GOALS

AnyGame = TypeVar("AnyGame")


class Persona:
    """A player with a style, for one game."""

    def __init__(self, game: Playable, settings: Mapping[str, Value]) -> None:
        self.game, self.settings = game, settings
        self.goal = str(settings["goal"])
        losing = self.goal == "lose"  # a tree would look for good answers only
        self.search = Searcher(game, {"iterations": settings["depth"]}, evenly=losing)
        self.weights = _liked(game, str(settings["likes"]))

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat."""
        sitter = self.search.sit(limit, stop)
        mind = sitter.mind
        mind.put(styles.INNER, sitter.function)
        mind.put(styles.ERROR, float(self.settings["error"]))
        mind.put(styles.GOAL, int(_GOALS[self.goal]))
        mind.put(styles.WEIGHT, float(self.settings["weight"]))
        mind.put(styles.TRIALS, TRIALS)
        mind.put(styles.HORIZON, limit if self.goal in _TO_THE_END else SOON)
        for place in (styles.WORTHS, styles.LIKINGS):
            mind.room(place, self.game.compiled.capacity + 1, np.float64)
        self._look_back(mind)
        if self.weights is not None:
            mind.hold(places.WEIGHTS, self.weights)
        return SeatedAgent(styles.decide_by_style().address, mind)

    def _look_back(self, mind: AgentMemory) -> None:
        """Room to remember what was done, for those who want to do something new."""
        actions = getattr(getattr(getattr(self.game, "rules", None), "actions", None), "known", {}).values()
        deeds = np.array([(a.base, a.base + a.size - 1) for a in actions if a.ready], np.int64).reshape(-1, 2)
        mind.room(styles.CODES_SEEN, _CODES, np.int32)
        mind.put(styles.CODES_ROWS, _CODES)
        mind.hold(styles.DEEDS, deeds)
        mind.put(styles.DEED_ROWS, len(deeds))
        mind.room(styles.DEEDS_SEEN, len(deeds), np.int32)


def make(game: Playable, settings: Mapping[str, Value]) -> Persona:
    """A persona: what is not set is as its kind has it."""
    return Persona(game, settings)


# ---------------------------------------------------------------- which groups of actions it likes


def _liked(game: Playable, text: str) -> npt.NDArray[np.int64] | None:
    """The likelihoods of a game's groups, each times a factor."""
    if not text:
        return None
    rules: Any = getattr(game, "rules", None)
    groups = getattr(rules, "groups", None)
    if groups is None or not groups.weights:
        raise AgentError(f"`likes={text}`: {game.title} has no groups of actions")
    names = [str(name) for declaration in rules.model.of("group") for name in declaration.tree.names]
    weights = [1000.0 * weight for weight in groups.weights]
    for part in text.split("+"):
        name, times, factor = part.partition("*")
        weights[_group(name.strip(), names, game.title)] *= _factor(part, factor if times else "1")
    return np.array([round(weight) for weight in weights], np.int64)


def _group(name: str, names: Sequence[str], title: str) -> int:
    if name in names:
        return names.index(name)
    close = nearest(name, names)
    hint = f"did you mean `{close}`?" if close else f"it has {', '.join(names)}"
    raise AgentError(f"{title} has no group `{name}`: {hint}")


def _factor(part: str, text: str) -> float:
    try:
        factor = float(text)
    except ValueError:
        factor = -1.0
    if not 0 <= factor <= 1e6:
        raise AgentError(f"`likes={part}`: write a group, a star and a factor, like `build*3`")
    return factor


# ---------------------------------------------------------------- how much time it has


def in_time(game: AnyGame, who: Sequence[str]) -> AnyGame:
    """The same game, found as the persona in the first seat finds it: where it runs by a clock, and nobody said who plays."""
    from ludwright.agents.texts import read

    loaded: Any = game
    clock = getattr(getattr(loaded, "rules", None), "clock", None)
    if clock is None or not clock.sessions.used or loaded.profile is not None or not who:
        return game
    text = read(who[0], game)
    if text.kind.home != PERSONA.home:
        return game
    given = text.full()
    number = float(given["sessions"]) * float(given["diligence"])
    if number <= 0:
        return game
    tick = clock.sessions.tick
    between, lasts = DAY / number / tick, float(given["minutes"]) * 60 / tick
    figures = (max(1, int(between)), max(1, min(int(lasts), int(between))), round(int(given["pace"]) / tick))
    other = loaded.under(None)
    table = loaded.table.copy()
    table[clock.sessions.place : clock.sessions.place + 3] = figures
    other.__dict__["table"] = table
    other.profile = text.kind.name
    timed: AnyGame = other
    return timed
