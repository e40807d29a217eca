"""Skill or luck: how much it matters who plays."""

from __future__ import annotations

import numpy as np
import polars as pl

from ludwright.metrics.figure import Figure, nothing
from ludwright.metrics.intervals import SHARE, Numbers, bootstrap
from ludwright.metrics.meetings import meetings
from ludwright.play.winners import with_shares
from ludwright.tournaments.ladder import Ladder
from ludwright.tournaments.shares import Share

GREEDY = "greedy"
_RANDOM = "random"


def luck(seats: pl.DataFrame) -> Figure:
    """How much of a result is not explained by who played.

    Definition: 1 − B / T over the seats of games between unequal agents. T is the variance of the part of the win that a seat has, and B
    the variance that lies between agents: Σ n_a (m_a − m)² / N, less (k − 1) / N of the variance within agents, which chance alone would
    give k agents; never below 0. 1: pure luck, or agents who are equally strong; 0: the stronger always wins. Bootstrap over games. The
    parts are the spread (standard deviation) of the results of equal agents at one table, and of unequal ones.
    """
    ended = with_shares(seats.drop_nulls(["won", "agent"]))
    another = (pl.col("agent") != pl.col("agent").first().over("game")).any().over("game")
    mixed = another if ended["agent"].n_unique() > 1 else pl.lit(False)
    ended = ended.select("game", "agent", pl.col("share").alias("part"), mixed.alias("mixed"))
    unequal, equal = ended.filter("mixed"), ended.filter(~pl.col("mixed"))
    spreads = tuple(
        _spread(name, rows) for name, rows in (("among equals", equal), ("among unequals", unequal)) if len(rows)
    )
    if not len(unequal):
        return Figure("luck", None, unit="share", parts=spreads, note="in no game did different agents meet")
    if unequal["part"].n_unique() < 2:
        return Figure("luck", None, unit="share", parts=spreads, note="in all games all got the same")
    agents, row = np.unique(unequal["agent"].to_list(), return_inverse=True)
    games, game = np.unique(unequal["game"].to_numpy(), return_inverse=True)
    parts = unequal["part"].to_numpy()
    sums = np.zeros((len(games), 2 * len(agents) + 1))
    np.add.at(sums, (game, row), 1.0)
    np.add.at(sums, (game, len(agents) + row), parts)
    np.add.at(sums, (game, np.full(len(game), 2 * len(agents))), parts**2)
    return bootstrap("luck", sums, _unexplained, SHARE, unit="share", parts=spreads)


def _spread(name: str, rows: pl.DataFrame) -> Figure:
    part = rows["part"].to_numpy()
    return Figure(name, float(part.std()), n=len(rows), of="seats", how="none")


def _unexplained(sums: Numbers) -> Numbers:
    agents = sums.shape[1] // 2
    count, total, squares = sums[:, :agents], sums[:, agents:-1], sums[:, -1]
    seats = count.sum(axis=1)
    middle = total.sum(axis=1) / seats
    whole = squares / seats - middle**2
    means = np.divide(total, count, out=np.zeros_like(total), where=count > 0)
    between = (count * (means - middle[:, None]) ** 2).sum(axis=1) / seats
    there = (count > 0).sum(axis=1)
    within = (whole - between) * seats / np.maximum(1, seats - there)
    explained = np.maximum(0.0, between - (there - 1) / seats * within) / whole
    unexplained: Numbers = 1 - explained
    return unexplained


def shown_share(name: str, share: Share) -> Figure:
    """A share of points as a figure."""
    if not share.games:
        return nothing(name, "they never met", "share")
    return Figure(name, share.share, *share.interval(), "Wilson", share.games, unit="share")


def greedy_gap(seats: pl.DataFrame) -> Figure:
    """Whether the obvious plan is the best one.

    Definition: share of the points that other agents, random ones apart, take from `greedy` − ½, for the agent that takes most. Above 0:
    the obvious plan can be beaten. Wilson's interval. The parts are all agents that met it.
    """
    met = meetings(seats)
    others = [agent for agent in met.agents if agent != GREEDY and met.share(agent, GREEDY).games]
    parts = [shown_share(agent, met.share(agent, GREEDY)) for agent in others]
    rivals = [part for part in parts if part.name != _RANDOM]
    if not rivals:
        return Figure("greedy gap", None, unit="share", parts=tuple(parts), note="no agent that thinks met `greedy`")
    best = max(rivals, key=lambda part: part.value or 0.0)
    value, low, high = ((number or 0.0) - 0.5 for number in (best.value, best.low, best.high))
    return Figure(
        "greedy gap", value, low, high, "Wilson", best.n, unit="share", parts=tuple(parts), note=f"by `{best.name}`"
    )


def agent_shares(seats: pl.DataFrame) -> Figure:
    """How strong each agent is against all others it met.

    Definition: points / games against other agents, a win counting 1 and a level result ½. Wilson's interval, narrower where games are
    drawn. The value is that of the agent farthest from ½.
    """
    met = meetings(seats)
    parts = []
    for agent in met.agents:
        against = [met.share(agent, other) for other in met.agents if met.share(agent, other).games]
        if against:
            parts.append(shown_share(agent, sum(against[1:], against[0])))
    if not parts:
        return nothing("agent shares", "in no game did different agents meet", "share")
    top = max(parts, key=lambda part: abs((part.value or 0.0) - 0.5))
    return Figure(
        "agent shares",
        top.value,
        top.low,
        top.high,
        top.how,
        top.n,
        unit="share",
        parts=tuple(parts),
        note=f"of `{top.name}`",
    )


def ladder_depth(ladder: Ladder) -> Figure:
    """How deep the game is: on how many rungs of a ladder more thought is worth it.

    Definition: rungs at which twice the search budget surely takes more than half of the points. The part `area` is what all rungs up to
    the highest that helped bring together, in Elo (or in points of the score where all play together); the others are the rungs.
    """
    parts = [
        Figure(
            f"{rung.budget} against {rung.below}",
            rung.gain,
            *rung.interval,
            "normal",
            rung.share.games,
            unit=ladder.unit,
        )
        for rung in ladder.rungs
    ]
    if not parts:
        return nothing("ladder depth", "no rung came to its end", "rungs")
    area = Figure("area", *ladder.total, "normal", ladder.games, unit=ladder.unit)
    note = "" if ladder.ended else "the ladder ends before more thought stops helping"
    return Figure(
        "ladder depth",
        float(ladder.gained),
        how="none: a count",
        n=ladder.games,
        unit="rungs",
        parts=(area, *parts),
        note=note,
    )
