"""Mixes of players that nothing beats: the Nash equilibrium in which everybody draws from the same mix.

Found by following the mix of players who choose with less and less error (logit equilibria, McKelvey and Palfrey 1995): it begins with equal parts and ends,
where they hardly err, at an equilibrium. It works for any number of sides, and where there are several equilibria it is always the same one that is found. How
much anybody could gain by another choice is told with it, so whoever doubts it can see how exact it is.
"""

from __future__ import annotations

import numpy as np

from ludwright.metagames.shares import Numbers, Shares

_FIRST, _LAST, _STEP, _LEAST_STEP = 0.1, 3e4, 1.35, 1.0005
"""How careful players are: at first, at last, and how much more from one step to the next, at most and at least."""
_MIDDLE, _STARTS, _GOOD = (3.0, 30.0, 300.0), 10, 1e-4
"""If somebody gains more than the last, so many other beginnings are tried, with so careful players."""
_NEWTON, _EXACT, _FURTHEST = 40, 1e-9, 2.0
_NOTHING = 1e-4
"""A smaller part of a mix than this is none."""
_SMALLEST = -700.0


def equilibrium(shares: Shares) -> Numbers:
    """The mix of players of which nobody gains anything by choosing otherwise, where all others are drawn from it, too.

    >>> rock_paper_scissors = Shares.between([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])
    >>> equilibrium(rock_paper_scissors).round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    even = np.full(shares.agents, 1 / shares.agents)
    found = _careful(shares, even, 0.0)
    if shares.gain(found) > _GOOD:
        # the way from equal parts was lost: others begin elsewhere
        dice = np.random.default_rng(1)
        starts = [*(0.9 * np.eye(shares.agents) + 0.1 * even), *dice.dirichlet(np.ones(shares.agents), _STARTS)]
        tried = [
            found,
            *np.eye(shares.agents),
            *(_careful(shares, start, care) for start in starts for care in _MIDDLE),
        ]
        found = min(tried, key=shares.gain)
    return found


def nearby(shares: Shares, mix: Numbers) -> Numbers:
    """The equilibrium that is found from a mix on: where shares differ a little from those that it is one of."""
    start = (mix + _NOTHING) / (mix + _NOTHING).sum()
    tried = (_careful(shares, start, care) for care in _MIDDLE)
    found = min(tried, key=shares.gain)
    return found if shares.gain(found) < _GOOD else equilibrium(shares)


def _careful(shares: Shares, start: Numbers, care: float) -> Numbers:
    """The end of the way on which players become more and more careful."""
    logs, step = np.log(start), _STEP
    while care < _LAST:
        further = min(_LAST, max(_FIRST, care * step))
        found = _followed(shares, logs, further)
        if found is not None:
            logs, care = found, further
            step = min(_STEP, step * step)
        elif care < _FIRST or (step := (step + 1) / 2) < _LEAST_STEP:
            break
    mix = _cut(np.exp(logs))
    return min((mix, _even_out(shares, mix)), key=shares.gain)


def _even_out(shares: Shares, mix: Numbers) -> Numbers:
    """The mix of the same players in which all of them get exactly as much."""
    there = np.flatnonzero(mix)
    found = mix.copy()
    for _ in range(_NEWTON):
        slope = shares.mean[there] @ shares.company_slopes(found)[:, there]
        worth = shares.against(found)[there]
        matrix = np.vstack([slope[1:] - slope[:1], np.ones(len(there))])
        off = np.append(worth[1:] - worth[0], found.sum() - 1.0)
        away = np.linalg.lstsq(matrix, off, rcond=None)[0]
        found[there] = np.clip(found[there] - away, 1e-12, 1.0)
        if np.abs(away).max() < _EXACT:
            break
    return _cut(found)


def _cut(mix: Numbers) -> Numbers:
    kept = np.where(mix < _NOTHING, 0.0, mix)
    found: Numbers = kept / kept.sum()
    return found


def _followed(shares: Shares, logs: Numbers, care: float) -> Numbers | None:
    """The logarithms of the mix of players who are so careful, near a mix; nothing, if it is not found (Newton's method)."""
    for _ in range(_NEWTON):
        mix = np.exp(logs)
        company = shares.company(mix)
        worth = care * (shares.mean @ company)
        top = worth.max()
        total = top + np.log(np.exp(worth - top).sum())
        off = logs - worth + total
        if np.abs(off).max() < _EXACT * max(1.0, care):
            return logs
        slope = care * (shares.mean @ (company[:, None] * shares.counts))
        answer = np.exp(worth - total)
        matrix = np.eye(len(logs)) - slope + answer @ slope
        try:
            away = np.linalg.solve(matrix, off)
        except np.linalg.LinAlgError:
            return None
        size = np.abs(away).max()
        if not np.isfinite(size):
            return None
        logs = np.clip(logs - away * min(1.0, _FURTHEST * max(1.0, np.sqrt(care)) / size), _SMALLEST, 0.0)
    return None
