"""The values of many games combined to one for every index: a part of the games at a time, in little memory.

Of every part only what the result needs is kept: counts of equal values, sums, or the first value. So the result depends neither on the
number of threads nor on how much there is to go through.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from ludwright.queries.following import Progress
from ludwright.queries.groups import Grouping, read_groups
from ludwright.queries.operations import Operation, read_operation
from ludwright.queries.query import Query, pieces_of, values
from ludwright.queries.recorded import Run

_MANY = 1 << 20
"""So many rows of counts are put together at the latest."""
_BY_SUMS = ("average", "sum")
_BY_ORDER = ("difference", "quotient")


def summary(
    run: Run,
    query: Query,
    how: str | Operation = "average",
    per: str | Sequence[str] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """One row for every index and group: the games' values combined, how many there were, and for an average its 95% interval.

    Columns: the groups; the index, `ply` or `turn` (none for values at the end); name, value, count, and low and high of an average.
    Where an expression speaks of a player and no groups are given, they are the seats. The interval reckons with values of the same
    game being alike; it is null where there is only one game.
    """
    operation = read_operation(how) if isinstance(how, str) else how
    names = read_groups(per)
    grouping = Grouping(run, names)
    index = [query.index] if query.when != "end" else []
    gathered: list[_Gathered] = []
    for cell, frame in pieces_of(run, query, threads, progress):
        if not frame.height:
            continue
        of_seats = frame["seat"].null_count() < frame.height
        own = [*names, *(["seat"] if of_seats and per is None else [])]
        keys = [*own, *index, "name"]
        if not gathered:
            gathered.append(_Gathered.of(operation, keys))
        gathered[0].add(grouping.add(frame, cell).filter(pl.col("value").is_not_null()))
    if not gathered:
        return pl.DataFrame(
            schema={**dict.fromkeys([*names, *index, "name"], pl.String), "value": pl.Float64, "count": pl.Int64}
        )
    return gathered[0].result()


def answer(
    run: Run,
    *texts: str,
    how: str | Operation | None = None,
    per: str | Sequence[str] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **where: Any,
) -> pl.DataFrame:
    """All values of expressions, or with ``how`` or ``per`` their summary; what else is given says where to look, as in :class:`Query`."""
    query = Query(*texts, **where)
    if how is None and per is None:
        return values(run, query, threads, progress)
    return summary(run, query, how or "average", per, threads, progress)


class _Gathered:
    """What is kept of the parts seen so far."""

    def __init__(self, operation: Operation, keys: list[str]) -> None:
        self.operation, self.keys = operation, keys
        self.parts: list[pl.DataFrame] = []

    @staticmethod
    def of(operation: Operation, keys: list[str]) -> _Gathered:
        """The way of gathering that an operation needs."""
        if operation.name in _BY_SUMS:
            return _Sums(operation, keys)
        return _InOrder(operation, keys) if operation.name in _BY_ORDER else _Counts(operation, keys)

    def add(self, frame: pl.DataFrame) -> None:
        """The values of another part."""
        self.parts.append(self.reduced(frame))
        if sum(part.height for part in self.parts) > _MANY:
            self.parts = [self.together()]

    def reduced(self, frame: pl.DataFrame) -> pl.DataFrame:
        """What is kept of a part."""
        raise NotImplementedError

    def together(self) -> pl.DataFrame:
        """All that is kept as one frame."""
        raise NotImplementedError

    def result(self) -> pl.DataFrame:
        """The finished table."""
        raise NotImplementedError

    def sorted(self, table: pl.DataFrame) -> pl.DataFrame:
        """In the order of its groups and indices."""
        return table.sort(["name", *(key for key in self.keys if key != "name")], nulls_last=True, maintain_order=True)


class _Sums(_Gathered):
    """Sums over games: a game's values count together, as they are not independent."""

    _SUMS = ("games", "count", "total", "squares", "mixed", "sizes")

    def reduced(self, frame: pl.DataFrame) -> pl.DataFrame:
        games = frame.group_by([*self.keys, "game"], maintain_order=True).agg(
            total=pl.col("value").sum(), size=pl.len()
        )
        size, total = pl.col("size").cast(pl.Float64), pl.col("total")
        return games.group_by(self.keys, maintain_order=True).agg(
            games=pl.len().cast(pl.Float64),
            count=size.sum(),
            squares=(total * total).sum(),
            mixed=(total * size).sum(),
            sizes=(size * size).sum(),
            total=total.sum(),
        )

    def together(self) -> pl.DataFrame:
        return (
            pl.concat(self.parts)
            .group_by(self.keys, maintain_order=True)
            .agg(pl.col(name).sum() for name in self._SUMS)
        )

    def result(self) -> pl.DataFrame:
        table = self.sorted(self.together())
        count = pl.col("count").cast(pl.Int64)
        if self.operation.name == "sum":
            return table.select(*self.keys, pl.col("total").alias("value"), count)
        mean = table["total"].to_numpy() / table["count"].to_numpy()
        half = _half_width(table, mean)
        return table.select(*self.keys, count).with_columns(value=mean, low=mean - half, high=mean + half).select(
            *self.keys, "value", pl.col("low", "high").fill_nan(None), "count"
        )  # fmt: skip


