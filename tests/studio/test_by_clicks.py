"""Whole games made by clicks alone, from an empty table, play as the same games do that were written."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

import ludwright
from bench.studio_by_clicks import movement_points, polis, tic_tac_toe
from tests.studio.conftest import Opened, Served


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "file", "written"),
    [
        (movement_points, "Movement_Points", "movement_points"),
        (polis, "Polis_combat", "polis"),
        (tic_tac_toe, "Tic-tac-toe", "tic_tac_toe"),
    ],
)
def test_a_game_made_by_clicks_plays_as_the_written_one(
    served: Served, opened: Opened, make: Callable[[Page], None], file: str, written: str
) -> None:
    make(opened("/"))
    games = (ludwright.load(served.folder / f"{file}.game"), ludwright.load(written))
    made, known = (ludwright.simulate(game, games=300, seed=1) for game in games)
    low, high = known.win_interval(0)
    assert low - 0.05 <= made.win_share(0) <= high + 0.05 and abs(made.draws - known.draws) < 20
    assert made.turns.mean == pytest.approx(known.turns.mean, rel=0.05)
    assert "+ 1" not in (served.folder / f"{file}.game").read_text()
