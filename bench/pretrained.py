"""The players that come with bundled games: ``python -m bench.pretrained [--games PIG CONNECT_FOUR ...] [--again] [--whole FOLDER] [--measure]``.

Makes the files in ``src/ludwright/games/learned`` again: each learns so many games with one seed, so the same version of Ludwright makes the same files. Files of
games whose texts were changed since are taken away. ``--measure`` lets those that are there play instead, and writes into ``docs/agents/learned.md`` how they did.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import ludwright
from bench.agent_figures import DOCS, written
from ludwright.agents.bundled import FOLDER, bundled_player, name_of
from ludwright.learning.files import load_learned, pack_learned
from ludwright.statistics import wilson


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
    Lesson("pig", 2, 200_000, 90_000, 5_000),
    Lesson("connect_four", 2, 120_000, 200_000, 15_000),
    Lesson("breakthrough", 2, 3_000),
    Lesson("colors", 2, 10_000, 8_000, 2_000),
    Lesson("bird_lady", 2, 40_000),
]


MARK = "<!-- measured by `python -m bench.pretrained --measure`: {name} -->"
RIVALS = [
    ("tic_tac_toe", "learned", "random", 1_000),
    ("tic_tac_toe", "learned", "learned", 200),
    ("pig", "learned", "hold at 20", 5_000),
    ("colors", "learned", "greedy", 200),
    ("bird_lady", "learned", "greedy", 200),
    ("bird_lady", "learned", "mcts:50", 100),
    ("connect_four", "learned", "mcts:100", 30),
    ("connect_four", "mcts:200,learned=bundled", "mcts:1000", 40),
    ("breakthrough", "learned", "greedy", 30),
    ("breakthrough", "mcts:50,learned=bundled", "mcts:200", 15),
]
"""Who plays whom, and how many games in each seat."""


def measure(only: list[str] | None) -> list[list[str]]:
    """Games won, drawn and lost, seat by seat; the share of the points with its interval; and how long a decision takes."""
    table = [
        [
            "game",
            "player",
            "against",
            "first: won / drawn / lost",
            "second: won / drawn / lost",
            "points (95%)",
            "ms a decision, beside",
        ]
    ]
    for name, agent, rival, games in RIVALS:
        if only is not None and name not in only:
            continue
        game = ludwright.load(name, 2)
        first = ludwright.simulate(game, games, agents=[agent, rival], seed=2)
        second = ludwright.simulate(game, games, agents=[rival, agent], seed=2)
        points = first.won.share(0) * first.won.games + second.won.share(1) * second.won.games
        low, high = wilson(points, first.won.games + second.won.games)
        share = points / (first.won.games + second.won.games)
        table.append(
            [
                game.title, f"`{agent}`", f"`{rival}`", f"{first.wins[0]:,} / {first.draws:,} / {first.wins[1]:,}",
                f"{second.wins[1]:,} / {second.draws:,} / {second.wins[0]:,}", f"{share:.0%} ({low:.0%} to {high:.0%})",
                f"{_pace(game, agent):.2g}, {_pace(game, rival):.2g}",
            ]
        )  # fmt: skip
        print(" | ".join(table[-1]), flush=True)
    return table


def _pace(game: ludwright.Game, agent: str) -> float:
    """Milliseconds of processor time that a decision takes, with what it takes to sit down."""
    began = process_time()
    played = ludwright.simulate(game, 10, agents=agent, seed=3)
    return 1000 * (process_time() - began) / (10 * played.decisions.mean)


def told_of_files() -> list[list[str]]:
    """What it took to learn each."""
    table = [["game", "learned in", "processor time", "file"]]
    for lesson in LESSONS:
        game = ludwright.load(lesson.game, lesson.players)
        path = bundled_player(game)
        if path is not None:
            found = load_learned(path)
            table.append(
                [
                    game.title,
                    f"{found.games:,} games",
                    f"{found.seconds:,.0f} s",
                    f"{path.stat().st_size / 1000:,.0f} kB",
                ]
            )
    return table


def make(lesson: Lesson, whole: Path | None) -> None:
    """Learn a game and write the file; and all that was learned into a folder, if one is named."""
    game = ludwright.load(lesson.game, lesson.players)
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / name_of(game, lesson.game)
    found = ludwright.learn(game, lesson.games)
    for old in FOLDER.glob(name_of(game, lesson.game).rsplit("-", 1)[0] + "-*.npz"):
        old.unlink()
    if whole is not None:
        whole.mkdir(parents=True, exist_ok=True)
        found.save(whole / f"{lesson.game}.npz")
    pack_learned(found, path, lesson.weights, lesson.views)
    print(
        f"{lesson.game}: {found.games:,} games, {found.seconds:.0f} s of processor time, {path.stat().st_size / 1000:,.0f} kB"
    )


def main() -> None:
    """Make what is missing, or all again."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--games", nargs="*", help="which games; default: all")
    asked.add_argument("--again", action="store_true", help="also those that are there")
    asked.add_argument(
        "--whole", type=Path, metavar="FOLDER", help="keep all that was learned there, too, to go on from"
    )
    asked.add_argument("--measure", action="store_true", help="let them play instead")
    given = asked.parse_args()
    if given.measure:
        page = DOCS / "learned.md"
        for name, table in (("files", told_of_files()), ("games", measure(given.games))):
            page.write_text(written(page.read_text("utf-8"), name, table, MARK), "utf-8")
        return
    for lesson in LESSONS:
        there = bundled_player(ludwright.load(lesson.game, lesson.players)) is not None
        if (given.games is None or lesson.game in given.games) and (given.again or not there):
            make(lesson, given.whole)


if __name__ == "__main__":
    main()
