"""``ludwright why``: what a player thinks of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import GameName, Json, Players, Profile, Seats, Seed, Settings, read_players, read_settings
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.agents.reasons import Why
    from ludwright.play.match import Match

DEFAULT = "auto:2000"


def why(
    game: GameName,
    frame: Annotated[int, typer.Option("--frame", "-f", metavar="K", min=0, help="After how many moves.")] = 0,
    agent: Annotated[
        str, typer.Option("--agent", "-a", metavar="AGENT", help="Who is asked: see `ludwright agents`.")
    ] = DEFAULT,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="P", help="From there on, the first choice of this seat: its number from 1, or its name."
        ),
    ] = None,
    seed: Seed = 1,
    number: Annotated[int, typer.Option("--game", "-g", min=0, help="Which game of that seed, from 0.")] = 0,
    seats: Seats = None,
    players: Players = None,
    settings: Settings = None,
    profile: Profile = None,
    as_json: Json = False,
) -> int:
    """Tell what an agent thinks of every move in a position: how good it is, how sure that is, and what it expects to follow.

    The position is one of the game that `simulate`, `trace` and `show` play with that seed. The agent sees what the seat sees.
    """
    from ludwright.agents.why import why as ask
    from ludwright.cli.seats import read_seat
    from ludwright.play.agents import MOVE_LIMIT
    from ludwright.play.frames import frame as frame_of

    who, count = read_players(seats, players)

    def frame_at(moves: int, until: Callable[[Match], bool] | None = None) -> Match:
        params = read_settings(settings)
        return frame_of(
            game, seed, number, moves, until=until, players=count, params=params, profile=profile, seats=who
        )

    match = frame_at(frame)
    if seat is not None:
        wanted = read_seat(seat, match.game.seats)
        match = frame_at(MOVE_LIMIT, lambda later: later.moves >= frame and _chooses(later, wanted))
        if not _chooses(match, wanted):
            name = match.game.seats[wanted]
            raise typer.BadParameter(f"{name} has nothing more to choose in this game", param_hint="--seat")
    found = ask(match, agent, seed)
    if as_json:
        from ludwright.cli.printing import print_json

        print_json({**found.as_json(), "seed": seed, "number": number, "frame": match.moves})
    else:
        from ludwright.cli.picture import print_scene
        from ludwright.cli.printing import console
        from ludwright.drawing import scene_of

        print_scene(scene_of(match, match.actor), console())
        say()
        print_why(found, console())
    return FINE


def _chooses(match: Match, seat: int) -> bool:
    return match.actor == seat and len(match.codes()) > 1


def print_why(found: Why, out: Console, most: int | None = None) -> None:
    """A table of the moves, the best first, and what is expected."""
    from rich.markup import escape
    from rich.table import Table

    headings, rows = found.table()
    out.print(f"[bold]{escape(found.sentence)}[/bold]")
    if len(headings) > 1:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column, heading in enumerate(headings):
            table.add_column(heading, justify="right" if column else "left", overflow="fold")
        for row in rows[:most]:
            table.add_row(*(escape(text) for text in row))
        out.print(table)
        if most is not None and len(rows) > most:
            out.print(f"[dim]and {len(rows) - most:,} more[/dim]")
    if found.steps:
        out.print(f"Expected: {escape(found.line)}")
