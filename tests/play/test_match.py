"""One game in progress: options in words and codes, undo, copies and snapshots."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.play.match import GameOverError, IllegalMoveError, SnapshotError
from tests.bundled import bundled

RUNS = ["native", "twin"]


def played(run: str, name: str = "pig", moves: int = 12) -> ludwright.Match:
    match = bundled(name).start(seed=4, run=run)
    for _ in range(moves):
        match.apply(match.codes()[-1])
    return match


@pytest.mark.parametrize("run", RUNS)
def test_undo_takes_back_the_answer_and_the_chance_that_followed(run: str) -> None:
    match = played(run)
    before = match.words
    match.apply("throw")
    after = match.words
    match.undo()
    assert match.words == before
    match.apply("throw")
    assert match.words == after


@pytest.mark.parametrize("run", RUNS)
def test_many_answers_at_once_are_the_same_as_one_after_the_other(run: str) -> None:
    match = played(run)
    there = ludwright.load("pig").start(seed=4, run=run)
    there.follow(match.answers)
    assert (there.words, there.answers, there.codes()) == (match.words, match.answers, match.codes())
    there.undo()
    match.undo()
    assert there.words == match.words


@pytest.mark.parametrize("run", RUNS)
def test_among_many_answers_the_first_that_is_not_legal_is_told(run: str) -> None:
    match = played(run, moves=3)
    with pytest.raises(IllegalMoveError, match="999"):
        match.follow([match.codes()[0], 999, match.codes()[0]])
    assert len(match.answers) == 4


@pytest.mark.parametrize("run", RUNS)
def test_a_copy_goes_its_own_way(run: str) -> None:
    match = played(run)
    other = match.copy()
    assert other.words == match.words
    before = match.words
    other.apply("throw")
    assert match.words == before
    match.apply("throw")
    assert match.words == other.words
    other.undo()
    assert other.words == before


@pytest.mark.parametrize("run", RUNS)
def test_a_snapshot_rebuilds_the_game_exactly_also_elsewhere(run: str) -> None:
    match = played(run)
    kept = match.snapshot()
    there = ludwright.load("pig").start(seed=99, run=run)
    there.restore(kept)
    assert there.words == match.words
    match.apply("throw")
    there.apply("throw")
    assert there.words == match.words


@pytest.mark.parametrize(
    "bad", [b"", b"{}", b"[1]", b"\xff\x00", b'{"game": "x", "numbers": [1, 2]}', b'{"game": 1, "numbers": 3}']
)
def test_other_bytes_are_refused_and_change_nothing(bad: bytes) -> None:
    match = played("native")
    before = match.words
    with pytest.raises(SnapshotError):
        match.restore(bad)
    assert match.words == before


def test_a_snapshot_with_an_illegal_answer_is_refused() -> None:
    match = played("native")
    before, kept = match.words, match.snapshot()
    with pytest.raises(SnapshotError, match="not legal"):
        match.restore(kept.replace(b"]", b", 77777]"))
    assert match.words == before


def test_a_snapshot_of_other_rules_is_refused() -> None:
    kept = played("native").snapshot()
    with pytest.raises(SnapshotError, match="another game"):
        ludwright.load("pig", params={"goal": 50}).start().restore(kept)


def test_an_illegal_answer_names_what_was_probably_meant() -> None:
    match = ludwright.load("tic_tac_toe").start()
    with pytest.raises(IllegalMoveError, match="place b2"):
        match.apply("place bb2")
    with pytest.raises(IllegalMoveError, match="code 12345"):
        match.apply(12345)


def test_nothing_can_be_done_after_the_end() -> None:
    match = ludwright.load("movement_points").start()
    assert match.over
    assert match.legal() == []
    assert match.actor is None
    with pytest.raises(GameOverError):
        match.apply(0)


def test_a_changed_number_keeps_the_machine_code() -> None:
    game = ludwright.load("pig")
    other = game.setting(goal=30)
    assert other.compiled is game.compiled
    assert other.params["goal"] == 30 and game.params["goal"] == 100
    quick = ludwright.simulate(other, 500, seed=1, threads=1)
    slow = ludwright.simulate(game, 500, seed=1, threads=1)
    assert quick.moves.mean < slow.moves.mean / 2


def test_a_changed_size_is_compiled_anew() -> None:
    game = ludwright.load("connect_four")
    small = game.setting(wide=5, high=4)
    assert small.compiled is not game.compiled
    assert len(small.start().codes()) == 5
