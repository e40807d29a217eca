"""What a tournament or a ladder found, as tables in the terminal."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ludwright.cli.printing import rich_table
from ludwright.drawing.colours import ink_on
from ludwright.play.outcome import MEANING
from ludwright.spelling import percent
from ludwright.tournaments import Ladder, Share, Tournament
from ludwright.tournaments.chart import shade
from ludwright.tournaments.standings import ratings, rungs, seats
from ludwright.tournaments.words import players

if TYPE_CHECKING:
    from ludwright.game import Game

_WIDE = 36


def with_faults(found: Tournament, game: Game, asked: Sequence[str]) -> dict[str, Any]:
    """The plain data of a tournament; each fault with its place and with the command that shows it."""
    data = found.as_json()
    for told, fault in zip(data["faults"], found.faults, strict=True):
        words = ["ludwright", "trace", *asked, "--seed", str(fault.seed), "--game", str(fault.count.examples[0])]
        told["where"] = game.where(fault.count.line)
        told["show"] = shlex.join([*words, "--seats", ",".join(fault.who)])
    return data


def print_tournament(found: Tournament, faults: Sequence[dict[str, Any]], out: Console) -> None:
    """The matrix, the ratings, the seats, and what they mean."""
    each = sorted({played.games for played in found.played})
    shared = f"{each[0]:,}" if len(each) == 1 else f"{each[0]:,} to {each[-1]:,}"
    out.print(
        f"[bold]{escape(found.title)}[/bold]: {found.games:,} games, {players(len(found.seats))}, seed {found.seed}\n"
        f"[dim]{len(found.played):,} seatings with {shared} games each: {escape(found.design)}[/dim]\n"
    )
    if found.finished:
        if len(found.agents) > 1:
            out.print(_matrix(found))
            out.print()
        out.print(ratings_table(found))
        out.print()
        if found.seat_worths:
            out.print(rich_table(seats(found)))
            out.print()
    for sentence in found.words:
        out.print(escape(sentence))
    for fault in faults:
        games = "1 game" if fault["games"] == 1 else f"{fault['games']:,} games"
        out.print(f"[bold red]Fault[/bold red] at {escape(fault['where'])}: {escape(fault['words'])} ({games})")
        out.print(f"  {escape(MEANING[fault['code']])}", soft_wrap=True)
        out.print(f"  see it: {escape(fault['show'])}")
    out.print(f"[dim]{found.seconds:.1f} s[/dim]")


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="left" if not place else "right")
    return table


def _matrix(found: Tournament) -> Table:
    order = [found.agents.index(rating.agent) for rating in found.ratings]
    what = "scores more than" if found.common else "takes from"
    table = _table(what, *(escape(found.agents[agent]) for agent in order))
    for one in order:
        cells = [_cell(found.matrix[one][other]) for other in order]
        table.add_row(escape(found.agents[one]), *cells)
    return table


def _cell(share: Share | None) -> Text:
    if share is None:
        return Text("·" if _can_draw() else "-", style="dim")
    low, high = share.interval()
    fill = shade(share.share)
    return Text(f" {percent(share.share)} ({percent(low)} to {percent(high)}) ", style=f"{ink_on(fill)} on {fill}")


def ratings_table(found: Tournament) -> Table:
    """How strong each agent is, the strongest first, with its interval drawn."""
    rated = found.ratings
    low, high = min(rating.low for rating in rated), max(rating.high for rating in rated)
    drawn = [whisker(rating.value, rating.low, rating.high, low, high) for rating in rated]
    return rich_table(ratings(found), drawn=drawn)


def whisker(value: float, low: float, high: float, least: float, most: float) -> str:
    """An interval with its middle on a line of characters."""
    signs = "├─●┤" if _can_draw() else "|-o|"
    room = (most - least) or 1.0
    start, dot, end = (round((_WIDE - 1) * (at - least) / room) for at in (low, value, high))
    line = [" "] * _WIDE
    line[start : end + 1] = signs[1] * (end + 1 - start)
    line[start], line[end] = signs[0], signs[3]
    line[dot] = signs[2]
    return "".join(line).rstrip()


def _can_draw() -> bool:
    return "utf" in (sys.stdout.encoding or "").lower()


def print_ladder(found: Ladder, out: Console) -> None:
    """Rung by rung, and how deep the game is."""
    out.print(
        f"[bold]{escape(found.title)}[/bold]: {escape(found.agent)}, {found.games:,} games, {players(len(found.seats))}, "
        f"seed {found.seed}\n[dim]every rung plays the one below, {found.asked:,} games at most[/dim]\n"
    )
    if found.rungs:
        out.print(_rungs(found))
        out.print()
    for sentence in found.words:
        out.print(escape(sentence))
    out.print(f"[dim]{found.seconds:.1f} s[/dim]")


def _rungs(found: Ladder) -> Table:
    low, high = (f(end for r in found.rungs for end in r.interval) for f in (min, max))
    drawn = [whisker(rung.gain, *rung.interval, min(low, 0.0), max(high, 0.0)) for rung in found.rungs]
    return rich_table(rungs(found), drawn=drawn)
