"""The machine code and the plain Python run agree, word for word, on every position of a game."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.conformance.case import TestedGame
from ludwright.conformance.finding import WRONG, ProofFinding

if TYPE_CHECKING:
    from ludwright.play.match import Match

PROOF = "both runs"
ONE_IN, MOVES = 100, 1_500
"""One game in so many is compared, and about so many moves."""


class BothRuns:
    """Plays games in both runs side by side."""

    def __init__(self, case: TestedGame) -> None:
        self.case = case
        self.games = self.moves = 0

    def findings(self) -> Iterator[ProofFinding]:
        """The first difference of each game."""
        for number in self.case.numbers(ONE_IN, MOVES, lambda: self.moves):
            difference = self._game(number)
            self.games += 1
            if difference is not None:
                move, words = difference
                yield self.case.finding(PROOF, WRONG, words, game=number, move=move)
                return

    def _game(self, number: int) -> tuple[int, str] | None:
        case = self.case
        native, twin = (case.game.start(case.seed, number, run) for run in ("native", "twin"))
        difference = _difference(native, twin)
        for code in case.random_moves(native):
            if difference is not None:
                break
            native.apply(code)
            twin.apply(code)
            self.moves += 1
            difference = _difference(native, twin)
        return None if difference is None else (native.moves, difference)


def _difference(native: Match, twin: Match) -> str | None:
    """What can be seen of both that is not the same, in words; the numbers to the last bit."""
    for what, one, other in (
        ("whether the game is over", native.over, twin.over),
        ("the fault", native.fault, twin.fault),
        ("who is asked", native.actor, twin.actor),
    ):
        if one != other:
            return f"the two runs differ in {what}: machine code says {one}, plain Python {other}"
    if native.fault is not None:
        return None
    words, other_words = native.words, twin.words
    if words != other_words:
        place = next(i for i, (one, other) in enumerate(zip(words, other_words, strict=True)) if one != other)
        return f"the two runs differ in word {place} of the state: {words[place]} and {other_words[place]}"
    codes, other_codes = native.codes(), twin.codes()
    if codes != other_codes:
        return f"the two runs differ in what is legal: {len(codes)} and {len(other_codes)} options"
    if len(set(codes)) != len(codes):
        return "an option is offered twice"
    for name in ("returns", "scores", "leads"):
        if _bits(getattr(native, name)()) != _bits(getattr(twin, name)()):
            return f"the two runs differ in the {name}"
    tracked, other_tracked = native.tracked(), twin.tracked()
    for title, values in tracked.items():
        if _bits(values) != _bits(other_tracked[title]):
            return f"the two runs differ in the tracked `{title}`"
    return None if native.words == words else "looking at the options or the results changed the state"


def _bits(values: list[float] | None) -> bytes:
    """Reals to the last bit; all that are not a number count as one."""
    return b"".join(struct.pack("<d", value) if value == value else b"nan" for value in values or [])
