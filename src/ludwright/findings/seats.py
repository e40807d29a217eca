"""Rules about seats: is every one of them worth the same, can everybody win?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from ludwright.findings.finding import Look
from ludwright.findings.levels import THINKING
from ludwright.findings.play import one_of
from ludwright.findings.rule import ALL, EQUALS, Rule
from ludwright.findings.symmetry import moves_first, players_bias
from ludwright.metrics.choice_effects import points
from ludwright.metrics.figure import Witness
from ludwright.metrics.intervals import SHARE, mean, share
from ludwright.metrics.meetings import alone
from ludwright.spelling import percent

if TYPE_CHECKING:
    from ludwright.findings.play import Play


def _seat_looks(play: Play, threshold: float) -> Iterator[Look]:
    if not players_bias(play):
        yield from _shares_of_seats(play, threshold)


def _shares_of_seats(play: Play, threshold: float) -> Iterator[Look]:
    if not play.about_winning:
        return
    fair = 1 / play.players
    got = points(play.evidence.seats)
    first = moves_first(play)
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
                {"fair": percent(fair), "what": _advantage(seat, above, first)},
                f"seat {seat}",
                witnesses=tuple(Witness(game, ply=0) for game in best),
                family="seats",
            )


def _advantage(seat: int, above: bool, first: int | None) -> str:
    """
    >>> _advantage(1, True, 1), _advantage(2, False, 1)
    ('Going first is an advantage', 'Seat 2 is at a disadvantage')
    """
    if seat == first:
        return f"Going first is {'an advantage' if above else 'a disadvantage'}"
    return f"Seat {seat} {'has an advantage' if above else 'is at a disadvantage'}"


SEAT_ADVANTAGE = Rule(
    "seat advantage",
    "A seat wins more, or with three or more players less, than its fair share",
    0.05,
    "of all wins beyond the fair share",
    "{what}: {who}, {subject} wins {value} ({interval}); a fair share is {fair}",
    "Give the weaker seats something small, or try another order of turns.",
    _seat_looks,
    weight=1.3,
    whose=EQUALS,
    metrics=("seat shares",),
    per_table=True,
    topic="seats",
)


def _habit_looks(play: Play, threshold: float) -> Iterator[Look]:
    if players_bias(play):
        yield from _shares_of_seats(play, threshold)


HABIT = Rule(
    "players' habit",
    "Seats that differ only because of the players' habits: all move at once, and random play is even; no fault of the game",
    0.05,
    "of all wins beyond the fair share",
    "Habit, not the rules: {who}, {subject} wins {value} ({interval}), though all move at once and random play is even",
    "Don't change the rules because of it; try other players.",
    _habit_looks,
    whose=EQUALS,
    metrics=("seat shares",),
    per_table=True,
    topic="seats",
    fault=False,
)


def _hopeless_looks(play: Play, threshold: float) -> Iterator[Look]:
    if not play.about_winning or players_bias(play):
        return
    won = pl.col("won").any().over("game")
    every = play.evidence.seats.drop_nulls("won")
    ended = every.filter(won)  # of a game that nobody wins, or all, no seat is shut out
    level = "in games that don't end level, " if len(ended) < len(every) else ""
    best = max(play.agents, key=lambda agent: _strength(play, agent))
    if play.mixed:
        ended = alone(ended, best)  # two of them may take the wins from each other
    rows = ended.group_by("seat").agg(pl.col("won").sum(), pl.len(), pl.col("game").sort().head(3)).sort("seat")
    others = "" if not play.mixed else f" against {_others(play, best)}"
    limit = threshold / play.players
    thinks = play.level_of(best) == THINKING and not play.named(best).startswith(("greedy", "scripted"))
    shares = {row["seat"]: row["won"] / row["len"] for row in rows.iter_rows(named=True)}
    if max(shares.values(), default=0.0) < 2 * limit:  # where nobody can win, that is another finding
        return
    for row in rows.iter_rows(named=True):
        figure = share(f"seat {row['seat']}", row["won"], row["len"])
        often = "is hopeless" if not row["won"] else "can hardly win"
        words = {
            "seat": f"Seat {row['seat']}", "others": others, "often": often, "fair": percent(1 / play.players), "level": level,
            "whose": ("even " if thinks else "") + one_of(play.named(best)),
        }  # fmt: skip
        shown = tuple(Witness(game, ply=0) for game in row["game"])
        yield Look(figure, limit, False, 1 / play.players, 0.0, words, f"seat {row['seat']}", None, shown, "seats")


def _strength(play: Play, agent: str) -> tuple[int, float]:
    own = play.evidence.seats.filter(pl.col("agent") == agent)["won"].drop_nulls()
    return play.level_of(agent), float(own.mean() or 0.0)  # type: ignore[arg-type]


def _others(play: Play, best: str) -> str:
    count = play.players - 1
    names = [play.named(agent) for agent in play.agents if agent != best]
    words = {2: "two", 3: "three", 4: "four"}.get(count, str(count))
    if len(names) > 1:
        return "the others"
    return one_of(names[0]) if count == 1 else f"{words} {names[0]}"


HOPELESS_SEAT = Rule(
    "hopeless seat",
    "A seat that can't win, even with the strongest player in it, while others can",
    0.25,
    "of the fair share of wins",
    "{seat} {often}{others}: {level}{whose} wins {value} there ({interval}); a fair share is {fair}",
    "Look at what the others take away from this seat before it can act.",
    _hopeless_looks,
    weight=1.2,
    whose=ALL,
    metrics=("seat shares",),
    per_table=True,
    topic="seats",
    implied_by=("seat advantage",),
)

RULES = (SEAT_ADVANTAGE, HABIT, HOPELESS_SEAT)
