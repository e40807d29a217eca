"""The tree and the best answers to a strategy, beside OpenSpiel."""

from __future__ import annotations

from functools import cache
from typing import Any

import pyspiel
import pytest

import ludwright
from ludwright.equilibria import Tree, goal_of, grow, judge
from tests.equilibria.solved import ONE_DIE, solved

PAIRS = {
    "kuhn_poker": "kuhn_poker",
    "leduc_poker": "leduc_poker",
    "liars_dice": "liars_dice(numdice=1)",
}


@cache
def tree_of(name: str) -> Tree:
    return grow(ludwright.load(name, params=ONE_DIE if name == "liars_dice" else None))


def best_answers(game: Any, policy: Any) -> list[float]:
    root = game.new_initial_state().history_str()
    return [pyspiel.TabularBestResponse(game, seat, policy).value(root) for seat in range(2)]


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", pytest.param("liars_dice", marks=pytest.mark.slow)])
def test_the_best_answers_to_uniform_play_are_worth_the_same(name: str) -> None:
    theirs = pyspiel.load_game(PAIRS[name])
    policy = pyspiel.UniformRandomPolicy(theirs)
    tree = tree_of(name)
    ours = judge(tree, goal_of(tree), tree.uniform())
    assert [response.value for response in ours.responses] == pytest.approx(best_answers(theirs, policy), abs=1e-9)


def test_the_exploitability_of_uniform_play_is_the_same() -> None:
    theirs = pyspiel.load_game("leduc_poker")
    ours = solved("leduc_poker").judge("uniform")
    assert ours.nash_conv == pytest.approx(pyspiel.nash_conv(theirs, pyspiel.UniformRandomPolicy(theirs)), abs=1e-9)


def ends_and_situations(game: Any) -> tuple[int, int]:
    """How many ends a game of theirs has, and in how many different situations somebody has more than one option."""
    situations: set[str] = set()

    def count(state: Any) -> int:
        if state.is_terminal():
            return 1
        actions = state.legal_actions()
        if not state.is_chance_node() and len(actions) > 1:
            situations.add(f"{state.current_player()} {state.information_state_string()}")
        return sum(count(state.child(action)) for action in actions)

    return count(game.new_initial_state()), len(situations)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_the_trees_have_the_same_size(name: str) -> None:
    tree = tree_of(name)
    assert (tree.ends, len(tree.situations)) == ends_and_situations(pyspiel.load_game(PAIRS[name]))


def test_a_solved_strategy_is_as_good_there() -> None:
    """Our equilibrium of Kuhn poker, handed over, can be exploited there by as much as we say."""
    found = solved("kuhn_poker")
    theirs = pyspiel.load_game("kuhn_poker")
    table = {}
    past = {"at the start": "", "after check": "p", "after bet": "b", "after check, bet": "pb"}
    for line in found.lines():
        card = int(line.holding.removeprefix("card ")) - 1
        passing = line.shares.get("check", line.shares.get("fold", 0.0))
        table[f"{card}{past[line.before]}"] = [(0, passing), (1, 1 - passing)]
    policy = pyspiel.TabularPolicy(table)
    assert pyspiel.nash_conv(theirs, policy) == pytest.approx(found.nash_conv, abs=1e-9)


@pytest.mark.slow
def test_liars_dice_has_the_known_value() -> None:
    found = solved("liars_dice")
    assert found.values[0] == pytest.approx(-0.0271, abs=0.001)
    assert found.exploitability < 1e-3
