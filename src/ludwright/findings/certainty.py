"""How sure a look is, and how many looks there were."""

from __future__ import annotations

from dataclasses import replace

from ludwright.findings.finding import Look
from ludwright.statistics import Z95, binomial_tail, normal_tail

FEWEST = 50
"""Fewer games are never promised to decide anything: of a handful nobody knows how far they are from the rest."""


def chance(look: Look) -> float:
    """The chance to see a figure at least this far beyond the threshold if the threshold were the truth.

    Shares are tested exactly (binomially); other figures by the normal distribution, with the error that their interval shows.
    """
    if look.chance is not None:
        return look.chance
    figure = look.figure
    if figure.value is None or figure.low is None or figure.high is None:
        return 1.0
    if figure.how.startswith("Wilson") and figure.unit == "share" and 0.0 <= look.threshold <= 1.0:
        return binomial_tail(figure.value * figure.n, figure.n, look.threshold, look.above)
    away = figure.value - look.threshold if look.above else look.threshold - figure.value
    room = (figure.value - figure.low if look.above else figure.high - figure.value) / Z95
    if room <= 0:  # the same in all games: as if each had thrown a coin that fell on this side
        return 0.5 ** min(figure.n, 60) if away > 0 else 1.0
    return normal_tail(away / room)


def chance_to_seem_fine(look: Look) -> float:
    """The chance to see a figure at least this far on the good side if the threshold were the truth."""
    return chance(replace(look, above=not look.above, chance=None))


def games_to_decide(look: Look) -> int | None:
    """About how many games would decide an open look, if the figure stayed as it is; None if no number would."""
    figure = look.figure
    if figure.value is None or look.near is None or look.far is None or not figure.n:
        return None
    away = abs(figure.value - look.threshold)
    beyond = (figure.value > look.threshold) == look.above
    room = abs(figure.value - (look.near if beyond else look.far))
    if away <= 1e-9 or room <= 0:
        return None
    return max(FEWEST, int(figure.n * max(1.0, (room / away) ** 2)) + 1)
