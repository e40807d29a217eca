"""What is proven of small games: with best play of all, who wins? Findings among strong players that say no more than that are told with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from ludwright.findings.finding import Finding
from ludwright.mistakes import LudwrightError

if TYPE_CHECKING:
    from ludwright.exact import Solution
    from ludwright.findings.play import Play

POSITIONS = 50_000
"""Games with more positions are not solved for a report: it should not take long."""
_RESULTS = ("seat advantage", "hopeless seat", "all games end alike", "draws", "shared by all")
"""Rules about who wins: what they find among players who play best follows from the proof."""
_NO_FAULT = (
    " That alone is no fault: without chance and secrets, one side can always force a win, or both a draw. "
    "It becomes one once people find the way."
)


@dataclass(frozen=True)
class Proof:
    """The solution of a game for some number of players."""

    solution: Solution
    play: Play
    """Games of that table: the strongest ones."""
    shown: tuple[Finding, ...] = ()
    """What the games of thinking players show that follows from it."""
    hidden_from: tuple[Play, ...] = ()
    """Games of weaker equals, which do not show it."""

    @property
    def sentence(self) -> str:
        """What is proven, and who plays like that."""
        words = self.solution.words.removeprefix(f"{self.solution.title}: ")
        told = f"Proven for {self.play.players} player{'s' * (self.play.players > 1)}: {words}"
        if not self.shown:
            return told
        first = self.shown[0]
        weaker = "; ".join(play.told for play in self.hidden_from)
        others = f" It doesn't show with {weaker}." if weaker else ""
        return f"{told} Good players find the way: {first.headline} ({first.evidence}).{others}{_NO_FAULT}"

    def explains(self, finding: Finding) -> bool:
        """Whether a finding among thinking players says no more than the proof."""
        play, look = finding.play, finding.look
        if finding.name not in _RESULTS or not self.concerns(play) or self.solution.values is None:
            return False
        value = self.solution.values[0]
        if self.solution.chance or value not in (-1.0, 0.0, 1.0):
            return False
        if value == 0.0:
            return finding.name in ("draws", "shared by all")
        winner, loser = ("seat 1", "seat 2") if value > 0 else ("seat 2", "seat 1")
        if finding.name == "all games end alike":
            return winner in look.words.get("what", "")
        return look.subject == (winner if look.above else loser)

    def concerns(self, play: Play) -> bool:
        """Whether these are games of thinking players at the same table."""
        return (
            (play.version, play.players) == (self.play.version, self.play.players) and play.level > 1 and not play.mixed
        )

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "players": self.play.players, "sentence": self.sentence, "values": self.solution.values,
            "positions": self.solution.positions, "shown": [{"rule": one.name, "headline": one.headline} for one in self.shown],
        }  # fmt: skip


class _OutOfTimeError(LudwrightError):
    """A game that can't be solved in the time there is."""


def proofs(plays: Sequence[Play], seconds: float | None = None) -> list[Proof]:
    """The solutions of all tables that are small enough; with ``seconds``, of those that can be solved in so much time."""
    deadline = None if seconds is None else monotonic() + seconds
    tables = {(play.version, play.players): play for play in plays if play.strongest}
    return [proof for play in tables.values() if (proof := _proof(play, deadline)) is not None]


def _proof(play: Play, deadline: float | None) -> Proof | None:
    nature = play.nature
    if nature.hidden or (play.players > 2 and not nature.common):
        return None  # of three without teams, no play is the best whatever the others do
    from ludwright.exact import solve

    def hurry(_words: str, _done: int, _total: int) -> None:
        if deadline is not None and monotonic() > deadline:
            raise _OutOfTimeError("there is no time to solve it")

    try:
        solution = solve(play.game, POSITIONS, complete=True, progress=hurry)
    except LudwrightError:
        return None
    return Proof(solution, play) if solution.values is not None else None


def parted(
    found: Sequence[Finding], solved: Sequence[Proof], plays: Sequence[Play]
) -> tuple[list[Finding], list[Proof]]:
    """Findings that no proof explains, and the proofs with those that they do: also what follows from these in the same games."""
    kept, told = list(found), []
    for proof in solved:
        own = [one for one in kept if proof.explains(one)]
        causes = {one.name for one in own}
        own += [one for one in kept if proof.concerns(one.play) and causes & {*one.rule.implied_by} and one not in own]
        kept = [one for one in kept if one not in own]
        told.append(replace(proof, shown=tuple(own), hidden_from=_hidden_from(proof, kept, plays)))
    return kept, told


def _hidden_from(proof: Proof, found: Sequence[Finding], plays: Sequence[Play]) -> tuple[Play, ...]:
    """Weaker equals at the same table, in whose games no seat is better than the others."""
    table = proof.play.version, proof.play.players
    weaker = [play for play in plays if (play.version, play.players) == table and play.level < 2 and not play.mixed]
    return tuple(play for play in weaker if not any(one.play is play and one.name in _RESULTS for one in found))
