"""The ladder of a report: how deep a game is, with the least number of players."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from ludwright.findings.play import Play
from ludwright.reports.playing import ReportOptions
from ludwright.strategy.playing import ladder_within
from ludwright.tournaments import TournamentError, ladder
from ludwright.tournaments.candidates import Candidate
from ludwright.tournaments.pilot import cost_of

_PILOT = 0.1
"""Of the time, so much at most is for finding out how long a game takes."""
_MOST = 400
"""So many games a rung has at most: with fewer the gain of a doubling is often not seen."""
_ASKED, _HIGHEST = 100, 64
"""Where a number of games is asked for, a rung has no more, so many at most, and the ladder is so high."""
_SEARCH = Candidate("mcts:{}")
"""Who climbs, if the strongest player does not get stronger with time."""


def climb(
    plays: Sequence[Play],
    wish: ReportOptions,
    seconds: float,
    who: Candidate | None = None,
    progress: Callable[[str], None] | None = None,
) -> None:
    """Climb a ladder with the players at the first table; no ladder if so few games fit into the time that they would show nothing."""
    best = plays[0].best
    if best is None or seconds <= 0:
        return
    climber = who if who is not None and who.thinks else _SEARCH
    if progress is not None:
        progress("a ladder of players who think longer and longer")
    games, highest = max(2, min(_ASKED, wish.games or 2)), _HIGHEST
    if wish.games is None:
        cost = cost_of(best.game, climber, wish.seed, _PILOT * seconds)
        if cost is None:
            return
        games, highest = ladder_within(seconds * (wish.threads or os.cpu_count() or 1) / cost.seconds, _MOST)
    if not games:
        return
    try:
        climbed = ladder(
            best.game, climber.at, games=games, most=highest, seed=wish.seed, threads=wish.threads,
            seconds=None if wish.games is not None else seconds,
        )  # fmt: skip
    except TournamentError:
        return
    if climbed.rungs:
        best.ladder = climbed
    if climbed.interrupted:
        raise KeyboardInterrupt
