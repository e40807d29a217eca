"""Who is left in the long run: alpha-rank (Omidshafiei and others 2019), for any number of sides.

Imagine many people who all play alike. Now and then one of them tries something else; who does better is imitated more often, until all play like the
one or the other. From every way to play there are so roads to others, some easy and some hardly ever taken, and what counts is how much of the time
everybody is found at each in the end. Unlike an equilibrium this always exists, is unique, and shows circles as such.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from scipy.stats import hypergeom

from ludwright.metagames.shares import Numbers, Shares

PEOPLE = 50
"""So many people there are."""
_FIRST, _MOST_DOUBLINGS, _SAME = 0.5, 12, 0.01
_NEVER = 1e-12
"""Hardly ever, where it comes out as never: so that nothing is left out of reach."""


def alpha_rank(shares: Shares) -> Numbers:
    """How much of the time everybody plays like each player, where whoever does better is surely imitated.

    How surely is doubled until it makes no difference any more.

    >>> alpha_rank(Shares.between([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])).round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    care, last, steady = _FIRST, np.zeros(shares.agents), 0
    ahead = _ahead(shares)
    for _ in range(_MOST_DOUBLINGS):
        found = stationary(_roads(ahead, care))
        steady = steady + 1 if np.abs(found - last).max() < _SAME else 0
        if steady == 2:
            break
        care, last = 2 * care, found
    return found


def at_care(shares: Shares, care: float, people: int = PEOPLE) -> Numbers:
    """The same for one α: how surely whoever does better is imitated."""
    return stationary(_roads(_ahead(shares, people), care))


def _ahead(shares: Shares, people: int = PEOPLE) -> Numbers:
    """For each way to play, each that is tried, and each number of those who try it: how much better they do."""
    count, others = shares.agents, shares.sides - 1
    found = np.zeros((count, count, people - 1))
    tried = np.arange(1, people)
    together = np.arange(others + 1)[:, None]
    # how likely of all at the table so many try it, too: seen by one who does, by one who does not
    mine = hypergeom.pmf(together, people - 1, tried - 1, others)
    theirs = hypergeom.pmf(together, people - 1, tried, others)
    for old in range(count):
        for new in range(count):
            if old != new:
                company = [Counter({new: k, old: others - k}) for k in range(others + 1)]
                gets_new = np.array([shares.at(new, who) for who in company])
                gets_old = np.array([shares.at(old, who) for who in company])
                found[old, new] = gets_new @ mine - gets_old @ theirs
    return found


def _roads(ahead: Numbers, care: float) -> Numbers:
    """How likely one who tries something else is followed by all, for each way to play and each that is tried."""
    falls = -care * np.cumsum(ahead, axis=2)
    top = np.maximum(0.0, falls.max(axis=2))
    chance = np.exp(-top) / (np.exp(-top) + np.exp(falls - top[..., None]).sum(axis=2))
    roads: Numbers = np.maximum(chance, _NEVER)
    np.fill_diagonal(roads, 0.0)
    return roads


def stationary(roads: Numbers) -> Numbers:
    """How much of the time one is at each place, by how likely each road from each place is (Grassmann, Taksar and Heyman: nothing is subtracted).

    >>> stationary(np.array([[0.0, 0.2], [0.1, 0.0]])).round(3).tolist()
    [0.333, 0.667]
    """
    left = roads.copy()
    count = len(left)
    for last in range(count - 1, 0, -1):
        left[:last, last] /= left[last, :last].sum()
        left[:last, :last] += np.outer(left[:last, last], left[last, :last])
    found = np.ones(count)
    for place in range(1, count):
        found[place] = found[:place] @ left[:place, place]
    weights: Numbers = found / found.sum()
    return weights
