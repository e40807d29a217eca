"""The values of many games combined to one for every index: a part of the games at a time, in little memory.

Of every part only what the result needs is kept: counts of equal values, sums, or the first value. So the result depends neither on the
number of threads nor on how much there is to go through.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.queries.following import Progress
from ludwright.queries.groups import Grouping, read_groups
from ludwright.queries.operations import Operation, read_operation
from ludwright.queries.query import Query, placed, stops_of
from ludwright.queries.recorded import RecordedRun
from ludwright.statistics import deviation, moments_of, student_quantile

_MANY = 1 << 20
"""So many rows of counts are put together at the latest."""


def summary(
    run: RecordedRun,
    query: Query,
    how: str | Operation = "average",
    per: str | Sequence[str] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """One row for every index and group: the games' values combined, how many there were, and for an average or a deviation its 95% interval.

    Columns: the groups; the index, `ply` or `turn` (none for values at the end); name, value, count, and low and high of an average or a deviation.
    Where an expression speaks of a player and no groups are given, they are the seats. The interval reckons with values of the same
    game being alike; it is null where there is only one game.
    """
    operation = read_operation(how) if isinstance(how, str) else how
    return _gathered(run, query, _gathering(operation), per, threads, progress)


def distribution(
    run: RecordedRun,
    query: Query,
    per: str | Sequence[str] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """How often each value occurred, for every index and group: the same columns as :func:`summary`, a row for each value."""
    return _gathered(run, query, _Counts(None), per, threads, progress)


def _gathered(
    run: RecordedRun,
    query: Query,
    gathered: _Gathered,
    per: str | Sequence[str] | None,
    threads: int | None,
    progress: Progress | None,
) -> pl.DataFrame:
    grouping = Grouping(run, None if per is None else read_groups(per))
    for stops in stops_of(run, query, threads, progress):
        ply, turn, actor = placed(stops, query)
        index = np.zeros_like(ply) if query.when == "end" else turn if query.when == "turn" else ply
        gathered.add(index, grouping.of(stops, actor), stops.values)
    order = {text: place for place, text in enumerate(query.texts)}
    groups = grouping.table().with_columns(
        order=pl.col("name").replace_strict(order, default=0, return_dtype=pl.Int64)
    )  # fmt: skip
    names, at = grouping.columns(), [] if query.when == "end" else [query.index]
    found = gathered.result().rename({"index": query.index}) if at else gathered.result().drop("index")
    table = groups.join(found, on="group").sort(
        ["order", *grouping.ordered(names), *at], nulls_last=True, maintain_order=True
    )
    return table.select(*names, *at, "name", *(c for c in found.columns if c not in ("group", query.index)))


Ints = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]


class _Gathered(Protocol):
    """What is kept of the parts seen so far."""

    def add(self, index: npt.NDArray[np.int32], groups: Ints, values: Reals) -> None:
        """The values of another part: a row for every stop, a column for every line."""

    def result(self) -> pl.DataFrame:
        """group, index, value, count and perhaps more."""


def _gathering(operation: Operation) -> _Gathered:
    """The way of gathering that an operation needs."""
    if operation.name in ("average", "sum"):
        return _Sums(operation)
    if operation.name == "deviation":
        return _Spread()
    return _InOrder(operation) if operation.name in ("difference", "quotient") else _Counts(operation)


class _Sums:
    """Sums over games: the values of one game count together, as they are not independent of each other."""

    NAMES = ("games", "count", "total", "squares", "mixed", "sizes")

    def __init__(self, operation: Operation) -> None:
        self.operation = operation
        self.sums: dict[int, Reals] = {}
        """For every group, a row for each of the names and a column for every index."""

    def add(self, index: npt.NDArray[np.int32], groups: Ints, values: Reals) -> None:
        valid = np.isfinite(values)
        plain = np.where(valid, values, 0.0)
        for group in np.unique(groups).tolist():
            columns = (groups == group).any(axis=0)
            mine = valid[:, columns] & (groups[:, columns] == group)
            size = mine.sum(axis=1)
            rows = size > 0
            if not rows.any():
                continue
            total, at = (plain[:, columns] * mine).sum(axis=1)[rows], index[rows].astype(np.intp)
            found = _sums(at, size[rows], total)
            self.sums[group] = _added(self.sums.get(group), found)

    def result(self) -> pl.DataFrame:
        parts = []
        for group, sums in self.sums.items():
            there = np.nonzero(sums[0])[0]
            parts.append({"group": np.full(len(there), group), "index": there.astype(np.int32),
                          **{name: sums[place, there] for place, name in enumerate(self.NAMES)}})  # fmt: skip
        whole = (
            {name: np.concatenate([part[name] for part in parts]) for name in ("group", "index", *self.NAMES)}
            if parts
            else None
        )
        if whole is None:
            return pl.DataFrame(schema=_EMPTY)
        count = whole["count"].astype(np.int64)
        if self.operation.name == "sum":
            return pl.DataFrame(
                {"group": whole["group"], "index": whole["index"], "value": whole["total"], "count": count}
            )
        mean = whole["total"] / whole["count"]
        half = _half_width(mean, *(whole[name] for name in ("games", "count", "squares", "mixed", "sizes")))
        low, high = (pl.Series(bound).fill_nan(None) for bound in (mean - half, mean + half))
        return pl.DataFrame(
            {"group": whole["group"], "index": whole["index"], "value": mean, "low": low, "high": high, "count": count}
        )


def _sums(at: npt.NDArray[np.intp], size: Ints, total: Reals) -> Reals:
    """For every index: the games, and the sums of their sizes, their totals, and the squares and products of these."""
    games, totals, squares = (np.bincount(at, weights).astype(np.float64) for weights in (None, total, total * total))
    each = float(size[0])
    if (size == each).all():
        return np.stack([games, games * each, totals, squares, totals * each, games * each * each])
    sizes = size.astype(np.float64)
    count, mixed, square = (np.bincount(at, weights) for weights in (sizes, total * sizes, sizes * sizes))
    return np.stack([games, count, totals, squares, mixed, square])


_EMPTY = {"group": pl.Int64, "index": pl.Int32, "value": pl.Float64, "count": pl.Int64}


def _added(old: Reals | None, new: Reals) -> Reals:
    if old is None:
        return new
    long, short = (old, new) if old.shape[1] >= new.shape[1] else (new, old)
    found = long.copy()
    found[:, : short.shape[1]] += short
    return found


def _half_width(mean: Reals, games: Reals, count: Reals, squares: Reals, mixed: Reals, sizes: Reals) -> Reals:
    """Half of the 95% interval of a mean over games of unequal weight (a ratio of sums), by Student's t."""
    with np.errstate(all="ignore"):
        around = np.maximum(0.0, squares - 2 * mean * mixed + mean * mean * sizes)
        error = np.sqrt(games / (games - 1) * around) / count
        return np.where(games > 1, student_quantile(np.maximum(1.0, games - 1)) * error, np.nan)


