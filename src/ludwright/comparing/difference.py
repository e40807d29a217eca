"""The difference of a figure between two versions: how large, how sure, and how many games would settle it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil, inf, sqrt
from typing import Any

import numpy as np

from ludwright.comparing.looks import Key, told
from ludwright.comparing.margins import SURE, Margins
from ludwright.metrics.figure import Figure
from ludwright.metrics.intervals import Numbers
from ludwright.statistics import holm, student_quantile, student_tail

CHANGED, OPEN, SAME, TOLD = "changed", "open", "same", "told"
"""Surely another one; not decided; surely no difference that matters; told side by side, because it has no interval."""


@dataclass(frozen=True)
class Difference:
    """One figure in A and in B."""

    key: Key
    a: Figure
    b: Figure
    value: float | None = None
    """What B has more."""
    low: float | None = None
    high: float | None = None
    """95% of the time the true difference lies between."""
    error: float = 0.0
    freedom: float = 0.0
    chance: float = 1.0
    """How likely a difference this large would be seen if there were none, as if nothing else had been looked at."""
    corrected: float = 1.0
    """The same, corrected for the number of looks (Holm)."""
    state: str = TOLD
    games: int | None = None
    """About how many games of each version would settle it, if it is open."""
    players: int = 0
    margins: Margins = field(default_factory=Margins)
    """What matters."""

    @property
    def name(self) -> str:
        """What it is the difference of."""
        return told(self.key)

    @property
    def unit(self) -> str:
        """What it is told in."""
        return self.a.unit or self.b.unit

    @property
    def matters(self) -> float:
        """From here on a difference matters."""
        return self.margins.of(self.key[0], self.unit, max(abs(self.a.value or 0.0), abs(self.b.value or 0.0)))

    @property
    def size(self) -> float:
        """How large it is, in what matters."""
        if self.value is None or self.value == 0:
            return 0.0
        return abs(self.value) / self.matters if self.matters > 0 else inf

    @property
    def surely(self) -> float:
        """How large it is at the least, in what matters: the near end of its interval counts."""
        if self.low is None or self.high is None or self.low <= 0 <= self.high:
            return 0.0
        near = min(abs(self.low), abs(self.high))
        return near / self.matters if self.matters > 0 else inf

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "metric": self.key[0], "part": self.key[1] or None, "players": self.players, "unit": self.unit,
            "a": _plain(self.a), "b": _plain(self.b), "difference": self.value,
            "interval": None if self.low is None else [self.low, self.high], "p": self.chance, "p_corrected": self.corrected,
            "state": self.state, "games": self.games, "matters": self.matters,
        }  # fmt: skip


def _plain(figure: Figure) -> dict[str, Any]:
    return {"value": figure.value, "interval": None if figure.low is None else [figure.low, figure.high], "n": figure.n}


def difference(
    key: Key, a: Figure, b: Figure, values: tuple[Numbers | None, Numbers | None], deals: int, *, paired: bool = True
) -> Difference:
    """The difference of two figures, by one value a block of deals of each (see :mod:`ludwright.comparing.blocks`).

    Paired, the values of the same block are subtracted: Student's interval. Of other deals each has its own error (Welch).
    """
    found = Difference(key, a, b)
    of_a, of_b = values
    if a.value is None or b.value is None:
        return found
    found = replace(found, value=b.value - a.value)
    if of_a is None or of_b is None:
        return found
    error, freedom = _paired(of_a, of_b) if paired and len(of_a) == len(of_b) else _welch(of_a, of_b)
    room = student_quantile(freedom, 1.0 - SURE) * error
    value = b.value - a.value
    return replace(
        found,
        low=value - room,
        high=value + room,
        error=error,
        freedom=freedom,
        chance=_chance(value, error, freedom, deals),
        state=OPEN,
    )


def _paired(a: Numbers, b: Numbers) -> tuple[float, float]:
    away = b - a
    return _rounded(float(away.std(ddof=1)) / sqrt(len(away)), a, b), len(away) - 1


def _welch(a: Numbers, b: Numbers) -> tuple[float, float]:
    of_a, of_b = (float(values.var(ddof=1)) / len(values) for values in (a, b))
    both = of_a + of_b
    if both <= 0:
        return 0.0, float(min(len(a), len(b)) - 1)
    freedom = both**2 / (of_a**2 / (len(a) - 1) + of_b**2 / (len(b) - 1))
    return _rounded(sqrt(both), a, b), freedom


def _rounded(error: float, a: Numbers, b: Numbers) -> float:
    """Without what is only the rounding of sums."""
    scale = max(float(np.abs(a).max()), float(np.abs(b).max()))
    return error if error > 1e-12 * scale else 0.0


def _chance(value: float, error: float, freedom: float, deals: int) -> float:
    """Two-sided. What is the same in all blocks counts as if every deal had thrown a coin that fell on this side."""
    if error <= 0:
        return 2.0 * 0.5 ** min(deals, 60) if abs(value) > 1e-12 else 1.0

    return 2.0 * student_tail(freedom, abs(value) / error)


def judged(differences: Sequence[Difference], games: int, margins: Margins | None = None) -> list[Difference]:
    """What changed, what is open and what is the same, corrected for the number of looks; what is surely largest first."""
    margins = margins or Margins()
    tested = [replace(one, margins=margins) for one in differences if one.state != TOLD]
    corrected = holm([one.chance for one in tested])
    found = [_judged(one, own, len(tested), games) for one, own in zip(tested, corrected, strict=True)]
    order = {CHANGED: 0, OPEN: 1, SAME: 2}
    found.sort(key=lambda one: (order[one.state], -one.surely if one.state == CHANGED else one.chance, one.name))
    return [*found, *(one for one in differences if one.state == TOLD)]


def _judged(one: Difference, corrected: float, looks: int, games: int) -> Difference:
    assert one.value is not None and one.low is not None and one.high is not None
    sure = one.margins.error_rate
    if corrected < sure:
        return replace(one, corrected=corrected, state=CHANGED)
    if max(abs(one.low), abs(one.high)) <= one.matters:
        return replace(one, corrected=corrected, state=SAME)
    away, room = abs(one.value), student_quantile(one.freedom, 1.0 - sure / looks) * one.error
    ways = [(room, away), (student_quantile(one.freedom, 1.0 - SURE) * one.error, one.matters - away)]
    needed = [games * (wide / narrow) ** 2 for wide, narrow in ways if narrow > 1e-9]
    least = min(needed, default=inf)
    return replace(one, corrected=corrected, state=OPEN, games=max(games + 1, ceil(least)) if least < 1e12 else None)
