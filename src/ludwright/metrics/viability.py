"""Does the game work at all: does it end, is anybody the winner, is every seat worth the same?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from ludwright.metrics.evidence import OVER, TOO_LONG
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import (
    NO_GAMES,
    SHARE,
    Numbers,
    mean,
    share,
    share_of_points,
    standard_deviation,
)
from ludwright.play.winners import with_shares
from ludwright.statistics import wilson

_SHOWN = 5
"""So many witnesses are enough."""


def witnesses(games: pl.DataFrame, note: str = "") -> tuple[Witness, ...]:
    """The first few games of a frame."""
    return tuple(Witness(game, note=note) for game in games["game"].head(_SHOWN).to_list())


def finished(seats: pl.DataFrame) -> pl.DataFrame:
    """The seats of games that came to their end: those of the others have no result."""
    return seats.filter(pl.col("won").is_not_null())


def win_parts(seats: pl.DataFrame) -> tuple[Numbers, Numbers]:
    """The games won by somebody, and for each the part of the win that every seat has: all winners alike.

    The first array has the games, the second one row a game and one column a seat.
    """
    won = pl.col("won").any().over("game")
    ended = with_shares(finished(seats)).filter(won).sort("game", "seat")
    if not len(ended):
        return np.empty(0), np.empty((0, 0))
    places = ended["seat"].to_numpy()
    games, rows = np.unique(ended["game"].to_numpy(), return_inverse=True)
    parts = np.zeros((len(games), int(places.max())))
    parts[rows, places - 1] = ended["share"].to_numpy()
    return games, parts


# ---------------------------------------------------------------- does it end?


def completion(games: pl.DataFrame) -> Figure:
    """How many games come to their end.

    Definition: games that ended by the rules / all games. The witnesses are games that did not.
    """
    found = games.filter(pl.col("end") == OVER)
    stopped = games.filter(pl.col("end") != OVER)
    return share("completion", len(found), len(games), witnesses=witnesses(stopped))


def time_outs(games: pl.DataFrame) -> Figure:
    """How many games go on and on.

    Definition: games stopped by the limit of moves / all games.
    """
    found = games.filter(pl.col("end") == TOO_LONG)
    return share("time-outs", len(found), len(games), witnesses=witnesses(found))


def draws(seats: pl.DataFrame) -> Figure:
    """How many games nobody wins and nobody loses.

    Definition: drawn games / finished games. A game is drawn where all seats get the same, nothing, and the rules do not name them all as
    winners. A win shared by several seats, or by all, is no draw, and no more is a game that all lose.
    """
    ended = with_shares(finished(seats))
    by_game = ended.group_by("game", maintain_order=True).agg(
        (~pl.col("won") & (pl.col("share") > 0)).any().alias("drawn")
    )
    drawn = by_game.filter("drawn")
    return share("draws", len(drawn), len(by_game), witnesses=witnesses(drawn))


def shared_wins(seats: pl.DataFrame) -> Figure:
    """How many games several seats win together.

    Definition: finished games with two winners or more / finished games. Partners who win together share a win, too.
    """
    by_game = finished(seats).group_by("game", maintain_order=True).agg(pl.col("won").sum())
    found = by_game.filter(pl.col("won") > 1)
    return share("shared wins", len(found), len(by_game), witnesses=witnesses(found))


def scores(seats: pl.DataFrame) -> Figure:
    """How many points players get.

    Definition: mean over finished games of the mean score of the seats, with Student's interval; where all seats always get the same, as alone or
    together, what they get. The parts are the seats.
    """
    ended, _ = _points(seats)
    by_game = ended.group_by("game").agg(pl.col("got").mean()).sort("game")
    parts = tuple(
        mean(f"seat {seat}", rows["got"].to_numpy(), unit="points")
        for (seat,), rows in ended.sort("seat").partition_by("seat", as_dict=True, maintain_order=True).items()
    )
    best = by_game.sort("got", descending=True, maintain_order=True).head(1)
    note = _no_points(seats, ended)
    return mean(
        "scores",
        by_game["got"].to_numpy(),
        unit="points",
        parts=parts,
        witnesses=witnesses(best, "the most"),
        note=note,
    )


def _points(seats: pl.DataFrame) -> tuple[pl.DataFrame, bool]:
    """The seats of finished games with what they got; and whether all seats always get the same."""
    ended = finished(seats)
    together = ended.select((pl.col("return").max().over("game") == pl.col("return")).all())["return"].to_list() == [
        True
    ]
    points = pl.coalesce("score", "return") if together else pl.col("score")
    return ended.with_columns(points.alias("got")).drop_nulls("got"), together


def _no_points(seats: pl.DataFrame, scored: pl.DataFrame) -> str:
    """Why nothing can be said of scores."""
    if len(scored):
        return ""
    return "the game has no scores" if len(finished(seats)) else "no game came to its end"


def deviation_of_scores(seats: pl.DataFrame) -> Figure:
    """How far final scores spread.

    Definition: standard deviation of the scores of all seats of finished games, √(Σ (x − mean)² / (N − 1)) over the N scores; where all
    seats always get the same, as alone or together, one score a game. Student's interval of its logarithm, with games as what is
    independent: scores of one game may be alike. The parts are the seats.
    """
    scored, together = _points(seats)
    scored = scored.sort("game", "seat")
    parts = tuple(
        standard_deviation(f"seat {seat}", rows["got"].to_numpy(), rows["game"].to_numpy(), unit="points")
        for (seat,), rows in scored.sort("seat").partition_by("seat", as_dict=True, maintain_order=True).items()
    )
    counted = scored.unique("game", keep="first", maintain_order=True) if together else scored
    note = _no_points(seats, scored)
    ends = counted.sort("got", "game")
    shown = (*witnesses(ends.tail(1), "the most"), *witnesses(ends.head(1), "the fewest")) if len(ends) else ()
    return standard_deviation(
        "deviation of scores", counted["got"].to_numpy(), counted["game"].to_numpy(), unit="points", parts=parts,
        witnesses=shown, note=note,
    )  # fmt: skip


# ---------------------------------------------------------------- is every seat worth the same?


def seat_shares(seats: pl.DataFrame) -> Figure:
    """How often each seat wins, for every number of players.

    Definition: wins of a seat / finished games, where a win shared by k seats counts 1/k and a draw is shared by all: so the shares of a
    table add up to 100%, but for games that all lose. Wilson's interval, narrower where wins are shared; over several seatings, which get the same deals, Student's over deals. The value is the share of the
    seat that is farthest from the mean of all seats of its table; the parts are all seats.
    """
    deal = pl.col("game").rank("dense").over("cell", "seat").alias("deal")
    ended = with_shares(finished(seats.with_columns(deal))).sort("game")
    several = ended["players"].n_unique() > 1
    by_seat = (
        ended.group_by("players", "seat")
        .agg(pl.col("share"), pl.col("deal"), pl.col("cell").n_unique(), pl.col("game").filter("won").head(_SHOWN))
        .sort("players", "seat")
    )
    parts = []
    for row in by_seat.iter_rows(named=True):
        name = f"seat {row['seat']}" + (f" of {row['players']}" if several else "")
        shown = tuple(Witness(game) for game in row["game"])
        if row["cell"] > 1:  # every seating gets the same deals, so that a deal, not a game, is one observation
            parts.append(by_deal(name, row["share"], row["deal"], witnesses=shown))
        else:
            parts.append(share_of_points(name, row["share"], witnesses=shown))
    if not parts:
        return nothing("seat shares", "no game came to its end", "share")
    middle = by_seat.select(pl.col("share").list.mean().mean().over("players"))["share"].to_list()
    away = [abs((part.value or 0.0) - own) for part, own in zip(parts, middle, strict=True)]
    farthest = parts[int(np.argmax(away))]
    return Figure(
        "seat shares", farthest.value, farthest.low, farthest.high, farthest.how, farthest.n, unit="share",
        witnesses=farthest.witnesses, parts=tuple(parts), note=f"of {farthest.name}",
    )  # fmt: skip


def by_deal(name: str, shares: list[float], deals: list[int], **more: Any) -> Figure:
    """A share over several seatings of the same deals: a deal, not a game, is one observation. Student's interval of the ratio, linearised."""
    places = np.unique(deals, return_inverse=True)[1]
    sums, counts = np.bincount(places, shares), np.bincount(places)
    if not len(counts):
        return nothing(name, NO_GAMES, "share")
    value = sums.sum() / counts.sum()
    found = mean(name, value + (sums - value * counts) / counts.mean(), SHARE, unit="share", **more)
    return replace(found, n=len(shares))


