"""The same deals with and without: differences deal by deal, and how sure they are."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.metrics.figure import Figure, nothing
from ludwright.play.winners import Winners

Numbers = npt.NDArray[np.float64]
_THREE = 3.0
"""What was never seen in n deals happens in less than 3 of n, with 95% confidence."""


def paired(name: str, values: Numbers, **more: Any) -> Figure:
    """The mean of what each deal shows, with Student's interval. Where all deals show the same, by the rule of three.

    >>> import numpy as np
    >>> figure = paired("gain", np.array([0.0, 1.0, 0.0, 1.0]))
    >>> figure.value, figure.low < 0 < figure.high
    (0.5, True)
    """
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return nothing(name, "too few games came to their end", more.get("unit", ""))
    value = float(known.mean())
    error = float(known.std(ddof=1)) / sqrt(len(known))
    if error:
        from scipy.special import stdtrit

        room, how = float(stdtrit(len(known) - 1, 0.975)) * error, "Student, paired by deal"
    else:
        room, how = _THREE / len(known), "rule of three"
    return Figure(name, value, value - room, value + room, how, len(known), "deals", **more)


def chance(values: Numbers) -> float:
    """How likely differences at least as far from 0 are, if there is none in truth."""
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return 1.0
    error = float(known.std(ddof=1)) / sqrt(len(known))
    if not error:
        return 1.0 if not known[0] else 0.5 ** min(len(known), 60)
    from scipy.special import stdtr

    return float(2 * stdtr(len(known) - 1, -abs(float(known.mean())) / error))


def points_of(returns: Numbers, common: bool) -> Numbers:
    """What every seat took of a win, one row a game: 1 alone, less if shared, equal parts of a draw. In a common game, its result.

    >>> import numpy as np
    >>> points_of(np.array([[1.0, -1.0], [0.0, 0.0]]), common=False).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    if common:
        return returns
    return Winners.of(returns.T).shares.T
