"""New answers to a mix of players: who is tried, and who beats it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import numpy as np

from ludwright.agents.nature import nature_of
from ludwright.agents.seating import check
from ludwright.agents.texts import bots_of
from ludwright.game import Game
from ludwright.metagames.playing import Playing
from ludwright.metagames.shares import Numbers, Table, tables
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import seated
from ludwright.statistics import normal_quantile

GOALS = ("attack", "safe", "hoard", "options", "hurry", "linger", "explore", "score")
WEIGHTS = (0.1, 0.3)
"""What personas care about that are tried, and how much."""
FACTORS = (0.0, 3.0)
"""How much more or less likely a group of actions is to a persona that is tried."""
_RARE = 0.02
"""Companies that come together less often than this are not played against."""


@dataclass(frozen=True)
class Tried:
    """Somebody who tried to beat a mix."""

    agent: str
    share: float
    low: float
    high: float
    """The share of the win it takes against the mix, and where that lies with 95% confidence."""
    games: int

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"agent": self.agent, "share": self.share, "interval": [self.low, self.high], "games": self.games}


@dataclass(frozen=True)
class Round:
    """One search for an answer to a mix."""

    mix: dict[str, float]
    tried: tuple[Tried, ...]
    """The best first."""
    joined: str | None
    """Who surely takes more than a fair share, and so joined."""

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"mix": self.mix, "tried": [one.as_json() for one in self.tried], "joined": self.joined}


def candidates(game: Game, thoughts: int, seed: int) -> Iterator[str]:
    """Who may be an answer, in an order that the seed decides: scripted players and searches first, then personas of every kind."""
    dice = Random(seed)
    quick = [*(f"bot:{name}" for name in bots_of(game)), "greedy"]
    searches = [f"auto:{thoughts}", *(f"auto:{thoughts},c={c}" for c in (0.3, 2.8))]
    groups = [str(name) for declaration in game.rules.model.of("group") for name in declaration.tree.names]
    personas = [f"persona:{thoughts},goal={goal},weight={weight}" for goal, weight in product(GOALS, WEIGHTS)]
    personas += [f"persona:{thoughts},likes={group}*{factor:g}" for group, factor in product(groups, FACTORS)]
    first = [*quick, *searches]
    dice.shuffle(first)
    dice.shuffle(personas)
    for text in [*first, *([] if nature_of(game).common else personas)]:
        try:
            agent = seated(game, [text])[0]
            check(game, [agent])
        except LudwrightError:
            continue
        yield agent


def search(
    playing: Playing,
    who: Sequence[int],
    mix: Numbers,
    tried: Sequence[str],
    games: int,
    again: int,
    progress: Callable[[int, int], None] | None = None,
) -> Round:
    """Play some against a mix. The better half plays as many games again, and so on; the last one is judged by games of its own."""
    numbers = {agent: playing.join(agent) for agent in tried}
    left, results = list(tried), dict[str, Tried]()
    for heat in range(1 + max(1, len(tried).bit_length())):
        for number, agent in enumerate(left, 1):
            results[agent] = against(playing, who, mix, numbers[agent], games << min(heat, 2), 100 * again + heat)
            if progress is not None:
                progress(number, len(left))
        left.sort(key=lambda agent: -results[agent].share)
        if len(left) == 1:
            break
        left = left[: len(left) // 2]
    best = results[left[0]]
    joined = best.agent if best.low > 1 / playing.sides else None
    order = sorted(results.values(), key=lambda one: (one.agent != best.agent, -one.share))
    names = [playing.agents[agent] for agent in who]
    told = {name: float(part) for name, part in zip(names, mix, strict=True) if part > 0}
    return Round(told, tuple(order), joined)


def against(playing: Playing, who: Sequence[int], mix: Numbers, agent: int, games: int, again: int) -> Tried:
    """What one takes against a mix."""
    met = dict[Table, float]()
    for company, chance in _company(mix, playing.sides - 1):
        if chance >= _RARE:
            met[tuple(sorted((agent, *(who[other] for other in company))))] = chance
    total = sum(met.values())
    counts = [max(2, round(games * chance / total)) for chance in met.values()]
    share = variance = 0.0
    for (_, got), chance in zip(playing.at(met, counts, again), met.values(), strict=True):
        share += chance / total * got[agent].share
        variance += (chance / total * got[agent].error) ** 2
    room = normal_quantile(0.95) * float(np.sqrt(variance))
    return Tried(playing.agents[agent], share, max(0.0, share - room), min(1.0, share + room), sum(counts))


def _company(mix: Numbers, others: int) -> Iterator[tuple[Table, float]]:
    """Who may come together from a mix, and how likely."""
    from math import factorial, prod

    for company in tables(len(mix), others):
        times = Counter(company)
        ways = factorial(others) / prod(factorial(n) for n in times.values())
        yield company, ways * prod(float(mix[agent]) ** n for agent, n in times.items())
