"""Where scores are stakes, agents play for them."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.agents.stakes import plays_for_score
from ludwright.equilibria.growing import grow
from ludwright.equilibria.strategies import strategy_of
from ludwright.equilibria.values import goal_of, judge
from ludwright.play.agents import Agents

GAMBLE = """game "Gamble"
players 2 named Ann, Ben
var luck = 0 in 0..9
var stake = 0 in -20..20
play
  Ann chooses n from 1..2
    luck = random x in 0..9
    stake = (-1 if luck < 6 else 9) if n is 1 else (1 if luck < 6 else -9)
score(p): stake if p is Ann else -stake
winner: highest score
"""


@pytest.mark.parametrize(
    ("game", "stakes"), [("kuhn_poker", True), ("leduc_poker", True), ("hearts", False), ("pig", False), ("connect_four", False)]
)  # fmt: skip
def test_scores_that_cancel_out_are_stakes(game: str, stakes: bool) -> None:
    assert plays_for_score(ludwright.load(game)) == stakes


@pytest.mark.parametrize("player", ["mcts:400", "flat:400", "greedy:400", "nested:400", "rhea:400"])
def test_a_seldom_large_gain_is_better_than_a_frequent_small_one(player: str) -> None:
    """The first wager wins 4 times of 10, and is worth 0.4 * 9 - 0.6 * 1 = 3 on average; the second wins 6 times of 10, and costs as much."""
    match = ludwright.load_text(GAMBLE).start(seed=1)
    picks = {Agents(match.game, seed, 0, [player] * 2).pick(0, match.codes(), match.words) for seed in range(3)}
    assert picks == {match.codes()[0]}


def test_search_is_hard_to_exploit_in_kuhn_poker() -> None:
    """Half as much as one that plays to win the hand (0.35), whatever there is to be won."""
    tree = grow(ludwright.load("kuhn_poker"))
    judged = judge(tree, goal_of(tree), strategy_of(tree, "mcts:200", 50))
    assert judged.exploitability < 0.25
