"""How every chart looks: colours that everybody can tell apart, on light paper, in letters that can be read and printed."""

from __future__ import annotations

import re
from typing import Any

from ludwright.drawing.colours import PALETTE
from ludwright.drawing.svg_blocks import FONT, INK, LINE, SOFT, fitted, wide

COLOURS = (*PALETTE, "#1d2733", "#9aa3ad", "#8b1e4b", "#5fb3a5")
"""For groups; where there are more of them than the first eight, lines differ by their dashes as well."""
DASHES: tuple[list[int], ...] = ([1, 0], [7, 3], [2, 2], [9, 3, 2, 3])
MOST_GROUPS = len(COLOURS)

WIN, EVEN, LOSS = "#1f78a8", "#f3efe6", "#cf5b2a"
FAINT, DEEP = "#eef3f5", "#0b3f66"
"""The ends of a field of colours."""

HEIGHT = 330
"""All of a chart, its title included, and the first line of its note and its legend."""
TITLE, LABEL, SMALL = 17, 13, 12
_LONGEST = 180
"""Labels are cut at about so many pixels."""
_LEGEND = 320
"""Those of a legend, which has a line to itself."""


def config() -> dict[str, Any]:
    """The settings of all charts."""
    axis = {
        "labelFontSize": LABEL,
        "titleFontSize": LABEL,
        "titleFontWeight": "normal",
        "labelColor": INK,
        "titleColor": SOFT,
        "gridColor": "#ece8df",
        "domainColor": LINE,
        "tickColor": LINE,
        "labelLimit": _LONGEST,
        "titlePadding": 8,
        "tickCount": 6,
    }
    legend = {
        "labelFontSize": LABEL,
        "titleFontSize": LABEL,
        "titleFontWeight": "normal",
        "labelColor": INK,
        "titleColor": SOFT,
        "labelLimit": _LEGEND,
        "symbolLimit": 0,
        "symbolOpacity": 1,
        "orient": "top",
        "titleOrient": "left",
        "offset": 8,
    }
    title = {
        "anchor": "start",
        "frame": "bounds",
        "fontSize": TITLE,
        "fontWeight": 600,
        "color": INK,
        "subtitleFontSize": LABEL,
        "subtitleColor": SOFT,
        "subtitlePadding": 5,
        "offset": 12,
    }
    return {
        "font": FONT,
        "background": "#ffffff",
        "padding": 10,
        "view": {"stroke": None},
        "aria": False,  # the picture as a whole is told in words, not each of its marks
        "axis": axis,
        "axisX": {"labelFlush": False},
        "legend": legend,
        "title": title,
        "range": {"category": list(COLOURS)},
    }


def lines_of(words: str, size: float, room: float) -> list[str]:
    """A text broken at blanks so that it fits into a width."""
    found: list[str] = []
    for word in words.split():
        if found and wide(f"{found[-1]} {word}", size) <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def broken(label: str, room: float, most: int = 2) -> str:
    """A label in at most so many lines, broken at blanks and behind commas; what is too much is cut.

    >>> broken("play the Great Library of Alexandria", 170).split("\\n")
    ['play the Great Library', 'of Alexandria']
    """
    lines = [""]
    for piece in re.split(r"(?<=[\s,])", label):
        if lines[-1] and len(lines) < most and wide((lines[-1] + piece).rstrip(), LABEL) > room:
            lines.append(piece)
        else:
            lines[-1] += piece
    return "\n".join(fitted(line.strip(), LABEL, room) for line in lines)


SPLIT = "split(datum.label, '\\n')"
"""How an axis shows labels of several lines."""
LIFTED = {"condition": {"test": "indexof(datum.value, '\\n') >= 0", "value": -7}, "value": 0}
"""Labels of two lines stand in the middle of what they name."""
_LINES = "length(split(datum.value, '\\n'))"
ABOVE = {"condition": [{"test": f"{_LINES} == {n}", "value": 14 * n - 12} for n in (2, 3)], "value": 2}
"""Labels of several lines above what they name end there."""


def fit_beside(labels: list[str], room: float) -> bool:
    """Whether labels fit side by side below an axis of that width."""
    return max((wide(label, LABEL) for label in labels), default=0) * len(labels) * 1.15 <= room


def legend_columns(labels: list[str], width: float) -> int:
    """How many entries of a legend stand in one line."""
    longest = min(_LEGEND, max((wide(label, LABEL) for label in labels), default=0)) + 34
    return max(1, min(len(labels), int((width - 90) // longest)))
