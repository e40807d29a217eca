"""What is known of bundled games is found by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.findings import Verdict, judge, plays_of

STRONG = "mcts:1000"


def judged(game: str, players: int, *plays: tuple[object, int]) -> Verdict:
    runs = [ludwright.playtest(game, agents, games, players=players, seed=1) for agents, games in plays]  # type: ignore[arg-type]
    return judge([play for run in runs for play in plays_of(run)])


@pytest.mark.slow
def test_colors_for_three_ends_in_a_shared_win_and_seat_3_cannot_win_against_greedy_players() -> None:
    verdict = judged("colors", 3, ("random", 1000), (STRONG, 150), ([STRONG, "greedy", "greedy"], 450))
    found = {(finding.name, finding.subject): finding for finding in verdict.findings}
    assert "all three end with the same score" in found["shared by all", ""].headline
    assert "Seat 3 is hopeless against two greedy players" in found["hopeless seat", "seat 3"].headline


@pytest.mark.slow
def test_nothing_is_wrong_with_colors_for_two_random_players() -> None:
    assert judged("colors", 2, ("random", 800)).findings == []


def test_the_first_mystery_bird_is_worth_far_more_than_the_second() -> None:
    play = plays_of(ludwright.playtest("bird_lady", games=600, players=2, seed=1), sample=600)[0]
    worth = {figure.name: (figure.low or 0.0, figure.high or 1.0) for figure in play.holdings}
    assert worth["mystery1"][0] > max(0.6, worth["mystery2"][1])


HANDS = """game "Hands"
players 2
cards card
  | name | worth |
  | king |   9   |
  | page |   1   |
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card
play: turns once
turn: take
action take(n in 1..2)
  draw 1 from deck to my hand
score(p): sum(c.worth for c in p.hand)
winner: highest score
"""


def test_things_to_have_are_those_in_zones_of_players(tmp_path: Path) -> None:
    path = tmp_path / "hands.game"
    path.write_text(HANDS)
    play = plays_of(ludwright.playtest(path, games=200, seed=1))[0]
    assert {figure.name: figure.value for figure in play.holdings} == {"king": 1.0, "page": 0.0}
