"""Agents who met in the same games: who took how many points from whom."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from ludwright.metrics.intervals import Numbers
from ludwright.tournaments.shares import NOTHING, Share

Pair = tuple[str, str]


@dataclass(frozen=True)
class Meetings:
    """What every agent took from every other: points of the first of two, the second has the rest."""

    agents: list[str]
    shares: dict[Pair, Share]

    def share(self, one: str, other: str) -> Share:
        """What one took from another; of no games if they never met."""
        return self.shares.get((one, other), NOTHING)

    @property
    def matrix(self) -> Numbers:
        """The shares, the agent of the row against that of the column; half where two never met."""
        return np.array([[self.share(one, other).share for other in self.agents] for one in self.agents]).reshape(
            len(self.agents), len(self.agents)
        )


def points(seats: pl.DataFrame) -> pl.DataFrame:
    """One row for every game and two different agents in it: game, agent, other, points of the agent (a win 1, level ½).

    Two who lost to somebody else alike are not compared: nobody knows who of them did better. An agent in several seats counts once.
    """
    played = seats.drop_nulls(["won", "return"]).select("game", "agent", "return", "won")
    if played["agent"].n_unique() < 2:
        played = played.head(0)  # nobody to meet
    pairs = played.join(played, on="game", suffix="_other").filter(pl.col("agent") != pl.col("agent_other"))
    alike = pl.col("return") == pl.col("return_other")
    lost = alike & ~pl.col("won") & pl.col("won").any().over("game")
    better = ((pl.col("return") - pl.col("return_other")).sign() + 1) / 2
    return (
        pairs.with_columns(better.alias("points"), lost.alias("lost"))
        .filter(~pl.col("lost") | ~pl.col("won").any().over("game"))
        .group_by("game", "agent", pl.col("agent_other").alias("other"))
        .agg(pl.col("points").mean())
        .sort("game", "agent", "other")
    )


def alone(seats: pl.DataFrame, agent: str) -> pl.DataFrame:
    """An agent's rows of those games in which it sat in one seat only, all other seats being others'.

    >>> seats = pl.DataFrame({"game": [0, 0, 0, 1, 1, 1], "agent": ["a", "b", "b", "a", "a", "b"]})
    >>> alone(seats, "a")["game"].to_list(), alone(seats, "b")["game"].to_list()
    ([0], [1])
    """
    own = pl.col("agent") == agent
    return seats.filter(own & (own.sum().over("game") == 1))


def meetings(seats: pl.DataFrame) -> Meetings:
    """Who beat whom, in all games."""
    found = points(seats)
    agents = sorted(seats["agent"].drop_nulls().unique().to_list())
    shares = {
        (str(one), str(other)): Share.of(rows["points"].to_numpy())
        for (one, other), rows in found.partition_by("agent", "other", as_dict=True).items()
    }
    return Meetings(agents, shares)
