"""What happens along games, in time: conditions that come one after the other, hold all along, never, or until something else.

A condition is a table of yes and no: a row for every moment of every game, one game behind the other, and a column for every player that it
may be about (one column where it is about none). A *chain* is a list of links. From some moment on, each link waits for the next moment at
which its condition holds, and the next link goes on from there; meanwhile its guard must hold. A chain is looked at from many moments
at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Table = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class LinkSpan:
    """How long a link may take: up to the last moment at which ``count`` is not above the limit of the moment it began at."""

    count: Rows
    """What counts, such as turns, at every moment."""
    limit: Rows
    """The highest count that is allowed for what begins behind a moment."""
    from_start: Rows
    """The same for what begins with a game: a row for every game."""


@dataclass(frozen=True)
class LinkGuard:
    """A condition that must hold all the while, or for as long as its span says."""

    holds: Table
    span: LinkSpan | None = None


@dataclass(frozen=True)
class Link:
    """Wait until ``event`` holds, while the guards do. The last link of a chain may have no event: then they must hold to the end of the game."""

    event: Table | None = None
    within: LinkSpan | None = None
    guards: tuple[LinkGuard, ...] = ()


@dataclass(frozen=True)
class Origins:
    """Moments to look from: the row behind each, the end of its game, the row itself (the first row for the start of a game)."""

    start: Rows
    end: Rows
    anchor: Rows
    game: Rows
    at_start: bool
    """Whether these are the starts of games."""

    def limits(self, span: LinkSpan) -> Rows:
        """How far each may go."""
        found: Rows = span.from_start[self.game] if self.at_start else span.limit[self.anchor]
        return found


@dataclass(frozen=True)
class Outcome:
    """What came of a chain, by origin and player: fulfilled, or still open when the game ended; and at which rows."""

    fulfilled: Table
    open: Table
    rows: list[Rows]
    """For every link with an event: the row where it came about."""

    @property
    def last(self) -> Rows | None:
        """Where the last event came about."""
        return self.rows[-1] if self.rows else None


@dataclass(frozen=True)
class Games:
    """Where each game begins and ends among the rows."""

    first: Rows
    end: Rows

    @property
    def of_row(self) -> Rows:
        """The game of every row."""
        return np.repeat(np.arange(len(self.first)), self.end - self.first)

    def starts(self) -> Origins:
        """The starts of all games."""
        games = np.arange(len(self.first))
        return Origins(self.first, self.end, self.first, games, True)

    def behind(self, rows: Rows) -> Origins:
        """The moments behind some rows."""
        game = self.of_row[rows]
        return Origins(rows + 1, self.end[game], rows, game, False)


def look(chain: Sequence[Link], games: Games, origins: Origins, lenient: bool = False) -> Outcome:
    """Look at a chain from many moments. Where a game ends before the span of a last guard is over, that is open, or fine if ``lenient``."""
    every = games.behind(np.arange(int(games.end[-1]) if len(games.end) else 0))
    ahead: list[_Seen] = []
    for place in reversed(range(len(chain))):
        link, here = chain[place], every if place else origins
        if link.event is None:
            ahead.insert(0, _hold(link, here, ahead[0] if ahead else None, lenient))
        else:
            ahead.insert(0, _wait(link, link.event, here, ahead[0] if ahead else None))
    if not ahead:
        yes = np.ones((len(origins.start), 1), np.bool_)
        return Outcome(yes, ~yes, [])
    return Outcome(ahead[0].fulfilled, ahead[0].open, _trail([seen.at for seen in ahead if seen.at is not None]))


@dataclass(frozen=True)
class _Seen:
    fulfilled: Table
    open: Table
    at: Rows | None


def _wait(link: Link, event: Table, origins: Origins, rest: _Seen | None) -> _Seen:
    """A link with an event from all origins, given what comes of the rest of the chain behind every row."""
    end = origins.end[:, None]
    goal = event if rest is None else event & rest.fulfilled
    at, first = _next(goal)[origins.start], _next(event)[origins.start]
    fulfilled = (at < end) & _is_within(link.within, at, origins) & _unbroken(link, at, origins)
    open_ = (first >= end) & _unbroken(link, end, origins) & _is_cut(link.within, origins)
    if rest is not None:  # it came about, and what was to follow is open
        came = (first < end) & _is_within(link.within, first, origins) & _unbroken(link, first, origins)
        open_ = open_ | (came & _pick(rest.open, np.minimum(first, len(rest.open) - 1)))
    return _Seen(fulfilled, open_ & ~fulfilled, at)


def _hold(link: Link, origins: Origins, rest: _Seen | None, lenient: bool) -> _Seen:
    """Guards without an event, at the end of a chain."""
    if rest is not None:
        raise ValueError("only the last link of a chain may have no event")
    end = origins.end[:, None]
    holds = _unbroken(link, end, origins) & np.ones_like(end, np.bool_)
    cut = np.zeros_like(holds)
    for guard in link.guards if not lenient else ():
        cut = cut | (_is_cut(guard.span, origins) & (_broken(guard, origins) >= end))
    return _Seen(holds & ~cut, holds & cut, None)


def _unbroken(link: Link, until: Rows, origins: Origins) -> Any:
    """Whether all guards hold up to some row, or were broken only when their spans were over."""
    fine: Any = True
    for guard in link.guards:
        broken = _broken(guard, origins)
        past = (
            False if guard.span is None else (broken < origins.end[:, None]) & ~_is_within(guard.span, broken, origins)
        )
        fine = fine & ((broken >= until) | past)
    return fine


def _broken(guard: LinkGuard, origins: Origins) -> Rows:
    """The first row at which a guard does not hold; the end of the game where it always does."""
    return np.minimum(_next(~guard.holds)[origins.start], origins.end[:, None])


def _next(holds: Table) -> Rows:
    """For every row the first row from there on where a condition holds; one row more, behind which nothing comes."""
    count = len(holds)
    rows = np.where(holds, np.arange(count)[:, None], count)
    found = np.minimum.accumulate(rows[::-1], axis=0)[::-1]
    return np.concatenate([found, np.full((1, holds.shape[1]), count)])


def _pick(table: npt.NDArray[Any], rows: Rows) -> npt.NDArray[Any]:
    """For every place of ``rows`` the entry of a table in that row, in the same column."""
    wide = max(table.shape[1], rows.shape[1])
    table, rows = np.broadcast_to(table, (len(table), wide)), np.broadcast_to(rows, (len(rows), wide))
    return np.take_along_axis(table, rows, axis=0)


def _is_within(span: LinkSpan | None, at: Rows, origins: Origins) -> Any:
    if span is None:
        return True
    return _pick(span.count, np.minimum(at, len(span.count) - 1)) <= origins.limits(span)


def _is_cut(span: LinkSpan | None, origins: Origins) -> Any:
    """Whether the game ended before a span was over."""
    return False if span is None else span.count[origins.end - 1] < origins.limits(span)


def _trail(steps: Sequence[Rows]) -> list[Rows]:
    """Where the events of a chain came about, one after the other; where it is not fulfilled, the rows mean nothing."""
    found = list(steps[:1])
    for step in steps[1:]:
        found.append(_pick(step, np.minimum(found[-1], len(step) - 1)))
    return found
