"""How much a first look takes: as many games as have so many decisions and options, whatever the machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from ludwright.engine.walks import statements
from ludwright.playtests import Playtest
from ludwright.tournaments.candidates import BUDGETS

if TYPE_CHECKING:
    from ludwright.game import Game

PILOT = 10
"""In so many games is counted how long games are."""
_GAMES, _FEWEST_GAMES, _DECISIONS = 1_000, 100, 100_000
"""So many games are played, or fewer, such that there are about so many decisions in all."""
_SAMPLE, _FEWEST_SEEN, _SEEN, _OPTIONS = 300, 3, 15_000, 250_000
"""So many of them are played again to look something up, or fewer, such that about so many decisions and options are looked at."""
_LONG, _RULES, _WORDS = 100, 500, 1_000
"""Where games have more decisions than this, a program more statements or a state more words, a first look is at one number of players only."""
_MOVES, _FEWEST_THOUGHT, _MOST_THOUGHT, _MOST_THOUGHTS = 6_000_000, 60, 400, 100
"""The play-outs of players who think have about so many moves in all in a first look: so many games at least, so many at most, and so many play-outs at most for each decision."""


@dataclass(frozen=True)
class Effort:
    """What a look at a game may take."""

    games: int = _GAMES
    """How many games random players play, for each number of players."""
    sample: int = _SAMPLE
    """How many of them are played again to look something up."""
    several: bool = True
    """Whether there is time for another number of players."""
    thoughts: int = _MOST_THOUGHTS
    """How many play-outs players have who think, in a first look; 0 if there is no time for them."""
    thought: int = _MOST_THOUGHT
    """How many games these play."""

    def strong_games(self, thinks: bool) -> int:
        """How many games the strongest players of a first look play: those who don't think take hardly longer than random ones."""
        return self.thought if thinks else min(self.games, _MOST_THOUGHT)


THOROUGH, FIRST_LOOK = Effort(2_000, 1_000), Effort()


def effort_for(pilot: Playtest, tables: int, times: float = 1.0, most: Effort = FIRST_LOOK) -> Effort:
    """What a look can take, after a few games were played; with so many numbers of players, and so many times as much time as a first look has."""
    counted = pilot.decisions.select(pl.len(), pl.col("options").sum()).collect()
    decisions, options = (max(1.0, (value or 0) / PILOT) for value in counted.row(0))
    large = _is_large(pilot.game_of(0))
    several = decisions <= _LONG and not large
    share = tables if several else 1
    games = int(times * _DECISIONS / decisions / share)
    seen = int(times * min(_SEEN / decisions, _OPTIONS / options) / share)
    play_outs = _MOVES / (decisions * decisions / 2)
    fit = min(_MOST_THOUGHTS, play_outs / _FEWEST_THOUGHT)
    thoughts = max((budget for budget in BUDGETS if budget <= fit), default=0) if not large else 0
    return Effort(
        max(_FEWEST_GAMES, min(most.games, games)),
        max(_FEWEST_SEEN, min(most.sample, seen)),
        several,
        thoughts,
        max(_FEWEST_THOUGHT, min(_MOST_THOUGHT, int(play_outs / max(1, thoughts)))),
    )


def _is_large(game: Game) -> bool:
    """Whether its rules take long to compile, or its positions to look through."""
    program = game.program
    size = sum(1 for function in program.functions.values() for _ in statements(function.body))
    return size > _RULES or program.state_size > _WORDS
