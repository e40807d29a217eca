"""The differences that ``docs/against_openspiel.md`` tells of are real: without its settings the two systems part ways.

This also shows that the comparison can fail.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.against_openspiel import pairings
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
]


@pytest.mark.parametrize("pairing", APART, ids=names(APART))
def test_without_its_setting_the_games_differ(pairing: Pairing) -> None:
    with pytest.raises(AssertionError):
        walk(pairing, positions=12_000, seed=1)
