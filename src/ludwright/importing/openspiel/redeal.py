"""Other ways in which a game may have gone, as far as a seat knows: what searches take for true instead of what is.

Some games of OpenSpiel deal again by themselves. For the others the game is played again from its start: the seat does what it did, chance and the other
seats something that could have been, and whatever would have told the seat something else is given up. Nothing begins with the truth.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ludwright.engine.random import Stream
from ludwright.importing.openspiel.library import OpenSpielError, quietly
from ludwright.importing.openspiel.positions import Record
from ludwright.importing.openspiel.steps import Steps

EFFORT = 20_000
"""So many steps are tried for one deal."""


@dataclass
class Plan:
    """What a seat knows of how a game went."""

    seat: int
    told: list[str]
    """What it was told one after the other, as long as that changed."""
    at_choices: list[str]
    """What it was told wherever it had to choose, now included."""
    own: list[int]
    """What it did."""
    record: Record


class Redeals:
    """Deals again in a game."""

    def __init__(self, steps: Steps) -> None:
        self._steps, self._spiel, self._found = steps, steps.found.spiel, steps.found
        self._by_itself = True
        """Whether the game deals again, as far as is known."""
        self._has_dealt = False

    def told(self, position: Any, seat: int) -> str:
        """All that OpenSpiel tells a seat in a position."""
        return str(getattr(position, self._found.told)(seat))

    def look(self, record: Record, seat: int) -> int:
        """The same number for positions that look the same to a seat."""
        if not self._found.hidden:
            return _number(repr(record))
        position = self._steps.positions.at(record)
        asked = not position.is_terminal() and position.current_player() == seat
        return _number(f"{self.told(position, seat)}\0{position.legal_actions() if asked else ''}")

    def plan(self, record: Record, seat: int) -> Plan:
        """What a seat knows after these steps."""
        found = Plan(seat, [], [], [], record)
        state = self._spiel.new_initial_state()
        for step in (*record, None):
            told = self.told(state, seat)
            if not found.told or found.told[-1] != told:
                found.told.append(told)
            if not state.is_terminal() and not state.is_chance_node() and state.current_player() == seat:
                found.at_choices.append(told)
                if step is not None:
                    found.own.append(step)
            if step is not None:
                state.apply_action(step)
        return found

    def deal(self, plan: Plan, chance: Stream) -> Record:
        """One way in which it may have gone."""
        dice = random.Random(chance.next32())
        if self._by_itself:
            try:
                return self._resampled(plan, dice)
            except Exception:  # the game says that it can't, or gives what is not the same to the seat
                self._by_itself = False
        for strict in (True, False):
            found = self._searched(plan, dice, strict)
            if found is not None:
                return found
        raise OpenSpielError(
            f"what seat {plan.seat + 1} can't see in {self._found.title} could not be dealt again: players that search can't play it; "
            "`random` and players that learn can"
        )

    def _resampled(self, plan: Plan, dice: random.Random) -> Record:
        state = self._steps.positions.at(plan.record)
        with nullcontext() if self._has_dealt else quietly():
            other = state.clone().resample_from_infostate(plan.seat, dice.random)
        self._has_dealt = True
        if self.told(other, plan.seat) != self.told(state, plan.seat):
            raise ValueError("it looks otherwise")
        record = tuple(int(step) for step in other.history())
        self._steps.positions.keep(record, other)
        return record

    def _searched(self, plan: Plan, dice: random.Random, strict: bool) -> Record | None:
        """Play again from the start; ``strict`` compares what the seat was told after every step, else only where it had to choose."""
        start = self._spiel.new_initial_state()
        place = _Place.first(start, plan, strict, self.told)
        if place is None:
            return None
        stack = [(start, place, self._ways(start, place, plan, dice))]
        steps: list[int] = []
        effort = EFFORT
        while stack:
            state, place, ways = stack[-1]
            way = next(ways, None)
            effort -= 1
            if way is None or effort < 0:
                if effort < 0:
                    return None
                stack.pop()
                del steps[len(stack) - 1 if stack else 0 :]
                continue
            after = state.clone()
            after.apply_action(way)
            further = place.on(state, after, plan, strict, self.told)
            if further is None:
                continue
            steps.append(way)
            if further.there:
                record = tuple(steps)
                self._steps.positions.keep(record, after)
                return record
            stack.append((after, further, self._ways(after, further, plan, dice)))
        return None

    def _ways(self, state: Any, place: _Place, plan: Plan, dice: random.Random) -> Iterator[int]:
        """What may be done or happen there, in a random order."""
        if state.is_terminal():
            return iter(())
        if state.is_chance_node():
            outcomes = [(outcome, odds) for outcome, odds in state.chance_outcomes() if odds > 0]
            keys = {outcome: dice.random() ** (1 / odds) for outcome, odds in outcomes}
            return iter(sorted(keys, key=lambda outcome: -keys[outcome]))
        legal = list(state.legal_actions())
        if state.current_player() == plan.seat:
            own = plan.own[place.choices - 1] if place.choices <= len(plan.own) else -1
            return iter([own] if own in legal else [])
        dice.shuffle(legal)
        return iter(legal)


@dataclass(frozen=True)
class _Place:
    """How far another way has come, as the seat sees it."""

    heard: int
    """How many of the things it was told it has been told."""
    choices: int
    """How many choices it has come to."""
    there: bool = False

    @staticmethod
    def first(start: Any, plan: Plan, strict: bool, told: Callable[[Any, int], str]) -> _Place | None:
        return _Place(1, 0)._at(start, plan, strict, told(start, plan.seat))

    def on(self, before: Any, after: Any, plan: Plan, strict: bool, told: Callable[[Any, int], str]) -> _Place | None:
        """After one more step; None if the seat would have been told something else."""
        return self._at(after, plan, strict, told(after, plan.seat))

    def _at(self, state: Any, plan: Plan, strict: bool, now: str) -> _Place | None:
        heard, choices = self.heard, self.choices
        if strict and now != plan.told[heard - 1]:
            if heard == len(plan.told) or now != plan.told[heard]:
                return None
            heard += 1
        if state.is_terminal() or state.is_chance_node() or state.current_player() != plan.seat:
            return _Place(heard, choices)
        choices += 1
        if choices > len(plan.at_choices) or plan.at_choices[choices - 1] != now:
            return None
        return _Place(heard, choices, there=choices == len(plan.at_choices))


def _number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
