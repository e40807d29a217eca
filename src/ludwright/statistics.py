"""The statistics that everything else uses: intervals, tails of distributions, and the correction for many questions."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from statistics import NormalDist
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054
"""So many standard errors to both sides hold 95%."""
_DOUBT = 4
"""So many games are thought to be without a draw, beside those that were played."""
Number = TypeVar("Number", float, npt.NDArray[np.float64])


def normal_quantile(confidence: float = 0.95) -> float:
    """So many standard errors to both sides hold the truth with that confidence.

    >>> round(normal_quantile(0.95), 2)
    1.96
    """
    return NormalDist().inv_cdf((1 + confidence) / 2)


def normal_tail(errors: float) -> float:
    """The chance to come out so many standard errors above the truth, or more.

    >>> round(normal_tail(Z95), 3)
    0.025
    """
    return 0.5 * erfc(errors / sqrt(2.0))


def student_quantile(freedom: Number, confidence: float = 0.95) -> Number:
    """As :func:`normal_quantile`, where the standard error itself comes from few values (Student 1908).

    >>> round(float(student_quantile(4)), 3)
    2.776
    """
    from scipy.special import stdtrit

    found: Number = stdtrit(freedom, (1.0 + confidence) / 2.0)
    return found


def student_tail(freedom: float, errors: float) -> float:
    """The chance to come out so many standard errors above the truth, or more, with the error from few values.

    >>> round(student_tail(4, 2.776), 3)
    0.025
    """
    from scipy.special import stdtr

    return float(stdtr(freedom, -errors))


def binomial_tail(hits: float, tries: int, share: float, above: bool) -> float:
    """The chance of so many hits or more (``above``), or so many or fewer, in tries that hit with that share."""
    from scipy.special import bdtr, bdtrc

    whole = round(hits)
    if above:
        return float(bdtrc(whole - 1, tries, share)) if whole > 0 else 1.0
    return float(bdtr(whole, tries, share))


def holm(chances: Sequence[float]) -> list[float]:
    """Chances corrected for their number, so that with none of them true any is below 0.05 in one of twenty cases (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    found, before = [0.0] * len(chances), 0.0
    for rank, place in enumerate(order):
        before = max(before, min(1.0, (len(chances) - rank) * chances[place]))
        found[place] = before
    return found


def wilson(hits: float, tries: float, z: float = Z95) -> tuple[float, float]:
    """The interval that holds a true share with 95% confidence when ``hits`` of ``tries`` were seen (Wilson 1927)."""
    if tries == 0:
        return 0.0, 1.0
    share = hits / tries
    middle = share + z * z / (2 * tries)
    spread = z * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    scale = 1 + z * z / tries
    low = (middle - spread) / scale if hits else 0.0
    high = (middle + spread) / scale if hits < tries else 1.0
    return low, high


def steadiness(lack: Number, games: Number) -> Number:
    """Of what the points of some games vary less than by wins and losses alone, how much to believe: few games may deceive."""
    return lack * games / (games + _DOUBT)


def part_interval(points: float, squares: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The same for a share of points, of which a game brings 1 at most: narrower the more wins are shared, as points then vary less.

    ``squares`` is the sum of the squares of the points of every game.

    >>> part_interval(5.0, 5.0, 10) == wilson(5, 10)
    True
    """
    if not games:
        return 0.0, 1.0
    share = points / games
    loose = share * (1 - share)
    tries = (
        games * loose / (loose - steadiness((points - squares) / games, float(games))) if loose > 0 else float(games)
    )
    return wilson(share * tries, tries, z)


def deviation(moments: npt.ArrayLike) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The standard deviation of values that come in games, and its standard error on the scale of logarithms; not a number where unknown.

    ``moments`` says of every game how many values it has, their sum and the sum of their squares; here are, for one or more groups of
    games, the sums of these three over games, and of all their products: 1, n, t, q, n·n, n·t, n·q, t·t, t·q, q·q. Values of one game may
    be alike; games are independent (the sandwich estimator of a variance). Normal values, one a game, have an error of 1 / √(2 games).
    """
    games, n, t, q, nn, nt, nq, tt, tq, qq = np.moveaxis(np.asarray(moments, float), -1, 0)
    with np.errstate(all="ignore"):
        mean = t / n
        spread = np.maximum(0.0, q / n - mean * mean)
        value = np.where(n > 1, np.sqrt(spread * n / (n - 1)), np.nan)
        a, b = mean * mean - spread, -2 * mean  # what a game adds: q + b t + a n, which is 0 on average
        around = qq + b * b * tt + a * a * nn + 2 * (b * tq + a * nq + a * b * nt)
        error = np.sqrt(np.maximum(0.0, around) * games / (games - 1)) / n / (2 * spread)
    return value, np.where(games > 1, np.where(spread > 0, error, 0.0), np.nan)


def moments_of(count: npt.ArrayLike, total: npt.ArrayLike, squares: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """For every game what :func:`deviation` needs the sums of."""
    n, t, q = (np.asarray(own, float) for own in (count, total, squares))
    return np.stack([np.ones_like(n), n, t, q, n * n, n * t, n * q, t * t, t * q, q * q], axis=-1)
