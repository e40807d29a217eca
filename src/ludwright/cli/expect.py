"""``ludwright expect``: what a designer expects of a game, run like tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, MISUSED, complain
from ludwright.cli.options import Json, Seed, Settings, read_settings
from ludwright.cli.playtest import read_counts

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.expectations import ExpectationResults, ExpectationVerdict

_COLOURS = {"green": "green", "red": "red", "undecided": "yellow"}
_WIDTH = 80
_MARGIN = " " * 10


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


def _print(found: ExpectationResults, show: int, out: Console) -> None:
    run = found.run
    played = ", ".join(dict.fromkeys(agent for cell in run.cells for agent in cell.agents))
    games = sum(group for group in {(v.version, v.players): v.games for v in found.verdicts}.values())
    _wrapped(f"{found.title}: {games:,} game{'s' if games != 1 else ''} by {played}, seed {run.seed}", out, "bold", "")
    if found.unfinished:
        _wrapped(f"{found.unfinished:,} of them did not come to an end: a fault, or too long", out, "yellow", "")
    several = len({(verdict.version, verdict.players) for verdict in found.verdicts}) > 1
    for verdict in found.verdicts:
        _tell(found, verdict, several, show, out)
    counts = [
        f"{len(group)} {name}"
        for name, group in (("green", found.green), ("red", found.red), ("undecided", found.undecided))
    ]
    _wrapped(", ".join(counts) + _stated(found), out, "", "")
    if found.red and not found.kept:
        out.print("--out DIR keeps the games: then those for and against can be inspected")


def _stated(found: ExpectationResults) -> str:
    doubtful = sum(not verdict.sure for verdict in found.verdicts)
    if not doubtful:
        return ""
    return "; any of them is wrong with a chance of at most 5%" + (
        f" (Holm, {doubtful} looked at)" if doubtful > 1 else ""
    )


def _tell(found: ExpectationResults, verdict: ExpectationVerdict, several: bool, show: int, out: Console) -> None:
    from rich.markup import escape

    from ludwright.expectations.telling import value

    of = f" ({verdict.version_name + ', ' if verdict.version_name else ''}{verdict.players} players)" if several else ""
    _wrapped(verdict.title + of, out, _COLOURS[verdict.status], f"{verdict.status:<9} ")
    _wrapped(f"{value(verdict)}; expected {verdict.expectation.wished}", out)
    if verdict.status == "undecided" and verdict.low is not None:
        _wrapped(_needed(found, verdict), out)
    if verdict.note:
        _wrapped(verdict.note, out)
    for name, moments in zip(verdict.sides, (verdict.examples, verdict.against), strict=True):
        for game, frame in moments[:show] if found.kept else ():
            out.print(escape(f"{_MARGIN}{name}: ludwright inspect {_named(found)} --game {game} --frame {frame}"))
    for kept in found.earlier(verdict)[-3:]:
        _wrapped(_before(kept, verdict), out)


def _before(kept: dict[str, Any], verdict: ExpectationVerdict) -> str:
    """What other rules got, when, and what was set or wished otherwise."""
    from ludwright.expectations.telling import plain

    settings = kept.get("settings") or {}
    told = [f"{name}={value}" for name, value in settings.items()] if isinstance(settings, dict) else []
    told.append(f"rules {kept['rules']}")
    if kept.get("wished") not in (None, verdict.expectation.wished):
        told.append(f"expected {kept['wished']}")
    value = kept.get("value")
    known = value if isinstance(value, int | float) else None
    return f"before ({', '.join(told)}, {str(kept.get('time', ''))[:10]}): {kept['status']}, {plain(known, verdict.percent)}"


def _wrapped(text: str, out: Console, style: str = "", first: str = _MARGIN) -> None:
    """Text in lines of 80 columns, the later ones indented; what stands in front has the style."""
    from textwrap import wrap

    from rich.text import Text

    margin = _MARGIN if first else ""
    lines = wrap(text, _WIDTH - len(margin), break_long_words=False, break_on_hyphens=False) or [""]
    for number, line in enumerate(lines):
        front = margin if number else first
        told = Text(front + line)
        if style and not number:
            told.stylize(style, 0, len(front) or len(line))
        out.print(told)


def _needed(found: ExpectationResults, verdict: ExpectationVerdict) -> str:
    from ludwright.expectations.telling import needed, rounded

    return needed(verdict) + (f": --games {rounded(verdict.needed)}" if verdict.needed and not found.given else "")


def _named(found: ExpectationResults) -> str:
    """The run as it is written in a command that can be pasted."""
    from shlex import quote

    return quote(str(found.run.folder))
