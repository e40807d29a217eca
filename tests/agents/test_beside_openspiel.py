"""Our search against OpenSpiel's, at equal numbers of simulations."""

from __future__ import annotations

import pyspiel
import pytest

import ludwright
from ludwright.play.agents import Agents

SIMULATIONS = 200
GAMES = 200


def result_of(number: int, ours: int) -> float:
    """One game of Connect Four; what our player got, in the seat it had."""
    game = ludwright.load("connect_four", ask_forced=True)
    match, agents = game.start(seed=1, game=number), Agents(game, 11, number, [f"mcts:{SIMULATIONS}"] * 2)
    their_game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.MCTSBot(their_game, evaluator, 2.0, SIMULATIONS, 1000, True, number, False)
    state = their_game.new_initial_state()
    while not state.is_terminal():
        columns = {int(option.words.split()[-1]) - 1: option.code for option in match.legal()}
        if state.current_player() == ours:
            code = agents.pick(ours, match.codes(), match.words)
            column = next(column for column, own in columns.items() if own == code)
        else:
            column = bot.step(state)
        match.apply(columns[column])
        state.apply_action(column)
    assert match.returns() == state.returns()
    return float(state.returns()[ours])


@pytest.mark.slow
def test_connect_four_is_at_least_even() -> None:
    points = sum((1 + result_of(number, number % 2)) / 2 for number in range(GAMES))
    assert points >= GAMES / 2


def test_both_see_the_same_game() -> None:
    assert result_of(0, 0) in (-1.0, 0.0, 1.0)
