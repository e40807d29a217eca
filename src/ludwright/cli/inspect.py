"""``ludwright inspect``: one frame of a recorded game, looked at, stepped through, gone on with otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludwright.cli.manners import FINE, INTERRUPTED, complain
from ludwright.cli.options import Json, Seed
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from ludwright.inspecting import Inspection, Recorded


def inspect(
    run: Annotated[str, typer.Argument(metavar="RUN", help="The folder of a playtest, or its name in runs/.")],
    number: Annotated[int, typer.Option("--game", "-g", min=0, help="Which game of the playtest, from 0.")] = 0,
    frame: Annotated[
        int, typer.Option("--frame", "-f", metavar="F", help="After how many answers; -1 is the end.")
    ] = 0,
    before: Annotated[
        bool, typer.Option("--before/--after", help="The position before the frame's answer, or after it.")
    ] = False,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="P", help="Only what this seat sees: its number from 1, or its name."),
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw it into an SVG file.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Step through the game in the terminal.")] = False,
    fork: Annotated[bool, typer.Option("--fork", help="Go on from this frame, many times over.")] = False,
    seats: Annotated[
        str | None,
        typer.Option(metavar="WHO,WHO", help="--fork: who goes on; by default those who played."),
    ] = None,
    action: Annotated[
        list[str] | None,
        typer.Option("--action", metavar="WORDS", help="--fork: what is done first. May be repeated."),
    ] = None,
    games: Annotated[int | None, typer.Option("--games", "-n", min=1, help="--fork: how often; default 100.")] = None,
    redeal: Annotated[
        bool, typer.Option("--redeal", help="--fork --seat P: deal again what that seat does not know.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="--fork: keep the games there as a playtest.")
    ] = None,
    seed: Seed = 1,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    as_json: Json = False,
) -> int:
    """Look at one frame of a recorded game: everything that is there, and what was changed; or go on from it otherwise."""
    from ludwright.cli.seats import read_seat
    from ludwright.playtests import open_run
    from ludwright.playtests.shelf import find_run

    forking = {"--seats": seats, "--action": action, "--games": games, "--redeal": redeal, "--out": out}
    for name, given in forking.items():
        if given and not fork:
            raise typer.BadParameter("this is for going on from a frame: add --fork", param_hint=name)
    folder = find_run(run, Path("runs"))
    recorded = open_run(folder).recorded(number)
    viewer = None if seat is None else read_seat(seat, recorded.game.seats)
    if fork:
        if redeal and viewer is None:
            raise typer.BadParameter("say whose knowledge counts: add --seat", param_hint="--redeal")
        told = {"agents": seats, "actions": action or [], "games": games or 100, "seed": seed, "threads": threads}
        return _forked(recorded, frame, as_json, {**told, "out": out, "redeal": viewer if redeal else None})
    inspection = recorded.inspect(frame)
    if step:
        from ludwright.cli.stepping import Stepping

        return Stepping(recorded, inspection.frame, viewer, f"Game {number:,} of {folder}").go()
    _show(inspection, viewer, before, svg, f"Game {number:,} of {folder}", as_json)
    return FINE


def _show(inspection: Inspection, seat: int | None, before: bool, svg: Path | None, whose: str, as_json: bool) -> None:
    if svg is not None:
        from ludwright.cli.printing import write_text

        write_text(svg, inspection.svg(seat, before=before))
    if as_json:
        from ludwright.cli.printing import print_json

        print_json(inspection.as_json(seat, before=before))
    elif svg is not None:
        say(f"{heading(inspection, before, whose)}: {inspection.done(seat)}. The picture is {svg}.")
    else:
        from ludwright.cli.picture import print_scene
        from ludwright.cli.printing import console

        say(heading(inspection, before, whose))
        print_scene(inspection.scene(seat, before=before), console())
        say()
        for line in inspection.listing(seat, before=before):
            say(line)


def heading(inspection: Inspection, before: bool, whose: str) -> str:
    """Which frame of which game this is."""
    when = ", before its answer" if before and inspection.frame else ""
    return f"{whose}, frame {inspection.frame:,} of {inspection.recorded.last:,}{when}"


def _forked(recorded: Recorded, frame: int, as_json: bool, told: dict[str, Any]) -> int:
    from ludwright.agents.texts import split
    from ludwright.cli.forks import print_fork
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import announce_kernels, progress_bar
    from ludwright.playtests.forking import fork

    told["agents"] = None if told["agents"] is None else split(told["agents"])
    with progress_bar() as progress:
        found = fork(recorded, frame, progress=progress, announce=announce_kernels, **told)
    print_json(found.as_json()) if as_json else print_fork(found, console())
    if found.interrupted:
        complain("interrupted")
        return INTERRUPTED
    return FINE
