"""Ludwright: describe a tabletop game, play it at machine speed, learn what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludwright.describe import describe
    from ludwright.game import Game, check, load, load_text
    from ludwright.library import bundled_games
    from ludwright.mistakes import LudwrightError, Mistake, MistakesError
    from ludwright.play.match import Match
    from ludwright.play.simulate import simulate
    from ludwright.play.trace import trace
    from ludwright.rules.wording import Option

_HOMES = {
    "Game": "game", "load": "game", "load_text": "game", "check": "game", "LudwrightError": "mistakes", "Mistake": "mistakes",
    "MistakesError": "mistakes", "Match": "play.match", "simulate": "play.simulate", "trace": "play.trace", "Option": "rules.wording",
    "describe": "describe", "bundled_games": "library",
}  # fmt: skip

__all__ = ["Game", "LudwrightError", "Match", "Mistake", "MistakesError", "Option", "bundled_games", "check", "describe", "load", "load_text",
           "simulate", "trace"]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import each public name when it is first used, so that the command line starts at once."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ludwright' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"ludwright.{_HOMES[name]}"), name)
