"""How fast a long WGDL file is compiled and searched: ``python -m bench.township``.

`docs/examples/township.wgdl` has more of everything than the largest game published in that language, which was searched at 579 play-outs a second on one core.
"""

from __future__ import annotations

import math
import tempfile
from pathlib import Path
from time import process_time

import ludwright
from ludwright.agents.best_lines import best_line

FILE = Path(__file__).parents[1] / "docs" / "examples" / "township.wgdl"
PUBLISHED = 579
"""Play-outs a second on one core, in 2012."""
RUNS = 20_000
REPEATS = 5
"""So often the same search is run; the fastest counts, since other work on the machine only ever slows it."""


def until(sessions: int) -> ludwright.Game:
    """The township for so many sessions of a commuter."""
    text = FILE.read_text("utf-8")
    last = "// end after 7 days"
    assert last in text
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE.name
        path.write_text(text.replace(last, f"// end after {sessions} sessions"), "utf-8")
        return ludwright.load(path).under("commuter")


def compiling() -> tuple[float, float]:
    """Seconds of processor time to read, check and translate the file, and for all up to the first decision."""
    ludwright.load(FILE.with_name("bakery.wgdl")).start(seed=1)  # what is loaded once for any game
    began = process_time()
    game = ludwright.load(FILE)
    read = process_time()
    game.start(seed=1)
    return read - began, process_time() - began


def speed(sessions: int, runs: int) -> tuple[float, float]:
    """Play-outs a second of a tree search, and the moves of a random game."""
    game = until(sessions)
    best_line(game, "spmcts:10", 1)  # the kernels are built
    seconds = math.inf
    for _ in range(REPEATS):
        began = process_time()
        found = best_line(game, f"spmcts:{runs}", 1)
        seconds = min(seconds, process_time() - began)
    return found.playouts / seconds, ludwright.simulate(game, 500, seed=1, threads=1).moves.mean


def main() -> None:
    read, ready = compiling()
    print(
        f"{FILE.name}: {len(FILE.read_text('utf-8').splitlines()):,} lines, translated and compiled in {read:.2f} s, machine code in {ready:.2f} s"
    )
    for sessions in (1, 4):
        rate, moves = speed(sessions, RUNS // sessions)
        print(
            f"{sessions} session{'s' if sessions > 1 else ''}: {rate:,.0f} play-outs a second ({moves:.0f} moves each at random), {rate / PUBLISHED:,.0f} times the published rate"
        )


if __name__ == "__main__":
    main()
