"""``ludwright explain``: what a player that has learned goes by, in sentences and as a picture of the board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE, complain
from ludwright.cli.options import GameName, Json, Players, Seed, Settings, read_settings


def explain(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What was learned: a file that `ludwright learn` made.")],
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="How many of its own games are looked at.")] = 100,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE.svg", help="Draw what cells are worth into a file.")
    ] = None,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    as_json: Json = False,
) -> int:
    """Tell what a player that has learned goes by: what one more of each thing is worth to it, and which cells of the board."""
    import ludwright
    from ludwright.cli.printing import print_json
    from ludwright.cli.visible import say
    from ludwright.learning.readable import explain as explained
    from ludwright.written import put

    loaded = ludwright.load(game, players=players, params=read_settings(settings))
    found = explained(loaded, file, games, seed)
    if as_json:
        print_json(found.as_json())
    else:
        say(str(found))
    if picture is not None:
        if not found.svg():
            complain(f"{found.title} has no board on whose cells players' things lie: nothing is drawn")
        else:
            put(picture, found.svg().encode())
    return FINE
