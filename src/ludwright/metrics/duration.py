"""How long games take: in turns, in moves, in minutes, and against the length that was wished for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from ludwright.metrics.evidence import OVER
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import Numbers, bootstrap, mean, quantiles, standard_deviation

SECONDS = 10.0
"""So long a person is thought to take for a decision, where nobody says otherwise."""
_SHARES = {"5%": 0.05, "25%": 0.25, "median": 0.5, "75%": 0.75, "95%": 0.95}


def _lengths(name: str, games: pl.DataFrame, column: str, unit: str, scale: float = 1.0) -> Figure:
    """The mean of a length, with its spread and its extremes as parts."""
    ended = games.filter(pl.col("end") == OVER).drop_nulls(column)
    values = ended[column].to_numpy() * scale
    if not len(values):
        return nothing(name, "no game came to its end", unit)
    found = quantiles(values, list(_SHARES.values()))
    spread = bootstrap("spread", np.column_stack([np.ones(len(values)), values, values**2]), _deviation, unit=unit)
    parts = [Figure(label, value, n=len(values), unit=unit) for label, value in zip(_SHARES, found, strict=True)]
    ends = (("shortest", int(values.argmin())), ("longest", int(values.argmax())))
    shown = tuple(Witness(int(ended["game"][row]), note=f"the {label} game") for label, row in ends)
    extremes = [Figure(label, float(values[row]), n=len(values), unit=unit) for label, row in ends]
    return mean(name, values, unit=unit, witnesses=shown, parts=(spread, *parts, *extremes))


def _deviation(sums: Numbers) -> Numbers:
    count, total, squares = sums[:, 0], sums[:, 1], sums[:, 2]
    deviation: Numbers = np.sqrt(np.maximum(0.0, (squares - total * total / count) / np.maximum(1, count - 1)))
    return deviation


def duration_in_turns(games: pl.DataFrame) -> Figure:
    """How many turns a game takes.

    Definition: mean of the turns of finished games, with Student's interval; the parts are spread (standard deviation), quantiles,
    the shortest and the longest. All turns of a game count, of whatever stage: those in which land is claimed, and those of every trick.
    """
    return _lengths("duration in turns", games, "turns", "turns")


def duration_in_moves(games: pl.DataFrame) -> Figure:
    """How many moves a game takes, forced ones included.

    Definition: mean of the moves of finished games, with Student's interval; parts as for turns.
    """
    return _lengths("duration in moves", games, "moves", "moves")


def deviation_of_turns(games: pl.DataFrame) -> Figure:
    """How much games differ in length, in turns.

    Definition: standard deviation of the turns of finished games, √(Σ (x − mean)² / (G − 1)), with Student's interval of its logarithm.
    """
    return _spread("deviation of turns", games, "turns")


def deviation_of_moves(games: pl.DataFrame) -> Figure:
    """How much games differ in length, in moves.

    Definition: standard deviation of the moves of finished games, forced ones included, with Student's interval of its logarithm.
    """
    return _spread("deviation of moves", games, "moves")


def _spread(name: str, games: pl.DataFrame, column: str) -> Figure:
    ended = games.filter(pl.col("end") == OVER).drop_nulls(column).sort(column, "game")
    ends = ((ended.head(1), "shortest"), (ended.tail(1), "longest"))
    shown = tuple(Witness(game, note=f"the {label} game") for row, label in ends for game in row["game"].to_list())
    note = "" if len(ended) else "no game came to its end"
    return standard_deviation(
        name, ended[column].to_numpy(), ended["game"].to_numpy(), unit=column, witnesses=shown, note=note
    )


def duration_in_minutes(games: pl.DataFrame, seconds: float = SECONDS) -> Figure:
    """How many minutes people would sit at the table.

    Definition: mean of decisions · seconds / 60 over finished games, where `seconds` is an estimate for one decision (10 if not given).
    """
    found = _lengths("duration in minutes", games, "decisions", "minutes", seconds / 60)
    return replace(found, note=f"with {seconds:g} seconds a decision") if found.known else found


def duration_error(games: pl.DataFrame, preferred: float | None = None) -> Figure:
    """How far games are from the length that was wished for.

    Definition: mean of |T − T_pref| / T_pref over finished games, T in turns; 0 is ideal.
    """
    if not preferred or preferred <= 0:
        return nothing("duration error in turns", "nobody said how many turns a game should take", "share")
    ended = games.filter(pl.col("end") == OVER).drop_nulls("turns").sort("game")
    away = np.abs(ended["turns"].to_numpy() - preferred) / preferred
    far = np.argsort(-away, kind="stable")[:3].tolist()
    shown = tuple(Witness(int(ended["game"][row])) for row in far)
    note = f"{preferred:g} turns were wished for" if len(ended) else "no game came to its end"
    return mean("duration error in turns", away, unit="share", witnesses=shown, note=note)
