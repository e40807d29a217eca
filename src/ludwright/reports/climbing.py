"""The ladder of a report: how deep a game is, with the least number of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludwright.findings.play import Play
from ludwright.reports.playing import Wish
from ludwright.strategy.playing import ladder_within
from ludwright.tournaments import TournamentError, ladder

_SHARE = 0.2
"""Of the time for strong players, so much is spent once more."""
_MOST = 400
"""So many games a rung has at most: with fewer the gain of a doubling is often not seen."""
_ASKED, _HIGHEST = 100, 64
"""Where a number of games is asked for, a rung has no more, so many at most, and the ladder is so high."""


def climb(plays: Sequence[Play], cost: float, wish: Wish, progress: Callable[[str], None] | None) -> None:
    """Climb a ladder with the players at the first table; no ladder if so few games fit that they would show nothing.

    ``cost`` is how many seconds a game takes for every play-out that its players may think of.
    """
    best = plays[0].best
    if best is None or not cost:
        return
    games, highest = ladder_within(wish.seconds * _SHARE / cost, _MOST)
    if wish.games is not None and games:
        games, highest = max(2, min(_ASKED, wish.games)), _HIGHEST
    if not games:
        return
    if progress is not None:
        progress("a ladder of players who think longer and longer")
    try:
        climbed = ladder(best.game, games=games, most=highest, seed=wish.seed, threads=wish.threads)
    except TournamentError:
        return
    if climbed.interrupted:
        raise KeyboardInterrupt
    best.ladder = climbed
