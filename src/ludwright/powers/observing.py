"""Who had which card in games that nobody meddled with, and how often he won."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ludwright.game import Game
from ludwright.metrics.evidence import Evidence
from ludwright.metrics.figure import Figure, nothing
from ludwright.play.agents import MOVE_LIMIT

if TYPE_CHECKING:
    from ludwright.metrics.choice_effects import Effect


def recorded(
    game: Game, agent: str, deals: int, seed: int, threads: int | None, move_limit: int = MOVE_LIMIT, seconds: float | None = None
) -> Evidence:  # fmt: skip
    """Games of one kind of player, with all that was chosen in them: so many, or as many as there are ``seconds`` for."""
    from ludwright.playtests import playtest

    run = playtest(
        game,
        agents=agent,
        games=deals,
        players=[game.players],
        seed=seed,
        threads=threads,
        move_limit=move_limit,
        seconds=seconds,
    )
    return Evidence.of(run, 0, game.players, sample=deals)


def taken_in(effects: Callable[[str], list[Effect]]) -> dict[str, Effect]:
    """How often every option is chosen where something else could be, by its words without commas, and every action by its name."""
    found = {f"first {effect.what.replace(',', '')}": effect for effect in effects("opening")}
    for by in ("words", "action"):
        found |= {effect.what.replace(",", ""): effect for effect in effects(by)}
    return found


def observed_in(game: Game, agent: str, deals: int, seed: int, threads: int | None) -> Figure:
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
