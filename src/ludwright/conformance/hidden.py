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
from ludwright.rules import ir

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

    def __init__(self, case: Case) -> None:
        # what has no alternative is asked too: else with other cards there would be other questions
        self.case = replace(case, game=asking_forced(case.game)) if sees(case.game) else case
        self.games = self.moves = 0
        self._offers: dict[tuple[int, bytes], tuple[tuple[int, ...], int, int]] = {}
        """What a seat was offered where things looked like that, and in which game after how many moves."""
        self._told: set[str] = set()
        self._components = Components(case.game)

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
        frames = []
        for code in case.random_moves(match):
            yield from self._offered(match, number)
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

    def _offered(self, match: Match, number: int) -> Iterator[tuple[str, int, str]]:
        """Where things look the same to a seat, it is offered the same."""
        seat = match.actor or 0
        options = tuple(sorted(match.codes()))
        looks = seat, match.observe(seat).words.tobytes()
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
        chosen = self.case.game.start(self.case.seed, position)
        yield from self._goes_on(other, chosen, move)

    def _goes_on(self, other: Match, seeds: Match, move: int) -> Iterator[tuple[str, int, str]]:
        """Play on from a position that was dealt again."""
        other.seed, other.number = seeds.seed, seeds.number
        for played, code in enumerate(self.case.random_moves(other)):
            if played == GOING_ON:
                break
            other.apply(code)
        if other.fault is not None:
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
        first = self._begin(frames, changed, position)
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
            try:
                forced.apply(code)
            except LudwrightError:
                yield from self._impossible(frames, at, seat, truth)
                return

    def _begin(self, frames: list[Frame], changed: np.ndarray[Any, Any], position: int) -> int:
        """The first position from which on these words and the shuffles are as they are now."""
        arrays = self.case.game.rules.model.arrays
        watched = np.append(changed, arrays["urns"]) if "urns" in arrays else changed
        now = frames[position].words[watched]
        first = position
        while first > 0 and np.array_equal(frames[first - 1].words[watched], now):
            first -= 1
        return first

    def _impossible(self, frames: list[Frame], at: int, seat: int, truth: Match) -> Iterator[tuple[str, int, str]]:
        """An action that was done is not legal with other cards dealt."""
        from ludwright.play.telling import Hearsay

        actor, code = frames[at].actor, frames[at].answer
        if actor == seat:
            yield WRONG, truth.moves, "with other cards dealt, a seat can't do what it did, though it saw the same"
            return
        assert code is not None
        option = self.case.game.wording.option(code, truth.words)
        before = truth.words
        truth.apply(code)
        if Hearsay(self.case.game).told(option, seat, before, truth.words) == option.words:
            shown = f"{self.case.game.seats[actor or 0]} could not `{option.words}` with what is dealt later"
            yield LOOK, int(before[ir.MOVES]), f"{NOT_USED}: {self.case.game.seats[seat]} saw that {shown}"


def _difference(one: Any, other: Any) -> str:
    """The first number in which two observations differ, in words; nothing where they look the same."""
    if one == other:
        return ""
    if one.options != other.options:
        return "in what is legal"
    if len(one.words) != len(other.words):
        return "in length"
    place = int(np.nonzero(one.words != other.words)[0][0])
    name = one.names[place] if place < len(one.names) else f"word {place}"
    return f"in `{name}`, {one.words[place]} and {other.words[place]}"
