"""The same text gives the same messages and the same program, whenever and wherever it is read."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludwright
from ludwright.language.source import read_description
from ludwright.rules.compiler import Rules
from tests.properties.flow import Made, description

ROOT = Path(__file__).parent.parent.parent
SEEDS = range(40)


def put_down(made: Made, folder: Path) -> Path:
    for name, text in made.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "main.game"


def told(path: Path) -> list[str]:
    return [mistake.render() for mistake in ludwright.check(path)]


def fingerprint(path: Path, players: int) -> str:
    """Of the whole program of a text, and of all that is said about it."""
    rules = Rules(read_description(path), players)
    program = rules.compile()
    words = repr((program, [m.message for m in rules.mistakes], rules.model.tables.words if program else None))
    return hashlib.sha256(words.encode()).hexdigest()


def fingerprints(folder: Path) -> list[str]:
    found = []
    for seed in SEEDS:
        made = description(seed, small=True)
        found.append(fingerprint(put_down(made, folder), made.players[0]))
    return found


@pytest.mark.slow
def test_check_says_the_same_twice(tmp_path: Path) -> None:
    for seed in SEEDS:
        path = put_down(description(seed, small=True), tmp_path)
        assert told(path) == told(path), seed


def test_the_program_is_the_same_in_every_process(tmp_path: Path) -> None:
    # the order of sets and dictionaries of words differs from process to process: nothing may depend on it
    code = f"from pathlib import Path; from tests.properties.test_the_same_again import fingerprints; print(fingerprints(Path({str(tmp_path)!r})))"
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src"), *sys.path])
    printed = [
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": number},
        ).stdout
        for number in ("1", "2")
    ]  # fmt: skip
    assert printed[0] == printed[1]
    assert printed[0].strip() == str(fingerprints(tmp_path))
