"""Our speed: compiling, playing on one thread and on two, starting the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

import ludwright


@dataclass(frozen=True)
class Speed:
    """Games and moves a second."""

    games: float
    moves: float


def play(game: Any, seconds: float, threads: int, seed: int) -> Speed:
    """Random games in native code for about that long."""
    game.start(seed=seed)  # compiling does not count as playing
    games, spent = 64, 0.0
    while True:
        begin = perf_counter()
        result = ludwright.simulate(game, games=games, seed=seed, threads=threads)
        spent = perf_counter() - begin
        if spent >= seconds / 2:
            return Speed(games / spent, result.moves.mean * result.finished / spent)
        games = min(games * 16, max(games * 2, int(games * seconds / max(spent, 1e-6))))


def compile_seconds(name: str) -> float:
    """From the text to a game that can be played, nothing remembered from before but how to read a text."""
    with forgotten():
        begin = perf_counter()
        ludwright.load(name).start(seed=1).codes()
        return perf_counter() - begin


@contextmanager
def forgotten() -> Iterator[None]:
    """While it lasts, no machine code kept on disk is found, and none is kept."""
    before = os.environ.get("LUDWRIGHT_CACHE")
    os.environ["LUDWRIGHT_CACHE"] = ""
    try:
        yield
    finally:
        del os.environ["LUDWRIGHT_CACHE"]
        if before is not None:
            os.environ["LUDWRIGHT_CACHE"] = before


def change_seconds(name: str, **params: int) -> float:
    """From one setting of a game's numbers to another: the same machine code reads another table."""
    game = ludwright.load(name)
    game.start(seed=1)
    begin = perf_counter()
    other = game.setting(**params)
    other.start(seed=1).codes()
    spent = perf_counter() - begin
    assert other.compiled is game.compiled, f"{name} was compiled again"
    return spent


def command_seconds(*arguments: str, runs: int = 5) -> float:
    """A whole command, from start to exit; the median."""
    times = []
    for _ in range(runs):
        begin = perf_counter()
        subprocess.run([sys.executable, "-m", "ludwright", *arguments], check=True, capture_output=True)
        times.append(perf_counter() - begin)
    return median(times)
