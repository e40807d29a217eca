"""How strong a card, a piece or a position is, as far as that can be seen from games as they were played."""

from __future__ import annotations

import polars as pl

from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import difference, share
from ludwright.metrics.picks import MOST, farthest


def observed_power(had: pl.DataFrame, seats: pl.DataFrame) -> Figure:
    """How much more often those win who have a component than those in whose game it was not seen.

    Definition: for every component, win rate of the seats that had it − win rate of the seats that neither had nor saw it, with Newcombe's
    interval. ``had`` has a row for each seat of a game and each component it had or saw: game, seat, what, and had (yes, or no for one
    only seen); without the column had, all rows are of components that were had, and whoever never had one has not seen it. Games without
    any row are left out. The value is that of the component whose interval is farthest from 0. It shows what goes together, not what causes
    what.
    """
    looked_at = had.select(pl.col("game").unique())
    ended = seats.drop_nulls("won").select("game", "seat", "won").join(looked_at, on="game", how="semi")
    if "had" not in had.columns:
        had = had.with_columns(pl.lit(True).alias("had"))
    rows = had.group_by("game", "seat", "what").agg(pl.col("had").any()).join(ended, on=["game", "seat"], how="inner")
    all_seats, all_wins = len(ended), int(ended["won"].sum())
    counted = (
        rows.group_by("what")
        .agg(
            pl.col("had").sum().alias("n"),
            (pl.col("had") & pl.col("won")).sum().alias("a"),
            pl.len().alias("seen"),
            pl.col("won").sum().alias("seen_wins"),
            pl.col("game").filter(pl.col("had") & pl.col("won")).sort().head(3),
        )
        .sort(["n", "what"], descending=[True, False])
        .head(MOST)
    )
    parts = [
        difference(
            row["what"], (row["a"], row["n"]), (all_wins - row["seen_wins"], all_seats - row["seen"]), of="seats",
            parts=(share("win rate", row["a"], row["n"], of="seats"),),
            witnesses=tuple(Witness(game) for game in row["game"]),
        )
        for row in counted.iter_rows(named=True)
    ]  # fmt: skip
    return farthest("observed power", parts)
