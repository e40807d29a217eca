"""Ctrl-C is heard while machine code is at work."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import ludwright
from ludwright.exact import backward, expanding, graphs
from ludwright.play.patience import patiently


@pytest.fixture
def at_work() -> Iterator[Callable[..., Any]]:
    """A kernel that does not come to its end before the test does, and is interrupted as soon as it has begun."""
    end = threading.Event()

    def work(*_: Any) -> float:
        os.kill(os.getpid(), signal.SIGINT)
        end.wait()
        return 0.0

    yield work
    end.set()


def test_nobody_waits_for_what_can_not_be_stopped(at_work: Callable[..., Any]) -> None:
    with pytest.raises(KeyboardInterrupt):
        patiently(at_work)


def test_what_looks_at_stop_is_stopped() -> None:
    stop, ended = np.zeros(1, np.int64), threading.Event()

    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        while not stop[0]:
            ended.wait(0.01)
        ended.set()

    with pytest.raises(KeyboardInterrupt):
        patiently(work, stop)
    assert ended.is_set()


@pytest.mark.parametrize(("module", "kernel"), [(expanding, "expand"), (backward, "sweep"), (backward, "hurry")])
def test_solving_can_be_interrupted(
    module: Any, kernel: str, at_work: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs, "_MANY", 0)
    monkeypatch.setattr(module, kernel, at_work)
    with pytest.raises(KeyboardInterrupt):
        ludwright.solve(ludwright.load("tic_tac_toe"))
