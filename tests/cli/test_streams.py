"""Output that is closed, full, or left early by its reader: a sentence at most, and a sensible exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import run

ROOT = Path(__file__).parents[2] / "src"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell is needed")


def shell(line: str, folder: Path) -> tuple[int, str, str]:
    """The exit code, output and complaints of a command line in which `ludwright` is ours."""
    words = line.replace("ludwright", f"PYTHONPATH={ROOT} {sys.executable} -m ludwright")
    done = subprocess.run(["bash", "-o", "pipefail", "-c", words], capture_output=True, text=True, cwd=folder)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("line", "code", "complaint"),
    [
        ("ludwright games >&-", 0, ""),
        ("ludwright games <&- >&- 2>&-", 0, ""),
        ("ludwright games | true", 0, ""),
        ("ludwright --help | true", 0, ""),
        ("ludwright simulate --help | true", 0, ""),
        ("ludwright check nosuch 2>&-", 2, ""),
        ("ludwright check nosuch 2>/dev/full", 2, ""),
        ("ludwright games >/dev/full", 2, "the output can't be written: no space left on device\n"),
        ("ludwright --help >/dev/full", 2, "the output can't be written: no space left on device\n"),
    ],
)
def test_output_nobody_can_read(line: str, code: int, complaint: str, tmp_path: Path) -> None:
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    assert shell(line, tmp_path) == (code, "", complaint)
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    code, out, complaint = shell("ludwright check $'bad\\xff.game'", tmp_path)
    assert (code, out) == (2, "")
    assert "bad\\udcff.game" in complaint


def test_a_name_too_long_for_any_file() -> None:
    for name in ("x" * 300, "x" * 300 + ".game", "a/" * 3000 + "x.game"):
        ran = run("check", name)
        assert ran.code == 2
        assert ran.err.startswith("there is no game and no file `" + name[:100])
        assert len(ran.err) < 300
