"""Figures with intervals: shares, means, and whatever can be worked out from sums over games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.metrics.figure import Figure, nothing
from ludwright.statistics import Z95, deviation, moments_of, part_interval, student_quantile, wilson

Numbers = npt.NDArray[np.float64]
Statistic = Callable[[Numbers], Numbers]
"""From sums over games, one row for each resampling, to the value of each."""

TIMES = 1000
"""So often games are drawn anew for a bootstrap."""
SEED = 20_260
_BLOCKS = 2048
"""More games than this are drawn in so many blocks: the interval is the same, and a million games take no longer than these."""
_TAILS = (0.025, 0.975)
SHARE = (0.0, 1.0)
NO_GAMES = "there are no such games"
_values_only: ContextVar[bool] = ContextVar("values_only", default=False)


@contextmanager
def values_only() -> Iterator[None]:
    """Within it no games are drawn anew: for whoever needs the values of many figures, and makes intervals of his own."""
    before = _values_only.set(True)
    try:
        yield
    finally:
        _values_only.reset(before)


def share(name: str, hits: int, tries: int, **more: Any) -> Figure:
    """How many of some tries hit, with Wilson's interval."""
    more.setdefault("unit", "share")
    if not tries:
        return Figure(name, None, note=more.pop("note", "") or NO_GAMES, **more)
    low, high = wilson(hits, tries)
    return Figure(name, hits / tries, low, high, "Wilson", tries, **more)


def share_of_points(name: str, points: npt.ArrayLike, **more: Any) -> Figure:
    """What was taken of some games, each of which brings 1 at most, such as shared wins: Wilson's interval, narrower where points are shared."""
    numbers = np.asarray(points, float)
    total, squares = float(numbers.sum()), float((numbers * numbers).sum())
    if not len(numbers):
        return share(name, 0, 0, **more)
    low, high = part_interval(total, squares, len(numbers))
    return Figure(name, total / len(numbers), low, high, "Wilson", len(numbers), unit="share", **more)


def mean(name: str, values: npt.ArrayLike, bounds: tuple[float, float] | None = None, **more: Any) -> Figure:
    """The mean of one value a game, with Student's interval.

    Values that can't leave ``bounds`` keep their interval within. If all of them are equal, their spread says nothing: then it is
    Wilson's, as if each were a share of a win.
    """
    numbers = np.asarray(values, float)
    numbers = numbers[np.isfinite(numbers)]
    count = len(numbers)
    if not count:
        return Figure(name, None, note=more.pop("note", "") or NO_GAMES, **more)
    value = float(numbers.mean())
    if count == 1:
        return Figure(name, value, n=1, how="none: one game", **more)
    deviation = float(numbers.std(ddof=1))
    if bounds is not None and deviation <= 1e-12:
        return _level(name, value, count, bounds, **more)
    room = student_quantile(count - 1) * deviation / sqrt(count)
    low, high = value - room, value + room
    if bounds is not None:
        low, high = max(bounds[0], low), min(bounds[1], high)
    return Figure(name, value, low, high, "t", count, **more)


def standard_deviation(name: str, values: npt.ArrayLike, games: npt.ArrayLike, **more: Any) -> Figure:
    """How far values lie from their mean, as a standard deviation of a sample. Values of the same game may be alike.

    The interval is Student's, on the scale of logarithms: it never reaches below 0.
    """
    numbers, of_game = np.asarray(values, float), np.unique(np.asarray(games), return_inverse=True)[1]
    if len(numbers) < 2:
        why = more.pop("note", "") or ("one value has no spread" if len(numbers) else NO_GAMES)
        return Figure(name, None, n=len(numbers), note=why, **more)
    away = numbers - numbers.mean()  # around 0 nothing is lost to rounding
    count, total, squares = (np.bincount(of_game, weight) for weight in (None, away, away * away))
    value, error = (float(found) for found in deviation(moments_of(count, total, squares).sum(axis=0)))
    if not np.isfinite(error):
        return Figure(name, value, n=1, how="none: one game", **more)
    reach = float(np.exp(student_quantile(len(count) - 1) * error))
    return Figure(name, value, value / reach, value * reach, "t, of the logarithm", len(count), **more)


def _level(name: str, value: float, count: int, bounds: tuple[float, float], **more: Any) -> Figure:
    """A figure that is the same in all games: Wilson's interval, as if each game were a share of a win."""
    least, scale = bounds[0], bounds[1] - bounds[0]
    low, high = wilson(min(max(0.0, (value - least) / scale), 1.0) * count, count)
    return Figure(name, value, least + scale * low, least + scale * high, "Wilson: all are equal", count, **more)


