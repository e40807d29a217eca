"""Ctrl-C is heard while machine code is at work."""

from __future__ import annotations

import os
import signal
import threading

import numpy as np
import pytest

from ludwright.play.patience import patiently


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
