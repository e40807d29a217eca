"""Pieces of SVG with a size, and how they are put side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ludwright.display import FONT as FONT

INK, SOFT, PAPER, LINE, PANEL = "#1d2733", "#5f6b78", "#faf8f3", "#d9d3c7", "#ffffff"
MARK, GLOW = "#c2006b", "#fbe1ee"
"""What changed is drawn with these: a line around it, a ground below it."""

_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True)
class SvgBlock:
    """Some SVG whose upper left corner is at 0, 0."""

    width: float
    height: float
    body: str

    def moved(self, x: float, y: float) -> str:
        """The same at another place."""
        return f'<g transform="translate({n(x)} {n(y)})">{self.body}</g>' if x or y else self.body


NOTHING = SvgBlock(0, 0, "")


def n(value: float) -> str:
    """A number as short as can be."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value else "0"


def clean(text: str) -> str:
    """A text that may stand in SVG."""
    return escape(_UNFIT.sub("", text), quote=True)


def wide(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is; rather too wide than too narrow."""
    letters = sum(
        0.34 if c in "iljt.,:;'!|() " else 0.86 if c in "mwMW@—" else 0.72 if c.isupper() else 0.61 for c in text
    )
    return letters * size * (1.12 if bold else 1.0)


def text(
    x: float, y: float, words: str, size: float = 13, *, fill: str = INK, anchor: str = "start", bold: bool = False
) -> str:
    """A line of text; y is its foot."""
    how = "" if anchor == "start" else f' text-anchor="{anchor}"'
    weight = ' font-weight="600"' if bold else ""
    return f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" fill="{fill}"{how}{weight}>{clean(words)}</text>'


def label(words: str, size: float = 13, *, fill: str = INK, bold: bool = False) -> SvgBlock:
    """A line of text as a block."""
    return SvgBlock(wide(words, size, bold), size * 1.3, text(0, size * 1.02, words, size, fill=fill, bold=bold))


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    *,
    stroke: str = "none",
    round_: float = 0,
    line: float = 1,
) -> str:
    """A rectangle."""
    edge = "" if stroke == "none" else f' stroke="{stroke}" stroke-width="{n(line)}"'
    return f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" rx="{n(round_)}" fill="{fill}"{edge}/>'


def circle(x: float, y: float, radius: float, fill: str, *, stroke: str = "none", line: float = 1) -> str:
    """A circle."""
    edge = "" if stroke == "none" else f' stroke="{stroke}" stroke-width="{n(line)}"'
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" fill="{fill}"{edge}/>'


def fitted(words: str, size: float, room: float) -> str:
    """As much of a text as fits into a width."""
    if wide(words, size) <= room:
        return words
    while words and wide(words + "…", size) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def wrapped(words: str, size: float, room: float, lines: int) -> list[str]:
    """A text broken at blanks into lines that fit; what is too much is cut."""
    found: list[str] = []
    for word in words.replace("_", " ").split():
        if found and wide(f"{found[-1]} {word}", size) <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    if len(found) > lines:
        found = [*found[: lines - 1], " ".join(found[lines - 1 :])]
    return [fitted(line, size, room) for line in found]


def ringed(block: SvgBlock) -> SvgBlock:
    """A block with a line around it."""
    ring = rect(-3, -3, block.width + 6, block.height + 6, "none", stroke=MARK, round_=8, line=2.5)
    return SvgBlock(block.width, block.height, block.body + ring)


def stack(blocks: Sequence[SvgBlock], gap: float = 10) -> SvgBlock:
    """One below the other."""
    kept = [block for block in blocks if block.height]
    y, parts = 0.0, []
    for block in kept:
        parts.append(block.moved(0, y))
        y += block.height + gap
    return SvgBlock(max((b.width for b in kept), default=0), max(0.0, y - gap), "".join(parts))


def beside(blocks: Sequence[SvgBlock], gap: float = 24) -> SvgBlock:
    """One to the right of the other."""
    kept = [block for block in blocks if block.height]
    x, parts = 0.0, []
    for block in kept:
        parts.append(block.moved(x, 0))
        x += block.width + gap
    return SvgBlock(max(0.0, x - gap), max((b.height for b in kept), default=0), "".join(parts))


def flow(blocks: Sequence[SvgBlock], room: float, gap: float = 10) -> SvgBlock:
    """In lines, like words on a page."""
    lines: list[list[SvgBlock]] = []
    used = 0.0
    for block in (b for b in blocks if b.height):
        if lines and used + gap + block.width <= room:
            lines[-1].append(block)
            used += gap + block.width
        else:
            lines.append([block])
            used = block.width
    return stack([beside(line, gap) for line in lines], gap)
