"""Searches beside each other on the same budget: ``python -m bench.searchers [--seeds N] [--games N]``.

A race with five knobs, of which two have to be turned. Plain random search, Optuna (TPE) and NTBEA (Lucas, Liu, Perez-Liebana 2018) look for any
version that meets both targets; `ludwright balance` for the one with the fewest and smallest changes. All pay for every game, those that confirm
a version included. Told are the games until a version is met on fresh deals, and how much it changes. Optuna is installed for this script alone.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from itertools import combinations
from math import inf, log, sqrt
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rich.console import Console

import ludwright

TEXT = """
game "Race"
players 2
param goal = 60 in 20..100
param least = 1 in 0..4
param spread = 5 in 1..10
param head_start = 0 in 0..12
param pause = 0 in 0..3
each player
  gone = 0 in 0..400
setup: players[2].gone = head_start
turn: run
action run
  let step = random n in 0..spread
  my gone += least + step
end when my gone >= goal: me wins
"""
KNOBS = {"goal": (20, 100), "least": (0, 4), "spread": (1, 10), "head_start": (0, 12), "pause": (0, 3)}
START = {"goal": 60, "least": 1, "spread": 5, "head_start": 0, "pause": 0}
SHARE, TURNS = (0.48, 0.52), (18.0, 20.0)
EACH, FRESH = 200, 2000
"""Games of a trial, and of a confirmation."""
FRESH_SEEDS = 1_000
"""The fresh deals of `balance` lie so far from those of its search."""
Point = dict[str, int]


@dataclass
class Range:
    """Plays versions and counts the games."""

    budget: int
    seed: int
    game: ludwright.Game = field(default_factory=lambda: ludwright.load_text(TEXT))
    spent: int = 0
    met: tuple[int, Point] | None = None

    def away(self, point: Point) -> float:
        """How far a version is from both targets by some games; one that looks good is played on fresh deals."""
        if self.spent >= self.budget or self.met is not None:
            raise StopIteration
        self.spent += EACH
        found = self._away(point, EACH, self.seed)
        if found == 0:
            self.spent += FRESH
            if self._away(point, FRESH, 10_000 + self.seed) == 0:
                self.met = self.spent, dict(point)
        return found

    def _away(self, point: Point, games: int, seed: int) -> float:
        result = ludwright.simulate(self.game.setting(**point), games, seed=seed, threads=1)
        share, turns = result.win_share(0), result.turns.mean
        outside = max(0.0, SHARE[0] - share, share - SHARE[1]) / 0.02
        return outside + max(0.0, TURNS[0] - turns, turns - TURNS[1]) / 1.0


def at_random(field_: Range) -> None:
    """Any point, again and again."""
    dice = np.random.default_rng(field_.seed)
    while True:
        field_.away({name: int(dice.integers(low, high + 1)) for name, (low, high) in KNOBS.items()})


def optuna_tpe(field_: Range) -> None:
    """Optuna as it comes."""
    optuna: Any = import_module("optuna")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=field_.seed))
    while True:
        trial = study.ask()
        study.tell(
            trial, field_.away({name: trial.suggest_int(name, low, high) for name, (low, high) in KNOBS.items()})
        )


def ntbea(field_: Range, neighbours: int = 50, explore: float = 2.0) -> None:
    """The n-tuple bandit evolutionary algorithm: tuples of one, two and all knobs, an upper confidence bound over neighbours."""
    dice = np.random.default_rng(field_.seed)
    names = list(KNOBS)
    tuples = [*combinations(names, 1), *combinations(names, 2), tuple(names)]
    seen: dict[tuple[tuple[str, ...], tuple[int, ...]], tuple[int, float]] = {}
    total = 0

    def bound(point: Point) -> float:
        found = 0.0
        for own in tuples:
            count, mean = seen.get((own, tuple(point[name] for name in own)), (0, 0.0))
            found += mean + explore * sqrt(log(1 + total) / (count + 0.5))
        return found / len(tuples)

    point = dict(START)
    while True:
        worth = -field_.away(point)
        total += 1
        for own in tuples:
            key = own, tuple(point[name] for name in own)
            count, mean = seen.get(key, (0, 0.0))
            seen[key] = count + 1, mean + (worth - mean) / (count + 1)
        near = []
        for _ in range(neighbours):
            other = dict(point)
            changed = [name for name in names if dice.random() < 1 / len(names)] or [
                names[int(dice.integers(len(names)))]
            ]
            for name in changed:
                low, high = KNOBS[name]
                other[name] = int(dice.integers(low, high + 1))
            near.append(other)
        point = max(near, key=bound)


def size(point: Point) -> tuple[int, float]:
    """How many knobs are turned, and how far together, as `balance` counts."""
    turned = [(START[name], value) for name, value in point.items() if value != START[name]]
    return len(turned), sum(abs(new - old) / (abs(new - old) + abs(old)) for old, new in turned)


def others(search: Callable[[Range], None], seeds: int, budget: int) -> Iterator[tuple[float, int, float]]:
    """Games, changes and their size, for every seed."""
    for seed in range(1, seeds + 1):
        own = Range(budget, seed)
        with suppress(StopIteration):
            search(own)
        yield (own.met[0], *size(own.met[1])) if own.met is not None else (inf, 0, 0.0)


def ours(seeds: int, budget: int) -> Iterator[tuple[float, int, float]]:
    """`balance` with the same budget: games until it has confirmed the first version on fresh deals, and what it ends with."""
    wanted = [f"first seat wins {100 * SHARE[0]:.0f}..{100 * SHARE[1]:.0f}%", f"turns {TURNS[0]:.0f}..{TURNS[1]:.0f}"]
    for seed in range(1, seeds + 1):
        with TemporaryDirectory() as place:
            found = ludwright.balance(
                ludwright.load_text(TEXT), wanted, knobs=list(KNOBS), agents="random", games=budget, seed=seed, threads=1, out=Path(place) / "out"
            )  # fmt: skip
            games = first_met(Path(place) / "out" / "tries.jsonl", seed)
        good = list(found.versions)
        yield (games, len(good[0].version.changes), good[0].size) if good else (inf, 0, 0.0)


def first_met(journal: Path, seed: int) -> float:
    """How many games were played until a version lay in all ranges on fresh deals, in the order in which they were played."""
    games = 0
    for line in journal.read_text(encoding="utf-8").splitlines():
        tried = json.loads(line)
        games += tried["games"]
        ranges = [(one["value"], *one["wished"]) for one in tried.get("readings", ())]
        inside = all((low is None or low <= value) and (high is None or value <= high) for value, low, high in ranges)
        if tried["version"] and tried["seed"] >= seed + FRESH_SEEDS and len(ranges) > 1 and inside:
            return float(games)
    return inf


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seeds", type=int, default=10)
    asked.add_argument("--games", type=int, default=40_000)
    asked.add_argument("--only", default="", help="one of them, by a part of its name")
    said = asked.parse_args()
    out = Console(highlight=False, width=160)
    table = {"random search": at_random, "Optuna (TPE)": optuna_tpe, "NTBEA": ntbea}
    for name in (one for one in (*table, "ludwright balance") if said.only in one):
        began = time.process_time()
        found = list(others(table[name], said.seeds, said.games) if name in table else ours(said.seeds, said.games))
        games = [one[0] for one in found]
        met = [one for one in found if one[0] < inf]
        told = f"median {median(games):,.0f} games ({min(games):,.0f} to {max(games):,.0f})" if met else "never"
        changes = (
            f"{np.mean([one[1] for one in met]):.1f} changes of size {np.mean([one[2] for one in met]):.2f}"
            if met
            else ""
        )
        out.print(
            f"{name}: met {len(met)} of {said.seeds}; {told}; {changes}; {time.process_time() - began:.0f} s of processor time"
        )


if __name__ == "__main__":
    main()
