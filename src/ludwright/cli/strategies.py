"""``ludwright strategies``: is there a best way to play, how do winners open, how deep is it, do all games end alike?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Seed, Settings, read_settings

if TYPE_CHECKING:
    from ludwright.strategy import Strategies

_WIDE = 80


def strategies(
    game: GameName,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents", "-a", metavar="A,B,C", help="Who plays; default: searching, greedy, random, bots, personas."
        ),
    ] = None,
    players: Players = None,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="About how long it plays.")] = 30.0,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-n", min=2, help="How many games, instead: between different players, and among equals."
        ),
    ] = None,
    thoughts: Annotated[
        int | None, typer.Option("--thoughts", min=1, help="How many play-outs players may think of for each decision.")
    ] = None,
    ladder: Annotated[bool, typer.Option(help="Also climb a ladder, to see how deep the game is.")] = True,
    seed: Seed = 1,
    settings: Settings = None,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="DIR", help="Keep the games of the strongest in a folder.")
    ] = None,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    as_json: Json = False,
) -> int:
    """Look for strategies: is there a best one, is the obvious plan best, how do winners open, does one plan always win?

    Searching players, greedy and random ones, the game's bots and personas play each other; the strongest play themselves; and a ladder is
    climbed. With --games the same games are played anywhere, else as many as the time allows.
    """
    import ludwright
    from ludwright.cli.printing import print_json
    from ludwright.cli.progress import announce_kernels, proofs_bar

    with proofs_bar() as progress:
        found = ludwright.strategies(
            game, agents, players=players, params=read_settings(settings), seed=seed, seconds=seconds, games=games,
            thoughts=thoughts, climb=ladder, out=keep, threads=threads, progress=progress, announce=announce_kernels,
        )  # fmt: skip
    if as_json:
        print_json(found.as_json())
    else:
        _print(found)
    if found.interrupted:
        complain("interrupted: this is what the games played so far tell")
        return INTERRUPTED
    return FINE


def _print(found: Strategies) -> None:
    from textwrap import fill

    from rich.markup import escape

    from ludwright.cli.printing import console, rich_table
    from ludwright.strategy.answer_tables import matrix

    out = console()
    who = ", ".join(found.agents)
    players = "1 player" if found.players == 1 else f"{found.players} players"
    out.print(f"[bold]{escape(found.title)}[/bold]: {found.games:,} games, {players}, seed {found.seed}")
    out.print(escape(fill(f"who: {who}", _WIDE, subsequent_indent="     ", break_on_hyphens=False)))
    for answer in found.answers:
        out.print(f"\n[bold]{escape(answer.question)}[/bold]")
        out.print(
            escape(fill(answer.sentence, _WIDE, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False))
        )
        for line in answer.details:
            out.print(
                escape(fill(line, _WIDE, initial_indent="    ", subsequent_indent="      ", break_on_hyphens=False))
            )
        if answer.figures[0].name == "metagame" and answer.known:
            out.print(rich_table(matrix(answer.figures[0], "    "), "dim"))
    out.print("\nEvery figure with its interval: `--json`. What each means: `ludwright metrics`.")
    if found.among is not None and not found.among.temporary:
        out.print(escape(f"The games of {found.strongest} among themselves are kept in {found.among.folder}."))