def seat_fairness(seats: pl.DataFrame) -> Figure:
    """How likely equal seats would win as unequally as these did.

    Definition: p-value of χ² = Σ (W_s − W/n)² / (W/n) over the n seats with n − 1 degrees of freedom, where W_s are the wins of seat s
    and W all of them, games without a winner left out. Where wins are shared, each winner has a part of it, and χ² is
    W (m − 1/n)ᵀ S⁺ (m − 1/n) with the mean m and the covariance S of the parts.
    """
    from scipy.special import chdtrc

    games, parts = win_parts(seats)
    if not len(games) or parts.shape[1] < 2:
        return nothing("seat fairness", "there are no seats to compare", "p-value")
    players = parts.shape[1]
    if np.all(parts.max(axis=1) == 1):
        wins, even = parts.sum(axis=0), len(games) / players
        statistic, freedom = float(((wins - even) ** 2).sum() / even), players - 1
    else:
        covariance = np.atleast_2d(np.cov(parts.T)) if len(games) > 1 else np.zeros((players, players))
        covariance = np.where(np.abs(covariance) < 1e-12, 0.0, covariance)  # seats that always win together do not vary
        away = parts.mean(axis=0) - parts.mean()
        statistic = float(len(games) * away @ np.linalg.pinv(covariance) @ away)
        freedom = int(np.linalg.matrix_rank(covariance))
    value = float(chdtrc(freedom, statistic)) if freedom else 1.0
    seen = Figure("χ²", statistic, n=len(games), how=f"{freedom} degrees of freedom")
    return Figure("seat fairness", value, how="none: a p-value", n=len(games), unit="p-value", parts=(seen,))


