"""Rolling-horizon evolution: it plays better than at random, more plans are better than fewer, and it may keep its plans."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.agents.settings import AgentError
from tests.bundled import bundled


def share(name: str, agent: str, games: int) -> float:
    """What an agent gets against a random player, half of the games in each seat."""
    game = bundled(name)
    there = ludwright.simulate(game, games // 2, agents=[agent, "random"])
    back = ludwright.simulate(game, games // 2, agents=["random", agent], seed=2)
    return (there.wins[0] + back.wins[1] + (there.draws + back.draws) / 2) / games


@pytest.mark.parametrize("name", ["pig", "connect_four", "conquest_small"])
def test_it_beats_random_players(name: str) -> None:
    assert share(name, "rhea:150", 20) >= 0.7


def test_it_builds_more_than_a_random_player() -> None:
    game = ludwright.load("homestead")
    bred, at_random = (ludwright.simulate(game, 2, agents=agent).mean_returns[0] for agent in ("rhea:20", "random"))
    assert bred > at_random + 0.1


def test_more_plans_are_better_than_fewer() -> None:
    game = ludwright.load("simple_coins")
    few, many = (ludwright.simulate(game, 3, agents=agent).mean_returns[0] for agent in ("rhea:10", "rhea:200"))
    assert many > few + 0.1


def test_plans_that_are_kept_are_better_than_new_ones() -> None:
    game = ludwright.load("simple_coins")
    kept, new = (ludwright.simulate(game, 5, agents=f"rhea:60,shift={word}").mean_returns[0] for word in ("yes", "no"))
    assert kept > new


def test_greedy_opponents_need_a_lead() -> None:
    with pytest.raises(AgentError, match="`opponent=greedy`: Nim says neither"):
        ludwright.simulate(ludwright.load("nim"), 1, agents=["rhea:10,opponent=greedy", "random"])


def test_it_reckons_with_greedy_opponents() -> None:
    game = ludwright.load("pig")
    assert ludwright.simulate(game, 1, agents=["rhea:20,opponent=greedy", "random"]).games == 1
