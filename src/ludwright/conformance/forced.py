"""Forced redeals: what a seat does not know late in a game is dealt otherwise from the beginning, and the same is done again.

The beginning is the last shuffle, or the last change of what is dealt otherwise: from there on nothing but the answers decides. Answers that the seat
heard are repeated. Of those that it did not hear the same code may mean another card: any answer will do after which the seat sees what it saw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ludwright.conformance.finding import LOOK, WRONG
from ludwright.engine.desks import Position, chance_of, position_of, words_of
from ludwright.hidden.observation import UNSEEN
from ludwright.mistakes import LudwrightError
from ludwright.play.telling import Hearsay

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.hidden import Observation
    from ludwright.play.match import Match

NOT_USED = "something a seat could conclude from what others do is not used when cards are dealt again for it"
TRIES = 120
"""How many answers are tried where the seat did not hear the true ones."""

Told = tuple[str, int, str]
"""How bad it is, after how many moves, and the words."""


@dataclass
class ForcedFrame:
    """One position of a game, as it can be gone back to."""

    frozen: Position
    actor: int | None
    answer: int | None = None
    """The code that was answered here; None at the end."""

    @property
    def words(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        """The state."""
        return words_of(self.frozen)


class Forced:
    """Deals again for one seat at one position of a game, and goes the way there with other cards."""

    def __init__(self, match: Match, frames: list[ForcedFrame], seat: int, position: int) -> None:
        self._game: Game = match.game
        self._truth, self._trial = match.copy(), match.copy()
        self._frames, self._seat, self._position = frames, seat, position
        self._hearsay = Hearsay(match.game)
        self._views: dict[int, Observation] = {}
        self._left = TRIES

    def findings(self) -> Iterator[Told]:
        """What is wrong, or worth a look: at most one thing."""
        now = self._frames[self._position].words
        other = self._truth.determinize(self._seat, seed=2 * self._position + 1)
        dealt = np.array(other.words, np.int32)
        changed = np.nonzero(now != dealt)[0]
        if not len(changed):
            return
        first = self._begin(changed)
        words = self._frames[first].words.copy()
        words[changed] = dealt[changed]
        self._trial._thaw(position_of(words, chance_of(self._frames[first].frozen)))
        if difference := self._difference(first):
            name = self._game.seats[self._seat]
            yield WRONG, self._moves(first), f"a seat sees something of what it can't know: {name}, {difference}"
            return
        told = self._go(first)
        if told is not None:
            yield told

    def _go(self, at: int) -> Told | None:
        """Go on from a position that looks the same; what stands in the way, or nothing."""
        while at < self._position:
            frame = self._frames[at]
            if frame.actor != self._seat and not self._heard(at):
                return self._go_unheard(at)
            told = self._try(at, frame.answer or 0)
            if told is not None:
                return told
            at += 1
        return None

    def _go_unheard(self, at: int) -> Told | None:
        """Somebody answered unheard: any answer will do that leads on, the true one is tried first."""
        here, told = self._trial._frozen(), None
        for code in sorted(self._trial.codes(), key=lambda code: code != self._frames[at].answer):
            self._left -= 1
            if self._left <= 0:
                return None
            self._trial._thaw(here)
            told = self._try(at, code)
            if told is None and chance_of(self._trial._frozen()) != chance_of(self._frames[at + 1].frozen):
                return None  # chance went another way: nothing can be said
            told = told or self._go(at + 1)
            if told is None:
                return None
        return told

    def _try(self, at: int, code: int) -> Told | None:
        """Answer; what the seat sees otherwise than it did."""
        try:
            self._trial.apply(code)
        except LudwrightError:
            return self._impossible(at)
        if difference := self._difference(at + 1):
            name = self._game.seats[self._seat]
            words = f"{NOT_USED}: {name}, later dealt otherwise, would have seen it {difference}"
            return LOOK, self._moves(at + 1), words
        return None

    def _difference(self, at: int) -> str:
        if at not in self._views:
            self._truth._thaw(self._frames[at].frozen)
            self._views[at] = self._truth.observe(self._seat)
        return difference_of(self._views[at], self._trial.observe(self._seat))

    def _moves(self, at: int) -> int:
        self._truth._thaw(self._frames[at].frozen)
        return self._truth.moves

    def _begin(self, changed: np.ndarray[Any, Any]) -> int:
        """The first position from which on these words are as they are now, nothing was shuffled, and the seat forgot nothing."""
        arrays = self._game.rules.model.arrays
        watched = np.append(changed, arrays["urns"]) if "urns" in arrays else changed
        now = self._frames[self._position].words[watched]
        first = self._position
        while first > 0:
            earlier = self._frames[first - 1].words
            if not np.array_equal(earlier[watched], now):
                break
            if (self._known(earlier) & ~self._known(self._frames[first].words)).any():
                break
            first -= 1
        return first

    def _known(self, words: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """For every component whether the seat knows it, wherever it lies."""
        model = self._game.rules.model
        base = model.arrays.get("known", 0)
        return words[base : base + (model.components if base else 0)] >> self._seat & 1

    def _heard(self, at: int) -> bool:
        """Whether the seat hears all of what another does."""
        before, after = (frame.words.tolist() for frame in self._frames[at : at + 2])
        option = self._game.wording.option(self._frames[at].answer or 0, before)
        return self._hearsay.told(option, self._seat, before, after) == option.words

    def _impossible(self, at: int) -> Told:
        """An action that was done is not legal with other cards dealt."""
        frame, moves = self._frames[at], self._moves(at)
        if frame.actor == self._seat:
            return WRONG, moves, "with other cards dealt, a seat can't do what it did, though it saw the same"
        option, seats = self._game.wording.option(frame.answer or 0, self._truth.words), self._game.seats
        shown = f"{seats[frame.actor or 0]} could not `{option.words}` with what is dealt later"
        return LOOK, moves, f"{NOT_USED}: {seats[self._seat]} saw that {shown}"


def difference_of(one: Observation, other: Observation) -> str:
    """The first number in which two observations differ, in words; nothing where they look the same."""
    if one == other:
        return ""
    if len(one.words) != len(other.words):
        return "in length"
    if np.array_equal(one.words, other.words):
        return "in what is legal"
    place = int(np.nonzero(one.words != other.words)[0][0])
    name = one.names[place] if place < len(one.names) else f"word {place}"
    a, b = ("nothing" if words[place] == UNSEEN else str(words[place]) for words in (one.words, other.words))
    return f"in `{name}`, {a} and {b}"
