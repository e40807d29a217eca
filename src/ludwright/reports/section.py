"""A section of a report: a chart with its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from ludwright.charts import Chart
from ludwright.charts import draw as draw_wide
from ludwright.findings.play import Play
from ludwright.findings.rule import interval, spelled
from ludwright.metrics.figure import Figure, Witness

STEPS = 20
"""Courses of games are told in so many steps, whatever their length."""

draw = partial(draw_wide, width=400)
"""Charts so narrow that their words can be read on a phone."""


@dataclass(frozen=True)
class Section:
    """A chart with its sentence."""

    name: str
    title: str
    sentence: str
    chart: Chart
    play: Play
    witnesses: tuple[Witness, ...] = ()
    group: str = ""


def capital(text: str) -> str:
    """A sentence begins with a capital letter."""
    return text[:1].upper() + text[1:]


def told(figure: Figure) -> str:
    """A figure with its interval, in words.

    >>> told(Figure("draws", 0.25, 0.2, 0.3, n=400, unit="share"))
    '25% (20–30%)'
    """
    if figure.value is None:
        return "not known"
    spell = spelled(figure.unit)
    if figure.low is None or figure.high is None:
        return spell(figure.value)
    return f"{spell(figure.value)} ({interval(figure)})".replace(" ()", "")


def note_of(play: Play) -> str:
    """What a chart rests on."""
    return f"{play.games:,} games of {play.told.replace('`', '')}"
