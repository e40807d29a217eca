"""``ludwright tune``: the settings with which a player is strongest in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Seed, Settings, read_settings
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.balancing.tuning import Tuned

_SHOWN = 8


def tune(
    agent: Annotated[
        str, typer.Argument(metavar="AGENT", help="Who is tuned, as in `mcts:100`; what it is told stays.")
    ],
    game: GameName,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=1,2",
            help="A setting and what it may be. May be repeated; default: all that matter for its kind.",
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(min=1, help="How long it takes.")] = 60.0,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Deals of a first heat, for each candidate and seat.")
    ] = 16,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    save: Annotated[
        str | None,
        typer.Option(
            "--save",
            metavar="NAME",
            help="Keep it as NAME.agent in this folder: then every command takes NAME. A scripted player becomes the bot NAME of the game NAME.game.",
        ),
    ] = None,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    as_json: Json = False,
) -> int:
    """Find the settings with which a player is strongest in a game, thinking as long for a move as before. Ends with 1 when none is surely stronger."""
    import ludwright
    from ludwright.balancing.tuning import tune as tuned
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import proofs_bar

    loaded = ludwright.load(game, players=players, params=read_settings(settings))
    with proofs_bar() as bar:
        found = tuned(
            agent, loaded, vary=_read(vary), seconds=seconds, games=games, seed=seed, threads=threads, save=save,
            progress=None if bar is None else lambda words, used: bar(words, round(1000 * used), 1000),
        )  # fmt: skip
    if as_json:
        print_json(found.as_json())
    else:
        _print(found, console())
        if save is not None and found.file is None:
            say(f"Nothing is kept as `{save}`: `{found.before}` stays the strongest.")
    if found.interrupted:
        complain("interrupted: this is what was found by then")
        return INTERRUPTED
    return FINE if found.better else FOUND


def _read(texts: list[str] | None) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in texts or []:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not (name and equals and values):
            raise typer.BadParameter(f"`{text}`: write a setting and its values, like c=0.4,0.7,1", param_hint="--vary")
        found[name] = [value.strip() for value in values.split(",") if value.strip()]
    return found


def _print(found: Tuned, out: Console) -> None:
    from rich.markup import escape
    from rich.table import Table

    out.print(f"[bold]{escape(found.sentence)}[/bold]")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("tried", "wins", "95% interval", "games"):
        table.add_column(heading, justify="left" if heading == "tried" else "right")
    for one in found.tried[:_SHOWN]:
        low, high = one.interval
        table.add_row(escape(one.text), f"{one.share:.0%}", f"{low:.0%} to {high:.0%}", f"{one.games:,}")
    if found.tried:
        out.print(table)
    out.print(f"{found.games:,} games against `{found.before}`, everybody with as much time for a move.")
    if found.file is not None:
        where = f" in {found.file}" if found.called is not None else ""
        out.print(f"Written: {found.file}; as an agent{where} it is called `{found.called or found.file.stem}`")
