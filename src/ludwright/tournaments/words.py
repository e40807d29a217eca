"""What a tournament shows, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.spelling import percent

if TYPE_CHECKING:
    from ludwright.tournaments.findings import AgentComparison
    from ludwright.tournaments.result import Tournament

_ALL = 6
"""So many comparisons are all told; of more, those of neighbours in the ranking, and those that are not sure."""


def whole(value: float) -> str:
    """A number of Elo points."""
    return f"{value:+,.0f}" if round(value) else "0"


def number(value: float) -> str:
    """A score with as many digits as it needs."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def players(seats: int) -> str:
    """How many play."""
    return "1 player" if seats == 1 else f"{seats} players"


def sentences(tournament: Tournament) -> list[str]:
    """All that can be said."""
    return [*_playing(tournament), *_comparing(tournament), *_sitting(tournament)]


def _playing(tournament: Tournament) -> Iterator[str]:
    if tournament.interrupted:
        yield f"It was interrupted: {tournament.games:,} of {tournament.asked:,} games were played."
    if tournament.games and not tournament.finished:
        yield "No game came to its end, so nothing can be said."
    elif tournament.games > tournament.finished:
        wrong = tournament.games - tournament.finished
        yield f"{'1 game was' if wrong == 1 else f'{wrong:,} games were'} stopped by a fault and counted for nobody."
    if tournament.idle and tournament.finished:
        yield "Nobody ever chooses anything in these games: they are pure luck, whoever plays."


def _comparing(tournament: Tournament) -> Iterator[str]:
    found = tournament.comparisons
    order = [rating.agent for rating in tournament.ratings]
    near = [c for c in found if abs(order.index(c.one) - order.index(c.other)) == 1]
    told = found if len(found) <= _ALL else near
    for comparison in told:
        yield compared(comparison)
    rest = [c for c in found if c not in told]
    unsure = [c for c in rest if not c.sure]
    if rest and not unsure:
        yield "Of all others, too, the one higher in the ranking is surely better."
    elif unsure:
        yield f"Not sure either: {'; '.join(f'{c.one} and {c.other}' for c in unsure)}. All other differences are."
    if len(found) > 1:
        yield "Sure means: all these statements together hold with 95% confidence."


def compared(comparison: AgentComparison) -> str:
    """One against another."""
    one, other, share = comparison.one, comparison.other, comparison.share
    if comparison.more is not None:
        low, high = comparison.more.interval()
        how = f"scores {number(comparison.more.mean)} more than {other} ({number(low)} to {number(high)})"
        unsure = f"Whether {one} or {other} scores more can't be told: {number(comparison.more.mean)} ({number(low)} to {number(high)})."
        return f"{one} {how}." if comparison.sure else unsure
    low, high = share.interval()
    span = f"{percent(low)} to {percent(high)}"
    if not comparison.sure:
        return f"Whether {one} or {other} is better can't be told: {percent(share.share)} of the points ({span})."
    if not share.level:
        return f"{one} beats {other} in {percent(share.share)} of games ({span})."
    drawn = percent(share.level / share.games)
    return f"{one} takes {percent(share.share)} of the points from {other} ({span}; {drawn} of games drawn)."


def _sitting(tournament: Tournament) -> Iterator[str]:
    worths = tournament.seat_worths
    if not worths or not tournament.finished:
        return
    sure = [worth for worth in worths if worth.sure]
    if not sure:
        yield "No seat is shown to be better or worse than the others."
        return
    for worth in sure[:1] if len(worths) == 2 else sure:
        better = "better" if worth.value > 0 else "worse"
        low, high = sorted(abs(end) for end in (worth.low, worth.high))
        yield f"{worth.seat} is a {better} seat than the mean, by {abs(worth.value):.0f} Elo ({low:.0f} to {high:.0f})."