def resampled(sums: npt.ArrayLike, statistic: Statistic, times: int = TIMES) -> Numbers:
    """The statistic of games drawn anew, with replacement, ``times`` times.

    ``sums`` has one row a game: what that game adds to the sums from which the statistic is worked out.
    """
    rows = _blocked(np.asarray(sums, float))
    draw = np.random.default_rng(SEED)
    weights = draw.multinomial(len(rows), np.full(len(rows), 1 / len(rows)), size=times)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(statistic(weights @ rows), float)


def _blocked(rows: Numbers) -> Numbers:
    if len(rows) <= _BLOCKS:
        return rows
    order = np.random.default_rng(SEED + 1).permutation(len(rows))
    starts = np.linspace(0, len(rows), _BLOCKS + 1).astype(int)[:-1]
    blocks: Numbers = np.add.reduceat(rows[order], starts, axis=0)
    return blocks


def bootstrap(
    name: str, sums: npt.ArrayLike, statistic: Statistic, bounds: tuple[float, float] | None = None, **more: Any
) -> Figure:
    """A figure worked out from sums over games, with an interval by drawing the games anew (percentiles)."""
    found = _worked_out(name, sums, statistic, **more)
    if not found.known or found.value is None or found.n < 2 or _values_only.get():
        return found
    drawn = resampled(sums, statistic)
    drawn = drawn[np.isfinite(drawn)]
    if not len(drawn):
        return replace(found, how="none: too few games to draw anew")
    low, high = (float(end) for end in np.quantile(drawn, _TAILS))
    if bounds is not None and high - low <= 1e-12:
        return _level(name, found.value, found.n, bounds, **more)
    return replace(found, low=min(low, found.value), high=max(high, found.value), how="bootstrap")


def corrected(name: str, sums: npt.ArrayLike, statistic: Statistic, value: float, **more: Any) -> Figure:
    """The same for a statistic that is biased in few games, and its corrected value.

    Games drawn anew are biased once more, so that only their spread is used: the interval is 1.96 of that to either side.
    """
    found = _worked_out(name, sums, statistic, **more)
    if not found.known or found.n < 2:
        return found
    if _values_only.get():
        return replace(found, value=value)
    drawn = resampled(sums, statistic)
    room = Z95 * float(np.nanstd(drawn, ddof=1))
    return replace(found, value=value, low=value - room, high=value + room, how="bootstrap error")


def _worked_out(name: str, sums: npt.ArrayLike, statistic: Statistic, **more: Any) -> Figure:
    rows = np.asarray(sums, float)
    if not len(rows):
        return nothing(name, more.get("note", "") or NO_GAMES, more.get("unit", ""))
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(np.asarray(statistic(rows.sum(axis=0, keepdims=True)), float)[0])
    if not np.isfinite(value):
        return nothing(name, more.get("note", "") or "there is nothing to divide by", more.get("unit", ""))
    return Figure(name, value, n=len(rows), how="none: one game" if len(rows) == 1 else "", **more)


def ratio(name: str, above: npt.ArrayLike, below: npt.ArrayLike, **more: Any) -> Figure:
    """One sum over games divided by another, with a bootstrap interval. A share has ``bounds`` 0 and 1."""
    return bootstrap(name, np.column_stack([np.asarray(above, float), np.asarray(below, float)]), _divide, **more)


def _divide(sums: Numbers) -> Numbers:
    divided: Numbers = sums[:, 0] / sums[:, 1]
    return divided


def difference(name: str, one: tuple[int, int], other: tuple[int, int], **more: Any) -> Figure:
    """One share minus another, each as hits and tries, with Newcombe's interval (1998), which is made of two of Wilson's."""
    (a, n), (b, m) = one, other
    more.setdefault("unit", "share")
    if not n or not m:
        return Figure(name, None, note=more.pop("note", "") or "one of the two never happened", **more)
    p, q = a / n, b / m
    (p_low, p_high), (q_low, q_high) = wilson(a, n), wilson(b, m)
    value = p - q
    low = value - sqrt((p - p_low) ** 2 + (q_high - q) ** 2)
    high = value + sqrt((p_high - p) ** 2 + (q - q_low) ** 2)
    return Figure(name, value, low, high, "Newcombe", n + m, **more)


def entropy(counts: Numbers) -> Numbers:
    """Of counts, one row each, in bits."""
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = counts / counts.sum(axis=1, keepdims=True)
        parts = np.where(shares > 0, shares * np.log2(shares), 0.0)
    bits: Numbers = np.where(counts.sum(axis=1) > 0, -parts.sum(axis=1), np.nan) + 0.0
    return bits


def quantiles(values: npt.ArrayLike, shares: Sequence[float]) -> list[float]:
    """The values below which such shares lie."""
    numbers = np.asarray(values, float)
    return [float(q) for q in np.quantile(numbers, shares)] if len(numbers) else [float("nan")] * len(shares)
