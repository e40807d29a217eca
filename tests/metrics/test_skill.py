"""Luck, strength, the obvious plan, dominance, the metagame: worked out by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from ludwright.metrics.meetings import meetings
from ludwright.metrics.skill import agent_shares, greedy_gap, ladder_depth, luck
from ludwright.metrics.strategy import dominance, equilibrium, metagame, metagame_of, opening_dominance
from ludwright.tournaments.ladder import Ladder
from ludwright.tournaments.rungs import Rung, RungVerdict
from ludwright.tournaments.shares import Share
from tests.metrics.frames import actions_of, decisions_of, seats_of

A_WINS, B_WINS = [1, -1], [-1, 1]
WORDS = actions_of({1: "dig", 2: "sell", 3: "rest", 9: "wait"})


def _seats(rows: list[tuple[str, str, list[float]]]) -> object:
    return seats_of([result for _, _, result in rows], [[one, other] for one, other, _ in rows])


def test_known_answer_of_luck() -> None:
    # The strong one wins 3 of 4. Parts 1 or 0, mean ½, T = ¼. Means ¾ and ¼: Σ n (m − ½)² / N = 1/16.
    # Within: (¼ − 1/16) · 8 / (8 − 2) = ¼; one 8th of it is chance: B = 1/16 − 1/32 = 1/32. 1 − (1/32) / (1/4) = 0.875
    seats = seats_of([A_WINS] * 3 + [B_WINS], [["strong", "weak"]] * 4)
    found = luck(seats)
    assert found.value == pytest.approx(0.875)
    assert found.part("among unequals").value == pytest.approx(0.5)


def test_where_the_stronger_always_wins_there_is_no_luck() -> None:
    seats = seats_of([A_WINS, B_WINS] * 20, [["strong", "weak"], ["weak", "strong"]] * 20)
    assert luck(seats).value == pytest.approx(0.0)


def test_equal_agents_alone_do_not_tell_skill_from_luck() -> None:
    found = luck(seats_of([A_WINS, B_WINS]))
    assert not found.known
    assert found.part("among equals").value == pytest.approx(0.5)


def test_where_nobody_ever_wins_there_is_neither_skill_nor_luck() -> None:
    found = luck(seats_of([[0, 0]] * 4, [["strong", "weak"]] * 4))
    assert (found.value, found.note) == (None, "in all games all got the same")


def test_known_answer_of_agent_shares() -> None:
    # a: a win, a draw against b: 1.5 of 2; against itself nothing is compared
    seats = seats_of([A_WINS, [0, 0], A_WINS], [["a", "b"], ["a", "b"], ["a", "a"]])
    found = agent_shares(seats)
    assert found.part("a").value == pytest.approx(0.75)
    assert found.part("b").value == pytest.approx(0.25)


def test_two_who_lost_to_a_third_are_not_compared() -> None:
    seats = seats_of([[1, -1, -1]], [["a", "b", "c"]])
    met = meetings(seats)
    assert met.share("a", "b").points == 1
    assert met.share("b", "c").games == 0


def test_an_agent_in_two_seats_counts_once() -> None:
    met = meetings(seats_of([[1, -1, -1]], [["a", "a", "b"]]))
    # one a beats b; the other lost with b to a partner: not compared
    assert (met.share("a", "b").games, met.share("a", "b").points) == (1, 1.0)


def test_known_answer_of_greedy_gap() -> None:
    # mcts takes 3 of 4 from greedy: ¾ − ½; random does not count as a rival
    rows = [A_WINS] * 3 + [B_WINS] + [A_WINS] * 5
    agents = [["mcts:50", "greedy"]] * 4 + [["random", "greedy"]] * 5
    found = greedy_gap(seats_of(rows, agents))
    assert found.value == pytest.approx(0.25)
    assert found.part("random").value == pytest.approx(1.0)
    assert found.note == "by `mcts:50`"


def test_known_answer_of_ladder_depth() -> None:
    def rung(budget: int, gain: float, low: float) -> Rung:
        return Rung(
            budget,
            f"mcts:{budget}",
            "below",
            Share(100, 60, 0, 60.0, 60.0),
            None,
            RungVerdict(low, 0.9, 0.5, 0.52),
            gain,
            3.0,
        )

    climbed = Ladder(
        "Game", "mcts", ["1", "2"], 8, 64, 100, 1, False, [rung(8, 200, 0.8), rung(16, 50, 0.6), rung(32, 5, 0.4)], 300
    )
    found = ladder_depth(climbed)
    # two rungs help; what they bring together: 200 + 50, error √(3² + 3²)
    assert found.value == 2
    assert found.part("area").value == 250
    assert found.part("area").high == pytest.approx(250 + 1.96 * 18**0.5, abs=0.01)
    assert len(found.parts) == 4


def test_a_ladder_without_rungs_says_nothing() -> None:
    assert not ladder_depth(Ladder("Game", "mcts", ["1", "2"], 8, 64, 100, 1, False)).known


# ---------------------------------------------------------------- strategies


def test_known_answer_of_dominance() -> None:
    # a wins all 20 games against b and all 20 against c
    agents = [["a", "b"]] * 20 + [["a", "c"]] * 20 + [["b", "c"]] * 2
    results = [A_WINS] * 40 + [A_WINS, B_WINS]
    found = dominance(seats_of(results, agents))
    assert found.value == 1
    assert found.note == "`a` beats all others"
    assert found.parts[0].name == "a"


def test_what_may_be_luck_is_no_dominance() -> None:
    found = dominance(seats_of([A_WINS, A_WINS], [["a", "b"]] * 2))
    assert found.value == 0


def test_whoever_did_not_meet_all_dominates_nobody() -> None:
    agents = [["a", "b"]] * 30 + [["b", "c"]] * 30
    assert dominance(seats_of([A_WINS] * 60, agents)).value == 0


def _openings(rows: list[tuple[int, list[int], int]]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Games of one choice of each player: what the first chose, what came of it, how often; the second always chooses 9."""
    each = [(code, result) for code, result, times in rows for _ in range(times)]
    return decisions_of([[(1, code), (2, 9)] for code, _ in each]), seats_of([result for _, result in each])


