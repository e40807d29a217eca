"""Games that were never played, and agents without a mind: what is known of them exactly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import ludwright
from ludwright.game import GAMES, Game
from ludwright.tournaments.field import PlayedSeating
from ludwright.tournaments.result import Tournament
from ludwright.tournaments.seatings import Seating

HOLDS = (2, 4, 8, 16, 25, 32)
"""Numbers at which scripted players of Pig hold, beside 20."""


def pig(players: int = 2) -> Game:
    """Pig with players who hold at many numbers."""
    bots = "".join(f'\nbot "hold at {n}"\n  throw when pot < {n} and my points + pot < goal\n  stop\n' for n in HOLDS)
    return ludwright.load_text((GAMES / "pig.game").read_text(encoding="utf-8") + bots, players=players)


def played(seating: Seating, returns: Sequence[Sequence[float]], games: int | None = None) -> PlayedSeating:
    """A seating in which every game brought what is said."""
    rows = np.array(returns, float)
    return PlayedSeating(seating, [rows], len(rows) if games is None else games)


def two(seating: Seating, won: int, drawn: int, lost: int) -> PlayedSeating:
    """Games of two, counted from the first seat."""
    return played(seating, [(1, -1)] * won + [(0, 0)] * drawn + [(-1, 1)] * lost)


def tournament_of(agents: Sequence[str], games: Sequence[PlayedSeating], common: bool = False) -> Tournament:
    """A tournament that went like that."""
    seats = len(games[0].seating)
    names = [f"seat {number}" for number in range(1, seats + 1)]
    return Tournament(
        "Made up",
        list(agents),
        names,
        list(range(seats)),
        common,
        "some seatings",
        list(games),
        1,
        sum(p.games for p in games),
    )
