"""Our games under OpenSpiel's own tests and algorithms."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts, minimax

import ludwright
import ludwright.bridges.openspiel  # registers the games
from ludwright import LudwrightError

SMALL = ["tic_tac_toe", "kuhn_poker", "nim", "pig", "leduc_poker", "kalah", "connect_four", "liars_dice", "colors", "othello", "clobber", "dots_and_boxes", "hex"]  # fmt: skip


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


@pytest.mark.slow
def test_regret_minimization_comes_to_the_same_values_as_on_its_own_leduc_poker() -> None:
    own = cfr.CFRSolver(pyspiel.load_game("leduc_poker"))
    own.evaluate_and_update_policy()
    first = pyspiel.load_game("leduc_poker").new_initial_state()
    value = expected_game_score.policy_value(first, [own.average_policy()] * 2)[0]
    assert _policy_value("leduc_poker", 1)[0] == pytest.approx(float(value), abs=1e-9)


def _played(name: str, steps: int, seed: int = 5) -> tuple[pyspiel.Game, pyspiel.State, ludwright.Match]:
    """The same random beginning in OpenSpiel and here."""
    game, dice = _game(name), random.Random(seed)
    state, match = game.new_initial_state(), ludwright.load(name).start()
    for _ in range(steps):
        code = dice.choice(state.legal_actions())
        state.apply_action(code)
        match.apply(code)
    return game, state, match


ENDGAMES = [
    ("tic_tac_toe", 3, 5), ("nim", 3, 5), ("clobber", 12, 5), ("dots_and_boxes", 17, 5),
    ("connect_four", 34, 277), ("othello", 55, 1), ("kalah", 32, 0), ("hex", 114, 1),
]  # fmt: skip
"""Games, so many random steps, and the seed of these: what is left is short."""


@pytest.mark.parametrize(("name", "steps", "seed"), ENDGAMES)
def test_its_alpha_beta_finds_the_values_that_we_prove(name: str, steps: int, seed: int) -> None:
    game, state, match = _played(name, steps, seed)
    value, _ = minimax.alpha_beta_search(game, state, maximum_depth=99, maximizing_player_id=state.current_player())
    proven = ludwright.solve(match).values
    assert proven is not None and value == proven[match.actor or 0]


def test_its_tree_search_proves_what_we_prove() -> None:
    game, state, match = _played("othello", 55, 1)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(1, chance), random_state=chance, solve=True)
    proven = ludwright.solve(match).values
    assert proven is not None and list(bot.mcts_search(state).outcome) == list(proven)


def test_its_tree_search_plays_the_move_that_wins() -> None:
    game, state, _ = _played("tic_tac_toe", 0)
    for code in (1, 4, 2, 5):  # a1 and b1 against a2 and b2: c1 wins
        state.apply_action(code)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 60, mcts.RandomRolloutEvaluator(1, chance), random_state=chance, solve=True)
    assert state.action_to_string(0, bot.step(state)) == "place c1"


def test_what_is_open_and_undrawn_is_said_to_be() -> None:
    kinds = pyspiel.GameType
    for name, drawn, hidden in (("nim", False, False), ("pig", True, False), ("kuhn_poker", True, True)):
        kind = _game(name).get_type()
        assert (kind.chance_mode != kinds.ChanceMode.DETERMINISTIC) == drawn
        assert (kind.information != kinds.Information.PERFECT_INFORMATION) == hidden
