"""``ludwright reach`` and ``ludwright cheatcheck`` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludwright.cli.app import app

ASK = ["simple_coins", "--set", "energy_cap=2", "--agent", "nested:500,once=yes"]


def test_reach_tells_and_draws(tmp_path: Path) -> None:
    page = tmp_path / "reach.html"
    run = CliRunner().invoke(app, ["reach", *ASK, "--seconds", "0.5", "--moves", "--chart", str(page)])
    assert run.exit_code == 0, run.output
    assert "With strong play a player gets to a result of 0.0667" in run.output
    assert "get 20" in run.output
    assert "<svg" in page.read_text()


@pytest.mark.parametrize(("claim", "code"), [("coins >= 160", 0), ("coins >= 161", 1)])
def test_cheatcheck_ends_with_what_it_found(claim: str, code: int) -> None:
    run = CliRunner().invoke(app, ["cheatcheck", *ASK[:1], claim, *ASK[1:], "--json"])
    assert run.exit_code == code
    assert json.loads(run.output)["possible"] is (code == 0)


def test_a_wrong_name_for_a_chart_is_told() -> None:
    run = CliRunner().invoke(app, ["reach", *ASK, "--chart", "reach.txt"])
    assert run.exit_code == 2
    assert ".html or .svg" in run.output


@pytest.mark.parametrize("command", [["reach", "pig"], ["cheatcheck", "pig", "coins >= 3"]])
def test_games_for_several_are_sent_elsewhere(command: list[str]) -> None:
    run = CliRunner().invoke(app, command)
    assert run.exit_code == 2 and not run.output.count("Traceback")
    assert "Pig is for 2 to 4 players; `reach` and `cheatcheck` are for games that one person plays" in run.output
    assert "`ludwright report pig`" in run.output
