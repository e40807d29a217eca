"""Our games under OpenSpiel's own tests and algorithms."""

from __future__ import annotations

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import ludwright
import ludwright.bridges.openspiel  # registers the games
from ludwright import LudwrightError

SMALL = ["tic_tac_toe", "kuhn_poker", "nim", "pig", "leduc_poker", "kalah", "connect_four", "liars_dice", "colors", "othello"]  # fmt: skip


def _game(name: str) -> pyspiel.Game:
    return pyspiel.load_game(f"ludwright(game={name})")


@pytest.mark.parametrize("name", SMALL)
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(_game(name), num_sims=1, serialize=False, verbose=False)


def _policy_value(name: str, passes: int) -> tuple[float, float]:
    game = _game(name)
    solver = cfr.CFRSolver(game)
    for _ in range(passes):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)[0]
    return float(value), float(exploitability.nash_conv(game, average))


def test_regret_minimization_finds_the_known_value_of_kuhn_poker() -> None:
    value, open_to_attack = _policy_value("kuhn_poker", 60)
    assert value == pytest.approx(-1 / 18, abs=0.02) and open_to_attack < 0.1


def test_its_tree_has_as_many_ends_as_openspiels_own() -> None:
    def ends(state: pyspiel.State) -> int:
        return 1 if state.is_terminal() else sum(ends(state.child(code)) for code in state.legal_actions())

    assert ends(_game("kuhn_poker").new_initial_state()) == ends(pyspiel.load_game("kuhn_poker").new_initial_state())


def test_positions_that_look_alike_to_a_seat_are_one_to_openspiel() -> None:
    state = _game("kuhn_poker").new_initial_state()
    known: dict[int, set[str]] = {}
    for first in range(3):
        for second in range(2):
            dealt = state.child(first).child(second)
            known.setdefault(first, set()).add(dealt.information_state_string(0))
    assert all(len(texts) == 1 for texts in known.values()) and len(set.union(*known.values())) == 3


def test_games_without_decisions_are_refused() -> None:
    with pytest.raises((LudwrightError, RuntimeError, pyspiel.SpielError), match="nobody ever decides"):
        ludwright.bridges.openspiel.LudwrightGame({"game": "polis"})
