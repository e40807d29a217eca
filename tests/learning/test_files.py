"""Files of what was learned: numbers, for one game, and nothing else whatever somebody puts into them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludwright
from ludwright.agents.settings import AgentError
from ludwright.learning.files import FileError, check_place, load_learned
from ludwright.learning.learned import TABLE_SIZE, VIEW_COUNT, Learned, Lesson, empty_views
from ludwright.learning.minds import LearningError
from ludwright.learning.network import is_network
from ludwright.learning.player import learned_player
from ludwright.learning.sights import fingerprint


def learned(**facts: Any) -> Learned:
    game = ludwright.load("nim")
    given: dict[str, Any] = {
        "title": game.title, "players": 2, "rules": fingerprint(game), "params": dict(game.params), "games": 5, "asked": 5,
        "seed": 1, "scale": 1.0, "squash": True, "mirrored": True, "weights": np.zeros(TABLE_SIZE, np.float32),
        "views": empty_views(),
    }  # fmt: skip
    return Learned(**{**given, **facts})


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    weights, views = np.zeros(TABLE_SIZE, np.float32), empty_views()
    weights[[3, TABLE_SIZE - 1]] = 0.5, -0.25
    views[2:4] = 7, np.float32(0.5).view(np.int32)
    lesson = Lesson(
        np.zeros(2 * TABLE_SIZE, np.float32),
        np.zeros(2 * VIEW_COUNT, np.float32),
        [((weights / 2).astype(np.float32), views)],
    )
    lesson.rates[8:10] = -1.0, 2.0
    made = learned(weights=weights, views=views, lesson=lesson, curve=[{"games": 1000, "seconds": 1.5}])
    made.save(tmp_path / "n.npz")
    found = load_learned(tmp_path / "n.npz")
    assert np.array_equal(found.weights, weights)
    assert np.array_equal(found.views, views)
    assert found.as_json() == made.as_json()
    assert found.lesson is not None
    assert np.array_equal(found.lesson.rates, lesson.rates)
    assert np.array_equal(found.lesson.league[0][0], weights / 2)
    assert np.array_equal(found.lesson.league[0][1], views)


def test_a_small_file_plays_and_can_t_go_on_learning(tmp_path: Path) -> None:
    path = tmp_path / "n.npz"
    ludwright.learn(ludwright.load("nim"), 50).save(path, small=True)
    assert ludwright.simulate(ludwright.load("nim"), 3, agents=f"learned:{path}").games == 3
    with pytest.raises(LearningError, match="not to go on learning"):
        ludwright.learn(ludwright.load("nim"), 100, resume=path)


@pytest.mark.parametrize("content", [b"", b"weights", pickle.dumps({"weights": 1})])
def test_what_is_no_such_file_is_told_in_a_sentence(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "n.npz").write_bytes(content)
    with pytest.raises(FileError, match="holds nothing that was learned"):
        load_learned(tmp_path / "n.npz")


class Evil:
    def __reduce__(self) -> tuple[Any, ...]:
        return Path("evil").touch, ()


ABOUT = {
    "format": "ludwright learned 3", "game": "Nim", "players": 2, "rules": "x", "params": {}, "games": 1, "asked": 1, "seed": 1,
    "scale": 1.0, "squash": True, "mirrored": True, "explore": 0.1, "seconds": 1.0, "curve": [],
}  # fmt: skip
SOUND = {
    "places": np.array([1], np.int32), "weights": np.array([0.5], np.float32), "seen": np.array([1], np.int32),
    "views": np.array([3, 0], np.int32), "rates": np.array([1, 2], np.float32), "view_rates": np.array([1, 2], np.float32),
}  # fmt: skip


def test_a_file_is_read_whose_parts_a_stranger_then_spoils(tmp_path: Path) -> None:
    about = np.frombuffer(json.dumps(ABOUT).encode(), np.uint8)
    np.savez_compressed(tmp_path / "n.npz", allow_pickle=False, about=about, **SOUND)
    assert load_learned(tmp_path / "n.npz").title == "Nim"


@pytest.mark.parametrize(
    "wrong",
    [
        {"weights": np.array([Evil()], object)},
        {"places": np.array([TABLE_SIZE], np.int32)},
        {"places": np.array([-1], np.int32)},
        {"places": np.array([1.5])},
        {"weights": np.array([np.nan], np.float32)},
        {"weights": np.array([1, 2, 3], np.float32)},
        {"about": {**ABOUT, "scale": 0}},
        {"about": {**ABOUT, "players": "two"}},
        {"about": {"format": "something else"}},
        {"about": []},
        {"weights": np.zeros(64 * TABLE_SIZE, np.uint8)},
        {"seen": np.array([VIEW_COUNT], np.int32)},
        {"views": np.array([3, np.float32(np.inf).view(np.int32)], np.int32)},
        {"views": np.array([3], np.int32)},
        {"rates": np.array([1], np.float32)},
        {"self_0": np.array([0.5], np.float32)},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_stranger_s_file_can_be_nothing_but_numbers(
    wrong: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arrays: dict[str, Any] = {"about": ABOUT, **SOUND, **wrong}
    arrays["about"] = np.frombuffer(json.dumps(arrays["about"]).encode(), np.uint8)
    np.savez_compressed(tmp_path / "n.npz", **arrays)
    with pytest.raises(FileError, match="holds nothing that was learned"):
        load_learned(tmp_path / "n.npz")
    assert not (tmp_path / "evil").exists()


def test_what_was_learned_of_another_game_is_no_use(tmp_path: Path) -> None:
    path = tmp_path / "n.npz"
    for facts, game, told in (
        ({}, ludwright.load("pig"), "was learned from Nim for 2, and this is Pig for 2"),
        ({"rules": "x"}, ludwright.load("nim"), "by other rules than these"),
        (
            {"rules": f"{ludwright.load('nim').description.text_hash}-then"},
            ludwright.load("nim"),
            "with another version of Ludwright",
        ),
    ):
        learned(**facts).save(path)
        with pytest.raises(AgentError, match=told):
            ludwright.simulate(game, 1, agents=f"learned:{path}")


def test_without_a_file_it_is_told_how_to_make_one() -> None:
    for agent, told in (
        ("learned", "no player that has learned comes with Nim for 2"),
        ("learned:no/such.npz", "can't read"),
    ):
        with pytest.raises(AgentError, match=told):
            ludwright.simulate(ludwright.load("nim"), 1, agents=agent)


def test_where_nothing_can_be_written_is_said_before_anything_is_learned(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="can't write"):
        check_place(tmp_path / "none" / "n.npz")


def test_a_file_packed_by_a_program_of_the_future_is_told_kindly(tmp_path: Path) -> None:
    path = tmp_path / "later.npz"
    np.savez(path, about=np.zeros(3, np.uint8))
    packed = bytearray(path.read_bytes())
    packed[packed.rindex(b"PK\x01\x02") + 6] = 76  # the version of the form that is needed to unpack it
    path.write_bytes(packed)
    with pytest.raises(AgentError, match="holds nothing that was learned"):
        ludwright.simulate("nim", 2, agents=[f"learned:{path}", "random"])


def test_a_file_of_an_earlier_version_is_told_so(tmp_path: Path) -> None:
    about = np.frombuffer(json.dumps({**ABOUT, "format": "ludwright learned 2"}).encode(), np.uint8)
    np.savez_compressed(tmp_path / "n.npz", allow_pickle=False, about=about, **SOUND)
    with pytest.raises(FileError, match="another version of Ludwright"):
        load_learned(tmp_path / "n.npz")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
def test_a_file_without_an_end_is_not_read() -> None:
    """Neither as what was learned nor as a network: which of both it is, is looked at first."""
    assert not is_network(Path("/dev/zero"))
    with pytest.raises(AgentError, match="not a plain file"):
        learned_player(ludwright.load("nim"), "/dev/zero")
