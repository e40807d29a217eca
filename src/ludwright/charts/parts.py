"""What the kinds of charts are put together from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import altair as alt
import polars as pl

from ludwright.charts.sheet import Sheet
from ludwright.charts.theme import COLOURS, HEIGHT, LABEL, legend_columns
from ludwright.drawing.svg_blocks import SOFT


@dataclass
class Drawing:
    """A chart without its title and its size."""

    layers: alt.Chart | alt.LayerChart | alt.FacetChart
    height: int = HEIGHT


def data(rows: pl.DataFrame) -> alt.InlineData:
    """Rows as Vega-Lite takes them."""
    return alt.InlineData(values=rows.to_dicts())


def base(rows: pl.DataFrame) -> alt.Chart:
    return alt.Chart(data(rows))


def numbers_axis(sheet: Sheet, role: str, **how: Any) -> alt.Axis:
    """An axis of numbers with its name."""
    return alt.Axis(title=sheet.names.get(role), **how)


def values_axis(sheet: Sheet, role: str = "y") -> alt.Axis:
    """The axis of the values, in percent where they are shares."""
    return alt.Axis(title=sheet.names.get(role), format=sheet.value_format)


def whole_ticks(sheet: Sheet, role: str) -> dict[str, Any]:
    """Keep ticks at whole numbers where there are no others."""
    column = sheet.rows[role]
    whole = column.len() == 0 or bool((column.drop_nulls() % 1 == 0).all())
    return {"tickMinStep": 1, "format": ",d"} if whole else {}


def colour_of(sheet: Sheet, *, legend: bool = True) -> Any:
    """The colour of each group, with a legend above; one colour if there are no groups."""
    if not sheet.has("colour"):
        return alt.value(COLOURS[0])
    words = sheet.words["colour"]
    shown = alt.Legend(title=sheet.names["colour"], columns=legend_columns(words, sheet.width)) if legend else None
    scale = alt.Scale(domain=words, range=list(COLOURS[: len(words)]))
    return alt.Color("colour:N", scale=scale, legend=shown, sort=words)


def empty(sheet: Sheet) -> Drawing:
    """A chart of nothing says so."""
    words = " ".join(["There is nothing to draw:", sheet.notes[-1] if sheet.notes else "no rows."])
    sheet.notes.clear()
    text = alt.Chart(alt.InlineData(values=[{"words": words}])).mark_text(fontSize=LABEL + 2, color=SOFT)
    return Drawing(text.encode(text="words:N"), 120)
