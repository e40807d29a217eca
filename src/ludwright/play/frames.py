"""Any frame of a game: the position after so many moves of the game that ``simulate`` and ``trace`` play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ludwright.agents.own import Player
from ludwright.game import load
from ludwright.play.agents import Agents, seated
from ludwright.play.match import Match
from ludwright.play.profile import in_time
from ludwright.play.simulate import MOVE_LIMIT


def frame(
    source: str | Path,
    seed: int = 1,
    number: int = 0,
    moves: int = 0,
    *,
    until: Callable[[Match], bool] | None = None,
    players: int | None = None,
    params: Mapping[str, int] | None = None,
    profile: str | None = None,
    seats: Player | Sequence[Player] | None = None,
) -> Match:
    """Game ``number`` of a seed after that many moves, where a condition first holds, or at its end if that comes first.

    >>> frame("tic-tac-toe", seed=3, moves=2).moves
    2
    """
    # What is forced is asked here too, so that one can stop there; nobody draws a number for a single option, and so it is
    # the same game.
    game = load(source, players, params, ask_forced=True, profile=profile)
    who = seated(game, seats)
    game = in_time(game, who)
    match = game.start(seed, number, run="twin")
    agents = Agents(game, seed, number, who)
    while not match.over and match.moves < min(moves, MOVE_LIMIT) and not (until is not None and until(match)):
        match.apply(agents.pick(match.actor or 0, match.codes(), match.words))
    return match
