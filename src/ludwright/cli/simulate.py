"""``ludwright simulate``: many random games, and what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Seed, Settings, read_settings


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games to play.")] = 10_000,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Also write a page to open in a browser.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Play many random games: who wins, how long they take, what goes wrong.

    The result depends on the seed, not on the number of threads. Ends with 1 when a fault stopped any game.
    """
    import ludwright
    from ludwright.cli.progress import announce_kernels, progress_bar
    from ludwright.cli.summary import Summary

    loaded = ludwright.load(game, players=players, params=read_settings(settings))
    with progress_bar() as progress:
        result = ludwright.simulate(
            loaded, games=games, seed=seed, threads=threads, progress=progress, announce=announce_kernels
        )
    summary = Summary(game, loaded.title, dict(loaded.params), players, settings or [], loaded.where, result)
    if report is not None:
        from ludwright.cli.page import page
        from ludwright.cli.printing import write_text

        write_text(report, page(summary))
    if as_json:
        from ludwright.cli.printing import print_json

        print_json(summary.as_json())
    else:
        from ludwright.cli.printing import console
        from ludwright.cli.tables import print_summary

        print_summary(summary, console())
    if result.interrupted:
        complain("interrupted")
        return INTERRUPTED
    return FOUND if result.faults else FINE
