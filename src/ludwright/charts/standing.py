"""Charts with a place for each thing, such as bars: upright, or lying where the names are long."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from ludwright.charts.parts import values_axis
from ludwright.charts.sheet import Sheet
from ludwright.charts.theme import HEIGHT, LIFTED, SPLIT, broken, fit_beside

_MOST_THINGS = 40
_ROW = 36
_LABEL = 190
"""Lying bars have names up to so many pixels, in two lines."""
_AROUND = 110
"""Title, legend and axis above and below lying bars."""


class Standing:
    """Where things and their values go."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        if not sheet.has("x"):
            sheet.rows = sheet.rows.with_columns(x=pl.lit(""))
            sheet.names["x"] = ""
        counted = sheet.is_number("x")
        sheet.as_words("x")
        if not counted:
            sheet.keep_first("x", _MOST_THINGS)
        self.things = sheet.words["x"]
        self.groups = sheet.words.get("colour", [])
        # numbers in their order read from left to right, however many there are
        self.upright = counted or fit_beside(self.things, sheet.width - 90)
        if not self.upright:
            sheet.rename("x", {thing: broken(thing, _LABEL) for thing in self.things})
            self.things = sheet.words["x"]

    @property
    def height(self) -> int:
        if self.upright:
            return HEIGHT
        return _AROUND + len(self.things) * max(_ROW, 14 * len(self.groups) + 8)

    @property
    def crowd(self) -> int:
        """How many stand side by side."""
        return max(1, len(self.things)) * max(1, len(self.groups))

    @property
    def breadth(self) -> float:
        """About how broad one of them is."""
        room = self.sheet.width - 90 if self.upright else self.height - _AROUND
        return room / self.crowd

    def thing(self) -> dict[str, Any]:
        """The place of each thing; groups stand side by side in it."""
        named = len(self.things) > 1 or self.things != [""]
        axis = alt.Axis(
            title=self.sheet.names["x"] or None,
            grid=False,
            labels=named,
            ticks=False,
            labelExpr=SPLIT,
            labelLimit=_LABEL,
        )
        scale = alt.Scale(paddingInner=0.28, paddingOuter=0.16)
        if self.upright:
            axis["labelAngle"], axis["labelOverlap"] = 0, True
            found: dict[str, Any] = {"x": alt.X("x:N", sort=self.things, axis=axis, scale=scale)}
        else:
            axis["labelOffset"] = LIFTED
            found = {"y": alt.Y("x:N", sort=self.things, axis=axis, scale=scale)}
        if self.groups:
            offset: Any = alt.XOffset if self.upright else alt.YOffset
            found["xOffset" if self.upright else "yOffset"] = offset(
                "colour:N", sort=self.groups, scale=alt.Scale(domain=self.groups, paddingInner=0.08)
            )
        return found

    def value(self, column: str, *, zero: bool = True) -> dict[str, Any]:
        """The height of a value."""
        axis, scale = values_axis(self.sheet), alt.Scale(zero=zero)
        if self.upright:
            return {"y": alt.Y(f"{column}:Q", axis=axis, scale=scale)}
        return {"x": alt.X(f"{column}:Q", axis=axis, scale=scale)}

    def until(self, column: str) -> dict[str, Any]:
        """The other end."""
        return {"y2": alt.Y2(f"{column}:Q")} if self.upright else {"x2": alt.X2(f"{column}:Q")}
