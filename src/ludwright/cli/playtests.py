"""How playtests look in a terminal: the bar while they run, and what came of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ludwright.playtests.tally import Group

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.playtests import Playtest
    from ludwright.playtests.running import PlaytestProgress, Progress


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

        def advance(standing: PlaytestProgress) -> None:
            before.append(standing.done) if not before else None
            elapsed = bar.tasks[0].elapsed or 0.0
            rate = f"{(standing.done - before[0]) / elapsed:,.0f}" if elapsed > 0 else "…"
            bar.update(task, completed=standing.done, total=standing.asked, rate=rate, shares=_shares(standing))

        yield advance


def _shares(standing: PlaytestProgress) -> str:
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
    from ludwright.cli.printing import print_blocks
    from ludwright.playtests.result_tables import blocks

    print_blocks(blocks(run), console)


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
