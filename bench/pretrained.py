"""The players that come with bundled games: ``python -m bench.pretrained [--games PIG CONNECT_FOUR ...] [--again]``.

Makes the files in ``src/ludwright/games/learned`` again: each learns so many games with one seed, so the same version of Ludwright makes the same files. Files of
games whose texts were changed since are taken away.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import ludwright
from ludwright.agents.bundled import FOLDER, bundled_player, name_of
from ludwright.learning.files import pack_learned


@dataclass(frozen=True)
class Lesson:
    """A game that is learned."""

    game: str
    players: int
    games: int
    weights: int = 60_000
    """So many weights are kept."""
    views: int = 5_000
    """So many whole views."""


LESSONS = [
    Lesson("tic_tac_toe", 2, 1_000_000, 8_000, 8_000),
    Lesson("connect_four", 2, 70_344, 160_000, 15_000),
    Lesson("breakthrough", 2, 5_000),
    Lesson("colors", 2, 10_000, 8_000, 2_000),
]


def make(lesson: Lesson) -> None:
    """Learn a game and write the file."""
    game = ludwright.load(lesson.game, lesson.players)
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / name_of(game, lesson.game)
    for old in FOLDER.glob(name_of(game, lesson.game).rsplit("-", 1)[0] + "-*.npz"):
        old.unlink()
    found = ludwright.learn(game, lesson.games)
    pack_learned(found, path, lesson.weights, lesson.views)
    print(
        f"{lesson.game}: {found.games:,} games, {found.seconds:.0f} s of processor time, {path.stat().st_size / 1000:,.0f} kB"
    )


def main() -> None:
    """Make what is missing, or all again."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--games", nargs="*", help="which games; default: all")
    asked.add_argument("--again", action="store_true", help="also those that are there")
    given = asked.parse_args()
    for lesson in LESSONS:
        there = bundled_player(ludwright.load(lesson.game, lesson.players)) is not None
        if (given.games is None or lesson.game in given.games) and (given.again or not there):
            make(lesson)


if __name__ == "__main__":
    main()
