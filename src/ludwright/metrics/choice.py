"""How much there is to choose: options, real choices, and how evenly they are taken."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import SHARE, Numbers, bootstrap, entropy, mean, quantiles, ratio
from ludwright.statistics import Z95

NOBODY_CHOSE = "nobody ever chose anything"
_STEPS = 10
_PAIRS = 2_000_000
"""Tables of games and actions larger than this are counted by blocks of games."""


def sums_by_game(decisions: pl.DataFrame, *columns: pl.Expr) -> pl.DataFrame:
    """One row a game, in the order of the games."""
    return decisions.group_by("game").agg(*columns).sort("game")


def asked_by_game(games: pl.DataFrame, decisions: pl.DataFrame) -> pl.DataFrame:
    """One row for every game whose decisions are known: game, real (choices), options (those of all decisions together) and all.

    Games are recorded without the moves that left no choice, but all moves are counted. So what is missing among a game's decisions
    were forced ones, each with a single option.
    """
    known = sums_by_game(
        decisions, (pl.col("options") > 1).sum().alias("real"), pl.col("options").cast(pl.Int64).sum(), pl.len().alias("noted")
    )  # fmt: skip
    moves = games.select("game", "moves", "decisions")
    both = moves.join(known, on="game", how="full", coalesce=True).sort("game")
    both = both.filter(pl.col("noted").is_not_null() | (pl.col("decisions") == 0))  # of the others they are not known
    noted = pl.col("noted").fill_null(0).cast(pl.Int64)
    every = pl.max_horizontal(pl.col("moves").cast(pl.Int64).fill_null(0), noted)
    return both.select(
        "game", pl.col("real").fill_null(0), (pl.col("options").fill_null(0) + every - noted).alias("options"), every.alias("all")
    ).filter(pl.col("all") > 0)  # fmt: skip


def decision_space(games: pl.DataFrame, decisions: pl.DataFrame) -> Figure:
    """How many options there are to choose from.

    Definition: mean over games of the mean number of legal options of a decision, forced ones included; the parts are quantiles over
    all decisions, the mean of real choices alone, and for each tenth of a game's real choices their mean.
    """
    by_game = asked_by_game(games, decisions)
    if not len(by_game):
        return nothing("decision space by moves", NOBODY_CHOSE, "options")
    forced = int(by_game["all"].sum()) - len(decisions)
    options = np.concatenate([decisions["options"].to_numpy(), np.ones(forced, np.int32)])
    names = ("5%", "median", "95%")
    parts = [
        Figure(name, value, n=len(options), of="decisions", unit="options")
        for name, value in zip(names, quantiles(options, (0.05, 0.5, 0.95)), strict=True)
    ]
    real = decisions.filter(pl.col("options") > 1)
    chosen = sums_by_game(real, pl.col("options").mean().alias("mean"))["mean"].to_numpy()
    largest = decisions.sort("options", descending=True, maintain_order=True).head(3)
    shown = [
        Witness(row["game"], ply=row["ply"], note=f"{row['options']} options") for row in largest.iter_rows(named=True)
    ]
    return mean(
        "decision space by moves", (by_game["options"] / by_game["all"]).to_numpy(), unit="options", witnesses=tuple(shown),
        parts=(*parts, mean("real choices", chosen, unit="options"), *_over_time(real)),
    )  # fmt: skip


def _over_time(decisions: pl.DataFrame) -> list[Figure]:
    tenth = (pl.col("ply") * _STEPS // (pl.col("ply").max().over("game") + 1)).alias("tenth")
    by_tenth = (
        decisions.with_columns(tenth).group_by("game", "tenth").agg(pl.col("options").mean()).sort("tenth", "game")
    )
    return [
        mean(f"{place * 10} to {place * 10 + 10}%", found["options"].to_numpy(), unit="options")
        for (place,), found in by_tenth.partition_by("tenth", as_dict=True, maintain_order=True).items()
        if isinstance(place, int)
    ]


def genuine_decisions(games: pl.DataFrame, decisions: pl.DataFrame) -> Figure:
    """How many decisions are real choices.

    Definition: decisions with more than one option / all decisions, forced ones included, with a bootstrap over games.
    """
    by_game = asked_by_game(games, decisions)
    forced = by_game.sort(pl.col("real") / pl.col("all"), maintain_order=True).head(3)
    shown = tuple(
        Witness(row["game"], note=f"{row['all'] - row['real']} of {row['all']} moves are forced")
        for row in forced.iter_rows(named=True)
    )
    return ratio(
        "genuine decisions by moves", by_game["real"].to_numpy(), by_game["all"].to_numpy(), bounds=SHARE, unit="share",
        note="" if len(by_game) else NOBODY_CHOSE, witnesses=shown,
    )  # fmt: skip


def decisions_a_turn(games: pl.DataFrame, decisions: pl.DataFrame) -> Figure:
    """How often a player is asked in one turn.

    Definition: decisions with more than one option / turns, over all games, with a bootstrap over games.
    """
    return _a_turn("decisions a turn", "decisions", pl.len(), games, decisions)


def options_a_turn(games: pl.DataFrame, decisions: pl.DataFrame) -> Figure:
    """How many options a player has in one turn, all its decisions together.

    Definition: Σ legal options of the decisions with more than one / turns, over all games, with a bootstrap over games.
    """
    return _a_turn("options a turn", "options", pl.col("options").sum(), games, decisions)


def _a_turn(name: str, unit: str, counted: pl.Expr, games: pl.DataFrame, decisions: pl.DataFrame) -> Figure:
    real = decisions.filter(pl.col("options") > 1)
    by_game = sums_by_game(decisions.select("game").unique(), pl.lit(0).alias("none")).join(
        sums_by_game(real, counted.alias("counted")), on="game", how="left"
    )
    by_game = by_game.select("game", pl.col("counted").fill_null(0))
    both = games.filter(pl.col("turns") > 0).join(by_game, on="game", how="left").sort("game")
    both = both.filter(pl.col("counted").is_not_null() | (pl.col("decisions") == 0))  # of the others they are not known
    note = "" if len(both) else "no game has a turn"
    above = both["counted"].fill_null(0).to_numpy()
    return ratio(name, above, both["turns"].to_numpy(), unit=unit, note=note)


def counts_by_game(decisions: pl.DataFrame, what: str) -> tuple[list[object], Numbers]:
    """The things that were chosen, and how often each game (or each block of games, if there are many) chose each of them."""
    counted = decisions.group_by("game", what).agg(pl.len().alias("times"))
    things = counted.select(pl.col(what).unique().sort())
    games = counted.select(pl.col("game").unique().sort())
    row = np.searchsorted(games["game"].to_numpy(), counted["game"].to_numpy())
    blocks = max(1, min(len(games), max(256, _PAIRS // max(1, len(things)))))
    row = row * blocks // max(1, len(games))
    order = {thing: place for place, thing in enumerate(things[what].to_list())}
    column = counted[what].replace_strict(order, return_dtype=pl.Int64).to_numpy() if len(order) else np.empty(0, int)
    table = np.zeros((blocks, len(things)))
    np.add.at(table, (row, column), counted["times"].to_numpy())
    return things[what].to_list(), table


def action_entropy(decisions: pl.DataFrame) -> Figure:
    """How evenly the options of the game are used.

    Definition: H / log of the number of actions, H being the entropy of what was chosen in decisions with more than one option, and every
    different option that was ever chosen an action. 1: all equally often; 0: always the same. The part is H in bits.
    """
    real = decisions.filter(pl.col("options") > 1)
    if not len(real):
        return nothing("action entropy by moves", NOBODY_CHOSE)
    things, table = counts_by_game(real, "code")
    if len(things) < 2:
        bits = Figure("entropy", 0.0, n=len(real), of="decisions", unit="bits")
        return Figure("action entropy by moves", 0.0, n=real["game"].n_unique(), how="none: one action", parts=(bits,))
    most = np.log2(len(things))
    bits = bootstrap("entropy", table, entropy, unit="bits")
    found = bootstrap("action entropy by moves", table, lambda sums: entropy(sums) / most, SHARE, parts=(bits,))
    return replace(found, n=real["game"].n_unique(), note=f"{len(things)} actions")


def false_choices(weighed: pl.DataFrame) -> Figure:
    """How many choices make no difference.

    Definition: decisions whose best and second best option do not differ beyond noise / decisions that were weighed. They do if
    v₁ − v₂ > 1.96 √(e₁² + e₂²), v being an option's worth by an oracle and e its standard error. More thought finds more differences, so
    the part `gap` tells the mean of v₁ − v₂.
    """
    ranked = weighed.drop_nulls("value").sort("game", "ply", "value", descending=[False, False, True])
    pairs = (
        ranked.group_by("game", "ply", maintain_order=True)
        .agg(pl.col("value").head(2), pl.col("error").head(2), pl.len().alias("options"))
        .filter(pl.col("options") > 1)
        .with_columns(
            (pl.col("value").list.get(0) - pl.col("value").list.get(1)).alias("gap"),
            (pl.col("error").list.get(0) ** 2 + pl.col("error").list.get(1) ** 2).sqrt().alias("noise"),
        )
        .with_columns((pl.col("gap") <= Z95 * pl.col("noise")).alias("false"))
    )
    if not len(pairs):
        return nothing("false choices by moves", "no oracle has weighed a decision", "share")
    by_game = sums_by_game(pairs, pl.col("false").sum(), pl.len().alias("all"), pl.col("gap").sum())
    gap = ratio("gap", by_game["gap"].to_numpy(), by_game["all"].to_numpy())
    clear = pairs.sort("gap", descending=True, maintain_order=True).head(3)
    shown = [Witness(row["game"], ply=row["ply"], note="a choice that matters") for row in clear.iter_rows(named=True)]
    return ratio(
        "false choices by moves", by_game["false"].to_numpy(), by_game["all"].to_numpy(), bounds=SHARE, unit="share", parts=(gap,),
        witnesses=tuple(shown),
    )  # fmt: skip
