"""Players that improve on a scripted one: better than it, and sure of what they do."""

from __future__ import annotations

from typing import Any

import pytest

import ludwright
from ludwright.agents.rollout import Improver, best_bot
from ludwright.agents.searching import Searcher
from ludwright.agents.seating import thinker
from ludwright.agents.settings import AgentError
from ludwright.agents.texts import read
from ludwright.play.agents import Agents, seated
from ludwright.statistics import wilson


def wins(game: Any, one: str, other: str, games: int, seed: int = 1) -> int:
    """How often the first of two players wins, with as many games in each seat."""
    first, second = (ludwright.simulate(game, games, seed=seed, agents=seats) for seats in ([one, other], [other, one]))
    assert not first.faults and not second.faults
    return first.wins[0] + second.wins[1]


# ---------------------------------------------------------------- how well it plays


def test_it_beats_the_scripted_player_it_improves_on() -> None:
    assert wins(ludwright.load("conquest_small"), "auto:60", "thesis", 10) > 12


@pytest.mark.slow
def test_the_scripted_player_is_beaten_on_the_classic_map() -> None:
    won = wins(ludwright.load("conquest"), "improve:200", "thesis", 20)
    assert wilson(won, 40)[0] > 0.5


@pytest.mark.slow
def test_hints_are_given_and_understood_better_than_by_the_conventions_alone() -> None:
    game = ludwright.load("fireworks", players=3)
    by_rule = ludwright.simulate(game, 1000, agents="conventions").mean_returns[0]
    assert ludwright.simulate(game, 24, agents="improve:200,bot=conventions").mean_returns[0] > by_rule


def test_it_plays_alone_and_where_nothing_is_hidden() -> None:
    assert ludwright.simulate(ludwright.load("simple_coins"), 1, agents="improve:4").finished == 1


def test_without_being_sure_it_does_as_the_scripted_player() -> None:
    game = ludwright.load("fireworks", players=3)
    match, agents = game.start(seed=2), Agents(game, 2, 0, ["improve:20,bot=conventions,sure=100"] * 3)
    for _ in range(9):
        liked = {move.code for move in ludwright.why(match, "conventions").moves if move.chosen}
        code = agents.pick(match.actor or 0, match.codes(), match.words)
        assert code in liked
        match.apply(code)


# ---------------------------------------------------------------- the same again


def test_a_seed_gives_the_same_game_on_any_number_of_threads() -> None:
    game = ludwright.load("fireworks", players=2)
    results = [
        ludwright.simulate(game, 3, seed=9, threads=threads, agents="improve:8", move_limit=24).as_json()
        for threads in (1, 2)
    ]
    for result in results:
        del result["seconds"], result["games_per_second"]
    assert results[0] == results[1]


# ---------------------------------------------------------------- what it says, and on whom it improves


def test_it_tells_how_often_it_tried_what() -> None:
    match = ludwright.load("pig").start(seed=1)
    while len(match.codes()) < 2:
        match.apply(match.codes()[0])
    found = ludwright.why(match, "improve:100")
    assert sum(move.visits for move in found.moves) == 100
    assert found.best.chosen and found.best.interval is not None and found.best.value is not None
    assert found.best.interval[0] <= found.best.value <= found.best.interval[1]


def test_it_improves_on_the_best_scripted_player() -> None:
    assert best_bot(ludwright.load("fireworks", players=3)) == "conventions"


@pytest.mark.parametrize(
    ("game", "text", "who"),
    [
        ("conquest_small", "auto:9", "improve:9,bot=thesis"),
        ("fireworks", "auto:time=0.5", "improve:time=0.5,bot=conventions"),
        ("hearts", "auto", "improve:bot="),
        ("pig", "auto:9", "mcts:9"),
        ("connect_four", "auto:9", "mcts:9"),
        ("conquest_small", "mcts:9", "mcts:9"),
    ],
)
def test_auto_says_who_it_is(game: str, text: str, who: str) -> None:
    assert str(read(text, ludwright.load(game))).startswith(who)


@pytest.mark.parametrize("text", ["mcts:9", "mcts:9,playout=bot:thesis", "mcts:9,playout=bot:thesis,deepest=1"])
def test_tree_search_is_tree_search_everywhere(text: str) -> None:
    loaded = ludwright.load("conquest_small")
    assert isinstance(thinker(loaded, read(text, loaded)), Searcher)


def test_auto_is_told_by_the_name_of_the_player_it_is() -> None:
    assert seated(ludwright.load("conquest_small"), "auto:9")[0] == "improve:9,bot=thesis"
    assert isinstance(thinker(ludwright.load("conquest_small"), read("auto:9")), Improver)


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("one_night", "improve", "has no scripted player to improve on"),
        ("fireworks", "improve:bot=convention", "did you mean `conventions`?"),
    ],
)
def test_what_it_can_not_improve_on_is_told(game: str, text: str, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        ludwright.simulate(ludwright.load(game), 1, agents=text)
