"""Who plays a game that runs by a clock: one of the profiles its text names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ludwright.mistakes import LudwrightError
from ludwright.rules.options.bots import RANDOM

AnyGame = TypeVar("AnyGame")


def under(game: AnyGame, profile: str) -> AnyGame:
    """The same game, played by somebody of that profile."""
    choose = getattr(game, "under", None)
    if choose is None:
        raise LudwrightError("a game written in Python has no profiles")
    chosen: AnyGame = choose(profile)
    return chosen


def in_time(game: AnyGame, who: Sequence[str]) -> AnyGame:
    """The same game, found as a persona in the first seat finds it, whose habits say how often it comes; any other player always has time."""
    if getattr(game, "profiles", None) is None or all(name == RANDOM for name in who):
        return game
    from ludwright.agents.personas import in_time as with_habits

    return with_habits(game, who)
