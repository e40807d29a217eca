"""Who plays where it is found out what things are worth, and what these players are called."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from time import monotonic
from weakref import WeakKeyDictionary

from ludwright.agents.automatic import suited
from ludwright.agents.seating import check
from ludwright.agents.texts import AgentText, read
from ludwright.game import Game
from ludwright.mistakes import LudwrightError
from ludwright.play.simulate import simulate

THOUGHTS = (800, 400, 200, 100, 50, 20)
SECONDS = 60.0
"""So long the games may take: players think as long as that allows."""
_PILOT, _THINKING = 8, 50
"""So many games show how long one takes, with players that think so long."""
IMPROVED, _IMPROVING = 8, 128
"""Who improves on a scripted player thinks so long at least; and so long at most, where the scripted one is the strongest."""
BEGINNERS, STRONG, THINKERS = "beginners", "strong players", "thinking players"
_FIRST_MOVES = 1
"""So many moves show whether a game takes far too long."""
_LOADING = 1.0
"""To load a kernel takes less than so many seconds."""
_begun: WeakKeyDictionary[Game, dict[str, float]] = WeakKeyDictionary()
"""How long players take for the first moves of a game."""
_BEGINNERS = 50
"""Who thinks less than this is a beginner."""


def strong_player(game: Game, games: int, seed: int, threads: int | None = None, seconds: float = SECONDS) -> str:
    """The strongest player with whom so many games can be played in the time."""
    agent = thinking(game, _THINKING)
    try:
        check(game, [agent])
    except LudwrightError:
        return "random"
    each = seconds_a_game(game, agent, [], seed, threads) / _THINKING
    return thinking(game, next((many for many in THOUGHTS if each * many * games <= seconds), THOUGHTS[-1]))


def thinking(game: Game, thoughts: int) -> str:
    """The player that suits a game, thinking so long."""
    return str(suited(game, {"iterations": thoughts}))


def named(agent: str, game: Game) -> AgentText:
    """A player by its own name: `auto` is whoever suits the game."""
    who = read(agent, game)
    return suited(game, who.settings) if who.kind.name == "auto" else who


def from_strongest(agent: str, game: Game, least: int) -> list[str]:
    """A player, and the same thinking half as long, and so on, but not less than so long; in the end the scripted one that it improves on.

    A scripted player can't make do without anything, as its text does not tell how: before it comes whoever improves on it.
    """
    who = named(agent, game)
    if who.kind.name == "bot":
        return from_strongest(f"improve:{_IMPROVING},bot={who.settings['name']}", game, least)
    found = [str(who)]
    many = int(who.full().get("iterations") or 0)
    if who.kind.name == "improve":  # a few play-outs make a scripted player better already
        least = min(least, IMPROVED)
    while many // 2 >= least:
        many //= 2
        found.append(str(replace(who, settings={**who.settings, "iterations": many})))
    bot = who.full().get("bot")
    if who.kind.name == "improve" and bot:  # whom it improves on takes no time at all
        found.append(str(read(f"bot:{bot}", game)))
    return found


def seconds_a_game(
    game: Game,
    agent: str,
    barred: Sequence[str],
    seed: int,
    threads: int | None,
    games: int = _PILOT,
    seconds: float = 0.0,
) -> float:
    """How long one game takes, with somebody barred from something or not, where all cores play.

    It is tried out in so many games, or in fewer such that it takes about so many ``seconds``.
    """
    from ludwright.powers.table import SeededDeals

    def work(deals: int) -> float:
        start = monotonic()
        SeededDeals(game, deals, seed, threads, None).barred(agent, barred)
        return monotonic() - start

    work(1)  # kernels are loaded here
    few, seats = work(1), game.players if barred else 1
    cores = threads or os.cpu_count() or 1
    few *= min(seats, cores) / cores  # one deal leaves cores idle
    games = min(games, int(seconds / few)) if seconds else games
    if games < 2:
        return max(1e-6, few / seats)
    # the difference is without what it takes to sit down
    return max(1e-6, (work(1 + games) - few) / (games * seats))


def pace(game: Game, agent: str, seed: int, threads: int | None, games: int = 3, most: float = inf) -> float:
    """About how long a game of such players takes, from a few games, with what it takes to sit down; at least so long, where its first moves alone take
    longer than a game may take at ``most``."""
    from ludwright.powers.table import SeededDeals

    known = _begun.setdefault(game, {})
    for _ in range(2):  # kernels are loaded in the first
        if known.get(agent, 0.0) < _LOADING:
            start = monotonic()
            simulate(game, 1, seed, 1, agents=[agent] * game.players, move_limit=_FIRST_MOVES)
            known[agent] = monotonic() - start
    if known[agent] > most:
        return known[agent]
    start = monotonic()
    SeededDeals(game, 1, seed, threads, None).barred(agent, [])
    if (whole := monotonic() - start) > max(most, _LOADING):
        return whole
    start = monotonic()
    SeededDeals(game, games, seed, threads, None).barred(agent, [])
    return max(1e-6, (monotonic() - start) / games)


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
    if name not in ("mcts", "improve", "auto"):
        return f"players like `{agent}`"
    few = IMPROVED if name == "improve" else _BEGINNERS
    told = BEGINNERS if int(who.full().get("iterations") or few) < few else STRONG
    return f"{told} (`{agent}`)" if several else told
