"""Fields of colours: heat maps, and who beats whom."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from ludwright.charts.parts import Drawing, base, empty
from ludwright.charts.sheet import Sheet
from ludwright.charts.theme import ABOVE, DEEP, EVEN, FAINT, LABEL, LIFTED, LOSS, SMALL, SPLIT, WIN, broken
from ludwright.drawing.svg_blocks import INK, wide

_TOLD = 150
"""So few cells have their values written in them."""
_MOST_LINES = 60
_SIDE = 170
"""Names of rows and columns are cut at about so many pixels."""


def heat(sheet: Sheet) -> Drawing:
    """A cell for each x and y, coloured by its value."""
    sheet.need("heat", "x", "y", "colour")
    cells = _cells(sheet)
    if cells.is_empty():
        return empty(sheet)
    values = cells["colour"]
    low, high = float(values.min() or 0), float(values.max() or 0)  # type: ignore[arg-type]
    if low < 0 < high:
        far = max(-low, high)
        scale = alt.Scale(domain=[-far, 0, far], range=[LOSS, EVEN, WIN], interpolate="rgb")
        dark = pl.col("colour").abs() > 0.75 * far
    else:
        scale = alt.Scale(
            domain=[low, high] if high > low else [low - 1, low + 1], range=[FAINT, WIN, DEEP], interpolate="rgb"
        )
        dark = pl.col("colour") > low + 0.45 * (high - low)
    words = [_shown(value, sheet.shares) for value in values.to_list()]
    legend = alt.Legend(title=sheet.names["colour"], format=".3~%" if sheet.shares else ",.3~r", gradientLength=220)
    return _drawn(sheet, cells.with_columns(told=pl.Series(words), dark=dark), scale, legend, 30)


def matrix(sheet: Sheet) -> Drawing:
    """Who beats whom: the share of the row against the column, blue above a half, with its interval if given."""
    sheet.need("matrix", "x", "y", "colour")
    sheet.shares = True
    _cells(sheet)
    if sheet.rows.is_empty():
        return empty(sheet)
    _same_order(sheet)
    cells = sheet.rows
    scale = alt.Scale(domain=[0, 0.5, 1], range=[LOSS, EVEN, WIN], interpolate="rgb")
    words = [f"{value:.0%}" for value in cells["colour"].to_list()]
    cells = cells.with_columns(told=pl.Series(words), dark=(pl.col("colour") - 0.5).abs() > 0.36)
    if sheet.has("low"):
        ends = [f"{a:.0%}–{b:.0%}" if a is not None and b is not None else "" for a, b in cells[["low", "high"]].rows()]
        cells = cells.with_columns(ends=pl.Series(ends))
    return _drawn(sheet, cells, scale, None, 46)


def _same_order(sheet: Sheet) -> None:
    """Those who are rows and columns stand in the same order, with names of several lines where they are long."""
    rows, columns = sheet.words["y"], sheet.words["x"]
    sheet.words["x"] = [word for word in rows if word in columns] + [word for word in columns if word not in rows]
    if len(columns) <= 8:
        sheet.rename("x", {word: broken(word, (sheet.width - _SIDE - 60) / len(columns), 3) for word in columns})
    sheet.rename("y", {word: broken(word, _SIDE) for word in rows})


def _cells(sheet: Sheet) -> pl.DataFrame:
    sheet.as_numbers("colour", "low", "high")
    upwards = sheet.is_number("y")
    sheet.as_words("x", "y")
    sheet.drop_missing("colour")
    for role in ("x", "y"):
        sheet.keep_first(role, _MOST_LINES)
    sheet.one_row_each("x", "y")
    if upwards:  # as on a board, 1 lies below 2
        sheet.words["y"].reverse()
    return sheet.rows


def _drawn(sheet: Sheet, cells: pl.DataFrame, scale: alt.Scale, legend: alt.Legend | None, row: int) -> Drawing:
    columns, rows = sheet.words["x"], sheet.words["y"]
    side = min(_SIDE, max(wide(word, LABEL) for word in rows))
    head, high = _head(columns, (sheet.width - side - 60) / len(columns))
    look: dict[str, Any] = {"grid": False, "ticks": False, "domain": False, "labelExpr": SPLIT}
    top = alt.Axis(title=sheet.names["x"], orient="top", **head, **look)
    edge: dict[str, Any] = {"x": alt.X("x:N", sort=columns, axis=top)}
    edge["y"] = alt.Y(
        "y:N", sort=rows, axis=alt.Axis(title=sheet.names["y"], labelLimit=_SIDE, labelOffset=LIFTED, **look)
    )
    drawn = base(cells).encode(**edge)
    fill = alt.Color("colour:Q", scale=scale, legend=legend)
    layers = [drawn.mark_rect(cornerRadius=2, stroke="#ffffff", strokeWidth=1.5).encode(color=fill)]
    if len(columns) * len(rows) <= _TOLD:
        ink = alt.condition(alt.datum.dark, alt.value("#ffffff"), alt.value(INK))
        lift = -7 if "ends" in cells.columns else 0
        layers.append(drawn.mark_text(fontSize=LABEL, dy=lift).encode(text="told:N", color=ink))
        if "ends" in cells.columns:
            layers.append(drawn.mark_text(fontSize=SMALL - 1, dy=9).encode(text="ends:N", color=ink))
    field = len(rows) * max(12, min(row, 900 // len(rows)))
    return Drawing(alt.layer(*layers), 90 + high + field)


def _head(columns: list[str], room: float) -> tuple[dict[str, Any], int]:
    """How the names of columns stand above them, and how much room that takes."""
    lines = [word.split("\n") for word in columns]
    longest = max(wide(line, LABEL) for label in lines for line in label)
    if longest <= room:
        return {"labelAngle": 0, "labelPadding": ABOVE}, 14 * max(len(label) for label in lines)
    if max(len(word) for word in columns) <= 3:
        return {"labelAngle": 0, "labelOverlap": True}, 14
    return {"labelAngle": -40, "labelLimit": _SIDE}, int(min(_SIDE, longest) * 0.65) + 10


def _shown(value: float, shares: bool) -> str:
    return f"{value:.0%}" if shares else f"{value:,.3g}"
