"""Words with a colour: what a line of text consists of."""

from __future__ import annotations

from dataclasses import dataclass

from ludwright.drawing.scene import Tint


@dataclass(frozen=True)
class StyledSpan:
    """Some characters that look alike."""

    text: str
    colour: str | None = None
    """As ``#rrggbb``; nothing: as the terminal writes."""
    bold: bool = False
    marked: bool = False
    """Whether this is what changed."""


Line = list[StyledSpan]


def span(text: str, tint: Tint | None, marked: bool = False) -> StyledSpan:
    """Words in the colour of a seat or value."""
    return (
        StyledSpan(text, tint.colour, bold=True, marked=marked) if tint is not None else StyledSpan(text, marked=marked)
    )


def plain(line: Line) -> str:
    """A line without its colours."""
    return "".join(part.text for part in line).rstrip()
