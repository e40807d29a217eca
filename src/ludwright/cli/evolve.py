"""``ludwright evolve``: new games from old ones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import Json, Seed, Settings, read_settings
from ludwright.cli.visible import say


def evolve(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...", help="Bundled games or paths of game texts; with --resume they may be left out."
        ),
    ] = None,
    ideal: Annotated[
        list[str] | None,
        typer.Option(
            "--ideal",
            metavar="FIGURE",
            help='What a figure should be, as in "second seat wins 50%" or "drama 0.1"; may be repeated.',
        ),
    ] = None,
    axis: Annotated[
        list[str] | None,
        typer.Option(
            "--axis",
            metavar="FIGURE",
            help="What variants should differ in, as in `turns` or `turns=5..100/20`; may be repeated. Default: turns, options, skill.",
        ),
    ] = None,
    select: Annotated[
        str | None,
        typer.Option(
            metavar="HOW",
            help="Who has children: `diversity`, the best of each cell of an archive over the axes; or `fitness`, whoever is near the ideals. Default: diversity, or fitness if only ideals are given.",
        ),
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--change",
            metavar="WHAT",
            help="What may change: parameters, numbers, tables, boards, maps, rules; may be repeated. Default: all.",
        ),
    ] = None,
    agents: Annotated[
        str,
        typer.Option(
            "--agents",
            "-a",
            metavar="A",
            help="Who plays the variants. Default: a scripted player, where rules stay; else mcts:30.",
        ),
    ] = "",
    trials: Annotated[int, typer.Option("--trials", min=2, help="Games by these players, of each variant.")] = 40,
    gate: Annotated[
        list[str] | None,
        typer.Option(
            "--gate",
            metavar="NAME",
            help="What variants must pass: `ends`, `not trivial`, `open after the first move`, `skill matters`, or `none`; may be repeated. Default: all.",
        ),
    ] = None,
    strong: Annotated[str, typer.Option(metavar="AGENT", help="Who a strong player is.")] = "mcts:120",
    beginner: Annotated[str, typer.Option(metavar="AGENT", help="Who a beginner is.")] = "mcts:15",
    settings: Settings = None,
    candidates: Annotated[int | None, typer.Option("--candidates", min=1, help="The budget in variants.")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=1, help="The budget in seconds. Default: 60, unless --candidates is given.")
    ] = None,
    seed: Seed = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="DIR",
            help="Where all variants are kept, and the best written as games. Default: a new folder, GAME_evolved.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the evolution in --out.")] = False,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Breed and play on a Ray cluster; local:2 starts two workers here."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Breed variants of a game: its numbers, tables, boards, maps and rules, or parts of several games.

    Every variant is a game that checks. The best are written with a page that shows them. Ends with 1 when none passes the gates.
    """
    from ludwright.cli.balance import new_folder
    from ludwright.cli.printing import console, print_blocks, print_json
    from ludwright.cli.progress import proofs_bar
    from ludwright.evolution import evolve as breed

    folder = out if out is not None or not games else new_folder(games[0], "evolved")
    with proofs_bar() as bar:
        found = breed(
            games or None, ideals=ideal or [], axes=axis or [], select=select, changes=change or [], agents=agents, trials=trials,
            gates=None if gate is None else [one for one in gate if one != "none"], strong=strong, beginner=beginner,
            params=read_settings(settings), candidates=candidates, seconds=seconds, seed=seed, out=folder, resume=resume, threads=threads, cluster=cluster,
            progress=None if bar is None else lambda step: bar(step.words, round(1000 * step.used), 1000),
        )  # fmt: skip
    assert folder is not None
    written = [found.page(folder / "evolved.html"), *found.save(folder / "best")]
    if as_json:
        print_json({**found.as_json(), "written": [str(path) for path in written]})
    else:
        print_blocks(found.shown(), console())
        if written:
            say(f"Written: {', '.join(str(path) for path in written[:3])}{' ...' if len(written) > 3 else ''}")
    if found.interrupted:
        complain(f"interrupted: this is what was found by then; go on with `ludwright evolve --resume --out {folder}`")
        return INTERRUPTED
    return FINE if any(not one.failed for one in found.bred) else FOUND
