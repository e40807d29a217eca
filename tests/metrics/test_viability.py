"""Completion, draws, seats, length: worked out by hand."""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
import polars as pl
import pytest

from ludwright.metrics.duration import (
    deviation_of_moves,
    deviation_of_turns,
    duration_error,
    duration_in_minutes,
    duration_in_moves,
    duration_in_turns,
)
from ludwright.metrics.intervals import standard_deviation
from ludwright.metrics.viability import (
    completion,
    deviation_of_scores,
    draws,
    first_seat_advantage,
    scores,
    seat_fairness,
    seat_shares,
    second_seat_wins,
    shared_wins,
    time_outs,
)
from tests.metrics.frames import games_of, seats_of

WIN, LOSS, DRAW = [1, -1], [-1, 1], [0, 0]


def test_known_answer_of_completion() -> None:
    games = games_of([{}, {"end": "fault"}, {"end": "too long"}, {}])
    found = completion(games)
    assert found.value == 0.5
    assert [witness.game for witness in found.witnesses] == [1, 2]


def test_known_answer_of_time_outs() -> None:
    found = time_outs(games_of([{}, {"end": "fault"}, {"end": "too long"}, {}]))
    assert found.value == 0.25
    assert [witness.game for witness in found.witnesses] == [2]


def test_known_answer_of_draws() -> None:
    # game 4 was stopped and does not count: 2 of 4
    found = draws(seats_of([WIN, DRAW, DRAW, LOSS, None]))
    assert (found.value, found.n) == (0.5, 4)
    assert [witness.game for witness in found.witnesses] == [1, 2]


def test_known_answer_of_shared_wins() -> None:
    found = shared_wins(seats_of([[1, 1, -1], [1, -1, -1], [1, 1, 1], [0, 0, 0]]))
    assert found.value == 0.5


def test_a_shared_win_is_no_draw() -> None:
    assert draws(seats_of([[1, 1], [1, 1]])).value == 0


def test_known_answer_of_scores() -> None:
    # games of one player with 3 and 7 points: 5
    found = scores(seats_of([[3], [7], None]))
    assert (found.value, found.n) == (5.0, 2)
    assert found.part("seat 1").value == 5.0
    assert found.witnesses[0].game == 1


def test_a_score_counts_before_the_return_of_a_win() -> None:
    seats = seats_of([WIN]).with_columns(pl.Series("score", [30.0, 10.0]))
    assert scores(seats).value == 20
    assert scores(seats).part("seat 2").value == 10


def test_wins_and_losses_are_no_scores() -> None:
    assert scores(seats_of([WIN, LOSS])).note == "the game has no scores"
    assert scores(seats_of([[4, 4], [6, 6]])).value == 5


def test_known_answer_of_seat_shares() -> None:
    found = seat_shares(seats_of([WIN, WIN, WIN, LOSS]))
    assert found.part("seat 1").value == 0.75
    assert found.part("seat 2").value == 0.25
    assert found.note == "of seat 1"
    assert found.part("seat 2").witnesses[0].game == 3


def test_seat_shares_are_told_for_every_number_of_players() -> None:
    found = seat_shares(seats_of([WIN, [1, -1, -1], [-1, 1, -1]]))
    assert [part.name for part in found.parts] == [
        "seat 1 of 2",
        "seat 2 of 2",
        "seat 1 of 3",
        "seat 2 of 3",
        "seat 3 of 3",
    ]
    assert found.part("seat 2 of 3").value == 0.5


def test_known_answer_of_seat_fairness() -> None:
    # 8 wins against 2, 5 expected of each: χ² = 9/5 + 9/5 = 3.6; with one degree of freedom p = 0.0578; the draw does not count
    found = seat_fairness(seats_of([WIN] * 8 + [LOSS] * 2 + [DRAW]))
    assert found.part("χ²").value == pytest.approx(3.6)
    assert found.value == pytest.approx(0.0578, abs=1e-4)


def test_partners_who_always_win_together_are_as_fair_as_their_sides() -> None:
    # seats 1 and 3 against 2 and 4: with as many wins of each side nothing is unfair
    found = seat_fairness(seats_of([[1, -1, 1, -1], [-1, 1, -1, 1]] * 5))
    assert found.value == pytest.approx(1.0)


