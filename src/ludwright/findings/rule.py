"""A rule: what it looks at, when it speaks, and what it says then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright.findings.finding import Look
from ludwright.metrics.figure import Figure

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

    def told(self, look: Look) -> str:
        """The sentence."""
        return self.template.format_map(_words(look)).strip()


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
    """The ends of a figure's interval, the unit told once.

    >>> interval(Figure("turns", 16.9, 16.4, 17.3, unit="turns"))
    '95% interval 16.4 to 17.3'
    """
    if figure.low is None or figure.high is None:
        return ""
    spell = spelled(figure.unit)
    low, high = (spell(end).removesuffix(f" {figure.unit}") for end in (figure.low, figure.high))
    return f"95% interval {low} to {high}"


def spelled(unit: str) -> Callable[[float], str]:
    """How values of a unit are written.

    >>> spelled("share")(0.5731), spelled("points")(-0.204), spelled("turns")(16.87)
    ('57.3%', '−20.4 points', '16.9 turns')
    """
    if unit == "share":
        return lambda value: f"{value:.1%}"
    if unit == "points":
        return lambda value: f"{value * 100:+.1f} points".replace("-", "−").replace("+", "")
    if not unit:
        return lambda value: f"{value:.2f}"
    return lambda value: f"{value:,.3g} {unit}"
