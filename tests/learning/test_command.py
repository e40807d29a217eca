"""``ludwright learn``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludwright.cli.app import app

runner = CliRunner()


def test_it_learns_tells_how_well_and_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "nim.npz"
    told = runner.invoke(app, ["learn", "nim", "-n", "500", "--out", str(path), "--trials", "50"])
    assert told.exit_code == 0, told.output
    assert "Nim for 2: learned in 500 games" in told.output
    assert "of 50 games against random players" in told.output
    assert path.is_file()
    again = runner.invoke(app, ["simulate", "nim", "--seats", f"learned:{path},random", "-n", "20", "--json"])
    assert again.exit_code == 0, again.output


def test_as_json(tmp_path: Path) -> None:
    told = runner.invoke(
        app, ["learn", "simple_coins", "-n", "5", "--out", str(tmp_path / "c.npz"), "--trials", "3", "--json"]
    )
    found = json.loads(told.stdout)
    assert found["games"] == 5
    assert found["trials"][0]["games"] == 3


def test_the_file_is_named_after_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert runner.invoke(app, ["learn", "nim", "-n", "5", "--trials", "0"]).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["nim.npz"]


def test_a_place_that_is_none_is_wrong_use(tmp_path: Path) -> None:
    told = runner.invoke(app, ["learn", "nim", "--out", str(tmp_path / "none" / "n.npz")])
    assert told.exit_code == 2
    assert "can't write" in told.output
