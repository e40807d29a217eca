"""``ludwright distance``: how different two games are."""

from __future__ import annotations

from typing import Annotated

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import Json

_SHOWN = 12
"""So many differences are told, and so many lines of each."""


def distance(
    a: Annotated[str, typer.Argument(metavar="A", help="A bundled game or the path of a game text.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The other one.")],
    every: Annotated[bool, typer.Option("--all", help="Show all differences.")] = False,
    as_json: Json = False,
) -> int:
    """Tell how different the rules of two games are, from 0 to 1, and what differs. Numbers weigh less than rules; nothing is played."""
    from rich.markup import escape

    from ludwright.cli.printing import console, print_json
    from ludwright.comparing.distance import distance as measured

    found = measured(a, b)
    if as_json:
        print_json(found.as_json())
        return FINE
    out = console()
    out.print(f"[bold]{escape(found.sentence)}[/bold]")
    most = len(found.differences) if every else _SHOWN
    for one in found.differences[:most]:
        out.print(escape(f"{one.cost:6.2f}  {one.words}"))
        for line in one.lines if every else one.lines[:_SHOWN]:
            out.print(escape(f"        {line.sign} {line.text}"))
        if len(one.lines) > _SHOWN and not every:
            out.print(f"        ... {len(one.lines) - _SHOWN} more lines: --all shows them")
    if len(found.differences) > most:
        out.print(f"... and {len(found.differences) - most} more: --all shows them")
    return FINE
