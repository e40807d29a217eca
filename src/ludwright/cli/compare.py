"""``ludwright compare``: two versions of a game on the same deals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, INTERRUPTED, complain
from ludwright.cli.options import Json, Seed, Settings, read_settings
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.comparing import Comparison, Difference

_OPEN = 12
"""So many open differences are shown."""


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A bundled game, the path of a game text, or a kept playtest.")],
    b: Annotated[
        str | None, typer.Argument(metavar="B", help="The same for the other one; default: A with other settings.")
    ] = None,
    agents: Annotated[
        str, typer.Option("--agents", "-a", metavar="A,B", help="Who plays; too few are taken again from the first.")
    ] = "random",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many, of each version.")] = 1_000,
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="2,3", help="How many play; one or several numbers.")
    ] = None,
    seed: Seed = 1,
    settings: Settings = None,
    a_settings: Annotated[
        list[str] | None, typer.Option("--a", metavar="NAME=VALUE", help="Set a parameter of A; may be repeated.")
    ] = None,
    b_settings: Annotated[
        list[str] | None, typer.Option("--b", metavar="NAME=VALUE", help="Set a parameter of B; may be repeated.")
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option("--metric", "-m", metavar="NAME", help="Only this metric or group of metrics; may be repeated."),
    ] = None,
    threshold: Annotated[
        list[str] | None,
        typer.Option(
            "--threshold",
            metavar="NAME=VALUE",
            help="From where on a difference matters: shares=1%, duration in turns=2; may be repeated.",
        ),
    ] = None,
    thresholds: Annotated[
        Path | None, typer.Option("--thresholds", metavar="FILE", help="Thresholds in a TOML or JSON file.")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write one self-contained page.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Also show what did not change.")] = False,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    as_json: Json = False,
) -> int:
    """Tell what changed between two versions of a game, what did not, and what would take more games to tell.

    Both are played with the same deals by the same players, and every metric is compared game by game, with an interval, corrected for the
    number of looks. Two kept playtests are compared as they are.
    """
    from ludwright.cli.playtest import read_counts
    from ludwright.cli.printing import console, print_json, write_text
    from ludwright.cli.progress import proofs_bar
    from ludwright.comparing import compare as compared
    from ludwright.comparing import margins

    matter = margins(thresholds, threshold or [])
    with proofs_bar() as progress:
        found = compared(
            a, b, agents=agents, games=games, players=read_counts(players), seed=seed, params=read_settings(settings),
            a_params=read_settings(a_settings), b_params=read_settings(b_settings), metrics=metric, margins=matter,
            threads=threads, progress=progress,
        )  # fmt: skip
    if html is not None:
        write_text(html, found.html())
    if as_json:
        print_json(found.as_json())
    else:
        _print(found, every, console())
        if html is not None:
            say(f"Written: {html}")
    if found.b.stopped:
        complain("interrupted: only the games that were played by then are compared")
        return INTERRUPTED
    return FINE


def _print(found: Comparison, every: bool, out: Console) -> None:
    from rich.markup import escape

    from ludwright.comparing import CHANGED, OPEN, SAME, TOLD
    from ludwright.comparing.tables import name_of

    out.print(f"[bold]{escape(found.sentence)}[/bold]")
    out.print(f"A: {escape(found.a.label)}. B: {escape(found.b.label)}. {escape(found.basis)}")
    _rules(found, out)
    _expected(found, out)
    _table("changed", found.of(CHANGED), found, out)
    _table("open", found.of(OPEN)[: None if every else _OPEN], found, out)
    same = found.of(SAME)
    if every:
        _table("equivalent", same, found, out)
        _table("told only", [one for one in found.of(TOLD) if one.a.known or one.b.known], found, out)
    elif same:
        out.print(
            f"Equivalent ({escape(found.equivalence)}): {escape(', '.join(name_of(one, found) for one in same))}."
        )
    out.print(f"[dim]{escape(found.promise)}[/dim]")


def _rules(found: Comparison, out: Console) -> None:
    """The lines of the rules that differ."""
    from rich.text import Text

    colours = {"-": "red", "+": "green", " ": "dim"}
    for place, lines in enumerate(found.rules):
        if place:
            out.print(Text("  ...", "dim"))
        for line in lines:
            text = Text(f"{line.sign} {line.text}", colours[line.sign])
            for start, end in line.marks:
                text.stylize("bold underline", start + 2, end + 2)
            out.print(text)
    if not found.rules:
        out.print("The rules are the same.")


def _expected(found: Comparison, out: Console) -> None:
    """What the designer expects, and what became of it."""
    from rich.markup import escape

    from ludwright.cli.printing import rich_table
    from ludwright.comparing.expected import turned
    from ludwright.comparing.tables import expected_table

    if not found.expected:
        return
    out.print(rich_table(expected_table(found)))
    if told := turned(found.expected):
        out.print(f"[bold]{escape(told)}[/bold]")


def _table(title: str, shown: list[Difference], found: Comparison, out: Console) -> None:
    from ludwright.cli.printing import rich_table
    from ludwright.comparing.tables import differences_table

    if shown:
        out.print(rich_table(differences_table(title, shown, found)))
