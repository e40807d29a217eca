"""Players that learn by playing against themselves."""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from numba import njit

import ludwright
from ludwright import ir
from ludwright.agents.kernels.learned import FOUND_COUNT, OWNED, worth_learned
from ludwright.agents.kernels.learned_training import BOTS
from ludwright.agents.settings import AgentError
from ludwright.engine.random import Stream
from ludwright.engine.streams import that_gives
from ludwright.learning.learned import TABLE_SIZE, empty_views
from ludwright.learning.minds import LearningError, faces_of, learning_mind
from ludwright.learning.sights import Sights
from ludwright.learning.training import Learner
from ludwright.play.agents import Agents
from tests.python_game.games import Pig


@pytest.fixture(scope="module")
def tic_tac_toe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("learned") / "t.npz"
    ludwright.learn(ludwright.load("tic_tac_toe"), 20_000).save(path)
    return path


def test_tic_tac_toe_is_learned_so_well_that_nobody_beats_it(tic_tac_toe: Path) -> None:
    game, agent = ludwright.load("tic_tac_toe"), f"learned:{tic_tac_toe}"
    first, second, both = (
        ludwright.simulate(game, 1000, agents=seats, seed=2)
        for seats in ([agent, "random"], ["random", agent], [agent, agent])
    )
    assert first.wins[0] > 900
    assert second.wins[1] > 560
    assert first.wins[1] + second.wins[0] < 20
    assert both.draws > 950


def test_the_same_seed_learns_the_same() -> None:
    game = ludwright.load("pig")
    one, two, other = (ludwright.learn(game, 50, seed=seed).weights for seed in (1, 1, 2))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, other)


def test_after_an_interruption_it_learns_as_if_nothing_had_come_between(tmp_path: Path) -> None:
    game, path = ludwright.load("nim"), tmp_path / "nim.npz"
    whole = ludwright.learn(game, 900)
    ludwright.learn(game, 450).save(path)
    gone_on = ludwright.learn(game, 900, resume=path)
    assert gone_on.games == 900
    assert np.array_equal(whole.weights, gone_on.weights)
    assert np.array_equal(whole.views, gone_on.views)
    assert whole.lesson is not None
    assert len(whole.lesson.league) == 3


def test_it_learns_for_some_time_and_tells_how_strong_it_became(tmp_path: Path) -> None:
    path = tmp_path / "nim.npz"
    found = ludwright.learn(ludwright.load("nim"), seconds=0.2, checkpoint=path)
    assert found.games > 100
    assert not found.interrupted
    found = ludwright.learn(ludwright.load("nim"), 1000, ladder=["random"])
    assert found.curve[0]["games"] == 1000
    assert found.curve[0]["against"]["random"][0] > 0.6


def test_who_explores_nothing_learns_something_else() -> None:
    game = ludwright.load("nim")
    assert not np.array_equal(ludwright.learn(game, 50).weights, ludwright.learn(game, 50, explore=0).weights)
    with pytest.raises(LearningError, match="from 0 to 1"):
        ludwright.learn(game, 50, explore=2)


@pytest.mark.parametrize("more", ["", ",prior=0", ",depth=2", ",playout=learned,depth=3"])
def test_a_search_judges_positions_by_what_was_learned(tic_tac_toe: Path, more: str) -> None:
    game, agent = ludwright.load("tic_tac_toe"), f"mcts:60,learned={tic_tac_toe}{more}"
    played = ludwright.simulate(game, 30, agents=[agent, "mcts:60"], threads=1)
    assert played.wins[1] <= 1
    assert played.wins[0] + played.draws >= 29


def test_what_was_learned_is_needed_to_play_by_it() -> None:
    with pytest.raises(AgentError, match="add `learned=FILE`"):
        ludwright.simulate(ludwright.load("nim"), 1, agents="mcts:10,playout=learned,depth=2")
    with pytest.raises(AgentError, match="only with `learned=FILE`, and"):
        ludwright.simulate(ludwright.load("nim"), 1, agents="mcts:10,prior=2")


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(tmp_path: Path) -> None:
    game, path = ludwright.load("pig"), tmp_path / "pig.npz"
    ludwright.learn(game, 200).save(path)
    one, two = (ludwright.simulate(game, 6, agents=f"learned:{path}", threads=n, keep=True).returns for n in (1, 2))
    assert one is not None
    assert two is not None
    assert one.tolist() == two.tolist()


def test_with_errors_it_plays_worse(tic_tac_toe: Path) -> None:
    game = ludwright.load("tic_tac_toe")
    sure, erring = (
        ludwright.simulate(game, 500, agents=[f"learned:{tic_tac_toe}{more}", "random"]).wins[0]
        for more in ("", ",error=0.5")
    )
    assert erring < sure


@pytest.mark.parametrize("name", ["kuhn_poker", "letters", "six_takes"])
def test_other_cards_where_it_can_t_see_them_make_no_difference(name: str, tmp_path: Path) -> None:
    game, path = ludwright.load(name), tmp_path / "learned.npz"
    ludwright.learn(game, 30).save(path)
    for seed in range(2):
        match = game.start(seed=seed)
        while len(match.codes()) == 1:
            match.apply(match.codes()[0])
        seat = match.actor or 0
        chosen = {
            Agents(game, 7, 0, [f"learned:{path}"] * game.players).pick(seat, view.codes(), view.words)
            for view in (match, *(match.determinize(seat, other) for other in range(3)))
        }
        assert len(chosen) == 1


