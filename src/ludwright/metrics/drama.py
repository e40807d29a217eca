"""How exciting the course of games is: comebacks, changes of the leader, the moment of decision."""

from __future__ import annotations

import numpy as np

from ludwright.metrics.curve import NOBODY, OutcomeCurve
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import SHARE, Numbers, mean

_SHOWN = 3
NO_WINNER = "no game was won by one side alone"


def best_games(
    curve: OutcomeCurve, values: Numbers, rows: Numbers | None = None, note: str = ""
) -> tuple[Witness, ...]:
    """The games with the highest values, at the given rows."""
    order = [int(game) for game in np.argsort(-np.nan_to_num(values, nan=-np.inf), kind="stable")[:_SHOWN]]
    kept = [game for game in order if np.isfinite(values[game]) and values[game] > 0]
    if rows is None:
        return tuple(Witness(int(curve.games[game]), note=note) for game in kept)
    return tuple(curve.witness(int(rows[game]), note) for game in kept)


def _why(curve: OutcomeCurve) -> str:
    return curve.missing if not curve.count else NO_WINNER


def drama(curve: OutcomeCurve) -> Figure:
    """How far behind winners were.

    Definition: mean over games of Σ √(E_lead − E_w) over the moments at which the later winner w trailed / number of those moments;
    0 where w never trailed. Games without a single winner are left out.
    """
    won = curve.winners != NOBODY
    rows = np.nonzero(won[curve.of_game])[0]
    behind = curve.values[rows].max(axis=1, initial=-np.inf) - curve.values[rows, curve.winners[curve.of_game[rows]]]
    behind = np.where(behind > 1e-12, behind, 0.0)
    trailed = curve.sums(rows, (behind > 0).astype(float))
    total = curve.sums(rows, np.sqrt(behind))
    values = np.divide(total, trailed, out=np.zeros_like(total), where=trailed > 0)
    worst = np.zeros(curve.count, np.int64)
    order = np.argsort(behind, kind="stable")
    worst[curve.of_game[rows][order]] = rows[order]  # the last one written is the farthest behind
    shown = best_games(curve, np.where(won, values, np.nan), worst.astype(float), "the winner is far behind")
    deviation = float(values[won].std(ddof=1)) if won.sum() > 1 else None
    return mean(
        curve.named("drama"), values[won], SHARE, witnesses=shown, note=curve.how if won.any() else _why(curve),
        parts=(Figure("spread", deviation, n=int(won.sum())),),
    )  # fmt: skip


def lead_changes(curve: OutcomeCurve) -> Figure:
    """How often somebody else takes the lead.

    Definition: mean over games of changes of the leader / (moments − 1). Moments at which several are level keep the leader of before;
    games of one moment are left out. The part `per moment` divides by the moments, as publications on Risk do.
    """
    rows = np.nonzero(curve.leaders != NOBODY)[0]
    same = curve.of_game[rows][1:] == curve.of_game[rows][:-1]
    changed = rows[1:][same & (curve.leaders[rows][1:] != curve.leaders[rows][:-1])]
    changes = curve.sums(changed)
    long = curve.lengths > 1
    values = np.divide(changes, curve.lengths - 1, out=np.full(curve.count, np.nan), where=long)
    per_moment = np.divide(changes, curve.lengths, out=np.full(curve.count, np.nan), where=curve.lengths > 0)
    last = np.zeros(curve.count)
    last[curve.of_game[changed]] = changed
    found = values[long]
    deviation = float(found.std(ddof=1)) if len(found) > 1 else None
    return mean(
        curve.named("lead changes"), found, SHARE, note=curve.how if curve.count else curve.missing,
        witnesses=best_games(curve, values, last, "the last change of the leader"),
        parts=(Figure("spread", deviation, n=len(found)), mean("per moment", per_moment, SHARE)),
    )  # fmt: skip


def decisiveness(curve: OutcomeCurve) -> Figure:
    """How late a game is decided.

    Definition: let θ be the highest E that any loser reached, and t* the first moment with E_w > θ; mean over games of
    1 − (M − t*) / M, M being the moments of the game, counted from 1. Near 1 games are open until the end, near 0 decided from the start.
    Where E_w never gets above θ, t* is M.
    """
    won = curve.winners != NOBODY
    rows = np.nonzero(won[curve.of_game])[0]
    game, values = curve.of_game[rows], curve.values[rows]
    own = np.arange(values.shape[1]) == curve.winners[game][:, None]
    loser = np.where(own, -np.inf, values).max(axis=1, initial=-np.inf)
    highest = np.full(curve.count, -np.inf)
    np.maximum.at(highest, game, loser)
    above = np.where(own, values, 0.0).sum(axis=1) > highest[game] + 1e-12
    moment = rows - curve.starts[:-1][game] + 1
    first = curve.lengths.astype(float)
    np.minimum.at(first, game[above], moment[above].astype(float))
    found = np.divide(first, curve.lengths, out=np.full(curve.count, np.nan), where=won)
    return mean(
        curve.named("decisiveness"), found[won], SHARE, note=curve.how if won.any() else _why(curve), unit="share",
        witnesses=best_games(curve, found, curve.starts[:-1] + first - 1, "here it is decided"),
    )  # fmt: skip
