"""Rules about skill: does it matter who plays, is the obvious plan the best, is there anything to decide?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from ludwright.findings.finding import Look
from ludwright.findings.rule import MIXED, STRONGEST, Rule
from ludwright.metrics.choice_effects import points
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import share
from ludwright.metrics.meetings import alone
from ludwright.metrics.viability import by_deal
from ludwright.spelling import percent

if TYPE_CHECKING:
    from ludwright.findings.play import Play


def share_of(play: Play, agent: str) -> Figure:
    """What an agent gets of the wins, a draw being shared by all, in games in which it is alone against others; not known if there are none.

    Every seating gets the same deals, so that a deal, not a game, is one observation.
    """
    games = play.evidence.games.select("game", "number")
    own = (
        alone(play.evidence.seats, agent)
        .join(points(play.evidence.seats), on=["game", "seat"])
        .join(games, on="game")
        .sort("game")
    )
    lost = own.filter(pl.col("points") == 0.0)["game"].head(3).to_list()
    return by_deal(agent, own["points"].to_list(), own["number"].to_list(), witnesses=tuple(map(Witness, lost)))


def _meeting(play: Play, weaker: int) -> tuple[str, str] | None:
    """The thinking player and the weaker one of a play in which those two meet and nobody else."""
    if len(play.agents) != 2 or not play.about_winning:
        return None
    low, high = sorted(play.agents, key=play.level_of)
    return (high, low) if play.level_of(low) == weaker < play.level_of(high) else None


def _luck_looks(play: Play, threshold: float) -> Iterator[Look]:
    met = _meeting(play, 0)
    if met is None:
        return
    fair = 1 / play.players
    figure = share_of(play, met[0])
    words = {"strong": play.named(met[0]), "weak": play.named(met[1]), "fair": percent(fair)}
    yield Look(figure, fair + threshold, False, min(1.0, fair + 4 * threshold), fair, words)


LUCK = Rule(
    "luck dominates",
    "A player who thinks hardly wins more than one who plays at random",
    0.1,
    "of wins beyond the fair share",
    "Luck decides: {strong} win only {value} against {weak} ({interval}); {fair} would be chance",
    "Give players choices that matter more than the draw.",
    _luck_looks,
    weight=1.0,
    whose=MIXED,
    metrics=("luck", "agent shares"),
)


def _greedy_looks(play: Play, threshold: float) -> Iterator[Look]:
    met = _meeting(play, 1)
    if met is None:
        return
    fair = 1 / play.players
    figure = share_of(play, met[0])
    words = {"strong": play.named(met[0]), "fair": percent(fair)}
    yield Look(figure, fair + threshold, False, fair + 4 * threshold, fair - threshold, words)


GREEDY_BEST = Rule(
    "greedy is best",
    "Who only looks one step ahead can't be beaten by thinking further",
    0.05,
    "of wins beyond the fair share",
    "The obvious plan is the best: against players who just take what looks best now, {strong} win only {value} ({interval}); {fair} would be even",
    "Reward plans that cost something first.",
    _greedy_looks,
    weight=0.8,
    whose=MIXED,
    metrics=("greedy gap",),
)


def _idle_looks(play: Play, threshold: float) -> Iterator[Look]:
    games = play.evidence.games
    chosen = play.evidence.decisions.filter(pl.col("options") > 1)
    idle = games.filter(~pl.col("game").is_in(chosen["game"].unique().to_list()))
    if len(games):
        shown = tuple(Witness(game, note="nobody chooses anything") for game in idle["game"].head(3).to_list())
        yield Look(share("nothing to decide", len(idle), len(games)), threshold, True, 0.0, 1.0, witnesses=shown)


NOTHING_TO_DECIDE = Rule(
    "nothing to decide",
    "Games in which nobody ever has more than one option",
    0.1,
    "of games",
    "Nothing to decide: {who}, nobody ever has more than one option in {value} of games ({interval})",
    "Give players a choice, or call it a game of chance.",
    _idle_looks,
    weight=1.4,
    whose=STRONGEST,
    metrics=("decision space",),
)

RULES = (LUCK, GREEDY_BEST, NOTHING_TO_DECIDE)
