"""Tracked quantities: worked out by hand."""

from __future__ import annotations

import polars as pl
import pytest

import ludwright
from ludwright.metrics import Evidence
from ludwright.metrics.beginnings import BEGINNINGS
from ludwright.metrics.economy import (
    course_of_quantities,
    final_quantities,
    growth,
    quantities_over_time,
    sources_and_sinks,
)
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


def _begun(values: list[float], name: str = "coins") -> pl.DataFrame:
    rows = [(game, name, None, value) for game, value in enumerate(values)]
    return pl.DataFrame(rows, schema=BEGINNINGS, orient="row")


def test_known_answer_of_sources_and_sinks() -> None:
    # game 0 begins with 0: +1, +4, −1, +1 over four turns; game 1 begins with 8: −1, −2 over two. In: 6 / 6, out: 4 / 6, kept: 1 − 4 / 6
    coins = sources_and_sinks(tracks_of([[1, 5, 4, 5], [7, 5]]), _begun([0, 8])).part("coins")
    assert coins.value == pytest.approx(1.0)
    assert coins.part("out").value == pytest.approx(4 / 6)
    assert coins.part("kept").value == pytest.approx(1 - 4 / 6)
    assert coins.witnesses[0].game == 0


def test_where_the_beginning_is_not_known_the_first_turn_is_left_out() -> None:
    # game 0: +4, −1, +1 over three turns; game 1: −2 over one. In: 5 / 4, out: 3 / 4, kept: 1 − 3 / 5
    coins = sources_and_sinks(tracks_of([[1, 5, 4, 5], [7, 5]]), _begun([])).part("coins")
    assert coins.value == pytest.approx(5 / 4)
    assert coins.part("out").value == pytest.approx(3 / 4)
    assert coins.part("kept").value == pytest.approx(1 - 3 / 5)
    assert coins.note.endswith("without the first turn")


INCOME = """
game "Income"
players 1
var coins = 0 in 0..99
setup: coins = 5
play: turns until turn.number is 4
turn
  coins += 3
  me chooses n from 0..1
    coins += 0
track "coins": coins
score(p): coins
winner: highest score
"""


def test_what_comes_in_during_the_first_turn_counts_even_before_the_first_choice() -> None:
    # 3 coins in each of four turns, the first of them before anybody is asked
    run = ludwright.playtest(ludwright.load_text(INCOME), "random", 3)
    evidence = Evidence.of(run)
    assert evidence.beginnings["value"].to_list() == [5.0] * 3
    coins = sources_and_sinks(evidence.turns, evidence.beginnings).part("coins")
    assert (coins.value, coins.part("out").value) == (3.0, 0.0)


def test_known_answer_of_course_of_quantities() -> None:
    # of 20 moments two lie in each tenth: game 0 has 1 and 2, then 3 and 4, …; game 1 has 10 all the time
    coins = course_of_quantities(tracks_of([range(1, 21), [10] * 20])).part("coins")
    assert [part.name for part in coins.parts][:2] == ["0 to 10%", "10 to 20%"]
    assert coins.part("0 to 10%").value == pytest.approx((1.5 + 10) / 2)
    assert coins.part("90 to 100%").value == pytest.approx((19.5 + 10) / 2)
    assert coins.part("0 to 10%").part("median").value == pytest.approx(6.0)  # of 1, 2, 10, 10


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
