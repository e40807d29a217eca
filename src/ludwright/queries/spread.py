"""How values are spread, as figures: mean, deviation, quartiles, least and most of every group; and the games behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from ludwright.queries.following import Progress
from ludwright.queries.groups import GROUPS
from ludwright.queries.picturing import grouped_values
from ludwright.queries.query import Query
from ludwright.queries.recorded import QueryError, RecordedRun
from ludwright.queries.summaries import distribution

FIGURES = ("count", "mean", "deviation", "least", "first quartile", "median", "third quartile", "most")
ENDS = ("least", "most", "any", "near", "far")


def spread(
    run: RecordedRun,
    query: Query,
    per: str | Sequence[str] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """One row for every group: how many values there are and how they are spread, whatever their index.

    The deviation is that of a sample; a quartile between two values lies on the straight line between them.
    """
    table = distribution(run, query, per, threads, progress)
    names = [name for name in GROUPS if name in table.columns]
    rows = []
    for labels, group in table.group_by([*names, "name"], maintain_order=True):
        counted = group.group_by("value").agg(pl.col("count").sum()).sort("value")
        rows.append({**dict(zip([*names, "name"], labels, strict=True)), **_figures(counted)})
    if not rows:
        return pl.DataFrame(schema={"name": pl.String, **dict.fromkeys(FIGURES, pl.Float64)})
    return pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.col("count").cast(pl.Int64))


def _figures(counted: pl.DataFrame) -> dict[str, float | None]:
    """Of ascending values, each as often as its count says."""
    from ludwright.queries.operations import Operation
    from ludwright.queries.summaries import of_counts

    values, counts = counted["value"].to_numpy(), counted["count"].to_numpy()
    many = int(counts.sum())
    mean = float((values * counts).sum() / many)
    around = float((counts * (values - mean) ** 2).sum())
    quarters = {
        name: of_counts(Operation("quantile", share), values, counts)
        for name, share in (("first quartile", 0.25), ("median", 0.5), ("third quartile", 0.75))
    }
    found = {
        "count": many,
        "mean": mean,
        "deviation": (around / (many - 1)) ** 0.5 if many > 1 else None,
        "least": float(values[0]),
        **quarters,
        "most": float(values[-1]),
    }
    return {name: found[name] for name in FIGURES}


def behind(
    run: RecordedRun,
    query: Query,
    per: str | Sequence[str] | None,
    group: Mapping[str, Any],
    which: str = "any",
    most: int = 20,
    value: float | None = None,
) -> pl.DataFrame:
    """The values behind a figure: those of a group, the `least` or the `most` first, those that are `near` a value or `far` from it, or in the
    order of the games (`any`).

    Columns: game, frame (what :meth:`Playtest.inspect` shows, after the answer), turn, seat, value.
    """
    if which not in ENDS:
        raise QueryError(f"there is no end `{which}`: say {', '.join(ENDS)}")
    table, names = grouped_values(run, query, per)
    for name in (*names, "name"):
        if group.get(name) is not None and name in table.columns:
            table = table.filter(pl.col(name).cast(pl.String) == str(group[name]))
    table = table.drop_nulls("value")
    if which in ("near", "far"):
        if value is None:
            raise QueryError(f"say what `{which}` is meant of: `value=3.5`")
        away = (pl.col("value") - value).abs()
        table = table.sort(away, "game", descending=[which == "far", False], maintain_order=True)
    elif which != "any":
        table = table.sort("value", "game", descending=[which == "most", False], maintain_order=True)
    answered = pl.col("ply").fill_null(-1) + (0 if query.when == "before" else 1)
    frame = pl.col("turn") - 1 if query.when == "turn" and table["ply"].null_count() == table.height else answered
    seat = pl.col("seat") if "seat" in table.columns else pl.lit(None, pl.Int32).alias("seat")
    return table.head(most).select("game", frame.alias("frame"), "turn", seat, "value")


__all__ = ["ENDS", "FIGURES", "behind", "spread"]
