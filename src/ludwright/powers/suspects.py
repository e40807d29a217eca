"""Things that games point to: only an intervention tells whether they are right."""

from __future__ import annotations

from dataclasses import dataclass

from ludwright.agents.barred import OPENING
from ludwright.metrics.figure import Figure
from ludwright.powers.things import CARDS

STRONG, WEAK, SAME = "too strong", "too weak", "no difference"


@dataclass(frozen=True)
class Suspect:
    """Something that games point to."""

    kind: str
    """Cards, actions or moves."""
    name: str
    score: float
    """How suspicious it is."""
    suspected: str = ""
    """Of what; nothing: it is there to be compared with."""
    action: str = ""
    """The action it is a way to carry out."""
    seen: Figure | None = None
    """What games showed of it."""
    surely: bool = False
    """Whether games showed surely that it goes with winning, or with losing, far more than its like."""

    @property
    def opening(self) -> bool:
        """Whether only the first choice of a game is meant."""
        return self.name.startswith(OPENING)

    @property
    def runs(self) -> int:
        """How many times all deals are played for it, in every seat."""
        return 1 if self.kind == CARDS else 2
