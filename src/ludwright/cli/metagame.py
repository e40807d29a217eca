"""``ludwright metagame``: which ways to play survive when everybody may choose, and what beats them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Seed, Settings, read_settings
from ludwright.cli.tournament import Svg, Threads


def metagame(
    game: GameName,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents", "-a", metavar="A,B,C", help="Whom one can choose from at first; default: some of every kind."
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="How many games are played at each table.")] = 60,
    answers: Annotated[
        int, typer.Option("--answers", min=0, help="How often somebody is looked for who beats the mix that was found.")
    ] = 3,
    tries: Annotated[int, typer.Option("--tries", min=1, help="How many are tried in each search.")] = 8,
    thoughts: Annotated[
        int,
        typer.Option(
            "--thoughts", min=1, help="How many play-outs those who are tried may think of for each decision."
        ),
    ] = 50,
    learn: Annotated[
        int,
        typer.Option("--learn", min=0, help="In each search, also let a player learn so many games against the mix."),
    ] = 0,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="DIR", help="Where those who learned are kept; default: answers.")
    ] = None,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    threads: Threads = None,
    svg: Svg = None,
    as_json: Json = False,
) -> int:
    """Tell which ways to play survive when everybody may choose how to play, and look for what beats them.

    Searches, personas, the game's bots and others play each other, two or more at a table. Whoever surely beats the mix that survives joins it.
    """
    import ludwright
    from ludwright.cli.printing import print_json, write_text
    from ludwright.cli.progress import announce_kernels, proofs_bar
    from ludwright.cli.visible import say

    with proofs_bar() as progress:
        found = ludwright.metagame(
            game, agents, games, seed, answers=answers, tries=tries, thoughts=thoughts, learn=learn, keep=keep, players=players,
            params=read_settings(settings), threads=threads, progress=progress, announce=announce_kernels,
        )  # fmt: skip
    if svg is not None:
        write_text(svg, found.svg())
    if as_json:
        print_json(found.as_json())
    else:
        say(str(found))
    if found.interrupted:
        complain("interrupted: this is what the games played so far tell")
        return INTERRUPTED
    return FINE
