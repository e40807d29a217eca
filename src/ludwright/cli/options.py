"""Options that several commands share, and how their values are read."""

from __future__ import annotations

from typing import Annotated

import typer

from ludwright.model.limits import MOST_SEATS

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A bundled game (see `ludwright games`) or the path of a game text.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Players = Annotated[
    int | None, typer.Option("--players", "-p", min=1, max=MOST_SEATS, help="How many play; default: the fewest.")
]
Profile = Annotated[
    str | None,
    typer.Option("--profile", metavar="TITLE", help="Who plays, in a game with a clock: one of its profiles."),
]
Seed = Annotated[int, typer.Option("--seed", "-s", min=0, help="The same seed gives the same games.")]
Seats = Annotated[
    str | None,
    typer.Option(
        metavar="WHO,WHO",
        help="Who plays, for example random,mcts:200 (see `ludwright agents`); one for all, or one for each seat.",
    ),
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set a parameter of the game; may be repeated.")
]


def read_players(seats: str | None, players: int | None) -> tuple[list[str] | None, int | None]:
    """Who plays, and how many play: where that is not said, as many as are named."""
    if seats is None:
        return None, players
    from ludwright.agents.texts import split

    names = split(seats)
    return names, len(names) if players is None and len(names) > 1 else players


def read_settings(texts: list[str] | None) -> dict[str, int]:
    """``["wide=5", "swap=no"]`` as parameters: whole numbers, or yes and no."""
    settings: dict[str, int] = {}
    for text in texts or []:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise typer.BadParameter(
                f"`{text}`: write a parameter's name, an equals sign and its value, like wide=5", param_hint="--set"
            )
        if name in settings:
            raise typer.BadParameter(f"`{name}` is set twice", param_hint="--set")
        settings[name] = _value(name, value)
    return settings


def _value(name: str, text: str) -> int:
    if text in ("yes", "no"):
        return int(text == "yes")
    try:
        return int(text)
    except ValueError:
        message = f"`{name}` can be a whole number, yes or no, but not `{text}`"
        raise typer.BadParameter(message, param_hint="--set") from None
