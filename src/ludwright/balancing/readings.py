"""What games say about targets: one reading for every figure that a target speaks of, and readings of several runs put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import Any

from ludwright.comparing.margins import MATTERS, SHARE_MATTERS
from ludwright.statistics import Z95, holm, normal_tail

Key = tuple[int, int, str]
"""The number of the target, of the table, and what else it is about: the subject of a finding."""
UNFINISHED = -1
"""The number of the target that nobody has to name: games that come to their end as often as before."""


@dataclass(frozen=True)
class Reading:
    """One figure of one version at one table, and where it should lie."""

    key: Key
    value: float
    low: float
    high: float
    games: int
    wish_low: float = -inf
    wish_high: float = inf
    share: bool = False
    what: str = ""
    """What the figure is called, where the target does not say it."""

    @property
    def matters(self) -> float:
        """From so much on a difference matters."""
        if self.share:
            return SHARE_MATTERS
        ends = [abs(end) for end in (self.wish_low, self.wish_high) if abs(end) != inf]
        return MATTERS * max([*ends, abs(self.value)], default=1.0) or SHARE_MATTERS

    @property
    def away(self) -> float:
        """How far outside its range the value lies, in what matters; 0 inside."""
        return max(0.0, self.wish_low - self.value, self.value - self.wish_high) / self.matters

    @property
    def off_centre(self) -> float:
        """How far from the middle of its range the value lies: 0 in the middle, 1 at an end; of a range with one end, by what matters."""
        if self.wish_low > -inf and self.wish_high < inf:
            half = (self.wish_high - self.wish_low) / 2
            return abs(self.value - (self.wish_low + self.wish_high) / 2) / half if half > 0 else float(self.away > 0)
        room = self.value - self.wish_low if self.wish_low > -inf else self.wish_high - self.value
        return 1.0 / (1.0 + room / self.matters) if room >= 0 else 1.0 - room / self.matters

    def error(self, end: float) -> float:
        """The standard error on the side of one end of the range."""
        return max(self.value - self.low if end < self.value else self.high - self.value, 0.0) / Z95

    @property
    def steps(self) -> float:
        """So many standard errors lie between the value and the nearest end of its range: below 0 outside of it."""
        found = inf
        for end, room in ((self.wish_low, self.value - self.wish_low), (self.wish_high, self.wish_high - self.value)):
            if abs(end) == inf or (self.share and room >= 0 and not 0 < end < 1):
                continue  # beyond 0 and 1 no share can go
            error = self.error(end)
            found = min(found, room / error if error > 0 else inf if room >= 0 else -inf)
        return found

    @property
    def doubt(self) -> float:
        """How likely such games would be if the true value lay at the nearest end of the range."""
        return min(1.0, 2 * normal_tail(abs(self.steps)))

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        ends = [None if abs(end) == inf else end for end in (self.wish_low, self.wish_high)]
        return {
            "target": self.key[0], "table": self.key[1], "about": self.key[2], "value": self.value, "interval": [self.low, self.high],
            "games": self.games, "wished": ends, "share": self.share, "what": self.what,
        }  # fmt: skip


def from_json(stored: dict[str, Any]) -> Reading:
    """A reading from plain values."""
    low, high = stored["wished"]
    below, above = map(float, stored["interval"])
    return Reading(
        (int(stored["target"]), int(stored["table"]), str(stored["about"])), float(stored["value"]), below, above,
        games=int(stored["games"]), wish_low=-inf if low is None else float(low), wish_high=inf if high is None else float(high),
        share=bool(stored["share"]), what=str(stored["what"]),
    )  # fmt: skip


def pooled(readings: Sequence[Reading]) -> Reading:
    """Readings of the same figure from several runs as one: their mean by games, and its error.

    >>> two = [Reading((0, 0, ""), value, value - 0.1, value + 0.1, 100) for value in (0.4, 0.6)]
    >>> both = pooled(two)
    >>> round(both.value, 3), round(both.high - both.value, 3), both.games
    (0.5, 0.071, 200)
    """
    games = sum(one.games for one in readings)
    if len(readings) == 1 or not games:
        return readings[-1]
    value = sum(one.games * one.value for one in readings) / games
    below = sqrt(sum((one.games * (one.value - one.low)) ** 2 for one in readings)) / games
    above = sqrt(sum((one.games * (one.high - one.value)) ** 2 for one in readings)) / games
    return replace(readings[-1], value=value, low=value - below, high=value + above, games=games)


def away(readings: Iterable[Reading]) -> float:
    """How far all figures together are from what is wished."""
    return sum(one.away for one in readings)


def surely_missed(readings: Iterable[Reading], errors: float) -> bool:
    """Whether some figure is outside its range beyond doubt."""
    return any(one.steps < -errors for one in readings)


def sure(readings: Sequence[Reading], chance: float = 0.05) -> bool:
    """Whether all figures are inside their ranges beyond doubt, corrected for their number (Holm)."""
    return all(one.steps > 0 for one in readings) and all(
        doubt <= chance for doubt in holm([one.doubt for one in readings])
    )
