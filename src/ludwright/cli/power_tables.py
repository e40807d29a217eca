"""What things are worth, as tables that fit a narrow screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.powers import Power


def print_power(found: Power, out: Console) -> None:
    """All that was found."""
    from rich.markup import escape

    from ludwright.cli.printing import rich_table
    from ludwright.powers.worth_tables import LEGEND, NOTHING, deals, nothing_named, sentences, tables, who

    out.print(f"[bold]{escape(found.title)}[/bold]: {deals(found)}; {found.games:,} games")
    out.print(f"[dim]{escape(who(found))}[/dim]")
    for table in tables(found):
        out.print(rich_table(table))
        if len(found.agents) > 1:
            out.print(f"[dim]{LEGEND}[/dim]")
        out.print()
    for sentence, witness in sentences(found):
        out.print(f"• {escape(sentence)}")
        if witness:
            out.print(f"  [dim]{escape(witness)}[/dim]", soft_wrap=True)
    if nothing_named(found):
        out.print(NOTHING)
