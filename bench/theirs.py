"""OpenSpiel's speed: whole random games in its C++, and the same stepped from Python."""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

import pyspiel

ROLLOUTS = 100
STARTS = 32
"""Different deals or first rolls to play on from, in turn, in a game that begins with chance."""


def step_by_chance(state: Any, chooser: random.Random) -> None:
    """Let chance act."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(chooser.choices(outcomes, weights)[0])


class Rollouts:
    """Random games played by OpenSpiel's own C++.

    Its only way to play many whole random games without Python is the evaluator of a search: a search of one simulation
    evaluates the position it is asked about, which here means ``ROLLOUTS`` random games from it, each a fresh copy.
    What the search adds is one call for every ``ROLLOUTS`` games. It refuses positions where chance acts, so a game that
    begins with chance is evaluated after its first roll or deal: theirs need not shuffle and deal, ours do.
    """

    def __init__(self, game: Any, opening: tuple[int, ...] = ()) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        self._bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)
        chooser = random.Random(1)
        self._starts = [self._dealt(game, opening, chooser)]
        if game.new_initial_state().is_chance_node():
            self._starts += [self._dealt(game, opening, chooser) for _ in range(STARTS - 1)]
        self._bot.step(self._starts[0])

    @staticmethod
    def _dealt(game: Any, opening: tuple[int, ...], chooser: random.Random) -> Any:
        state = game.new_initial_state()
        for outcome in opening:
            state.apply_action(outcome)
        while state.is_chance_node():
            step_by_chance(state, chooser)
        return state

    def games_a_second(self, seconds: float) -> float:
        """Measured for about that long."""
        games = 0
        begin = perf_counter()
        while (spent := perf_counter() - begin) < seconds:
            for start in self._starts:
                self._bot.step(start)
            games += ROLLOUTS * len(self._starts)
        return games / spent


class Bots:
    """Random games played by OpenSpiel's own C++, by its random bots: one call from Python a game, dealing included.

    For games in which points are won on the way, which its search refuses. A call costs a few microseconds: nothing in
    a game of many moves, but most of the time in one of three.
    """

    def __init__(self, game: Any) -> None:
        self._game = game
        self._bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def games_a_second(self, seconds: float) -> float:
        """Measured for about that long."""
        games = 0
        begin = perf_counter()
        while (spent := perf_counter() - begin) < seconds:
            pyspiel.evaluate_bots(self._game.new_initial_state(), self._bots, games)
            games += 1
        return games / spent


def whole_games(game: Any, opening: tuple[int, ...] = ()) -> Rollouts | Bots:
    """The quickest way that OpenSpiel's C++ has to play whole random games of a game."""
    if game.get_type().reward_model == pyspiel.GameType.RewardModel.TERMINAL:
        return Rollouts(game, opening)
    return Bots(game)


def stepped_games_a_second(game: Any, seconds: float, chooser: random.Random) -> float:
    """Random games through OpenSpiel's Python interface, one call a step, as most of its users play."""
    games = 0
    begin = perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                step_by_chance(state, chooser)
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
        games += 1
    return games / spent
