"""The same deals with and without: differences deal by deal, and how sure they are."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.metrics.figure import Figure, nothing
from ludwright.play.winners import Winners
from ludwright.statistics import student_quantile, student_tail

Numbers = npt.NDArray[np.float64]
Bounds = tuple[float, float]
"""The least and the greatest mean there can be."""
_THREE = 3.0
"""What was never seen in n deals happens in less than 3 of n, with 95% confidence."""
MIXED: Bounds = (-1.0, 1.0)
"""Differences of differences of shares."""


def lost(share: float) -> Bounds:
    """What of a fair share can be lost: all of it; or won, up to all there is.

    >>> lost(0.25)
    (-0.75, 0.25)
    """
    return share - 1.0, share


def won(share: float) -> Bounds:
    """What can be won beyond a fair share."""
    return -share, 1.0 - share


def paired(name: str, values: Numbers, bounds: Bounds | None = None, **more: Any) -> Figure:
    """The mean of what each deal shows, with Student's interval.

    Where the mean has ``bounds``, one deal more is counted at either of them, so that deals which all show the same don't seem surer than they
    are (as Agresti and Coull do for shares), and the interval stays within. Where it has none and all deals show the same, by the rule of three.

    >>> import numpy as np
    >>> figure = paired("gain", np.array([0.0, 1.0, 0.0, 1.0]), (-1.0, 1.0))
    >>> figure.value, figure.low < 0 < figure.high <= 1
    (0.5, True)
    """
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return nothing(name, "too few games came to their end", more.get("unit", ""))
    value = float(known.mean())
    middle, error, deals = _spread(known, bounds)
    if not error:
        room, how = _THREE / len(known), "rule of three"
    else:
        room, how = student_quantile(deals - 1) * error, "Student, paired by deal"
    low, high = min(value, middle - room), max(value, middle + room)
    if bounds is not None:
        low, high = max(bounds[0], low), min(bounds[1], high)
    return Figure(name, value, low, high, how, len(known), "deals", **more)


def chance(values: Numbers, bounds: Bounds | None = None) -> float:
    """How likely differences at least as far from 0 are, if there is none in truth."""
    return min(1.0, 2 * min(chance_beyond(values, 0.0, above, bounds) for above in (True, False)))


def chance_beyond(values: Numbers, limit: float, above: bool, bounds: Bounds | None = None) -> float:
    """How likely a mean at least so far above a limit (or below it) is, if the truth is the limit."""
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return 1.0
    middle, error, deals = _spread(known, bounds)
    away = (middle - limit) * (1 if above else -1)
    if not error:
        return 1.0 if away <= 0 else 0.5 ** min(len(known) + 1, 60)

    return student_tail(deals - 1, away / error)


def _spread(known: Numbers, bounds: Bounds | None) -> tuple[float, float, int]:
    """Mean, standard error and number of deals, with one more at either end of what is possible."""
    counted = known if bounds is None else np.concatenate([known, bounds])
    return float(counted.mean()), float(counted.std(ddof=1)) / sqrt(len(counted)), len(counted)


def points_of(returns: Numbers, common: bool) -> Numbers:
    """What every seat took of a win, one row a game: 1 alone, less if shared, equal parts of a draw, nothing of a loss of all. In a common game, its result.

    >>> import numpy as np
    >>> points_of(np.array([[1.0, -1.0], [0.0, 0.0]]), common=False).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    return returns if common else Winners.of(returns.T).shares.T
