"""What a player that has learned goes by, in sentences and as a picture."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import ludwright
from ludwright.cli.app import app
from ludwright.learning.readable import Counted, Readable, Worth, _fitted, _timed


@pytest.fixture(scope="module")
def tic_tac_toe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("learned") / "t.npz"
    ludwright.learn(ludwright.load("tic_tac_toe"), 3000, seed=2).save(path)
    return path


def test_it_knows_that_the_middle_is_the_best_place(tic_tac_toe: Path) -> None:
    found = ludwright.explain("tic_tac_toe", tic_tac_toe)
    assert max(found.cells, key=lambda name: found.cells[name]) == "b2"
    assert found.sentences[-1].startswith("A piece is best on b2")
    assert 0.1 < found.cells_explained < 1
    assert found.svg().count("<circle") == 9
    assert "b2" in str(found)


def test_the_command_tells_it_and_draws_a_picture(tic_tac_toe: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    told = CliRunner().invoke(
        app, ["explain", "tic_tac_toe", str(tic_tac_toe), "-n", "10", "--picture", str(picture), "--json"]
    )
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["unit"] == "points of winning"
    assert picture.read_text().startswith("<svg")


def test_what_players_have_is_counted_by_its_name() -> None:
    assert "`points`" in Counted(ludwright.load("pig")).names
    names = Counted(ludwright.load("conquest")).names
    assert any(name.startswith("whole ") for name in names)
    game = ludwright.load("pig")
    words = game.start().numbers()
    counted, _ = Counted(game).count(words, 0)
    assert counted == [0.0] * len(counted)


def test_what_is_fitted_is_what_was_put_in() -> None:
    dice, held = np.random.default_rng(1), 0
    for _ in range(40):
        counts = dice.integers(-5, 6, (600, 3)).astype(float)
        counts[:, 2] = 4.0
        values = 2.0 * counts[:, 0] - 0.5 * counts[:, 1] + dice.normal(size=600)
        (first, second), explained = _fitted(counts, values, np.arange(600) // 20, ["a", "b", "c"])
        assert (first.name, second.name) == ("a", "b")
        assert 0.9 < explained < 1
        held += (first.low < 2.0 < first.high) + (second.low < -0.5 < second.high)
    assert held >= 72


def test_sentences_say_what_is_worth_how_much() -> None:
    worths = [
        Worth("land", 2.0, 1.5, 2.5, 3.0),
        Worth("whole continent", 6.0, 5.0, 7.0, 0.5),
        Worth("hat", 0.1, -1, 1, 1),
    ]
    found = Readable("Conquest", True, worths, 0.8, {}, 0.0, [], 500)
    assert found.sentences == [
        "One more land than the others is worth 2 points of winning (1.5 to 2.5)",
        "One more whole continent than the others is worth 6 points of winning (5 to 7)",
        "One whole continent is worth 3.0 times as much as one land",
    ]
    assert Readable("Nim", True, [], 0.0, {}, 0.0, [], 5).sentences == [
        "Nothing that can be counted surely makes a difference to it"
    ]


def test_what_is_worth_more_late_than_early_is_told_by_the_turn() -> None:
    dice = np.random.default_rng(1)
    counts, turns = dice.integers(-5, 6, (900, 2)).astype(float), np.tile(np.arange(1, 31), 30)
    values = (0.1 * turns) * counts[:, 0] + counts[:, 1] + dice.normal(size=900)
    worths, _ = _fitted(counts, values, np.arange(900) // 30, ["Province", "Farm"])
    (found,) = _timed(counts, values, np.arange(900) // 30, turns, ["Province", "Farm"], worths)
    assert found.name == "Province"
    assert found.turns[0] < 11 < 20 < found.turns[1]
    assert found.late.low < 0.1 * found.turns[1] < found.late.high
    assert _timed(counts, values, np.arange(900) // 30, turns % 3, ["Province", "Farm"], worths) == []
    mostly_last = np.where(np.arange(900) % 3 == 0, turns % 8, 9)
    assert _timed(counts, values, np.arange(900) // 30, mostly_last, ["Province", "Farm"], worths) == []


def test_cards_are_counted_by_their_names_in_whichever_zone() -> None:
    game = ludwright.load("harbour_town")
    counting = Counted(game)
    match = game.start(seed=1)
    counted, _ = counting.count(match.numbers(), 0)
    assert {"Copper", "Province"} <= set(counting.names)
    assert counting._owned(match.numbers()).sum() == 20
    assert dict(zip(counting.names, counted, strict=True))["Copper"] == 0.0
