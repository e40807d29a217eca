"""Personas: they differ in strength and in style, and play everything."""

from __future__ import annotations

from itertools import pairwise

import pytest

import ludwright
from ludwright.agents.persona_kinds import PERSONA_KINDS
from ludwright.agents.settings import AgentError
from ludwright.play.agents import seated
from tests.bundled import bundled

READY = [kind.name for kind in PERSONA_KINDS]


def share(game: str, one: str, other: str, games: int, **params: int) -> float:
    """The points of one persona against another, half of the games in each seat."""
    loaded = ludwright.load(game, params=params)
    there = ludwright.simulate(loaded, games // 2, agents=[one, other])
    back = ludwright.simulate(loaded, games // 2, agents=[other, one], seed=2)
    return (there.wins[0] + back.wins[1] + (there.draws + back.draws) / 2) / games


def test_an_expert_beats_a_novice() -> None:
    assert share("connect_four", "expert:200", "novice", 20, wide=5, high=4) > 0.7


def test_who_errs_always_plays_at_random() -> None:
    assert share("tic-tac-toe", "persona:50,error=1", "mcts:100", 40) < 0.2


def test_who_wants_to_lose_does() -> None:
    assert share("tic-tac-toe", "persona:200,goal=lose", "random", 100) < 0.25


def test_who_hurries_ends_games_sooner_than_who_lingers() -> None:
    game = ludwright.load("connect_four", params={"wide": 5, "high": 5})
    soon, late = (
        ludwright.simulate(game, 40, agents=f"persona:40,goal={goal},weight=0.5").decisions.mean
        for goal in ("hurry", "linger")
    )
    assert soon < late - 1


def test_an_explorer_repeats_itself_less() -> None:
    game = ludwright.load("pig")

    def leaning(agent: str) -> int:
        """How much more often it does one thing than the other."""
        lines = list(ludwright.trace(game, seed=3, agents=agent))
        done = [line.split(". ")[1].split(" (")[0] for line in lines if "(one of 2)" in line]
        return abs(done.count("throw") - done.count("stop"))

    assert leaning("persona:10,goal=explore,weight=5") <= 2 < leaning("persona:10")


def test_groups_can_be_made_more_likely() -> None:
    game = ludwright.load("simple_coins")
    group = str(next(iter(game.rules.model.of("group"))).tree.names[0])
    seats = f"persona:5,error=1,likes={group}*0"
    assert (
        ludwright.simulate(game, 5, agents=seats).mean_returns
        != ludwright.simulate(game, 5, agents="persona:5,error=1").mean_returns
    )
    for likes, said in (("nothing*2", "has no group"), (f"{group}*much", "a star and a factor")):
        with pytest.raises(AgentError, match=said):
            ludwright.simulate(game, 1, agents=f"persona:likes={likes}")
    with pytest.raises(AgentError, match="has no groups"):
        ludwright.simulate(ludwright.load("pig"), 1, agents="persona:likes=a*2")


def test_in_a_game_with_a_clock_it_comes_as_often_as_it_does() -> None:
    game = ludwright.load_text(
        """game "Garden"
players 1
clock in seconds
var ripe = 0 in 0..1000
turn: one of plant, weed
action plant, takes 5 seconds
  ripe += 1
action weed, takes 5 seconds
  nothing
goal 1 when session.number is 4
result
  100% of ripe in 0..1000
profile "always": 1 sessions a day, 1440 minutes each, 0 seconds an action
"""
    )

    def moves(habits: str) -> float:
        return ludwright.simulate(game, 3, agents=f"persona:1,error=1,{habits}").moves.mean

    assert (
        moves("sessions=1,minutes=2,pace=5")
        < moves("sessions=1,minutes=4,pace=5")
        < moves("sessions=1,minutes=4,pace=1") * 1.01
    )
    assert "always" not in str(seated(game, "casual"))


def test_every_persona_plays_a_game_of_each_class() -> None:
    for name, players in (("tic-tac-toe", 2), ("pig", 3), ("kuhn_poker", 2), ("simple_coins", 1)):
        game = ludwright.load(name, players=players)
        for persona in READY:
            result = ludwright.simulate(game, 2, agents=f"{persona}:8")
            assert result.finished == 2, (name, persona)


@pytest.mark.slow
@pytest.mark.parametrize("name", [game.name for game in ludwright.bundled_games()])
def test_every_persona_plays_every_bundled_game(name: str) -> None:
    game = bundled(name)
    for number, persona in enumerate(READY):
        assert ludwright.simulate(game, 1, seed=number, agents=f"{persona}:2").finished == 1, persona


@pytest.mark.slow
@pytest.mark.parametrize("name", ["connect_four", "breakthrough", "kalah"])
def test_an_expert_beats_a_novice_in_games_of_skill(name: str) -> None:
    assert share(name, "expert", "novice", 40) > 0.85


@pytest.mark.slow
def test_styles_show() -> None:
    game = ludwright.load("connect_four")
    lengths = {
        goal: ludwright.simulate(game, 200, agents=f"persona:100,goal={goal},weight=0.3").decisions
        for goal in ("hurry", "win", "linger")
    }
    assert lengths["hurry"].mean < lengths["win"].mean < lengths["linger"].mean


@pytest.mark.slow
def test_who_keeps_options_has_more_of_them() -> None:
    game = ludwright.load("breakthrough")

    def options(goal: str) -> float:
        """How many the first player has on average, against the same opponent."""
        counts: list[int] = []
        for number in range(6):
            lines = list(
                ludwright.trace(game, game=number, agents=[f"persona:40,goal={goal},weight=0.3", "persona:40"])
            )
            told = [line for line in lines if line.startswith("Turn ") or "(one of " in line]
            counts += [
                int(move.rpartition("(one of ")[2].rstrip(")").replace(",", ""))
                for turn, move in pairwise(told)
                if turn.endswith(f", {game.seats[0]}") and "(one of " in move
            ]
        return sum(counts) / len(counts)

    assert options("options") > options("win") + 2
