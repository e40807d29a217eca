"""``ludwright tournament``: agents against each other, in every seating."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Profile, Seed, Settings, read_settings

Svg = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Also draw it into a file.")]
Threads = Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")]


def tournament(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Option(
            "--agents", "-a", metavar="A,B", help="Who takes part: `random,mcts:100,mcts:400`. May be repeated."
        ),
    ],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games in all, shared evenly.")] = 1_000,
    itself: Annotated[bool, typer.Option("--itself", help="Each agent also plays itself.")] = False,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    profile: Profile = None,
    threads: Threads = None,
    svg: Svg = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Also write the matrix as a table.")] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Also write a page to open in a browser.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Let agents play each other in every seating: who beats whom, how strong each is, and what of it is sure.

    The result depends on the seed, not on the number of threads. Ends with 1 when a fault stopped any game.
    """
    import ludwright
    from ludwright.cli.printing import console, print_json, write_text
    from ludwright.cli.progress import announce_kernels, progress_bar
    from ludwright.cli.standings import print_tournament, with_faults
    from ludwright.tournaments.export import as_html, as_page

    loaded = ludwright.load(game, players=players, params=read_settings(settings), profile=profile)
    with progress_bar() as progress:
        found = ludwright.tournament(
            loaded, agents, games, seed, itself=itself, threads=threads, progress=progress, announce=announce_kernels
        )
    asked_again = [game, *(["--players", str(players)] if players is not None else [])]
    asked_again += [word for setting in settings or [] for word in ("--set", setting)]
    asked_again += ["--profile", profile] if profile is not None else []
    told = with_faults(found, loaded, asked_again)
    for path, write in ((svg, found.svg), (csv, found.csv)):
        if path is not None:
            write_text(path, write())
    if html is not None:
        write_text(html, as_page(f"Tournament: {found.title}", as_html(found)))
    if as_json:
        print_json({**told, "params": dict(loaded.params)})
    else:
        print_tournament(found, told["faults"], console())
    if found.interrupted:
        complain("interrupted")
        return INTERRUPTED
    return FOUND if found.faults else FINE
