"""Figures in rows: name, value, interval, and what the number counts; by groups of metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.display import Block, FinePrint, TextTable, Title
from ludwright.metrics.catalogue import GROUPS, Metric
from ludwright.metrics.figure import Figure
from ludwright.metrics.wording import GATHERED, says

if TYPE_CHECKING:
    from ludwright.metrics.measuring import Measured

QUESTIONS = {
    "viability": "does it end, who wins, how long does it take?",
    "drama": "is it exciting, and for how long?",
    "choice": "what is there to choose, and does it matter?",
    "power": "is something too strong?",
    "skill": "does it matter who plays?",
    "strategy": "is there one best way?",
    "social": "what do players do to each other?",
    "cooperation": "what do players do for each other?",
    "economy": "how much is there of what?",
    "coverage": "what is never used?",
    "holes": "what goes wrong?",
}
"""What each group of metrics asks."""


def blocks(measured: Measured) -> Iterator[Block]:
    """All figures of games of one version with one number of players, for notebooks and for `print`."""
    players = "1 player" if measured.players == 1 else f"{measured.players} players"
    version = f"{measured.version_name}: " if measured.version_name else ""
    yield Title(f"{version}{measured.games:,} games, {players}, {', '.join(measured.agents)}")
    if measured.curve:
        yield chances(measured)
    for group in GROUPS:
        rows = [row for metric, figure in measured.of_group(group) for row in _rows(metric, figure)]
        if rows:
            yield TextTable([f"{group}: {QUESTIONS.get(group, '')}", "", "95% interval", ""], rows, text=(0, 3))
    reasons: dict[str, list[str]] = {}
    for metric, figure in measured.figures:
        if not tells(metric, figure):
            reasons.setdefault(figure.note, []).append(metric.name)
    for why, names in reasons.items():
        yield FinePrint(f"not told: {', '.join(names)} ({why})")
    for line in fewer(measured):
        yield FinePrint(line)


def _rows(metric: Metric, figure: Figure) -> Iterator[list[str]]:
    """A figure with a value, or those of its parts that have one."""
    if figure.known:
        yield [short_name(figure.name), *value_and_interval(figure), says(metric.name, figure)]
    elif tells(metric, figure):
        for part in figure.parts:
            if part.known:
                yield [f"{short_name(figure.name)}: {part.name}", *value_and_interval(part), says(metric.name, part)]


def tells(metric: Metric, figure: Figure) -> bool:
    """Whether a figure has a value, or is one whose parts have."""
    return figure.known or (metric.name in GATHERED and any(one.known for one in figure.all()))


def fewer(measured: Measured) -> Iterator[str]:
    """Figures that are made of fewer games than there are, by how many."""
    told: dict[tuple[int, int], list[str]] = {}
    for metric, figure in measured.figures:
        if tells(metric, figure) and figure.looked_at is not None and figure.looked_at[0] < figure.looked_at[1]:
            told.setdefault(figure.looked_at, []).append(metric.name)
    for (games, of), names in sorted(told.items()):
        yield f"made of {games:,} of {of:,} games: {', '.join(names)}"


def chances(measured: Measured) -> str:
    """How the chances to win were estimated."""
    error = measured.curve_error
    off = f"; off by {shown(error.value, 'share')}% on average" if error is not None and error.known else ""
    by_moves = any(figure.name.endswith("by moves") for _, figure in measured.of_group("drama"))
    return f"chances to win {'move by move' if by_moves else 'turn by turn'}: {measured.curve}{off}"


def value_and_interval(figure: Figure) -> tuple[str, str]:
    """A figure and where the true value lies, if that is known."""
    sign = "%" if figure.unit == "share" else ""
    value, between = shown(figure.value, figure.unit) + sign, ""
    if figure.low is not None and figure.high is not None:
        between = f"{shown(figure.low, figure.unit)} to {shown(figure.high, figure.unit)}{sign}"
    if figure.how == "Holm":  # a question with two answers
        value = "yes" if figure.value else "no"
    return value, between


def short_name(name: str) -> str:
    """A figure's name without what it was measured by: the line says that."""
    return (
        name.removesuffix(" by turns").removesuffix(" by moves").removesuffix(" in turns") if " by " in name else name
    )


def shown(value: float | None, unit: str) -> str:
    """A number with three digits; a share in percent, without the sign."""
    if value is None:
        return "–"
    if unit == "share":
        percent = 100 * value
        return f"{percent:.0f}" if abs(percent - round(percent)) < 0.05 else f"{percent:.1f}"
    if 0.0005 <= abs(value) < 1:
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
