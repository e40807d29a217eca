"""Networks that judge positions: what kernels make of them, what searches make of that, and files that anybody may have written."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.agents.kernels.network import ANYWAY, foretell_by_network, worth_by_network
from ludwright.agents.settings import AgentError
from ludwright.engine.random import Stream
from ludwright.learning.expert import fresh
from ludwright.learning.files import FileError
from ludwright.learning.minds import LearningError
from ludwright.learning.network import Network, is_network, load_network
from ludwright.learning.network_judge import NetworkJudge
from ludwright.learning.self_play import Lessons, SelfPlay
from ludwright.play.agents import MOVE_LIMIT

_CALL = ctypes.CFUNCTYPE(ctypes.c_double, *(ctypes.c_int64,) * 4)


def made_up(name: str, players: int | None = None, hidden: int = 8) -> Network:
    """A network whose weights are any."""
    network, dice = fresh(ludwright.load(name, players), 1, 16, hidden), np.random.default_rng(5)
    for weights in network.weights.values():
        weights[:] = dice.normal(0.0, 0.3, weights.shape)
    return network


class Looking:
    """Positions of a game as a network judges them, in kernels and in NumPy."""

    def __init__(self, network: Network, name: str, moves: int = 3) -> None:
        self.network = network
        self.game = game = ludwright.load(name, network.players)
        self.match = game.start(seed=3)
        for _ in range(moves):
            self.match.apply(self.match.codes()[0])
        self.state = np.array(self.match.words, np.int32)
        self.context = game.compiled.new_context(Stream(0, 1))
        self.codes = list(self.match.codes())
        self.context[ir.CTX_HEADER : ir.CTX_HEADER + len(self.codes)] = self.codes
        self.judge = NetworkJudge(game, network)
        self.mind = self.judge.evaluator(MOVE_LIMIT)
        self.seat = self.match.actor or 0

    def worth(self, seat: int) -> float:
        call = _CALL(worth_by_network().address)
        return float(call(self.mind.address, self.state.ctypes.data, self.context.ctypes.data, seat))

    def foretold(self) -> tuple[float, np.ndarray[Any, np.dtype[np.float64]]]:
        target = np.zeros(len(self.codes) + 2)
        target[0] = len(self.codes)
        call = _CALL(foretell_by_network().address)
        worth = call(self.mind.address, self.state.ctypes.data, self.context.ctypes.data, target.ctypes.data)
        return float(worth), target[2:]

    def by_hand(self, seat: int) -> tuple[float, np.ndarray[Any, np.dtype[np.float64]]]:
        weights = {name: values.astype(np.float64) for name, values in self.network.weights.items()}
        found = SelfPlay(self.game, self.network, 0.0)._seen(self.state, seat)
        first = np.maximum(0.0, weights["embedding"][found].sum(axis=0) + weights["first_bias"])
        second = np.maximum(0.0, first @ weights["second"] + weights["second_bias"])
        worth = second @ weights["value"][:-1] + weights["value"][-1]
        places = np.array(self.codes) % len(weights["policy_bias"])
        said = weights["policy"][places] @ second + weights["policy_bias"][places]
        likely = np.exp(said - said.max())
        likely = (1 - ANYWAY) * likely / likely.sum() + ANYWAY / len(likely)
        return float(np.tanh(worth) if self.network.squash else worth), likely


@pytest.mark.parametrize(("name", "players"), [("connect_four", 2), ("colors", 3), ("leduc_poker", 2)])
def test_kernels_reckon_as_can_be_done_by_hand(name: str, players: int) -> None:
    network = made_up(name, players)
    looking = Looking(network, name)
    worth, likely = looking.by_hand(looking.seat)
    assert looking.worth(looking.seat) == pytest.approx(worth * network.scale, abs=1e-4)
    told, foretold = looking.foretold()
    assert told == pytest.approx(worth * network.scale, abs=1e-4)
    assert foretold == pytest.approx(likely, abs=1e-4)
    assert foretold.sum() == pytest.approx(1.0)
    other = (looking.seat + 1) % players
    of_other = -worth if network.mirrored else looking.by_hand(other)[0]
    assert looking.worth(other) == pytest.approx(of_other * network.scale, abs=1e-4)


def test_the_search_looks_most_at_what_is_foretold(tmp_path: Path) -> None:
    network = fresh(ludwright.load("connect_four"), 1, 20, 8)
    favourite = Looking(network, "connect_four", 0).codes[2]
    network.weights["policy_bias"][favourite % len(network.weights["policy_bias"])] = 6.0
    found = SelfPlay(ludwright.load("connect_four"), network, 0.0).play(1)
    first = found.looks[0]
    assert found.codes[0][first.argmax()] == favourite
    assert first.max() > 0.5


def test_the_search_takes_what_leads_to_positions_that_are_worth_more() -> None:
    """A network that likes nothing but one cell of the board, held by whoever is asked next: the other avoids it."""
    game, network = ludwright.load("tic_tac_toe"), made_up("tic_tac_toe")
    looking = Looking(network, "tic_tac_toe", 0)
    worths = {}
    for code in looking.codes:
        match = game.start(seed=3)
        match.apply(code)
        state = np.array(match.words, np.int32)
        call = _CALL(worth_by_network().address)
        worths[code] = call(looking.mind.address, state.ctypes.data, looking.context.ctypes.data, 0)
    network.weights["policy"][:] = 0.0
    network.weights["policy_bias"][:] = 0.0
    looks = SelfPlay(game, replace(network, thoughts=18), 0.0).play(1).looks[0]
    best = max(worths, key=lambda code: worths[code])
    worst = min(worths, key=lambda code: worths[code])
    assert looks[looking.codes.index(best)] > looks[looking.codes.index(worst)]


@pytest.mark.parametrize(
    ("name", "players"), [("colors", 3), ("leduc_poker", 2), ("pig", 2), ("six_takes", 3), ("yacht", 1)]
)
def test_it_plays_games_of_every_kind(name: str, players: int, tmp_path: Path) -> None:
    game, file = ludwright.load(name, players), tmp_path / "n.npz"
    network = made_up(name, players)
    network.save(file)
    agent = f"mcts:6,learned={file}"
    played = [ludwright.simulate(game, 3, agents=agent, threads=threads, seed=2).mean_returns for threads in (1, 2)]
    assert played[0] == played[1]
    found = SelfPlay(game, network, 0.2).play(4)
    assert len(found) == len(found.found) == len(found.codes) == len(found.looks) > 1
    assert all(abs(sum(looks) - 1) < 1e-5 for looks in found.looks if len(looks))
    assert np.abs(found.results).max() <= 1.0 + 1e-9 or not network.squash


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    network = replace(made_up("nim"), lesson={"results": np.ones(3, np.float32)}, games=7, asked=9)
    network.save(tmp_path / "n.npz")
    assert is_network(tmp_path / "n.npz")
    found = load_network(tmp_path / "n.npz")
    assert found.as_json() == network.as_json()
    assert found.interrupted
    assert all(np.array_equal(found.weights[name], weights) for name, weights in network.weights.items())
    assert found.lesson["results"].tolist() == [1, 1, 1]
    network.save(tmp_path / "n.npz", small=True)
    assert not load_network(tmp_path / "n.npz").lesson


def test_damaged_files_and_those_of_other_games_are_told_kindly(tmp_path: Path) -> None:
    bad = tmp_path / "bad.npz"
    network = made_up("nim")
    network.weights["second"][0, 0] = np.nan
    network.save(bad)
    with pytest.raises(FileError, match="holds no network"):
        load_network(bad)
    with pytest.raises(AgentError, match="holds no network"):
        ludwright.simulate(ludwright.load("nim"), 1, agents=f"mcts:5,learned={bad}")
    made_up("nim").save(bad)
    with pytest.raises(AgentError, match="was learned from Nim for 2, and this is Pig for 2"):
        ludwright.simulate(ludwright.load("pig"), 1, agents=f"mcts:5,learned={bad}")
    with pytest.raises(AgentError, match="is a network: it plays in a search"):
        ludwright.simulate(ludwright.load("nim"), 1, agents=f"learned:{bad}")


def test_lessons_are_kept_forgotten_and_packed() -> None:
    def of(count: int, value: float) -> Lessons:
        row = np.array([1, 2], np.int32)
        return Lessons([row] * count, [row] * count, [np.array([0.5, 0.5], np.float32)] * count, [value] * count)

    lessons = Lessons(most=2)
    for count, value in ((2, 0.25), (3, 0.5), (1, 1.0)):
        lessons.add(of(count, value))
    assert lessons.results == [0.5, 0.5, 0.5, 1.0]
    again = Lessons.unpacked(lessons.packed(), 2)
    assert again.results == lessons.results
    assert again.games == [3, 1]
    assert [row.tolist() for row in again.codes] == [[1, 2]] * 4


def test_without_pytorch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    from ludwright.learning.expert import learn_network

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(LearningError, match=r"ludwright\[network\]"):
        learn_network("nim", 1)
