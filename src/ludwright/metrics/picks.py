"""What is chosen how often, and who wins with it: actions, cards, openings."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import polars as pl

from ludwright.metrics.choice import NOBODY_CHOSE
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import difference, share
from ludwright.statistics import student_quantile

MOST = 60
"""So many parts a figure has at most: what was chosen most often."""
_OFTEN = 3
"""More chances to take something than this count as this many."""
_AT_ONCE = 250_000
"""So many options are put into words at a time."""


def named_choices(decisions: pl.DataFrame, actions: pl.DataFrame, by: str = "words") -> pl.DataFrame:
    """Decisions with what was chosen in words: ``words`` with all that was said, ``action`` by the name of the action alone."""
    # the same code may be said otherwise at another question
    keys = ["code", "question"] if "question" in actions.columns and "question" in decisions.columns else ["code"]
    known = actions.group_by(keys).agg(pl.col(by).first().alias("what"))
    named = decisions.join(known, on=keys, how="left", maintain_order="left")
    return named.with_columns(pl.col("what").fill_null("option " + pl.col("code").cast(pl.String)))


def chances(offers: pl.DataFrame, actions: pl.DataFrame, by: str, *keys: str) -> pl.DataFrame:
    """How often each thing could have been chosen, in decisions with more than one option: some columns, and chances.

    It is counted some games at a time: with all its words, what could have been chosen takes much room.
    """
    needed = {"game", "ply", "actor", "seat", "question", "code", "options"}
    rows = offers.select([column for column in offers.columns if column in needed])
    games = offers["game"].unique().sort()
    found = []
    parts = max(1, min(len(games), -(-len(offers) // _AT_ONCE)))
    for part in range(parts):
        some = games[part * len(games) // parts : (part + 1) * len(games) // parts]
        own = rows.filter((pl.col("options") > 1) & pl.col("game").is_between(some.min(), some.max()))
        could = named_choices(own, actions, by).unique(["game", "ply", "what"])
        found.append(could.group_by(*keys).agg(pl.len().alias("chances")))
    return pl.concat(found).group_by(*keys).agg(pl.col("chances").sum())


def pick_rates(decisions: pl.DataFrame, actions: pl.DataFrame, offers: pl.DataFrame | None = None) -> Figure:
    """What is chosen how often.

    Definition: for every option, times it was chosen / times it could have been, in decisions with more than one option. Where it is not
    known what could have been chosen, all such decisions count. Wilson's interval; the value is that of the option chosen most often.
    """
    return _pick_rates("pick rates", decisions, actions, offers, "words")


def action_rates(decisions: pl.DataFrame, actions: pl.DataFrame, offers: pl.DataFrame | None = None) -> Figure:
    """What kind of action is taken how often.

    Definition: as for pick rates, all ways to carry out an action taken together.
    """
    return _pick_rates("action rates", decisions, actions, offers, "action")


def _pick_rates(
    name: str, decisions: pl.DataFrame, actions: pl.DataFrame, offers: pl.DataFrame | None, by: str
) -> Figure:
    real = decisions.filter(pl.col("options") > 1)
    if offers is not None:
        real = real.join(offers.select("game", "ply").unique(), on=["game", "ply"], how="semi", maintain_order="left")
    if not len(real):
        return nothing(name, NOBODY_CHOSE, "share")
    chosen = (
        named_choices(real, actions, by)
        .group_by("what")
        .agg(pl.len().alias("times"), pl.col("game").head(3), pl.col("ply").head(3))
    )
    if offers is None:
        rows = chosen.with_columns(pl.lit(len(real)).alias("chances"))
    else:
        rows = chances(offers, actions, by, "what")
        rows = rows.join(chosen, on="what", how="left").with_columns(pl.col("times").fill_null(0))
    rows = rows.sort(["times", "what"], descending=[True, False]).head(MOST)
    parts = [
        share(row["what"], row["times"], row["chances"], of="decisions", witnesses=_seen(row))
        for row in rows.iter_rows(named=True)
    ]
    top = parts[0]
    note = "" if offers is not None else "what could have been chosen is not known: of all choices"
    return Figure(
        name, top.value, top.low, top.high, top.how, top.n, "decisions", "share", top.witnesses, tuple(parts), note
    )


def _seen(row: dict[str, Any]) -> tuple[Witness, ...]:
    return tuple(Witness(game, ply=ply) for game, ply in zip(row["game"] or [], row["ply"] or [], strict=True))


# ---------------------------------------------------------------- who wins with it


def win_rates(
    decisions: pl.DataFrame, actions: pl.DataFrame, seats: pl.DataFrame, offers: pl.DataFrame | None = None
) -> Figure:
    """Who wins with what: for every option, the win rate of those who chose it against that of those who did not.

    Definition: for every option x, Σ w (p − q) / Σ w over groups of seats that are alike: the same seat, the same agent, and equally many
    chances to choose x (1, 2, 3 or more; where that is not known, equally many decisions, in four classes). p and q are the win rates of
    those in the group who chose x and who did not, w = n m / (n + m) of their numbers n and m. The error follows from the binomial
    errors of p and q, with Student's interval. Decisions without a choice do not count; seats of which nobody won count, as losses. The value is that of the
    option whose interval is farthest from 0; every part has the plain win rate and the plain difference as parts of its own.
    """
    return _win_rates("win rates", decisions, actions, seats, offers, "words")


def action_win_rates(
    decisions: pl.DataFrame, actions: pl.DataFrame, seats: pl.DataFrame, offers: pl.DataFrame | None = None
) -> Figure:
    """Who wins with which kind of action.

    Definition: as for win rates, all ways to carry out an action taken together.
    """
    return _win_rates("action win rates", decisions, actions, seats, offers, "action")


def _win_rates(
    name: str,
    decisions: pl.DataFrame,
    actions: pl.DataFrame,
    seats: pl.DataFrame,
    offers: pl.DataFrame | None,
    by: str,
) -> Figure:
    real = decisions.filter(pl.col("options") > 1).rename({"actor": "seat"})
    chosen = named_choices(real, actions, by).select("game", "seat", "what").unique()
    ended = seats.drop_nulls("won").select("game", "seat", "agent", "won")
    if offers is None:
        groups = ended.join(_classes(real), on=["game", "seat"], how="inner")
        return compared(name, chosen, groups, MOST)
    could = chances(offers.rename({"actor": "seat"}), actions, by, "game", "seat", "what")
    groups = ended.join(could, on=["game", "seat"], how="inner").with_columns(pl.col("chances").clip(1, _OFTEN))
    return compared(name, chosen.join(groups.select("game").unique(), on="game", how="semi"), groups, MOST)


def _classes(real: pl.DataFrame) -> pl.DataFrame:
    """Every seat of every game, with one of four classes by the number of its decisions."""
    counted = real.group_by("game", "seat").agg(pl.len().alias("count"))
    rank = pl.col("count").rank("min").over("seat") * 4 // (pl.len().over("seat") + 1)
    return counted.select("game", "seat", rank.cast(pl.Int64).alias("chances"))


def compared(name: str, chosen: pl.DataFrame, groups: pl.DataFrame, most: int) -> Figure:
    """Win rates of those who have something against those who have not, group by group of alike seats.

    ``chosen``: game, seat, what. ``groups``: game, seat, agent, chances, won; and what, where chances differ from thing to thing.
    """
    groups = groups.with_columns(pl.col("agent").fill_null(""))
    per_thing = "what" in groups.columns
    keys = ["seat", "agent", "chances"]
    had = chosen.join(groups, on=["game", "seat", *(["what"] if per_thing else [])], how="inner")
    with_it = had.group_by("what", *keys).agg(pl.len().alias("n"), pl.col("won").sum().alias("a"))
    total = groups.group_by(*(["what"] if per_thing else []), *keys).agg(
        pl.len().alias("all"), pl.col("won").sum().alias("wins")
    )
    things = with_it.group_by("what").agg(pl.col("n").sum()).sort(["n", "what"], descending=[True, False])
    things = things.head(most).select("what")
    table = (things.join(total, on="what") if per_thing else things.join(total, how="cross")).join(
        with_it, on=["what", *keys], how="left"
    )
    table = table.with_columns(pl.col("n", "a").fill_null(0)).with_columns(
        (pl.col("all") - pl.col("n")).alias("m"), (pl.col("wins") - pl.col("a")).alias("b")
    )
    shown = had.group_by("what").agg(pl.col("game").filter("won").sort().head(3))
    seen = {what: tuple(Witness(game) for game in games) for what, games in shown.iter_rows()}
    # in a fixed order, so that sums are the same to the last digit
    by_thing = table.sort("what", *keys).partition_by("what", as_dict=True)
    parts = [_adjusted(str(what), by_thing[(what,)], seen.get(what, ())) for what in things["what"].to_list()]
    return farthest(name, parts)


def farthest(name: str, parts: Sequence[Figure]) -> Figure:
    """A figure whose value is that of the part whose interval is farthest from 0: the surest, not the wildest."""
    known = [part for part in parts if part.value is not None]
    if not known:
        return Figure(name, None, unit="share", parts=tuple(parts), note="nothing was chosen by some and not by others")
    top = max(known, key=_sureness)
    return Figure(
        name, top.value, top.low, top.high, top.how, top.n, top.of, "share", top.witnesses, tuple(parts),
        f"of `{top.name}`",
    )  # fmt: skip


def _sureness(part: Figure) -> float:
    value, low, high = (end or 0.0 for end in (part.value, part.low, part.high))
    return low if value > 0 else -high


def _adjusted(name: str, rows: pl.DataFrame, shown: tuple[Witness, ...]) -> Figure:
    """One thing: the adjusted difference, with the plain ones as parts."""
    n, a, m, b = (int(rows[column].sum()) for column in ("n", "a", "m", "b"))
    plain = (share("win rate", a, n, of="seats"), difference("plain difference", (a, n), (b, m), of="seats"))
    both = rows.filter((pl.col("n") > 0) & (pl.col("m") > 0)).with_columns(
        (pl.col("a") / pl.col("n")).alias("p"),
        (pl.col("b") / pl.col("m")).alias("q"),
        (pl.col("n") * pl.col("m") / (pl.col("n") + pl.col("m"))).alias("w"),
        # half a win and half a loss more keep a group in which all won or all lost from being certain
        ((pl.col("a") + 0.5) / (pl.col("n") + 1)).alias("ps"),
        ((pl.col("b") + 0.5) / (pl.col("m") + 1)).alias("qs"),
    )
    if not len(both):
        return Figure(name, None, unit="share", parts=plain, note="all who could, did", witnesses=shown)
    variance = pl.col("ps") * (1 - pl.col("ps")) / pl.col("n") + pl.col("qs") * (1 - pl.col("qs")) / pl.col("m")
    value, noise, weight = both.select(
        (pl.col("w") * (pl.col("p") - pl.col("q"))).sum().alias("v"),
        (pl.col("w") ** 2 * variance).sum().alias("e"),
        pl.col("w").sum().alias("s"),
    ).row(0)
    # Student's: what few have chosen may well differ by luck
    room = student_quantile(max(1, min(n, m) - 1)) * sqrt(noise) / weight
    value /= weight
    return Figure(
        name, value, max(-1.0, value - room), min(1.0, value + room), "t, of alike seats", n + m, "seats",
        "share", shown, plain,
    )  # fmt: skip


# ---------------------------------------------------------------- openings


def openings(decisions: pl.DataFrame, actions: pl.DataFrame, moves: int = 2) -> pl.DataFrame:
    """For every game and seat its first real choices, as one text: game, seat, what."""
    real = decisions.filter(pl.col("options") > 1).sort("game", "ply").rename({"actor": "seat"})
    named = named_choices(real, actions)
    return named.group_by("game", "seat", maintain_order=True).agg(pl.col("what").head(moves).str.join(", "))


def opening_rates(decisions: pl.DataFrame, actions: pl.DataFrame, seats: pl.DataFrame, moves: int = 2) -> Figure:
    """Who wins with which opening.

    Definition: as for win rates, of the first `moves` real choices of a seat taken together (2 if not said), adjusted for seat and agent.
    """
    chosen = openings(decisions, actions, moves)
    ended = seats.drop_nulls("won").select("game", "seat", "agent", "won")
    groups = ended.join(chosen.select("game", "seat"), on=["game", "seat"]).with_columns(pl.lit(1).alias("chances"))
    return compared("opening win rates", chosen, groups, MOST)
