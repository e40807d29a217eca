"""What players do to each other: leaders who run away, waiting, deciding for others, being out of the game."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from ludwright.metrics.curve import NOBODY, OutcomeCurve
from ludwright.metrics.drama import best_games
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import SHARE, Numbers, bootstrap, mean, ratio, share
from ludwright.metrics.swings import AT_ONCE

_QUARTERS = (0.25, 0.5, 0.75)
HOPELESS = 0.05
"""Whoever has this chance or less can't win any more."""


def runaway_leader(curve: OutcomeCurve) -> Figure:
    """How often the leader of the middle of the game wins.

    Definition: games won by whoever leads when half of the moments have passed / games with one winner and one leader then; as parts, at
    25%, 50% and 75%. The end itself is no such moment, so games of one moment are left out. Wilson's interval. Compare with 1/n, where leading means nothing.
    """
    parts = []
    for quarter in _QUARTERS:
        rows = curve.at(quarter)
        leader = curve.leaders[rows] if len(curve.values) else np.empty(0, np.int64)
        clear = (
            (curve.winners != NOBODY) & (leader != NOBODY) & (curve.lengths > 1) if len(leader) else np.empty(0, bool)
        )
        won = clear & (leader == curve.winners) if len(leader) else clear
        lost = np.nonzero(clear & ~won)[0][:3]
        shown = tuple(curve.witness(int(rows[game]), "the leader loses") for game in lost)
        parts.append(share(f"at {quarter:.0%}", int(won.sum()), int(clear.sum()), witnesses=shown))
    middle = parts[1]
    note = f"1/n is {1 / max(1, curve.values.shape[1]):.3g}; {curve.how}" if curve.count else curve.missing
    return Figure(
        curve.named("runaway leader"), middle.value, middle.low, middle.high, middle.how, middle.n, unit="share",
        witnesses=middle.witnesses, parts=tuple(parts), note=note,
    )  # fmt: skip


def catch_up(curve: OutcomeCurve) -> Figure:
    """Whether those behind catch up.

    Definition: slope b of d(t + n) − d(t) = b · d(t), least squares over all games, moments and seats, d being how far a seat is above the
    mean of all, and n moments (one round; where all move at once, one moment) later. Below 0 those behind catch up; above 0 those ahead run away. Bootstrap over games.
    """
    later = 1 if curve.all_move_at_once else curve.values.shape[1]
    name = curve.named("catch-up")
    if not curve.count:
        return nothing(name, curve.missing)
    rows = np.arange(len(curve.values) - later)
    rows = rows[curve.of_game[rows] == curve.of_game[rows + later]] if len(rows) else rows
    away = curve.values - curve.values.mean(axis=1, keepdims=True)
    now, change = away[rows], away[rows + later] - away[rows]
    sums = np.column_stack([curve.sums(rows, (now * change).sum(axis=1)), curve.sums(rows, (now**2).sum(axis=1))])
    return bootstrap(name, sums, lambda drawn: drawn[:, 0] / drawn[:, 1], note=curve.how)


def kingmaking(curve: OutcomeCurve) -> Figure:
    """How often somebody who can't win decides who does.

    Definition: games with three players or more in which a player whose chance was 0.05 or less, and who did not win, moved so that
    the later winner took the lead from another / games with one winner. Where several are level, whoever led before has the lead still.
    Wilson's interval.
    """
    name = curve.named("kingmaking")
    if curve.values.shape[1] < 3:
        return nothing(name, curve.missing if not curve.count else "it takes three players", "share")
    if curve.all_move_at_once:
        return nothing(name, AT_ONCE, "share")
    won = curve.winners != NOBODY
    rows = curve.inner[won[curve.of_game[curve.inner]] & (curve.movers[curve.inner] != NOBODY)]
    mover, winner = curve.movers[rows], curve.winners[curve.of_game[rows]]
    hopeless = (curve.values[rows - 1, mover] <= HOPELESS) & (mover != winner)
    before = curve.held[rows - 1]
    taken = (curve.leaders[rows] == winner) & (before != NOBODY) & (before != winner) & (before != mover)
    made = rows[hopeless & taken]
    where = np.zeros(curve.count)
    where[curve.of_game[made]] = made
    games = curve.sums(made) > 0
    shown = best_games(curve, games.astype(float), where, "a player who can't win decides")
    note = curve.how if curve.count else curve.missing
    return share(name, int(games.sum()), int(won.sum()), witnesses=shown, note=note)


# ---------------------------------------------------------------- waiting


def with_turns(decisions: pl.DataFrame) -> pl.DataFrame:
    """Decisions with the number of their turn in the game, from 0; a turn being what one player decides in a row."""
    rows = decisions.select("game", "ply", "actor").sort("game", "ply")
    another = (pl.col("actor") != pl.col("actor").shift(1).over("game")).fill_null(True).cast(pl.Int64)
    return rows.with_columns((another.cum_sum().over("game") - 1).alias("turn"))


