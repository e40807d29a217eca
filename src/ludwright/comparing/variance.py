"""How much of a figure's variation over a design comes from each parameter: first-order and total indices (Sobol 1993).

The figures come from games, so they are noisy, and squares of noisy figures are too large. Here no figure is ever squared: it comes as one
value for each block of deals, and only products of values of different blocks are taken, whose noise is independent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ludwright.metrics.intervals import Numbers
from ludwright.statistics import student_quantile

_TIMES = 400
_SEED = 20_261


@dataclass(frozen=True)
class Index:
    """A share of the variation, with a 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Shares:
    """How much of the variation comes from each parameter: alone (first order), and with all it does together with others (total)."""

    variance: float
    certain: bool
    """Whether the figure surely varies at all."""
    first: Mapping[str, Index]
    total: Mapping[str, Index]


Parts = Callable[[Numbers], tuple[float, Numbers, Numbers]]
"""From the values of a design, one row a version and one column a block: the variance, and its parts by parameter: alone, and in all."""


def crossed(contrasts: Numbers) -> float:
    """The mean over rows of the squared contrast, without the noise of the blocks (the last axis): products of different blocks only.

    >>> crossed(np.array([[1.0, 3.0]]))
    3.0
    """
    blocks = contrasts.shape[-1]
    together = contrasts.sum(axis=-1) ** 2 - (contrasts**2).sum(axis=-1)
    return float(together.mean() / (blocks * (blocks - 1)))


def grid_parts(shape: Sequence[int]) -> Parts:
    """On a full grid, the versions in the order of its product: analysis of variance."""

    def parts(values: Numbers) -> tuple[float, Numbers, Numbers]:
        table = values.reshape(*shape, -1)
        axes = tuple(range(len(shape)))
        away = table - table.mean(axis=axes, keepdims=True)
        alone = [crossed(away.mean(axis=tuple(a for a in axes if a != axis))) for axis in axes]
        in_all = [crossed(table - table.mean(axis=axis, keepdims=True)) for axis in axes]
        return crossed(away), np.array(alone), np.array(in_all)

    return parts


def sampled_parts(a: Sequence[int], b: Sequence[int], mixed: Sequence[Sequence[int]]) -> Parts:
    """On a sample by Saltelli: rows of A, of B, and of A with one parameter from B; Jansen's estimators."""

    def parts(values: Numbers) -> tuple[float, Numbers, Numbers]:
        of_a, of_b = values[list(a)], values[list(b)]
        variance = crossed(of_a - of_b) / 2
        in_all = np.array([crossed(of_a - values[list(rows)]) / 2 for rows in mixed])
        alone = np.array([variance - crossed(of_b - values[list(rows)]) / 2 for rows in mixed])
        return variance, alone, in_all

    return parts


def shares(names: Sequence[str], values: Numbers, designs: Sequence[Parts]) -> Shares:
    """The indices of each parameter, from one value a version and block.

    ``designs`` has the design first; others that follow are the same with its rows drawn anew, and tell the error that comes from
    the sample of versions. The error that comes from the games is the jackknife's over blocks.
    """
    variance, alone, in_all = designs[0](values)
    without = [designs[0](np.delete(values, block, axis=1)) for block in range(values.shape[1])]
    drawn = [design(values) for design in designs[1:]]
    room = _room(np.array([one[0] for one in without]), np.array([one[0] for one in drawn]))
    certain = variance > 0 and variance - room > 0
    both = []
    for place, found in ((1, alone), (2, in_all)):
        ratios = np.array([one[place] / one[0] if one[0] > 0 else np.full(len(names), np.nan) for one in without])
        spread = np.array([one[place] / one[0] for one in drawn if one[0] > 0])
        indices = {}
        for column, name in enumerate(names):
            own = found[column] / variance if variance > 0 else np.nan
            away = _room(ratios[:, column], spread[:, column] if len(spread) else np.empty(0))
            indices[name] = _index(own, away)
        both.append(indices)
    return Shares(max(0.0, variance), bool(certain), both[0], both[1])


def _room(without: Numbers, drawn: Numbers) -> float:
    """Half of an interval: Student's, from values without each block and values of designs drawn anew."""
    blocks = len(without)
    square = (blocks - 1) / blocks * float(((without - without.mean()) ** 2).sum())
    if len(drawn) > 1:
        square += float(drawn.var(ddof=1))
    return student_quantile(blocks - 1) * float(np.sqrt(square))


def _index(value: float, room: float) -> Index:
    value = float(np.clip(value, 0.0, 1.0))
    room = room if np.isfinite(room) else 1.0
    return Index(value, max(0.0, value - room), min(1.0, value + room))


def redrawn(a: Sequence[int], b: Sequence[int], mixed: Sequence[Sequence[int]]) -> list[Parts]:
    """The design of a sample, and many with its rows drawn anew."""
    draw = np.random.default_rng(_SEED)
    found = [sampled_parts(a, b, mixed)]
    for _ in range(_TIMES):
        rows = draw.integers(0, len(a), len(a))
        found.append(
            sampled_parts([a[r] for r in rows], [b[r] for r in rows], [[own[r] for r in rows] for own in mixed])
        )
    return found
