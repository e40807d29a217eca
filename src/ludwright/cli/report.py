"""``ludwright report``: what a game's playtests show, in sentences, charts and replays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludwright.cli.manners import FINE, complain
from ludwright.cli.options import Json, Seed, Settings, read_settings
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from ludwright.playtests import Playtest
    from ludwright.reports import Report


def report(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|RUN", help="A bundled game, the path of a game text, or a playtest that was kept."
        ),
    ],
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write one self-contained page.")] = None,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", metavar="FILE", help="Write the sentences as Markdown.")
    ] = None,
    pdf: Annotated[
        Path | None, typer.Option("--pdf", metavar="FILE", help="Print the page; needs Chromium or Chrome.")
    ] = None,
    sell_sheet: Annotated[
        bool, typer.Option("--sell-sheet", help="For --html and --pdf: one sheet about the game, for publishers.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="A first look, in ten seconds at most: random players, and some who think.")
    ] = False,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents", "-a", metavar="A,B", help="Who plays; default: random, greedy and the strongest players."
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, help="How many games for each table; default: what the time allows."),
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", "-p", metavar="2,3", help="How many play; default: up to three numbers.")
    ] = None,
    seed: Seed = 1,
    settings: Settings = None,
    threshold: Annotated[
        list[str] | None,
        typer.Option(
            "--threshold", metavar="NAME=VALUE", help="Set a rule's threshold, such as draws=0.3; may be repeated."
        ),
    ] = None,
    thresholds: Annotated[
        Path | None, typer.Option("--thresholds", metavar="FILE", help="Thresholds in a TOML or JSON file.")
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="How long the whole report takes.")] = 90.0,
    learned: Annotated[
        str | None,
        typer.Option(
            "--learned", metavar="FILE", help="The strong players go by what was learned (`ludwright learn`)."
        ),
    ] = None,
    mend: Annotated[
        bool,
        typer.Option(
            "--mend", help="Also look for changes that mend what is found; takes as long again as the report."
        ),
    ] = False,
    keep: Annotated[Path | None, typer.Option("--keep", metavar="DIR", help="Keep the playtests in a folder.")] = None,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    lines: Annotated[
        bool, typer.Option("--progress", help="Tell on the error stream what is being done, line by line.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Tell what is wrong with a game, the most important first, with games that show it.

    Of a game the playtests are made first: random players, then the strongest there are. Ctrl-C gives the report of what is known by then. Stated is only what is sure: the interval of a figure
    must clear the threshold, corrected for the number of questions.
    """
    from ludwright.cli.printing import print_json
    from ludwright.cli.progress import report_progress
    from ludwright.findings import thresholds as read_thresholds
    from ludwright.reports import ReportOptions
    from ludwright.reports import report as make

    limits = read_thresholds(thresholds, threshold or [])
    source = _source(game)
    wish = ReportOptions(
        seed, _counts(players), read_settings(settings), agents, games, quick, seconds, threads, keep, learned or ""
    )  # fmt: skip
    with report_progress(wish.budget.seconds, lines) as (progress, found):
        made = make(source, wish=wish, limits=limits, progress=progress, found=None if quick else found)
    if mend and not made.interrupted:
        with report_progress(wish.budget.seconds, lines) as (progress, _):
            made.mend(wish.budget.seconds, threads=threads, progress=progress)
    _write(made, html, markdown, pdf, sell_sheet)
    if as_json:
        print_json(_finite(made.as_json()))
    else:
        _print(made, [path for path in (html, markdown, pdf) if path is not None])
    if made.interrupted:
        complain("interrupted: this is the report of what was known by then")
    return FINE


def _source(name: str) -> str | Playtest:
    """A playtest if there is one of that name, else a game."""
    from ludwright.game import UnknownGameError, find
    from ludwright.playtests import open_run
    from ludwright.playtests.errors import PlaytestError
    from ludwright.playtests.shelf import find_run

    try:
        folder = find_run(name)
    except PlaytestError:
        try:
            find(name)
        except UnknownGameError as error:
            raise UnknownGameError(f"{error}\nThere is no playtest of that name either (`ludwright runs`)") from None
        return name
    return open_run(folder)


def _counts(text: str | None) -> tuple[int, ...]:
    from ludwright.cli.playtest import read_counts

    return tuple(read_counts(text) or ())


def _write(made: Report, html: Path | None, markdown: Path | None, pdf: Path | None, sell_sheet: bool) -> None:
    from ludwright.cli.printing import write_text

    page = ""
    if html is not None or pdf is not None:
        page = made.sell_sheet() if sell_sheet else made.html()
    if html is not None:
        write_text(html, page)
    if markdown is not None:
        write_text(markdown, made.markdown())
    if pdf is not None:
        from ludwright.reports.pdf import write_pdf

        write_pdf(page, pdf)


def _finite(value: Any) -> Any:
    """Without the numbers that JSON does not know."""
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and value != value else value


def _print(made: Report, files: list[Path]) -> None:
    from ludwright.balancing.mending import mend_command

    say(f"{made.title}: {made.summary}")
    for proof in made.verdict.proofs:
        say(proof.sentence)
    for place, finding in enumerate(made.verdict.findings, 1):
        say(f"{place}. {finding.sentence[:1].upper()}{finding.sentence[1:]}")
        if tried := made.mend_of(finding):
            say(f"   {tried}")
    for note in made.verdict.notes:
        say(f"Worth knowing: {note.sentence}")
    for line in made.checked:
        say(line)
    say(made.verdict.promise)
    for one in made.expected.told:
        say(f"Expected: {one.verdict.title}: {one.verdict.status}: {one.sentence} ({one.where}).")
    if made.expected.missing:
        say(made.expected.not_asked)
    commands = (
        [] if made.mends else [command for finding in made.verdict.findings if (command := mend_command(finding))]
    )
    if commands:
        say(f"To look for a fix of the first: {commands[0]}")
    if files:
        say(f"Written: {', '.join(map(str, files))}")
