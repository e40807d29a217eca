"""How playtests look in a terminal: the bar while they run, and what came of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ludwright.playtests.tally import Group, Mean
from ludwright.statistics import part_interval, wilson

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.playtests import Playtest
    from ludwright.playtests.running import Progress, Standing


@contextmanager
def playtest_bar() -> Iterator[Progress | None]:
    """A bar with games a second, the time left and the win shares so far; none if nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(bar_width=20),
        TextColumn("{task.completed:,} of {task.total:,} games, {task.fields[rate]} a second,"),
        TimeRemainingColumn(),
        TextColumn("left; {task.fields[shares]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=0, rate="…", shares="")
        before: list[int] = []

        def advance(standing: Standing) -> None:
            before.append(standing.done) if not before else None
            elapsed = bar.tasks[0].elapsed or 0.0
            rate = f"{(standing.done - before[0]) / elapsed:,.0f}" if elapsed > 0 else "…"
            bar.update(task, completed=standing.done, total=standing.asked, rate=rate, shares=_shares(standing))

        yield advance


def _shares(standing: Standing) -> str:
    groups = list(standing.tally.groups.values())
    if not groups or not groups[0].finished:
        return ""
    group = groups[0]
    if group.plays_for_points:
        told = f"{group.points.mean:.2f} points on average"
    elif group.cooperative:
        told = f"won {group.won.wins[0] / group.finished:.1%}"
    else:
        told = "wins by seat " + " ".join(f"{group.won.share(seat):.1%}" for seat in range(group.players))
    return told + ("" if len(groups) == 1 else f" (and {len(groups) - 1} more)")


def print_playtest(run: Playtest, console: Console) -> None:
    """A table of who won, and where the games are."""
    from rich.markup import escape
    from rich.table import Table

    def say(words: str) -> None:
        console.print(escape(words))

    tally = run.tally()
    say(
        f"{run.title}: {tally.games:,} game{'' if tally.games == 1 else 's'} by {', '.join(dict.fromkeys(run.plan.agents))}, seed {run.plan.seed}"
    )
    if (run.store.finished() or {}).get("stopped_early"):
        say(f"stopped early: {run.plan.until} was reached")
    several = len(run.versions) > 1
    for headings, rows_of, points in ((_WINS, _rows, False), (_POINTS, _point_rows, True)):
        groups = [group for group in tally.groups.values() if group.plays_for_points is points]
        table = Table(box=None, pad_edge=False)
        for name in ["version", *headings] if several else headings:
            table.add_column(name, justify="left" if name == "version" else "right")
        for group in groups:
            for row in rows_of(run, group):
                table.add_row(*(escape(cell) for cell in (row if several else row[1:])))
        if groups:
            console.print(table)
    for words in _by_agent(run):
        say(words)
    for words in _not_ended(run):
        say(words)
    say(f"kept in {run.folder}")


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
            mean = Mean(count, total, squares)
            span = f" ({mean.mean - mean.half_width:.2f} to {mean.mean + mean.half_width:.2f})" if count > 1 else ""
            yield f"{agent} gets {mean.mean:.2f} points on average{span}"
        else:
            low, high = part_interval(total, squares, count)
            what = "the games it takes part in" if together else "its seats"
            yield f"{agent} wins {total / count:.1%} of {what} ({low:.1%} to {high:.1%})"


def as_plain(run: Playtest) -> dict[str, Any]:
    """The same as plain values."""
    tally = run.tally()
    return {
        "folder": str(run.folder),
        "game": run.title,
        "seed": run.plan.seed,
        "agents": list(run.plan.agents),
        "complete": run.complete,
        "games": tally.games,
        "asked": run.plan.asked,
        "stopped_early": bool((run.store.finished() or {}).get("stopped_early")),
        "groups": [_group(run, group) for group in tally.groups.values()],
    }


def _group(run: Playtest, group: Group) -> dict[str, Any]:
    return {
        "version": run.versions[group.version].name,
        "params": run.versions[group.version].params,
        **group.as_json(),
    }
