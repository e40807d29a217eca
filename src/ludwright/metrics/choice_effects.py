"""What a choice does: random players choose without a reason, so that whatever follows from a choice is its own doing.

A random player who has k options takes each with chance 1/k, whatever the position. Those who took an option and those who could have
and did not differ in nothing else: the difference of their results is the effect of the option, with nothing to be adjusted for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from ludwright.metrics.evidence import Evidence
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import SHARE, ratio
from ludwright.metrics.picks import named_choices
from ludwright.play.winners import with_shares
from ludwright.statistics import Z95

MOST = 100
"""So many options are looked at: those that were offered most often. What everybody takes at once is offered rarely."""
LEAST, TAKEN = 50, 20
"""What could be chosen more rarely than this is not looked at; what was taken or left more rarely than that has no effect to be told."""

GAMES = 8
"""Of fewer games nothing is told: how much they differ would be a guess."""
_PART = r"\.\w+$"
"""What names a question within a rule."""


@dataclass(frozen=True, eq=False)
class Effect:
    """What choosing one thing, rather than something else that was there, does to the chance to win."""

    what: str
    figure: Figure
    rows: pl.DataFrame
    """One row for every decision in which it could be chosen: game, ply, actor, took, likely, points."""
    action: str = ""
    """The action it is a way to carry out."""

    @cached_property
    def rate(self) -> Figure:
        """How often it is chosen where it can be, a game being one observation. Its witnesses show it being left."""
        sums = self.rows.group_by("game").agg(pl.col("took").sum(), pl.len().alias("all")).sort("game")
        left = _seen(self.rows.filter(~pl.col("took")).sort("game", "ply"), f"not {self.what}")
        return ratio(
            self.what, sums["took"].to_numpy(), sums["all"].to_numpy(), bounds=SHARE, unit="share", of="games", witnesses=left,
        )  # fmt: skip

    @property
    def expected(self) -> float:
        """How often a random player would choose it."""
        return float(self.rows["likely"].mean() or 0.0)  # type: ignore[arg-type]


def points(seats: pl.DataFrame) -> pl.DataFrame:
    """What every seat got of every finished game: a win is shared by the winners, a draw by all. game, seat, points."""
    return with_shares(seats.drop_nulls("won")).select("game", "seat", pl.col("share").alias("points"))


def in_words(decisions: pl.DataFrame, words: pl.DataFrame, by: str) -> pl.DataFrame:
    """Decisions with what was chosen: a choice within a card or an action goes by the name of that."""
    named = named_choices(decisions, words, by)
    return named.with_columns(pl.col("what").str.replace(_PART, "")) if by == "action" else named


def effects(evidence: Evidence, by: str) -> list[Effect]:
    """The effect of every option in ``words``, of every kind of ``action``, or of every option as an ``opening``: the first choice of a seat."""
    offered = evidence.offers.filter(pl.col("options") > 1)
    if offered["game"].n_unique() < GAMES:
        return []
    if by == "opening":
        first = offered.group_by("game", "actor").agg(pl.col("ply").min())
        offered, by = offered.join(first, on=["game", "actor", "ply"], how="semi"), "words"
    results = points(evidence.seats)
    chances = _chances(offered.join(results, on="game", how="semi"), evidence.words, by)
    decisions = evidence.decisions.join(chances, on=["game", "ply"], how="semi")
    chosen = in_words(decisions, evidence.words, by).select("game", "ply", pl.col("what").alias("chosen"))
    rows = (
        chances.join(chosen, on=["game", "ply"])
        .join(results, left_on=["game", "actor"], right_on=["game", "seat"])
        .sort("game", "ply")
        .with_columns(
            (pl.col("what") == pl.col("chosen")).alias("took"), (pl.col("ways") / pl.col("options")).alias("likely")
        )
    )
    parts = rows.partition_by("what", as_dict=True, maintain_order=True)
    actions = (
        dict(evidence.words.select(by, pl.col("action").str.replace(_PART, "")).iter_rows()) if by == "words" else {}
    )
    return [_effect(str(what), part, actions.get(what, str(what))) for (what,), part in sorted(parts.items())]


def _chances(offered: pl.DataFrame, words: pl.DataFrame, by: str) -> pl.DataFrame:
    """Where the things that were offered most often could be chosen, and something else as well: game, ply, actor, what, ways, options.

    There may be millions of options: what was offered too rarely goes first, and things are counted by number rather than by name.
    """
    keys = ["code", "question"]
    names = in_words(offered.group_by(keys).len(), words, by).select(*keys, "what", "len")
    often = names.filter(pl.col("len").sum().over("what") >= LEAST)
    things = often.select(*keys, "what", pl.col("what").rank("dense").alias("thing"))
    counted = (
        offered.join(things.drop("what"), on=keys)
        .group_by("game", "ply", "thing")
        .agg(pl.len().alias("ways"), pl.col("actor", "options").first())
        .filter(pl.col("ways") < pl.col("options"))
    )
    most = (
        counted.group_by("thing")
        .len()
        .filter(pl.col("len") >= LEAST)
        .join(things.select("thing", "what").unique(), on="thing")
        .sort(["len", "what"], descending=[True, False])
        .head(MOST)
    )
    return counted.join(most.select("thing", "what"), on="thing").drop("thing")


def _effect(what: str, rows: pl.DataFrame, action: str) -> Effect:
    count = int(rows["took"].sum())
    if min(count, len(rows) - count) < TAKEN:
        return Effect(what, nothing(what, "it was taken or left too rarely", "points"), rows, action)
    rows = rows.with_columns((pl.col("points") - pl.col("points").mean().over("actor")).alias("won"))
    away = rows["took"].cast(pl.Float64).to_numpy() - rows["likely"].to_numpy()
    won = rows["won"].to_numpy()
    likely = rows["likely"].to_numpy()
    weight = float((likely * (1 - likely)).sum())
    value = float((away * won).sum() / weight)
    games = np.unique(rows["game"].to_numpy(), return_inverse=True)[1]
    spread = np.bincount(games, away * (won - value * away))
    room = Z95 * float(np.sqrt((spread**2).sum())) / weight
    # those who won, or lost, by it are shown first
    order = rows.filter("took").sort("points", "game", "ply", descending=[value >= 0, False, False])
    shown = _seen(order, what)
    figure = Figure(
        what,
        value,
        max(-1.0, value - room),
        min(1.0, value + room),
        "randomised",
        len(rows),
        "choices",
        "points",
        shown,
    )
    return Effect(what, figure, rows, action)


def _seen(rows: pl.DataFrame, note: str) -> tuple[Witness, ...]:
    """The first three games, each at the decision itself."""
    rows = rows.unique("game", keep="first", maintain_order=True)
    return tuple(Witness(row["game"], ply=row["ply"], note=note) for row in rows.head(3).iter_rows(named=True))
