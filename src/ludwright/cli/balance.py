"""``ludwright balance``: better versions of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import Json, Seed, Settings, read_settings
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.balancing import Knob


def balance(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="A bundled game or the path of a game text; with --resume it may be left out."
        ),
    ] = None,
    target: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            metavar="SENTENCE",
            help='What is wanted, as in "first seat wins 47..53%"; may be repeated. Default: what the game expects of itself.',
        ),
    ] = None,
    knob: Annotated[
        list[str] | None,
        typer.Option(
            "--knob",
            metavar="NAME[=1..5]",
            help="A number that may be changed, and how far; `*.cost` names several. May be repeated. Default: parameters, tables and the set-up.",
        ),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            "--keep", metavar="NAME", help="A number that must not change; `*.points` names several. May be repeated."
        ),
    ] = None,
    sums: Annotated[
        list[str] | None,
        typer.Option(
            "--sum", metavar="NAME+NAME", help="Numbers whose sum must not change, as in `*.copies`. May be repeated."
        ),
    ] = None,
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agents",
            "-a",
            metavar="A,B",
            help="Who plays; repeated, the targets hold for each. Default: a scripted player of the game, else random.",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            "-p",
            metavar="2,3",
            help="How many play; the targets hold for each number. Default: the fewest.",
        ),
    ] = None,
    strong: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Who a strong player is. Default: auto:200.")
    ] = None,
    beginner: Annotated[str | None, typer.Option(metavar="AGENT", help="Who a beginner is. Default: mcts:20.")] = None,
    settings: Settings = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="The budget in games, of all versions together.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=1, help="The budget in seconds. Default: 60, unless --games is given.")
    ] = None,
    seed: Seed = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="DIR",
            help="Where the versions are written, and all that was tried. Default: a new folder, GAME_better.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the search in --out.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="Only list the numbers that can be changed.")] = False,
    chart: Annotated[
        Path | None,
        typer.Option("--chart", metavar="FILE", help="Draw all versions that were tried: SVG, PNG, HTML, PDF or JSON."),
    ] = None,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local:2 starts two workers here.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Find versions of a game that meet all targets with as few and as small changes as possible.

    Every version is played on the same deals, and the best once more on fresh ones. Ends with 1 when none meets all targets.
    """
    from ludwright.balancing import balance as look_for
    from ludwright.balancing.targets import BEGINNER, STRONG
    from ludwright.cli.playtest import read_counts
    from ludwright.cli.printing import console, print_blocks, print_json
    from ludwright.cli.progress import proofs_bar

    if list_:
        return _list(game, players, settings, as_json)
    with proofs_bar() as bar:
        folder = out if out is not None or game is None else new_folder(game, "better")
        found = look_for(
            game, target or [], knobs=knob or [], keep=keep or [], sums=sums or [], agents=agents or [], players=read_counts(players),
            strong=strong or STRONG, beginner=beginner or BEGINNER, params=read_settings(settings), games=games, seconds=seconds, seed=seed,
            out=folder, resume=resume, threads=threads, cluster=cluster,
            progress=None if bar is None else lambda words, used: bar(words, round(1000 * used), 1000),
        )  # fmt: skip
    if chart is not None:
        found.chart().save(chart)
    page = found.page(folder / "balance.html") if folder is not None and found.cloud and not found.fine else None
    if as_json:
        print_json(found.as_json())
    else:
        print_blocks(found.shown(), console())
        for path in (page, chart):
            if path is not None:
                say(f"Written: {path}")
    if found.interrupted:
        complain(f"interrupted: this is what was found by then; go on with `ludwright balance --resume --out {folder}`")
        return INTERRUPTED
    return FINE if found.fine or found.versions else FOUND


def new_folder(game: str, what: str) -> Path:
    """A folder that is not there yet, named after the game."""
    stem = f"{Path(game).stem.replace('-', '_').replace(' ', '_')}_{what}"
    number, found = 1, Path(stem)
    while found.exists():
        number += 1
        found = Path(f"{stem}_{number}")
    return found


def _list(game: str | None, players: str | None, settings: list[str] | None, as_json: bool) -> int:
    from ludwright.balancing import BalanceError, knobs_of
    from ludwright.cli.playtest import read_counts
    from ludwright.cli.printing import console, print_json

    if game is None:
        raise BalanceError("name a game")
    found = knobs_of(game, read_counts(players), read_settings(settings))
    if as_json:
        print_json(
            [
                {"name": one.name, "kind": one.kind, "value": one.value, "least": one.values[0], "most": one.values[-1]}
                for one in found
            ]
        )
        return FINE
    _print_knobs(found, console())
    return FINE


_KINDS = {
    "param": "parameter", "cell": "printed number", "copies": "copies", "start": "what a variable begins with", "number": "number of a rule",
    "seat": "what a seat begins with",
}  # fmt: skip


def _print_knobs(found: list[Knob], out: Console) -> None:
    from rich.markup import escape
    from rich.table import Table

    from ludwright.balancing.knobs import turned_by_default

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("knob", "now", "may be", "what it is", ""):
        table.add_column(heading, justify="right" if heading == "now" else "left")
    for one in found:
        span = "yes, no" if one.is_bool else f"{one.values[0]}..{one.values[-1]}"
        now = ("yes" if one.value else "no") if one.is_bool else str(one.value)
        asked = "" if turned_by_default(one, True) else "only if named"
        what = f"{_KINDS[one.kind]}{f': `{one.words}`' if one.words else ''}"
        table.add_row(escape(one.name), now, span, escape(what), asked)
    out.print(table)
