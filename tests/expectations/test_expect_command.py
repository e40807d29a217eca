"""`ludwright expect`: what it prints, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.expectations.climbing import CLIMB


@pytest.fixture
def climb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "climb.game").write_text(CLIMB)
    return ["climb.game", "--agents", "quick,slow", "--games", "40"]


def test_ends_with_0_unless_something_is_red(climb: list[str]) -> None:
    fine = run("expect", *climb, "--out", "kept", "turns 5..6", "first player wins 40..60%")
    assert fine.code == 0
    assert "1 green, 0 red, 1 undecided" in fine.out
    assert "games would decide" in fine.out
    red = run("expect", "kept", "never anyone plays 'climb 1'")
    assert red.code == 1
    assert "against: ludwright inspect kept --game 0 --frame 2" in red.out
    shown = run("inspect", "kept", "--game", "0", "--frame", "2")
    assert (shown.code, "seat 2: climb 1" in shown.out) == (0, True)


def test_wrong_use_ends_with_2(climb: list[str]) -> None:
    nothing = run("expect", *climb)
    assert (nothing.code, "nothing is expected of Climb" in nothing.err) == (2, True)
    wrong = run("expect", *climb, "trns 5..6")
    assert (wrong.code, "did you mean `turns`?" in wrong.err) == (2, True)
    absent = run("expect", *climb, "--file", "absent.txt")
    assert (absent.code, "absent.txt" in absent.err) == (2, True)


def test_json_has_everything(climb: list[str]) -> None:
    found = json.loads(run("expect", *climb, "turns over 7", "--json").out)
    assert (found["red"], found["correction"]) == (1, "Holm")
    (verdict,) = found["verdicts"]
    assert verdict["value"] == 5.5
    assert verdict["interval"][1] < 7


def test_games_that_are_not_kept_are_not_named(climb: list[str]) -> None:
    red = run("expect", *climb, "never anyone plays 'climb 1'")
    assert "ludwright inspect" not in red.out
    assert "--out DIR keeps the games" in red.out


def test_lines_fit_a_narrow_screen(climb: list[str]) -> None:
    long = "after p plays 'climb 1': p plays 'climb 1' within 1 turn of p, in at least half the cases"
    told = run("expect", *climb, long, "seat 1 wins 40..60%", "draws under 20%", "turns 5..6").out
    assert max(map(len, told.splitlines())) <= 80


def test_a_history_is_refused_before_anything_is_played(climb: list[str], tmp_path: Path) -> None:
    (tmp_path / "other.jsonl").write_text('{"x": 1}\n')
    for file, words in (
        ("other.jsonl", "this is no line of a history"),
        (".", "it is a folder"),
        ("no/h", "no such folder"),
    ):
        refused = run("expect", *climb, "--history", file, "turns 5..6")
        assert (refused.code, words in refused.err, refused.out) == (2, True, "")
