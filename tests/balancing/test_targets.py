"""Targets are read from sentences: what is wished, and at which tables."""

from __future__ import annotations

import pytest

from ludwright.balancing.errors import BalanceError
from ludwright.balancing.targets import Strengths, Target, TargetSeats, read_targets

TWO = Strengths(("rider",), (2, 3), strong="mcts:100", beginner="mcts:5")


def one(text: str) -> Target:
    return read_targets([text], TWO)[0]


@pytest.mark.parametrize(
    ("text", "figure", "part", "wish"),
    [
        ("first seat wins 47% to 53%", "seat shares", "seat 1", "47% to 53%"),
        ("30 to 45 turns", "duration in turns", "", "30 to 45"),
        ("draws under 5%", "draws", "", "at most 5%"),
        ("drama at least 0.1", "drama", "", "at least 0.1"),
    ],
)
def test_figures_with_a_range(text: str, figure: str, part: str, wish: str) -> None:
    found = one(text)
    assert found.expectation is not None
    assert (found.expectation.text, found.expectation.part, str(found.expectation.wish)) == (figure, part, wish)
    assert found.tables == (TargetSeats(2, ("rider",)), TargetSeats(3, ("rider",)))


def test_scopes_say_how_many_play_and_how_well() -> None:
    assert one("with 3 players: draws under 5%").tables == (TargetSeats(3, ("rider",)),)
    assert one("2 strong players: draws under 5%").tables == (TargetSeats(2, ("mcts:100",)),)
    assert one("beginners: draws under 5%").tables == (TargetSeats(2, ("mcts:5",)), TargetSeats(3, ("mcts:5",)))
    assert one("greedy: draws under 5%").tables == (TargetSeats(2, ("greedy",)), TargetSeats(3, ("greedy",)))
    assert one("3 mcts:50,depth=8 players: draws under 5%").tables == (TargetSeats(3, ("mcts:50,depth=8",)),)
    assert one("mcts:9: first seat wins 47 to 53%").tables == (TargetSeats(2, ("mcts:9",)), TargetSeats(3, ("mcts:9",)))


def test_a_match_of_two_strengths_is_a_table_of_its_own() -> None:
    found = one("with 3 players: a strong player beats a beginner 75 to 85%")
    assert found.tables == (TargetSeats(3, ("mcts:100", "mcts:5", "mcts:5")),) and found.beats == "mcts:100"


def test_findings_that_should_not_be_made() -> None:
    assert [rule.name for rule in one("no seat advantage").rules] == ["seat advantage"]
    assert len(one("no finding").rules) > 20


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("first seat wonz 3..4", "there is no figure"),
        ("no seat adventage", "did you mean `no seat advantage`"),
        ("somebody: draws under 5%", "neither a number of players nor a strength"),
        ("a strong player beats a beginner 75 to 85", "in percent"),
        ("first seat wins 60..40%", "ends before it begins"),
        ("a strong player beats a strong player 3..4%", "both are"),
        ("a king beats a beginner 3..4%", "nobody is called"),
        ("50 turns", "as in `45 to 55 turns`"),
        ("a strong player beats a beginner", "say how often"),
    ],
)
def test_a_sentence_that_means_nothing_is_told(text: str, words: str) -> None:
    with pytest.raises(BalanceError, match=words):
        one(text)
