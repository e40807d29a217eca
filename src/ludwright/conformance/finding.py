"""What a proof found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

WRONG, LOOK = "wrong", "look"
"""Something is wrong; or it may be as it should, but is worth a look."""


@dataclass(frozen=True)
class ProofFinding:
    """One thing that was found, as a sentence that a designer can act on."""

    proof: str
    """Which proof found it: ``both runs``, ``replay``, ``faults``, ..."""
    severity: str
    """``wrong`` or ``look``."""
    words: str
    where: str = ""
    """The file and line of the rule, if there is one."""
    players: tuple[int, ...] = ()
    """With how many players it was found."""
    seed: int | None = None
    game: int | None = None
    """The number of a game of that seed that shows it."""
    move: int | None = None
    """After how many moves of that game."""
    command: str = ""
    """The command that shows that game."""

    @property
    def key(self) -> tuple[str, str, str]:
        """What two findings share if they are the same finding."""
        return self.proof, self.where, self.words

    def also(self, players: tuple[int, ...]) -> ProofFinding:
        """The same finding, with other numbers of players too."""
        return replace(self, players=tuple(sorted({*self.players, *players})))

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "proof": self.proof,
            "severity": self.severity,
            "words": self.words,
            "where": self.where or None,
            "players": list(self.players),
            "seed": self.seed,
            "game": self.game,
            "move": self.move,
            "command": self.command or None,
        }
