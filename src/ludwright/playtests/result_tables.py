"""What came of a playtest: who won, or got how many points, seat by seat and player by player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.display import Block, TextTable, Title
from ludwright.playtests.tally import Group, MeanEstimate
from ludwright.statistics import part_interval, wilson

if TYPE_CHECKING:
    from ludwright.playtests.playtest import Playtest


def blocks(run: Playtest) -> Iterator[Block]:
    """All of it, for the terminal, for notebooks and for `print`."""
    tally = run.tally()
    games = f"{tally.games:,} game{'' if tally.games == 1 else 's'}"
    yield Title(f"{run.title}: {games} by {', '.join(dict.fromkeys(run.plan.agents))}, seed {run.plan.seed}")
    if (run.store.finished() or {}).get("stopped_early"):
        yield f"stopped early: {run.plan.until} was reached"
    for headings, rows_of, points in ((_WINS, _rows, False), (_POINTS, _point_rows, True)):
        groups = [group for group in tally.groups.values() if group.plays_for_points is points]
        if groups:
            yield _table(run, headings, [row for group in groups for row in rows_of(run, group)])
    yield from _by_agent(run)
    yield from _not_ended(run)
    yield f"kept in {run.folder}"


def _table(run: Playtest, headings: list[str], rows: list[list[str]]) -> TextTable:
    """The rows, with the name of the version in front where there are several."""
    if len(run.versions) > 1:
        return TextTable(["version", *headings], rows)
    return TextTable(headings, [row[1:] for row in rows], text=())


_ENDS = {
    "fault": "stopped by a fault",
    "too long": "stopped because they ran too long",
    "unfinished": "not played to the end",
}


def _not_ended(run: Playtest) -> Iterator[str]:
    """What became of games that did not come to their end, with one to look at."""
    import polars as pl

    found = run.games.group_by("end").agg(pl.len(), pl.col("game").min()).sort("end").collect()
    for how, games, one in found.rows():
        if how in _ENDS:
            many = f"{games:,} games were" if games > 1 else "1 game was"
            yield f"{many} {_ENDS[how]}: `ludwright inspect {run.folder} --game {one} --frame -1` shows {'one' if games > 1 else 'it'}"


_WINS = ["players", "seat", "wins", "share", "95% interval", "draws", "turns"]
_POINTS = ["players", "points", "95% interval", "deviation", "turns"]


def _point_rows(run: Playtest, group: Group) -> Iterator[list[str]]:
    """What all get who play for one number."""
    points = group.points
    yield [
        run.versions[group.version].name,
        str(group.players),
        f"{points.mean:.2f}" if points.n else "–",
        f"{points.mean - points.half_width:.2f} to {points.mean + points.half_width:.2f}" if points.n > 1 else "–",
        f"{points.deviation:.2f}" if points.n > 1 else "–",
        f"{group.lengths['turns'].mean:.1f}",
    ]


def _rows(run: Playtest, group: Group) -> Iterator[list[str]]:
    if group.cooperative:  # one line for all
        won = group.won.wins[0]
        low, high = wilson(won, group.finished)
        share = f"{won / group.finished:.1%}" if group.finished else "–"
        turns = f"{group.lengths['turns'].mean:.1f}"
        span = f"{low:.1%} to {high:.1%}"
        yield [
            run.versions[group.version].name,
            str(group.players),
            "all",
            f"{won:,}",
            share,
            span,
            f"{group.won.draws:,}",
            turns,
        ]
        return
    for seat in range(group.players):
        first = seat == 0
        low, high = group.won.interval(seat)
        yield [
            run.versions[group.version].name if first else "",
            str(group.players) if first else "",
            str(seat + 1),
            f"{group.won.wins[seat]:,}",
            f"{group.won.share(seat):.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{group.won.draws:,}" if first else "",
            f"{group.lengths['turns'].mean:.1f}" if first else "",
        ]


def _by_agent(run: Playtest) -> Iterator[str]:
    """What each agent won, or got, where there are several who can be compared."""
    if len(set(run.plan.agents)) < 2 or len({(cell.version, cell.players) for cell in run.cells}) > 1:
        return  # shares of games with other fair shares don't add up
    points, together = run.cells[0].points, run.cells[0].cooperative
    if together and len({frozenset(cell.agents) for cell in run.cells}) == 1:
        return  # all of them took part in every game
    worth = '"return"' if points else "share" if not together else "won::int"
    found = run.sql(
        f"select agent, sum(x), sum(x * x), count(*) from (select distinct game, agent, {'seat, ' if not together else ''}{worth} as x "
        "from seats where share is not null) group by agent order by avg(x) desc"
    )
    for agent, total, squares, count in found.rows():
        if points:
            mean = MeanEstimate(count, total, squares)
            span = f" ({mean.mean - mean.half_width:.2f} to {mean.mean + mean.half_width:.2f})" if count > 1 else ""
            yield f"{agent} gets {mean.mean:.2f} points on average{span}"
        else:
            low, high = part_interval(total, squares, count)
            what = "the games it takes part in" if together else "its seats"
            yield f"{agent} wins {total / count:.1%} of {what} ({low:.1%} to {high:.1%})"
