"""``ludwright equilibrium``: a small game solved, hidden cards and all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.equilibria import Equilibrium, Judgement


def equilibrium(
    game: GameName,
    iterations: Annotated[
        int, typer.Option("--iterations", "-n", min=1, help="At most so many rounds of learning.")
    ] = 10_000,
    players: Players = None,
    settings: Settings = None,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="wins|score", help="What is played for; default: the score if scores cancel out."),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge",
            metavar="WHO,WHO",
            help="Also say how exploitable these agents are; `uniform` takes all options alike.",
        ),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="The most positions to work out.")] = 2_000_000,
    everything: Annotated[bool, typer.Option("--all", help="Tell what to do in every situation.")] = False,
    as_json: Json = False,
) -> int:
    """Solve a small game exactly, hidden cards and chance included: its value, the best strategies in words, options that are no good.

    Ends with 1 when some ways through the game are stopped by a fault.
    """
    import ludwright
    from ludwright.agents.texts import split
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import announce_kernels, proofs_bar
    from ludwright.equilibria.passes import built

    loaded = ludwright.load(game, players=players, params=read_settings(settings))
    if not built():
        announce_kernels()
    with proofs_bar() as bar:
        found = ludwright.equilibrium(loaded, iterations, by=by, limit=limit, progress=_shown_on(bar))
    judged = (judge, found.judge(split(judge))) if judge is not None else None
    if as_json:
        print_json(found.as_json() | ({"judged": _as_json(found, *judged)} if judged else {}))
    else:
        _print(found, judged, everything, console())
    if found.interrupted:
        complain("interrupted")
        return INTERRUPTED
    return FOUND if found.tree.faults else FINE


def _shown_on(bar: Any) -> Any:
    """While the tree grows nobody knows how large it will be."""
    if bar is None:
        return None
    return lambda doing, done, total: bar(doing if total else f"{done:,} positions", done, total or None)


def _as_json(found: Equilibrium, who: str, judged: Judgement) -> dict[str, Any]:
    return {
        "who": who,
        "values": dict(zip(found.game.seats, judged.values, strict=True)),
        "best_answers": {found.game.seats[r.seat]: r.value for r in judged.responses},
        "exploitability": judged.exploitability,
        "nash_conv": judged.nash_conv,
    }


# ---------------------------------------------------------------- for people


def _print(found: Equilibrium, judged: tuple[str, Judgement] | None, everything: bool, out: Console) -> None:
    from ludwright.equilibria.text import told

    for line in told(found, judged, everything):
        out.print(line, markup=False)
