"""What came of going on from a frame, as a table in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ludwright.cli.printing import blocks

if TYPE_CHECKING:
    from ludwright.inspecting import Fork


def print_fork(fork: Fork, out: Console) -> None:
    """Win shares and mean returns by seat, with their intervals; beside them what was recorded."""
    done = f" after {', '.join(f'`{action}`' for action in fork.actions)}" if fork.actions else ""
    games = "1 continuation" if fork.games == 1 else f"{fork.games:,} continuations"
    out.print(f"[bold]{escape(fork.game.title)}[/bold], frame {fork.frame:,}{escape(done)}: {games}, seed {fork.seed}")
    if fork.finished < fork.games:
        out.print(f"{fork.games - fork.finished:,} of them did not come to their end.")
    out.print()
    if fork.finished:
        out.print(_seats(fork))
        out.print(f"\n[dim]{escape(fork.basis)}[/dim]")
    if fork.run is not None:
        out.print(f"\nKept in {escape(str(fork.run.folder))}.")


def _seats(fork: Fork) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("seat")
    for heading in ("won", "share", "95% interval", "mean result", "95% interval", "recorded"):
        table.add_column(heading, justify="right")
    table.add_column("", style="cyan")
    for place, seat in enumerate(fork.seats):
        table.add_row(
            escape(f"{seat.seat} ({seat.agent})"),
            f"{seat.won:,}",
            f"{seat.share:.1%}",
            f"{seat.low:.1%} to {seat.high:.1%}",
            f"{seat.mean:+.3g}",
            f"{seat.mean_low:+.3g} to {seat.mean_high:+.3g}",
            "–" if fork.recorded is None else f"{fork.recorded[place]:+g}",
            blocks(seat.share),
        )
    return table
