"""Rules about seats: is every one of them worth the same, can everybody win?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from ludwright.findings.effects import points
from ludwright.findings.finding import Look
from ludwright.findings.levels import level_of
from ludwright.findings.rule import ALL, EQUALS, Rule
from ludwright.metrics.figure import Witness
from ludwright.metrics.intervals import SHARE, mean, share

if TYPE_CHECKING:
    from ludwright.findings.play import Play


def _seat_looks(play: Play, threshold: float) -> Iterator[Look]:
    if play.players < 2 or play.nature.common:
        return
    fair = 1 / play.players
    got = points(play.evidence.seats)
    for seat in range(1, play.players + 1):
        own = got.filter(pl.col("seat") == seat)
        for above in (True, False) if play.players > 2 else (True,):
            best = own.filter(pl.col("points") == (1.0 if above else 0.0))["game"].head(3).to_list()
            figure = mean(f"seat {seat}", own["points"].to_numpy(), SHARE, unit="share")
            yield Look(
                figure,
                fair + threshold if above else fair - threshold,
                above,
                fair,
                1.0 if above else 0.0,
                {"fair": f"{fair:.0%}", "much": "too often" if above else "too rarely"},
                f"seat {seat}",
                witnesses=tuple(Witness(game, ply=0) for game in best),
                family="seats",
            )


SEAT_ADVANTAGE = Rule(
    "seat advantage",
    "A seat wins more, or with three or more players less, than its fair share",
    0.05,
    "of all wins beyond the fair share",
    "{subject} wins {much}: it takes {value} of the wins, a draw being shared by all ({interval}); {fair} would be fair",
    "Give the seats that lose something small, or try another order of turns.",
    _seat_looks,
    weight=1.3,
    whose=EQUALS,
    metrics=("seat shares",),
    per_table=True,
    topic="seats",
)


def _hopeless_looks(play: Play, threshold: float) -> Iterator[Look]:
    if play.players < 2 or play.nature.common:
        return
    won = pl.col("won").any().over("game")
    ended = play.evidence.seats.drop_nulls("won").filter(won)  # of a game that nobody wins, or all, no seat is shut out
    best = max(play.agents, key=lambda agent: _strength(play, agent))
    if play.mixed:
        ended = ended.filter(pl.col("agent") == best)
    rows = ended.group_by("seat").agg(pl.col("won").sum(), pl.len(), pl.col("game").sort().head(3)).sort("seat")
    others = "" if not play.mixed else f" against {_others(play, best)}"
    limit = threshold / play.players
    shares = {row["seat"]: row["won"] / row["len"] for row in rows.iter_rows(named=True)}
    for row in rows.iter_rows(named=True):
        # where nobody can win, that is another finding
        if max((value for seat, value in shares.items() if seat != row["seat"]), default=0.0) < 2 * limit:
            continue
        figure = share(f"seat {row['seat']}", row["won"], row["len"])
        who = f"`{best}` in seat {row['seat']}" if play.mixed else f"seat {row['seat']}"
        often = "can't win" if not row["won"] else "can hardly win"
        words = {"who": who, "others": others, "often": often, "fair": f"{1 / play.players:.0%}"}
        shown = tuple(Witness(game, ply=0) for game in row["game"])
        yield Look(figure, limit, False, 1 / play.players, 0.0, words, f"seat {row['seat']}", None, shown, "seats")


def _strength(play: Play, agent: str) -> tuple[int, float]:
    own = play.evidence.seats.filter(pl.col("agent") == agent)["won"].drop_nulls()
    return level_of(agent), float(own.mean() or 0.0)  # type: ignore[arg-type]


def _others(play: Play, best: str) -> str:
    count = play.players - 1
    names = [agent for agent in play.agents if agent != best]
    words = {1: "a", 2: "two", 3: "three", 4: "four"}.get(count, str(count))
    return f"{words} `{names[0]}` player{'s' if count > 1 else ''}" if len(names) == 1 else "the others"


HOPELESS_SEAT = Rule(
    "hopeless seat",
    "A seat that can't win, even with the strongest player in it, while others can",
    0.25,
    "of the fair share of wins",
    "{who} {often}{others}: it wins {value} of the games that somebody wins ({interval}); {fair} would be fair",
    "Look at what the others take away from this seat before it can act.",
    _hopeless_looks,
    weight=1.2,
    whose=ALL,
    metrics=("seat shares",),
    per_table=True,
    topic="seats",
    implied_by=("seat advantage",),
)

RULES = (SEAT_ADVANTAGE, HOPELESS_SEAT)
