"""What players of a team do for each other: information given and used, piles built together, moves that others force."""

from __future__ import annotations

import polars as pl

from ludwright.metrics.choice import asked_by_game
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import SHARE, ratio, share
from ludwright.metrics.social import with_turns

POINTED = 1.0
"""So many bits make a card one that was pointed at: half of what it might have been is ruled out."""
_SHOWN = 3
NO_CHOICES = "nobody chose anything"


def _by_game(rows: pl.DataFrame, games: pl.DataFrame, *counted: pl.Expr) -> pl.DataFrame:
    """Sums for every game looked at, those without any row included."""
    sums = rows.group_by("game").agg(*counted)
    return games.select(pl.col("game").unique()).join(sums, on="game", how="left").fill_null(0).sort("game")


def _witnesses(rows: pl.DataFrame, note: str) -> tuple[Witness, ...]:
    return tuple(Witness(row["game"], ply=row["ply"], note=note) for row in rows.head(_SHOWN).iter_rows(named=True))


def information_given(looked_at: pl.DataFrame, hints: pl.DataFrame) -> Figure:
    """How often players choose to tell their team-mates something.

    Definition: decisions with more than one option that told a team-mate something of a card they did not know / all such decisions, with a
    bootstrap over games. Something is told where fewer designs are possible for a card afterwards, which did not move. The part `bits` is
    the mean over these decisions of Σ log₂ (designs possible before / after), over all cards and team-mates.
    """
    real = looked_at.filter(pl.col("options") > 1)
    if not len(real):
        return nothing("information given by moves", NO_CHOICES, "share")
    told = hints.group_by("game", "ply").agg(pl.col("bits").sum())
    rows = real.join(told, on=["game", "ply"], how="left").sort("game", "ply")
    sums = _by_game(
        rows, looked_at, pl.col("bits").is_not_null().sum().alias("hints"), pl.len().alias("all"), pl.col("bits").sum()
    )
    hinted, bits = sums["hints"].to_numpy(), sums["bits"].to_numpy()
    return ratio(
        "information given by moves", hinted, sums["all"].to_numpy(), bounds=SHARE, unit="share", of="games",
        parts=(ratio("bits", bits, hinted, unit="bits a hint", note="" if hinted.any() else "nothing was told"),),
        witnesses=_witnesses(rows.drop_nulls("bits"), "something is told"),
    )  # fmt: skip


def information_used(looked_at: pl.DataFrame, hints: pl.DataFrame, handled: pl.DataFrame) -> Figure:
    """How often what was told is acted on at once.

    Definition: the pattern "after p tells q of cards, q moves one of them out of their hand within one turn of q": cases for it / cases whose
    turn of q came. A card was told of if half of what it might have been, or more, was ruled out. Bootstrap over games. The part
    `to gain` has the cases in which that move brought points (of a score, or of the lead), the others being thrown away or spent.
    """
    name = "information used by turns"
    cases = _hint_cases(looked_at, hints)
    if not len(cases):
        return nothing(name, "nobody was told of a card and had a turn after that", "share")
    turns = with_turns(looked_at).select("game", "ply", "turn")
    moved = handled.join(turns, on=["game", "ply"])
    moved = moved.select("game", "turn", "card", "gained", pl.lit(True).alias("used"))
    found = (
        cases.explode("card")
        .join(moved, on=["game", "turn", "card"], how="left")
        .group_by("game", "ply", "taker")
        .agg(pl.col("used").any(), pl.col("gained").any(), pl.col("gained").is_not_null().any().alias("counted"))
        .sort("game", "ply", "taker")
    )
    sums = _by_game(found, looked_at, pl.col("used").sum(), pl.col("gained").sum(), pl.len().alias("all"))
    used, gained, every = (sums[column].to_numpy() for column in ("used", "gained", "all"))
    parts = (ratio("to gain", gained, every, bounds=SHARE, unit="share"),) if found["counted"].any() else ()
    return ratio(
        name, used, every, bounds=SHARE, unit="share", parts=parts,
        witnesses=_witnesses(found.filter("used"), "told, and used"),
    )  # fmt: skip


def _hint_cases(looked_at: pl.DataFrame, hints: pl.DataFrame) -> pl.DataFrame:
    """Who was told of which cards, and the number of his next turn: game, ply, taker, card (a list), turn."""
    told = hints.filter(pl.col("bits") >= POINTED - 1e-9).group_by("game", "ply", "taker").agg("card").sort("ply")
    turns = with_turns(looked_at).group_by("game", "turn", "actor").agg(pl.col("ply").min().alias("begins"))
    found = told.join_asof(
        turns.sort("begins"), left_on="ply", right_on="begins", by_left=["game", "taker"], by_right=["game", "actor"],
        strategy="forward", check_sortedness=False,
    )  # fmt: skip
    return found.drop_nulls("turn").select("game", "ply", "taker", "card", "turn")


