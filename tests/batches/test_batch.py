"""Many games at once: the same games, step for step, as one at a time."""

from __future__ import annotations

import numpy as np
import pytest

import ludwright
from ludwright import LudwrightError
from ludwright.play.match import IllegalMoveError
from tests.bundled import bundled

NAMES = [game.name for game in ludwright.bundled_games()]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_shows_and_pays_the_same_as_one_match(name: str) -> None:
    game, together = bundled(name), 3
    batch = ludwright.Batch(game, games=together, seed=3)
    matches = [game.start(3, number) for number in range(together)]
    for _ in range(25):
        seen = [batch.observe(seat) for seat in range(game.players)]
        for number, match in enumerate(matches):
            assert match.over == batch.over[number]
            for seat in range(game.players):
                assert seen[seat][number].tolist() == match.observe(seat).words.tolist()
            if match.actor is not None:
                assert match.actor == batch.actors[number]
                assert sorted(match.codes()) == np.flatnonzero(batch.masks[number]).tolist()
                assert batch.observations[number].tolist() == seen[match.actor][number].tolist()
        if batch.over.all():
            break
        codes = batch.random_codes()
        running = ~batch.over
        batch.step(codes)
        for number in np.flatnonzero(running).tolist():
            matches[number].apply(int(codes[number]))
            if matches[number].over:
                assert batch.returns[number].tolist() == matches[number].returns()


def test_threads_change_nothing() -> None:
    def played(threads: int) -> list[list[int]]:
        batch = ludwright.Batch("pig", games=600, seed=5, restart=True, threads=threads)
        for _ in range(40):
            batch.step(batch.random_codes())
        found: list[list[int]] = batch.observations.tolist()
        return found

    assert played(1) == played(2)


def test_games_begin_anew_as_further_games_of_the_seed() -> None:
    batch = ludwright.Batch("nim", games=4, seed=2, restart=True)
    ends = 0
    for _ in range(60):
        ended = batch.over
        batch.step(np.where(ended, -1, batch.random_codes()))
        assert not batch.over[ended].any()
        ends += int(batch.over.sum())
    assert ends > 10


def test_some_games_are_begun_anew_and_others_left_alone() -> None:
    batch = ludwright.Batch("tic_tac_toe", games=3, seed=2)
    batch.step([1, 2, 3])
    batch.begin([1])
    assert batch.masks.sum(axis=1).tolist() == [8, 9, 8]


def test_shares_of_wins_are_those_of_simulate() -> None:
    games = 20_000
    batch = ludwright.Batch("tic_tac_toe", games=games, seed=4, observe=False)
    won = np.zeros(2)
    while not batch.over.all():
        batch.step(batch.random_codes())
        won += (batch.returns > 0).sum(axis=0)
    known = ludwright.simulate("tic_tac_toe", games=100_000, seed=9)
    assert won[0] / games == pytest.approx(known.wins[0] / 100_000, abs=0.015)


def test_an_illegal_answer_names_its_game_and_changes_nothing() -> None:
    batch = ludwright.Batch("tic_tac_toe", games=3)
    batch.step([1, 2, 3])
    before = batch.observations.copy()
    with pytest.raises(IllegalMoveError, match="game 2 the code 3"):
        batch.step([2, 3, 3])
    with pytest.raises(LudwrightError, match="one code for each of the 3 games"):
        batch.step([2, 3])
    assert (batch.observations == before).all()


def test_arrays_can_be_taken_by_other_libraries() -> None:
    batch = ludwright.Batch("tic_tac_toe", games=3)
    assert np.from_dlpack(batch.observations).ctypes.data == batch.observations.ctypes.data


def test_too_many_are_refused_before_memory_is_taken() -> None:
    with pytest.raises(LudwrightError, match="take fewer games"):
        ludwright.Batch("conquest", games=1_000_000)
