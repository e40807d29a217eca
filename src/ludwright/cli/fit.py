"""``ludwright fit``: who plays like those whose games were recorded, how far they look ahead, how often they err."""

from __future__ import annotations

from typing import Annotated

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import Json, Seed


def fit(
    run: Annotated[
        str, typer.Argument(metavar="RUN", help="The folder of a playtest or of recorded games, or its name in runs/.")
    ],
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="NAME", help="Whose answers count; default: those of all seats.")
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents", "-a", metavar="A,B", help="Who is tried; default: greedy, and mcts with 5 to 200 play-outs."
        ),
    ] = None,
    goals: Annotated[
        str | None,
        typer.Option(
            "--goals",
            metavar="A,B",
            help="Also tell whether they care for something beside winning: `attack,safe`; `all`: anything that personas may care for.",
        ),
    ] = None,
    most: Annotated[int, typer.Option("--most", min=10, help="How many decisions are looked at, at most.")] = 600,
    seed: Seed = 1,
    as_json: Json = False,
) -> int:
    """Fit a player to recorded games: who answers like that, and how often something else, as a persona you can let play."""
    from ludwright.agents.texts import split
    from ludwright.cli.printing import print_json
    from ludwright.cli.progress import proofs_bar
    from ludwright.cli.visible import say
    from ludwright.learning.fitting import CANDIDATES, GOALS
    from ludwright.learning.fitting import fit as fitted
    from ludwright.playtests import open_run
    from ludwright.playtests.shelf import find_run

    who = split(agents) if agents else CANDIDATES
    aims = () if goals is None else tuple(GOALS) if goals == "all" else tuple(goal.strip() for goal in goals.split(","))
    opened = open_run(find_run(run))
    with proofs_bar() as progress:
        told = None if progress is None else lambda done, whole: progress("decisions", done, whole)
        found = fitted(opened, seat, who, seed, most=most, progress=told, goals=aims)
    if as_json:
        print_json(found.as_json())
    else:
        say(str(found))
        say(f"The agent is `{found.text}`")
    return FINE
