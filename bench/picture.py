"""Draw the picture of the README anew: ``python -m bench.picture``."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

import ludwright
from ludwright.cli.simulation_table import print_summary
from ludwright.cli.summary import Summary

PICTURE = Path(__file__).parents[1] / "docs" / "simulate.svg"
GAMES = 1_000_000


def main() -> None:
    """Play, print into a recording, keep it as SVG without fonts from elsewhere."""
    game = ludwright.load("connect_four")
    result = ludwright.simulate(game, games=GAMES, seed=1)
    out = Console(record=True, width=84, file=io.StringIO(), force_terminal=True, highlight=False)
    out.print(f"[green]$[/green] ludwright simulate connect_four -n {GAMES}")
    print_summary(Summary("connect_four", game.title, dict(game.params), None, [], game.where, result), out)
    plain = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    plain = re.sub(r"<!--.*?-->\s*", "", plain)
    PICTURE.write_text(out.export_svg(title="ludwright", code_format=plain, unique_id="l"), encoding="utf-8")


if __name__ == "__main__":
    main()
