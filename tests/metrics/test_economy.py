"""Tracked quantities: worked out by hand."""

from __future__ import annotations

import polars as pl
import pytest

from ludwright.metrics.economy import final_quantities, growth, quantities_over_time
from tests.metrics.frames import leads_of, tracks_of


def test_known_answer_of_final_quantities() -> None:
    # last values 3 and 5
    found = final_quantities(tracks_of([[1, 2, 3], [9, 5]]))
    coins = found.part("coins")
    assert coins.value == pytest.approx(4.0)
    assert coins.part("median").value == pytest.approx(4.0)
    assert [(witness.game, witness.note) for witness in coins.witnesses] == [(0, "the least"), (1, "the most")]


def test_every_seat_has_its_own() -> None:
    turns = pl.concat([tracks_of([[1, 2]], seat=1), tracks_of([[4, 8]], seat=2)])
    found = final_quantities(turns)
    assert {part.name: part.value for part in found.parts} == {"coins, seat 1": 2.0, "coins, seat 2": 8.0}


def test_known_answer_of_growth() -> None:
    # game 0 grows by 2 a turn over 3 turns: Σ tv = 4, Σ t² = 2; game 1 stays: Σ tv = 0, Σ t² = ½. 4 / 2.5
    found = growth(tracks_of([[1, 3, 5], [7, 7]]))
    assert found.part("coins").value == pytest.approx(1.6)


def test_quantities_over_time_have_mean_and_quantiles() -> None:
    rows = quantities_over_time(tracks_of([[1, 2], [3, 6], [5]]))
    assert rows["mean"].to_list() == [3.0, 4.0]
    assert rows["games"].to_list() == [3, 2]
    assert rows["median"].to_list() == [3.0, 4.0]


def test_one_turn_does_not_grow() -> None:
    assert not growth(tracks_of([[1], [2]])).part("coins").known


def test_the_lead_is_no_quantity() -> None:
    turns = leads_of([[[0.5, 0.5]]])
    assert not final_quantities(turns).parts
    assert final_quantities(turns).note == growth(turns).note == "the game tracks nothing"
