"""The games from which strategies are read, as many as a time allows."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

from ludwright.game import Game
from ludwright.play.simulate import simulate
from ludwright.strategy.population import MOST, population, thinks
from ludwright.tournaments.field import is_common
from ludwright.tournaments.play import plan_for
from ludwright.tournaments.texts import TournamentError

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""
_THOUGHTS = (400, 200, 100, 50, 20, 8)
"""How long players think: the most for which enough games can be played."""
_FIRST, _QUICK = 8, 0.1
"""A game of players who think that little is tried first; if it takes less than so many seconds, more is tried."""
_PILOT, _PILOT_GAMES = 50, 6
"""How long players think where that is tried out, or only the number of games is said."""
_MOST_GAMES, _EQUALS, _QUICK_GAMES, _FEWEST, _FEWEST_ON_RUNG = 5_000, 1_000, 500, 40, 20
_EACH = 20
"""So many games every seating should get; half of that at least."""
_PARTS = {"between": 0.5, "among": 0.2, "ladder": 0.3}
"""What of the time is for games between different players, among equals, and for the ladder."""
_RUNG = 100
_FURTHER = 4
"""So much further than the players the ladder goes, where the time does not say how far."""


@dataclass(frozen=True)
class Budget:
    """Who plays, and how many games."""

    agents: tuple[str, ...]
    between: int
    among: int
    rung: int
    """How many games a rung of the ladder may take."""
    most: int
    """The highest rung; 0: no ladder."""
    fixed: bool = False
    """Whether somebody said how many games."""

    def equals(self, agent: str) -> int:
        """How many games an agent plays among its like: more if it does not think."""
        return self.among if self.fixed or thinks(agent) else max(self.among, _QUICK_GAMES)


def cost(game: Game, threads: int | None) -> float:
    """How many seconds one game takes, for every play-out that its players may think of, on all cores together."""
    simulate(game, 1, agents=["auto:1"])  # kernels are loaded here
    spent = _seconds(game, _FIRST, 1) / _FIRST
    if spent * _FIRST < _QUICK:
        spent = _seconds(game, _PILOT, _PILOT_GAMES) / _PILOT
    return max(1e-8, spent / (threads or os.cpu_count() or 1))


def _seconds(game: Game, thoughts: int, games: int) -> float:
    """How long one game of players who think takes one core."""
    start = process_time()
    simulate(game, games, agents=[f"auto:{thoughts}"], threads=1)
    return (process_time() - start) / games


def budget(
    game: Game,
    seconds: float,
    agents: list[str] | None,
    games: int | None,
    thoughts: int | None,
    threads: int | None,
) -> Budget:
    """What fits into a time. Whoever says how many games there are gets the same games anywhere."""
    if games is not None:
        thought = thoughts or _PILOT
        who = agents or population(game, thought)
        return Budget(tuple(who), games, games, max(2, min(_RUNG, games)), _rounded(_FURTHER * thought), True)
    each = cost(game, threads)
    for thought, most in _ways(thoughts):  # rather think less than leave somebody out
        who = agents or population(game, thought, most)
        fitting = int(_PARTS["between"] * seconds / (each * thought * _thinking(who)))
        enough = _seatings(game, len(who)) * _EACH
        if fitting >= enough:
            break
    among = int(_PARTS["among"] * seconds / (each * thought))
    rung, highest = ladder_within(_PARTS["ladder"] * seconds / each)
    return Budget(
        tuple(who), max(enough // 2, min(_MOST_GAMES, fitting)), max(_FEWEST, min(_EQUALS, among)), rung, highest
    )


def ladder_within(reach: float, games: int = _RUNG) -> tuple[int, int]:
    """How many games a rung may take and how high a ladder goes, for so many play-outs: rungs of ``games``, of fewer where that is too dear.

    Both are 0 where a ladder would show nothing.
    """
    highest = _rounded(reach / (1.5 * games))
    rung = int(min(games, reach / (1.5 * highest)))
    return (rung, highest) if rung >= _FEWEST_ON_RUNG else (0, 0)


def _ways(thoughts: int | None) -> list[tuple[int, int]]:
    """How long players might think, and how many who do there might be, the best way first."""
    if thoughts is not None:
        return [(thoughts, MOST)]
    return [(thought, MOST) for thought in _THOUGHTS] + [(_THOUGHTS[-1], most) for most in range(MOST - 1, 0, -1)]


def _thinking(who: list[str]) -> float:
    """Which share of the players thinks."""
    return max(0.25, sum(thinks(name) for name in who) / len(who))


def _seatings(game: Game, agents: int) -> int:
    if agents < 2:
        return 1
    try:
        return len(plan_for(agents, game.players, 100_000, False, is_common(game)).seatings)
    except TournamentError:
        return 1


def _rounded(reach: float) -> int:
    """The highest rung of a ladder that begins at 8."""
    rung = 8
    while rung * 2 <= min(reach, 1_024):
        rung *= 2
    return max(16, rung)
