"""Rules bred from Tic-tac-toe, Breakthrough and Hex: ``python -m bench.evolution_of_rules [--candidates N] [--seconds S] [--out DIR]``.

An archive of 40 × 40 cells over the length of games and the number of options; how many cells are filled, how many of them are playable and good,
beside the published figures of the best such system (4,500 candidates, 1,600 cells: 185 to 190 filled, 107 to 130 playable, 100 to 117 above 0.5).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

import ludwright
from ludwright.evolution import Evolution
from ludwright.evolution.genome import genome_of
from ludwright.evolution.selection import Archive
from ludwright.ir import TOO_LONG

STARTS: tuple[tuple[str, dict[str, int]], ...] = (
    ("tic_tac_toe", {}),
    ("breakthrough", {"wide": 5, "high": 6}),
    ("hex", {"size": 5}),
)
AXES = ("turns=2..200/40", "options=1.5..100/40")
OUT = Console(highlight=False, width=160)


def told(found: Evolution, seconds: float) -> None:
    """What the docs tell."""
    playable = [one for one in found.variants if one.number in set(found.cells.values())]
    good = [one for one in playable if one.worth > 0.5]
    ended = Archive(found.axes)
    for one in found.variants:
        if one.failed not in ("bred", "ends", "not trivial"):
            ended.add(one.number, 0.0, dict(one.figures))
    OUT.print(f"{len(found.bred):,} candidates, {found.games:,} games, {seconds:.0f} s of processor time")
    OUT.print(f"cells filled by variants that end and are not trivial: {len(ended.elites())} of {found.size:,}")
    OUT.print(f"cells with a variant that passes all gates: {len(playable)}; with a quality above 0.5: {len(good)}")
    OUT.print(
        f"not passed: {found.rejected}; edits not proposed because they would not type: {sum(one.mistyped for one in found.variants)}"
    )
    faulty = [
        one.number
        for one in playable
        if any(fault.code != TOO_LONG for fault in ludwright.simulate(one.genome.loaded(), 100, seed=99, threads=1, move_limit=5000).faults)
    ]  # fmt: skip
    OUT.print(f"of these with a fault in 100 fresh games at random: {len(faulty)} {faulty or ''}")
    for one in sorted(good, key=lambda one: -one.figures.get("depth", 0.0))[:5]:
        figures = {name: round(value, 2) for name, value in one.figures.items()}
        OUT.print(f"depth {figures.get('depth')}: variant {one.number}: {figures}\n   {found.history(one.number)}")


def main() -> None:
    """Breed and tell."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--candidates", type=int, default=4500)
    asked.add_argument("--seconds", type=float, default=None)
    asked.add_argument("--out", type=Path, default=None)
    asked.add_argument("--resume", action="store_true")
    said = asked.parse_args()
    began = time.process_time()
    with TemporaryDirectory() as place:
        paths = [genome_of(name, params).write(Path(place), name) for name, params in STARTS]
        found = ludwright.evolve(
            None if said.resume else paths, axes=AXES, trials=24, strong="mcts:60", middle="mcts:15", beginner="random", agents="mcts:20",
            candidates=said.candidates, seconds=said.seconds, out=said.out, resume=said.resume, threads=1,
        )  # fmt: skip
    told(found, time.process_time() - began)
    if said.out is not None:
        found.save(said.out / "best")


if __name__ == "__main__":
    main()
