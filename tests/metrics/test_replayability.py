"""Openings, whole games, ways to win, results: worked out by hand."""

from __future__ import annotations

from math import log

import pytest

from ludwright.metrics.replayability import (
    commonest_result,
    opening_entropy,
    trajectory_distance,
    winning_lines,
    winning_sequences,
)
from tests.metrics.frames import actions_of, decisions_of, seats_of

FIRST, SECOND = [1, -1], [-1, 1]
WORDS = actions_of({1: "dig", 2: "sell", 7: "fly", 8: "land", 9: "rest"})


def test_known_answer_of_opening_entropy() -> None:
    # openings of two choices: 1 1, 1 1, 1 2, 2 1: H = ½ + 2 · ¼ · 2 = 1.5 bits; Miller and Madow: + (3 − 1) / (2 · 4 · ln 2)
    decisions = decisions_of([[(1, 1), (2, 1), (1, 5)], [(1, 1), (2, 1), (1, 6)], [(1, 1), (2, 2)], [(1, 2), (2, 1)]])
    found = opening_entropy(decisions, moves=2)
    assert found.value == pytest.approx(2 ** (1.5 + 2 / (8 * log(2))))
    assert found.part("share of the most there could be").value == pytest.approx(1.5 / 2)
    assert found.n == 4


def test_forced_moves_are_no_opening() -> None:
    decisions = decisions_of([[(1, 9, 1), (1, 1)], [(1, 8, 1), (1, 1)]])
    assert opening_entropy(decisions, moves=1).value == pytest.approx(1.0)


def test_known_answer_of_trajectory_distance() -> None:
    # 1 2 and 1 3: one of two places; 1 2 and 1 2 4: one of three; 1 3 and 1 2 4: two of three
    decisions = decisions_of([[(1, 1), (2, 2)], [(1, 1), (2, 3)], [(1, 1), (2, 2), (1, 4)]])
    found = trajectory_distance(decisions)
    assert found.value == pytest.approx((1 / 2 + 1 / 3 + 2 / 3) / 3)
    assert {witness.game for witness in found.witnesses} == {0, 2}


def test_the_same_game_again_and_again_has_no_distance() -> None:
    assert trajectory_distance(decisions_of([[(1, 1), (2, 2)]] * 5)).value == 0


def test_known_answer_of_winning_lines() -> None:
    # three winners chose 1 1 2, one chose 7 8 9: two lines, ¾ and ¼: H = 0.811278 bits
    lines = [[(1, 1), (1, 1), (1, 2)]] * 3 + [[(1, 7), (1, 8), (1, 9)]]
    found = winning_lines(decisions_of(lines), WORDS, seats_of([FIRST] * 4))
    assert found.value == pytest.approx(2**0.811278, abs=1e-5)
    assert [part.value for part in found.parts] == [0.75, 0.25]
    assert found.part("line 2").witnesses[0].game == 3
    # of all choices ¾ · ⅔ are `dig`, of these winners' ⅔
    assert found.part("line 1").note == "more `dig`, `sell`"


def test_losers_have_no_winning_lines() -> None:
    # seat 2 chooses otherwise each time, and loses
    lines = [[(1, 1), (2, code)] for code in range(5, 9)]
    assert winning_lines(decisions_of(lines), WORDS, seats_of([FIRST] * 4)).value == pytest.approx(1.0)


def test_known_answer_of_winning_sequences() -> None:
    # seat 1 wins both: gold, wood stands in both games (twice in the first, which counts once), wood, gold in one
    words = actions_of({1: "gold", 2: "wood"})
    decisions = decisions_of([[(1, 1), (2, 2), (1, 2), (1, 1), (1, 2)], [(1, 1), (1, 2)]])
    found = winning_sequences(decisions, words, seats_of([FIRST, FIRST]), moves=2)
    assert {part.name: part.value for part in found.parts} == {"gold, wood": 1.0, "wood, gold": 0.5}
    assert (found.witnesses[0].game, found.witnesses[0].ply) == (0, 0)


def test_known_answer_of_commonest_result() -> None:
    results = [[1, 1, 1]] * 3 + [[1, -1, -1], [0, 0, 0]]
    found = commonest_result(seats_of(results))
    assert found.value == pytest.approx(0.6)
    assert [part.name for part in found.parts] == ["seats 1, 2, 3 win together", "nobody wins", "seat 1 wins"]


def test_where_nobody_loses_a_result_is_the_score() -> None:
    found = commonest_result(seats_of([[12, 12], [12, 12], [9, 9]]))
    assert found.value == pytest.approx(2 / 3)
    assert found.note == "the score is 12"


def test_no_games_say_nothing() -> None:
    nothing, seats = decisions_of([]), seats_of([])
    assert not opening_entropy(nothing).known
    assert not trajectory_distance(decisions_of([[(1, 1)]])).known
    assert not winning_lines(nothing, WORDS, seats).known
    assert not winning_sequences(nothing, actions_of({1: "gold"}), seats).known
    assert not commonest_result(seats).known


def test_winners_of_games_nobody_looked_at_are_not_counted() -> None:
    # the decisions of game 1 are not known: one winner of one chose 1, 2, 3 in a row
    decisions = decisions_of([[(1, 1), (1, 2), (1, 3)]])
    found = winning_sequences(decisions, actions_of({1: "a", 2: "b", 3: "c"}), seats_of([[1, -1], [1, -1]]))
    assert (found.value, found.n) == (1.0, 1)
