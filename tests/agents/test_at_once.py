"""Games in which all answer at once: who happens to be asked first neither gains nor loses by it."""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import TYPE_CHECKING

import pytest

import ludwright
from ludwright.play.agents import Agents
from ludwright.play.simulate import simulate

if TYPE_CHECKING:
    from tests.conftest import Often

AUCTION = """game "Sealed bids"
players 2
each player
  money = 10 in 0..10
  prizes = 0 in 0..5
play
  repeat 5 times
    at once, each p in players
      p chooses bid from 0..p.money
    then
      let top_bid = max(bid[p] for p in players)
      for p in players
        if bid[p] is top_bid and count(q in players with bid[q] is top_bid) is 1
          p.prizes += 1
          p.money -= top_bid
score(p): p.prizes
winner: highest score
"""

ALL_PAY = """game "All pay"
players 3
each player
  money = 6 in 0..30
play
  repeat 4 times
    at once, each p in players
      p chooses bid from 0..min(3, p.money)
    then
      let top_bid = max(bid[p] for p in players)
      for p in players
        p.money -= bid[p]
        if bid[p] is top_bid: p.money += 6 div count(q in players with bid[q] is top_bid)
score(p): p.money
winner: highest score
"""

SIGNS = """game "Seven rounds"
players 2 named Ann, Ben
enum sign: rock, paper, scissors
each player
  points = 0 in 0..7
play
  repeat 7 times
    at once, each p in players
      p chooses hand from signs
    then
      let ahead = (hand[Ann].number - hand[Ben].number + 3) mod 3
      if ahead is 1: Ann.points += 1
      if ahead is 2: Ben.points += 1
score(p): p.points
winner: highest score
"""

TWICE = """game "Two signs each"
players 2 named Ann, Ben
each player
  points = 0 in 0..20
play
  repeat 5 times
    at once, each p in players
      p chooses first from 0..2
      p chooses second from 0..2
    then
      if first[Ann] > second[Ben]: Ann.points += 1
      if first[Ben] > second[Ann]: Ben.points += 1
      for p in players: p.points += second[p] div 2
score(p): p.points
winner: highest score
"""

TRAP = """game "Trap"
players 2 named Ann, Ben
play
  at once, each p in players
    p chooses n from 0..4
  then
    if beats(n[Ann], n[Ben]): Ann wins
    else if beats(n[Ben], n[Ann]): Ben wins
    else: draw
define beats(mine, yours): (mine is 1 and yours is 0) or (mine is 0 and yours > 1)
"""

GAMES = {"auction": AUCTION, "all pay": ALL_PAY, "signs": SIGNS, "twice": TWICE}
PLAYERS = (
    "greedy", "flat:60", "mcts:100", "mcts:100,observers=each", "mcts:60,playout=greedy", "mcts:60,playout=careful", "mcts:60,chance=closed",
    "expectimax", "nested:60", "nrpa:5", "rhea:60", "casual", "aggressive", "persona:depth=50,goal=lose",
)  # fmt: skip


@cache
def game(name: str) -> ludwright.Game:
    return ludwright.load_text(GAMES[name])


def is_even(wins: list[int]) -> bool:
    """Whether wins that are as likely in every seat may come out like this: each within four standard deviations."""
    total, share = sum(wins), 1 / len(wins)
    return all(abs(won - share * total) <= 4 * sqrt(total * share * (1 - share)) for won in wins)


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", GAMES)
def test_every_seat_wins_as_often(name: str, player: str, often: Often) -> None:
    assert is_even(simulate(game(name), often(100, 300), seed=5, threads=1, agents=[player] * game(name).players).wins)


def test_uneven_wins_would_be_noticed() -> None:
    assert not is_even([150, 0])
    assert not is_even([8, 215])
    assert is_even([101, 99])


@pytest.mark.parametrize("player", ["greedy", "mcts:300", "expectimax", "nested:200", "rhea:200"])
@pytest.mark.parametrize("seat", [0, 1])
def test_thinking_pays_in_either_seat(player: str, seat: int) -> None:
    seats = ["random", "random"]
    seats[seat] = player
    wins = simulate(game("twice"), 100, seed=6, threads=1, agents=seats).wins
    assert wins[seat] > 3 * wins[1 - seat]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("name", GAMES)
def test_nobody_sees_what_others_answer_at_once(name: str, player: str) -> None:
    chosen = set()
    for answer in range(len(game(name).start(seed=1).codes())):
        match = game(name).start(seed=1)
        while match.actor == 0:
            match.apply(match.codes()[min(answer, len(match.codes()) - 1)])
        players = Agents(game(name), 7, 0, [player] * game(name).players)
        chosen.add(players.pick(1, match.codes(), match.words))
    assert len(chosen) == 1


@pytest.mark.parametrize(
    ("player", "trapped"), [("flat:2000", True), ("mcts:2000", False), ("mcts:2000,observers=each", False)]
)
def test_who_searches_expects_that_the_others_think_too(player: str, trapped: bool) -> None:
    """Nought is best against somebody who chooses anything, and loses to one, which never loses."""
    match = ludwright.load_text(TRAP).start(seed=1)
    for seat in (0, 1):
        pick = Agents(match.game, 3, 0, [player] * 2).pick(seat, match.codes(), match.words)
        assert (match.codes().index(pick) == 0) == trapped
        match.apply(pick)
