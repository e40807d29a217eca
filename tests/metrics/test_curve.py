"""From leads to curves: which rows belong to which game, who won, who leads; and chances fitted to results."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from ludwright.metrics.calibration import calibrated
from ludwright.metrics.curve import NOBODY, RULES, TABLE, from_lead
from ludwright.metrics.evidence import NoEvidenceError
from tests.metrics.frames import curve_of, frame, leads_of, seats_of


def test_a_curve_has_the_leads_of_every_turn() -> None:
    curve = curve_of([[[0.5, 0.4], [0.6, 0.7]], [[0.1, 0.2]]], [[1, -1], [-1, 1]])
    assert curve.games.tolist() == [0, 1]
    assert curve.starts.tolist() == [0, 2, 3]
    assert curve.values.tolist() == [[0.5, 0.4], [0.6, 0.7], [0.1, 0.2]]
    assert curve.movers.tolist() == [0, 1, 0]
    assert curve.winners.tolist() == [0, 1]
    assert curve.leaders.tolist() == [0, 1, 1]


def test_level_seats_lead_together_and_shared_wins_have_no_winner() -> None:
    curve = curve_of([[[0.5, 0.5]]], [[1, 1]])
    assert curve.leaders.tolist() == [NOBODY]
    assert curve.winners.tolist() == [NOBODY]
    assert curve.parts.tolist() == [[0.5, 0.5]]


def test_games_that_did_not_end_are_left_out() -> None:
    curve = from_lead(leads_of([[[0.5, 0.4]], [[0.3, 0.4]]]), seats_of([None, [1, -1]]))
    assert curve.games.tolist() == [1]


def test_a_common_lead_is_the_players_against_the_game() -> None:
    turns = frame("turns", [{"game": g, "turn": 1, "name": "lead", "seat": None, "value": 0.25} for g in (0, 1)])
    curve = from_lead(turns, seats_of([[1, 1], [-1, -1]]))
    assert curve.sides == (TABLE, RULES)
    assert curve.values.tolist() == [[0.25, 0.75]] * 2
    assert curve.winners.tolist() == [0, 1]


def test_where_nobody_can_lose_there_is_no_other_side() -> None:
    assert from_lead(leads_of([[[0.5]], [[0.7]]]), seats_of([[10], [20]])).count == 0


def test_a_curve_begins_where_turns_are_counted_anew() -> None:
    rows = [(1, 0.1, 0.2), (2, 0.3, 0.3), (1, 0.6, 0.4), (2, 0.9, 0.1)]
    turns = frame(
        "turns",
        [
            {
                "game": 0,
                "turn": turn,
                "turn_number": number,
                "player": 1,
                "name": "lead",
                "seat": seat,
                "value": values[seat - 1],
            }
            for turn, (number, *values) in enumerate(rows, 1)
            for seat in (1, 2)
        ],
    )
    curve = from_lead(turns, seats_of([[1, -1]]))
    assert curve.values.tolist() == [[0.6, 0.4], [0.9, 0.1]]
    assert curve.mark(0) == {"turn": 3, "moment": 2}


def test_the_order_of_the_rows_of_a_frame_is_the_order_of_turns_of_each_seat() -> None:
    turns = leads_of([[[0.5, 0.4], [0.6, 0.7]]])
    by_seat = pl.concat([turns.filter(pl.col("seat") == seat) for seat in (2, 1)])
    assert from_lead(by_seat, seats_of([[1, -1]])).values.tolist() == [[0.5, 0.4], [0.6, 0.7]]


def test_two_numbers_of_players_make_no_curve() -> None:
    with pytest.raises(NoEvidenceError, match="one number of players"):
        from_lead(leads_of([]), seats_of([[1, -1], [1, -1, -1]]))


# ---------------------------------------------------------------- chances


def _forecast_games(strength: float, games: int, seed: int) -> tuple[list[list[list[float]]], list[list[float]]]:
    """Games of three turns whose lead x wins with the chance 1 / (1 + exp(−strength (2x − 1)))."""
    draw = np.random.default_rng(seed)
    leads, results = [], []
    for _ in range(games):
        x = float(draw.random())
        won = draw.random() < 1 / (1 + np.exp(-strength * (2 * x - 1)))
        leads.append([[x, 1 - x]] * 3)
        results.append([1.0, -1.0] if won else [-1.0, 1.0])
    return leads, results


def test_chances_are_found_again() -> None:
    leads, results = _forecast_games(3.0, 3000, seed=1)
    curve = curve_of(leads, results)
    chances = calibrated(curve)
    first = curve.starts[:-1]
    wanted = 1 / (1 + np.exp(-3.0 * (2 * curve.values[first, 0] - 1)))
    assert np.abs(chances.values[first, 0] - wanted).max() < 0.05
    assert chances.error is not None and chances.error.value is not None
    assert chances.error.value < 0.03


def test_at_the_end_the_result_is_known() -> None:
    leads, results = _forecast_games(3.0, 50, seed=2)
    results[0] = [0.0, 0.0]
    chances = calibrated(curve_of(leads, results))
    assert chances.values[chances.starts[1:] - 1][0].tolist() == [0.5, 0.5]
    assert set(chances.values[chances.starts[2:] - 1, 0].tolist()) == {0.0, 1.0}


def test_a_lead_that_says_nothing_becomes_equal_chances() -> None:
    draw = np.random.default_rng(3)
    leads = [[[float(draw.random()), float(draw.random())]] * 2 for _ in range(2000)]
    results = [[1.0, -1.0], [-1.0, 1.0]] * 1000
    chances = calibrated(curve_of(leads, results))
    assert np.abs(chances.values[chances.starts[:-1], 0] - 0.5).max() < 0.07


def test_few_games_keep_their_leads_as_parts() -> None:
    chances = calibrated(curve_of([[[0.6, 0.2], [1.0, 0.0]]], [[1, -1]]))
    assert chances.values[0].tolist() == pytest.approx([0.75, 0.25])
    assert chances.error is None


def test_no_games_have_no_chances() -> None:
    assert calibrated(curve_of([], [])).count == 0


@pytest.mark.filterwarnings("error")
def test_games_of_one_moment_tell_no_chances_before_the_end() -> None:
    found = calibrated(curve_of([[[1, 0]]] * 30, [[1, -1]] * 30))
    assert found.values.tolist() == [[1, 0]] * 30
    assert found.error is not None
    assert found.error.note == "no game has two moments"
