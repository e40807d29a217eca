"""Bars with intervals."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from ludwright.charts.parts import Drawing, base, colour_of, empty
from ludwright.charts.sheet import Sheet
from ludwright.charts.standing import Standing
from ludwright.charts.theme import SMALL
from ludwright.drawing.svg_blocks import INK

_TOLD = 14
"""So few bars have their values written beside them."""


def bar(sheet: Sheet) -> Drawing:
    """A bar for each thing, from zero; a thin line where an interval is given."""
    sheet.need("bar", "x", "y")
    sheet.as_numbers("y", "low", "high")
    sheet.as_words("colour")
    sheet.drop_missing("y")
    sheet.fewer_groups()
    if sheet.rows.is_empty():
        return empty(sheet)
    stand = Standing(sheet)
    sheet.one_row_each("x", "colour")
    drawn = base(_told(sheet)).encode(**stand.thing())
    colour = colour_of(sheet)
    layers = [drawn.mark_bar(cornerRadiusEnd=2, opacity=0.88).encode(**stand.value("y"), color=colour)]
    if sheet.has("low"):
        ends = {**stand.value("low"), **stand.until("high")}
        layers.append(drawn.mark_rule(color=INK, strokeWidth=1.4).encode(**ends))
        cap = max(3.0, min(10.0, stand.breadth * 0.3))
        ticks = drawn.mark_tick(color=INK, thickness=1.4, size=cap)
        layers += [ticks.encode(**stand.value(end)) for end in ("low", "high")]
    if stand.crowd <= _TOLD:
        layers.append(_values(drawn, stand))
    return Drawing(alt.layer(*layers), stand.height)


def _told(sheet: Sheet) -> pl.DataFrame:
    """The rows, each with its value in words and where those stand."""
    tops = [pl.col("y"), *([pl.col("high")] if sheet.has("high") else []), pl.lit(0.0)]
    words = [f"{y:.1%}" if sheet.shares else f"{y:,.4g}" for y in sheet.rows["y"].to_list()]
    return sheet.rows.with_columns(top=pl.max_horizontal(tops), told=pl.Series(words, dtype=pl.String))


def _values(drawn: alt.Chart, stand: Standing) -> alt.Chart:
    beside: dict[str, Any] = {"dy": -8} if stand.upright else {"dx": 6, "align": "left"}
    words: alt.Chart = drawn.mark_text(fontSize=SMALL, color=INK, **beside).encode(**stand.value("top"), text="told:N")
    return words
