"""Who plays where it is found out what things are worth, and what these players are called."""

from __future__ import annotations

import os
from collections.abc import Sequence
from time import process_time
from typing import Any

from ludwright.agents.seating import check
from ludwright.agents.texts import read
from ludwright.mistakes import LudwrightError

THOUGHTS = (800, 400, 200, 100, 50, 20)
SECONDS = 60.0
"""So long the games may take, if nobody else uses the machine: players think as long as that allows."""
_PILOT, _THINKING = 8, 50
"""So many games show how long one takes, with players that think so long."""
_BEGINNERS = 50
"""Who thinks less than this is a beginner."""


def strong_player(game: Any, games: int, seed: int, threads: int | None = None, seconds: float = SECONDS) -> str:
    """The strongest player with whom so many games can be played in the time."""
    agent = f"mcts:{_THINKING}"
    try:
        check(game, [agent])
    except LudwrightError:
        return "random"
    each = seconds_a_game(game, agent, [], seed, threads) / _THINKING
    return f"mcts:{next((many for many in THOUGHTS if each * many * games <= seconds), THOUGHTS[-1])}"


def seconds_a_game(
    game: Any, agent: str, barred: Sequence[str], seed: int, threads: int | None, games: int = _PILOT
) -> float:
    """How long one game takes, with somebody barred from something or not, if nobody else uses the machine: the work done, spread over the cores."""
    from ludwright.powers.table import Table

    def work(deals: int) -> float:
        start = process_time()
        Table(game, deals, seed, threads, None).barred(agent, barred)
        return process_time() - start

    work(1)  # kernels are loaded here
    few, many = work(1), work(1 + games)  # the difference is without what it takes to sit down
    each: float = (many - few) / (games * (game.players if barred else 1)) / (threads or os.cpu_count() or 1)
    return max(1e-6, each)


def called(agent: str, several: bool = False) -> str:
    """What players of a kind are called; with several kinds, who of them is meant.

    >>> called("mcts:200"), called("random"), called("mcts:20", several=True)
    ('strong players', 'random players', 'beginners (`mcts:20`)')
    """
    try:
        who = read(agent)
        name = who.kind.name
    except LudwrightError:  # a player that only the game knows
        return f"players like `{agent}`"
    if name in ("random", "greedy"):
        return f"{name} players"
    if name != "mcts":
        return f"players like `{agent}`"
    told = "beginners" if int(who.settings.get("iterations", 1000)) < _BEGINNERS else "strong players"
    return f"{told} (`{agent}`)" if several else told
