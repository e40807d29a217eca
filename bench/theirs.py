"""OpenSpiel's speed: whole random games in its C++, and the same stepped from Python."""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

import pyspiel

ROLLOUTS = 100


class Rollouts:
    """Random games played by OpenSpiel's own C++.

    Its only way to play whole random games without Python is the evaluator of a search: a search of one simulation
    evaluates the position it is asked about, which here means ``ROLLOUTS`` random games from it, each a fresh copy.
    What the search adds is one call for every ``ROLLOUTS`` games. A game that begins with chance is evaluated after its
    first roll.
    """

    def __init__(self, name: str) -> None:
        self.game = pyspiel.load_game(name)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        self.bot = pyspiel.MCTSBot(self.game, evaluator, 1.0, 1, 10, False, 1, False)
        self.start = self.game.new_initial_state()
        if self.start.is_chance_node():
            self.start.apply_action(self.start.chance_outcomes()[0][0])
        self.bot.step(self.start)

    def games_a_second(self, seconds: float) -> float:
        """Measured for about that long."""
        games = 0
        begin = perf_counter()
        while (spent := perf_counter() - begin) < seconds:
            self.bot.step(self.start)
            games += ROLLOUTS
        return games / spent


def stepped_games_a_second(game: Any, seconds: float, chooser: random.Random) -> float:
    """Random games through OpenSpiel's Python interface, one call a step, as most of its users play."""
    games = 0
    begin = perf_counter()
    while (spent := perf_counter() - begin) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chooser.choices(outcomes, weights)[0])
            else:
                state.apply_action(chooser.choice(state.legal_actions()))
        games += 1
    return games / spent
