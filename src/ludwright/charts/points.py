"""Clouds of points."""

from __future__ import annotations

import altair as alt

from ludwright.charts.parts import Drawing, base, colour_of, empty, numbers_axis, values_axis, whole_ticks
from ludwright.charts.sheet import Sheet
from ludwright.charts.theme import DEEP, FAINT, MOST_GROUPS, WIN

_MOST_POINTS = 1_500
_SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]


def scatter(sheet: Sheet) -> Drawing:
    """A point for each row, with an upright line where an interval is given; of very many rows a sample."""
    sheet.need("scatter", "x", "y")
    shaded = sheet.has("colour") and sheet.is_number("colour") and sheet.rows["colour"].n_unique() > MOST_GROUPS
    sheet.as_numbers("x", "y", "low", "high", *(["colour"] if shaded else []))
    if not shaded:
        sheet.as_words("colour")
        sheet.fewer_groups()
    sheet.drop_missing("x", "y", *(["colour"] if shaded else []))
    if sheet.rows.is_empty():
        return empty(sheet)
    _sample(sheet)
    across = alt.X("x:Q", axis=numbers_axis(sheet, "x", **whole_ticks(sheet, "x")), scale=alt.Scale(zero=False))
    height = alt.Y("y:Q", axis=values_axis(sheet), scale=alt.Scale(zero=False))
    if shaded:
        colour = alt.Color(
            "colour:Q", title=sheet.names["colour"], scale=alt.Scale(range=[FAINT, WIN, DEEP], interpolate="rgb")
        )
    else:
        colour = colour_of(sheet)
    drawn = base(sheet.rows).encode(x=across, color=colour)
    few = sheet.rows.height <= 60
    points = drawn.mark_point(filled=True, size=60 if few else 22, opacity=0.9 if few else 0.5).encode(y=height)
    words = sheet.words.get("colour", [])
    if words:
        shapes = alt.Scale(domain=words, range=[_SHAPES[i % len(_SHAPES)] for i in range(len(words))])
        points = points.encode(shape=alt.Shape("colour:N", scale=shapes, legend=None))
    layers = [points]
    if sheet.has("low"):
        bars = drawn.mark_rule(strokeWidth=1.2, opacity=0.7).encode(
            y=alt.Y("low:Q", axis=values_axis(sheet)), y2="high:Q"
        )
        layers.insert(0, bars)
    return Drawing(alt.layer(*layers))


def _sample(sheet: Sheet) -> None:
    """Every so-manieth row would follow whatever goes round in the data; a draw does not."""
    if sheet.rows.height > _MOST_POINTS:
        sheet.notes.append(f"{_MOST_POINTS:,} of {sheet.rows.height:,} points, drawn at random.")
        sheet.rows = sheet.rows.sample(_MOST_POINTS, seed=1)
