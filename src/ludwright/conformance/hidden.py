"""Nobody sees what is hidden from him: not in what he sees, not in what he may do, not in what is dealt again for him."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ludwright.conformance.case import Case
from ludwright.conformance.components import Components
from ludwright.conformance.finding import LOOK, WRONG, Finding
from ludwright.mistakes import LudwrightError
from ludwright.play.telling import Hearsay

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.match import Match

PROOF = "hidden information"
ONE_IN, MOVES = 100, 1_000
"""One game in so many is looked at, and about so many moves."""
LOOKS = 8
"""At how many positions of a game something is dealt again."""
GOING_ON = 60
"""How many moves are played on from a position that was dealt again."""

NOT_USED = "something a seat could conclude from what others do is not used when cards are dealt again for it"


def sees(game: Game) -> bool:
    """Whether it can be told what a seat of this game sees."""
    return hasattr(game, "observer")


def asking_forced(game: Game) -> Game:
    """The same game, where what has no alternative is asked too; nothing is compiled again."""
    other = game._other()
    other.ask_forced = True
    return other


@dataclass
class Frame:
    """One position of a game, as it can be gone back to."""

    frozen: tuple[bytes, int, int]
    actor: int | None
    answer: int | None = None
    """The code that was answered here; None at the end."""

    @property
    def words(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        """The state."""
        return np.frombuffer(self.frozen[0], np.int32)


class Hidden:
    """Plays games, and looks at their positions with the eyes of each seat."""

    def __init__(self, case: Case, faulty: frozenset[str] = frozenset()) -> None:
        """``faulty`` are the rules that fail anyway, as file and line."""
        self._faulty = faulty
        # what has no alternative is asked too: else with other cards there would be other questions
        self.case = replace(case, game=asking_forced(case.game)) if sees(case.game) else case
        self.games = self.moves = 0
        self._offers: dict[tuple[int, bytes, tuple[int, ...]], tuple[tuple[int, ...], int, int]] = {}
        """What a seat was offered where things looked like that, after what it had just answered; and in which game after how many moves."""
        self._told: set[str] = set()
        self._components = Components(case.game)
        self._hearsay = Hearsay(self.case.game)

    def findings(self) -> Iterator[Finding]:
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
        frames: list[Frame] = []
        for code in case.random_moves(match):
            yield from self._offered(match, number, _just_answered(frames, match.actor))
            frames.append(Frame(match._frozen(), match.actor, code))
            match.apply(code)
            self.moves += 1
        frames.append(Frame(match._frozen(), match.actor))
        if match.fault is not None:
            return
        frames.pop()  # when all is over nobody has to guess any more
        every = max(1, len(frames) // LOOKS)
        for position in range(number % every, len(frames), every):
            match._thaw(frames[position].frozen)
            seat = (position // every + number) % case.game.players
            yield from self._dealt_again(match, seat, position)
            yield from self._forced(match, frames, seat, position)

    # ------------------------------------------------------------ what looks the same

    def _offered(self, match: Match, number: int, answered: tuple[int, ...]) -> Iterator[tuple[str, int, str]]:
        """Where things look the same to a seat, it is offered the same."""
        seat = match.actor or 0
        options = tuple(sorted(match.codes()))
        looks = seat, match.observe(seat).words.tobytes(), answered
        known = self._offers.setdefault(looks, (options, number, match.moves))
        if known[0] != options:
            words = (
                "two positions look the same to a seat and offer it different actions: "
                f"{self.case.game.seats[seat]}, as in game {known[1]} after {known[2]} moves"
            )
            yield WRONG, match.moves, words

    # ------------------------------------------------------------ dealing again

    def _dealt_again(self, match: Match, seat: int, position: int) -> Iterator[tuple[str, int, str]]:
        """A position dealt again looks the same to the seat, is a position of this game, and can be played on."""
        move, name = match.moves, self.case.game.seats[seat]
        before, view = match.words, match.observe(seat)
        other = match.determinize(seat, seed=position + 1)
        if match.words != before:
            yield WRONG, move, "dealing again for a seat changes the game itself"
        if difference := _difference(view, other.observe(seat)):
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

    # ------------------------------------------------------------ forced redeals

    def _forced(self, match: Match, frames: list[Frame], seat: int, position: int) -> Iterator[tuple[str, int, str]]:
        """What the seat does not know now is dealt otherwise from the beginning: the same actions, and it sees the same.

        The beginning is the last shuffle, or the last change of what is dealt otherwise: from there on nothing but the
        actions decides.
        """
        other = match.determinize(seat, seed=2 * position + 1)
        now, dealt = frames[position].words, np.array(other.words, np.int32)
        changed = np.nonzero(now != dealt)[0]
        if not len(changed):
            return
        first = self._begin(frames, changed, seat, position)
        words = frames[first].words.copy()
        words[changed] = dealt[changed]
        _, *chance = frames[first].frozen
        truth, forced = match.copy(), match.copy()
        for at in range(first, position + 1):
            truth._thaw(frames[at].frozen)
            if at == first:
                forced._thaw((words.tobytes(), chance[0], chance[1]))
            if difference := _difference(truth.observe(seat), forced.observe(seat)):
                name = self.case.game.seats[seat]
                if at == first:
                    yield WRONG, truth.moves, f"a seat sees something of what it can't know: {name}, {difference}"
                else:
                    yield (
                        LOOK,
                        truth.moves,
                        f"{NOT_USED}: {name}, later dealt otherwise, would have seen it {difference}",
                    )
                return
            code = frames[at].answer
            if at == position or code is None:
                return
            heard = frames[at].actor == seat or self._heard(frames, at, seat)
            if not heard:
                return  # the same answer may mean another card: nothing can be said
            try:
                forced.apply(code)
            except LudwrightError:
                yield self._impossible(frames[at], seat, truth)
                return

    def _begin(self, frames: list[Frame], changed: np.ndarray[Any, Any], seat: int, position: int) -> int:
        """The first position from which on these words are as they are now, nothing was shuffled, and the seat forgot nothing."""
        arrays = self.case.game.rules.model.arrays
        watched = np.append(changed, arrays["urns"]) if "urns" in arrays else changed
        now = frames[position].words[watched]
        first = position
        while first > 0:
            earlier = frames[first - 1].words
            if not np.array_equal(earlier[watched], now):
                break
            if (self._known(earlier, seat) & ~self._known(frames[first].words, seat)).any():
                break
            first -= 1
        return first

    def _known(self, words: np.ndarray[Any, Any], seat: int) -> np.ndarray[Any, Any]:
        """For every component whether the seat knows it, wherever it lies."""
        model = self.case.game.rules.model
        base = model.arrays.get("known", 0)
        return words[base : base + (model.components if base else 0)] >> seat & 1

    def _heard(self, frames: list[Frame], at: int, seat: int) -> bool:
        """Whether a seat hears all of what another does."""
        code, (before, after) = frames[at].answer, (frame.words.tolist() for frame in frames[at : at + 2])
        option = self.case.game.wording.option(code or 0, before)
        return self._hearsay.told(option, seat, before, after) == option.words

    def _impossible(self, frame: Frame, seat: int, truth: Match) -> tuple[str, int, str]:
        """An action that was done is not legal with other cards dealt."""
        if frame.actor == seat:
            return WRONG, truth.moves, "with other cards dealt, a seat can't do what it did, though it saw the same"
        option, seats = self.case.game.wording.option(frame.answer or 0, truth.words), self.case.game.seats
        shown = f"{seats[frame.actor or 0]} could not `{option.words}` with what is dealt later"
        return LOOK, truth.moves, f"{NOT_USED}: {seats[seat]} saw that {shown}"


def _just_answered(frames: list[Frame], seat: int | None) -> tuple[int, ...]:
    """What a seat has answered since somebody else was asked: it knows what it is in the middle of choosing."""
    answers = []
    for frame in reversed(frames):
        if frame.actor != seat or frame.answer is None:
            break
        answers.append(frame.answer)
    return tuple(answers)


def _difference(one: Any, other: Any) -> str:
    """The first number in which two observations differ, in words; nothing where they look the same."""
    if one == other:
        return ""
    if len(one.words) != len(other.words):
        return "in length"
    if np.array_equal(one.words, other.words):
        return "in what is legal"
    place = int(np.nonzero(one.words != other.words)[0][0])
    name = one.names[place] if place < len(one.names) else f"word {place}"
    return f"in `{name}`, {one.words[place]} and {other.words[place]}"
