"""Single moves that change much, and whether what was gained is kept."""

from __future__ import annotations

import numpy as np

from ludwright.metrics.curve import NOBODY, OutcomeCurve, Whole
from ludwright.metrics.drama import best_games
from ludwright.metrics.figure import Figure
from ludwright.metrics.intervals import SHARE, Numbers, mean, ratio

AT_ONCE = "all move at once: no change is one player's own"


def _gains(curve: OutcomeCurve) -> tuple[Whole, Numbers]:
    """The rows before which somebody moved, and what the mover gained by it."""
    rows = curve.inner[curve.movers[curve.inner] != NOBODY]
    mover = curve.movers[rows]
    return rows, curve.values[rows, mover] - curve.values[rows - 1, mover]


def _note(curve: OutcomeCurve) -> str:
    return curve.missing if not curve.count else AT_ONCE if curve.all_move_at_once else curve.how


def killer_moves(curve: OutcomeCurve) -> Figure:
    """How much the best single move of a game changes.

    Definition: mean over games of the largest gain E_p(t) − E_p(t − 1) of whoever moved, p; 0 if nobody ever gained.
    """
    rows, gained = _gains(curve)
    largest = np.zeros(curve.count)
    np.maximum.at(largest, curve.of_game[rows], gained)
    order = np.argsort(gained, kind="stable")
    where = np.zeros(curve.count)
    where[curve.of_game[rows][order]] = rows[order]
    moved = np.zeros(curve.count, bool)
    moved[curve.of_game[rows]] = True
    return mean(
        curve.named("killer moves"), largest[moved], SHARE, note=_note(curve),
        witnesses=best_games(curve, largest, where, "the largest gain"),
    )  # fmt: skip


def permanence(curve: OutcomeCurve) -> Figure:
    """How often a gain outlasts the reply.

    Definition: gains E_p(t) > E_p(t − 1) of the mover p that are not undone at once / gains that were replied to. A gain is undone if
    E_p(t + 1) ≤ E_p(t − 1). The interval is a bootstrap over games.
    """
    rows, gained = _gains(curve)
    replied = rows + 1 < np.append(curve.starts, 0)[curve.of_game[rows] + 1]
    rows = rows[replied & (gained > 1e-12)]
    mover = curve.movers[rows]
    kept = curve.values[rows + 1, mover] > curve.values[rows - 1, mover] + 1e-12
    undone = rows[~kept]
    where = np.zeros(curve.count)
    where[curve.of_game[undone]] = undone
    return ratio(
        curve.named("permanence"), curve.sums(rows, kept.astype(float)), curve.sums(rows), bounds=SHARE, unit="share",
        note=_note(curve),
        witnesses=best_games(curve, curve.sums(undone), where, "a gain that is undone"),
    )  # fmt: skip
