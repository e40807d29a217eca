"""``ludwright strongest``: who plays a game best, among all kinds of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Profile, Seed, Settings, read_settings
from ludwright.cli.tournament import Threads

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.tournaments import Strongest


def strongest(
    game: GameName,
    seconds: Annotated[float, typer.Option("--seconds", min=1, help="How long the search takes.")] = 30.0,
    agents: Annotated[
        str | None,
        typer.Option("--agents", "-a", metavar="A,B", help="Who takes part beside all others: `learned:my.player`."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, help="How many games a round has, whatever the time; default: what fits."),
    ] = None,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    profile: Profile = None,
    threads: Threads = None,
    as_json: Json = False,
) -> int:
    """Find the strongest player of a game: searches, greedy and scripted players, and those that improve on them, race each other.

    All may think equally long. After every round the better half goes on, with twice the time to think.
    """
    import ludwright
    from ludwright.agents.texts import split
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import announce_kernels, proofs_bar

    loaded = ludwright.load(game, players=players, params=read_settings(settings), profile=profile)
    with proofs_bar() as progress:
        found = ludwright.strongest(
            loaded, seconds, games=games, agents=split(agents) if agents is not None else (), seed=seed, threads=threads,
            progress=progress, announce=announce_kernels,
        )  # fmt: skip
    if as_json:
        print_json({**found.as_json(), "params": dict(loaded.params)})
    else:
        _print(found, console())
    if found.interrupted:
        complain("interrupted")
        return INTERRUPTED
    return FINE


def _print(found: Strongest, out: Console) -> None:
    from rich.markup import escape

    from ludwright.cli.standings import ratings_table
    from ludwright.tournaments.words import players

    out.print(
        f"[bold]{escape(found.title)}[/bold]: {found.games:,} games, {players(found.players)}, seed {found.seed}\n"
    )
    for number, one in enumerate(found.rounds, 1):
        out.print(f"[bold]Round {number}[/bold] [dim]{one.games:,} games[/dim]")
        out.print(ratings_table(one))
        out.print()
    for sentence in found.words:
        out.print(escape(sentence))
    out.print(f"[dim]{found.seconds:.1f} s[/dim]")
