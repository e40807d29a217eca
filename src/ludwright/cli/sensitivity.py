"""``ludwright sensitivity``: which parameter moves which metric."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Seed, Settings, read_settings
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ludwright.comparing import Sensitivity

_OPEN = 5
"""So many open effects are shown."""


def sensitivity(
    game: GameName,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=1..5",
            help="A parameter and its values, 1..5 or 1,2,5. May be repeated; default: all parameters, at the ends of their ranges.",
        ),
    ] = None,
    agents: Annotated[
        str, typer.Option("--agents", "-a", metavar="A,B", help="Who plays; too few are taken again from the first.")
    ] = "random",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many, of each version.")] = 300,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    metric: Annotated[
        list[str] | None,
        typer.Option("--metric", "-m", metavar="NAME", help="This metric or group of metrics; may be repeated."),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option(min=4, help="Take a sample of so many rows, even where all combinations could be played."),
    ] = None,
    chart: Annotated[
        Path | None, typer.Option("--chart", metavar="FILE", help="Draw what moves what: SVG, PNG, HTML, PDF or JSON.")
    ] = None,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    as_json: Json = False,
) -> int:
    """Tell which parameter moves which metric: one at a time, and by how much of the variation comes from each.

    All versions are played with the same deals. Of more than 64 combinations a sample is played; of a large game that would be
    compiled for most of them, each parameter by itself only, unless --rows is given.
    """
    from ludwright.cli.playtest import read_grid
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import proofs_bar
    from ludwright.comparing import sensitivity as found_out

    with proofs_bar() as progress:
        found = found_out(
            game, read_grid(vary), agents=agents, games=games, players=players, seed=seed, params=read_settings(settings),
            metrics=metric, rows=rows, threads=threads, progress=progress,
        )  # fmt: skip
    if chart is not None:
        found.chart().save(chart)
    if as_json:
        print_json(found.as_json())
    else:
        _print(found, console())
        if chart is not None:
            say(f"Written: {chart}")
    if not found.complete:
        complain("interrupted: this is what could be told by then")
        return INTERRUPTED
    return FINE


def _print(found: Sensitivity, out: Console) -> None:
    from rich.markup import escape

    out.print(f"[bold]{escape(found.sentence)}[/bold]")
    out.print(escape(found.basis))
    _effects(found, out)
    _variation(found, out)


def _effects(found: Sensitivity, out: Console) -> None:
    """One at a time: what is sure, parameter by parameter, and then what more games would tell."""
    from rich.markup import escape

    from ludwright.comparing import CHANGED, OPEN
    from ludwright.comparing.tables import arrows, change, course
    from ludwright.comparing.wording import settled

    sure = [one for one in found.effects if one.over_range.state == CHANGED]
    table = _table("one at a time", "course", "change (95% interval)")
    for param in dict.fromkeys(one.param for one in sure):
        own = [one for one in sure if one.param == param]
        table.add_row(f"[bold]{escape(param)}[/bold] {arrows([str(value) for value in own[0].values])}")
        for one in own:
            table.add_row(f"  {escape(one.name)}", course(one), change(one))
    if sure:
        out.print(table)
    open_ = [one for one in found.effects if one.over_range.state == OPEN][:_OPEN]
    table = _table("open", "change (95% interval)", "games to tell")
    for one in open_:
        table.add_row(
            f"{escape(one.param)}: {escape(one.name)}",
            change(one),
            settled(one.over_range).removesuffix(" games would tell").removeprefix("about ").removesuffix(" of"),
        )
    if open_:
        out.print(table)


def _table(*headings: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    return table


def _variation(found: Sensitivity, out: Console) -> None:
    """Where the variation comes from: alone, and in all; of each figure the parameter that matters most first."""
    from rich.markup import escape

    from ludwright.comparing.looks import told
    from ludwright.comparing.tables import share

    if not found.complete or not found.design.spread:
        return
    if not found.shares:
        out.print("Nothing surely varies so much that it matters.")
        return
    table = _table("where variation comes from", "alone", "in all")
    for key, own in found.shares.items():
        table.add_row(f"[bold]{escape(told(key))}[/bold]")
        for name in sorted(found.design.names, key=lambda name: -own.total[name].value):
            table.add_row(f"  {escape(name)}", share(own.first[name]), share(own.total[name]))
    out.print(table)
