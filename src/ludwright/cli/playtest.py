"""``ludwright playtest``: many games, played and kept."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import Json as Json
from ludwright.cli.options import Profile, Seed, Settings, read_settings

if TYPE_CHECKING:
    from ludwright.playtests import Playtest

_MOST_VALUES = 10_000


def playtest(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A bundled game or the path of a game text; not needed with --resume."),
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option("--also", metavar="GAME", help="Another version of the game, by other rules. May be repeated."),
    ] = None,
    agents: Annotated[
        str, typer.Option("--agents", "-a", metavar="A,B", help="Who plays; too few are taken again from the first.")
    ] = "random",
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many, for each version and number of players.")
    ] = 1_000,
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="2,3", help="How many play; one or several numbers.")
    ] = None,
    seatings: Annotated[
        str, typer.Option(help="Whether the agents change seats: fixed, rotate or all (every order).")
    ] = "rotate",
    seed: Seed = 1,
    settings: Settings = None,
    grid: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=1..5", help="Versions of the game: a parameter's values, 1..5 or 1,2,5. May be repeated."
        ),
    ] = None,
    profile: Profile = None,
    until: Annotated[
        str | None, typer.Option(metavar="RULE", help='Stop when enough is known: "seat advantage ± 1%".')
    ] = None,
    tracked: Annotated[
        int, typer.Option(min=0, help="Of so many games of each seating keep `lead` and tracks, turn by turn.")
    ] = 10_000,
    considered: Annotated[
        int, typer.Option(min=0, help="Of so many games of each seating keep what the players think of their options.")
    ] = 0,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Where to keep it; default: a new folder in runs/."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the playtest in --out.")] = False,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local:2 starts two workers here.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Play many games, keep every one of them, and tell who wins.

    The folder holds all that is needed to replay, inspect and question every game. The games depend on the seed, not on the number of
    threads or machines. Stopped at any moment, --resume goes on to the same result. Ends with 1 when a fault stopped any game.
    """
    import ludwright
    from ludwright.cli.playtests import as_plain, playtest_bar, print_playtest
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import announce_kernels
    from ludwright.playtests.errors import PlaytestError
    from ludwright.playtests.shelf import free_folder

    if resume and out is None:
        raise PlaytestError("say which playtest to go on with: `--resume --out DIR`")
    if game is None and not resume:
        raise PlaytestError("say which game to play, for example `ludwright playtest connect_four`")
    from ludwright.game import find

    folder = out if out is not None else free_folder(find(game or "").stem)
    try:
        with playtest_bar() as progress:
            run = ludwright.playtest(
                game or "",
                agents,
                games,
                also=also or [],
                players=read_counts(players),
                seatings=seatings,
                seed=seed,
                params=read_settings(settings),
                grid=read_grid(grid),
                profile=profile,
                until=until,
                tracked=tracked,
                considered=considered,
                out=folder,
                resume=resume,
                threads=threads,
                cluster=cluster,
                progress=progress,
                announce=announce_kernels,
            )
    except KeyboardInterrupt:  # while things were made ready
        complain(f"interrupted: {_how_to_go_on(folder)}")
        return INTERRUPTED
    if as_json:
        print_json(as_plain(run))
    else:
        print_playtest(run, console())
    if not run.complete:
        complain(f"interrupted: {_how_to_go_on(folder)}")
        return INTERRUPTED
    return FOUND if _stopped_by_faults(run) else FINE


def _how_to_go_on(folder: Path) -> str:
    """What was kept of a playtest that was stopped, and how to go on."""
    from ludwright.playtests.store import PlaytestStore

    store = PlaytestStore(folder)
    if not store.begun:
        return "no game was played yet, and nothing is kept: give the same command again"
    plan, done = store.plan(), store.done()
    games = sum(chunk.games for chunk in plan.chunks if chunk.index in done)
    kept = f"{games:,} of {plan.asked:,} games are kept" if games else f"none of {plan.asked:,} games is kept yet"
    return f"{kept}; go on with `ludwright playtest --resume --out {shlex.quote(str(folder))}`"


def _stopped_by_faults(run: Playtest) -> bool:
    return any(group.finished < group.games for group in run.tally().groups.values())


def read_counts(text: str | None) -> list[int] | None:
    """``"2,3"`` or ``"2..4"`` as numbers of players."""
    return None if text is None else read_values("--players", text)


def read_grid(texts: list[str] | None) -> dict[str, list[int]]:
    """``["coins=1..5", "swap=yes,no"]`` as the values of parameters."""
    grid: dict[str, list[int]] = {}
    for text in texts or []:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not (name and equals and values):
            raise typer.BadParameter(
                f"`{text}`: write a parameter and its values, like coins=1..5", param_hint="--grid"
            )
        if name in grid:
            raise typer.BadParameter(f"`{name}` is there twice", param_hint="--grid")
        grid[name] = read_values("--grid", values)
    return grid


def read_values(hint: str, text: str) -> list[int]:
    """``1..5``, ``1,2,5``, ``10..50 by 10``, or yes and no, as whole numbers, each once."""
    found: list[int] = []
    for part in text.split(","):
        found += _span(hint, part.strip())
        if len(found) > _MOST_VALUES:
            raise typer.BadParameter(f"more than {_MOST_VALUES:,} values", param_hint=hint)
    return list(dict.fromkeys(found))


def _span(hint: str, part: str) -> list[int]:
    if part in ("yes", "no"):
        return [int(part == "yes")]
    span, _, step = part.partition(" by ")
    low, dots, high = span.partition("..")
    try:
        first, last, by = int(low), int(high) if dots else int(low), int(step) if step else 1
    except ValueError:
        message = f"`{part}` is not a whole number, yes, no, or a span like 1..5 or 10..50 by 10"
        raise typer.BadParameter(message, param_hint=hint) from None
    if by < 1 or last < first:
        raise typer.BadParameter(f"`{part}` has no values: write the smaller number first", param_hint=hint)
    if (last - first) // by >= _MOST_VALUES:
        raise typer.BadParameter(f"`{part}` has more than {_MOST_VALUES:,} values", param_hint=hint)
    return list(range(first, last + 1, by))
