"""A rule: what it looks at, when it speaks, and what it says then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright.findings.finding import Look
from ludwright.metrics.figure import Figure
from ludwright.spelling import percent, short

if TYPE_CHECKING:
    from ludwright.findings.play import Play

Looking = Callable[["Play", float], Iterable[Look]]
ALL, EQUALS, STRONGEST, RANDOM, MIXED = "all", "equals", "strongest", "random", "mixed"
"""Whose games a rule looks at: everybody's; those of equal players, random ones and the strongest; those of the strongest players there are; random players' (who choose without
reason, so that what follows from a choice is the choice's own doing); those in which different players meet."""


@dataclass(frozen=True)
class Rule:
    """How a fault of a game is recognised and told."""

    name: str
    meaning: str
    """What it looks for, in one line."""
    threshold: float
    """Beyond this a game is not well; a user can set it."""
    unit: str
    """What the threshold is told in."""
    template: str
    """The sentence, to be filled in."""
    advice: str
    """What a designer may try."""
    looks: Looking
    weight: float = 1.0
    """How much such a fault matters against others."""
    whose: str = EQUALS
    metrics: tuple[str, ...] = ()
    """The metrics it is made of."""
    per_table: bool = False
    """Whether other numbers of players make it another finding."""
    implied_by: tuple[str, ...] = ()
    """Rules that, found in the same games, explain it: then it is told as what follows from them."""
    topic: str = ""
    """Rules of one topic speak of the same things: what they find of one thing is told as one."""
    fault: bool = True
    """Whether it is wrong to be so; else it is worth knowing, and told as a note."""
    only_suspects: bool = False
    """Whether it looks at some things only, those that stand out: that these are fine says nothing of the others."""
    one_is_enough: bool = False
    """Whether one game of whatever players is enough: a rule that can't be carried out. Else what only weak players show is no fault where strong ones don't."""

    def told(self, look: Look, who: str) -> str:
        """The sentence; ``who`` played."""
        return self.template.format_map({"who": who, **_words(look)}).replace(" ()", "").strip()


def _words(look: Look) -> Mapping[str, str]:
    figure = look.figure
    spell = spelled(figure.unit)
    return {
        "value": spell(figure.value or 0.0),
        "interval": interval(figure),
        "threshold": spell(look.threshold),
        "subject": look.subject,
        **look.words,
    }


def interval(figure: Figure) -> str:
    """The ends of a figure's interval, the unit told once; nothing where both read like the figure itself.

    >>> interval(Figure("turns", 16.9, 16.4, 17.3, unit="turns"))
    '16.4–17.3'
    >>> interval(Figure("wins", 0.21, 0.194, 0.228, unit="share"))
    '19–23%'
    >>> interval(Figure("decisions", 2.3333, 2.3333, 2.3333, unit="decisions"))
    ''
    """
    if figure.low is None or figure.high is None:
        return ""
    spell = spelled(figure.unit)
    if spell(figure.low) == spell(figure.high):
        return ""
    low, high = (
        spell(end).removesuffix(f" {figure.unit}").removesuffix(f" {figure.unit.removesuffix('s')}")
        for end in (figure.low, figure.high)
    )
    if figure.low < 0:
        return f"{low} to {high}"
    return f"{low.removesuffix('%') if high.endswith('%') else low}–{high}"


def spelled(unit: str) -> Callable[[float], str]:
    """How values of a unit are written.

    >>> spelled("share")(0.5731), spelled("points")(-0.204), spelled("turns")(16.87)
    ('57%', '−20 points', '16.9 turns')
    """
    if unit == "share":
        return percent
    if unit == "points":
        return lambda value: f"{short(value * 100)} points".replace("-", "−")
    if not unit:
        return lambda value: f"{value:.2f}"
    return lambda value: _counted(value, unit)


def _counted(value: float, unit: str) -> str:
    """
    >>> _counted(1234.0, "options"), _counted(1.0, "decisions"), _counted(16.87, "turns")
    ('1,234 options', '1 decision', '16.9 turns')
    """
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{text} {unit.removesuffix('s') if text == '1' else unit}"
