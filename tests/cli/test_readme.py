"""Everything the README tells a reader to run, runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import ludwright
from tests.cli.running import run
from tests.cli.test_play import sit

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


def test_readme_and_tutorial_say_how_the_command_is_reached() -> None:
    tutorial = (README.parent / "docs/tutorial.md").read_text(encoding="utf-8").split("## 1.")[0]
    for text in (README.read_text(encoding="utf-8"), tutorial):
        assert all(said in text for said in (". .venv/bin/activate", "pipx install .", "uv tool install ."))


def test_three_commands_are_ready_to_paste_after_the_demo() -> None:
    """They are read from the Makefile: the third plays for some seconds, so only its first words are tried."""
    recipe = (README.parent / "Makefile").read_text(encoding="utf-8").split("\ndemo:")[1].split("\n\n")[0]
    printed = [line.split('"')[1] for line in recipe.splitlines() if '"  $(BIN)/ludwright ' in line]
    assert len(printed) == 3
    listed, played, reported = (shlex.split(line, comments=True)[1:] for line in printed)
    assert "tic_tac_toe" in run(*listed).out
    assert "The game stays as it is" in sit(*played[1:], typed="quit\n").out
    assert reported[0] == "report" and reported[2:] == ["--quick"]
    assert run("check", reported[1]).code == 0


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
