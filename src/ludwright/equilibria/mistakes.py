"""What can be wrong with asking for an equilibrium."""

from __future__ import annotations

from ludwright.mistakes import LudwrightError


class EquilibriumError(LudwrightError):
    """A game that can't be solved, or a strategy that does not fit it."""


class TooLargeError(EquilibriumError):
    """A game with more positions than were allowed."""
