"""``ludwright trace``: one game, move by move, in words."""

from __future__ import annotations

from typing import Annotated

import typer

from ludwright.cli.manners import FINE, FOUND
from ludwright.cli.options import GameName, Json, Players, Profile, Seats, Seed, Settings, read_players, read_settings
from ludwright.cli.visible import say


def trace(
    game: GameName,
    seed: Seed = 1,
    number: Annotated[int, typer.Option("--game", "-g", min=0, help="Which game of that seed, from 0.")] = 0,
    seats: Seats = None,
    players: Players = None,
    settings: Settings = None,
    profile: Profile = None,
    as_json: Json = False,
) -> int:
    """Print one game move by move. The same seed, number and players give the game that `simulate` played.

    Ends with 1 when a fault stopped the game.
    """
    import ludwright

    who, count = read_players(seats, players)
    loaded = ludwright.load(game, players=count, params=read_settings(settings), profile=profile)
    from ludwright.play.trace import GameTeller

    teller = GameTeller(loaded, seed, number, seats=who)
    lines = teller.lines()
    if as_json:
        from ludwright.cli.printing import print_json

        print_json({"game": loaded.title, "seed": seed, "number": number, "lines": list(lines)})
    else:
        for line in lines:
            say(line)
    return FOUND if teller.stopped else FINE