def piles_built_together(looked_at: pl.DataFrame, handled: pl.DataFrame) -> Figure:
    """How often team-mates build on the same pile one after the other.

    Definition: cards put on a common pile by another player than the card before it / cards put on a pile that has one already; where points
    are counted, only cards that brought some. Bootstrap over games. The part `by chance` is 1 − Σ s_p², s_p being the share of player
    p in all these cards: what it would be if nobody cared who built before. The part `within a round` has the cards on which another builds before as many
    turns have passed as there are players.
    """
    name = "piles built together by moves"
    built = handled.drop_nulls("pile")
    if built["gained"].is_not_null().any():
        built = built.filter("gained")
    if not len(built):
        return nothing(name, "nobody put cards of their own on a common pile", "share")
    turns = with_turns(looked_at)
    players = max(2, turns["actor"].n_unique())
    on_pile = ("game", "pile")
    rows = built.join(turns.select("game", "ply", "turn"), on=["game", "ply"]).sort("game", "pile", "ply")
    rows = rows.with_columns(
        (pl.col("actor") != pl.col("actor").shift(1).over(on_pile)).alias("together"),
        (
            (pl.col("actor") != pl.col("actor").shift(-1).over(on_pile))
            & (pl.col("turn").shift(-1).over(on_pile) - pl.col("turn") <= players)
        )
        .fill_null(False)
        .alias("soon"),
    )
    later = pl.col("together").is_not_null()
    sums = _by_game(
        rows, looked_at, pl.col("together").sum(), later.sum().alias("later"), pl.col("soon").sum(), pl.len().alias("all")
    )  # fmt: skip
    shares = rows.group_by("actor").len()["len"].to_numpy() / len(rows)
    chance = Figure("by chance", float(1 - (shares**2).sum()), n=len(rows), of="cards", unit="share", how="none")
    soon = ratio("within a round", sums["soon"].to_numpy(), sums["all"].to_numpy(), bounds=SHARE, unit="share")
    return ratio(
        name, sums["together"].to_numpy(), sums["later"].to_numpy(), bounds=SHARE, unit="share", parts=(chance, soon),
        witnesses=_witnesses(rows.filter("together").sort("game", "ply"), "another goes on with a pile"),
    )  # fmt: skip


def forced_moves(kinds: pl.DataFrame, games: pl.DataFrame) -> Figure:
    """How often what one player does takes a kind of action away from the next.

    Definition: decisions at which a kind of action is not open that was open to another player at the decision before, the same question being asked /
    decisions that follow one of another player with the same question. Bootstrap over games. The parts are the kinds of action that
    were taken away, and the share of all decisions, forced ones included, that have a single option.
    """
    name = "forced moves by moves"
    asked = kinds.group_by("game", "ply").agg(
        pl.col("actor", "question", "options").first(), pl.col("what").unique().sort().alias("open")
    )
    asked = asked.sort("game", "ply")
    if not len(asked):
        return nothing(name, NO_CHOICES, "share")
    before = [
        pl.col(column).shift(1).over("game").alias(f"{column}_before") for column in ("actor", "question", "open")
    ]
    rows = (
        asked.with_columns(before)
        .filter((pl.col("actor") != pl.col("actor_before")) & (pl.col("question") == pl.col("question_before")))
        .with_columns(pl.col("open_before").list.set_difference("open").alias("gone"))
    )
    if not len(rows):
        return nothing(name, "nobody is asked the same as the player before", "share")
    forced = rows.filter(pl.col("gone").list.len() > 0)
    sums = _by_game(rows, kinds, (pl.col("gone").list.len() > 0).sum().alias("forced"), pl.len().alias("all"))
    parts = [
        share(f"no {row['gone']}", row["len"], len(rows), of="decisions")
        for row in forced.explode("gone").group_by("gone").len().sort("gone").iter_rows(named=True)
    ]
    counted = asked_by_game(games.join(asked, on="game", how="semi"), asked.select("game", "ply", "options"))
    every = int(counted["all"].sum())
    single = share("a single option", every - int(counted["real"].sum()), every, of="decisions")
    return ratio(
        name, sums["forced"].to_numpy(), sums["all"].to_numpy(), bounds=SHARE, unit="share", parts=(*parts, single),
        witnesses=_witnesses(forced, "what was open before is not open now"),
    )  # fmt: skip
