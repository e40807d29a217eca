"""``ludwright reach`` and ``ludwright cheatcheck``: how far players get in a game for one, and whether a state could have been reached by then."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Profile, Seed, Settings, read_settings
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.solo import Reach
    from ludwright.solo.reach import Player

Days = Annotated[float | None, typer.Option("--days", "-d", metavar="D", min=0, help="It ends after so many days.")]
Sessions = Annotated[int | None, typer.Option("--sessions", metavar="K", min=1, help="It ends after so many sessions.")]
Agents = Annotated[
    list[str] | None,
    typer.Option(
        "--agent",
        "-a",
        metavar="AGENT",
        help="Who searches, such as spmcts:100000,once=yes; may be repeated. Default: several, which share the time.",
    ),
]
Seconds = Annotated[
    float, typer.Option("--seconds", metavar="S", min=0.1, help="How long it takes in all; more finds more.")
]
MOVES = 40
"""So many moves are shown of a course."""


def reach(
    game: GameName,
    days: Days = None,
    sessions: Sessions = None,
    profile: Annotated[
        list[str] | None,
        typer.Option(
            "--profile", metavar="TITLE", help="Who plays: one of the game's profiles; may be repeated. Default: all."
        ),
    ] = None,
    value: Annotated[
        list[str] | None,
        typer.Option(
            "--value", metavar="FORMULA", help="Follow this value, too, such as `count(houses)`; may be repeated."
        ),
    ] = None,
    result: Annotated[
        list[str] | None,
        typer.Option(
            "--result",
            metavar="SHARE",
            help="What counts in the end, instead of the game's own result, such as `80% of coins in 0..500`; may be repeated, 100% in all.",
        ),
    ] = None,
    agent: Agents = None,
    seconds: Seconds = 30.0,
    seed: Seed = 1,
    settings: Settings = None,
    moves: Annotated[bool, typer.Option("--moves", help="Show the best course move by move.")] = False,
    chart: Annotated[
        Path | None,
        typer.Option(
            "--chart",
            metavar="FILE",
            help="Draw how values run: a page (.html) with all that was found, or a picture (.svg).",
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Tell how far players get in a game for one: each profile, day by day, with strong play and at random; when they reach its goals, what strong play uses and never uses.

    Strong play is the best course that several searches find: each searches once and follows what it found to the end.
    """
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import proofs_bar
    from ludwright.solo import reach as found_out
    from ludwright.solo.questions import load_for_one

    if chart is not None and chart.suffix not in (".html", ".svg"):
        raise typer.BadParameter("the file must end in .html or .svg", param_hint="--chart")
    with proofs_bar() as progress:
        found = found_out(
            load_for_one(game, read_settings(settings)), profiles=profile, days=days, sessions=sessions, values=value or [], result=result or [],
            agents=agent or [],
            seconds=seconds, seed=seed, progress=progress,
        )  # fmt: skip
    if chart is not None:
        _draw(found, chart)
    if as_json:
        print_json(found.as_json())
    else:
        _print(found, console(), moves)
        if chart is not None:
            say(f"Written: {chart}")
    if not found.complete:
        complain("interrupted: this is what was found by then")
        return INTERRUPTED
    return FINE


def _draw(found: Reach, chart: Path) -> None:
    from ludwright.charts.chart import together
    from ludwright.written import put

    text = found.page() if chart.suffix == ".html" else together(found.charts())
    put(chart, text.encode())


def _print(found: Reach, out: Console, moves: bool) -> None:
    from rich.markup import escape

    out.print(f"[bold]{escape(found.title)}[/bold]")
    for sentence in found.sentences:
        out.print(escape(sentence))
    for player in found.players:
        out.print()
        _table(found, player, out)
        if moves:
            out.print()
            _course(found, player, out)
    out.print()
    out.print(f"[dim]{escape(found.basis)}[/dim]")


def _table(found: Reach, player: Player, out: Console) -> None:
    """Values at each moment, with a line that shows their course."""
    from rich.markup import escape
    from rich.table import Table

    from ludwright.solo.reach import figure

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(escape(player.profile or ""), overflow="fold")
    table.add_column("")
    table.add_column("")
    moments = found.moments(player)
    shown = [i for i in range(len(moments)) if i % max(1, -(-len(moments) // 7)) == 0 or i == len(moments) - 1]
    for i in shown:
        table.add_column(moments[i][0], justify="right")
    for title, who, values in found.rows(player):
        table.add_row(escape(title), who, sparkline(values), *(figure(values[i]) for i in shown))
    out.print(table)


def sparkline(values: list[float]) -> str:
    """A course as a line of bars.

    >>> sparkline([0, 1, 2, 4])
    '▁▃▅█'
    """
    low, high = min(values), max(values)
    return "".join("▁▂▃▄▅▆▇█"[round(7 * (value - low) / (high - low)) if high > low else 0] for value in values)


def _course(found: Reach, player: Player, out: Console) -> None:
    from rich.markup import escape

    course = player.best[0]
    for number, (move, time) in enumerate(zip(course.moves, course.times, strict=False), 1):
        out.print(escape(f"{number:>5}. {found.span(player, time):>16}  {move}"))


def cheatcheck(
    game: GameName,
    claims: Annotated[
        list[str],
        typer.Argument(metavar="CLAIM...", help='What somebody says to have, such as "coins >= 5000" "level >= 9".'),
    ],
    days: Days = None,
    sessions: Sessions = None,
    profile: Profile = None,
    agent: Agents = None,
    seconds: Seconds = 30.0,
    seed: Seed = 1,
    settings: Settings = None,
    as_json: Json = False,
) -> int:
    """Tell whether a state of a game for one could have been reached by then: searches try to get there. Ends with 1 if none did.

    A search proves what is possible, never what is not: the longer it looks in vain, the more likely is it that somebody cheated.
    """
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import proofs_bar
    from ludwright.solo import cheat_check
    from ludwright.solo.questions import load_for_one

    with proofs_bar() as progress:
        found = cheat_check(
            load_for_one(game, read_settings(settings)), claims, profile=profile, days=days, sessions=sessions, agents=agent or [], seconds=seconds,
            seed=seed, progress=progress,
        )  # fmt: skip
    if as_json:
        print_json(found.as_json())
    else:
        from rich.markup import escape

        out = console()
        out.print(f"[bold]{escape(found.sentences[0])}[/bold]")
        for sentence in found.sentences[1:]:
            out.print(escape(sentence))
        if found.possible:
            moves = found.best.moves
            shown = (
                moves
                if len(moves) <= MOVES
                else [*moves[: MOVES // 2], f"… {len(moves) - MOVES:,} more …", *moves[-MOVES // 2 :]]
            )
            out.print(escape("The way there: " + ", ".join(shown)))
    if not found.complete:
        complain("interrupted: this is what was found by then")
        return INTERRUPTED
    return FINE if found.possible else FOUND
