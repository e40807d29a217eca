"""Words with a colour: what a line of text consists of."""

from __future__ import annotations

from dataclasses import dataclass

from ludwright.drawing.scene import Tint


@dataclass(frozen=True)
class Span:
    """Some characters that look alike."""

    text: str
    colour: str | None = None
    """As ``#rrggbb``; nothing: as the terminal writes."""
    bold: bool = False
    marked: bool = False
    """Whether this is what changed."""


Line = list[Span]


def span(text: str, tint: Tint | None, marked: bool = False) -> Span:
    """Words in the colour of a seat or value."""
    return Span(text, tint.colour, bold=True, marked=marked) if tint is not None else Span(text, marked=marked)


def plain(line: Line) -> str:
    """A line without its colours."""
    return "".join(part.text for part in line).rstrip()
