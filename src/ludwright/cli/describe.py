"""``ludwright describe``: what a game consists of, without playing it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import GameName, Json, Players, Settings, read_settings
from ludwright.cli.visible import say


def describe(
    game: GameName,
    players: Players = None,
    settings: Settings = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Draw which rules read and change what."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Describe a game: players, components, decisions a turn, and which rules touch what."""
    import ludwright

    loaded = ludwright.load(game, players=players, params=read_settings(settings))
    described, origin = ludwright.describe(loaded), loaded.description.origin
    if svg is not None:
        from ludwright.cli.printing import write_text

        write_text(svg, described.svg())
    if as_json:
        from ludwright.cli.printing import print_json

        print_json(described.as_json() | ({"imported": origin.facts} if origin is not None else {}))
    else:
        say(described.as_text())
        if origin is not None:
            say(f"\n{origin.about}")
        if svg is not None:
            say(f"\nThe picture is {svg}.")
    return FINE
