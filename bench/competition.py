"""Balancing as in the competition of 2025 (IEEE CoG, Tabletop Games Balancing Competition): ``python -m bench.competition [GAME …] [--games N] [--fresh N]``.

There, four players of different skill meet in all pairs: at random, one step ahead, a tree search, and one with twice its time. Wanted is a matrix of
how often the better of each pair wins, and a share of the first seat. The matrices of the competition are for another program's games; the ones below
are ours, and in the same spirit: the better win, by more the farther they are apart, and luck leaves the weaker something. Told is the distance to the
target before and after, on deals that no search has seen: the mean of how many points each share is away.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

import ludwright
from ludwright.statistics import wilson

SEARCH, SHALLOW = (
    ("mcts:40", "mcts:20", "greedy", "random"),
    ("mcts:60,depth=8", "mcts:30,depth=8", "greedy", "random"),
)
"""From the best to the worst; the second thinks half as long as the first. Games of long turns are searched some answers ahead."""
TWO = {(0, 1): 0.55, (0, 2): 0.75, (0, 3): 0.90, (1, 2): 0.70, (1, 3): 0.85, (2, 3): 0.70}
THREE = {(0, 1): 0.38, (0, 2): 0.60, (0, 3): 0.80, (1, 2): 0.55, (1, 3): 0.75, (2, 3): 0.60}
"""How often the better one wins: against one, and against two of the other kind."""
ROOM = 0.03
"""A target is met so far to each side."""


@dataclass(frozen=True)
class Entry:
    """A game, what may be turned in it, and what is wanted."""

    game: str
    kind: str
    players: int
    matrix: dict[tuple[int, int], float]
    knobs: tuple[str, ...]
    levels: tuple[str, ...] = SEARCH
    first: float | None = None
    """The first seat's share among players of the second level; none where all move at once, as there."""


ENTRIES = (
    Entry(
        "harbour_town", "deck builder", 2, TWO,
        ("provinces", "hand_size", "Silver.cost", "Gold.cost", "Province.cost=4..12", "Province.points"),
        SHALLOW, 0.5,
    ),
    Entry("cant_stop", "push your luck", 2, TWO, ("columns_to_win", "length.1=9..13", "length.2=0..2", "climb.1=1..2"), first=0.5),
    Entry(
        "seven_cities", "drafting", 3, THREE,
        ("gold", "price.1=1..4", "play.2=2..3", "age.2=3..6", "age.3", "age.5=0..4", "age.6=0..1"),
    ),
)  # fmt: skip


def wanted(entry: Entry) -> list[str]:
    """The matrix and the first seat's share as targets."""
    found = [
        f"{entry.levels[better]} beats {entry.levels[worse]} {_range(share)}"
        for (better, worse), share in entry.matrix.items()
    ]
    return found + ([f"{entry.levels[1]}: first seat wins {_range(entry.first)}"] if entry.first is not None else [])


def _range(share: float) -> str:
    return f"{100 * (share - ROOM):.0f} to {100 * (share + ROOM):.0f}%"


@dataclass(frozen=True)
class Measured:
    """The shares of one version."""

    matrix: dict[tuple[int, int], float]
    first: float | None
    games: int
    """Of each pair."""

    def distance(self, entry: Entry) -> float:
        """The mean of how many points each share is from what is wanted."""
        away = [abs(self.matrix[pair] - share) for pair, share in entry.matrix.items()]
        if entry.first is not None and self.first is not None:
            away.append(abs(self.first - entry.first))
        return 100 * sum(away) / len(away)


def measured(game: str | Path, entry: Entry, games: int, seed: int) -> Measured:
    """Every pair, the better one in every seat in turn, and the first seat among equals."""
    loaded = ludwright.load(game, players=entry.players)
    matrix = {}
    for better, worse in combinations(range(len(entry.levels)), 2):
        share = 0.0
        for seat in range(entry.players):
            who = [entry.levels[better if place == seat else worse] for place in range(entry.players)]
            found = ludwright.simulate(loaded, games // entry.players, seed=seed + seat, agents=who, threads=1)
            share += found.win_share(seat) / entry.players
        matrix[better, worse] = share
    first = None
    if entry.first is not None:
        first = ludwright.simulate(loaded, games, seed=seed, agents=entry.levels[1], threads=1).win_share(0)
    return Measured(matrix, first, games)


def told(one: Measured, entry: Entry) -> str:
    """In a line."""
    shares = ", ".join(f"{entry.levels[a]} – {entry.levels[b]} {share:.0%}" for (a, b), share in one.matrix.items())
    low, high = wilson(0.5 * one.games, one.games)
    first = f"; first seat {one.first:.0%}" if one.first is not None else ""
    return f"{shares}{first} (a share of half: ± {100 * (high - low) / 2:.0f} points)"


def balanced(entry: Entry, folder: Path, games: int, fresh: int, out: Console) -> tuple[float, float]:
    """Balance a game, tell what came of it; the distance before and after."""
    began = time.process_time()
    before = measured(entry.game, entry, fresh, 5_000)
    since = time.process_time()
    found = ludwright.balance(
        entry.game, wanted(entry), knobs=entry.knobs, players=entry.players, games=games, threads=1, out=folder / "out"
    )
    spent = time.process_time() - since
    best = found.versions[0] if found.versions else found.closest
    assert best is not None and best.file is not None
    after = measured(best.file, entry, fresh, 5_000)
    out.print(f"{entry.game} ({entry.kind}): {best.changes}")
    out.print(f"   before: {told(before, entry)}\n   after: {told(after, entry)}")
    out.print(
        f"   distance {before.distance(entry):.1f} → {after.distance(entry):.1f} points on {fresh:,} fresh games a pair; {found.games:,} games and "
        f"{spent:.0f} s of processor time for the search, {time.process_time() - began - spent:.0f} s for these figures"
    )
    return before.distance(entry), after.distance(entry)


def main(words: Sequence[str] | None = None) -> None:
    """Balance and tell."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("only", nargs="*", metavar="GAME")
    asked.add_argument("--games", type=int, default=8_000)
    asked.add_argument("--fresh", type=int, default=300)
    said = asked.parse_args(words)
    out = Console(highlight=False, width=200)
    for entry in ENTRIES:
        if said.only and entry.game not in said.only:
            continue
        with TemporaryDirectory() as place:
            balanced(entry, Path(place), said.games, said.fresh, out)


if __name__ == "__main__":
    main()
