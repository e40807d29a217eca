"""Kingmakers: players who can't win, whatever they do, and whose choice decides who does.

Late decisions are tried out: every option is played on many times at random. If the mover wins with none of them, and another player's
chance depends on which one it is, the mover makes a king.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ludwright import ir
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import share
from ludwright.metrics.playing_on import PlayingOn
from ludwright.metrics.replays import Replays, State
from ludwright.play.winners import Winners

if TYPE_CHECKING:
    from ludwright.findings.play import Play

_GAMES = 60
_LATE = 5
"""So many decisions at the end of a game are tried out."""
_TIMES = 24
_OPTIONS = 8
HOPELESS, DECIDES = 0.05, 0.6
"""A chance to win that is none, and a difference of another's chance that noise does not make."""


def kingmaking(play: Play) -> Figure:
    """In how many games a player who can't win decides who does."""
    evidence = play.evidence
    over = evidence.games.filter(pl.col("end") == "over")
    replays = Replays(play.run, over, evidence.decisions, _GAMES)
    games, shown = 0, []
    rules = play.game
    playing = PlayingOn(rules, "random", _TIMES)
    for game, number, codes in replays:
        games += 1
        for ply, (state, legal) in enumerate(replays.positions_of(rules, number, codes)):
            if ply < len(codes) - _LATE or ply == len(codes) or not 1 < len(legal) <= _OPTIONS:
                continue
            if _makes_a_king(playing, state.copy(), [int(code) for code in legal]):
                shown.append(Witness(game, ply=ply, note="a player who can't win decides"))
                break
    return share("kingmaking", len(shown), games, witnesses=tuple(shown[:3]))


def _makes_a_king(playing: PlayingOn, state: State, codes: list[int]) -> bool:
    mover = int(state[ir.ACTOR])
    chances = []
    for code in codes:
        found = Winners.of(playing.outcomes(state, code).T)
        chances.append((found.won / np.maximum(1, found.count)).mean(axis=1))  # a draw makes nobody a king
        if chances[-1][mover] > HOPELESS:
            return False
    table = np.array(chances)
    return bool(
        (np.delete(table, mover, axis=1).max(axis=0) - np.delete(table, mover, axis=1).min(axis=0)).max() >= DECIDES
    )
