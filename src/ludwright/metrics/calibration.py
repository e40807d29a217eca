"""From a lead to a chance: the likeliest chances to win, given the lead of every seat and how far the game has come.

The chance of seat p is exp(x_p) / Σ exp(x_q) with x_p = (a + b · progress) · lead_p + c_p, progress being the turns so far in median
lengths of a game, 2 at most. The numbers a, b and c (one for each seat but the first) are those under which the results are likeliest, each
game weighing the same, drawn ones as if won in equal parts. At the end of a game the chance is what came of it.

How good the chances are is told by games that had no part in finding them: half of the games are forecast from the other half.
"""

from __future__ import annotations

import numpy as np

from ludwright.metrics.curve import OutcomeCurve, Whole
from ludwright.metrics.figure import Figure
from ludwright.metrics.intervals import Numbers

HOW = "the game's lead, calibrated on the results"
_LATEST = 2.0
_MOST = 50_000
"""So many moments are enough to fit on; chances are worked out for so many at a time."""
_PRIOR = 1.0
"""The weight of the belief that leads mean nothing, in games."""
_STEPS, _CLOSE = 50, 1e-8
_CLASSES = 10
FEWEST = 20
"""With fewer games there is nothing to fit."""


def calibrated(curve: OutcomeCurve) -> OutcomeCurve:
    """The same moments with chances instead of leads, and how far those are from the truth."""
    if curve.count < FEWEST:
        return curve.having(ended(curve, _normalised(curve.values)), "the game's lead, as parts of its sum", None)
    targets = _targets(curve)
    weights = 1 / np.maximum(1, curve.lengths[curve.of_game] - 1)
    weights[curve.starts[1:] - 1] = 0.0  # at the end the result is known
    odd = curve.of_game % 2 == 1
    forecast = np.empty_like(curve.values)
    for half in (odd, ~odd):
        rows = np.nonzero(half)[0]
        forecast[rows] = _at(curve, rows, _fit(curve, targets, np.where(half, 0.0, weights)))
    error = forecast_error(curve, forecast)
    chances = _at(curve, np.arange(len(curve.values)), _fit(curve, targets, weights))
    return curve.having(ended(curve, chances), HOW, error)


def ended(curve: OutcomeCurve, values: Numbers) -> Numbers:
    """With the result in the last row of every game: then it is known."""
    known = values.copy()
    known[curve.starts[1:] - 1] = _targets(curve)
    return known


def _targets(curve: OutcomeCurve) -> Numbers:
    drawn = curve.parts.sum(axis=1, keepdims=True) == 0
    targets: Numbers = np.where(drawn, 1 / curve.parts.shape[1], curve.parts)
    return targets


def _normalised(values: Numbers) -> Numbers:
    totals = values.sum(axis=1, keepdims=True)
    even = np.full_like(values, 1 / max(1, values.shape[1]))
    parts: Numbers = np.divide(values, totals, out=even, where=totals > 0)
    return parts


def _features(curve: OutcomeCurve, rows: Whole) -> Numbers:
    """For some moments and every side: the lead, the lead times progress, and which side it is."""
    moment = rows - curve.starts[:-1][curve.of_game[rows]]
    progress = np.minimum(_LATEST, (moment + 1) / max(1.0, float(np.median(curve.lengths))))
    spread = float(curve.values.std()) or 1.0
    leads = curve.values[rows] / spread
    sides = curve.values.shape[1]
    constant = np.broadcast_to(np.eye(sides)[:, 1:], (len(leads), sides, sides - 1))
    return np.concatenate([np.stack([leads, leads * progress[:, None]], axis=2), constant], axis=2)


def _at(curve: OutcomeCurve, rows: Whole, numbers: Numbers) -> Numbers:
    """The chances at some moments, worked out a part at a time: their features take much room."""
    found = np.empty((len(rows), curve.values.shape[1]))
    for first in range(0, len(rows), _MOST):
        some = slice(first, first + _MOST)
        found[some] = _chances(_features(curve, rows[some]), numbers)
    return found


def _chances(features: Numbers, numbers: Numbers) -> Numbers:
    far = features @ numbers
    far = np.exp(far - far.max(axis=1, keepdims=True))
    chances: Numbers = far / far.sum(axis=1, keepdims=True)
    return chances


def _fit(curve: OutcomeCurve, targets: Numbers, weights: Numbers) -> Numbers:
    """Newton's steps: the hill has one top, and the prior keeps it finite. ``targets`` has a row for every game, ``weights`` one a moment."""
    rows = np.nonzero(weights)[0]
    if not len(rows):  # every game has one moment, its end
        return np.zeros(curve.values.shape[1] + 1)
    if len(rows) > _MOST:
        rows = np.sort(np.random.default_rng(1).choice(rows, _MOST, replace=False))
    given, wanted = _features(curve, rows), targets[curve.of_game[rows]]
    weights = weights[rows] * (weights.sum() / weights[rows].sum())
    numbers = np.zeros(given.shape[2])
    for _ in range(_STEPS):
        step = _step(given, wanted, weights, numbers)
        numbers = numbers + step * min(1.0, 5 / max(1e-12, float(np.abs(step).max())))
        if np.abs(step).max() < _CLOSE:
            break
    return numbers


def _step(given: Numbers, wanted: Numbers, weights: Numbers, numbers: Numbers) -> Numbers:
    chances = _chances(given, numbers)
    slope = np.einsum("r,rs,rsf->f", weights, wanted - chances, given, optimize=True) - _PRIOR * numbers
    middle = np.einsum("rs,rsf->rf", chances, given)
    around = given - middle[:, None, :]
    scaled = around * np.sqrt(weights[:, None] * chances)[:, :, None]
    flat = scaled.reshape(-1, scaled.shape[2])
    step: Numbers = np.linalg.solve(flat.T @ flat + _PRIOR * np.eye(len(numbers)), slope)
    return step


def forecast_error(curve: OutcomeCurve, forecast: Numbers) -> Figure:
    """How far chances that owe nothing to these games are from what came of them, those of the first side."""
    weights = 1 / np.maximum(1, curve.lengths[curve.of_game] - 1)
    before = np.ones(len(forecast), bool)
    before[curve.starts[1:] - 1] = False
    return _error(forecast[before, 0], _targets(curve)[curve.of_game[before], 0], weights[before], curve.count)


def _error(said: Numbers, came: Numbers, weights: Numbers, games: int) -> Figure:
    """How far forecasts are from what happened, class by class."""
    if not len(said):
        return Figure("calibration error", None, note="no game has two moments")
    classes = np.minimum((said * _CLASSES).astype(int), _CLASSES - 1)
    weight = np.bincount(classes, weights, _CLASSES)
    away = np.abs(np.bincount(classes, weights * (said - came), _CLASSES))
    square = float((weights * (said - came) ** 2).sum() / weights.sum())
    base = float((weights * came).sum() / weights.sum())
    blind = float((weights * (base - came) ** 2).sum() / weights.sum())
    told = Figure("explained", 1 - square / blind if blind > 0 else None, n=games, unit="share")
    return Figure(
        "calibration error", float(away.sum() / weight.sum()), n=games, unit="share", how="none: held-out games",
        parts=(Figure("mean squared error", square, n=games), told),
    )  # fmt: skip
