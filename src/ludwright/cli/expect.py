"""``ludwright expect``: what a designer expects of a game, run like tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, MISUSED, complain
from ludwright.cli.options import Json, Seed, Settings, read_settings
from ludwright.cli.playtest import read_counts

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.expectations import Expected, Verdict

_COLOURS = {"green": "green", "red": "red", "undecided": "yellow"}


def expect(
    source: Annotated[
        str,
        typer.Argument(
            metavar="GAME|RUN",
            help="A game, which is played first, or a playtest: its folder, its name in runs/, or `last`.",
        ),
    ],
    lines: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SENTENCE...]", help='What to expect, as in "draws under 10%"; default: what the game says.'
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", "-f", metavar="FILE", help="Expectations in a file of their own, instead of the game's."
        ),
    ] = None,
    agents: Annotated[
        str, typer.Option("--agents", "-a", metavar="A,B", help="Who plays; too few are taken again from the first.")
    ] = "random",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games are played.")] = 500,
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="2,3", help="How many play; one or several numbers.")
    ] = None,
    seed: Seed = 1,
    settings: Settings = None,
    history: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Add the verdicts to this file, and tell what other versions of the rules got."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="DIR", help="Keep the games that are played, so that they can be inspected."
        ),
    ] = None,
    show: Annotated[int, typer.Option(min=0, help="How many games for and against each are named.")] = 1,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    as_json: Json = False,
) -> int:
    """Say whether a game does what is expected of it: green, red, or undecided. Ends with 1 when anything is red."""
    from ludwright.cli.playtests import playtest_bar
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import announce_kernels, proofs_bar
    from ludwright.expectations import expect as run
    from ludwright.mistakes import MistakesError

    try:
        with playtest_bar() as playing, proofs_bar() as progress:
            found = run(
                source, *lines or (), file=file, agents=agents, games=games, players=read_counts(players), seed=seed,
                params=read_settings(settings), history=history, out=out, threads=threads, progress=progress, playing=playing,
                announce=announce_kernels,
            )  # fmt: skip
    except MistakesError as error:  # an expectation that can't be understood is not one that does not hold
        complain(str(error))
        return MISUSED
    if as_json:
        print_json(found.as_json())
    else:
        _print(found, show, console())
    if found.interrupted:
        complain("interrupted: these are the verdicts of the games that were played")
        return INTERRUPTED
    return FOUND if found.red else FINE


def _print(found: Expected, show: int, out: Console) -> None:
    from rich.markup import escape

    run = found.run
    played = ", ".join(dict.fromkeys(agent for cell in run.cells for agent in cell.agents))
    games = sum(group for group in {(v.version, v.players): v.games for v in found.verdicts}.values())
    out.print(
        f"[bold]{escape(found.title)}[/bold]: {games:,} game{'s' if games != 1 else ''} by {escape(played)}, seed {run.seed}"
    )
    several = len({(verdict.version, verdict.players) for verdict in found.verdicts}) > 1
    for verdict in found.verdicts:
        _tell(found, verdict, several, show, out)
    counts = [
        f"{len(group)} {name}"
        for name, group in (("green", found.green), ("red", found.red), ("undecided", found.undecided))
    ]
    out.print(", ".join(counts) + _stated(found))
    if found.red and not found.kept:
        out.print("--out DIR keeps the games: then those that speak for and against can be inspected")


def _stated(found: Expected) -> str:
    doubtful = sum(not verdict.sure for verdict in found.verdicts)
    if not doubtful:
        return ""
    return "; any of them is wrong with a chance of at most 5%" + (
        f" (Holm, {doubtful} looked at)" if doubtful > 1 else ""
    )


def _tell(found: Expected, verdict: Verdict, several: bool, show: int, out: Console) -> None:
    from rich.markup import escape

    of = f" ({verdict.version_name + ', ' if verdict.version_name else ''}{verdict.players} players)" if several else ""
    wished = "" if verdict.title.endswith(str(verdict.expectation.wish)) else f", wished {verdict.expectation.wished}"
    colour = _COLOURS[verdict.status]
    out.print(
        f"[{colour}]{verdict.status:<9}[/{colour}] {escape(verdict.title + of)}: {escape(_value(verdict) + wished)}"
    )
    if verdict.status == "undecided" and verdict.low is not None:
        needed = (
            f"about {_round(verdict.needed):,} games would decide"
            if verdict.needed
            else "it lies too near to the end of the range: no number of games will decide soon"
        )
        out.print(f"          {needed}")
    if verdict.note:
        out.print(f"          {escape(verdict.note)}")
    for name, moments in (("for", verdict.examples), ("against", verdict.against)):
        for game, frame in moments[:show] if found.kept else ():
            out.print(escape(f"          {name}: ludwright inspect {_named(found)} --game {game} --frame {frame}"))
    for kept in found.earlier(verdict)[-3:]:
        out.print(
            escape(
                f"          by the rules {kept['rules']}: {kept['status']}, {_plain(kept.get('value'), verdict.percent)}"
            )
        )


def _round(games: int | None) -> int:
    """Two digits: more would pretend to know."""
    return int(float(f"{games or 0:.1e}"))


def _value(verdict: Verdict) -> str:
    told = _plain(verdict.value, verdict.percent)
    if verdict.low is not None and not verdict.sure:
        told += f" ({_plain(verdict.low, verdict.percent)} to {_plain(verdict.high, verdict.percent)})"
    if verdict.tried is not None:
        told += f", {verdict.count:,} of {verdict.tried:,} {'games' if verdict.expectation.of == 'games' else 'cases'}"
        told += f", {verdict.open:,} left open" if verdict.open else ""
    return told


def _plain(value: float | None, percent: bool) -> str:
    if value is None:
        return "nothing known"
    return f"{value:.1%}" if percent else f"{value:.3g}"


def _named(found: Expected) -> str:
    name = str(found.run.folder)
    return f'"{name}"' if " " in name else name
