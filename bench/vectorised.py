"""Many games at once beside Pgx, Ludax and PettingZoo's own Connect Four: ``python -m bench.vectorised [--beside PYTHON] [--write]``.

``--beside`` names a Python in which they are installed (``pip install pgx ludax pettingzoo pygame``); without it, those that this one has take part. Random
answers; every step makes masks and what the one who is asked sees; games that are over begin anew. Steps a second of processor time, so that a busy machine changes
little. ``--write`` puts the table into ``docs/bridges.md``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import ludwright
from bench.agent_figures import written
from bench.vectorised_peers import GAMES, PAIRS, STEPS, paced
from ludwright.bridges.vector import VectorEnvironment

PAGE = Path(__file__).parents[1] / "docs" / "bridges.md"
MARK = "<!-- measured by `python -m bench.vectorised --write`: {name} -->"
PEERS = {"pettingzoo": "PettingZoo", "pgx": "Pgx", "ludax": "Ludax"}


def batch_steps(game: str) -> float:
    """Of a batch."""
    batch = ludwright.Batch(game, games=GAMES, seed=1, restart=True, threads=1)

    def run() -> int:
        for _ in range(STEPS):
            batch.step(batch.random_codes())
        return GAMES * STEPS

    return paced(run)


def vector_steps(game: str) -> float:
    """Of the same as an environment of Gymnasium."""
    env = VectorEnvironment(game, games=GAMES, copy=False, threads=1)
    env.reset(seed=1)

    def run() -> int:
        for _ in range(STEPS):
            env.step(env.random_actions())
        return GAMES * STEPS

    return paced(run)


def peers(python: str) -> dict[str, dict[str, float]]:
    """What others make of it, as far as they are installed."""
    told = subprocess.run(
        [python, str(Path(__file__).with_name("vectorised_peers.py"))], check=True, capture_output=True, text=True
    ).stdout
    found = {}
    for line in told.splitlines():
        one = json.loads(line)
        if "steps" in one:
            found[PEERS[one["peer"]]] = one["steps"]
        else:
            print(f"{PEERS[one['peer']]} is not installed: {one['missing']}")
    return found


def main() -> None:
    """All of it, as a table."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--beside", default=sys.executable, help="a Python in which the others are installed")
    asked.add_argument("--write", action="store_true", help="put the table into docs/bridges.md")
    given = asked.parse_args()
    others = peers(given.beside)
    table = [["game", "a batch", "as `VectorEnvironment`", *(f"{name} (batch is … times as fast)" for name in others)]]
    for game, _, _ in PAIRS:
        own = batch_steps(game)
        row = [ludwright.load(game).title, _told(own), _told(vector_steps(game))]
        row += [f"{_told(one[game])} ({own / one[game]:.3g})" if game in one else "" for one in others.values()]
        table.append(row)
        print(" | ".join(row), flush=True)
    if given.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), "steps", table, MARK), "utf-8")


def _told(steps: float) -> str:
    return f"{steps / 1e6:.2f} M" if steps >= 1e6 else f"{steps:,.0f}"


if __name__ == "__main__":
    main()
