"""Tree search: it plays well, and the same for a seed."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import ludwright
from ludwright.play.agents import Agents
from ludwright.play.match import Match
from tests.bundled import bundled
from tests.python_game.games import Nim as PythonNim

if TYPE_CHECKING:
    from tests.conftest import Often


def choice(match: Match, text: str, seed: int, number: int = 0) -> str:
    """What a player chooses in a position, in words."""
    assert match.actor is not None
    code = Agents(match.game, seed, number, [text] * match.game.players).pick(match.actor, match.codes(), match.words)
    return next(option.words for option in match.legal() if option.code == code)


def points(game: Any, one: str, other: str, games: int, seed: int = 1) -> float:
    """The share of points of the first of two players, over both seats."""
    first, second = (ludwright.simulate(game, games, seed=seed, agents=seats) for seats in ([one, other], [other, one]))
    return (first.wins[0] + second.wins[1] + (first.draws + second.draws) / 2) / (2 * games)


# ---------------------------------------------------------------- how well it plays


def test_tic_tac_toe_against_itself_is_a_draw_at_50_play_outs() -> None:
    assert ludwright.simulate(ludwright.load("tic-tac-toe"), 20, agents="mcts:50").draws == 20


@pytest.mark.slow
def test_500_play_outs_never_lose_to_the_solver() -> None:
    game = ludwright.load("tic-tac-toe")
    for seats in (["mcts:500", "solver"], ["solver", "mcts:500"]):
        assert ludwright.simulate(game, 500, agents=seats).draws == 500


def test_it_takes_a_win_and_stops_a_loss() -> None:
    match = ludwright.load("tic-tac-toe").start()
    for move in ("place a1", "place b2", "place a2", "place b1"):
        match.apply(move)
    assert {choice(match, "mcts:30", seed) for seed in range(10)} == {"place a3"}
    match.undo()
    assert {choice(match, "mcts:200,solve=0,look=no", seed) for seed in range(10)} == {"place a3"}


def test_nim_the_winning_move_is_found_whenever_there_is_one() -> None:
    game, found = ludwright.load("nim"), 0
    for number in range(12):
        match = game.start(seed=3, game=number)
        dice = Agents(game, 3, number)
        for _ in range(number % 4):
            if not match.over:
                match.apply(dice.pick(match.actor or 0, match.codes(), match.words))
        while not match.over:
            if reduce(xor, _heaps(match)) == 0 or len(match.codes()) < 2:
                break
            match.apply(choice(match, "mcts:400", number))
            if not match.over:
                assert reduce(xor, _heaps(match)) == 0
                found += 1
                match.apply(dice.pick(match.actor or 0, match.codes(), match.words))
    assert found > 5


def _heaps(match: Match) -> list[int]:
    """The heaps of a game of Nim, read off what can be taken: `take small 3`."""
    most: Counter[str] = Counter()
    for option in match.legal():
        _, heap, many = option.words.split()
        most[heap] = max(most[heap], int(many))
    return list(most.values())


@pytest.mark.parametrize(("name", "games"), [("connect_four", 20), ("kalah", 20), ("pig", 100), ("liars_dice", 60)])
def test_more_play_outs_play_better(name: str, games: int) -> None:
    assert points(bundled(name), "mcts:160", "mcts:8", games) > 0.6


@pytest.mark.parametrize("settings", ["formula=tuned", "formula=tuned2", "rave=50", "playout=mast", "playout=decisive",
                                      "playout=careful", "merge=yes", "searches=4", "level=200", "widen=2"])  # fmt: skip
def test_every_way_of_searching_beats_random_players(settings: str) -> None:
    assert points(ludwright.load("connect_four"), f"mcts:60,solve=0,{settings}", "random", 10) >= 0.8


def test_three_players_each_for_himself_or_all_against_one(often: Often) -> None:
    games = often(15, 30)
    game = ludwright.load("six_takes", players=3)
    for text in ("mcts:60", "mcts:60,paranoid=yes", "mcts:60,observers=each"):
        result = ludwright.simulate(game, games, agents=[text, "random", "random"])
        assert result.wins[0] > 0.4 * games


@pytest.mark.parametrize("settings", ["", ",chance=closed", ",merge=yes"])
def test_games_written_in_python_are_searched_too(settings: str) -> None:
    assert points(ludwright.load(PythonNim), f"mcts:60{settings}", "random", 10) > 0.6


# ---------------------------------------------------------------- solo games


def test_simple_coins_lines_get_better_with_subgoals_and_habits() -> None:
    game = ludwright.load("simple_coins")
    plain, goals, habits = (
        ludwright.simulate(game, 4, agents=f"mcts:60{settings}").mean_returns[0]
        for settings in ("", ",subgoals=yes", ",playout=mast,subgoals=yes")
    )
    assert 0.5 < plain < goals < habits


@pytest.mark.parametrize(
    "settings", ["bestpath=yes", "anywhere=yes", "forfeit=1", "formula=sp", "best=0.3", "final=visited"]
)
def test_ways_of_searching_alone_are_no_worse_than_chance(settings: str) -> None:
    game = ludwright.load("simple_coins")
    at_random = ludwright.simulate(game, 50).mean_returns[0]
    assert ludwright.simulate(game, 3, agents=f"mcts:40,{settings}").mean_returns[0] > at_random * 0.7


# ---------------------------------------------------------------- the same again, and nothing else touched


def test_a_seed_gives_the_same_game_on_any_number_of_threads() -> None:
    game = ludwright.load("leduc_poker")
    results = [
        ludwright.simulate(game, 24, seed=9, threads=threads, agents=["mcts:50", "greedy"]).as_json()
        for threads in (1, 2)
    ]
    for result in results:
        del result["seconds"], result["games_per_second"]
    assert results[0] == results[1]


def test_thinking_leaves_the_position_and_its_chance_alone() -> None:
    match = ludwright.load("pig").start(seed=3)
    before, state = match.words, match.numbers()
    choice(match, "mcts:100", 1)
    assert match.words == before
    assert np.array_equal(match.numbers(), state)
