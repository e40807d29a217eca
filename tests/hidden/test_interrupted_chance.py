"""Ctrl-C while the kernels for `chance` are built: machine code has called back, and no exception gets through it."""

from __future__ import annotations

import time

import pytest

import ludwright
from ludwright.hidden import estimating

TEXT = """game "Guess"
players 2
cards card: each rank in 1..5
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, seen by owner
var n = 0 in 0..20
setup: deal 1 from deck to hand
turn: one of dare, stay
action dare
  when chance((top of deck).rank > 2) > 50
  n += 1
action stay
  n += 1
end when n > 9: draw
"""


def _interrupted() -> dict[str, int]:
    raise KeyboardInterrupt


def test_ctrl_c_is_heard_behind_the_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludwright.load_text(TEXT)
    with monkeypatch.context() as patched:
        patched.setattr(estimating, "addresses", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            game.start(1).codes()
            time.sleep(20)
    deadline = time.monotonic() + 20
    stub = estimating._address(estimating._no_plan)
    while stub in game._redealing.block and time.monotonic() < deadline:
        time.sleep(0.05)
    assert game.start(1).codes() == [1, 2]
