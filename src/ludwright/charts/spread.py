"""How figures are spread: histograms and box plots, counted before they are drawn."""

from __future__ import annotations

from math import ceil, floor, gcd, log10
from typing import Any

import altair as alt
import polars as pl

from ludwright.charts.parts import Drawing, base, colour_of, data, empty, numbers_axis, whole_ticks
from ludwright.charts.sheet import Sheet
from ludwright.charts.standing import Standing
from ludwright.drawing.svg_blocks import INK

_BINS = 40
_WHOLE_BINS = 100
"""So many whole numbers have a bar each."""
_OUTLIERS = 30
"""At most so many single figures beyond the whiskers are drawn for one box."""


# ---------------------------------------------------------------- histograms


def histogram(sheet: Sheet) -> Drawing:
    """How often each figure occurs; of several groups the shares. `y` may say how many each row stands for."""
    sheet.need("histogram", "x")
    sheet.as_numbers("x", "y")
    sheet.drop_missing("x", "y")
    sheet.as_words("colour")
    sheet.fewer_groups()
    if sheet.rows.is_empty():
        return empty(sheet)
    groups = sheet.has("colour")
    counted = _counted(sheet)
    sheet.names.setdefault("y", "share" if groups else "how many")
    how = whole_ticks(sheet, "x")
    across = alt.X("start:Q", axis=numbers_axis(sheet, "x", grid=False, **how), scale=alt.Scale(zero=False, nice=False))
    axis = alt.Axis(title=sheet.names["y"], format=".3~%" if groups else ",.6~r", tickMinStep=0 if groups else 1)
    drawn = base(counted).encode(x=across, color=colour_of(sheet))
    if not groups:
        bars = drawn.mark_bar(opacity=0.88, binSpacing=0.6)
        return Drawing(bars.encode(x=across.bin("binned"), x2="end:Q", y=alt.Y("many:Q", axis=axis)))
    # outlines that may cross: each group's shares add up to all of it
    drawn = drawn.encode(x=across.scale(domain=_filled(counted), nice=False))
    high = alt.Y("many:Q", axis=axis, stack=None)
    body = drawn.mark_area(interpolate="step-after", opacity=0.14, clip=True).encode(y=high)
    edge = drawn.mark_line(interpolate="step-after", strokeWidth=2, clip=True).encode(y=high)
    return Drawing(alt.layer(body, edge))


def _counted(sheet: Sheet) -> pl.DataFrame:
    """Bins with their counts: start, end, many."""
    low, high = sheet.rows.select(pl.col("x").min().alias("low"), pl.col("x").max().alias("high")).row(0)
    whole = bool((sheet.rows["x"] % 1 == 0).all())
    step = _step(sheet.rows["x"]) if whole and high - low >= _WHOLE_BINS else 1
    width = bin_width(low, high, whole, step)
    # a whole number stands in the middle of its bar
    shift = step / 2 - low % step if whole and width == step else 0.0
    place = ((pl.col("x") + shift) / width).floor().cast(pl.Int64).alias("bin")
    weight = pl.col("y").sum() if sheet.has("y") else pl.len().cast(pl.Float64)
    keys: list[Any] = ["colour"] if sheet.has("colour") else []
    found = sheet.rows.group_by([*keys, place]).agg(weight.alias("many"))
    if keys:
        found = _whole_outline(found, sheet.words["colour"])
    start = pl.col("bin") * width - shift
    return found.sort([*keys, "bin"]).select(*keys, start.alias("start"), (start + width).alias("end"), "many")


def _filled(counted: pl.DataFrame) -> list[float]:
    """From the first bin in which there is something to the last, and a little around them."""
    there = counted.filter(pl.col("many") > 0)
    ends = (there if there.height else counted).select(pl.col("start").min(), pl.col("end").max()).row(0)
    room = 0.01 * (ends[1] - ends[0])
    return [ends[0] - room, ends[1] + room]


