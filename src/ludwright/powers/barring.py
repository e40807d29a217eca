"""What it costs to be barred from things: one player does without, in every seat, on the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from shlex import quote

import numpy as np

from ludwright.agents.barred import OPENING
from ludwright.metrics.figure import Figure, nothing
from ludwright.powers.at_once import everybody_at_once
from ludwright.powers.looks import STALLED, SURE, Look, Pair
from ludwright.powers.no_choice import GAMES, games_without_choice
from ludwright.powers.paired import MIXED, Bounds, Numbers, chance, lost, paired, won
from ludwright.powers.table import SeededDeals, Tried
from ludwright.powers.things import CARDS, MOVES, copies_dealt
from ludwright.powers.verdicts import STRONG

_TRIED = 40
"""In so many games everybody does without a thing that costs much: does anybody get anywhere?"""


@dataclass(frozen=True)
class Habit:
    """How often players choose something where they can choose something else as well."""

    rate: Figure
    expected: float
    """How often chance would."""


class Barring:
    """Players of one kind, with and without things."""

    def __init__(
        self, table: SeededDeals, agent: str, habits: Mapping[str, Habit] | None = None, free: Numbers | None = None
    ) -> None:
        self.table, self.agent, self.habits = table, agent, habits or {}
        self.unit = "" if table.common else "share"
        self.free = table.barred(agent, []) if free is None else free
        self.losses: Bounds | None = None if table.common else lost(self.share)
        self.gains: Bounds | None = None if table.common else won(self.share)
        self.without: dict[str, Numbers] = {}
        self.copies = copies_dealt(table.game)

    @property
    def share(self) -> float:
        """What a seat gets on average if nobody is barred from anything."""
        return abs(float(np.nanmean(self.free))) if np.isfinite(self.free).any() else 0.0

    @property
    def decided(self) -> float:
        """The share of the games that end with one winner."""
        return float(np.mean(np.nanmax(self.free, axis=1, initial=0.0) == 1.0)) if len(self.free) else 0.0

    @cached_property
    def stalled(self) -> bool:
        """Whether nobody gets anywhere even if nobody is barred from anything."""
        level = float(np.mean(np.ptp(self.free, axis=1) == 0.0)) if len(self.free) else 0.0
        return level >= STALLED and self.table.stalled(self.agent, _TRIED) >= STALLED

    def on(self, deals: int) -> Barring:
        """The same players on so many of the deals, the first ones; the games in which nobody is barred are not played again."""
        if deals == self.table.deals:
            return self
        table = self.table
        fewer = SeededDeals(table.game, deals, table.seed, table.threads, table.progress, table.announce)
        fewer.patience = table.patience
        return Barring(fewer, self.agent, self.habits, self.free[:deals])

    def looks(
        self, things: Sequence[tuple[str, str]], among: Mapping[str, int], forced: bool = False
    ) -> Iterator[Look]:
        """What each thing is worth; a thing is its kind and its name, ``among`` how many there are of a kind.

        Options are also taken every time; with ``forced``, cards are as well.
        """
        for kind, name in things:
            look = self.look(kind, name, among.get(kind, 1))
            if look.worth.known and (forced or kind != CARDS):
                self.force(look)
            yield look

    def look(self, kind: str, name: str, among: int = 1) -> Look:
        """What it costs to do without a thing."""
        sampled = kind != CARDS and not name.startswith(OPENING)
        without_choice = 0 if not sampled else games_without_choice(self.table.game, self.agent, name, self.table.seed)
        if without_choice > GAMES / 2 and kind != MOVES:
            why = (
                f"nobody can do without it, as nothing else was legal at some time in {without_choice} of {GAMES} games"
            )
            return self._unknown(kind, name, why, among)
        tried = self.table.without(self.agent, [name])
        points = self.without[name] = tried.points
        values: Numbers = (self.free - points).mean(axis=1)
        look = Look(
            kind, name, self.agent, self.copies.get(name, 1) if kind == CARDS else 1,
            paired("without", points.mean(axis=1), (0.0, 1.0) if self.losses else None, unit=self.unit),
            paired("worth", values, self.losses, unit=self.unit), values, chance(values, self.losses), among, self.losses,
            games=tried.games, faulted=tried.faulted, stuck=tried.stuck, witness=self._witness(name, points),
        )  # fmt: skip
        look.sampled, look.decided = without_choice, self.decided
        look.at_once = everybody_at_once(self.table.game)
        if why := tried.why_not:
            return self._unknown(kind, name, why, among)
        if self._costs_much(look):
            look.stalled = self.table.stalled(f"barred:{self.agent},from={name}", _TRIED)
        if name in self.habits:
            look.taken, look.expected = self.habits[name].rate, self.habits[name].expected
        return look

    def _costs_much(self, look: Look) -> bool:
        """Whether it is worth asking if anybody gets anywhere without it. Where nobody does with it, or where only the first choice is meant, it is not."""
        if self.table.common or look.what.startswith(OPENING):
            return False
        return (look.worth.value or 0.0) >= STRONG * self.share and look.chance < SURE and not self.stalled

    def _unknown(self, kind: str, name: str, why: str, among: int) -> Look:
        """A thing of which nothing can be said."""
        values = np.zeros(self.table.deals)
        return Look(
            kind, name, self.agent, 1, nothing("without", why, self.unit), nothing("worth", why, self.unit), values, 1.0, among, self.losses
        )  # fmt: skip

    def force(self, look: Look) -> Tried:
        """What it brings to take the thing every time."""
        tried = self.table.bound(self.agent, look.what)
        look.forced_values = (tried.points - self.free).mean(axis=1)
        look.forced = paired("forced", look.forced_values, self.gains, unit=self.unit)
        if tried.faulted and (why := tried.why_not):
            look.forced, look.forced_values = nothing("forced", why), None
        return tried

    def pairs(self, names: Sequence[str]) -> Iterator[Pair]:
        """What any two of some things, already looked at, are worth together."""
        for one, other in combinations(names, 2):
            both = self.table.barred(self.agent, [one, other])
            values = (self.free - self.without[one] - self.without[other] + both).mean(axis=1)
            bounds = MIXED if self.losses else None
            yield Pair(
                (one, other), self.agent, paired("together", values, bounds, unit=self.unit), chance(values, bounds)
            )

    def _witness(self, name: str, points: Numbers) -> str:
        """How to see the first deal in which the bar mattered most, in the way it does on the whole."""
        lost_here = np.nan_to_num(self.free - points)
        if lost_here.mean() < 0:
            lost_here = -lost_here
        if not (lost_here > 0).any():
            return ""
        deal, seat = (int(place) for place in np.unravel_index(np.argmax(lost_here), lost_here.shape))
        return trace(self.table, deal, self.agent, f"barred:{self.agent},from={name}", seat)


def trace(table: SeededDeals, deal: int, agent: str, one: str, seat: int) -> str:
    """The command that shows a deal with somebody else in one seat."""
    who = ",".join(one if other == seat else agent for other in range(table.game.players))
    source = quote(str(table.game.source))
    settings = "".join(f" --set {name}={value}" for name, value in table.game._set.items())
    return f'ludwright trace {source}{settings} --players {table.game.players} --seed {table.seed} --game {deal} --seats "{who}"'
