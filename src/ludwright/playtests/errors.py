"""What can go wrong with a playtest."""

from __future__ import annotations

from ludwright.mistakes import LudwrightError


class PlaytestError(LudwrightError):
    """A playtest that can't be run as it was asked for, or a folder that holds none."""
