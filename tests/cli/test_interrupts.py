"""Ctrl-C ends every long command with one word, within two seconds. Others may use the machine, so it is the command's own time that counts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PATIENCE = 60.0
MOST = 2.0
"""Seconds of the processor from Ctrl-C to the end."""
UNDERWAY = 2.5
"""Seconds of the processor after which a command is past its imports, somewhere in the work."""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the time of a process is read from /proc")
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
    others = _time_of_ended_children()
    deadline = time.monotonic() + PATIENCE
    while started.poll() is None and _time_of(started.pid) < UNDERWAY and time.monotonic() < deadline:
        time.sleep(0.05)
    assert started.poll() is None, started.communicate()[1]
    before = _time_of(started.pid)
    started.send_signal(signal.SIGINT)
    try:
        _, told = started.communicate(timeout=PATIENCE)
    finally:
        started.kill()
    took = _time_of_ended_children() - others - before
    assert took < MOST, f"it went on for {took:.1f} seconds of the processor"
    assert started.returncode in (0, 130) and "Traceback" not in told, told
    assert "interrupted" in told


def test_a_report_is_made_of_what_is_known_unless_ctrl_c_comes_again() -> None:
    """A stand-in for a command that sums up what it has when it is interrupted."""
    script = """
import time
from ludwright.cli import manners

@manners.kindly
def command() -> int:
    while True:
        try:
            print("begun", flush=True)
            time.sleep(60)
        except KeyboardInterrupt:
            print("summing up", flush=True)

manners.hear_interrupts()
command()
"""
    started = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
    )  # fmt: skip
    try:
        assert started.stdout is not None
        assert started.stdout.readline() == "begun\n"
        started.send_signal(signal.SIGINT)
        assert [started.stdout.readline(), started.stdout.readline()] == ["summing up\n", "begun\n"]
        time.sleep(0.4)  # a press of its own
        started.send_signal(signal.SIGINT)
        assert started.communicate(timeout=PATIENCE) == ("", "interrupted\n") and started.returncode == 130
    finally:
        started.kill()


def _time_of(process: int) -> float:
    """Seconds of the processor that a running process has used."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _time_of_ended_children() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system
