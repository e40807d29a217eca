"""Players that improve on a scripted one: they do as it would, unless something else is surely better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import sqrt
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ludwright.agents.catalogue import IMPROVE
from ludwright.agents.kernels import belief_filter, rollout, trying
from ludwright.agents.kernels import block as places
from ludwright.agents.minds import AgentMemory, SeatedAgent, hides
from ludwright.agents.nature import nature_of
from ludwright.agents.search_reading import array_at
from ludwright.agents.settings import AgentError, Value
from ludwright.agents.stakes import put_stakes
from ludwright.agents.texts import bots_of
from ludwright.hidden import layout
from ludwright.mistakes import nearest
from ludwright.play.playable import Playable
from ludwright.statistics import Z95

TRIAL_GAMES = 20
"""So many games tell which of two scripted players is better."""
FUTURES = 4
"""Where there are more options than play-outs for so many futures of each, some are left out."""
PATIENCE = 400
"""So many deals are tried to find one that fits what the others did."""


class Improver:
    """A player that improves on a scripted one, for one game."""

    def __init__(self, game: Playable, settings: Mapping[str, Value]) -> None:
        self.game: Any = game
        given = {setting.name: setting.default for setting in IMPROVE.settings}
        nature = nature_of(game)
        given["believe"] = int(nature.common and nature.players > 1)
        self.settings: dict[str, Value] = {**given, **settings}
        self.bot = _bot(game, str(self.settings["bot"]))

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat."""
        game, given = self.game, self.settings
        mind = AgentMemory(game, game.table, limit, stop)
        put_stakes(mind)
        mind.put(places.BOT, game.compiled.addresses[f"real_{bots_of(game)[self.bot]}"])
        mind.put(places.POLICY, int(places.BOT_POLICY))
        mind.put(trying.ITERATIONS, int(given["iterations"]))
        mind.put(trying.NANOSECONDS, int(float(given["time"]) * 1e9))
        mind.put(trying.DEPTH, int(given["depth"]))
        mind.put(trying.SURE, float(given["sure"]))
        options = game.compiled.capacity + 1
        mind.put(trying.WIDE, options if given["time"] else max(2, int(given["iterations"]) // FUTURES))
        mind.room(trying.SUMS, int(trying.NOTES) * options, np.float64)
        mind.room(trying.TRIAL, options, np.float64)
        mind.room(trying.LIKED, options, np.int32)
        mind.room(trying.FIELD, options, np.int32)
        mind.hold(belief_filter.DEALT, game.compiled.new_state())
        if given["believe"] and _only_cards_are_hidden(game):
            self._look_back(mind, int(given["believe"]))
        return SeatedAgent(rollout.decide_by_improving().address, mind)

    def _look_back(self, mind: AgentMemory, memory: int) -> None:
        """Room to remember own decisions, from which it is seen what the others did since."""
        spots = self.game.layout.spots
        mind.put(belief_filter.MEMORY, memory)
        mind.put(belief_filter.PATIENCE, PATIENCE)
        mind.put(belief_filter.DOUBT, round(1000 * float(self.settings["doubt"])))
        mind.put(belief_filter.DESIGNS, int(spots[layout.DESIGN]))
        mind.put(belief_filter.DESIGN_WORDS, int(spots[layout.COMPONENTS]))
        mind.room(belief_filter.PASTS, memory * int(mind.block[places.STATE_WORDS]), np.int32)
        mind.room(belief_filter.PAST_CODES, memory, np.int64)
        mind.room(belief_filter.PAST_LOOKS, memory, np.int64)


def make(game: Playable, settings: Mapping[str, Value]) -> Improver:
    """A player that improves on a scripted one."""
    return Improver(game, settings)


def _only_cards_are_hidden(game: Playable) -> bool:
    """Whether something is hidden, and all of it is printed on cards: then a deal is known by the cards' designs."""
    hidden = getattr(game, "layout", None)
    return (
        hides(game)
        and hidden is not None
        and bool(hidden.spots[layout.DESIGN] >= 0)
        and not len(hidden.numbers)
        and not (hidden.role == layout.DIE).any()
        and "rewind" not in game.rules.model.arrays
    )


# ---------------------------------------------------------------- which scripted player


def _bot(game: Playable, name: str) -> str:
    """The scripted player of a name; without one, the best."""
    bots = list(bots_of(game))
    if not bots:
        raise AgentError(f"{game.title} has no scripted player to improve on: add a `bot` to its text")
    if not name:
        return best_bot(game)
    found = next((bot for bot in bots if bot.casefold() == name.casefold()), None)
    if found is None:
        close = nearest(name, bots)
        hint = f"did you mean `{close}`?" if close else f"it has {', '.join(f'`{bot}`' for bot in bots)}"
        raise AgentError(f"`bot={name}`: {game.title} has no such bot; {hint}")
    return found


def best_bot(game: Playable) -> str:
    """The scripted player that does best in a few games: together with its like in common games, else against each of the others."""
    bots = list(bots_of(game))
    if len(bots) == 1:
        return bots[0]
    if game not in _BEST:
        _BEST[game] = _best_of(game, bots)
    return _BEST[game]


_BEST: WeakKeyDictionary[Any, str] = WeakKeyDictionary()


def _best_of(game: Playable, bots: list[str]) -> str:
    from ludwright.play.simulate import simulate

    gains = dict.fromkeys(bots, 0.0)

    def mean(first: str, others: str) -> float:
        seats = [f"bot:{first}", *(f"bot:{others}" for _ in range(game.players - 1))]
        return simulate(game, TRIAL_GAMES, seed=1, threads=1, agents=seats).mean_returns[0]

    if nature_of(game).common:
        gains = {bot: mean(bot, bot) for bot in bots}
    else:
        for one, other in combinations(bots, 2):
            gain = mean(one, other) - mean(other, one)
            gains[one] += gain
            gains[other] -= gain
    return max(bots, key=lambda bot: gains[bot])


# ---------------------------------------------------------------- what it found out


def tried(sitter: SeatedAgent, options: int) -> Iterator[tuple[int, float | None, tuple[float, float] | None]]:
    """Of every option after a decision: how often it was tried, what it brought on average, and where the mean lies with 95% confidence."""
    notes = int(trying.NOTES)
    sums = array_at(sitter.mind.block[trying.SUMS], np.float64, notes * options).reshape(-1, notes)
    for row in sums.tolist():
        times, total, squares = row[:3]
        if not times:
            yield 0, None, None
            continue
        mean = total / times
        half = Z95 * sqrt(max(0.0, squares / times - mean * mean) / times)
        yield int(times), mean, (mean - half, mean + half)