def test_seats_that_always_win_together_are_equal() -> None:
    assert seat_fairness(seats_of([[4, 4, 4], [7, 7, 7], [1, 1, 1]])).value == 1
    assert first_seat_advantage(seats_of([[4, 4, 4]] * 3)).value == pytest.approx(0.0)


def test_known_answer_of_first_seat_advantage() -> None:
    # 3 of 4: (3 − 2) / (4 − 2) = ½; the draw does not count
    found = first_seat_advantage(seats_of([WIN, WIN, WIN, LOSS, DRAW]))
    assert found.value == pytest.approx(0.5)
    # three players: (2 − 1) / (3 − 1) = ½
    assert first_seat_advantage(seats_of([[1, -1, -1], [1, -1, -1], [-1, 1, -1]])).value == pytest.approx(0.5)


def test_a_shared_win_counts_for_its_part() -> None:
    # ½ of one and all of the other: 1.5 of 2, (1.5 − 1) / (2 − 1)
    assert first_seat_advantage(seats_of([[1, 1], WIN])).value == pytest.approx(0.5)


def test_known_answer_of_second_seat_wins() -> None:
    # 63 of 500 in published games of Risk: 0.126, whose first seat advantage is |437 − 250| / 250 = 0.748
    seats = seats_of([WIN] * 437 + [LOSS] * 63)
    assert second_seat_wins(seats).value == pytest.approx(0.126)
    assert first_seat_advantage(seats).value == pytest.approx(0.748)


def test_shares_count_shared_wins_in_parts_and_add_up() -> None:
    # seat 1: a half, a third of a draw, nothing, a whole; seat 2: a half and a third; seat 3: a third and a whole; the last is lost by all
    seats = seats_of([[1, 1, -1], [0, 0, 0], [-1, -1, 1], [1, -1, -1], [-1, -1, -1]])
    parts = seat_shares(seats).parts
    assert [part.value for part in parts] == pytest.approx([11 / 30, 5 / 30, 8 / 30])
    assert (draws(seats).value, shared_wins(seats).value) == (1 / 5, 1 / 5)
    decided = seat_shares(seats.filter(pl.col("game") < 4)).parts
    assert sum(part.value or 0 for part in decided) == pytest.approx(1)


def test_all_draws_leave_the_seats_unknown() -> None:
    seats = seats_of([DRAW, DRAW])
    assert [part.value for part in seat_shares(seats).parts] == [0.5, 0.5]
    assert second_seat_wins(seats).value == 0.5
    assert not seat_fairness(seats).known
    assert not first_seat_advantage(seats).known


def test_somebody_alone_has_no_seats_to_compare() -> None:
    seats = seats_of([[5], [0]])
    assert seat_shares(seats).value == 0.5
    assert not seat_fairness(seats).known
    assert not second_seat_wins(seats).known


def test_no_games_say_nothing() -> None:
    games, seats = games_of([]), seats_of([])
    for found in (
        completion(games),
        time_outs(games),
        draws(seats),
        scores(seats),
        shared_wins(seats),
        seat_shares(seats),
    ):
        assert not found.known
    for found in (seat_fairness(seats), first_seat_advantage(seats), second_seat_wins(seats)):
        assert not found.known


# ---------------------------------------------------------------- length


T_2 = 4.302652730
"""Student's t with two degrees of freedom, at 97.5%."""


def test_known_answer_of_deviation_of_turns() -> None:
    # 4, 8, 12: around 8 the squares are 16, 0, 16, their sum over 2 is 4². Less their mean 32/3 they are 16/3, −32/3, 16/3, with a sum of
    # squares of 512/3: the error of the variance is √(3/2 · 512/3) / 3 = 16/3, that of the logarithm 16/3 / (2 · 32/3) = 1/4
    games = games_of([{"turns": 4}, {"turns": 8}, {"turns": 12}, {"turns": 99, "end": "too long"}])
    found = deviation_of_turns(games)
    assert (found.value, found.n, found.unit) == (pytest.approx(4.0), 3, "turns")
    assert (found.low, found.high) == (pytest.approx(4 / exp(T_2 / 4)), pytest.approx(4 * exp(T_2 / 4)))
    assert [witness.game for witness in found.witnesses] == [0, 2]
    assert not deviation_of_turns(games_of([{"turns": 4}])).known


