"""Conquest's scripted player against itself, by the published criteria: ``python -m bench.conquest [--games N]``.

The figures of docs/bench/conquest.md: who wins, how long wars take, drama and changes of the lead, on both maps.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console

import ludwright
from ludwright.metrics.figure import Figure

MAPS = {"conquest": "42 lands", "conquest_small": "8 lands"}
FIGURES = ("second seat wins", "first seat advantage", "drama of the lead", "lead changes of the lead")
PREFERRED = 16


@dataclass(frozen=True)
class War:
    """What came of the games on one map."""

    first: Figure
    turns: Any
    """The turns of every war."""
    seats: Any
    """Who won each, from 1."""
    figures: dict[str, Figure]


def war(name: str, games: int, seed: int = 1) -> War:
    """Play and measure; turns are those of the war alone, as the rules count them."""
    run = ludwright.playtest(name, "thesis", games, seed=seed, tracked=games)
    [measured] = ludwright.measure(run, ["seat shares", *FIGURES])
    ends = run.query("turn.number", when="end").sort("game")
    winners = run.games.select("game", "winner").collect().sort("game")["winner"]
    return War(
        measured["seat shares"].part("seat 1"), ends["value"].to_numpy(), winners.to_numpy(), {name: measured[name] for name in FIGURES}
    )  # fmt: skip


def told(figure: Figure, share: bool = False) -> str:
    """A figure with its interval, and its spread where that is known."""
    spread = [part for part in figure.parts if part.name in ("deviation", "spread", "standard deviation")]
    form = "{:.1%}" if share else "{:.3f}"
    value, low, high = (form.format(one or 0.0) for one in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})" + (f", spread {spread[0].value:.3f}" if spread else "")


def main() -> None:
    """Print the figures of both maps."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=10_000)
    said = asked.parse_args()
    out = Console(highlight=False, width=160)
    for name, words in MAPS.items():
        found = war(name, said.games)
        turns = found.turns
        error = 1.96 * turns.std(ddof=1) / len(turns) ** 0.5
        out.print(f"{words}: the first wins {told(found.first, share=True)}")
        out.print(
            f"{words}: turns {turns.mean():.2f} ({turns.mean() - error:.2f} to {turns.mean() + error:.2f}), spread {turns.std(ddof=1):.2f}, "
            f"median {np.median(turns):.0f}, duration criterion {np.abs(PREFERRED - turns).mean() / PREFERRED:.3f}"
        )
        for seat in (1, 2):
            own = turns[found.seats == seat]
            out.print(f"{words}: seat {seat} wins after {own.mean():.1f} turns, median {np.median(own):.0f}")
        for metric, figure in found.figures.items():
            out.print(f"{words}: {metric} {told(figure, share=metric == 'second seat wins')}")


if __name__ == "__main__":
    main()
