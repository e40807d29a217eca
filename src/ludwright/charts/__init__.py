"""Charts: one definition of each, for the command line, for reports and for notebooks.

:func:`draw` makes a :class:`Chart` of a Polars frame. What is large is counted before it is drawn: a histogram of a
million figures is a list of bins.

>>> import polars as pl
>>> seats = pl.DataFrame({"seat": ["first", "second"], "wins": [0.53, 0.47], "low": [0.51, 0.45], "high": [0.55, 0.49]})
>>> chart = draw(seats, "bar", x="seat", y="wins", low="low", high="high", shares=True, title="Who wins")
>>> chart.svg()[:4], chart.note
('<svg', '')
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ludwright.charts.chart import SUFFIXES, Chart, together
from ludwright.charts.refusals import ChartError, none_such

if TYPE_CHECKING:
    import polars as pl

    from ludwright.charts.sheet import Sheet

__all__ = ["KINDS", "SUFFIXES", "Chart", "ChartError", "draw", "together"]

KINDS = {
    "line": "lines",
    "area": "lines",
    "flow": "lines",
    "bar": "bars",
    "histogram": "spread",
    "box": "spread",
    "scatter": "points",
    "heat": "fields",
    "matrix": "fields",
}
"""The kinds of charts, and the file that defines each."""


def draw(
    frame: pl.DataFrame | pl.LazyFrame,
    kind: str,
    *,
    x: str | None = None,
    y: str | None = None,
    colour: str | None = None,
    low: str | None = None,
    high: str | None = None,
    title: str | None = None,
    x_title: str | None = None,
    y_title: str | None = None,
    colour_title: str | None = None,
    note: str | None = None,
    shares: bool = False,
    width: int = 540,
    height: int | None = None,
) -> Chart:
    """A chart of some columns of a frame.

    ``low`` and ``high`` are the ends of an interval: a band around a line, a thin line on a bar. With ``shares`` the values
    are told as percents. ``note`` is a sentence below the title; what is left out or put together is told there too.
    """
    from ludwright.charts.sheet import sheet_of

    if kind not in KINDS:
        raise none_such("kind of chart", kind, KINDS)
    given = {"x": x, "y": y, "colour": colour, "low": low, "high": high}
    sheet = sheet_of(frame, given, {"x": x_title, "y": y_title, "colour": colour_title}, width)
    sheet.shares = shares
    with _quickly():
        drawing = getattr(import_module(f"ludwright.charts.{KINDS[kind]}"), kind)(sheet)
        notes = " ".join([*([note] if note else []), *sheet.notes])
        spec = _finished(drawing.layers, title or "", notes, sheet, height or drawing.height)
    return Chart(spec, title or _headline(kind, sheet), notes)


def _quickly() -> AbstractContextManager[None]:
    """Without Altair's look at every single row: that takes longer than the drawing."""
    from altair.utils.schemapi import debug_mode

    return debug_mode(False)


def _finished(layers: Any, title: str, note: str, sheet: Sheet, height: int) -> dict[str, Any]:
    """The whole of what is drawn."""
    import altair as alt

    from ludwright.charts.theme import LABEL, TITLE, config, legend_columns, lines_of
    from ludwright.drawing.svg_blocks import SOFT

    room = sheet.width - 30
    above = lines_of(title, TITLE * 1.08, room)
    below = lines_of(note, LABEL, room)
    groups = sheet.words.get("colour", [])
    legend = -(-len(groups) // legend_columns(groups, sheet.width)) if groups else 0
    high = height + 21 * max(0, len(above) - 1) + 16 * len(below) + 17 * max(0, legend - 1)
    fitted = alt.AutoSizeParams(type="fit", contains="padding")
    spec: dict[str, Any] = layers.properties(width=sheet.width, height=high, autosize=fitted).to_dict(validate=False)
    if above:
        spec["title"] = {"text": above, **({"subtitle": below} if below else {})}
    elif below:  # a subtitle alone would leave the line of the title blank
        spec["title"] = {"text": below, "fontSize": LABEL, "fontWeight": "normal", "color": SOFT}
    spec["config"] = config()
    return spec


def _headline(kind: str, sheet: Sheet) -> str:
    """What a chart is called that was given no title."""
    names = [sheet.names[role] for role in ("y", "x", "colour") if sheet.names.get(role)]
    return f"{kind} chart of {' by '.join(names)}"
