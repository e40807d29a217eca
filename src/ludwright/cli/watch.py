"""``ludwright watch``: save the text or a table of a game, and see what that changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import GameName, Json, Players, Seed
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from ludwright.balancing.watching import SavingOutcome

_SHOWN = 6


def watch(
    game: GameName,
    agents: Annotated[
        str | None,
        typer.Option(
            "--agents", "-a", metavar="A,B", help="Who plays. Default: a scripted player of the game, else random."
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="How many, of each version.")] = 300,
    players: Players = None,
    seed: Seed = 1,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric", "-m", metavar="NAME", help="Compare this metric or group of metrics; may be repeated."
        ),
    ] = None,
    start: Annotated[
        bool, typer.Option("--start", help="Compare with how it all began, not with what was saved before.")
    ] = False,
    seconds: Annotated[float | None, typer.Option(min=0.1, help="Stop after so long. Default: until Ctrl-C.")] = None,
    threads: Annotated[int | None, typer.Option("--threads", "-t", min=1, help="Default: all cores.")] = None,
    as_json: Json = False,
) -> int:
    """Watch a game while you work on it: whenever its text or a table of it is saved, tell what that changed.

    Both versions are played on the same deals. Ctrl-C ends it.
    """
    from ludwright.balancing.balance import first_agent
    from ludwright.balancing.watching import QUICK, Watch, watched
    from ludwright.cli.printing import print_json

    path = watched(game)
    who = agents or first_agent(path, players)
    watching = Watch(path, who, games, players, seed, threads, metric or QUICK, start)
    if not as_json:
        say(
            f"Watching {', '.join(one.name for one in watching.files)}; {games:,} games by {who} each time. Ctrl-C ends it.",
            flush=True,
        )
    try:
        for found in watching.changes(seconds):
            if as_json:
                print_json(found.as_json())
            else:
                _tell(found)
    except KeyboardInterrupt:
        pass
    return FINE


def _tell(found: SavingOutcome) -> None:
    if found.mistakes:
        say(found.mistakes, flush=True)
        return
    assert found.rules is not None and found.compared is not None
    for one in found.rules.differences[:_SHOWN]:
        say(f"Changed: {one.words}")
        for line in one.lines[:_SHOWN]:
            say(f"  {line.sign} {line.text}")
    say(found.compared.sentence_of_now)
    from ludwright.comparing import OPEN
    from ludwright.comparing.wording import number

    for figure in found.compared.of(OPEN)[:_SHOWN]:
        unit = figure.unit
        low, high = (number(end, unit, signed=True) for end in (figure.low, figure.high))
        say(
            f"  can't tell yet: {figure.name} {number(figure.a.value, unit)} → {number(figure.b.value, unit)} ({low} to {high})"
        )
    say("", flush=True)
