"""``ludwright power``: what cards, actions, seats and starts are worth, found out by taking them away or giving them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Seed, Settings, read_settings


def power(
    game: GameName,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents",
            "-a",
            metavar="A,B",
            help="Who plays, each among its like; default: the strongest there is time for.",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, help="How many deals, each played in every seat.")
    ] = 400,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    what: Annotated[
        str,
        typer.Option(
            "--what",
            metavar="KINDS",
            help="What is looked at: cards, actions, moves; seats, factions, starts, places; copies, numbers.",
        ),
    ] = "cards,actions,seats,factions,places",
    only: Annotated[
        str | None, typer.Option("--only", metavar="NAMES", help="Only these cards, actions, moves, starts or places.")
    ] = None,
    pairs: Annotated[
        int, typer.Option("--pairs", min=0, max=10, help="Of so many of the strongest: what two are worth together.")
    ] = 3,
    by_skill: Annotated[
        bool, typer.Option("--by-skill", "--skill", help="With players of several strengths, in one table.")
    ] = False,
    observed: Annotated[
        bool, typer.Option("--observed", help="Also who had what in games nobody meddled with.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Also what it brings to go for a thing whenever possible.")
    ] = False,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    chart: Annotated[
        Path | None, typer.Option("--chart", metavar="FILE", help="Also draw it: .svg, .png, .pdf or .html.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Find out what things are worth: one player has to do without, or is given them, on the same deals, in every seat."""
    import ludwright
    from ludwright.cli.power_tables import print_power
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import announce_kernels, proofs_bar

    loaded = ludwright.load(game, players=players, params=read_settings(settings))
    with proofs_bar() as progress:
        found = ludwright.power(
            loaded, agents, games, seed, what=what, only=only or (), pairs=pairs, by_skill=by_skill, observed=observed, force=force,
            threads=threads, progress=progress, announce=announce_kernels,
        )  # fmt: skip
    if chart is not None:
        found.chart().save(chart)
    if as_json:
        print_json({**found.as_json(), "params": dict(loaded.params)})
    else:
        print_power(found, console())
    if found.interrupted:
        complain("interrupted")
        return INTERRUPTED
    return FOUND if found.faulted else FINE
