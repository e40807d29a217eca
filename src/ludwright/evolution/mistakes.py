"""What can be wrong with what is asked of an evolution."""

from __future__ import annotations

from ludwright.mistakes import LudwrightError


class EvolveError(LudwrightError):
    """A game that can't be varied, or a wish that can't be understood."""