def test_it_says_what_it_expects_of_every_move(tic_tac_toe: Path) -> None:
    match = ludwright.load("tic_tac_toe").start()
    for move in ("place a1", "place a2", "place b1", "place b2"):
        match.apply(move)
    found = ludwright.why(match, f"learned:{tic_tac_toe}")
    assert found.best.words == "place c1"
    assert found.best.value == 1.0
    assert found.measure == "result it expects"


def test_a_player_learns_to_beat_the_one_it_learned_against(tmp_path: Path) -> None:
    game, path = ludwright.load("colors"), tmp_path / "colors.npz"
    ludwright.learn(game, 3000, against="greedy").save(path)
    for seat in range(2):
        who = ["greedy", "greedy"]
        who[seat] = f"learned:{path}"
        assert ludwright.simulate(game, 200, agents=who).wins[seat] > 150


def test_who_plays_alone_plays_against_nobody() -> None:
    with pytest.raises(LearningError, match="nobody plays against anybody"):
        ludwright.learn(ludwright.load("simple_coins"), 1, against="random")


def test_of_rules_in_python_nobody_knows_what_a_seat_sees() -> None:
    with pytest.raises(LearningError, match="its rules are Python code"):
        ludwright.learn(ludwright.load(Pig), 1)


def test_interrupted_it_keeps_what_it_has_learned() -> None:
    started = threading.Event()

    def interrupt() -> None:
        started.wait()
        time.sleep(0.05)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    found = ludwright.learn(ludwright.load("nim"), 10**9, progress=lambda done, total: started.set())
    assert found.interrupted
    assert 0 < found.games < found.asked
    assert found.known > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", [game.name for game in ludwright.bundled_games()])
def test_every_bundled_game_can_be_learned(name: str, tmp_path: Path) -> None:
    game, path = ludwright.load(name), tmp_path / "learned.npz"
    ludwright.learn(game, 3).save(path)
    played = ludwright.simulate(game, 2, agents=f"learned:{path}", move_limit=60, threads=1)
    assert all(fault.code == ir.TOO_LONG for fault in played.faults), played.faults
    assert Sights(game).most > 0


@pytest.mark.slow
def test_bird_lady_is_played_better_than_greedily(tmp_path: Path) -> None:
    game, path = ludwright.load("bird_lady"), tmp_path / "birds.npz"
    ludwright.learn(game, 20_000).save(path)
    agent = f"learned:{path}"
    for seats in ([agent, "greedy"], ["greedy", agent]):
        played = ludwright.simulate(game, 400, agents=seats)
        assert played.wins[seats.index(agent)] > 240


def test_a_stream_can_be_told_what_to_give_next() -> None:
    told = njit(lambda state, wanted: that_gives(state, wanted))
    for state in (1, 2**63 + 12345, 0x9E3779B97F4A7C15):
        for wanted in (0, 1, 12345, 2**31, 2**32 - 1):
            assert Stream(int(told(np.uint64(state), np.uint64(wanted))), 1).next32() == wanted


def test_in_six_samples_a_die_shows_each_face_once(tmp_path: Path) -> None:
    """Where five faces of six win, exactly five samples of six are won, whatever chance the player has."""
    assert [faces_of(ludwright.load(name)) for name in ("pig", "yacht", "connect_four")] == [6, 6, 1]
    game, path = ludwright.load("pig", params={"goal": 20, "stop_at_goal": 1}), tmp_path / "pig.npz"
    ludwright.learn(game, 20).save(path)
    matches = (game.start(seed=seed) for seed in range(200))
    for match in matches:
        while not match.over and match["pot"] < 18 and match.moves < 6:
            match.apply(match.codes()[-1])
        if not match.over and match["pot"] >= 18:
            break
    for seed in range(6):
        found = ludwright.why(match, f"learned:{path},samples=5", seed=seed)
        (thrown,) = (option.value for option in found.moves if option.words == "throw")
        assert thrown is not None
        assert 4 / 6 <= thrown < 1


def test_own_cards_are_counted_wherever_they_lie(tmp_path: Path) -> None:
    game = ludwright.load("harbour_town")
    mind = learning_mind(game, np.zeros(TABLE_SIZE, np.float32), empty_views(), 1.0, True, 1, 1000, None)
    worth = ctypes.CFUNCTYPE(ctypes.c_double, *(ctypes.c_int64,) * 4)(worth_learned().address)
    state, context, found = np.array(game.start(seed=1).words, np.int32), game.compiled.new_context(Stream(0, 1)), []
    for first in (Sights(game).owned, -1):
        mind.put(OWNED, first)
        worth(mind.address, state.ctypes.data, context.ctypes.data, 0)
        found.append(int(mind.block[FOUND_COUNT]))
    assert found[0] - found[1] == 2 * 10  # each of ten cards alone, and by how far the game has come
    assert Sights(ludwright.load("connect_four")).owned == -1


def test_scripted_players_of_the_game_teach_it() -> None:
    assert [
        int(Learner(ludwright.load(name), 1, 0.1, None)._mind.block[BOTS]) for name in ("pig", "harbour_town", "go")
    ] == [1, 2, 0]
