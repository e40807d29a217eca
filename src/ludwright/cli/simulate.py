"""``ludwright simulate``: many games, and what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Profile, Seats, Seed, Settings, read_players, read_settings


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games to play.")] = 10_000,
    seats: Seats = None,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    profile: Profile = None,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    lead: Annotated[
        bool, typer.Option("--lead", help="Follow who is ahead, and the tracks, turn by turn (up to 10,000 games).")
    ] = False,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Also write a page to open in a browser.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Play many games, at random or by the game's bots: who wins, how long they take, what goes wrong.

    The result depends on the seed, not on the number of threads. Ends with 1 when a fault stopped any game.
    """
    import ludwright
    from ludwright.cli.progress import announce_kernels, progress_bar
    from ludwright.cli.summary import Summary
    from ludwright.play.course import COURSES

    who, count = read_players(seats, players)
    loaded = ludwright.load(game, players=count, params=read_settings(settings), profile=profile)
    with progress_bar() as progress:
        result = ludwright.simulate(
            loaded,
            games=games,
            seed=seed,
            threads=threads,
            progress=progress,
            announce=announce_kernels,
            agents=who,
            follow=min(games, COURSES) if lead else 0,
        )
    summary = Summary(game, loaded.title, dict(loaded.params), players, settings or [], loaded.where, result, profile)
    if report is not None:
        from ludwright.cli.findings_page import page
        from ludwright.cli.printing import write_text

        write_text(report, page(summary))
    if as_json:
        from ludwright.cli.printing import print_json

        print_json(summary.as_json())
    else:
        from ludwright.cli.printing import console
        from ludwright.cli.simulation_table import print_summary

        print_summary(summary, console())
    if result.interrupted:
        complain("interrupted")
        return INTERRUPTED
    return FOUND if result.faults else FINE
