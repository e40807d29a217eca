"""Whether seats differ by the rules, or only by who sits in them: the players' bias is not the game's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ludwright.language import syntax
from ludwright.metrics.choice_effects import points
from ludwright.metrics.intervals import SHARE, mean
from ludwright.powers.at_once import everybody_at_once, forms

if TYPE_CHECKING:
    from ludwright.findings.play import Play

_EVEN = 0.04
"""Random players' seats are alike if none of them is surely farther from the fair share than this."""


def moves_first(play: Play) -> int | None:
    """The seat that is asked first in every game, where players take turns; else None."""
    if play.players < 2:
        return None
    if syntax.AtOnce in forms(play.game):  # who is asked first may be asked together with the others
        return None
    first = play.evidence.decisions.filter(pl.col("ply") == 0)["actor"].unique().to_list()
    return int(first[0]) if len(first) == 1 else None


def players_bias(play: Play) -> bool:
    """Whether players, not rules, make the seats differ: all move at once, so no seat knows or does anything before another, and random players, who have no habits, come out even."""
    if not play.level or not everybody_at_once(play.game):
        return False
    by_chance = next((one for one in play.table if not one.level and not one.mixed), None)
    return by_chance is not None and _is_even(by_chance)


def _is_even(play: Play) -> bool:
    got = points(play.evidence.seats)
    fair = 1 / play.players
    figures = [
        mean("", got.filter(pl.col("seat") == seat)["points"].to_numpy(), SHARE) for seat in range(1, play.players + 1)
    ]
    return all(
        one.low is not None and one.high is not None and fair - _EVEN < one.low and one.high < fair + _EVEN
        for one in figures
    )
