"""What can be wrong with a wish for a better version."""

from __future__ import annotations

from ludwright.mistakes import LudwrightError


class BalanceError(LudwrightError):
    """A target, a knob or a folder that can't be used."""
