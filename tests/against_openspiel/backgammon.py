"""Backgammon side by side: one checker at a time with us, a whole play of two dice with OpenSpiel.

So what is compared is the set of plays: all sequences of our options until the dice are used, against all of their actions.
The dice are foretold from the game's own stream of random numbers, also those of a turn in which nothing could be moved:
there our rules go on by themselves, and OpenSpiel must offer nothing but to pass.

The four moves of a double are two plays there, each looked at by itself; ours must use as many of the four as possible.
That is the same: with equal dice no move of one checker takes a move of another away.
"""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pyspiel

import ludwright
from ludwright.engine.random import Stream, stream

BAR, PASS = 24, 25
NUMBERS = 26
PASSED = NUMBERS * NUMBERS + PASS * NUMBERS + PASS
Step = tuple[int, int]
"""The point a checker leaves, as its owner counts (25 is the bar), and the die used."""
Play = tuple[Step, ...]

_UNEQUAL = list(combinations(range(1, 7), 2))
_ROLLS = {pair: 2 * number for number, pair in enumerate(_UNEQUAL)} | {(n, n): 29 + n for n in range(1, 7)}
"""Their number for each roll, the lower die first; the next number is the same roll the other way round. In the first roll of a
game the even numbers let X begin and the odd ones O."""


class Dice:
    """The dice of every turn of a game of ours, told from its stream."""

    def __init__(self, seed: int) -> None:
        self._stream = Stream(*stream(seed, 0, 0))
        pair = self._roll()
        while pair[0] == pair[1]:
            pair = self._roll()
        self.starter = 0 if pair[0] > pair[1] else 1
        self._turns = [pair]

    def _roll(self) -> tuple[int, int]:
        return self._stream.below(6) + 1, self._stream.below(6) + 1

    def of_turn(self, number: int) -> tuple[int, int]:
        """The dice of turn number 1, 2, ..., the lower first."""
        while len(self._turns) < number:
            self._turns.append(self._roll())
        low, high = sorted(self._turns[number - 1])
        return low, high


class Board:
    """One game in both systems, standing where a play is to be chosen (or at its end)."""

    def __init__(self, game: Any, their_game: Any, seed: int) -> None:
        self.play = game.start(seed=seed)
        self.state = their_game.new_initial_state()
        self.dice = Dice(seed)
        self.turn = 1
        low, high = self.dice.of_turn(1)
        self.state.apply_action(_ROLLS[low, high] + self.dice.starter)

    def compare(self) -> dict[Play, tuple[Any, int]]:
        """All plays as (our game after it, their action), after checking that both systems offer the same."""
        assert self.play.fault is None, self.play.fault
        assert self.play.over == self.state.is_terminal(), f"over: ours {self.play.over}\n{self.state}"
        if self.play.over:
            assert self.play.returns() == self.state.returns(), f"{self.play.returns()}\n{self.state}"
            return {}
        assert self.play.actor == self.state.current_player(), f"to move: ours {self.play.actor}\n{self.state}"
        ours = dict(plays(self.play))
        theirs = {self._read(action): action for action in self.state.legal_actions()}
        assert ours.keys() == theirs.keys(), (
            f"only ours {ours.keys() - theirs.keys()}, only theirs {theirs.keys() - ours.keys()}\n{self.state}"
        )
        return {steps: (ours[steps], theirs[steps]) for steps in ours}

    def make(self, after: Any, action: int) -> None:
        """The same play in both, and on to where the next one is to be chosen."""
        self.play = after
        self.state.apply_action(action)
        while not self.state.is_terminal():
            if self.state.is_chance_node():
                self.turn += 1
                self.state.apply_action(_ROLLS[self.dice.of_turn(self.turn)])
            elif self.state.legal_actions() == [PASSED]:
                self._check_that_ours_passed()
                self.state.apply_action(PASSED)
            else:
                return

    def _check_that_ours_passed(self) -> None:
        """Where nothing can be moved OpenSpiel asks for a pass; ours goes on to the next turn, or is over."""
        ours = None if self.play.over else (self.play.actor, turn_number(self.play))
        assert ours != (self.state.current_player(), self.turn), f"ours can move\n{self.state}"

    def _read(self, action: int) -> Play:
        """Their action as the steps it makes."""
        low, high = self.dice.of_turn(self.turn)
        dice = (high, low) if action < NUMBERS * NUMBERS else (low, high)
        action %= NUMBERS * NUMBERS
        seat = self.state.current_player()
        steps = []
        for place, die in zip((action % NUMBERS, action // NUMBERS), dice, strict=True):
            if place != PASS:
                start = 25 if place == BAR else 24 - place if seat == 0 else place + 1
                steps.append((start, die))
        return tuple(steps)


def turn_number(play: Any) -> int:
    """Which turn it is."""
    return int(play.turn)


def plays(play: Any) -> list[tuple[Play, Any]]:
    """All ways to use the two dice (of a double: two of the four), each with the game after it."""
    turn = turn_number(play)
    found: list[tuple[Play, Any]] = []

    def extend(before: Any, steps: Play) -> None:
        if len(steps) == 2 or before.over or turn_number(before) != turn:
            found.append((steps, before))
            return
        for option in before.legal():
            after = before.copy()
            after.apply(option.code)
            start, pips = option.values
            extend(after, (*steps, (int(start), int(pips))))

    extend(play, ())
    return found


def walk(positions: int, seed: int) -> int:
    """Random games side by side until that many positions have been compared; how many came to their end."""
    game = ludwright.load("backgammon", ask_forced=True)
    their_game = pyspiel.load_game("backgammon(scoring_type=full_scoring,max_player_turns=100000)")
    chooser = random.Random(seed)
    seen = finished = 0
    while seen < positions:
        board = Board(game, their_game, seed + finished)
        found = board.compare()
        while found and seen < positions:
            board.make(*found[chooser.choice(sorted(found))])
            found = board.compare()
            seen += 1
        finished += not found
    return finished
