"""What came of going on from a frame, as a table in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

from ludwright.cli.printing import blocks, rich_table

if TYPE_CHECKING:
    from ludwright.playtests.forking import ForkedGames


def print_fork(fork: ForkedGames, out: Console) -> None:
    """Win shares and mean returns by seat, with their intervals; beside them what was recorded."""
    out.print(f"[bold]{escape(fork.game.title)}[/bold]{escape(fork.headline)}")
    if fork.finished < fork.games:
        out.print(f"{fork.games - fork.finished:,} of them did not come to their end.")
    out.print()
    if fork.finished:
        out.print(rich_table(fork.table(), drawn=[blocks(seat.share) for seat in fork.seats]))
        out.print(f"\n[dim]{escape(fork.basis)}[/dim]")
    if fork.run is not None:
        out.print(f"\nKept in {escape(str(fork.run.folder))}.")
