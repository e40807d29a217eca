"""``ludwright sensitivity``: which parameter moves which metric."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Seed, Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.comparing import Sensitivity
    from ludwright.comparing.variance import Index

_OPEN = 8
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

    All versions are played with the same deals. Of more than 64 combinations a sample is played.
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
            print(f"Written: {chart}")
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
    """One at a time."""
    from rich.markup import escape
    from rich.table import Table

    from ludwright.comparing import CHANGED, OPEN
    from ludwright.comparing.wording import number, settled

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("parameter", "figure", "course", "over the range", "95% interval", ""):
        table.add_column(heading, justify="right" if "range" in heading or "%" in heading else "left")
    sure = [one for one in found.effects if one.over_range.state == CHANGED]
    open_ = [one for one in found.effects if one.over_range.state == OPEN][:_OPEN]
    for one in (*sure, *open_):
        line = one.over_range
        course = ", ".join(
            f"{value}: {number(own.value, line.unit)}" for value, own in zip(one.values, one.figures, strict=True)
        )
        ends = f"{number(line.low, line.unit, signed=True)} to {number(line.high, line.unit, signed=True)}"
        note = f"open: {settled(line)}" if line.state == OPEN else ""
        table.add_row(one.param, escape(one.name), course, number(line.value, line.unit, signed=True), ends, note)
    if table.rows:
        out.print(table)


def _variation(found: Sensitivity, out: Console) -> None:
    """Where the variation comes from: alone / in all."""
    from rich.markup import escape
    from rich.table import Table

    if not found.complete:
        return
    if not found.shares:
        out.print("Nothing surely varies so much that it matters.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("variation of")
    for name in found.design.names:
        table.add_column(f"{name}: alone", justify="right")
        table.add_column("in all", justify="right")
    from ludwright.comparing.looks import told

    for key, own in found.shares.items():
        cells = [_share(index) for name in found.design.names for index in (own.first[name], own.total[name])]
        table.add_row(escape(told(key)), *cells)
    out.print(table)


def _share(index: Index) -> str:
    return f"{index.value:.0%} ({index.low:.0%} to {index.high:.0%})"
