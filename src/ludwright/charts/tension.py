"""Suspense and surprise of one game, seat by seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from ludwright.charts.chart import Chart

_KINDS = ("suspense", "surprise")


def draw_tension(course: pl.DataFrame, game: int, unit: str = "turn", note: str = "") -> Chart:
    """A line for the suspense and one for the surprise of every seat; ``course`` as :func:`ludwright.metrics.tension.course_of_tension` gives it."""
    from ludwright.charts import draw

    seats = course["who"].n_unique()
    rows = course.unpivot(_KINDS, index=["moment", "who"], variable_name="kind", value_name="change").drop_nulls(
        "change"
    )
    rows = rows.with_columns((pl.col("who") + ", " + pl.col("kind")).alias("line")).sort("line", "moment")
    return draw(
        rows, "line", x="moment", y="change", colour="line", title=f"Suspense and surprise of game {game}", x_title=unit,
        y_title="change of the chance to win", colour_title="", note=note, height=220 + 20 * seats,
    )  # fmt: skip
