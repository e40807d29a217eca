"""Nobody sees what is hidden from him: not in what he sees, not in what he may do, not in what is dealt again for him."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ludwright.conformance.case import TestedGame
from ludwright.conformance.components import Components
from ludwright.conformance.finding import LOOK, WRONG, ProofFinding
from ludwright.conformance.forced import Forced, ForcedFrame, difference_of
from ludwright.conformance.let_go import LetGo
from ludwright.engine.random import stream
from ludwright.hidden.native import NO_ANSWERS, NO_NUMBERS, failing
from ludwright.rules.beliefs.disjunctions import MOST_ROWS

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.match import Match

PROOF = "hidden information"
ONE_IN, MOVES = 100, 1_000
"""One game in so many is looked at, and about so many moves."""
LOOKS = 8
"""At how many positions of a game something is dealt again."""
FAILED = {
    int(
        NO_ANSWERS
    ): "no secret answers are found that fit what a seat saw, and what was set in secret may be anything in its range",
    int(
        NO_NUMBERS
    ): "nothing is found that numbers a seat does not see may have come from, and they may be anything in their range",
}
"""What dealing again could not do."""
GOING_ON = 60
"""How many moves are played on from a position that was dealt again."""


def sees(game: Game) -> bool:
    """Whether it can be told what a seat of this game sees."""
    return hasattr(game, "observer")


def asking_forced(game: Game) -> Game:
    """The same game, where what has no alternative is asked too; nothing is compiled again."""
    other = game._other()
    other.ask_forced = True
    return other


class Hidden:
    """Plays games, and looks at their positions with the eyes of each seat."""

    def __init__(self, case: TestedGame, faulty: frozenset[str] = frozenset()) -> None:
        """``faulty`` are the rules that fail anyway, as file and line."""
        self._faulty = faulty
        # what has no alternative is asked too: else with other cards there would be other questions
        self.case = replace(case, game=asking_forced(case.game)) if sees(case.game) else case
        self.games = self.moves = 0
        self._offers: dict[tuple[int, bytes, tuple[int, ...]], tuple[tuple[int, ...], int, int]] = {}
        """What a seat was offered where things looked like that, after what it had just answered; and in which game after how many moves."""
        self._told: set[str] = set()
        self._components = Components(case.game)

    def findings(self) -> Iterator[ProofFinding]:
        """Each sort of thing once, with the first game that shows it."""
        if not sees(self.case.game):
            return
        for number in self.case.numbers(ONE_IN, MOVES, lambda: self.moves):
            self.games += 1
            for severity, move, words in self._game(number):
                sort = words.partition(":")[0]
                if sort not in self._told:
                    self._told.add(sort)
                    yield self.case.finding(PROOF, severity, words, game=number, move=move)

    def _game(self, number: int) -> Iterator[tuple[str, int, str]]:
        case = self.case
        match = case.game.start(case.seed, number)
        frames: list[ForcedFrame] = []
        let_go = LetGo(case.game.rules.model)
        for code in case.random_moves(match):
            yield from self._offered(match, number, _just_answered(frames, match.actor))
            frames.append(ForcedFrame(match._frozen(), match.actor, code))
            match.apply(code)
            let_go.look(match)
            self.moves += 1
        frames.append(ForcedFrame(match._frozen(), match.actor))
        yield from ((LOOK, match.moves, words) for words in let_go.words(match))
        if match.fault is not None:
            return
        frames.pop()  # when all is over nobody has to guess any more
        every = max(1, len(frames) // LOOKS)
        for position in range(number % every, len(frames), every):
            match._thaw(frames[position].frozen)
            seat = (position // every + number) % case.game.players
            yield from self._dealt_again(match, seat, position)
            yield from Forced(match, frames, seat, position).findings()

    # ------------------------------------------------------------ what looks the same

    def _offered(self, match: Match, number: int, answered: tuple[int, ...]) -> Iterator[tuple[str, int, str]]:
        """Where things look the same to a seat, it is offered the same."""
        seat = match.actor or 0
        options = tuple(sorted(match.codes()))
        looks = seat, match.observe(seat).words.tobytes() + self._compared(match), answered
        known = self._offers.setdefault(looks, (options, number, match.moves))
        if known[0] != options:
            words = (
                "two positions look the same to a seat and offer it different actions: "
                f"{self.case.game.seats[seat]}, as in game {known[1]} after {known[2]} moves"
            )
            yield WRONG, match.moves, words

    def _compared(self, match: Match) -> bytes:
        """What everybody learnt about several cards, in games that reckon with it: it is seen when it happens, not later."""
        model = self.case.game.rules.model
        if "redealt" not in model.arrays:
            return b""
        facts, some = model.facts * model.fact_words, MOST_ROWS * model.some_words
        words, rooms = match.numbers(), (("facts", facts), ("some_of", some))
        kept = [(model.arrays[name], room) for name, room in rooms if name in model.arrays]
        return b"".join(words[base : base + 2 + room].tobytes() for base, room in kept)

    # ------------------------------------------------------------ dealing again

    def _dealt_again(self, match: Match, seat: int, position: int) -> Iterator[tuple[str, int, str]]:
        """A position dealt again looks the same to the seat, is a position of this game, and can be played on."""
        move, name = match.moves, self.case.game.seats[seat]
        before, view = match.words, match.observe(seat)
        other = match.determinize(seat, seed=position + 1)
        yield from self._failed(match, seat, position + 1)
        if match.words != before:
            yield WRONG, move, "dealing again for a seat changes the game itself"
        if difference := difference_of(view, other.observe(seat)):
            yield WRONG, move, f"dealt again, a position does not look the same to the seat: {name}, {difference}"
        if match.actor == seat and other.codes() != match.codes():
            yield WRONG, move, f"dealt again, a seat is offered other actions: {name}"
        wrong = self._components.wrong(np.array([other.words], np.int32))
        if wrong is not None:
            yield WRONG, move, f"dealt again, components are not where they should be: {wrong[1]}"
        if self._designs(other.words) != self._designs(before):
            yield WRONG, move, "dealt again, there are other cards than before"
        if not other.over and not other.codes():
            yield WRONG, move, f"dealt again, whoever is asked has nothing to answer: for {name}"
            return
        chosen = self.case.game.start(self.case.seed, position)
        yield from self._goes_on(other, chosen, move)

    def _failed(self, match: Match, seat: int, seed: int) -> Iterator[tuple[str, int, str]]:
        """Where a redeal finds nothing that fits, more is thought possible than is."""
        failed = failing(match.game, match.numbers(), seat, np.array(stream(seed, seat, 1), np.uint64))
        if failed:
            yield LOOK, match.moves, f"{FAILED[failed]}: for {self.case.game.seats[seat]}"

    def _goes_on(self, other: Match, seeds: Match, move: int) -> Iterator[tuple[str, int, str]]:
        """Play on from a position that was dealt again."""
        other.seed, other.number = seeds.seed, seeds.number
        for played, code in enumerate(self.case.random_moves(other)):
            if played == GOING_ON:
                break
            other.apply(code)
        if other.fault is not None and self.case.game.where(other.fault.line) not in self._faulty:
            yield WRONG, move, f"dealt again, the game can't be played on: {other.fault.words}"

    def _designs(self, words: list[int]) -> list[int]:
        """All designs there are, in order."""
        model = self.case.game.rules.model
        if "design" not in model.arrays:
            return []
        base = model.arrays["design"]
        return sorted(words[base : base + model.components])


def _just_answered(frames: list[ForcedFrame], seat: int | None) -> tuple[int, ...]:
    """What a seat has answered since somebody else was asked: it knows what it is in the middle of choosing."""
    answers = []
    for frame in reversed(frames):
        if frame.actor != seat or frame.answer is None:
            break
        answers.append(frame.answer)
    return tuple(answers)
