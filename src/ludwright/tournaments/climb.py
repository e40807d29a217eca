"""A ladder as a picture: strength above a player who does not think, rung by rung."""

from __future__ import annotations

from itertools import accumulate
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from ludwright.drawing.svg_blocks import (
    FONT,
    LINE,
    PAPER,
    SOFT,
    SvgBlock,
    circle,
    clean,
    label,
    n,
    rect,
    stack,
    text,
    wrapped,
)
from ludwright.tournaments.words import number, players, whole

if TYPE_CHECKING:
    from ludwright.tournaments.ladder import Ladder

_GAIN, _VAIN = "#1f78a8", "#a9a397"
_STEP, _HIGH, _LEFT, _WIDE = 72.0, 280.0, 58.0, 800.0
_MARGIN = 26.0


def picture(ladder: Ladder) -> str:
    """The whole picture."""
    asked = f"{ladder.agent}, {ladder.games:,} games, {players(len(ladder.seats))}, seed {ladder.seed}"
    unit = "score" if ladder.common else "Elo"
    head = stack([label(ladder.title, 22, bold=True), label(asked, 13, fill=SOFT)], 4)
    how = label(f"{unit} gained since random play; each line is the 95% interval of one rung's gain", 12, fill=SOFT)
    sentences = [label(line, 13) for sentence in ladder.words for line in wrapped(sentence, 13, _WIDE, 3)]
    return _framed(f"Ladder: {ladder.title}", stack([head, how, _climb(ladder), stack(sentences, 5)], 14))


def _climb(ladder: Ladder) -> SvgBlock:
    heights = [0.0, *accumulate(rung.gain for rung in ladder.rungs)]
    spans = [(0.0, 0.0)]
    for height, rung in zip(heights, ladder.rungs, strict=False):
        low, high = rung.interval
        spans.append((height + low, height + high))
    bottom, top = min(low for low, _ in spans), max(high for _, high in spans)
    room = (top - bottom) or 1.0
    shown = number if ladder.common else whole

    def at(value: float) -> float:
        return 14 + _HIGH * (1 - (value - bottom) / room)

    width = _LEFT + _STEP * len(heights)
    parts = []
    for mark in ticks(bottom, top):
        parts += [
            rect(_LEFT, at(mark) - 0.5, width - _LEFT, 1, LINE),
            text(_LEFT - 8, at(mark) + 4, shown(mark), 11, fill=SOFT, anchor="end"),
        ]
    xs = [_LEFT + _STEP * (place + 0.5) for place in range(len(heights))]
    line = " ".join(f"{n(x)},{n(at(height))}" for x, height in zip(xs, heights, strict=True))
    parts.append(f'<polyline points="{line}" fill="none" stroke="{_GAIN}" stroke-width="1.5" stroke-opacity="0.45"/>')
    names = ["random", *(f"{rung.budget:,}" for rung in ladder.rungs)]
    colours = [_GAIN, *(_GAIN if rung.helps else _VAIN for rung in ladder.rungs)]
    for x, height, (low, high), name, colour in zip(xs, heights, spans, names, colours, strict=True):
        parts += [
            rect(x - 1.25, at(high), 2.5, max(1.0, at(low) - at(high)), colour, round_=1),
            circle(x, at(height), 5.5, colour, stroke=PAPER, line=1.5),
            text(x, 14 + _HIGH + 22, name, 12, anchor="middle"),
        ]
    return SvgBlock(width, _HIGH + 44, "".join(parts))


def _framed(title: str, page: SvgBlock) -> str:
    """A block with a margin, as a picture of its own."""
    width, height = page.width + 2 * _MARGIN, page.height + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}" width="{n(width)}" height="{n(height)}" '
        f'role="img" font-family="{FONT}"><title>{clean(title)}</title>'
        f"{rect(0, 0, width, height, PAPER)}{page.moved(_MARGIN, _MARGIN)}</svg>\n"
    )


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers inside a range, about as many as wanted.

    >>> ticks(-12, 487)
    [0.0, 100.0, 200.0, 300.0, 400.0]
    """
    rough = ((high - low) or 1.0) / wanted
    tens = 10.0 ** floor(log10(rough))
    step = next(step for digit in (1, 2, 5, 10) if (step := digit * tens) >= rough * 0.999)
    return [round(mark * step, 10) for mark in range(ceil(low / step), floor(high / step) + 1)]
