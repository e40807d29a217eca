"""``ludwright record``: games played by people enter the store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import Json
from ludwright.cli.visible import say


def record(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Games written down, one action a line, saved by `ludwright play`, or in SGF, PDN or PGN.",
        ),
    ],
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Which game it is, where the files don't say.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DIR", help="Where to keep them; default: a new folder in runs/."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Keep games that people played as a playtest, open to every question and every report."""
    from ludwright.cli.playtests import as_plain, print_playtest
    from ludwright.cli.printing import console, print_json
    from ludwright.playtests import open_run
    from ludwright.playtests.keeping import keep_written
    from ludwright.playtests.reading_games import read_traces, replay
    from ludwright.playtests.shelf import free_folder

    traces = [trace for path in files for trace in read_traces(path, game)]
    folder = out if out is not None else free_folder(f"{replay(traces[0]).game.title} by people")
    keep_written(traces, folder)
    run = open_run(folder)
    if as_json:
        found = [str(trace.path) for trace in traces if trace.found]
        matched = {str(trace.path): trace.matched for trace in traces if trace.matched}
        print_json(as_plain(run) | {"deals_found": found, "players_matched": matched})
    else:
        print_playtest(run, console())
        for trace in traces:
            if trace.found:
                say(f"{trace.path}: nobody wrote down the deal; one was found that fits")
            if trace.matched:
                who = ", ".join(f"{name} is {seat}" for name, seat in trace.matched.items())
                say(f"{trace.path}: players were matched by their order: {who}")
    return FINE
