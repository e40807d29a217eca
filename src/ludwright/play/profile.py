"""Who plays a game that runs by a clock: one of the profiles its text names."""

from __future__ import annotations

from typing import TypeVar

from ludwright.mistakes import LudwrightError

Playable = TypeVar("Playable")


def under(game: Playable, profile: str) -> Playable:
    """The same game, played by somebody of that profile."""
    choose = getattr(game, "under", None)
    if choose is None:
        raise LudwrightError("a game written in Python has no profiles")
    chosen: Playable = choose(profile)
    return chosen
