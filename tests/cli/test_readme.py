"""Everything the README tells a reader to run, runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import ludwright
from tests.cli.running import run

README = Path(__file__).parents[2] / "README.md"
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
COMMANDS = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]


def test_the_readme_has_blocks_of_every_kind() -> None:
    assert {language for language, _ in BLOCKS} == {"sh", "python", ""}


@pytest.mark.parametrize("block", [text for language, text in BLOCKS if language == "sh" and "ludwright " in text])
def test_its_commands_work(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in block.splitlines():
        ran = run(*shlex.split(command, comments=True)[1:])
        assert ran.code == 0, ran.err
        assert ran.out


def test_its_make_targets_exist() -> None:
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    targets = [shlex.split(line, comments=True)[1] for line in COMMANDS if line.startswith("make ")]
    assert targets == ["studio", "demo", "test"]
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_its_python_works(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for language, text in BLOCKS:
        if language == "python":
            exec(compile(text, "README.md", "exec"), names)
    assert "Connect Four" in capsys.readouterr().out


def test_its_game_is_the_bundled_one(tmp_path: Path) -> None:
    (text,) = (text for language, text in BLOCKS if language == "")
    copy = tmp_path / "copy.game"
    copy.write_text(text, encoding="utf-8")
    assert ludwright.check(str(copy)) == []
    mine, bundled = ludwright.load(str(copy)), ludwright.load("tic_tac_toe")
    assert ludwright.simulate(mine, games=500).wins == ludwright.simulate(bundled, games=500).wins


def test_its_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (README.parent / target).exists(), target
