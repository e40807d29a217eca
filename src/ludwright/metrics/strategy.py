"""Is there one best way to play? Dominance, and the mix of strategies that nothing beats."""

from __future__ import annotations

import numpy as np
import polars as pl

from ludwright.metrics.figure import Figure, nothing
from ludwright.metrics.intervals import SEED, Numbers
from ludwright.metrics.meetings import Meetings, meetings
from ludwright.tournaments.shares import sure

_WEIGHT = 0.05
"""A strategy with less of the mix carries no weight."""
_TIMES = 60
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


def metagame(seats: pl.DataFrame) -> Figure:
    """How many strategies are worth playing.

    Definition: 2^H of the equilibrium mix: the mix x of agents against which no agent takes more than half of the points, with the win
    matrix made fair between (M_ij + 1 − M_ji) / 2. 1: one agent is best; k: k agents in equal parts. The interval comes from drawing
    every entry of the matrix anew. The parts are the weights of the agents; the note tells how many have 5% or more.
    """
    met = meetings(seats)
    if len(met.shares) < 2:
        return nothing("metagame", "in no game did different agents meet", "strategies")
    errors = np.array(
        [[_error(met, one, other) for other in met.agents] for one in met.agents]
    )  # of pairs that never met: anything is possible
    return metagame_of(met.agents, met.matrix, errors, sum(share.games for share in met.shares.values()) // 2)


def _error(met: Meetings, one: str, other: str) -> float:
    if one == other:
        return 0.0
    low, high = met.share(one, other).interval()
    return (high - low) / 2 / 1.96


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
