"""Nested search and policy adaptation: they find the best line of a solo game and keep to it."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.agents.best_lines import best_line
from ludwright.agents.kernels import lines
from ludwright.agents.settings import AgentError
from ludwright.play.agents import Agents
from ludwright.play.match import Match


def finish(match: Match, agents: Agents) -> float:
    """The result of a solo game, played to its end."""
    while not match.over:
        match.apply(agents.pick(0, match.codes(), match.words))
    return match.returns()[0]


@pytest.mark.parametrize("agent", ["nested:2000", "nested:1500,level=1", "nrpa:40"])
def test_the_best_line_of_short_simple_coins_is_found_and_played(agent: str) -> None:
    game = ludwright.load("simple_coins", params={"energy_cap": 3})  # a tenth of the energy: 240 coins at best
    found = best_line(game, agent)
    assert found.value == pytest.approx(0.1)
    assert 0 < found.found_after <= found.playouts
    assert ludwright.simulate(game, 2, agents=agent).mean_returns == [pytest.approx(0.1)]


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["nested:20000", "nrpa:30,times=10"])
def test_2400_coins_are_found_at_the_first_decision(agent: str) -> None:
    game = ludwright.load("simple_coins")
    assert sum(best_line(game, agent, seed).value == 1.0 for seed in range(1, 6)) >= 4


def test_trying_answers_in_the_best_line_finds_more_with_the_same_budget() -> None:
    game = ludwright.load("simple_coins")
    plain, following = (best_line(game, f"nested:5000,follow={word}").value for word in ("no", "yes"))
    assert following > plain + 0.2


@pytest.mark.parametrize("agent", ["nested:10000", "nrpa:60"])
def test_a_line_is_kept_to_the_end_of_the_game_and_no_longer(agent: str) -> None:
    game = ludwright.load("simple_coins")
    agents = Agents(game, 1, 0, [agent])
    match = game.start(seed=1)
    match.apply(agents.pick(0, match.codes(), match.words))
    sitter = agents.sitter(0)
    assert sitter is not None
    planned = float(sitter.mind.reals[lines.BEST_VALUE])
    sitter.mind.put(lines.ITERATIONS, 1)  # from now on it can't find out anything itself
    assert finish(match, agents) >= planned > 0.8
    assert finish(game.start(seed=1), agents) < planned - 0.2


def test_a_position_off_the_line_is_thought_through_anew() -> None:
    game = ludwright.load("simple_coins")
    agents = Agents(game, 1, 0, ["nested:10000"])
    match = game.start(seed=1)
    agents.pick(0, match.codes(), match.words)
    match.apply("get 1")
    agents.pick(0, match.codes(), match.words)
    sitter = agents.sitter(0)
    assert sitter is not None
    assert float(sitter.mind.reals[lines.BEST_VALUE]) < 1.0


def test_where_nothing_can_be_kept_to_there_is_no_best_line() -> None:
    for name, agent in (("pig", "nested:10"), ("simple_coins", "mcts:10")):
        with pytest.raises(AgentError, match="finds no line that is sure"):
            best_line(ludwright.load(name), agent)


def test_greedy_play_outs_need_a_lead() -> None:
    with pytest.raises(AgentError, match="says neither who is ahead nor a score"):
        ludwright.simulate(ludwright.load("nim"), 1, agents=["nested:10,playout=greedy", "random"])


def test_better_futures_are_told_from_worse_ones() -> None:
    game = ludwright.load("yacht", players=1)
    nested, adapting, at_random = (
        ludwright.simulate(game, 4, agents=agent).mean_returns[0]
        for agent in ("nested:200,level=1", "nrpa:200,level=1", "random")
    )
    assert min(nested, adapting) > at_random
