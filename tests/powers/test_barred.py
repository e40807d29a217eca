"""Players that are barred from something, or bound to do it."""

from __future__ import annotations

import numpy as np
import pytest

import ludwright
from ludwright.agents.barred import tallied
from ludwright.agents.settings import AgentError
from ludwright.agents.texts import read, split
from ludwright.mistakes import LudwrightError
from tests.powers.games import DARK, MARKET, PICKS

WHO = ("random", "mcts:20", "greedy", "digger", "novice:5")


@pytest.fixture(scope="module")
def picks() -> ludwright.Game:
    return ludwright.load_text(PICKS)


def returns(game: ludwright.Game, *who: str, games: int = 200) -> np.ndarray:
    found = ludwright.simulate(game, games, seed=5, threads=1, agents=list(who), keep=True).returns
    assert found is not None
    return found


@pytest.mark.parametrize("who", WHO)
def test_it_never_does_what_it_is_barred_from(picks: ludwright.Game, who: str) -> None:
    free = returns(picks, who, "random")
    without = returns(picks, f"barred:{who},from=gold", "random")
    assert (free[:, 0] > 0).any()
    assert not (without[:, 0] > 0).any()  # only gold wins


@pytest.mark.parametrize("who", WHO)
def test_a_bar_that_never_matters_changes_no_game(who: str) -> None:
    game = ludwright.load_text(
        PICKS.replace("stone, wood", "stone, wood, never") + "action never\n  when my points > 8\n  my points = 9\n"
    )
    free, barred = returns(game, who, "random", games=50), returns(game, f"barred:{who},from=never", "random", games=50)
    assert (free == barred).all()


def test_it_may_do_it_where_nothing_else_is_legal(picks: ludwright.Game) -> None:
    all_three = returns(picks, "barred:random,from=gold+stone+wood", "random")
    assert (all_three == returns(picks, "random", "random")).all()


def test_a_card_is_barred_wherever_it_lies_open() -> None:
    market = ludwright.load_text(MARKET)
    by_card, by_move = (returns(market, f"barred:random,from={what}", "random") for what in ("gem", "take gem"))
    assert not (by_card[:, 0] > 0).any()
    assert (by_card == by_move).all()


def test_copies_of_a_card_are_one_move() -> None:
    market = ludwright.load_text(MARKET)
    assert (returns(market, "barred:random,from=take rock", "random")[:, 0] > 0).all()


def test_nobody_is_warned_of_a_card_that_lies_face_down() -> None:
    dark = ludwright.load_text(DARK)
    free = returns(dark, "random", "random")
    assert (free[:, 0] > 0).any()
    assert (free == returns(dark, "barred:random,from=gem", "random")).all()


@pytest.mark.parametrize("who", WHO)
def test_who_is_bound_does_it_whenever_it_can(picks: ludwright.Game, who: str) -> None:
    found = returns(picks, f"bound:{who},to=gold", "barred:random,from=gold")
    assert (found[:, 0] > 0).all()  # gold wins against anything else


def test_a_card_that_lies_open_is_taken_by_who_is_bound_to_have_it() -> None:
    market = ludwright.load_text(MARKET)
    assert (returns(market, "bound:random,to=gem", "random")[:, 0] > 0).all()
    dark = ludwright.load_text(DARK)
    assert (returns(dark, "bound:random,to=gem", "random") == returns(dark, "random", "random")).all()


def test_the_player_inside_keeps_its_settings() -> None:
    text = "barred:mcts:50,c=1.2,from=drop 4"
    assert split(f"{text},random") == [text, "random"]
    assert str(read(text)) == text
    assert read(text).settings == {"agent": "mcts:50,c=1.2", "from": "drop 4"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("barred:random", "say from what it is barred"),
        ("barred:mtcs:5,from=gold", "did you mean `mcts`?"),
        ("barred:random,from=gild", "has no action, answer or card `gild`: did you mean `gold`?"),
        ("barred:alphabeta:2,from=gold", "can't be barred"),
        ("barred:random,from=", "from what is it barred?"),
        ("bound:random", "say what it has to do"),
        ("bound:random,to=", "what has it to do?"),
        ("bound:alphabeta:2,to=gold", "can't be bound to do"),
    ],
)
def test_mistakes_are_told(picks: ludwright.Game, text: str, said: str) -> None:
    with pytest.raises((AgentError, LudwrightError), match=said.replace("?", r"\?")):
        ludwright.simulate(picks, 1, agents=[text, "random"])


def test_only_the_first_choice_may_be_meant() -> None:
    game = ludwright.load_text(PICKS.replace("play: turns once", "play: repeat 2 times: turns once"))
    other = "barred:random,from=gold"
    assert (returns(game, "barred:digger,from=first gold", other)[:, 0] > 0).all()  # it digs the second time
    assert not (returns(game, "barred:digger,from=gold", other)[:, 0] > 0).any()


def test_games_are_counted_in_which_there_was_something_to_leave(picks: ludwright.Game) -> None:
    for what, met, stuck in (("gold", 50, 0), ("gold+stone+wood", 0, 50)):
        with tallied() as tally:
            returns(picks, f"barred:random,from={what}", "random", games=50)
        assert (tally.met, tally.stuck) == (met, stuck)
