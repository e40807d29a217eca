"""Who had which card in games that nobody meddled with, and how often he won."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from ludwright.metrics.figure import Figure, nothing


def observed_in(game: Any, agent: str, deals: int, seed: int, threads: int | None) -> Figure:
    """The observed power of everything, as parts; each has the win rate of those who had it as its own part."""
    from ludwright.metrics import measure
    from ludwright.playtests import playtest

    with tempfile.TemporaryDirectory() as folder:
        run = playtest(
            game, agents=agent, games=deals, players=[game.players], seed=seed, out=Path(folder, "run"), threads=threads
        )
        return measure(run, ["observed power"], sample=deals)[0]["observed power"]


def of_holders(figure: Figure, what: str) -> Figure:
    """The win rate of those who had a thing."""
    rates = [rate for part in figure.parts if part.name == what for rate in part.parts]
    return rates[0] if rates else nothing("win rate", "nobody had it")
