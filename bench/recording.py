"""What recording costs: the same games played and forgotten, and played and kept, in turns.

Both begin with the game's text and play on one thread; the first is ``simulate``, the second a playtest as it is by default. What is
measured is the time of the processor, of all threads together: a second thread that writes is not free.

``python -m bench.recording`` measures this alone.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

from rich.console import Console
from rich.table import Table

import ludwright

RECORDED = ["connect_four", "tic_tac_toe"]


@dataclass(frozen=True)
class RecordingRow:
    """One game: nanoseconds of both, how many times as long recording takes, and what is kept."""

    game: str
    games: int
    forgotten: float
    kept: float
    ratio: float
    bytes_a_game: float


def compare_recording(name: str, games: int, slices: int) -> RecordingRow:
    """Measure one game in both ways, in turns."""
    forgotten, kept, size = [], [], 0
    with tempfile.TemporaryDirectory(prefix="ludwright-bench-") as folder:
        ludwright.simulate(ludwright.load(name), 1_000, threads=1)
        ludwright.playtest(name, games=1_000, threads=1, out=Path(folder) / "first")
        for number in range(slices):
            out = Path(folder) / str(number)
            begin = process_time()
            ludwright.simulate(ludwright.load(name), games, threads=1)
            between = process_time()
            ludwright.playtest(name, games=games, threads=1, out=out)
            forgotten.append(1e9 * (between - begin) / games)
            kept.append(1e9 * (process_time() - between) / games)
            size = sum(path.stat().st_size for path in (out / "data").iterdir())
    ratio = median(b / a for a, b in zip(forgotten, kept, strict=True))
    return RecordingRow(name, games, median(forgotten), median(kept), ratio, size / games)


def recording_table(rows: list[RecordingRow]) -> Table:
    """What it takes to play a game, to play and keep it, and how much is kept."""
    table = Table(title="Recording random games: processor time of one game", title_justify="left")
    for heading in ("game", "games", "forgotten", "kept", "ratio", "bytes a game"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in rows:
        table.add_row(
            row.game,
            f"{row.games:,}",
            f"{row.forgotten:,.0f} ns",
            f"{row.kept:,.0f} ns",
            f"{row.ratio:.2f}",
            f"{row.bytes_a_game:.1f}",
        )
    return table


if __name__ == "__main__":
    Console().print(recording_table([compare_recording(name, 2_000_000, 5) for name in RECORDED]))
