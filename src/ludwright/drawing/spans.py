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


Line = list[Span]


def span(text: str, tint: Tint | None) -> Span:
    """Words in the colour of a seat or value."""
    return Span(text, tint.colour, bold=True) if tint is not None else Span(text)


def plain(line: Line) -> str:
    """A line without its colours."""
    return "".join(part.text for part in line).rstrip()
