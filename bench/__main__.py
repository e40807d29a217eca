"""Measure everything in one run and print it: ``python -m bench [--quick]``.

Ours and OpenSpiel's are measured in turns, slice by slice, so that whatever else the machine does hits both; each ratio
is the median of the slices' ratios.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

import pyspiel
from rich.console import Console
from rich.table import Table

import ludwright
from bench import ours, theirs
from bench.games import SHARED, Shared
from bench.recording import RECORDED, compare_recording, recording_table
from bench.search import SEARCHED, THREADED, compare_search, compare_threads, search_table, thread_table
from bench.stepping import STEPPED, compare_stepping, stepping_table

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True)
class Row:
    """One shared game: games a second of all, and how many times faster ours is."""

    game: str
    games: float
    moves: float
    rollouts: float
    stepped: float
    over_rollouts: float
    over_stepped: float
    two_threads: float


def compare(shared: Shared, slices: int, seconds: float) -> Row:
    """Measure one game in all ways, in turns."""
    game = ludwright.load(shared.ours, params=shared.params)
    their_game = pyspiel.load_game(shared.theirs)
    rollouts = theirs.whole_games(their_game, shared.opening)
    chooser = random.Random(1)
    ours.play(game, seconds / 10, 1, seed=0)
    single, double, cpp, python = [], [], [], []
    for number in range(slices):
        single.append(ours.play(game, seconds, 1, seed=number))
        cpp.append(rollouts.games_a_second(seconds))
        double.append(ours.play(game, seconds, 2, seed=number))
        python.append(theirs.stepped_games_a_second(their_game, seconds / 2, chooser))
    return Row(
        game=shared.ours,
        games=median(speed.games for speed in single),
        moves=median(speed.moves for speed in single),
        rollouts=median(cpp),
        stepped=median(python),
        over_rollouts=median(a.games / b for a, b in zip(single, cpp, strict=True)),
        over_stepped=median(a.games / b for a, b in zip(single, python, strict=True)),
        two_threads=median(b.games / a.games for a, b in zip(single, double, strict=True)),
    )


@dataclass(frozen=True)
class Alone:
    """One bundled game by itself, with as few players as it allows."""

    game: str
    compile_seconds: float
    games: float
    moves: float


def alone(name: str, seconds: float) -> Alone:
    """Compile one game, and play it on one thread."""
    compiling = ours.compile_seconds(name)
    speed = ours.play(ludwright.load(name), seconds, 1, seed=1)
    return Alone(name, compiling, speed.games, speed.moves)


def games_table(found: list[Alone]) -> Table:
    """How long each bundled game takes from text to machine code, and how fast it is then."""
    middle = median(game.compile_seconds for game in found)
    table = Table(
        title=f"All bundled games: from text to machine code in {middle:.2f} s (median); one core", title_justify="left"
    )
    for heading in ("game", "seconds to compile", "games/s", "moves/s"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for game in found:
        table.add_row(game.game, f"{game.compile_seconds:.2f}", f"{game.games:,.0f}", f"{game.moves:,.0f}")
    return table


def speed_table(rows: list[Row]) -> Table:
    """Ours beside OpenSpiel's."""
    table = Table(title="Random games a second, one core", title_justify="left")
    for heading in ("game", "ours", "moves/s", "OpenSpiel C++", "ratio", "OpenSpiel Python", "ratio", "2 threads / 1"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in rows:
        table.add_row(
            row.game,
            f"{row.games:,.0f}",
            f"{row.moves:,.0f}",
            f"{row.rollouts:,.0f}",
            f"{row.over_rollouts:.1f}",
            f"{row.stepped:,.0f}",
            f"{row.over_stepped:,.0f}",
            f"{row.two_threads:.2f}",
        )
    return table


def main() -> None:
    """Measure, print, keep."""
    options = argparse.ArgumentParser(prog="python -m bench", description="Measure the speed of Ludwright.")
    options.add_argument("--quick", action="store_true", help="fewer and shorter slices: a rough picture in a minute")
    quick = options.parse_args().quick
    slices, seconds = (3, 0.15) if quick else (7, 0.5)
    out = Console(width=None if sys.stdout.isatty() else 120)

    ours.play(ludwright.load("tic_tac_toe"), 0.1, 1, seed=0)  # builds the kernels if they are not cached
    bundled = [alone(game.name, seconds / 2) for game in ludwright.bundled_games()]
    out.print(games_table(bundled))
    change = ours.change_seconds("pig", goal=50)
    out.print(f"A number changed (the goal of Pig): {1000 * change:.1f} ms, nothing compiled\n")
    rows = []
    for shared in SHARED:
        rows.append(compare(shared, slices, seconds))
        if out.is_terminal:
            out.print(f"[dim]{shared.ours}: {rows[-1].over_rollouts:.1f} times OpenSpiel's C++[/dim]")
    out.print(speed_table(rows))
    searches = [compare_search(searched, 2 * slices) for searched in SEARCHED]
    out.print(search_table(searches))
    threads = [row for searched in THREADED for row in compare_threads(searched, 2 * slices)]
    out.print(thread_table(threads))
    recorded = [compare_recording(name, 250_000 if quick else 2_000_000, slices) for name in RECORDED]
    out.print(recording_table(recorded))
    stepped = [row for shared in STEPPED for row in compare_stepping(shared, 500 if quick else 2_000, slices)]
    out.print(stepping_table(stepped))
    start = {
        "help": ours.command_seconds("--help"),
        "first_result": ours.command_seconds("simulate", "tic_tac_toe", "-n", "1000", "--json"),
    }
    out.print(f"Command line: help after {start['help']:.2f} s, first result after {start['first_result']:.2f} s")

    RESULTS.mkdir(exist_ok=True)
    kept = RESULTS / f"{datetime.now(UTC):%Y-%m-%dT%H%M%S}.json"
    found = {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "quick": quick,
        "games": [asdict(game) for game in bundled],
        "change_seconds": change,
        "speed": [asdict(row) for row in rows],
        "search": [asdict(row) for row in searches],
        "threads": [asdict(row) for row in threads],
        "recording": [asdict(row) for row in recorded],
        "stepping": [asdict(row) for row in stepped],
        "command_seconds": start,
    }
    kept.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    out.print(f"Kept as {kept.relative_to(Path.cwd()) if kept.is_relative_to(Path.cwd()) else kept}")


if __name__ == "__main__":
    main()
