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

from ludwright.drawing.colours import ink_on
from ludwright.spelling import percent
from ludwright.tournaments import Ladder, Rung, Share, Tournament
from ludwright.tournaments.chart import shade
from ludwright.tournaments.words import number, players, whole

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
            out.print(_seats(found))
            out.print()
    for sentence in found.words:
        out.print(escape(sentence))
    for fault in faults:
        games = "1 game" if fault["games"] == 1 else f"{fault['games']:,} games"
        out.print(f"[bold red]Fault[/bold red] at {escape(fault['where'])}: {escape(fault['words'])} ({games})")
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
    """How strong each agent is, the strongest first."""
    ratings = found.ratings
    shown = number if found.common else whole
    result = [] if found.common else ["points", "mean result"]
    title = "mean score" if found.common else f"Elo ({escape(found.zero)} = 0)"
    table = _table("agent", title, "95% interval", *result, "games")
    table.add_column("", style="cyan")
    low, high = min(rating.low for rating in ratings), max(rating.high for rating in ratings)
    for rating in ratings:
        more = [] if found.common else [percent(rating.share), f"{rating.result.mean:+.2f}"]
        span = f"{shown(rating.low)} to {shown(rating.high)}"
        dots = whisker(rating.value, rating.low, rating.high, low, high)
        table.add_row(escape(rating.agent), shown(rating.value), span, *more, f"{rating.games:,}", dots)
    return table


def _seats(found: Tournament) -> Table:
    alone = found.alone
    table = _table("seat", "Elo", "95% interval", "wins", *(f"{escape(agent)} with itself" for agent in alone))
    for seat, worth in enumerate(found.seat_worths):
        own = [percent(shares[seat].share) for shares in alone.values()]
        span = f"{whole(worth.low)} to {whole(worth.high)}"
        table.add_row(escape(worth.seat), whole(worth.value), span, percent(worth.share.share), *own)
    return table


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
    shown = number if found.common else whole
    took = "scores more" if found.common else "points"
    table = _table("rung", "against", "games", took, f"{'score' if found.common else 'Elo'} gained", "95% interval", "")
    table.add_column("", style="cyan")
    low, high = (f(end for r in found.rungs for end in r.interval) for f in (min, max))
    for rung in found.rungs:
        own = rung.interval
        table.add_row(
            escape(rung.agent),
            escape(rung.below),
            f"{rung.share.games:,}",
            percent(rung.share.share),
            shown(rung.gain),
            f"{shown(own[0])} to {shown(own[1])}",
            _verdict(rung),
            whisker(rung.gain, *own, min(low, 0.0), max(high, 0.0)),
        )
    return table


def _verdict(rung: Rung) -> str:
    return "better" if rung.helps else "worse" if rung.harms else "not shown"
