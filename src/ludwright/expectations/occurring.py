"""Whether something happens at a moment of a recorded game, and what it binds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ctypes import CFUNCTYPE, c_double, c_int64
from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from ludwright.engine.random import Stream
from ludwright.expectations.compiling import ExpectingGame
from ludwright.expectations.course import CompiledCourse, Happening, Occurrence
from ludwright.expectations.events import DONE, ENTERS, LEAVES, SEES, Event
from ludwright.expectations.moments import State, StopMoment, TurnReplay

Bound = npt.NDArray[np.int32]
"""What a case has bound so far."""
_EXPORTS = "real_expect."
_NOTED = (SEES, ENTERS, LEAVES)
_BEGINS, _DEED, _BECOMES, _ENDS = -1.0, 0.0, 1e9, 2e9
"""The order of what happens between two questions: a part begins, something is done, effects one by one, what came of it, a part ends."""


@dataclass(frozen=True)
class OccurredMatch:
    """Something that happened: what it binds, and its rank among all that happened at the same moment."""

    bound: Bound
    rank: float


class Occurring:
    """Looks for happenings in one game after the other."""

    def __init__(self, game: ExpectingGame) -> None:
        self.game, self.known = game, expected_of(game)
        self.replay = TurnReplay(game, self.known.log)
        self.context = game.compiled.new_context(Stream(0, 1))
        self.scratch = game.compiled.new_state()
        compiled = game.compiled
        compiled.accept(self.replay.table)
        blocks = (self.scratch, self.replay.table, self.context)
        self._places = tuple(block.ctypes.data for block in blocks)
        called = CFUNCTYPE(c_double, c_int64, c_int64, c_int64, c_int64)
        exports = (name for name in compiled.addresses if name.startswith(_EXPORTS))
        self._functions = {name.removeprefix("real_"): called(compiled.addresses[name]) for name in exports}
        self.nothing: Bound = np.zeros(self.known.last - self.known.first, np.int32)
        self.moments: list[StopMoment] = []
        self._stages: dict[str, list[int]] = {}

    def replayed(self, seed: int, number: int, codes: Sequence[int]) -> None:
        """Look at this game from now on."""
        self.moments = self.replay.moments(seed, number, codes)
        self._stages = {
            part: [int(self.call(test, moment.state, self.nothing)) for moment in self.moments]
            for part, test in self.known.numbers.items()
        }

    # ------------------------------------------------------------ at one moment

    def occurs(self, wanted: Occurrence, place: int, bound: Bound, above: float = -inf) -> OccurredMatch | None:
        """The first time it happens at a moment, behind what has that rank; None where it does not."""
        return next(iter(self.all(wanted, place, bound, above)), None)

    def all(self, wanted: Occurrence, place: int, bound: Bound, above: float = -inf) -> list[OccurredMatch]:
        """Every time it happens at a moment; of several happenings joined by `or`, the first that does."""
        for happening in wanted.any_of:
            found = [
                match
                for match in self._happens(happening, place, bound)
                if match.rank > above and self._holds(wanted, happening, place, match.bound)
            ]
            if found:
                return found
        return []

    def _holds(self, wanted: Occurrence, happening: Happening, place: int, bound: Bound) -> bool:
        if not wanted.holds:
            return True
        state = self._before(place) if wanted.before else self.after(happening, place)
        return bool(self.call(wanted.holds, state, bound, self.moments[place]))

    def _before(self, place: int) -> State:
        moment = self.moments[place]
        return moment.before if moment.before is not None else self.moments[max(0, place - 1)].state

    def after(self, happening: Happening, place: int) -> State:
        """The state after something happened: of an action that asks on the way, when all is answered."""
        if happening.form not in ("does", "another_does") or not self._asking(happening):
            return self.moments[place].state
        for moment in self.moments[place:]:
            done = any(event.kind == DONE and event.what == happening.action for event in moment.events)
            if done or moment.turn_end or moment.over:
                return moment.state if moment.turned is None else moment.turned
        return self.moments[-1].state

    def _asking(self, happening: Happening) -> bool:
        rules = self.game.rules
        return any(a.number == happening.action and rules.actions.asks(a) for a in rules.actions.known.values())

    def _happens(self, happening: Happening, place: int, bound: Bound) -> Iterator[OccurredMatch]:
        moment, form = self.moments[place], happening.form
        if form == "start_of":
            if self._begins(happening.name, place):
                yield OccurredMatch(bound, _BEGINS)
        elif form == "end_of":
            if self._is_end(happening.name, place):
                yield OccurredMatch(bound, _ENDS)
        elif form == "becomes":
            if self._becomes(happening, place, bound):
                yield OccurredMatch(bound, _BECOMES)
        elif form in _NOTED:
            for rank, event in enumerate(moment.events, 1):
                if event.kind == form:
                    yield from self._befalls(happening, event, rank, moment, bound)
        elif self._is_done(happening, moment, bound):
            yield OccurredMatch(self.bound(), _DEED)

    def _is_done(self, happening: Happening, moment: StopMoment, bound: Bound) -> bool:
        if moment.before is None or (happening.form == "says" and not self._said(moment, happening.name)):
            return False
        return bool(self.call(happening.test, moment.before, bound, moment))

    def _becomes(self, happening: Happening, place: int, bound: Bound) -> bool:
        moment = self.moments[place]
        if not place or not self.call(happening.test, moment.state, bound, moment):
            return False
        return not self.call(happening.test, self.moments[place - 1].state, bound, moment)

    def _befalls(
        self, happening: Happening, event: Event, rank: int, moment: StopMoment, bound: Bound
    ) -> Iterator[OccurredMatch]:
        """What the rules noted; what befalls several players befalls each of them."""
        if event.kind == ENTERS:
            if self.call(happening.test, moment.state, bound, moment, event):
                yield OccurredMatch(self.bound(), rank)
            return
        for seat in range(self.game.players):
            if event.where >> seat & 1 and self.call(happening.test, moment.state, bound, moment, event, seat):
                yield OccurredMatch(self.bound(), rank)

    def _said(self, moment: StopMoment, words: str) -> bool:
        option = self.game.wording.option(moment.code, moment.before.tolist() if moment.before is not None else [])
        return words in (option.words, option.action) or words in option.values

    # ------------------------------------------------------------ parts of the game

    def _begins(self, part: str, place: int) -> bool:
        moment, last = self.moments[place], self.moments[place - 1] if place else None
        if last is None or part == "game":
            return last is None and (part in ("game", "turn", "round") or self._stages[part][0] > 1)
        if part == "turn":
            return moment.turn > last.turn
        if part == "round":
            return moment.round > last.round
        return self._stages[part][place] > self._stages[part][place - 1]

    def _is_end(self, part: str, place: int) -> bool:
        moment = self.moments[place]
        if part == "game":
            return moment.ended
        if part in ("turn", "round"):
            following = self.moments[place + 1] if place + 1 < len(self.moments) else None
            return following is None or getattr(following, part) > getattr(moment, part)
        numbers = self._stages[part]
        return numbers[place] > 1 and (place + 1 == len(numbers) or numbers[place + 1] != numbers[place])

    # ------------------------------------------------------------ functions of the state

    def call(
        self,
        name: str,
        state: State,
        bound: Bound,
        moment: StopMoment | None = None,
        event: Event | None = None,
        seat: int | None = None,
    ) -> float:
        """The value of a function on a state with what is bound; afterwards ``bound`` tells what it has bound itself."""
        known, scratch = self.known, self.scratch
        scratch[:] = state
        scratch[known.first : known.last] = bound
        if moment is not None:
            scratch[known.code] = moment.code
            scratch[known.actor] = max(0, moment.actor if moment.fresh else moment.player)
        if event is not None:
            scratch[known.what], scratch[known.where] = event.what, event.where
        if seat is not None:
            scratch[known.actor] = seat
        value: float = self._functions[name](*self._places, 0)
        return value

    def bound(self) -> Bound:
        """What the function that was called last has bound."""
        return self.scratch[self.known.first : self.known.last].copy()


def expected_of(game: ExpectingGame) -> CompiledCourse:
    """What the rules of a game know of its expectations."""
    found: CompiledCourse = game.rules.expected  # type: ignore[attr-defined]
    return found
