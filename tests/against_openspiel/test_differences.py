"""The differences that ``docs/against_openspiel.md`` tells of are real: without its settings the two systems part ways.

This also shows that the comparison can fail.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.against_openspiel import cards, hearts, pairings
from tests.against_openspiel.harness import Pairing, names, walk

APART = [
    replace(pairings.hex_board(5, swap=True), theirs="hex(board_size=5)"),
    replace(pairings.nim(last_loses=False), theirs="nim(pile_sizes=3;4;5)"),
    replace(pairings.pig(2), params={"stop_at_goal": True}),
    replace(pairings.pig(2), params={"must_throw": False}),
    replace(pairings.pig(2), theirs="pig(horizon=50)"),
    replace(pairings.CHECKERS, params={"men_disturb": False, "same_position": 0}),
    replace(pairings.CHECKERS, params={"quiet_turns": 40, "same_position": 0}),
    replace(pairings.CHECKERS, params={"quiet_turns": 40, "men_disturb": False}),
    replace(pairings.OTHELLO, passes=()),
    replace(cards.liars_dice(2, 1), params={"dice_each": 1, "one_hand": True}),
    replace(cards.crazy_eights(2), params={"free_pass": True, "late_passes": 1, "ace_counts": 10}),
    replace(cards.crazy_eights(2), params={"most_draws": 5, "late_passes": 1, "ace_counts": 10}),
    replace(cards.crazy_eights(2), params={"most_draws": 5, "free_pass": True, "ace_counts": 10}),
    replace(cards.crazy_eights(2), params={"most_draws": 5, "free_pass": True, "late_passes": 1}),
    replace(cards.crazy_eights(2), their_results=lambda state: list(state.returns())),
    replace(cards.fireworks(2), params={"keep_points": True}),
]


@pytest.mark.parametrize("pairing", APART, ids=names(APART))
def test_without_its_setting_the_games_differ(pairing: Pairing) -> None:
    with pytest.raises(AssertionError):
        walk(pairing, positions=12_000, seed=1)


def test_without_the_queen_breaking_hearts_they_differ() -> None:
    with pytest.raises(AssertionError):
        hearts.walk(deals=400, seed=1, queen_breaks=False)
