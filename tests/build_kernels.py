"""Builds all kernels, before the tests run side by side: ``python -m tests.build_kernels``. Else every process would build them for itself.

Two processes share the work: what one has built, the other finds on disk.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import ludwright
from tests.fuzz.hostile import warm_up

PARTS = (
    [("fireworks", "improve:2"), ("one_night", "mcts:2"), ("connect_four", "alphabeta:1"), ("kuhn_poker", "maxn:1")],
    [("tic_tac_toe", "mcts:2"), ("tic_tac_toe", "expert"), ("simple_coins", "nested:2"), ("simple_coins", "nrpa:2"),
     ("pig", "rhea:2"), ("simple_coins", "spmcts:2"), ("pig", "expectimax:1"), ("colors", "greedy"), ("nim", "solver")],
)  # fmt: skip
"""Games and players that between them need all kernels that take long to build."""


def build(part: int) -> None:
    """Have one part of the kernels built."""
    for game, player in PARTS[part]:
        ludwright.simulate(ludwright.load(game), 1, agents=player, move_limit=5, threads=1)
    if part == 1:
        warm_up()  # what `chance` needs
    if part == 0:
        with TemporaryDirectory() as folder:
            nim, path = ludwright.load("nim"), Path(folder) / "nim.npz"
            ludwright.learn(nim, 1).save(path)
            ludwright.simulate(nim, 1, agents=f"learned:{path}", threads=1)


def main() -> None:
    """Build all parts at the same time."""
    if len(sys.argv) > 1:
        build(int(sys.argv[1]))
        return
    print("Building the kernels ...", flush=True)
    running = [subprocess.Popen([sys.executable, "-m", "tests.build_kernels", str(part)]) for part in range(len(PARTS))]
    for process in running:
        process.wait()


if __name__ == "__main__":
    main()
