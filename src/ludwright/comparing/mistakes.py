"""What can be asked wrongly."""

from __future__ import annotations

from ludwright.mistakes import LudwrightError


class ComparisonError(LudwrightError):
    """Things that can't be compared, or parameters that can't be varied."""
