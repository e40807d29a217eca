"""``ludwright check GAME --thorough``."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import run
from tests.conformance import broken


def test_a_sound_game_passes() -> None:
    ran = run("check", "tic-tac-toe", "--thorough", "-n", "30")
    assert ran.code == 0
    assert ran.out.endswith("Tic-tac-toe: nothing wrong\n")
    assert "both runs agree word for word: 2 games" in ran.out


def test_a_fault_fails_the_check(tmp_path: Path) -> None:
    text = tmp_path / "ice.game"
    text.write_text(broken.RARE_FAULT)
    ran = run("check", str(text), "--thorough", "-n", "200", "--players", "3", "--json")
    assert ran.code == 1
    told = json.loads(ran.out)
    assert told["ok"] is False
    assert told["players"] == [3]
    (wrong,) = told["wrong"]
    assert wrong["where"] == f"{text}:13"
    assert wrong["command"].startswith(f"ludwright trace {text} --seed 1 --game ")


def test_what_is_worth_a_look_does_not_fail_the_check(tmp_path: Path) -> None:
    text = tmp_path / "attic.game"
    text.write_text(broken.UNUSED)
    ran = run("check", str(text), "--thorough", "-n", "30", "--set", "dust=4")
    assert ran.code == 0
    assert "Worth a look" in ran.out
    assert "`hide`" in ran.out


def test_mistakes_in_the_text_come_first(tmp_path: Path) -> None:
    text = tmp_path / "oops.game"
    text.write_text(broken.UNUSED.replace("taken += 1", "token += 1"))
    ran = run("check", str(text), "--thorough")
    assert ran.code == 1
    assert "did you mean `taken`?" in ran.out
    assert "random games" not in ran.out


def test_wrong_use_is_told() -> None:
    assert run("check", "nim", "--games", "5").code == 2
    assert run("check", "nim", "--thorough", "--players", "7").code == 2
    assert run("check", "nim", "--thorough", "--set", "nonsense=1").code == 2
