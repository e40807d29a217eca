"""A step in one call is the step of the calls it stands for, and leaves nothing behind."""

from __future__ import annotations

import gc
import random
import sys
import weakref

import pytest

import ludwright
from ludwright.engine.desks import Desk, Desks
from ludwright.engine.interpreter import available
from tests.bundled import bundled

pytestmark = pytest.mark.skipif(not available(), reason="it is written for CPython with addresses of 64 bits")


def slow_desks(game: ludwright.Game) -> Desks:
    """Desks that do without."""
    found = Desks(game.compiled, game.table)
    desk = Desk(game.compiled, game.table)
    assert desk.step is not None
    desk.step = None
    found._free.append(desk)
    return found


@pytest.mark.parametrize("name", ["connect_four", "pig", "kuhn_poker", "hearts", "backgammon", "yacht", "island"])
def test_it_is_the_step_of_plain_calls(name: str) -> None:
    game = bundled(name)
    slow, chooser, steps = slow_desks(game), random.Random(name), 0
    for seed in range(3):
        match = game.start(seed=seed)
        while not match.over and steps < 200 * (seed + 1):
            code = chooser.choice(match.codes())
            expected = slow.advance(match._at, code)
            match.apply(code)
            assert (match._at, match._known) == expected
            steps += 1
    assert steps > 5


def test_a_position_of_another_length_is_refused() -> None:
    game = ludwright.load("nim")
    match = game.start()
    step = Desk(game.compiled, game.table).step
    assert step is not None
    with pytest.raises(SystemError):
        step(match._at[:-4], match.codes()[0])
    with pytest.raises(SystemError):
        step(match._at)  # type: ignore[call-arg]


def test_it_keeps_its_blocks_when_the_desk_is_gone() -> None:
    game = ludwright.load("tic_tac_toe")
    desk = Desk(game.compiled, game.table)
    held = weakref.ref(desk.state.obj)  # the array under the view
    step = desk.step
    del desk
    gc.collect()
    assert held() is not None
    del step
    gc.collect()
    assert held() is None


def test_it_keeps_no_objects() -> None:
    game = ludwright.load("tic_tac_toe")
    match = game.start()
    step, code = Desk(game.compiled, game.table).step, match.codes()[0]
    assert step is not None
    before = [sys.getrefcount(one) for one in (match._at, None, code)]
    for _ in range(10_000):
        step(match._at, code)
    after = [sys.getrefcount(one) for one in (match._at, None, code)]
    assert all(abs(one - other) < 100 for one, other in zip(before, after, strict=True))
