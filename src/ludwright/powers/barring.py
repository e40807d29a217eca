"""What it costs to be barred from things: one player does without, in every seat, on the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from shlex import quote

import numpy as np

from ludwright.metrics.figure import Figure
from ludwright.powers.looks import Look, Pair
from ludwright.powers.paired import Numbers, chance, paired
from ludwright.powers.table import Table
from ludwright.powers.things import CARDS, copies_of


class Barring:
    """Players of one kind, with and without things."""

    def __init__(self, table: Table, agent: str) -> None:
        self.table, self.agent = table, agent
        self.unit = "" if table.common else "share"
        self.free = table.barred(agent, [])
        self.without: dict[str, Numbers] = {}

    @property
    def share(self) -> float:
        """What a seat gets on average if nobody is barred from anything."""
        return abs(float(np.nanmean(self.free))) if np.isfinite(self.free).any() else 0.0

    def looks(self, things: Sequence[tuple[str, str]], forced: bool = False) -> Iterator[Look]:
        """What each thing is worth; a thing is its kind and its name. With ``forced``, also what it brings to go for it."""
        copies = copies_of(self.table.game)
        for kind, name in things:
            points = self.without[name] = self.table.barred(self.agent, [name])
            values = (self.free - points).mean(axis=1)
            yield Look(
                kind, name, self.agent, copies.get(name, 1) if kind == CARDS else 1,
                paired("without", points.mean(axis=1), unit=self.unit), paired("worth", values, unit=self.unit), values,
                chance(values), witness=self._witness(name, points), forced=self._forced(name) if forced else None,
            )  # fmt: skip

    def _forced(self, name: str) -> Figure:
        gained = (self.table.bound(self.agent, name) - self.free).mean(axis=1)
        return paired("forced", gained, unit=self.unit)

    def pairs(self, names: Sequence[str]) -> Iterator[Pair]:
        """What any two of some things, already looked at, are worth together."""
        for one, other in combinations(names, 2):
            both = self.table.barred(self.agent, [one, other])
            values = (self.free - self.without[one] - self.without[other] + both).mean(axis=1)
            yield Pair((one, other), self.agent, paired("together", values, unit=self.unit), chance(values))

    def _witness(self, name: str, points: Numbers) -> str:
        """How to see the first deal in which the bar mattered most, in the way it does on the whole."""
        lost = np.nan_to_num(self.free - points)
        if lost.mean() < 0:
            lost = -lost
        if not (lost > 0).any():
            return ""
        deal, seat = (int(place) for place in np.unravel_index(np.argmax(lost), lost.shape))
        return trace(self.table, deal, self.agent, f"barred:{self.agent},from={name}", seat)


def trace(table: Table, deal: int, agent: str, one: str, seat: int) -> str:
    """The command that shows a deal with somebody else in one seat."""
    who = ",".join(one if other == seat else agent for other in range(table.game.players))
    source = quote(str(table.game.source))
    settings = "".join(f" --set {name}={value}" for name, value in table.game._set.items())
    return f'ludwright trace {source}{settings} --players {table.game.players} --seed {table.seed} --game {deal} --seats "{who}"'
