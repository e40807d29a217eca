"""How open a game is, and for how long; what players have to expect, and what surprises them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from ludwright.metrics.curve import OutcomeCurve, Whole
from ludwright.metrics.drama import best_games
from ludwright.metrics.evidence import NoEvidenceError
from ludwright.metrics.figure import Figure
from ludwright.metrics.intervals import Numbers, entropy, mean

_THIRDS = ("first third", "second third", "last third")
_STEPS = 10
_TENTHS = tuple(f"{tenth * 10} to {tenth * 10 + 10}%" for tenth in range(_STEPS))
TENSION = {
    "moment": pl.Int64, "who": pl.String, "chance": pl.Float64, "suspense": pl.Float64, "surprise": pl.Float64
}  # fmt: skip
_CLASSES = 5
"""So many classes of how far the leader is ahead."""


def _by_progress(
    name: str, curve: OutcomeCurve, rows: Whole, values: Numbers, labels: Sequence[str], top: float, unit: str = ""
) -> Figure:
    """The mean over games of the mean of some rows, in all and by how much of the game has passed."""
    game = curve.of_game[rows]
    passed = (rows - curve.starts[:-1][game]) * len(labels) // curve.lengths[game]
    parts = []
    for place, label in enumerate(labels):
        there = passed == place
        parts.append(mean(label, _per_game(curve, rows[there], values[there]), (0.0, top), unit=unit))
    everywhere = _per_game(curve, rows, values)
    return mean(
        curve.named(name), everywhere, (0.0, top), unit=unit, note=curve.how if len(rows) else curve.missing,
        parts=tuple(parts), witnesses=best_games(curve, everywhere),
    )  # fmt: skip


def _per_game(curve: OutcomeCurve, rows: Whole, values: Numbers) -> Numbers:
    count = curve.sums(rows)
    means: Numbers = np.divide(curve.sums(rows, values), count, out=np.full(curve.count, np.nan), where=count > 0)
    return means


def uncertainty(curve: OutcomeCurve) -> Figure:
    """How open the result is.

    Definition: mean over games and moments of −Σ e_p log e_p / log n with e_p = E_p / Σ E, the end of the game left out; as parts, for
    each third of the game. 1: all have the same chance; 0: the winner is certain.
    """
    last = np.zeros(len(curve.values), bool)
    last[curve.starts[1:] - 1] = True
    rows = np.nonzero(~last)[0]
    sides = max(2, curve.values.shape[1])
    values = entropy(np.maximum(curve.values[rows], 0.0)) / np.log2(sides)
    return _by_progress("uncertainty", curve, rows, np.nan_to_num(values, nan=1.0), _THIRDS, 1.0)


def _changes(curve: OutcomeCurve) -> tuple[Whole, Numbers]:
    """The rows that have a next one, and the squared change to that, summed over sides."""
    rows = curve.inner - 1
    return rows, ((curve.values[rows + 1] - curve.values[rows]) ** 2).sum(axis=1)


def surprise(curve: OutcomeCurve) -> Figure:
    """How much the chances change from moment to moment.

    Definition: mean over games and moments of √Σ_p (E_p(t + 1) − E_p(t))²; as parts, for each tenth of the game.
    """
    rows, squares = _changes(curve)
    return _by_progress("surprise", curve, rows, np.sqrt(squares), _TENTHS, float(np.sqrt(2)))


def suspense(curve: OutcomeCurve) -> Figure:
    """How much the chances can be expected to change next.

    Definition: mean over games and moments of √(expected Σ_p (E_p(t + 1) − E_p(t))²); as parts, for each tenth of the game. The
    expectation is the mean over all moments, of any game, in the same tenth of the game and in the same fifth by how far the leader is
    ahead.
    """
    rows, squares = _changes(curve)
    expected = _expected(curve, rows, squares[:, None])[:, 0] if len(rows) else squares
    return _by_progress("suspense", curve, rows, np.sqrt(expected), _TENTHS, float(np.sqrt(2)))


def _expected(curve: OutcomeCurve, rows: Whole, squares: Numbers) -> Numbers:
    """For some rows, what squared changes are on average where as much of a game has passed and the leader is as far ahead."""
    ordered = np.sort(curve.values[rows], axis=1)
    ahead = ordered[:, -1] - ordered[:, -2]
    game = curve.of_game[rows]
    tenth = (rows - curve.starts[:-1][game]) * _STEPS // curve.lengths[game]
    alike = tenth * _CLASSES + np.minimum((ahead * _CLASSES).astype(np.int64), _CLASSES - 1)
    count = np.maximum(1, np.bincount(alike))
    means = np.column_stack([np.bincount(alike, own) / count for own in squares.T])
    expected: Numbers = means[alike]
    return expected


def course_of_tension(curve: OutcomeCurve, game: int) -> pl.DataFrame:
    """Suspense and surprise of one game, moment by moment and seat by seat: moment, who, chance, suspense, surprise.

    The surprise of a seat is |E_p(t) − E_p(t − 1)|, the change that led to the moment; its suspense √(expected (E_p(t + 1) − E_p(t))²), the
    expectation being that of the metric. The first moment has no surprise, the last no suspense.
    """
    if game not in curve.games:
        raise NoEvidenceError(f"chances of game {game} are not known: it did not end, or was not looked at")
    place = int(np.nonzero(curve.games == game)[0][0])
    own = np.arange(int(curve.starts[place]), int(curve.starts[place + 1]))
    rows = curve.inner - 1
    squares = (curve.values[rows + 1] - curve.values[rows]) ** 2
    change, expected = np.full(curve.values.shape, np.nan), np.full(curve.values.shape, np.nan)
    if len(rows):
        change[rows + 1], expected[rows] = np.sqrt(squares), np.sqrt(_expected(curve, rows, squares))
    names = curve.sides or tuple(f"seat {seat + 1}" for seat in range(curve.values.shape[1]))
    table = [
        (int(curve.marks[row]), name, *(float(values[row, side]) for values in (curve.values, expected, change)))
        for row in own.tolist()
        for side, name in enumerate(names)
    ]
    return pl.DataFrame(table, schema=TENSION, orient="row").fill_nan(None)
