"""Lines with bands, and stacked areas: what goes on along turns, moves or games."""

from __future__ import annotations

import altair as alt
import polars as pl

from ludwright.charts.parts import Drawing, base, colour_of, empty, numbers_axis, values_axis, whole_ticks
from ludwright.charts.sheet import Sheet
from ludwright.charts.theme import DASHES

_MOST_POINTS = 400
"""Of a longer line neighbours are put together: no screen shows more."""
_DOTTED = 30
"""Shorter lines show their points."""


def line(sheet: Sheet) -> Drawing:
    """A line for each group, with a band where an interval is given."""
    sheet.need("line", "x", "y")
    sheet.as_numbers("y", "low", "high")
    sheet.as_words("colour")
    sheet.fewer_groups()
    across = _across(sheet)
    if sheet.rows["y"].drop_nulls().is_empty():
        return empty(sheet)
    height = alt.Y("y:Q", axis=values_axis(sheet), scale=alt.Scale(zero=False))
    drawn = base(sheet.rows).encode(x=across, color=colour_of(sheet))
    layers: list[alt.Chart] = []
    if sheet.has("low"):
        band = drawn.mark_area(opacity=0.16, clip=True)
        layers.append(band.encode(y=alt.Y("low:Q", axis=values_axis(sheet), scale=alt.Scale(zero=False)), y2="high:Q"))
    lines = drawn.mark_line(strokeWidth=2.2, strokeJoin="round").encode(y=height)
    words = sheet.words.get("colour", [])
    if len(words) > 4:
        dashes = [DASHES[i // 4 % len(DASHES)] for i in range(len(words))]
        shown = alt.Scale(domain=words, range=dashes)
        lines = lines.encode(strokeDash=alt.StrokeDash("colour:N", scale=shown, legend=None))
    layers.append(lines)
    if _longest(sheet) <= _DOTTED:
        layers.append(drawn.mark_point(filled=True, size=34, opacity=1).encode(y=height))
    return Drawing(alt.layer(*layers))


def area(sheet: Sheet) -> Drawing:
    """Amounts on top of each other."""
    return _stacked(sheet, "area", "zero")


def flow(sheet: Sheet) -> Drawing:
    """Shares of a whole on top of each other: what is done when."""
    return _stacked(sheet, "flow", "normalize")


def _stacked(sheet: Sheet, kind: str, stack: str) -> Drawing:
    sheet.need(kind, "x", "y", "colour")
    sheet.as_numbers("y")
    sheet.as_words("colour")
    sheet.drop_missing("y")
    sheet.fewer_groups(together=True)
    sheet.rows = sheet.rows.group_by(sheet.keys, maintain_order=True).agg(pl.col("y").sum())
    across = _across(sheet)
    if sheet.rows.is_empty():
        return empty(sheet)
    if stack == "normalize":
        sheet.shares = True
    words = sheet.words["colour"]
    _fill_gaps(sheet, words)
    drawn = base(sheet.rows)
    single = sheet.rows["x"].n_unique() == 1
    marked = drawn.mark_bar(size=80) if single else drawn.mark_area(stroke="#ffffff", strokeWidth=0.7, opacity=0.9)
    height = alt.Y("y:Q", axis=values_axis(sheet), stack="normalize" if stack == "normalize" else "zero")
    return Drawing(
        marked.encode(x=across, y=height, color=colour_of(sheet), order=alt.Order("place:Q", sort="ascending"))
    )


def _fill_gaps(sheet: Sheet, words: list[str]) -> None:
    """Every group at every x: what is not there is nothing, and the areas lie on each other without a gap."""
    places = pl.DataFrame({"colour": words, "place": range(len(words))}, schema_overrides={"place": pl.Int32})
    grid = sheet.rows.select("x").unique(maintain_order=True).join(places, how="cross")
    sheet.rows = grid.join(sheet.rows, on=["x", "colour"], how="left").with_columns(pl.col("y").fill_null(0.0))


def _across(sheet: Sheet) -> alt.X:
    """The axis along which things go on: numbers, of which very many are put together, or words."""
    if not sheet.is_number("x"):
        sheet.as_words("x")
        sheet.one_row_each("x", "colour")
        axis = alt.Axis(title=sheet.names["x"], labelOverlap=True)
        return alt.X("x:N", sort=sheet.words["x"], axis=axis, scale=alt.Scale(padding=0.1))
    sheet.as_numbers("x")
    sheet.drop_missing("x")
    sheet.one_row_each("x", "colour")
    _thin_out(sheet)
    sheet.rows = sheet.rows.sort("x", maintain_order=True)
    how = whole_ticks(sheet, "x")
    return alt.X("x:Q", axis=numbers_axis(sheet, "x", grid=False, **how), scale=alt.Scale(zero=False, nice=False))


def _longest(sheet: Sheet) -> int:
    if not sheet.has("colour"):
        return sheet.rows.height
    return max(sheet.rows.group_by("colour").len()["len"].to_list(), default=0)


def _thin_out(sheet: Sheet) -> None:
    """Neighbours of a very long line as their mean."""
    rows = sheet.rows
    places = rows["x"].n_unique()
    if places <= _MOST_POINTS:
        return
    step = -(-places // _MOST_POINTS)
    bucket = (pl.col("x").rank("dense") - 1) // step
    keys = [pl.col("colour")] if sheet.has("colour") else []
    others = [role for role in rows.columns if role not in ("x", "colour")]
    sheet.rows = (
        rows.with_columns(bucket.alias("bucket"))
        .group_by([*keys, pl.col("bucket")], maintain_order=True)
        .agg(pl.col("x").min(), pl.col(others).mean())
        .drop("bucket")
    )
    sheet.notes.append(f"Each point is the mean of {step} neighbours.")
