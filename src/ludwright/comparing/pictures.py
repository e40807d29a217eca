"""Charts of a comparison: what changed by how much, and how long games are in each version."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ludwright.charts import Chart, draw
from ludwright.comparing.difference import CHANGED, OPEN

if TYPE_CHECKING:
    from ludwright.comparing.compare import Comparison

_MOST = 14
_WIDTH = 400
"""So narrow that words can be read on a phone."""


def pictures(comparison: Comparison) -> list[Chart]:
    """The charts that can be drawn of it."""
    return [*_changes(comparison), *_lengths(comparison)]


def _changes(comparison: Comparison) -> list[Chart]:
    shown = [one for one in (*comparison.of(CHANGED), *comparison.of(OPEN)) if one.matters > 0 and one.value][:_MOST]
    if not shown:
        return []
    several = len({one.players for one in shown}) > 1
    rows = [
        {
            "figure": f"{one.name}{f', {one.players} players' if several else ''}{' (open)' if one.state == OPEN else ''}",
            "change": (one.value or 0.0) / one.matters,
            "low": (one.low or 0.0) / one.matters,
            "high": (one.high or 0.0) / one.matters,
        }
        for one in shown
    ]
    note = f"1 is the least that matters: {comparison.margins.told}. Thin lines: 95% intervals. What is not decided is called open."
    return [
        draw(
            pl.DataFrame(rows), "bar", x="figure", y="change", low="low", high="high",
            title="What B has more or less than A", x_title="", y_title="change, in what matters", note=note, width=_WIDTH,
        )
    ]  # fmt: skip


def _lengths(comparison: Comparison) -> list[Chart]:
    parts = []
    for side, name in ((comparison.a, "A"), (comparison.b, "B")):
        games = side.run.games.filter((pl.col("version") == side.version) & (pl.col("end") == "over"))
        found = games.select(pl.col("moves").alias("moves of a game"), pl.lit(f"{name}: {side.label}").alias("version"))
        parts.append(found.collect())
    lengths = pl.concat(parts)
    if not len(lengths):
        return []
    return [
        draw(lengths, "histogram", x="moves of a game", colour="version", title="How long games are", width=_WIDTH),
    ]
