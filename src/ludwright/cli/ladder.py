"""``ludwright ladder``: twice the thought on every rung, until it no longer helps."""

from __future__ import annotations

from typing import Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Profile, Seed, Settings, read_settings
from ludwright.cli.tournament import Svg, Threads


def ladder(
    game: GameName,
    agent: Annotated[str, typer.Option("--agent", "-a", help="Who thinks, without a budget.")] = "auto",
    start: Annotated[int, typer.Option("--start", min=1, help="The budget of the first rung.")] = 8,
    most: Annotated[int, typer.Option("--most", min=1, help="The highest budget.")] = 4096,
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, help="How many games a rung may take; fewer if it is clear before.")
    ] = 400,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    profile: Profile = None,
    threads: Threads = None,
    svg: Svg = None,
    as_json: Json = False,
) -> int:
    """Double an agent's budget until it no longer gets stronger: how deep the game is.

    The first rung plays a random player, every other one the rung below. It ends when two rungs in a row show no gain.
    """
    import ludwright
    from ludwright.cli.printing import console, print_json, write_text
    from ludwright.cli.progress import announce_kernels, proofs_bar
    from ludwright.cli.standings import print_ladder

    loaded = ludwright.load(game, players=players, params=read_settings(settings), profile=profile)
    with proofs_bar() as progress:
        found = ludwright.ladder(
            loaded, agent, start, games, most, seed, threads=threads, progress=progress, announce=announce_kernels
        )
    if svg is not None:
        write_text(svg, found.svg())
    if as_json:
        print_json({**found.as_json(), "params": dict(loaded.params)})
    else:
        print_ladder(found, console())
    if found.interrupted:
        complain("interrupted")
        return INTERRUPTED
    return FOUND if found.faulted else FINE
