"""``ludwright solve``: what a small game is worth with best play, proven."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import GameName, Json, Players, Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.exact import Solution


def solve(
    game: GameName,
    after: Annotated[
        str | None,
        typer.Option(
            "--after", metavar="MOVE,MOVE", help="Solve the position after these moves, as `trace` words them."
        ),
    ] = None,
    players: Players = None,
    settings: Settings = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            help="The most positions to look at; default: 100 million, 5 million where all must be kept.",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Go through all positions, even where a proof needs fewer.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Prove what a small game is worth with best play: who wins, by which moves; the best result of a solo game.

    All must see everything. Chance is gone through in all its outcomes.
    """
    import ludwright
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import announce_kernels, proofs_bar
    from ludwright.exact.graphs import built

    loaded = ludwright.load(game, players=players, params=read_settings(settings))
    source = loaded
    if after is not None:
        source = loaded.start()  # type: ignore[assignment]
        for move in after.split(","):
            source.apply(move.strip())  # type: ignore[attr-defined]
    if not built():
        announce_kernels()
    with proofs_bar() as bar:
        found = ludwright.solve(source, limit, complete=everything, progress=bar)
    if as_json:
        print_json(found.as_json())
    else:
        _print(found, console())
    return FINE


def _print(found: Solution, out: Console) -> None:
    from ludwright.cli.printing import print_blocks
    from ludwright.display import FinePrint

    print_blocks([*found.shown(), FinePrint(f"{found.seconds:.2f} s")], out)