def test_known_answer_of_deviation_of_moves() -> None:
    assert deviation_of_moves(games_of([{"moves": 1}, {"moves": 1}, {"moves": 4}])).value == pytest.approx(sqrt(3))
    level = deviation_of_moves(games_of([{"moves": 1000}, {"moves": 1000}]))
    assert (level.value, level.low, level.high) == (0, 0, 0)


def test_known_answer_of_deviation_of_scores() -> None:
    # around 4 the squares are 9, 9 | 1, 9 | 0, 4: √(32 / 5). The games are 22/3, −2/3, −20/3 from their means: the error of the variance is
    # √(3/2 · 296/3) / 6, that of the logarithm √148 / 6 / (32/3) = √148 / 64
    scores = [(1, 1), (5, 7), (4, 6)]
    seats = seats_of([[0, 0], [-1, 1], [-1, 1]]).with_columns(
        score=pl.Series([float(x) for own in scores for x in own])
    )
    found = deviation_of_scores(seats)
    assert found.value == pytest.approx(sqrt(32 / 5)) and found.n == 3
    assert found.high == pytest.approx(sqrt(32 / 5) * exp(T_2 * sqrt(148) / 64))
    assert [part.value for part in found.parts] == pytest.approx([sqrt(13 / 3), sqrt(31 / 3)])
    assert [(one.game, one.note) for one in found.witnesses] == [(1, "the most"), (0, "the fewest")]


def test_who_plays_together_has_one_score_a_game() -> None:
    seats = seats_of([[4, 4], [8, 8], [12, 12]])
    assert (deviation_of_scores(seats).value, deviation_of_scores(seats).n) == (pytest.approx(4.0), 3)
    assert "no scores" in deviation_of_scores(seats_of([[1, -1]])).note


def test_the_interval_of_a_deviation_holds_the_truth_as_often_as_it_says() -> None:
    draw = np.random.default_rng(3)
    hits = 0
    for _ in range(400):
        table = draw.normal(
            size=60
        )  # what the two seats of a game have in common, and what not: a deviation of √(1 + 1)
        values = np.repeat(table, 2) + draw.normal(size=120)
        found = standard_deviation("x", values, np.repeat(np.arange(60), 2))
        assert found.low is not None and found.high is not None
        hits += found.low < sqrt(2) < found.high
    assert 0.91 < hits / 400 < 0.98


def test_known_answer_of_duration_in_turns() -> None:
    games = games_of([{"turns": 4}, {"turns": 8}, {"turns": 12}, {"turns": 99, "end": "too long"}])
    found = duration_in_turns(games)
    assert found.value == 8
    assert found.part("spread").value == pytest.approx(4.0)
    assert found.part("median").value == 8
    assert [(witness.game, witness.note) for witness in found.witnesses] == [
        (0, "the shortest game"),
        (2, "the longest game"),
    ]


def test_known_answer_of_duration_in_moves() -> None:
    assert duration_in_moves(games_of([{"moves": 10}, {"moves": 20}])).value == 15


def test_known_answer_of_duration_in_minutes() -> None:
    # 30 and 90 decisions of 20 seconds: 10 and 30 minutes
    found = duration_in_minutes(games_of([{"decisions": 30}, {"decisions": 90}]), seconds=20)
    assert found.value == pytest.approx(20)
    assert "20 seconds" in found.note


def test_known_answer_of_duration_error() -> None:
    # |12 − 16| / 16 = 0.25, |24 − 16| / 16 = 0.5
    found = duration_error(games_of([{"turns": 12}, {"turns": 24}]), preferred=16)
    assert found.value == pytest.approx(0.375)
    assert found.witnesses[0].game == 1


def test_no_wish_no_error() -> None:
    assert not duration_error(games_of([{"turns": 12}])).known


def test_no_finished_games_have_no_length() -> None:
    games = games_of([{"turns": 3, "moves": 3, "decisions": 3, "end": "fault"}])
    assert not duration_in_turns(games).known
    assert not duration_in_moves(games).known
    assert not duration_in_minutes(games).known
    assert not duration_error(games, preferred=5).known