class _Spread:
    """Sums over games from which the standard deviation follows, with its interval: values of one game may be alike."""

    def __init__(self) -> None:
        self.sums: dict[int, Reals] = {}
        """For every group, a row for each sum and a column for every index."""
        self.middle: dict[int, float] = {}
        """What is taken from all values of a group, so that nothing is lost to rounding."""

    def add(self, index: npt.NDArray[np.int32], groups: Ints, values: Reals) -> None:
        valid = np.isfinite(values)
        for group in np.unique(groups).tolist():
            columns = (groups == group).any(axis=0)
            mine = valid[:, columns] & (groups[:, columns] == group)
            rows = mine.any(axis=1)
            if not rows.any():
                continue
            own = np.where(mine, values[:, columns], 0.0)
            middle = self.middle.setdefault(group, float(own[mine].mean()))
            away = np.where(mine, own - middle, 0.0)[rows]
            moments = moments_of(mine[rows].sum(axis=1), away.sum(axis=1), (away * away).sum(axis=1))
            self.sums[group] = _added(
                self.sums.get(group), np.stack([np.bincount(index[rows], one) for one in moments.T])
            )

    def result(self) -> pl.DataFrame:
        parts = []
        for group, sums in self.sums.items():
            there = np.nonzero(sums[0])[0]
            value, error = deviation(sums[:, there].T)
            reach = np.exp(student_quantile(np.maximum(1.0, sums[0, there] - 1)) * error)
            bounds = {name: pl.Series(own).fill_nan(None) for name, own in
                      (("value", value), ("low", value / reach), ("high", value * reach))}  # fmt: skip
            count = sums[1, there].astype(np.int64)
            parts.append(
                pl.DataFrame(
                    {"group": np.full(len(there), group), "index": there.astype(np.int32), **bounds, "count": count}
                )
            )
        return pl.concat(parts) if parts else pl.DataFrame(schema=_EMPTY)


