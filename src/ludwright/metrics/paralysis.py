"""Analysis paralysis: how much there is to weigh up, because many options are about as good as the best."""

from __future__ import annotations

import polars as pl

from ludwright.metrics.choice import sums_by_game
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import ratio

NEAR = 0.1
"""An option that is worth so much less than the best is no rival of it any more."""


def analysis_paralysis(weighed: pl.DataFrame) -> Figure:
    """How many options there are that are hard to tell from the best one.

    Definition: mean over the decisions that were weighed of (k − 1) · c, k being the number of options and c how close the others are to the
    best on average: the mean of max(0, 1 − (v₁ − v) / 0.1) over them, v being an option's worth by an oracle and v₁ that of the best. 0:
    the best option stands out; 5: as much to weigh as if five others were just as good. Bootstrap over games. The parts are the means of
    k, and of c over all those other options.
    """
    name = "analysis paralysis by moves"
    close = (1 - (pl.col("value").max().over("game", "ply") - pl.col("value")) / NEAR).clip(0, 1)
    options = weighed.drop_nulls("value").with_columns(close.alias("close"))
    by_ply = options.group_by("game", "ply").agg(pl.len().alias("options"), (pl.col("close").sum() - 1).alias("rivals"))
    by_ply = by_ply.filter(pl.col("options") > 1).sort("game", "ply")
    if not len(by_ply):
        return nothing(name, "no oracle has weighed a decision", "options")
    sums = sums_by_game(
        by_ply, pl.col("rivals").sum(), pl.col("options").sum(), (pl.col("options") - 1).sum().alias("others"), pl.len().alias("all")
    )  # fmt: skip
    rivals, every = sums["rivals"].to_numpy(), sums["all"].to_numpy()
    hardest = by_ply.sort("rivals", descending=True, maintain_order=True).head(3)
    shown = tuple(
        Witness(row["game"], ply=row["ply"], note=f"{row['options']} options, {row['rivals']:.1f} rivals of the best")
        for row in hardest.iter_rows(named=True)
    )
    parts = (
        ratio("options", sums["options"].to_numpy(), every, unit="options"),
        ratio("closeness", rivals, sums["others"].to_numpy(), bounds=(0.0, 1.0), unit="share"),
    )
    return ratio(name, rivals, every, unit="options", parts=parts, witnesses=shown)
