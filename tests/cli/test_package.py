"""The built package holds everything it needs to run elsewhere."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_wheel_holds_the_grammar_the_games_and_the_types_marker(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(tmp_path), str(ROOT)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("ludwright-*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    kept = [
        path for path in (ROOT / "src" / "ludwright").rglob("*") if path.suffix in (".lark", ".game", ".csv", ".json")
    ]
    assert len(kept) > 16
    for path in [*kept, ROOT / "src" / "ludwright" / "py.typed"]:
        assert path.relative_to(ROOT / "src").as_posix() in held
    entry = next(name for name in held if name.endswith("entry_points.txt"))
    assert b"ludwright = ludwright.cli:main" in zipfile.ZipFile(wheel).read(entry)
