"""The rule about what players are given at the start: a faction, a role, a number.

Chance deals it out before anybody decides anything, so whatever follows from having it is its own doing: nothing has to be taken away or
given on purpose to see what it is worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ludwright.findings.finding import Look
from ludwright.findings.rule import STRONGEST, Rule
from ludwright.metrics.choice_effects import points
from ludwright.metrics.figure import Witness
from ludwright.metrics.intervals import mean
from ludwright.powers.ranks import is_rank
from ludwright.powers.starts import Has, Start, positions, starts_of
from ludwright.powers.things import FACTIONS, STARTS
from ludwright.spelling import percent

if TYPE_CHECKING:
    from ludwright.findings.play import Play
    from ludwright.inspecting.arranging import Words

_LEAST = 40
"""What fewer games tell apart is not looked at."""
_EVERYWHERE = 0.05
"""What some seat is given more rarely than this belongs to the other seats, and is no matter of chance."""
_DEALS = 1_000
"""So many deals are looked at."""
_FINISHED = 0.95
"""Where fewer games come to an end, nothing is said."""
_HAND = 3
"""Who begins with so many different cards has a hand: that some hands are better than others is what cards are for."""


def _start_looks(play: Play, threshold: float) -> Iterator[Look]:
    if not play.about_winning or not hasattr(play.game, "layout"):
        return
    seed = play.run.plan.seed
    found = [start for start in starts_of(play.game, (FACTIONS, STARTS), seed) if not is_rank(play.game, start.name)]
    if not found:
        return
    games = _games(play)
    if games["game"].n_unique() < _FINISHED * len(play.evidence.games):
        return  # whoever wins the games that come to an end may owe it to that
    if _are_hands(found, positions(play.game, _LEAST, seed)):
        found = [one for one in found if one.kind == FACTIONS]
    games = games.filter(pl.col("number") < _DEALS)
    dealt = positions(play.game, int(max(games["number"].to_list(), default=-1)) + 1, seed) if found else []
    for start in found:
        yield from _looks_at(play, start, games, np.array([start.has(words) for words in dealt]), threshold)


def _games(play: Play) -> pl.DataFrame:
    """What every seat got, with the number of the deal: game, seat, points, number."""
    return (
        points(play.evidence.seats).join(play.evidence.games.select("game", "number"), on="game").sort("game", "seat")
    )


def _are_hands(found: list[Start], dealt: list[Words]) -> bool:
    if not dealt:
        return True
    cards = [start for start in found if start.kind == STARTS]
    return float(np.mean([sum(start.has(words)[0] for start in cards) for words in dealt[:_LEAST]])) >= _HAND


def _looks_at(play: Play, start: Start, games: pl.DataFrame, has: Has, threshold: float) -> Iterator[Look]:
    some: Has = np.asarray(has.any(axis=1) & ~has.all(axis=1))
    if not len(has) or has.mean(axis=0).min() < _EVERYWHERE:
        return
    numbers, seats = games["number"].to_numpy(), games["seat"].to_numpy()
    beyond = pl.col("points") - pl.col("points").mean().over("seat") + 1 / play.players
    own = games.with_columns(beyond.alias("got")).filter(some[numbers] & has[numbers, seats - 1])
    sums = own.group_by("game").agg(pl.col("got").mean(), pl.col("points").mean()).sort("game")
    if len(sums) < _LEAST:
        return
    fair = 1 / play.players
    for above in (True, False):
        shown = sums.filter(pl.col("points") > fair if above else pl.col("points") < fair)["game"].head(3).to_list()
        figure = mean(start.name, sums["got"].to_numpy(), (0.0, 1.0), unit="share")
        figure = replace(figure, value=min(1.0, max(0.0, figure.value or 0.0)))  # what the seats differ by is taken out
        words = {"fair": percent(fair), "much": "too strong" if above else "too weak"}
        yield Look(
            figure, fair * (1 + threshold if above else 1 - threshold), above, fair, 1.0 if above else 0.0, words, start.name,
            witnesses=tuple(Witness(game, ply=0) for game in shown), family="starts",
        )  # fmt: skip


START = Rule(
    "unequal start",
    "A faction, a role or something else that chance gives a player at the start, and that decides too much of who wins",
    0.25,
    "of a fair share of the wins, more or less",
    "Starting with `{subject}` is {much}: {who}, whoever is dealt it wins {value} ({interval}), whichever seat it is; a fair share is {fair}",
    "Change what it brings, or let players choose in turn.",
    _start_looks,
    weight=1.3,
    whose=STRONGEST,
    per_table=True,
)

RULES = (START,)