def _whole_outline(found: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Every bin for every group, one empty bin on either side, as shares."""
    first, last = found.select(pl.col("bin").min().alias("first"), pl.col("bin").max().alias("last")).row(0)
    grid = pl.DataFrame({"bin": range(first - 1, last + 2)}).join(pl.DataFrame({"colour": groups}), how="cross")
    whole = grid.join(found, on=["colour", "bin"], how="left").with_columns(pl.col("many").fill_null(0.0))
    # the weights of a group may add up to nothing
    return whole.with_columns(many=(pl.col("many") / pl.col("many").sum().over("colour")).fill_nan(0.0))


def _step(numbers: pl.Series) -> int:
    """How far whole numbers stand apart: the largest step that leads from each of them to all others.

    >>> _step(pl.Series([20.0, 5.0, 35.0])), _step(pl.Series([7.0, 7.0]))
    (15, 1)
    """
    different = numbers.unique().sort().cast(pl.Int64).diff().drop_nulls().to_list()
    return gcd(*different) or 1


def bin_width(low: float, high: float, whole: bool, step: int = 1) -> float:
    """A round width that gives about as many bins as can be seen; whole numbers that go in steps have a bin each if they are not too many.

    >>> bin_width(5, 40, whole=True), bin_width(0, 1, whole=False), bin_width(3, 3, whole=True), bin_width(0, 900, whole=True, step=100)
    (1.0, 0.025, 1.0, 100.0)
    """
    rough = (high - low) / _BINS
    if rough <= 0 or (whole and (high - low) / step < _WHOLE_BINS):
        return float(step)
    tens = 10.0 ** floor(log10(rough))
    wide = next(digit * tens for digit in (1, 2, 2.5, 5, 10) if digit * tens >= rough * 0.999)
    return float(ceil(wide)) if whole else wide


# ---------------------------------------------------------------- box plots


def box(sheet: Sheet) -> Drawing:
    """For each thing the middle half as a box with its median, whiskers as far as 1.5 boxes, and some of what lies beyond."""
    sheet.need("box", "y")
    sheet.as_numbers("y")
    sheet.as_words("colour")
    sheet.drop_missing("y")
    sheet.fewer_groups()
    if sheet.rows.is_empty():
        return empty(sheet)
    stand = Standing(sheet)
    boxes, beyond = _boxes(sheet)
    drawn = base(boxes).encode(**stand.thing())
    colour = colour_of(sheet)
    size = max(3.0, min(46.0, stand.breadth * 0.62))
    whisker = drawn.mark_rule(color=INK, strokeWidth=1.2)
    layers = [
        whisker.encode(**stand.value("least", zero=False), **stand.until("first")),
        whisker.encode(**stand.value("third", zero=False), **stand.until("most")),
        drawn.mark_bar(size=size, fillOpacity=0.55, stroke=INK, strokeWidth=1).encode(
            **stand.value("first", zero=False), **stand.until("third"), color=colour
        ),
        drawn.mark_tick(color=INK, thickness=2, size=size * 0.98).encode(**stand.value("middle", zero=False)),
    ]
    layers += [
        drawn.mark_tick(color=INK, thickness=1.2, size=size * 0.4).encode(**stand.value(end, zero=False))
        for end in ("least", "most")
    ]
    if beyond.height:
        points = alt.Chart(data(beyond)).mark_point(size=16, opacity=0.55, strokeWidth=1.1)
        layers.append(points.encode(**stand.thing(), **stand.value("y", zero=False), color=colour))
    return Drawing(alt.layer(*layers), stand.height)


def _boxes(sheet: Sheet) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The quantiles of each box, and a few of the figures beyond its whiskers."""
    keys, y = sheet.keys, pl.col("y")
    quarters = sheet.rows.group_by(keys, maintain_order=True).agg(
        y.quantile(0.25, "linear").alias("first"),
        y.median().alias("middle"),
        y.quantile(0.75, "linear").alias("third"),
    )
    reach = 1.5 * (pl.col("third") - pl.col("first"))
    fences = quarters.with_columns(floor=pl.col("first") - reach, ceiling=pl.col("third") + reach)
    placed = sheet.rows.join(fences, on=keys, how="left")
    inside = pl.col("y").is_between("floor", "ceiling")
    ends = placed.filter(inside).group_by(keys).agg(y.min().alias("least"), y.max().alias("most"))
    beyond = placed.filter(~inside).select([*keys, "y"]).unique(maintain_order=True)
    far = beyond.group_by(keys, maintain_order=True).agg(y.sort().gather(_spread(pl.len()))).explode("y")
    if far.height < beyond.height:
        sheet.notes.append(f"Of the figures beyond the whiskers at most {_OUTLIERS} a box are drawn.")
    return quarters.join(ends, on=keys, how="left"), far


def _spread(count: pl.Expr) -> pl.Expr:
    """Places spread evenly over so many figures."""
    wanted = pl.min_horizontal(count, pl.lit(_OUTLIERS))
    return pl.int_range(wanted) * (count - 1) // pl.max_horizontal(wanted - 1, pl.lit(1))