def test_known_answer_of_opening_dominance() -> None:
    # seat 1: `dig` wins 18 of 20, `sell` 4 of 20. √(0.881 · 0.119 / 20 + 0.214 · 0.786 / 20) = 0.117: 0.7 is 6 of them.
    # seat 2 has one opening, and `rest` was tried too seldom
    decisions, seats = _openings([(1, A_WINS, 18), (1, B_WINS, 2), (2, A_WINS, 4), (2, B_WINS, 16), (3, A_WINS, 5)])
    found = opening_dominance(decisions, WORDS, seats)
    assert (found.value, found.note) == (1.0, "`dig` in seat 1")
    assert {part.name: part.value for part in found.parts} == {"seat 1: dig": 0.9, "seat 1: sell": 0.2}


def test_openings_that_differ_by_luck_do_not_dominate() -> None:
    decisions, seats = _openings([(1, A_WINS, 11), (1, B_WINS, 9), (2, A_WINS, 9), (2, B_WINS, 11)])
    assert opening_dominance(decisions, WORDS, seats).value == 0.0


def test_known_answer_of_metagame() -> None:
    # rock, paper, scissors, each always beating the next: all three in equal parts
    agents = [["rock", "scissors"]] * 50 + [["paper", "rock"]] * 50 + [["scissors", "paper"]] * 50
    found = metagame(seats_of([A_WINS] * 150, agents))
    assert found.value == pytest.approx(3.0, abs=1e-6)
    assert found.part("paper").value == pytest.approx(1 / 3, abs=1e-6)
    assert found.note == "3 of 3 carry weight"
    assert {part.name: part.value for part in found.part("paper").parts} == {
        "against rock": 1.0,
        "against scissors": 0.0,
    }


def test_a_weighted_circle_has_a_weighted_mix() -> None:
    # beats by 0.1, 0.2, 0.3 over half: the mix of a, b, c is as the strength of the others' meeting: b–c, c–a, a–b
    matrix = np.array([[0.5, 0.6, 0.2], [0.4, 0.5, 0.7], [0.8, 0.3, 0.5]])
    found = metagame_of(["a", "b", "c"], matrix, np.zeros((3, 3)))
    weights = {part.name: part.value for part in found.parts}
    assert weights == pytest.approx({"a": 0.2 / 0.6, "b": 0.3 / 0.6, "c": 0.1 / 0.6})


def test_one_that_beats_all_is_the_whole_mix() -> None:
    found = metagame(seats_of([A_WINS] * 40, [["a", "b"]] * 20 + [["a", "c"]] * 20))
    assert found.part("a").value == pytest.approx(1.0)
    assert found.value == pytest.approx(1.0)


def test_strategies_that_are_all_alike_share_the_mix() -> None:
    assert equilibrium(np.full((4, 4), 0.5)).tolist() == [0.25] * 4


def test_no_meetings_say_nothing() -> None:
    for seats in (seats_of([]), seats_of([A_WINS]), seats_of([None])):
        for metric in (luck, agent_shares, greedy_gap, dominance, metagame):
            assert not metric(seats).known