def _blocks(decisions: pl.DataFrame) -> pl.DataFrame:
    """Turns, one row each: game, block (from 0), actor, ply and moves."""
    by_turn = with_turns(decisions).group_by("game", pl.col("turn").alias("block"), maintain_order=True)
    return by_turn.agg(pl.col("actor").first(), pl.col("ply").first(), pl.len().alias("moves"))


def downtime(decisions: pl.DataFrame, at_once: Sequence[int]) -> Figure:
    """How long one waits for one's turn.

    Definition: mean number of decisions of others between two turns of one's own, a turn being the decisions that a player makes one
    after the other. Nobody waits for decisions that all make at once. Bootstrap over games. The part is the longest wait.
    """
    common = pl.col("question").is_in(list(at_once)) if at_once and "question" in decisions.columns else pl.lit(False)
    needed = [column for column in ("game", "ply", "actor", "question") if column in decisions.columns]
    rows = decisions.select(needed).sort("game", "ply").with_columns((~common).cast(pl.Int64).alias("one"))
    passed = pl.col("one").cum_sum().over("game")
    rows = rows.with_columns(passed.alias("passed")).with_columns(
        (pl.col("passed") - pl.col("one") - pl.col("passed").shift(1).over("game", "actor")).alias("wait")
    )
    waits = rows.filter(pl.col("wait") > 0)
    name = "downtime by moves"
    if not len(waits):
        return nothing(name, "nobody ever waits for somebody else", "decisions")
    by_game = waits.group_by("game").agg(pl.col("wait").sum(), pl.len().alias("waits")).sort("game")
    longest = waits.sort("wait", descending=True, maintain_order=True).head(3)
    shown = [
        Witness(row["game"], ply=row["ply"], note=f"{row['wait']} decisions later")
        for row in longest.iter_rows(named=True)
    ]
    top = Figure("longest", float(longest["wait"][0]), n=len(waits), of="waits", unit="decisions")
    return ratio(
        name,
        by_game["wait"].to_numpy(),
        by_game["waits"].to_numpy(),
        unit="decisions",
        witnesses=tuple(shown),
        parts=(top,),
    )


def elimination(decisions: pl.DataFrame, seats: pl.DataFrame, exits: pl.DataFrame) -> Figure:
    """How long players watch who are out of the game.

    Definition: mean over games of the largest share of a game that a player spends out of it, in turns; turns are decisions that a player makes one after the other. Where the rules say
    who leaves the game, a player is out from then on. Else a player is out from their last turn on, after as
    many turns of others as they ever waited for before (or the number of players, if that is more). The part
    is the share of games in which somebody is out.
    """
    blocks = _blocks(decisions.join(seats.drop_nulls("won").select("game").unique(), on="game", how="semi"))
    name = "elimination by moves"
    if not len(blocks):
        return nothing(name, "nobody chose anything in a finished game", "share")
    players = seats.group_by("game").agg(pl.len().cast(pl.Int64).alias("players"))
    out = _after_leaving(blocks, exits) if len(exits) else _after_the_last_turn(blocks, players)
    worst = (
        out.join(players, on="game")
        .group_by("game")
        .agg((pl.col("out") / pl.col("turns")).max(), pl.col("players").first())
    )
    worst = worst.filter(pl.col("players") > 1).sort("game")
    values: Numbers = worst["out"].to_numpy()
    order = [int(row) for row in np.argsort(-values, kind="stable")[:3] if values[row] > 0]
    shown = tuple(Witness(int(worst["game"][row])) for row in order)
    often = share("somebody is out", int((values > 0).sum()), len(values))
    note = "" if len(values) else "it takes two players"
    return mean(name, values, SHARE, unit="share", witnesses=shown, parts=(often,), note=note)


def _after_leaving(blocks: pl.DataFrame, exits: pl.DataFrame) -> pl.DataFrame:
    """How many turns began after each player had left, and how many there were: game, out, turns."""
    watched = (pl.col("ply") >= pl.col("left")).fill_null(False)
    rows = blocks.select("game", "ply").join(exits.select("game", "seat", pl.col("ply").alias("left")), on="game")
    return rows.group_by("game", "seat").agg(watched.sum().alias("out"), pl.len().alias("turns"))


def _after_the_last_turn(blocks: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """The same where nobody says who is out: as long as one may have to wait is not counted."""
    own = blocks.with_columns((pl.col("block") - pl.col("block").shift(1).over("game", "actor") - 1).alias("wait"))
    last = own.group_by("game", "actor").agg(pl.col("wait").max().fill_null(0), pl.col("block").max().alias("last"))
    game = blocks.group_by("game").agg(pl.col("block").max().alias("end"))
    return last.join(game, on="game").join(players, on="game").select(
        "game",
        (pl.col("end") - pl.col("last") - pl.max_horizontal("wait", "players")).clip(0).alias("out"),
        (pl.col("end") + 1).alias("turns"),
    )  # fmt: skip
