"""``ludwright show``: one frame of a game, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludwright.cli.manners import FINE, FOUND
from ludwright.cli.options import GameName, Json, Players, Profile, Seats, Seed, Settings, read_players, read_settings
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from ludwright.play.match import Match


def show(
    game: GameName,
    frame: Annotated[int, typer.Option("--frame", "-f", metavar="K", min=0, help="After how many moves.")] = 0,
    seed: Seed = 1,
    number: Annotated[int, typer.Option("--game", "-g", min=0, help="Which game of that seed, from 0.")] = 0,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="P", help="Only what this seat sees: its number from 1, or its name."),
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw it into an SVG file.")] = None,
    seats: Seats = None,
    players: Players = None,
    settings: Settings = None,
    profile: Profile = None,
    as_json: Json = False,
) -> int:
    """Draw a position: after so many moves of the game that `simulate` and `trace` play with that seed and those players."""
    from ludwright.cli.seats import read_seat
    from ludwright.drawing import scene_of
    from ludwright.play.frames import frame as frame_of

    who, count = read_players(seats, players)
    match = frame_of(
        game, seed, number, frame, players=count, params=read_settings(settings), profile=profile, seats=who
    )
    viewer = None if seat is None else read_seat(seat, match.game.seats)
    scene = scene_of(match, viewer)
    if svg is not None:
        from ludwright.cli.printing import write_text
        from ludwright.drawing.svg import svg_of

        write_text(svg, svg_of(scene))
    if as_json:
        from dataclasses import asdict

        from ludwright.cli.printing import print_json

        print_json({**_facts(match, seed, number, frame, viewer), "scene": asdict(scene)})
    elif svg is not None:
        say(f"{scene.title}. {scene.standing}. The picture is {svg}.")
    else:
        from ludwright.cli.picture import print_scene
        from ludwright.cli.printing import console

        print_scene(scene, console())
        if match.over and match.moves < frame:
            say(f"\nThere is no move {frame:,}: this is the end.")
    return FOUND if match.fault is not None else FINE


def _facts(match: Match, seed: int, number: int, frame: int, viewer: int | None) -> dict[str, Any]:
    from ludwright.drawing.staging import asked_seat, moves_counted

    actor = asked_seat(match, viewer)
    return {
        "game": match.game.title,
        "seed": seed,
        "number": number,
        "frame": frame,
        "moves": moves_counted(match, viewer),
        "over": match.over,
        "to_move": None if actor is None else match.game.seats[actor],
    }
