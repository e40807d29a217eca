"""Learning with a network, where PyTorch is installed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ludwright
from ludwright.learning.minds import LearningError

pytest.importorskip("torch", reason="PyTorch is not installed: `pip install 'ludwright[network]'`")

from ludwright.learning.expert import fresh, learn_network
from ludwright.learning.gradients import Pupil
from ludwright.learning.network import SHAPES, Network
from tests.learning.test_network import Looking, made_up


def same(one: Network, other: Network) -> bool:
    return all(np.array_equal(one.weights[name], other.weights[name]) for name in SHAPES)


def test_pytorch_and_kernels_reckon_alike() -> None:
    network = made_up("connect_four")
    looking = Looking(network, "connect_four")
    from ludwright.learning.self_play import SelfPlay

    found = SelfPlay(looking.game, network, 0.0)._seen(looking.state, looking.seat)
    worth, said, there = Pupil(network).judged([found], [np.array(looking.codes, np.int32)])
    assert float(worth[0].detach()) * network.scale == pytest.approx(looking.worth(looking.seat), abs=1e-4)
    likely = np.exp(said[0].detach().numpy() - float(said[0].max()))
    assert 0.95 * likely / likely.sum() + 0.05 / len(likely) == pytest.approx(looking.foretold()[1], abs=1e-3)
    assert bool(there.all())


def test_it_learns_what_the_games_came_to() -> None:
    network = fresh(ludwright.load("nim"), 1, 16)
    found = learn_network("nim", 100, thoughts=16, threads=1)
    assert not same(network, found)
    assert found.games == 100
    looking = Looking(found, "nim", 0)
    assert Looking(network, "nim", 0).worth(0) == pytest.approx(0.0, abs=1e-6)
    assert looking.foretold()[1].max() > 1.2 * looking.foretold()[1].min()


def test_the_same_seed_learns_the_same_on_any_number_of_threads_and_after_an_interruption(tmp_path: Path) -> None:
    whole = learn_network("nim", 40, thoughts=8, threads=1)
    assert same(whole, learn_network("nim", 40, thoughts=8, threads=2))
    learn_network("nim", 20, thoughts=8, threads=1).save(tmp_path / "n.npz")
    gone_on = learn_network("nim", 40, thoughts=8, threads=1, resume=tmp_path / "n.npz")
    assert gone_on.games == 40
    assert same(whole, gone_on)
    with pytest.raises(LearningError, match="--seed 1"):
        learn_network("nim", 60, 2, thoughts=8, resume=tmp_path / "n.npz")


def test_it_learns_for_some_time_and_tells_how_strong_it_became(tmp_path: Path) -> None:
    found = learn_network("nim", 100, thoughts=8, ladder=["random"], checkpoint=tmp_path / "n.npz")
    assert found.curve[0]["games"] == 100
    assert found.curve[0]["against"]["random"][0] > 0.6
    assert learn_network("nim", seconds=0.5, thoughts=4).games >= 20
