"""The best course of a solo game, laid into the tree: what else could be done along it stays open."""

from __future__ import annotations

import ludwright


def test_a_course_in_the_tree_closes_no_other_answer() -> None:
    game = ludwright.load("simple_coins")
    with_it, without = (
        ludwright.simulate(game, 6, agents=f"mcts:100,merge=no,bestpath={word}", seed=3).mean_returns[0]
        for word in ("yes", "no")
    )
    assert with_it > without - 0.1  # a point with one answer only brought it down by 0.2
