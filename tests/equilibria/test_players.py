"""How exploitable players are, and the player that keeps to an equilibrium."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import pytest

import ludwright
from ludwright.agents.texts import read
from ludwright.equilibria import EquilibriumError, TooLargeError, strategy_of
from ludwright.equilibria.strategies import Thinking
from ludwright.game import GAMES
from tests.equilibria.solved import solved
from tests.nonempty import some

KUHN = (GAMES / "kuhn_poker.game").read_text(encoding="utf-8")
TIMID = KUHN + '\nbot "timid"\n  fold\n  check\n'


def test_uniform_play_is_what_random_players_do_without_groups() -> None:
    found = solved("kuhn_poker")
    assert found.judge("random").nash_conv == found.judge("uniform").nash_conv == pytest.approx(11 / 12)


def test_groups_count_by_their_weights() -> None:
    text = KUHN + "\ngroup brave 0.75, shy 0.25\n"
    for action, group in {"bet": "brave", "call": "brave", "check": "shy", "fold": "shy"}.items():
        text = text.replace(f"action {action}\n", f"action {action}, group {group}\n")
    tree = ludwright.equilibrium(ludwright.load_text(text), 10).tree
    assert set(strategy_of(tree, "random").tolist()) == {0.25, 0.75}
    assert set(strategy_of(tree, "uniform").tolist()) == {0.5}


def test_who_never_bets_and_always_folds_is_exploited_by_betting_always() -> None:
    found = ludwright.equilibrium(ludwright.load_text(TIMID), 500)
    judged = found.judge("timid")
    # among themselves the higher card wins the ante; who bets wins it always
    assert judged.values == pytest.approx([0, 0])
    assert [response.value for response in judged.responses] == pytest.approx([1, 1])
    assert judged.exploitability == pytest.approx(1)


def test_the_best_answer_says_what_to_do() -> None:
    found = ludwright.equilibrium(ludwright.load_text(TIMID), 500)
    best = found.judge("timid").responses[0]
    asked = [one for one in found.tree.situations if one.seat == 0 and found.telling.before(one) == "at the start"]
    for situation in some(asked):
        if found.telling.holding(situation) != "card 3":  # which wins anyway
            assert found.telling.options(situation)[best.choices[situation.number]] == "bet"


def test_each_seat_may_have_a_player_of_its_own() -> None:
    found = ludwright.equilibrium(ludwright.load_text(TIMID), 500)
    judged = found.judge(["uniform", "timid"])
    # half of the time the timid one is driven out, else the cards decide
    assert judged.values == pytest.approx([0.5, -0.5])


def test_a_function_of_ones_own_is_judged_as_well() -> None:
    found = solved("kuhn_poker")

    def always_bold(match: Any, seat: int) -> dict[int, float]:
        assert match.actor == seat
        return {match.legal()[-1].code: 1.0}

    def evenly(match: Any, seat: int) -> Sequence[float]:
        return [0.5, 0.5]

    assert found.judge(evenly).nash_conv == pytest.approx(11 / 12)
    # both bet and call: two are won or lost; who knows it, folds the lowest card and is lucky with the middle one as often as not
    bold = found.judge(always_bold)
    assert bold.values == pytest.approx([0, 0])
    assert [response.value for response in bold.responses] == pytest.approx([1 / 3, 1 / 3])


def test_shares_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(EquilibriumError, match="must add up to 1"):
        solved("kuhn_poker").judge(lambda match, seat: [0.5, 0.6])
    with pytest.raises(EquilibriumError, match="3 players are named, but 2 play"):
        solved("kuhn_poker").judge(["random"] * 3)


def test_against_the_equilibrium_nobody_gets_more_than_the_value() -> None:
    found = solved("kuhn_poker")
    for seat in range(2):
        for who in ("uniform", "random"):
            assert found.against(who, seat) <= found.values[seat] + 2 * found.nash_conv
    assert found.against("uniform", 0) < found.values[0] - 0.05


def test_the_player_takes_its_options_as_often_as_the_strategy_says() -> None:
    found, samples = solved("kuhn_poker"), 600
    player = Thinking(found.tree, read("equilibrium:2000"), samples)
    for situation in found.tree.situations:
        begin = found.tree.begins[situation.number]
        for i, share in enumerate(player.shares(situation)):
            wanted = found.strategy[begin + i]
            assert abs(share - wanted) < 5 * sqrt(wanted * (1 - wanted) / samples) + 0.01
    assert found.judge("equilibrium:2000").exploitability == pytest.approx(found.exploitability)


REMEMBER = """game "Remember"
players 2 named Ann, Ben
each player
  truth = 0 in 0..3, seen by owner
dice cup: 1 d3
play
  roll cup
  Ann chooses n from 1..2: nothing
  Ben.truth = (top of cup).face
  roll cup
  Ann chooses guess from 1..3
    if guess is Ben.truth: Ann wins
    else: Ben wins
"""


def test_the_player_remembers_what_it_saw() -> None:
    game = ludwright.load_text(REMEMBER)
    assert ludwright.equilibrium(game, 200).values[0] == pytest.approx(1, abs=0.01)
    result = ludwright.simulate(game, 500, agents=["equilibrium", "random"])
    assert result.mean_returns[0] > 0.95


def test_playing_for_wins_it_does_not_lose() -> None:
    game, games = ludwright.load("kuhn_poker"), 20_000
    worth = ludwright.equilibrium(game, 2000, by="wins").values
    for seat, who in enumerate((["equilibrium:by=wins", "random"], ["random", "equilibrium:by=wins"])):
        result = ludwright.simulate(game, games, seed=5, agents=who, threads=1)
        assert result.faulted == 0
        assert result.mean_returns[seat] > worth[seat] - 4 / sqrt(games)


def test_the_player_says_when_a_game_is_too_large() -> None:
    with pytest.raises(TooLargeError, match="more than 100 positions"):
        ludwright.simulate(ludwright.load("tic_tac_toe"), 1, agents="equilibrium:limit=100")
