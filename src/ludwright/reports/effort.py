"""How much a first look takes: as many games as have so many decisions and options, so that the same seed gives the same report anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from ludwright.engine.walks import statements
from ludwright.playtests import Playtest

if TYPE_CHECKING:
    from ludwright.game import Game

PILOT = 10
"""In so many games is counted how long games are."""
_GAMES, _FEWEST_GAMES, _DECISIONS = 1_000, 100, 100_000
"""So many games are played, or fewer, such that there are about so many decisions in all."""
_SAMPLE, _FEWEST_SEEN, _SEEN, _OPTIONS = 300, 3, 6_000, 100_000
"""So many of them are played again to look something up, or fewer, such that about so many decisions and options are looked at."""
_LONG, _RULES, _WORDS = 100, 500, 1_000
"""Where games have more decisions than this, a program more statements or a state more words, a first look is at one number of players only."""


@dataclass(frozen=True)
class Effort:
    """What a look at a game may take."""

    games: int = _GAMES
    """How many games random players play, for each number of players."""
    sample: int = _SAMPLE
    """How many of them are played again to look something up."""
    several: bool = True
    """Whether there is time for another number of players."""


THOROUGH, FIRST_LOOK = Effort(2_000, 1_000), Effort()


def effort_for(pilot: Playtest, tables: int) -> Effort:
    """What a first look can take, after a few games were played; with so many numbers of players."""
    counted = pilot.decisions.select(pl.len(), pl.col("options").sum()).collect()
    decisions, options = (max(1.0, (value or 0) / PILOT) for value in counted.row(0))
    several = decisions <= _LONG and not _is_large(pilot.game_of(0))
    share = tables if several else 1
    games = int(_DECISIONS / decisions / share)
    seen = int(min(_SEEN / decisions, _OPTIONS / options) / share)
    return Effort(max(_FEWEST_GAMES, min(_GAMES, games)), max(_FEWEST_SEEN, min(_SAMPLE, seen)), several)


def _is_large(game: Game) -> bool:
    """Whether its rules take long to compile, or its positions to look through."""
    program = game.program
    size = sum(1 for function in program.functions.values() for _ in statements(function.body))
    return size > _RULES or program.state_size > _WORDS
