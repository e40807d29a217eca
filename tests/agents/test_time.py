"""A time is a time: the clock is looked at within play-outs, and what it says holds."""

from __future__ import annotations

import ctypes
from itertools import count

import pytest

import ludwright
from ludwright.agents.kernels import block as places
from ludwright.agents.kernels import lines, tree
from ludwright.play.agents import Agents

MILLISECOND = 1_000_000


@pytest.mark.parametrize(
    ("game", "player", "done"),
    [
        ("conquest", "mcts:time=0.003", lambda mind: ctypes.c_int64.from_address(int(mind.block[tree.CURSOR])).value),
        ("conquest", "rhea:time=0.003", lambda mind: mind.block[lines.DONE]),
        ("conquest", "nested:time=0.003,futures=1", lambda mind: mind.block[lines.DONE]),
    ],
)  # fmt: skip
def test_a_long_play_out_is_given_up_when_time_is_up(game: str, player: str, done: object) -> None:
    """By a clock on which a millisecond passes whenever it is looked at."""
    looks = count()
    clock = ctypes.CFUNCTYPE(ctypes.c_int64)(lambda: next(looks) * MILLISECOND)
    match = ludwright.load(game).start(seed=1)
    players = Agents(match.game, 1, 0, [player] * match.game.players)
    sitter = players.sitter(match.actor or 0)
    assert sitter is not None
    sitter.mind.block[places.CLOCK] = ctypes.cast(clock, ctypes.c_void_p).value or 0
    assert players.pick(match.actor or 0, match.codes(), match.words) in match.codes()
    assert next(looks) <= 6
    assert done(sitter.mind) < 16  # type: ignore[operator]
