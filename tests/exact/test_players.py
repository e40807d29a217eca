"""Exact players as they sit at the table."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.mistakes import LudwrightError
from ludwright.play.simulate import SimulationResult


def _play(name: str, seats: list[str], games: int, threads: int = 1, **params: int) -> SimulationResult:
    game = ludwright.load(name, players=len(seats), params=params)
    result = ludwright.simulate(game, games, agents=seats, threads=threads)
    assert not result.faults
    return result


def test_the_solver_never_loses_at_tic_tac_toe() -> None:
    assert _play("tic_tac_toe", ["solver", "random"], 200).wins[1] == 0
    assert _play("tic_tac_toe", ["random", "solver"], 200).wins[0] == 0


def test_two_perfect_players_draw_at_tic_tac_toe() -> None:
    result = _play("tic_tac_toe", ["solver", "alphabeta:9"], 30)
    assert result.draws == 30


def test_alpha_beta_wins_every_game_of_nim_that_can_be_won() -> None:
    assert _play("nim", ["alphabeta:depth=12", "random"], 40).wins[0] == 40
    assert _play("nim", ["alphabeta:depth=12", "solver"], 20).wins[0] == 20


def test_looking_further_ahead_is_stronger() -> None:
    result = _play("connect_four", ["alphabeta:depth=5,leaf=even", "alphabeta:depth=1,leaf=even"], 40)
    assert result.wins[0] > result.wins[1] + 10


def test_what_is_decided_does_not_depend_on_threads_or_on_games_played_before() -> None:
    seats = ["alphabeta:nodes=200", "expectimax:2"]
    one, two = (_play("breakthrough", seats, 6, threads=threads, wide=4, high=4) for threads in (1, 2))
    assert one.wins == two.wins
    assert one.moves.mean == two.moves.mean


def test_max_n_plays_with_three_and_beats_random_players() -> None:
    result = _play("pig", ["maxn:2", "random", "random"], 30, goal=20)
    assert result.wins[0] > result.wins[1] + result.wins[2]


def test_expectimax_plays_games_with_hidden_cards() -> None:
    result = _play("kuhn_poker", ["expectimax:2", "random"], 60)
    assert result.finished == 60


def test_alpha_beta_refuses_chance_and_hidden_cards_and_says_who_can_play() -> None:
    for name in ("pig", "kuhn_poker"):
        with pytest.raises(LudwrightError, match="`expectimax` and `mcts` can"):
            ludwright.simulate(ludwright.load(name), 1, agents="alphabeta")


def test_the_solver_refuses_what_is_too_big() -> None:
    with pytest.raises(LudwrightError, match="has more than 1,000 positions"):
        ludwright.simulate(ludwright.load("connect_four"), 1, agents="solver:1000")


def test_a_leaf_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(LudwrightError, match="Connect Four has no `score`"):
        ludwright.simulate(ludwright.load("connect_four"), 1, agents="alphabeta:2,leaf=score")
