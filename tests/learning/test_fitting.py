"""A player is fitted to recorded games."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import ludwright
from ludwright.cli.app import app
from ludwright.learning.fitting import CandidateAnswers, FittingError, _fitted, _likelihoods, fit, liked


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fit") / "evening"
    ludwright.playtest("tic_tac_toe", "persona:60,error=0.3", 14, out=folder)
    return folder


def test_who_played_is_found_and_how_often_they_erred(evening: Path) -> None:
    found = fit(ludwright.open_run(evening), candidates=["greedy", "mcts:2", "mcts:60"], repeats=6)
    assert found.agent == "mcts:60"
    assert found.error_low <= 0.3 <= found.error_high
    assert found.held_out["mcts:60"] > found.held_out["random"]
    assert found.text.startswith("persona:depth=60,error=0.")
    assert "plays like `mcts:60`" in str(found)


def test_the_command_tells_it(evening: Path) -> None:
    told = CliRunner().invoke(
        app, ["fit", str(evening), "--agents", "mcts:2,mcts:20", "--seat", "X", "--most", "30", "--json"]
    )
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert found["seat"] == "X"
    assert found["decisions"] >= 30


def test_wrong_use_is_told(evening: Path, tmp_path: Path) -> None:
    with pytest.raises(FittingError, match="there are X, O"):
        fit(ludwright.open_run(evening), seat="Z")
    ludwright.playtest("nim", "random", 2, out=tmp_path / "few")
    with pytest.raises(FittingError, match="at least 4"):
        fit(ludwright.open_run(tmp_path / "few"))


def test_intervals_hold_the_errors_that_were_put_in() -> None:
    """Answers of somebody who does as the second candidate would, but for a fifth of them, which are any of four."""
    dice, held = np.random.default_rng(1), 0
    for _ in range(40):
        errs, any_of_four, usual = dice.random(300) < 0.2, dice.random(300) < 0.25, dice.random(300) < 0.97
        as_usual = np.where(errs, any_of_four, usual)
        given = np.stack([np.full(300, 0.3), np.where(as_usual, 0.97, 0.01), np.full(300, 0.25)], axis=1)
        found = _fitted(given, np.arange(300) // 10, ["greedy", "mcts:50"], "Game", None)
        assert found.agent == "mcts:50"
        held += found.error_low <= 0.2 <= found.error_high
    assert held >= 34


def test_what_was_never_seen_is_as_likely_as_a_candidate_s_own_answers_tell() -> None:
    """One who always answers alike, and one whose answers are any of fifty: what did not come in ten answers is far likelier of the second."""
    sure, unsure = CandidateAnswers(0, (10,), 50), CandidateAnswers(0, (1,) * 10, 50)
    (of_sure, of_unsure, chance), *_ = _likelihoods([[sure, unsure]] * 5)
    assert of_sure < 0.0001 < 0.004 < of_unsure < chance == 0.02


def test_what_somebody_cares_for_beside_winning_is_told(tmp_path: Path) -> None:
    ludwright.playtest("nim", "persona:30,goal=hurry,weight=1", 16, out=tmp_path / "hasty")
    found = fit(
        ludwright.open_run(tmp_path / "hasty"), candidates=["mcts:10", "mcts:30"], repeats=6, goals=["linger", "hurry"]
    )
    assert found.goal == "hurry"
    assert found.goal_times > 1.05
    assert "It wants the game to be over" in str(found)
    assert found.text.endswith(",goal=hurry,weight=0.3")
    with pytest.raises(FittingError, match="nobody is tried who cares about `tea`"):
        fit(ludwright.open_run(tmp_path / "hasty"), goals=["tea"])


def test_aims_that_explain_nothing_are_hardly_ever_told() -> None:
    """Answers of somebody who only wants to win: with four other aims one is called sure in at most one of twenty cases."""
    dice, told = np.random.default_rng(2), 0
    for _ in range(20):
        usual = dice.random(200) < 0.8
        plain = np.where(usual, 0.8, 0.2)
        others = [np.clip(plain + dice.normal(0.0, 0.15, 200), 0.02, 0.98) for _ in range(4)]
        given = np.stack([plain, *others, np.full(200, 0.5)], axis=1)
        told += liked(given, np.arange(200) // 10, ["attack", "safe", "hoard", "hurry"])[0] is not None
    assert told <= 1


@pytest.mark.slow
def test_a_search_that_errs_is_recovered_with_its_budget_and_its_errors(tmp_path: Path) -> None:
    """Fifty play-outs, and any answer in one of ten decisions."""
    ludwright.playtest("tic_tac_toe", "persona:50,error=0.1", 60, out=tmp_path / "games")
    found = fit(
        ludwright.open_run(tmp_path / "games"), candidates=["greedy", "mcts:5", "mcts:50", "mcts:500"], repeats=10
    )
    assert found.agent == "mcts:50"
    assert found.error_low <= 0.1 <= found.error_high
    assert found.error_high - found.error_low < 0.2
    assert all(found.held_out["mcts:50"] > found.held_out[other] for other in ("random", "greedy", "mcts:5"))
