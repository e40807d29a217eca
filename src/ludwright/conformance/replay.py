"""A game is its seed and its answers: played again it is the same, and going back, copying and keeping are exact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.conformance.case import TestedGame
from ludwright.conformance.finding import WRONG, ProofFinding
from ludwright.mistakes import LudwrightError

if TYPE_CHECKING:
    from ludwright.play.match import Match

PROOF = "replay"
ONE_IN, MOVES = 50, 3_000
LOOKS = 12
"""At how many positions of a game the slower ways are tried."""


View = tuple[list[int], list[int]]
"""The state and the legal codes."""


class ReplayProof:
    """Plays games, and at several positions of each goes back and forth in every way there is."""

    def __init__(self, case: TestedGame) -> None:
        self.case = case
        self.games = self.moves = 0

    def findings(self) -> Iterator[ProofFinding]:
        """The first thing that is wrong in each game; each sort of thing once."""
        known = set()
        for number in self.case.numbers(ONE_IN, MOVES, lambda: self.moves):
            wrong = self._game(number)
            self.games += 1
            if wrong is not None and wrong[1] not in known:
                known.add(wrong[1])
                yield self.case.finding(PROOF, WRONG, wrong[1], game=number, move=wrong[0])

    def _game(self, number: int) -> tuple[int, str] | None:
        case = self.case
        match = case.game.start(case.seed, number)
        seen = [_view(match)]
        for code in case.random_moves(match):
            match.apply(code)
            self.moves += 1
            seen.append(_view(match))
        return self._again(number, match.answers, seen)

    def _again(self, number: int, answers: list[int], seen: list[View]) -> tuple[int, str] | None:
        """Play the same answers again, with looks at some positions."""
        case = self.case
        match = case.game.start(case.seed, number)
        every = max(1, len(answers) // LOOKS)
        for move, view in enumerate(seen):
            if _view(match) != view:
                return match.moves, "played again with the same seed and answers, the game comes out differently"
            if move % every == 0 or move == len(answers):
                wrong = _ways_back(case, match)
                if wrong is not None:
                    return match.moves, wrong
            if move < len(answers):
                try:
                    match.apply(answers[move])
                except LudwrightError as error:
                    return match.moves, f"played again, an answer that was legal is not: {error}"
        return None


def _view(match: Match) -> View:
    return match.words, match.codes()


def _ways_back(case: TestedGame, match: Match) -> str | None:
    """Restore, copy and undo at one position: what is not exact, in words."""
    before = _view(match)
    other = case.game.start(match.seed + 1, match.number + 1)
    try:
        other.restore(match.snapshot())
    except LudwrightError as error:
        return f"a snapshot can't be restored: {error}"
    if _view(other) != before:
        return "a restored snapshot is not the game it was taken from"
    copied = match.copy()
    if _view(copied) != before:
        return "a copy is not the same game"
    for code in before[1][:1]:
        copied.apply(code)
        if _view(match) != before:
            return "what is done to a copy changes the original"
        other.apply(code)
        if _view(other) != _view(copied):
            return "a copy and a restored snapshot go on differently"
        copied.undo()
        if _view(copied) != before:
            return "taking a move back does not lead to where the game was"
        copied.apply(code)
        if _view(copied) != _view(other):
            return "a move that was taken back and done again comes out differently"
    return None
