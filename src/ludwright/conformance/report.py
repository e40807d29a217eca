"""What all proofs together found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludwright.conformance.finding import LOOK, WRONG, ProofFinding
from ludwright.display import Block, Displayed, Lines, Title


@dataclass
class ProofCoverage:
    """How much one proof has looked at, over all numbers of players."""

    games: int = 0
    moves: int = 0
    words: str = ""
    """What was proved, if nothing was found."""


@dataclass(repr=False)
class ProofReport(Displayed):
    """The findings of all proofs, and how much was looked at."""

    title: str
    seed: int
    players: list[int]
    """The numbers of players that were to be looked at."""
    findings: list[ProofFinding] = field(default_factory=list)
    looked: dict[str, ProofCoverage] = field(default_factory=dict)
    """For each proof, in how many games."""
    interrupted: bool = False

    @property
    def wrong(self) -> list[ProofFinding]:
        """What is wrong."""
        return [finding for finding in self.findings if finding.severity == WRONG]

    @property
    def worth_a_look(self) -> list[ProofFinding]:
        """What may be as it should be."""
        return [finding for finding in self.findings if finding.severity == LOOK]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    def add(self, finding: ProofFinding) -> None:
        """Note a finding; one that is known already is known for other numbers of players too."""
        for place, known in enumerate(self.findings):
            if known.key == finding.key:
                self.findings[place] = known.also(finding.players)
                return
        self.findings.append(finding)

    def count(self, proof: str, games: int, moves: int, words: str) -> None:
        """Note that a proof has looked at further games."""
        looked = self.looked.setdefault(proof, ProofCoverage(words=words))
        looked.games += games
        looked.moves += moves

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.title,
            "ok": self.ok,
            "seed": self.seed,
            "players": self.players,
            "interrupted": self.interrupted,
            "proofs": [
                {"proof": proof, "games": looked.games, "moves": looked.moves} for proof, looked in self.looked.items()
            ],
            "wrong": [finding.as_json() for finding in self.wrong],
            "worth_a_look": [finding.as_json() for finding in self.worth_a_look],
        }

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        first, _, rest = self.as_text().partition("\n")
        yield Title(first)
        yield Lines(rest.strip("\n"))

    def as_text(self) -> str:
        """For reading in a terminal."""
        from ludwright.conformance.report_text import as_text

        return as_text(self)
