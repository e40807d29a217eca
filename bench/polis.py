"""The goal of Polis's published six-step history, by `balance` alone: ``python -m bench.polis [--games N]``.

Campisi (Vienna 2022) changed the deck in five steps by hand to spread the scores by a quarter more at the same mean: 52 cards, six changes. Told is what
`balance` changes for the same, and the exact spread of one score, which is worked out from the deck.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

import ludwright
from ludwright.language.tables import read_table

MEEPLES = range(9, 13)


def spread(game: str | Path) -> tuple[float, float]:
    """The exact mean and standard deviation of one score: meeples and a card."""
    cards = next(one for one in ludwright.load(game).description.declarations if one.kind == "cards")
    table = read_table(cards)
    assert table is not None
    points = {row[0].text: int(row[1].text) for row in table.rows}
    copies = {row[0].text: int(row[2].text) for row in table.rows}
    for change in ludwright.load(game).description.changes:
        name, column = (str(word) for word in change.tree.target.words)
        (points if column == "points" else copies)[name] = int(str(change.tree.value))
    scores = [meeples + points[name] for name in points for _ in range(copies[name]) for meeples in MEEPLES]
    mean = sum(scores) / len(scores)
    return mean, sqrt(sum((score - mean) ** 2 for score in scores) / len(scores))


def main() -> None:
    """Look for it and tell."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=400_000)
    said = asked.parse_args()
    out = Console(highlight=False, width=160)
    run = ludwright.playtest("polis", "random", 20_000, threads=1)
    [measured] = ludwright.measure(run, ["scores", "deviation of scores"])
    mean, deviation = measured["scores"].value or 0.0, measured["deviation of scores"].value or 0.0
    wanted = [
        f"deviation of scores {1.22 * deviation:.3f}..{1.30 * deviation:.3f}",
        f"scores {mean - 0.4:.2f}..{mean + 0.4:.2f}",
    ]
    began = time.process_time()
    with TemporaryDirectory() as place:
        found = ludwright.balance(
            "polis", wanted, agents="random", games=said.games, threads=1, out=Path(place) / "out"
        )
        before = spread("polis")
        out.print(f"as given: mean {before[0]:.3f}, deviation {before[1]:.3f}")
        for one in found.versions:
            assert one.file is not None
            after = spread(one.file)
            out.print(
                f"{one.changes}: mean {after[0]:.3f} ({after[0] / before[0] - 1:+.1%}), deviation {after[1]:.3f} ({after[1] / before[1] - 1:+.1%})"
            )
    out.print(f"{found.games:,} games, {time.process_time() - began:.0f} s of processor time")


if __name__ == "__main__":
    main()