class _Counts:
    """How often each value occurred."""

    def __init__(self, operation: Operation | None) -> None:
        """Without an operation the counts themselves are the result."""
        self.operation = operation
        self.parts: list[pl.DataFrame] = []

    def add(self, index: npt.NDArray[np.int32], groups: Ints, values: Reals) -> None:
        part = _flat(index, groups, values).group_by("group", "index", "value").agg(count=pl.len().cast(pl.Int64))
        self.parts.append(part)
        if sum(part.height for part in self.parts) > _MANY:
            self.parts = [self._together()]

    def _together(self) -> pl.DataFrame:
        keys = ["group", "index", "value"]
        return (
            pl.concat(self.parts).group_by(keys).agg(pl.col("count").sum())
            if self.parts
            else pl.DataFrame(schema=_EMPTY)
        )

    def result(self) -> pl.DataFrame:
        table = self._together().sort("group", "index", "value")
        if self.operation is None:
            return table
        groups = table.group_by("group", "index", maintain_order=True).agg("value", "count")
        pairs = zip(groups["value"], groups["count"], strict=True)
        found = [of_counts(self.operation, one.to_numpy(), times.to_numpy()) for one, times in pairs]
        value = pl.Series(found, dtype=pl.Float64).fill_nan(None)
        return groups.select("group", "index", value.alias("value"), pl.col("count").list.sum().alias("count"))


def _flat(index: npt.NDArray[np.int32], groups: Ints, values: Reals) -> pl.DataFrame:
    """One row a value; what has none is left out."""
    groups = np.broadcast_to(groups, values.shape)
    columns = {"group": groups.reshape(-1), "index": np.repeat(index, values.shape[1]), "value": values.reshape(-1)}
    return pl.DataFrame(columns).filter(pl.col("value").is_finite())


def of_counts(how: Operation, values: Reals, counts: Ints) -> float:
    """Ascending values, each as often as its count says, combined."""
    number = int(counts.sum())
    if how.name in ("minimum", "maximum"):
        return float(values[0] if how.name == "minimum" else values[-1])
    if how.name == "product":
        with np.errstate(all="ignore"):
            found = float(np.prod(values**counts))
        return found if np.isfinite(found) else np.nan
    place = (number - 1) * (how.share if how.name == "quantile" else 0.5)
    ends = np.cumsum(counts)
    low, high = (
        float(values[np.searchsorted(ends, int(at), side="right")]) for at in (np.floor(place), np.ceil(place))
    )
    return low + (place - float(np.floor(place))) * (high - low)


class _InOrder:
    """The first value, and what all later ones come to."""

    def __init__(self, operation: Operation) -> None:
        self.operation = operation
        self.table: pl.DataFrame | None = None

    def add(self, index: npt.NDArray[np.int32], groups: Ints, values: Reals) -> None:
        later = pl.col("value").slice(1)
        rest = later.sum() if self.operation.name == "difference" else later.product()
        part = _flat(index, groups, values).group_by("group", "index", maintain_order=True).agg(
            first=pl.col("value").first(), rest=rest.cast(pl.Float64), count=pl.len().cast(pl.Int64)
        )  # fmt: skip
        self.table = part if self.table is None else self._together(pl.concat([self.table, part]))

    def _together(self, both: pl.DataFrame) -> pl.DataFrame:
        later, rest = pl.col("first").slice(1), pl.col("rest")
        found = rest.sum() + later.sum() if self.operation.name == "difference" else rest.product() * later.product()
        return both.group_by("group", "index", maintain_order=True).agg(
            pl.col("first").first(), rest=found, count=pl.col("count").sum()
        )  # fmt: skip

    def result(self) -> pl.DataFrame:
        if self.table is None:
            return pl.DataFrame(schema=_EMPTY)
        value = self.operation(np.stack([self.table["first"].to_numpy(), self.table["rest"].to_numpy()]))
        return self.table.select("group", "index", pl.Series(value).fill_nan(None).alias("value"), "count")
