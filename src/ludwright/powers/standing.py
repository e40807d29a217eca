"""What it is worth to sit in a seat, to be of a faction, to begin with something."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ludwright.metrics.figure import Figure, nothing
from ludwright.powers.paired import Numbers


@dataclass
class Standing:
    """What a player of one kind gains by a seat, a faction or a start."""

    kind: str
    what: str
    agent: str
    wins: Figure
    """The share of wins of whoever has it: in a common game, the result."""
    gain: Figure
    """How much more that is than on average, deal by deal. What is not dealt to a player is given to him."""
    values: Numbers = field(repr=False)
    observed: Figure = field(default_factory=lambda: nothing("observed", "it was not looked at"))
    """How much more those who were dealt it took than the others of the same deal."""
    chance: float = 1.0
    """How likely such a gain is by chance alone, corrected for the number of its kind."""
    among: int = 1
    """How many of its kind there are."""
    verdict: str = ""
    sentence: str = ""
    witness: str = ""
    """A command that shows a deal in which it went as it mostly does."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "kind": self.kind, "what": self.what, "agent": self.agent, "verdict": self.verdict, "sentence": self.sentence,
            "wins": self.wins.as_json(), "gain": self.gain.as_json(), "chance": self.chance, "observed": self.observed.as_json(),
            "witness": self.witness,
        }  # fmt: skip
