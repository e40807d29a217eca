"""Which version to play next: the smallest change that should meet all targets, found by integer programming (HiGHS, by SciPy)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from ludwright.balancing.choosing import Sum
from ludwright.balancing.knobs import Knob
from ludwright.balancing.model import Model
from ludwright.balancing.readings import Key, Reading
from ludwright.balancing.versions import Version, version_of

_INSIDE = 0.2
"""A version should lie so far inside a range, by parts of its width: what is predicted at the end of it lies outside half of the time."""
_MISSED = 8.0
"""What it costs to miss a target by what matters, where a change costs 1."""
_VALUES = 41
"""So many values of a knob are considered at a time."""
_SECONDS = 2.0


@dataclass(frozen=True)
class Aim:
    """What is wanted most: few changes, small ones, or figures in the middle of their ranges."""

    name: str
    change: float
    size: float
    centre: float = 0.0


FEW = Aim("few", 1.0, 0.5)
SMALL = Aim("small", 0.1, 1.0)
CENTRE = Aim("centre", 0.2, 0.2, 1.0)
AIMS = (FEW, SMALL, CENTRE)


@dataclass(frozen=True)
class Proposal:
    """A version, and how far its figures should be from what is wished."""

    version: Version
    away: float
    cost: float


def propose(
    knobs: Mapping[str, Knob],
    models: Mapping[Key, Model],
    wishes: Mapping[Key, Reading],
    tried: Sequence[Version],
    anchor: Version,
    aim: Aim,
    sums: Sequence[Sum] = (),
    below: float = inf,
    not_together: Sequence[tuple[str, ...]] = (),
) -> Proposal | None:
    """The best version that was not tried and costs less than ``below``; None if there is none.

    Figures are taken for the sum of what single knobs do, seen from ``anchor``.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_matrix

    names = list(knobs)
    options = [(name, value) for name in names for value in _considered(knobs[name], anchor, tried)]
    column = {option: place for place, option in enumerate(options)}
    keys = [key for key in wishes if key in models]
    width = len(options) + 2 * len(keys)
    cost = np.zeros(width)
    for (name, value), place in column.items():
        knob = knobs[name]
        cost[place] = (value != knob.value) * aim.change + aim.size * knob.size(value)
    rows: list[dict[int, float]] = []
    low: list[float] = []
    high: list[float] = []

    def add(row: dict[int, float], least: float, most: float) -> None:
        rows.append(row)
        low.append(least)
        high.append(most)

    for name in names:
        add({place: 1.0 for option, place in column.items() if option[0] == name}, 1.0, 1.0)
    versions = [_with(anchor, option, knobs) for option in options]
    for number, key in enumerate(keys):
        model, wish = models[key], wishes[key]
        points = model.places([anchor, *versions])
        predicted = model.predict(points)
        unit, missed, off = wish.matters, len(options) + number, len(options) + len(keys) + number
        effects = {place: (predicted[place + 1] - predicted[0]) / unit for place in range(len(options))}
        least, most = _inside(wish)
        start = predicted[0] / unit
        cost[missed] = _MISSED
        if least > -inf:
            add({**effects, missed: 1.0}, least / unit - start, inf)
        if most < inf:
            add({**effects, missed: -1.0}, -inf, most / unit - start)
        if aim.centre and least > -inf and most < inf:
            half = (wish.wish_high - wish.wish_low) / 2 / unit or 1.0
            middle = (least + most) / 2 / unit - start
            cost[off] = aim.centre / half
            add({**effects, off: 1.0}, middle, inf)
            add({**effects, off: -1.0}, -inf, middle)
    for version in tried:  # none of them again
        places = [column.get((name, version.value(knobs[name]))) for name in names]
        if None not in places:
            add({place: 1.0 for place in places if place is not None}, 0.0, len(names) - 1.0)
    for group in not_together:  # not all of these are turned
        still = {column[name, knobs[name].value]: 1.0 for name in group if name in knobs}
        if still:
            add(still, 1.0, inf)
    for own in sums:
        total = sum(knobs[name].value for name in own)
        add({column[option]: float(option[1]) for option in options if option[0] in own}, total, total)
    if below < inf:
        add({place: cost[place] for place in range(len(options)) if cost[place]}, 0.0, below)
    matrix = csr_matrix(
        (
            [value for row in rows for value in row.values()],
            ([number for number, row in enumerate(rows) for _ in row], [place for row in rows for place in row]),
        ),
        shape=(len(rows), width),
    )
    whole = np.concatenate([np.ones(len(options)), np.zeros(2 * len(keys))])
    upper = np.concatenate([np.ones(len(options)), np.full(2 * len(keys), np.inf)])
    solved = milp(
        cost, constraints=LinearConstraint(matrix, low, high), integrality=whole, bounds=Bounds(0.0, upper),
        options={"time_limit": _SECONDS, "mip_rel_gap": 1e-3},
    )  # fmt: skip
    if solved.x is None:
        return None
    chosen = [option for option, place in column.items() if solved.x[place] > 0.5]
    spent = float(sum(cost[column[option]] for option in chosen))
    missed_by = float(solved.x[len(options) : len(options) + len(keys)].sum())
    return Proposal(version_of(dict(chosen), knobs), missed_by, spent)


def _with(anchor: Version, option: tuple[str, int], knobs: Mapping[str, Knob]) -> Version:
    return version_of({**dict(anchor.changes), option[0]: option[1]}, knobs)


def _inside(wish: Reading) -> tuple[float, float]:
    """The range that is aimed at: somewhat inside the one that is wished."""
    if wish.wish_low > -inf and wish.wish_high < inf:
        room = _INSIDE * (wish.wish_high - wish.wish_low)
        return wish.wish_low + room, wish.wish_high - room
    low = wish.wish_low + 0.5 * wish.matters if wish.wish_low > -inf else -inf
    high = wish.wish_high - 0.5 * wish.matters if wish.wish_high < inf else inf
    if wish.share and high < 0.5 * (wish.wish_high if wish.wish_high < inf else 1.0):
        high = 0.5 * wish.wish_high
    return low, high


def _considered(knob: Knob, anchor: Version, tried: Sequence[Version]) -> list[int]:
    """Values of a knob: all of a few; of many, evenly spread ones, and all near where it is now and where it was turned to."""
    if len(knob.values) <= _VALUES:
        return list(knob.values)
    places = {
        knob.values.index(version.value(knob)) for version in (anchor, *tried) if version.value(knob) in knob.values
    }
    home = knob.values.index(knob.value)
    step = len(knob.values) / (_VALUES / 2)
    found = {home, *(int(number * step) for number in range(_VALUES // 2))}
    for place in sorted(places, key=lambda one: abs(one - home))[: _VALUES // 4]:
        found |= {max(0, place - 1), place, min(len(knob.values) - 1, place + 1)}
    known = sorted(place for place in places if place != home)
    for one, other in zip([home, *known], [*known, home], strict=True):
        found |= {round(one + (other - one) * part / 8) for part in range(9)}
    return [knob.values[place] for place in sorted(found) if place < len(knob.values)]
