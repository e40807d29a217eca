"""A ladder as a picture: strength above a player who does not think, rung by rung."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from ludwright.drawing.svg_blocks import LINE, PAPER, SOFT, Block, circle, label, n, rect, stack, text, wrapped
from ludwright.tournaments.chart import framed, ticks
from ludwright.tournaments.words import number, players, whole

if TYPE_CHECKING:
    from ludwright.tournaments.ladder import Ladder

_GAIN, _VAIN = "#1f78a8", "#a9a397"
_STEP, _HIGH, _LEFT, _WIDE = 72.0, 280.0, 58.0, 800.0


def picture(ladder: Ladder) -> str:
    """The whole picture."""
    asked = f"{ladder.agent}, {ladder.games:,} games, {players(len(ladder.seats))}, seed {ladder.seed}"
    unit = "score" if ladder.common else "Elo"
    head = stack([label(ladder.title, 22, bold=True), label(asked, 13, fill=SOFT)], 4)
    how = label(f"{unit} gained since random play; each line is the 95% interval of one rung's gain", 12, fill=SOFT)
    sentences = [label(line, 13) for sentence in ladder.words for line in wrapped(sentence, 13, _WIDE, 3)]
    return framed(f"Ladder: {ladder.title}", stack([head, how, _climb(ladder), stack(sentences, 5)], 14))


def _climb(ladder: Ladder) -> Block:
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
    return Block(width, _HIGH + 44, "".join(parts))
