"""Observations in machine code: arrays of their own, for the seats and positions of the game alone."""

from __future__ import annotations

import gc
import sys

import numpy as np
import pytest

import ludwright
from ludwright.mistakes import LudwrightError


@pytest.mark.parametrize("run", ["native", "twin"])
def test_seen_are_the_numbers_of_an_observation(run: str) -> None:
    match = ludwright.load("kuhn_poker").start(seed=4, run=run)
    assert match.seen(1).dtype == np.int32
    assert match.seen(1).tolist() == match.observe(1).words.tolist() != match.seen(0).tolist()


def test_what_was_seen_stays() -> None:
    match = ludwright.load("tic_tac_toe").start()
    before = match.seen(0)
    kept = before.tolist()
    match.apply("place b2")
    assert match.seen(0).tolist() != kept == before.tolist()


@pytest.mark.parametrize("run", ["native", "twin"])
@pytest.mark.parametrize("seat", [2, -1, 1 << 40])
def test_nobody_sits_there(run: str, seat: int) -> None:
    with pytest.raises(LudwrightError, match=f"there is no seat {seat}: they are 0 to 1"):
        ludwright.load("tic_tac_toe").start(run=run).observe(seat)


def test_a_position_of_another_game_is_refused() -> None:
    look = ludwright.load("tic_tac_toe").observer.look
    with pytest.raises(SystemError):
        look(ludwright.load("nim").start()._at, 0)


def test_only_who_is_asked_has_options() -> None:
    match = ludwright.load("tic_tac_toe").start()
    assert match.observe(0).options == tuple(match.codes())
    assert match.observe(1).options == ()


def test_a_look_keeps_no_objects() -> None:
    game = ludwright.load("tic_tac_toe")
    position, look = game.start()._at, game.observer.look
    before = sys.getrefcount(position)
    for _ in range(1_000):
        look(position, 0)
    assert sys.getrefcount(position) == before
    del game
    gc.collect()
    assert look(position, 1).size == look(position, 0).size  # its blocks are there as long as the call


def test_an_observation_says_what_it_is() -> None:
    seen = ludwright.load("kuhn_poker").start(seed=4).observe(0)
    assert repr(seen) == "<Observation of seat 0: 29 numbers, 2 of them unseen, one of 2 answers to give>"
    assert "paid of seat 1: 1" in str(seen).splitlines() and "what item 1 is: ?" in str(seen).splitlines()
