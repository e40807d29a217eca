"""The time of a report: every part gets its share of what is left, so that what one does not use flows on to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic

LOOK, STRONGEST, STRONG, INTERVENTIONS, LADDER, QUESTIONS, PICTURES = (
    "first look", "strongest", "strong games", "interventions", "ladder", "questions", "pictures",
)  # fmt: skip
SHARES = {LOOK: 5, STRONGEST: 16, STRONG: 26, INTERVENTIONS: 52, LADDER: 3, QUESTIONS: 8, PICTURES: 4}
"""What the parts of a full report get, in their order."""


class Budget:
    """Seconds for a whole report.

    >>> now = 0.0
    >>> budget = Budget(100, {"play": 3, "ask": 1}, lambda: now)
    >>> budget.share("play")
    75.0
    >>> now = 20.0  # less than it might have taken
    >>> budget.share("ask")
    80.0
    """

    def __init__(
        self, seconds: float, shares: Mapping[str, float] = SHARES, clock: Callable[[], float] = monotonic
    ) -> None:
        self.seconds, self._shares, self._clock = seconds, dict(shares), clock
        self.began = clock()

    @property
    def left(self) -> float:
        """How many seconds are left; none if it took longer."""
        return max(0.0, self.seconds - (self._clock() - self.began))

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return not self.left

    def share(self, part: str) -> float:
        """What a part may take, if it begins now: its share among those still to come."""
        names = list(self._shares)
        to_come = names[names.index(part) :]
        return self.left * self._shares[part] / sum(self._shares[name] for name in to_come)

    def expected(self, part: str) -> float:
        """What a part would get if all before it take their shares, beginning with this moment's ``left``."""
        return self.left * self._shares[part] / sum(self._shares.values())

    def reserved(self, part: str) -> float:
        """What a part and all after it are meant to have of the whole time."""
        names = list(self._shares)
        return (
            self.seconds * sum(self._shares[name] for name in names[names.index(part) :]) / sum(self._shares.values())
        )
