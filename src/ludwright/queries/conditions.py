"""The conditions of a pattern worked out at all moments of some games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ludwright.queries.chains import Link, LinkGuard, LinkSpan, Rows, Table
from ludwright.queries.moments import Moments
from ludwright.queries.pattern import (
    Both,
    Chain,
    Condition,
    Earlier,
    Either,
    Expression,
    Leads,
    Not,
    Pattern,
    PatternStep,
    Plays,
    Result,
    Who,
    Window,
)  # fmt: skip
from ludwright.queries.recorded import QueryError


def parts_of(condition: Condition) -> Iterator[Condition]:
    """A condition and all it is made of."""
    yield condition
    if isinstance(condition, Either | Both):
        for part in condition.parts:
            yield from parts_of(part)
    elif isinstance(condition, Not | Earlier):
        yield from parts_of(condition.part)


def conditions_of(pattern: Pattern) -> Iterator[Condition]:
    """All conditions of a pattern."""
    if pattern.opening is not None:
        yield from parts_of(pattern.opening)
    for chain in pattern.chains:
        for step in chain:
            yield from parts_of(step.condition)


def people_of(pattern: Pattern) -> Iterator[Who]:
    """Everybody a pattern speaks of."""
    yield from (c.who for c in conditions_of(pattern) if isinstance(c, Plays | Result | Leads))
    for chain in pattern.chains:
        yield from (window.who for step in chain for window in step.windows if window.who is not None)


def units_of(pattern: Pattern) -> set[str]:
    """What a pattern counts time in."""
    windows = {window.unit for chain in pattern.chains for step in chain for window in step.windows}
    return windows | {who.unit for who in people_of(pattern) if who.unit is not None}


class Worked:
    """Works conditions out on moments. Tables have a column for every player in turn where a condition speaks of `p`, else one."""

    def __init__(self, moments: Moments, ahead: str) -> None:
        self.moments, self.by = moments, ahead
        """``by``: the text that says who is ahead."""

    def holds(self, condition: Condition) -> Table:
        """Whether a condition holds, at every moment."""
        match condition:
            case Either(parts):
                return self._any([self.holds(part) for part in parts])
            case Both(parts):
                return ~self._any([~self.holds(part) for part in parts])
            case Not(part):
                return ~self.holds(part)
            case Earlier(part):
                return self._earlier(self.holds(part))
            case Expression(text):
                return np.not_equal(self.moments.values(text), 0)
            case Plays(who, action, words):
                played = self.moments.plays(action, words)
                return self._of(who, self.moments.played & played[:, None])
            case Result(who, verb):
                return self._of(who, self.moments.won if verb == "wins" else self.moments.lost)
            case Leads(who):
                return self._of(who, self.moments.ahead(self.by))
        raise TypeError(condition)

    @staticmethod
    def _any(tables: Sequence[Table]) -> Table:
        found = tables[0]
        for table in tables[1:]:
            found = found | table
        return found

    def _earlier(self, table: Table) -> Table:
        """Whether it held at an earlier moment of the same game."""
        before: Rows = np.cumsum(table, axis=0) - table  # without the moment itself
        return np.greater(before, before[self.moments.games.first][self.moments.of_row])

    def _of(self, who: Who, table: Table) -> Table:
        """A table with a column for every seat, seen for somebody."""
        if who.kind == "player":
            return table
        found: Table = np.asarray((table & self._are(who)).any(axis=1, keepdims=True))
        return found

    def _are(self, who: Who) -> Table:
        """Who is meant: a column for every seat."""
        moments = self.moments
        every = np.ones((1, moments.seats), np.bool_)
        if who.kind == "seat":
            seat: Table = every & (np.arange(1, moments.seats + 1) == who.number)
            return seat
        if who.kind == "agent":
            agents: Table = every & np.array([agent == who.text for agent in moments.stops.cell.agents], np.bool_)
            return agents
        if who.kind in ("winner", "loser"):
            return moments.won if who.kind == "winner" else moments.lost
        if who.kind == "leader":
            ahead = moments.ahead(self.by)
            if who.number is None or who.unit is None:
                return ahead
            return moments.by_game(ahead, moments.ends_of(who.unit, who.number))
        return every

    # ------------------------------------------------------------ when

    def during(self, step: PatternStep) -> Table:
        """At which moments a step may come about, or must hold."""
        happens = any(isinstance(part, Plays) for part in parts_of(step.condition))
        found = np.ones(len(self.moments.marks), np.bool_)
        for window in step.windows:
            found &= self._inside(window, happens)
        return found[:, None]

    def _inside(self, window: Window, happens: bool) -> Table:
        moments = self.moments
        if window.kind == "start":
            return np.equal(moments.frame, 0)
        if window.kind == "end":
            return moments.last
        if window.kind == "within":
            return np.ones(len(moments.marks), np.bool_)
        count = moments.count(window.unit)
        if window.kind == "before":
            return np.less(count, window.low)
        if window.kind == "after":
            return np.greater(count, window.low)
        if window.kind == "at" and not happens:
            return moments.ends_of(window.unit, window.low)
        return np.greater_equal(count, window.low) & np.less_equal(count, window.high)

    def span(self, step: PatternStep) -> LinkSpan | None:
        """How long a step may take from the one before."""
        windows = [window for window in step.windows if window.kind == "within"]
        if len(windows) > 1:
            raise QueryError("a step has one `within`")
        if not windows:
            return None
        window = windows[0]
        if window.who is None:
            return self.moments.span(window.unit, window.low)
        if window.unit != "turn" or window.who.kind not in ("player", "seat"):
            raise QueryError("`within ... of` counts turns of `p` or of a seat: `within 1 turn of p`")
        whole = self.moments.span_of(window.low)
        if window.who.kind == "player":
            return whole
        column = [(window.who.number or 1) - 1]
        return LinkSpan(whole.count[:, column], whole.limit[:, column], whole.from_start[:, column])

    # ------------------------------------------------------------ chains

    def chain(self, steps: Chain) -> tuple[list[Link], Table]:
        """The links of a chain, and a table of what must hold for the game as a whole."""
        gate = np.ones((len(self.moments.marks), 1), np.bool_)
        links: list[Link] = []
        guards: list[LinkGuard] = []
        for step in steps:
            if is_timeless(step.condition) and not step.windows:
                gate = gate & self.holds(step.condition)
                continue
            holds, when = self.holds(step.condition), self.during(step)
            if step.throughout:
                guards.append(LinkGuard(holds | ~when, self.span(step)))
            else:
                links.append(Link(holds & when, self.span(step), tuple(guards)))
                guards = []
        if guards:
            links.append(Link(None, None, tuple(guards)))
        return links, gate


def is_timeless(condition: Condition) -> bool:
    """Whether a condition is about a game as a whole: the same at all its moments."""
    if isinstance(condition, Result):
        return condition.who.kind != "leader" or condition.who.number is not None
    if isinstance(condition, Either | Both):
        return all(is_timeless(part) for part in condition.parts)
    return isinstance(condition, Not) and is_timeless(condition.part)
