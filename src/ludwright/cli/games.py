"""``ludwright games``: what is bundled."""

from __future__ import annotations

from ludwright.cli.manners import FINE
from ludwright.cli.options import Json

HEADINGS = ("name", "title", "players", "rules")


def games(as_json: Json = False) -> int:
    """List the bundled games. Any command takes one of these names, or the path of a game text of your own."""
    import ludwright

    bundled = ludwright.bundled_games()
    if as_json:
        from ludwright.cli.printing import print_json

        print_json([{heading: getattr(game, heading) for heading in HEADINGS} for game in bundled])
        return FINE
    from rich.table import Table

    from ludwright.cli.printing import console

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for game in bundled:
        table.add_row(*(str(getattr(game, heading)) for heading in HEADINGS))
    console().print(table)
    return FINE
