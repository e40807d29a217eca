"""Is there one best way to play? Dominance, and the mix of strategies that nothing beats."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
import polars as pl

from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import SEED, Numbers, share
from ludwright.metrics.meetings import Meetings, meetings
from ludwright.metrics.picks import openings
from ludwright.metrics.skill import shown_share
from ludwright.statistics import Z95
from ludwright.tournaments.shares import luck, sure

_WEIGHT = 0.05
"""A strategy with less of the mix carries no weight."""
_TIMES = 60
_FEW = 10
"""Openings that were chosen less often than this are not compared."""
_TAILS = (0.025, 0.975)


def dominance(seats: pl.DataFrame) -> Figure:
    """Whether one agent beats all others.

    Definition: 1 if there is an agent that takes surely more than half of the points from every other one it met, having met all, else 0.
    Sure is corrected for the number of comparisons (Holm). The parts are the lowest shares of points of every agent against any other;
    the first is the agent that comes closest.
    """
    met = meetings(seats)
    return dominance_of(met)


def dominance_of(met: Meetings) -> Figure:
    """The same from meetings."""
    if len(met.shares) < 2:
        return nothing("dominance", "in no game did different agents meet")
    pairs = [(one, other) for one in met.agents for other in met.agents if met.share(one, other).share > 0.5]
    certain = dict(zip(pairs, sure([met.share(*pair).chance for pair in pairs]), strict=True))
    parts, found = [], []
    for agent in met.agents:
        others = [other for other in met.agents if other != agent]
        worst = min(others, key=lambda other: met.share(agent, other).share)
        share = met.share(agent, worst)
        parts.append(
            Figure(agent, share.share, *share.interval(), "Wilson", share.games, unit="share", note=f"against {worst}")
        )
        if all(certain.get((agent, other), False) for other in others):
            found.append(agent)
    parts.sort(key=lambda part: -(part.value or 0.0))
    games = sum(share.games for share in met.shares.values()) // 2
    note = f"`{found[0]}` beats all others" if found else "nobody surely beats all others"
    return Figure("dominance", float(bool(found)), how="Holm", n=games, parts=tuple(parts), note=note)


def opening_dominance(decisions: pl.DataFrame, actions: pl.DataFrame, seats: pl.DataFrame, moves: int = 1) -> Figure:
    """Whether one opening beats all others.

    Definition: 1 if, in some seat of some agent, one opening wins surely more often than every other opening of that seat and agent, else 0.
    An opening is the first `moves` real choices (1 if not said); those chosen fewer than 10 times are left out. Sure is by the normal
    approximation, corrected for the number of comparisons (Holm). The parts are the openings with their win rates (Wilson), seat by seat, the best first.
    """
    name = "opening dominance"
    won = seats.drop_nulls("won").select("game", "seat", pl.col("agent").fill_null(""), "won")
    chosen = openings(decisions, actions, moves).join(won, on=["game", "seat"])
    rows = (
        chosen.group_by("seat", "agent", "what")
        .agg(pl.len().alias("n"), pl.col("won").sum().alias("wins"), pl.col("game").filter("won").sort().head(3))
        .filter(pl.col("n") >= _FEW)
        .with_columns((pl.col("wins") / pl.col("n")).alias("rate"))
        .sort(["seat", "agent", "rate", "n", "what"], descending=[False, False, True, True, False])
    )
    tables = [table for table in rows.partition_by("seat", "agent", maintain_order=True) if len(table) > 1]
    if not tables:
        return nothing(name, "there are not two openings to compare")
    pairs = [(place, other) for place, table in enumerate(tables) for other in table[1:].iter_rows(named=True)]
    certain = sure([_chance(tables[place].row(0, named=True), other) for place, other in pairs])
    doubted = {place for (place, _), yes in zip(pairs, certain, strict=True) if not yes}
    best = [table.row(0, named=True) for place, table in enumerate(tables) if place not in doubted]
    several = len(set(rows["agent"])) > 1
    parts = tuple(_opening(row, several) for table in tables for row in table.iter_rows(named=True))
    note = f"`{best[0]['what']}` in seat {best[0]['seat']}" if best else "no opening surely beats all others"
    games = chosen["game"].n_unique()
    return Figure(name, float(bool(best)), how="Holm", n=games, parts=parts, note=note)


def _chance(one: dict[str, Any], other: dict[str, Any]) -> float:
    """How likely two openings of the same strength differ that much; half a win and half a loss more keep each from being certain."""
    variance = 0.0
    for row in (one, other):
        rate = (row["wins"] + 0.5) / (row["n"] + 1)
        variance += rate * (1 - rate) / row["n"]
    return luck(one["rate"] - other["rate"], sqrt(variance))


def _opening(row: dict[str, Any], several: bool) -> Figure:
    name = f"seat {row['seat']}: {row['what']}" + (f" ({row['agent']})" if several else "")
    return share(name, row["wins"], row["n"], of="seats", witnesses=tuple(Witness(game) for game in row["game"]))


def metagame(seats: pl.DataFrame) -> Figure:
    """How many strategies are worth playing.

    Definition: 2^H of the equilibrium mix: the mix x of agents against which no agent takes more than half of the points, with the win
    matrix made fair between (M_ij + 1 − M_ji) / 2. 1: one agent is best; k: k agents in equal parts. The interval comes from drawing
    every entry of the matrix anew. The parts are the weights of the agents, each with its row of the win matrix as parts; the note tells
    how many have 5% or more.
    """
    met = meetings(seats)
    if len(met.shares) < 2:
        return nothing("metagame", "in no game did different agents meet", "strategies")
    errors = np.array(
        [[_error(met, one, other) for other in met.agents] for one in met.agents]
    )  # of pairs that never met: anything is possible
    found = metagame_of(met.agents, met.matrix, errors, sum(share.games for share in met.shares.values()) // 2)
    return replace(found, parts=tuple(replace(part, parts=_row(met, part.name)) for part in found.parts))


def _row(met: Meetings, agent: str) -> tuple[Figure, ...]:
    """What an agent took from every other one it met."""
    others = [other for other in met.agents if met.share(agent, other).games]
    return tuple(shown_share(f"against {other}", met.share(agent, other)) for other in others)


def _error(met: Meetings, one: str, other: str) -> float:
    if one == other:
        return 0.0
    low, high = met.share(one, other).interval()
    return (high - low) / 2 / Z95


def metagame_of(agents: list[str], matrix: Numbers, errors: Numbers, games: int = 0) -> Figure:
    """The same from a win matrix and the standard errors of its entries."""
    fair = (matrix + 1 - matrix.T) / 2
    mix = equilibrium(fair)
    draw = np.random.default_rng(SEED)
    noise = np.sqrt((errors**2 + errors.T**2) / 2)
    mixes = []
    for _ in range(_TIMES):
        away = np.triu(draw.normal(0.0, 1.0, fair.shape) * noise, 1)
        mixes.append(equilibrium(np.clip(fair + away - away.T, 0.0, 1.0)))
    lows, highs = np.quantile(mixes, _TAILS, axis=0)
    counts = np.array([_effective(found) for found in mixes])
    low, high = np.quantile(counts, _TAILS)
    parts = [
        Figure(agent, float(x), float(min(a, x)), float(max(b, x)), "drawn anew", games, unit="share")
        for agent, x, a, b in zip(agents, mix, lows, highs, strict=True)
    ]
    value = _effective(mix)
    carried = int((mix >= _WEIGHT).sum())
    return Figure(
        "metagame", value, min(float(low), value), max(float(high), value), "drawn anew", games, unit="strategies",
        parts=tuple(sorted(parts, key=lambda part: -(part.value or 0.0))),
        note=f"{carried} of {len(agents)} carry weight",
    )  # fmt: skip


def _effective(mix: Numbers) -> float:
    there = mix[mix > 1e-12]
    return float(2 ** -(there * np.log2(there)).sum())


def equilibrium(matrix: Numbers) -> Numbers:
    """The mix of strategies against which nothing takes more than half of the points of a win matrix with M_ij = 1 − M_ji.

    Where there are several, one of them; among strategies that are all alike, equal parts.

    >>> equilibrium(np.array([[0.5, 1.0], [0.0, 0.5]])).tolist()
    [1.0, 0.0]
    """
    from scipy.optimize import linprog

    count = len(matrix)
    if np.allclose(matrix, 0.5):
        return np.full(count, 1 / count)
    # highest v with xᵀ M ≥ v against every column
    found = linprog(
        c=np.append(np.zeros(count), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(count)]),
        b_ub=np.zeros(count),
        A_eq=np.append(np.ones(count), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, 1)] * count + [(None, None)],
    )
    mix = np.clip(found.x[:-1], 0.0, None)
    weights: Numbers = mix / mix.sum()
    return weights
