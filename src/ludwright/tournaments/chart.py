"""A tournament as one picture: the matrix as a field of colours, and the ratings as dots with their intervals."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING

from ludwright.drawing.colours import ink_on, mixed
from ludwright.drawing.svg_blocks import (
    FONT,
    INK,
    LINE,
    PAPER,
    SOFT,
    Block,
    beside,
    circle,
    clean,
    fitted,
    label,
    n,
    rect,
    stack,
    text,
    wide,
)
from ludwright.tournaments.words import number, percent, players, whole

if TYPE_CHECKING:
    from ludwright.tournaments.findings import Rating
    from ludwright.tournaments.result import Tournament
    from ludwright.tournaments.shares import Share

_WIN, _EVEN, _LOSS = "#1f78a8", "#f3efe6", "#cf5b2a"
_CELL, _ROW = 74.0, 46.0
_LONGEST = 190.0
_AXIS = 330.0
_MARGIN = 26.0


def picture(tournament: Tournament) -> str:
    """The whole picture."""
    games = f"{tournament.games:,} games, {players(len(tournament.seats))}, seed {tournament.seed}: {tournament.design}"
    head = stack([label(tournament.title, 22, bold=True), label(games, 13, fill=SOFT)], 4)
    return framed(
        f"Tournament: {tournament.title}",
        stack([head, beside([_matrix(tournament), ratings_block(tournament)], 44)], 20),
    )


def framed(title: str, page: Block) -> str:
    """A block with a margin, as a picture of its own."""
    width, height = page.width + 2 * _MARGIN, page.height + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}" width="{n(width)}" height="{n(height)}" '
        f'role="img" font-family="{FONT}"><title>{clean(title)}</title>'
        f"{rect(0, 0, width, height, PAPER)}{page.moved(_MARGIN, _MARGIN)}</svg>\n"
    )


# ---------------------------------------------------------------- who beats whom


def _matrix(tournament: Tournament) -> Block:
    order = [tournament.agents.index(rating.agent) for rating in tournament.ratings]
    names = [f"{place}  {tournament.agents[agent]}" for place, agent in enumerate(order, 1)]
    side = min(_LONGEST, max(wide(name, 13) for name in names)) + 12
    what = (
        "scores more than the column, share of games" if tournament.common else "points of the row against the column"
    )
    parts = [text(0, 12, what, 12, fill=SOFT)]
    parts += [
        text(side + (column + 0.5) * _CELL, 36, str(column + 1), 13, fill=SOFT, anchor="middle")
        for column in range(len(order))
    ]
    for row, one in enumerate(order):
        top = 44 + row * _ROW
        parts.append(text(0, top + _ROW / 2 + 4, fitted(names[row], 13, side - 8), 13))
        for column, other in enumerate(order):
            parts.append(_cell(tournament.matrix[one][other], side + column * _CELL, top))
    return Block(max(side + len(order) * _CELL, wide(what, 12)), 44 + len(order) * _ROW, "".join(parts))


def shade(share: float) -> str:
    """The colour of a share: blue for a win, orange for a loss, pale for even."""
    return mixed(_EVEN, _WIN if share > 0.5 else _LOSS, min(1.0, 2 * abs(share - 0.5)))


def _cell(share: Share | None, x: float, y: float) -> str:
    if share is None:
        return rect(x + 1, y + 1, _CELL - 2, _ROW - 2, PAPER, stroke=LINE, round_=4)
    fill = shade(share.share)
    low, high = share.interval()
    ink, middle = ink_on(fill), x + _CELL / 2
    return (
        rect(x + 1, y + 1, _CELL - 2, _ROW - 2, fill, round_=4)
        + text(middle, y + 21, percent(share.share), 14, fill=ink, anchor="middle", bold=True)
        + text(middle, y + 36, f"{percent(low)}–{percent(high)}", 10.5, fill=ink, anchor="middle")
    )


# ---------------------------------------------------------------- how strong


def ratings_block(tournament: Tournament) -> Block:
    """Dots with intervals on a common scale, in the order of the rows beside."""
    ratings = tournament.ratings
    low, high = min(rating.low for rating in ratings), max(rating.high for rating in ratings)
    room = (high - low) or 1.0
    shown = number if tournament.common else whole
    title = "mean score" if tournament.common else f"rating in Elo; {tournament.zero} is 0"
    name = min(_LONGEST, max(wide(rating.agent, 13) for rating in ratings)) + 14
    parts = [text(0, 12, f"{title}, with 95% intervals", 12, fill=SOFT)]
    for mark in ticks(low, high):
        x = name + _AXIS * (mark - low) / room
        parts.append(rect(x - 0.5, 44, 1, len(ratings) * _ROW, LINE))
        parts.append(text(x, 36, shown(mark), 11, fill=SOFT, anchor="middle"))
    for row, rating in enumerate(ratings):
        y = 44 + (row + 0.5) * _ROW
        parts.append(text(0, y + 4, fitted(rating.agent, 13, name - 10), 13))
        parts.append(_dot(rating, y, name, low, room, shown(rating.value)))
    return Block(name + _AXIS + 60, 44 + len(ratings) * _ROW, "".join(parts))


def _dot(rating: Rating, y: float, left: float, low: float, room: float, words: str) -> str:
    x, start, end = (left + _AXIS * (value - low) / room for value in (rating.value, rating.low, rating.high))
    return (
        rect(start, y - 1.5, max(1.0, end - start), 3, _WIN, round_=1.5)
        + circle(x, y, 5.5, _WIN, stroke=PAPER, line=1.5)
        + text(max(end, x + 6) + 7, y + 4, words, 12, fill=INK)
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
