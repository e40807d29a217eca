"""Every bundled game passes the checks of PettingZoo and Gymnasium themselves."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import ludwright
from ludwright import LudwrightError
from ludwright.bridges.gymnasium import SeatEnvironment, SoloEnvironment
from ludwright.bridges.pettingzoo import Environment, ParallelEnvironment
from ludwright.bridges.vector import VectorEnvironment
from ludwright.play.match import IllegalMoveError

GAMES = {game.name: ludwright.load(game.name) for game in ludwright.bundled_games()}
DECIDING = [name for name, game in GAMES.items() if game.rules.questions.all]
ALONE = [name for name, game in GAMES.items() if game.players == 1 and name in DECIDING]
AT_ONCE = [name for name, game in GAMES.items() if "veil" in game.rules.model.arrays]


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", DECIDING)
def test_move_by_move(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(Environment(GAMES[name]), num_cycles=20)


@pytest.mark.parametrize("name", AT_ONCE)
def test_all_at_once(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(ParallelEnvironment(GAMES[name]), num_cycles=20)


@pytest.mark.parametrize("name", ALONE)
def test_alone(name: str) -> None:
    check_env(SoloEnvironment(GAMES[name]), skip_render_check=True)


def test_a_seed_gives_the_same_game() -> None:
    seed_test(lambda: Environment(GAMES["hearts"]), num_cycles=20)


def test_players_are_paid_what_the_game_pays() -> None:
    env = Environment("tic_tac_toe")
    env.reset(seed=1)
    for words in ("place a1", "place b1", "place a2", "place b2", "place a3"):
        code = next(option.code for option in env.match.legal() if option.words == words)
        env.step(code)
    assert env.rewards == {"X": 1.0, "O": -1.0} and all(env.terminations.values())


def test_nobody_sees_what_its_seat_cannot() -> None:
    env = Environment("kuhn_poker")
    env.reset(seed=3)
    for name, seat in env._seat.items():
        redealt = env.match.determinize(seat, seed=5)
        assert (redealt.observe(seat).words == env.observe(name)["observation"]).all()


def test_choices_made_at_once_come_in_one_step() -> None:
    env = ParallelEnvironment("six_takes", players=4)
    seen, _ = env.reset(seed=1)
    assert [int(seen[name]["action_mask"].sum()) for name in env.agents] == [10] * 4
    env.step({name: int(np.flatnonzero(seen[name]["action_mask"])[0]) for name in env.agents})
    assert env.match.moves >= 4


def test_what_is_not_legal_is_told() -> None:
    env = Environment("tic_tac_toe")
    env.reset()
    with pytest.raises(IllegalMoveError, match="action mask"):
        env.step(0)
    solo = SoloEnvironment("yacht")
    solo.reset(seed=1)
    illegal = int(np.flatnonzero(~solo.action_masks())[0])
    assert solo.step(illegal)[1] == -1.0 and solo.step(illegal)[4]["illegal"]


def test_games_that_do_not_fit_are_refused_kindly() -> None:
    with pytest.raises(LudwrightError, match="games for one"):
        SoloEnvironment("pig")
    with pytest.raises(LudwrightError, match="nobody chooses at once"):
        ParallelEnvironment("pig")
    with pytest.raises(LudwrightError, match="nobody ever decides"):
        Environment("polis")


@pytest.mark.parametrize(
    ("name", "against"),
    [("tic_tac_toe", "random"), ("pig", "hold at 20"), ("colors", ["greedy", "random"]), ("leduc_poker", "mcts:3")],
)
@pytest.mark.parametrize("scaled", [False, True])
def test_a_seat_among_agents(name: str, against: Any, scaled: bool) -> None:
    check_env(
        SeatEnvironment(GAMES[name] if name != "colors" else ludwright.load(name, 3), against, scaled=scaled),
        skip_render_check=True,
    )


def test_a_seat_is_paid_what_it_gets_and_sees_what_it_sees() -> None:
    env, paid = SeatEnvironment("tic_tac_toe", "mcts:30", scaled=True), []
    seen, info = env.reset(seed=1)
    for number in range(20):
        assert env.seat == number % 2
        assert env.match is not None
        over = False
        while not over:
            assert env.match.actor == env.seat
            seen, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        paid.append(reward)
        assert reward == env.match.returns()[env.seat]
        assert np.abs(seen).max() < 3.0
        seen, info = env.reset()
    assert sum(paid) < 0


def test_seats_that_are_not_there_are_told() -> None:
    for given, told in (
        (("yacht",), "for one"),
        (("pig", ["random", "random"]), "name one agent, or 1"),
        (("pig", "random", 2), "no seat 2"),
    ):
        with pytest.raises(LudwrightError, match=told):
            SeatEnvironment(*given)


@pytest.mark.parametrize("name", ["connect_four", "hearts", "yacht", "kuhn_poker"])
def test_many_games_are_one_vector_environment_and_pay_what_each_pays(name: str) -> None:
    env = VectorEnvironment(GAMES[name], games=40, threads=1)
    seen, infos = env.reset(seed=4)
    assert env.observation_space.contains(seen)
    ended = np.zeros(40, np.bool_)
    for _ in range(30):
        codes, asked, masks = env.random_actions(), infos["actor"], infos["action_mask"]
        assert (masks[np.arange(40), codes][asked >= 0]).all()
        seen, rewards, over, cut, infos = env.step(codes)
        assert env.observation_space.contains(seen)
        assert not over[ended].any()
        assert (rewards[asked >= 0] == infos["rewards"][np.arange(40), asked][asked >= 0]).all()
        assert (rewards[ended] == 0).all() and not cut.any()
        ended = over
    if name == "kuhn_poker":
        assert {abs(reward) for reward in np.unique(infos["rewards"])} <= {0.0, 1.0, 2.0}


def test_vectors_begin_anew_and_say_what_is_wrong() -> None:
    env = VectorEnvironment("tic_tac_toe", games=5, scaled=True, copy=False)
    first, infos = env.reset(seed=1)
    assert first.dtype == np.float32 and env.observation_space.contains(first)
    with pytest.raises(IllegalMoveError, match="masks tell what is"):
        env.step(np.full(5, 10_000))
    held = infos["action_mask"]
    env.step(env.random_actions())
    assert held is env.batch.masks and held.sum() == 5 * 8
    env.reset()
    assert env.batch.masks.sum() == 5 * 9
    with pytest.raises(LudwrightError, match="has no score"):
        ludwright.Batch("tic_tac_toe", games=2, scores=True)
    with pytest.raises(LudwrightError, match="one seat for each of the 5 games"):
        env.batch.observe(np.array([0, 1], np.int32))
