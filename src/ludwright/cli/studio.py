"""``ludwright studio``: the workbench in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import Json
from ludwright.cli.visible import say


def studio(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where your game texts lie; default: the folder you are in.")
    ] = Path("."),
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="Default: 8471, or the next free one.")
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="Listen on another address, such as 0.0.0.0, for others in your network. They need the link with its key.",
        ),
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the link only.")] = False,
    as_json: Json = False,
) -> int:
    """Design, play and test games in the browser.

    Serves the games, tables and runs of a folder to this computer alone, under a link with a secret key, until Ctrl-C. Everything is
    saved as you go; runs that are not done go on when you open the studio again.
    """
    from ludwright.studio.server import for_others, serve

    def ready(address: str) -> None:
        others = for_others(address, host)
        if as_json:
            from ludwright.cli.printing import print_json

            print_json({"address": address, "for_others": others, "folder": str(folder.resolve())})
        else:
            say(f"The studio is open: {address}")
            if others:
                say(f"For others in your network: {others}")
            say("Ctrl-C closes it.")
        sys.stdout.flush()

    serve(folder, host, port, ready, not no_browser)
    if not as_json:
        say("\nThe studio is closed. Everything is saved.")
    return FINE
