"""Patterns over the course of games that a game's text expects, as figures: how often they hold, whatever was wished for."""

from __future__ import annotations

import polars as pl

from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import SHARE, ratio

CASES = {"title": pl.String, "game": pl.Int64, "opened": pl.Int32, "frame": pl.Int32, "verdict": pl.String}
_SHOWN = 3


def patterns(cases: pl.DataFrame) -> Figure:
    """How often what the game's text expects to follow does follow.

    Definition: for every `expect` of the game that tells of a course of events (`after … then …`), as parts: cases for it / cases for and against
    it, those left out in which the game ended too early. Bootstrap over games. The figure itself has no value.
    """
    parts = []
    for (title,), rows in cases.partition_by("title", as_dict=True, maintain_order=True).items():
        held = pl.col("verdict") == "for"
        decided = rows.filter(pl.col("verdict") != "open")
        sums = decided.group_by("game").agg(held.sum().alias("for"), pl.len().alias("all")).sort("game")
        shown = decided.filter(held).head(_SHOWN)
        parts.append(
            ratio(
                str(title), sums["for"].to_numpy(), sums["all"].to_numpy(), bounds=SHARE, unit="share",
                note="" if len(decided) else "it never came to that",
                witnesses=tuple(Witness(row["game"], ply=row["frame"]) for row in shown.iter_rows(named=True)),
            )
        )  # fmt: skip
    if not parts:
        return nothing("patterns", "the game's text expects no course of events")
    games = cases["game"].n_unique()
    note = f"{len(parts)} expected; each is a part" if len(parts) > 1 else "one expected; it is a part"
    return Figure("patterns", None, n=games, parts=tuple(parts), note=note)
