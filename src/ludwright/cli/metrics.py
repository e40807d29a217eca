"""``ludwright metrics``: the figures of a playtest, each with its interval and a game that shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import Json

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.metrics import Figure, Measured

_FEW = 8
"""So many parts are shown where they are asked for."""


def metrics(
    run: Annotated[
        str | None,
        typer.Argument(
            metavar="RUN", help="The folder of a playtest, or its name in runs/. Without it: list the metrics."
        ),
    ] = None,
    which: Annotated[
        list[str] | None, typer.Argument(metavar="[METRIC...]", help="Metrics or groups of them; default: all.")
    ] = None,
    oracle: Annotated[
        str | None,
        typer.Option(
            "--oracle", metavar="WHO", help="Who estimates chances: playouts:100, mcts:200. Default: the lead."
        ),
    ] = None,
    sample: Annotated[
        int, typer.Option("--sample", min=1, help="How many games are played again at most, where that is needed.")
    ] = 1_000,
    turns: Annotated[float | None, typer.Option("--turns", min=1, help="How many turns a game should take.")] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0, help="How long a decision takes; default: 10.")
    ] = None,
    parts: Annotated[
        bool, typer.Option("--parts", help="Also by seat, by third of the game, by action and so on.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Measure a playtest: whether it ends, who wins, how dramatic it is, what is chosen, what is never used."""
    from ludwright.cli.printing import console, print_json

    if run is None:
        return _list(as_json)
    from ludwright.cli.progress import proofs_bar
    from ludwright.metrics import measure
    from ludwright.playtests import open_run
    from ludwright.playtests.shelf import find_run

    playtest = open_run(find_run(run, Path("runs")))
    with proofs_bar() as progress:
        found = measure(
            playtest, which, oracle=oracle, sample=sample, preferred=turns, seconds=seconds, progress=progress
        )
    if as_json:
        print_json({"game": playtest.title, "measured": [measured.as_json() for measured in found]})
        return FINE
    out = console()
    for measured in found:
        version = f" ({measured.version_name})" if len(playtest.versions) > 1 else ""
        _print(playtest.title + version, measured, parts, out)
    return FINE


def _list(as_json: bool) -> int:
    from rich.markup import escape

    from ludwright.cli.printing import console, print_json
    from ludwright.metrics import GROUPS, METRICS

    if as_json:
        print_json(
            [{"name": m.name, "group": m.group, "meaning": m.meaning, "definition": m.definition} for m in METRICS]
        )
        return FINE
    out = console()
    for group in GROUPS:
        out.print(f"[bold]{group}[/bold]")
        for one in METRICS:
            if one.group == group:
                out.print(f"  {escape(one.name):<26}{escape(one.meaning)}")
    return FINE


def _print(title: str, measured: Measured, parts: bool, out: Console) -> None:
    from rich.markup import escape
    from rich.table import Table

    from ludwright.metrics import GROUPS

    players = "1 player" if measured.players == 1 else f"{measured.players} players"
    out.print(
        f"[bold]{escape(title)}[/bold]: {measured.games:,} games, {players}, {escape(', '.join(measured.agents))}"
    )
    if measured.curve:
        out.print(f"[dim]chances to win: {escape(measured.curve)}{_error(measured.curve_error)}[/dim]")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("", "value", "95% interval", "of", "", "see"):
        table.add_column(heading, justify="right" if heading in ("value", "95% interval", "of") else "left")
    for group in GROUPS:
        figures = [figure for _, figure in measured.of_group(group)]
        if figures:
            table.add_row(f"[bold]{group}[/bold]")
        for figure in figures:
            _row(table, figure, 1)
            for part in figure.parts[:_FEW] if parts else ():
                _row(table, part, 2)
    out.print(table)
    out.print()


def _row(table: object, figure: Figure, depth: int) -> None:
    from rich.markup import escape
    from rich.table import Table

    assert isinstance(table, Table)
    interval = (
        f"{_shown(figure.low, figure.unit)} to {_shown(figure.high, figure.unit)}" if figure.low is not None else ""
    )
    name = f"{'  ' * depth}{escape(figure.name)}"
    count = f"{figure.n:,} {figure.of}" if figure.n else ""
    value = _shown(figure.value, figure.unit) if figure.known else "–"
    table.add_row(name, value, interval, count, escape(figure.note), _witness(figure))


def _shown(value: float | None, unit: str) -> str:
    if value is None:
        return "–"
    if unit == "share":
        return f"{value:.1%}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _witness(figure: Figure) -> str:
    if not figure.witnesses:
        return ""
    first = figure.witnesses[0]
    return f"game {first.game}" + (f", frame {first.ply}" if first.ply is not None else "")


def _error(error: Figure | None) -> str:
    return f"; off by {_shown(error.value, 'share')} on average" if error is not None and error.known else ""
