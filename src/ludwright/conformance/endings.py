"""No legal action faults, every game ends, and every seat has something to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ludwright import ir
from ludwright.conformance.case import TestedGame
from ludwright.conformance.finding import LOOK, WRONG, ProofFinding
from ludwright.conformance.random_games import Played

FAULTS, ENDINGS, SEATS = "faults", "endings", "seats"
ENOUGH = 20
"""Fewer games say nothing about how games usually end."""


@dataclass
class Stopped:
    """One way in which games were stopped: how often, and the shortest of them."""

    shortest: Played
    games: int = 0


@dataclass
class Endings:
    """Counts how games end and who acts in them."""

    case: TestedGame
    games: int = 0
    drawn: int = 0
    stopped: dict[tuple[int, int], Stopped] = field(default_factory=dict)
    acted: set[int] = field(default_factory=set)
    asked: set[int] = field(default_factory=set)

    def add(self, played: Played) -> None:
        """Count a game."""
        self.games += 1
        if played.over == 2:
            stopped = self.stopped.setdefault((played.fault, played.line), Stopped(played))
            stopped.games += 1
            stopped.shortest = min(stopped.shortest, played, key=lambda one: one.moves)
        elif len(set(played.returns)) == 1 and len(played.returns) > 1:
            self.drawn += 1

    @property
    def too_long(self) -> int:
        """Games stopped by the move limit."""
        return sum(stopped.games for (fault, _), stopped in self.stopped.items() if fault == ir.TOO_LONG)

    def findings(self) -> Iterator[ProofFinding]:
        """What is wrong with how games end."""
        case = self.case
        for (fault, line), stopped in sorted(self.stopped.items(), key=lambda item: -item[1].games):
            played, often = stopped.shortest, f"in {stopped.games:,} of {_games(self.games)}"
            if fault == ir.TOO_LONG:
                limit = f"the limit of {case.move_limit:,} moves"
                words = f"the game does not end: it came to {limit} {often}"
                if stopped.games == self.games:
                    words = f"no game comes to an end: all {_games(self.games)} came to {limit}"
                yield case.finding(ENDINGS, WRONG, words, game=played.number, move=played.moves)
            else:
                words = f"{ir.FAULTS.get(fault, 'a fault')}, {often}"
                where = case.game.where(line)
                yield case.finding(FAULTS, WRONG, words, where=where, game=played.number, move=played.moves)
        if self.drawn == self.games >= ENOUGH and not case.game.rules.model.cooperative:
            yield case.finding(ENDINGS, LOOK, "every game ends with the same result for all")
        if self.games:
            yield from self._idle()

    def _idle(self) -> Iterator[ProofFinding]:
        busy = {seat for seat in self.acted | self.asked if seat >= 0}
        for seat, name in enumerate(self.case.game.seats):
            if not busy:
                return  # nobody acts: a game that plays itself
            if seat not in busy:
                yield self.case.finding(SEATS, LOOK, f"{name} never acts")
            elif seat not in self.asked and self.asked:
                yield self.case.finding(SEATS, LOOK, f"{name} acts, but never has a choice")


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"
