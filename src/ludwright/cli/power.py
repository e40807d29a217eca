"""``ludwright power``: what cards, actions and moves are worth, found out by taking them away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Seed, Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.metrics.figure import Figure
    from ludwright.powers import Look, Power


def power(
    game: GameName,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents", "-a", metavar="A,B", help="Who plays, each among its like; default: greedy, or mcts:50."
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, help="How many deals, each played in every seat.")
    ] = 400,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    what: Annotated[
        str, typer.Option("--what", metavar="KINDS", help="What is looked at: cards, actions, moves, copies, numbers.")
    ] = "cards,actions",
    only: Annotated[
        str | None, typer.Option("--only", metavar="NAMES", help="Only these cards, actions or moves.")
    ] = None,
    pairs: Annotated[
        int, typer.Option("--pairs", min=0, max=10, help="Of so many of the strongest: what two are worth together.")
    ] = 3,
    by_skill: Annotated[bool, typer.Option("--by-skill", help="With players of three strengths.")] = False,
    observed: Annotated[
        bool, typer.Option("--observed", help="Also who had what in games nobody meddled with.")
    ] = False,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    chart: Annotated[
        Path | None, typer.Option("--chart", metavar="FILE", help="Also draw it: .svg, .png, .pdf or .html.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Find out what cards, actions and moves are worth: one player has to do without, on the same deals, in every seat."""
    import ludwright
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import announce_kernels, proofs_bar

    loaded = ludwright.load(game, players=players, params=read_settings(settings))
    with proofs_bar() as progress:
        found = ludwright.power(
            loaded, agents, games, seed, what=what, only=only or (), pairs=pairs, by_skill=by_skill, observed=observed,
            threads=threads, progress=progress, announce=announce_kernels,
        )  # fmt: skip
    if chart is not None:
        found.chart().save(chart)
    if as_json:
        print_json({**found.as_json(), "params": dict(loaded.params)})
    else:
        _print(found, console())
    if found.interrupted:
        complain("interrupted")
        return INTERRUPTED
    return FOUND if found.faulted else FINE


def _print(found: Power, out: Console) -> None:
    from rich.markup import escape

    deals = f"{found.deals:,} deals in every seat, {found.players} players, seed {found.seed}"
    out.print(f"[bold]{escape(found.title)}[/bold]: {deals}; {found.games:,} games")
    for agent in found.agents:
        looks = [look for look in found.looks if look.agent == agent]
        if looks:
            _table(found, agent, looks, out)
    for look in found.named:
        out.print(f"• {escape(look.sentence)}")
        if look.witness:
            out.print(f"  [dim]{escape(look.witness)}[/dim]")
    for sentence in [pair.sentence for pair in found.pairs] + [deck.sentence for deck in found.decks] + found.notes:
        out.print(f"• {escape(sentence)}")
    if not found.named and any(look.beside.known for look in found.looks):
        out.print("Nothing is surely too strong or too weak.")


def _table(found: Power, agent: str, looks: list[Look], out: Console) -> None:
    from rich.markup import escape
    from rich.table import Table

    seen = any(look.observed is not None for look in looks)
    table = Table(box=None, pad_edge=False, header_style="bold")
    headings = [
        escape(agent),
        "copies",
        "without",
        "costs",
        "95% interval",
        "beside others",
        *(["who had it"] if seen else []),
        "",
    ]
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if place in (0, len(headings) - 1) else "right")
    for look in sorted(looks, key=lambda look: -(look.worth.value or 0.0)):
        table.add_row(
            escape(look.what), str(look.copies), _shown(look.without, found, ""), _shown(look.worth, found), _span(look.worth, found),
            _shown(look.beside, found), *([_shown(look.observed, found)] if seen else []), look.verdict,
        )  # fmt: skip
    out.print(table)
    out.print()


def _shown(figure: Figure | None, found: Power, sign: str = "+") -> str:
    if figure is None or figure.value is None:
        return "–"
    return f"{figure.value:{sign}.3g}" if found.common else f"{figure.value:{sign}.1%}"


def _span(figure: Figure, found: Power) -> str:
    if figure.low is None or figure.high is None:
        return ""
    return " to ".join(f"{end:+.3g}" if found.common else f"{end:+.1%}" for end in (figure.low, figure.high))