def first_seat_advantage(seats: pl.DataFrame) -> Figure:
    """How much of what could be won beyond its fair share the first seat wins.

    Definition: (W₁ − G/n) / (G − G/n), where W₁ is what seat 1 won of the G games that somebody won, a shared win counting for its part.
    0 is fair, 1 means that seat 1 wins always, below 0 that it wins too rarely. Wilson's interval of W₁ / G, put into the formula. With
    two players its size is |w − G/2| / (G/2), one of the two meanings of `advantage` in publications; the other is `second seat wins`.
    """
    games, parts = win_parts(seats)
    if not len(games) or parts.shape[1] < 2:
        return nothing("first seat advantage", "there are no seats to compare", "share")
    count, seats_there = len(games), parts.shape[1]
    wins = float(parts[:, 0].sum())
    low, high = wilson(wins, count)
    value, low, high = ((found * seats_there - 1) / (seats_there - 1) for found in (wins / count, low, high))
    shown = tuple(Witness(int(game)) for game in games[parts[:, 0] == (1.0 if value >= 0 else 0.0)][:_SHOWN])
    return Figure("first seat advantage", value, low, high, "Wilson", count, unit="share", witnesses=shown)


def second_seat_wins(seats: pl.DataFrame) -> Figure:
    """How often the second of two players wins.

    Definition: games won by seat 2 / finished games, for two players, a draw counting ½; 0.5 is fair. It is one of the two meanings of
    `advantage` in publications; the other is the size of `first seat advantage`.
    """
    ended = with_shares(finished(seats)).filter((pl.col("players") == 2) & (pl.col("seat") == 2))
    won = ended.filter("won")
    why = "" if len(ended) else "there are no finished games of two players"
    return share_of_points("second seat wins", ended["share"].to_numpy(), witnesses=witnesses(won), note=why)