def _half_width(table: pl.DataFrame, mean: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Half of the 95% interval of a mean over games of unequal weight (a ratio of sums), by Student's t."""
    from scipy.special import stdtrit

    games, count, squares, mixed, sizes = (
        table[name].to_numpy() for name in ("games", "count", "squares", "mixed", "sizes")
    )
    with np.errstate(all="ignore"):
        around = np.maximum(0.0, squares - 2 * mean * mixed + mean * mean * sizes)
        error = np.sqrt(games / (games - 1) * around) / count
        return np.where(games > 1, stdtrit(np.maximum(1.0, games - 1), 0.975) * error, np.nan)


class _Counts(_Gathered):
    """How often each value occurred."""

    def reduced(self, frame: pl.DataFrame) -> pl.DataFrame:
        return frame.group_by([*self.keys, "value"], maintain_order=True).agg(count=pl.len().cast(pl.Int64))

    def together(self) -> pl.DataFrame:
        return pl.concat(self.parts).group_by([*self.keys, "value"], maintain_order=True).agg(pl.col("count").sum())

    def result(self) -> pl.DataFrame:
        table = self.sorted(self.together().sort("value", maintain_order=True))
        groups = table.group_by(self.keys, maintain_order=True).agg("value", "count")
        pairs = zip(groups["value"], groups["count"], strict=True)
        found = [_of_counts(self.operation, one.to_numpy(), times.to_numpy()) for one, times in pairs]
        value = pl.Series(found, dtype=pl.Float64).fill_nan(None)
        return groups.select(*self.keys, value.alias("value"), pl.col("count").list.sum().alias("count"))


def _of_counts(how: Operation, values: np.ndarray[Any, Any], counts: np.ndarray[Any, Any]) -> float:
    """Ascending values, each as often as its count says, combined."""
    number = int(counts.sum())
    if how.name in ("minimum", "maximum"):
        return float(values[0] if how.name == "minimum" else values[-1])
    if how.name == "product":
        with np.errstate(all="ignore"):
            found = float(np.prod(values**counts))
        return found if np.isfinite(found) else np.nan
    if how.name == "deviation":
        mean = float((values * counts).sum() / number)
        return float(np.sqrt((counts * (values - mean) ** 2).sum() / (number - 1))) if number > 1 else np.nan
    place = (number - 1) * (how.share if how.name == "quantile" else 0.5)
    ends = np.cumsum(counts)
    low, high = (
        float(values[np.searchsorted(ends, int(at), side="right")]) for at in (np.floor(place), np.ceil(place))
    )
    return low + (place - np.floor(place)) * (high - low)


class _InOrder(_Gathered):
    """The first value, and what all later ones come to."""

    def reduced(self, frame: pl.DataFrame) -> pl.DataFrame:
        later = pl.col("value").slice(1)
        rest = later.sum() if self.operation.name == "difference" else later.product()
        return frame.group_by(self.keys, maintain_order=True).agg(
            first=pl.col("value").first(), rest=rest.cast(pl.Float64), count=pl.len().cast(pl.Int64)
        )

    def together(self) -> pl.DataFrame:
        later = pl.col("first").slice(1)
        if self.operation.name == "difference":
            rest = pl.col("rest").sum() + later.sum()
        else:
            rest = pl.col("rest").product() * later.product()
        return pl.concat(self.parts).group_by(self.keys, maintain_order=True).agg(
            pl.col("first").first(), rest=rest, count=pl.col("count").sum()
        )  # fmt: skip

    def result(self) -> pl.DataFrame:
        table = self.sorted(self.together())
        value = self.operation(np.stack([table["first"].to_numpy(), table["rest"].to_numpy()]))
        return table.select(*self.keys, pl.Series(value).fill_nan(None).alias("value"), "count")
