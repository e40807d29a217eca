"""Ctrl-C ends every long command with one word. How soon is for the ear to tell: the bound here is for a busy machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

PATIENCE = 60.0


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "checkers"],
        pytest.param(["solve", "connect_four", "--all", "--limit", "100000000"], marks=pytest.mark.slow),
        pytest.param(["metrics", "hearts", "--games", "100000"], marks=pytest.mark.slow),
        pytest.param(["query", "hearts", "turn.number", "--games", "1000000"], marks=pytest.mark.slow),
        pytest.param(["simulate", "conquest", "--games", "100000000"], marks=pytest.mark.slow),
        ["playtest", "hearts", "--games", "10000000", "--out", "kept"],
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_ctrl_c_ends_a_command(words: list[str], tmp_path: object) -> None:
    started = subprocess.Popen(
        [sys.executable, "-m", "ludwright", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        cwd=str(tmp_path), env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
    )  # fmt: skip
    time.sleep(6)  # past the imports, somewhere in the work
    assert started.poll() is None, started.communicate()[1]
    started.send_signal(signal.SIGINT)
    try:
        _, told = started.communicate(timeout=PATIENCE)
    finally:
        started.kill()
    assert started.returncode in (0, 130) and "Traceback" not in told, told
    assert "interrupted" in told
