"""How much it matters what one chooses."""

from __future__ import annotations

import numpy as np
import polars as pl

from ludwright.metrics.figure import Figure, nothing
from ludwright.metrics.intervals import SEED, Numbers, resampled
from ludwright.statistics import Z95

DECISIONS = 10
"""The first so many choices of a seat are looked at."""
_CODES = 100
"""The rest of what was chosen at a decision counts as one."""
_SHUFFLES = 20
_GAMES = 10_000
"""So many games, drawn by chance, are enough."""
_BLOCKS = 256


def agency(decisions: pl.DataFrame, seats: pl.DataFrame) -> Figure:
    """How much the choice tells about the result.

    Definition: mean, over seats, agents and their first, second, … tenth real choice, of I(choice; won) / H(won), the information that the
    option taken gives about whether that seat wins, from 0 (nothing) to 1 (everything). Chance alone gives some information in few games: the
    mean of 20 random assignments of the results is taken off. The interval is made of the standard error of a bootstrap over games. The parts
    are the values for each choice, first to tenth.
    """
    cells = _cells(decisions, seats)
    name = "agency by moves"
    if not len(cells):
        return nothing(name, "nobody chose anything in a finished game", "share")
    shape = (int(cells["group"].to_numpy().max()) + 1, int(cells["what"].to_numpy().max()) + 1, 2)
    table = _table(cells, shape)
    draw = np.random.default_rng(SEED)
    chance = np.mean([_told(_table(_shuffled(cells, draw), shape)) for _ in range(_SHUFFLES)], axis=0)
    told = _told(table) - chance
    weights = table.sum(axis=(1, 2))
    if not np.isfinite(told).any():
        return nothing(name, "all results are alike", "share")
    value = _mean(told, weights)
    error = _error(cells, shape)
    parts = tuple(
        Figure(
            f"choice {number}", _mean(told[here], weights[here]), n=int(weights[here].sum()), of="choices", unit="share"
        )
        for number in range(1, DECISIONS + 1)
        if (here := _number(cells, shape[0]) == number).any() and np.isfinite(told[here]).any()
    )
    games = cells["game"].n_unique()
    return Figure(
        name, value, value - Z95 * error, value + Z95 * error, "bootstrap error", games, unit="share", parts=parts
    )


def _cells(decisions: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """One row a choice: the game, the group (number of the choice, seat and agent), what was chosen, and whether that seat won."""
    real = decisions.filter(pl.col("options") > 1).rename({"actor": "seat"})
    games = real.select(pl.col("game").unique().sort())
    if len(games) > _GAMES:
        real = real.join(games.sample(_GAMES, seed=SEED), on="game", how="semi")
    real = real.sort("game", "ply")
    real = real.with_columns(pl.int_range(1, pl.len() + 1).over("game", "seat").alias("number"))
    real = real.filter(pl.col("number") <= DECISIONS).join(
        seats.drop_nulls("won").select("game", "seat", "won", pl.col("agent").fill_null("")), on=["game", "seat"]
    )
    alike = ["number", "seat", "agent"]
    common = real.group_by(*alike, "code").agg(pl.len().alias("times")).sort(*alike, "times", "code")
    common = common.with_columns(pl.int_range(pl.len(), 0, -1).over(alike).alias("what"))
    real = real.join(common, on=[*alike, "code"]).sort("game", "ply")
    return real.select(
        "game",
        pl.struct(alike).rank("dense").sub(1).cast(pl.Int64).alias("group"),
        pl.when(pl.col("what") > _CODES).then(0).otherwise("what").cast(pl.Int64).alias("what"),
        pl.col("won").cast(pl.Int64),
        "number",
    )


def _number(cells: pl.DataFrame, groups: int) -> Numbers:
    numbers = np.zeros(groups)
    numbers[cells["group"].to_numpy()] = cells["number"].to_numpy()
    return numbers


def _table(cells: pl.DataFrame, shape: tuple[int, int, int]) -> Numbers:
    place = np.ravel_multi_index([cells[name].to_numpy() for name in ("group", "what", "won")], shape)
    return np.bincount(place, minlength=int(np.prod(shape))).reshape(shape).astype(float)


def _shuffled(cells: pl.DataFrame, draw: np.random.Generator) -> pl.DataFrame:
    """The same with the results of each group dealt out anew."""
    group, won = cells["group"].to_numpy(), cells["won"].to_numpy()
    mixed = np.empty_like(won)
    mixed[np.argsort(group, kind="stable")] = won[np.lexsort((draw.random(len(won)), group))]
    return cells.with_columns(pl.Series("won", mixed))


def _told(table: Numbers) -> Numbers:
    """I(choice; won) / H(won) for each group; nan where all results are alike."""
    with np.errstate(divide="ignore", invalid="ignore"):
        joint = table / table.sum(axis=(-2, -1), keepdims=True)
        what, won = joint.sum(axis=-1, keepdims=True), joint.sum(axis=-2, keepdims=True)
        information = np.where(joint > 0, joint * np.log2(joint / (what * won)), 0.0).sum(axis=(-2, -1))
        unknown = -np.where(won > 0, won * np.log2(won), 0.0).sum(axis=(-2, -1))
        shares: Numbers = np.where(unknown > 1e-12, information / unknown, np.nan)
    return shares


def _mean(values: Numbers, weights: Numbers) -> float:
    there = np.isfinite(values)
    return float((values[there] * weights[there]).sum() / weights[there].sum())


def _error(cells: pl.DataFrame, shape: tuple[int, int, int]) -> float:
    """The standard error, by drawing games anew."""
    games = np.unique(cells["game"].to_numpy(), return_inverse=True)[1]
    blocks = min(_BLOCKS, int(games.max()) + 1)
    group, what, won = (cells[name].to_numpy() for name in ("group", "what", "won"))
    size = int(np.prod(shape))
    if blocks < 2:
        return float("nan")
    # cells that never occur would only take room
    place, within = np.unique(np.ravel_multi_index([group, what, won], shape), return_inverse=True)
    sums = np.bincount(games * blocks // (int(games.max()) + 1) * len(place) + within, minlength=blocks * len(place))

    def statistic(drawn: Numbers) -> Numbers:
        found = []
        for row in drawn:
            table = np.zeros(size)
            table[place] = row
            told = _told(table.reshape(shape))
            found.append(_mean(told, table.reshape(shape).sum(axis=(1, 2))) if np.isfinite(told).any() else np.nan)
        return np.array(found)

    return float(np.nanstd(resampled(sums.reshape(blocks, -1), statistic, times=100), ddof=1))
