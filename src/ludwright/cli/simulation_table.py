"""A simulation's findings as a table in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ludwright.cli.printing import blocks
from ludwright.cli.summary import Summary, word
from ludwright.play import result_tables
from ludwright.play.course import Course
from ludwright.play.outcome import MEANING


def print_summary(summary: Summary, out: Console) -> None:
    """Win shares by seat, lengths, faults and speed."""
    result = summary.result
    out.print(f"[bold]{escape(summary.title)}[/bold]: {_headline(summary)}")
    out.print()
    if result.finished:
        score = result_tables.score(result)
        out.print(escape("\n".join(score)) if score else _seats(summary), soft_wrap=bool(score))
        if not score and (told := result_tables.not_won(result)):
            out.print()
            out.print(escape("\n".join(told)), soft_wrap=True)
        out.print()
        out.print(result_tables.length_words(result))
    if result.course is not None:
        out.print(_leads(result.course, summary.names))
    for fault in result.faults:
        games = "1 game" if fault.games == 1 else f"{fault.games:,} games"
        where = escape(summary.where(fault.line))
        out.print(f"[bold red]Fault[/bold red] at {where}: {escape(fault.words)} ({games} of {result.games:,})")
        out.print(f"  {escape(MEANING[fault.code])}", soft_wrap=True)
        out.print(f"  see it: {escape(summary.show(fault))}")
    if result.seconds > 0:
        out.print(f"[dim]{result.games_per_second:,.0f} games a second, {result.seconds:.2f} s[/dim]")


def _leads(course: Course, names: list[str]) -> Table:
    """The curves at a few turns."""
    going = course.going_on()
    turns = sorted({round(i * (len(going) - 1) / 5) for i in range(6)}) if going else []
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("\nafter turn")
    for turn in turns:
        table.add_column(f"\n{turn + 1}", justify="right")
    for curve in course.curves():
        label = f"{curve.title}, {curve.whose(names)}" if curve.whose(names) else curve.title
        table.add_row(escape(label), *(f"{curve.means[t]:.3g}" if t < len(curve.means) else "" for t in turns))
    table.add_row("games", *(f"{going[turn]:,}" for turn in turns), style="dim")
    return table


def _headline(summary: Summary) -> str:
    result = summary.result
    players = "1 player" if len(result.seats) == 1 else f"{len(result.seats)} players"
    played = f"{result.games:,} {'random ' if summary.at_random else ''}games, {players}, seed {result.seed}"
    if result.interrupted:
        played += f" (interrupted; {result.asked:,} were asked for)"
    if summary.profile is not None:
        played += f', profile "{escape(summary.profile)}"'
    settings = ", ".join(f"{name} {word(value)}" for name, value in summary.params.items())
    return played + (f"\n[dim]{escape(settings)}[/dim]" if settings else "")


def _seats(summary: Summary) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("seat")
    rows = result_tables.rows(summary.result)
    shared = ["shared"] if any(row.shared for row in rows) else []
    for heading in ("won", *shared, "share", "95% interval"):
        table.add_column(heading, justify="right")
    table.add_column("", style="cyan")
    for row in rows:
        also = [f"{row.shared:,}"] if shared else []
        table.add_row(
            escape(row.name), f"{row.won:,}", *also, f"{row.share:.1%}", result_tables.span(row), blocks(row.share)
        )
    return table
