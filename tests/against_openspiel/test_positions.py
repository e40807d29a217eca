"""On thousands of random positions: the same player to move, the same moves, the same ends and results as in OpenSpiel."""

from __future__ import annotations

import pytest

from tests.against_openspiel import backgammon, hearts
from tests.against_openspiel.cards import HIDDEN
from tests.against_openspiel.harness import Pairing, names, walk
from tests.against_openspiel.pairings import ALL_BUT_BACKGAMMON


@pytest.mark.parametrize("pairing", ALL_BUT_BACKGAMMON, ids=names(ALL_BUT_BACKGAMMON))
def test_thousands_of_random_positions_are_the_same(pairing: Pairing) -> None:
    assert walk(pairing, positions=1_000, seed=1) > 0


@pytest.mark.slow
@pytest.mark.parametrize("pairing", ALL_BUT_BACKGAMMON, ids=names(ALL_BUT_BACKGAMMON))
def test_tens_of_thousands_of_random_positions_are_the_same(pairing: Pairing) -> None:
    assert walk(pairing, positions=40_000, seed=1_000) > 0


def test_thousands_of_random_positions_of_backgammon_are_the_same() -> None:
    assert backgammon.walk(positions=1_000, seed=1) > 0


@pytest.mark.slow
def test_tens_of_thousands_of_random_positions_of_backgammon_are_the_same() -> None:
    assert backgammon.walk(positions=20_000, seed=1_000) > 0


@pytest.mark.parametrize("pairing", HIDDEN, ids=names(HIDDEN))
def test_random_positions_with_hidden_cards_and_dice_are_the_same(pairing: Pairing) -> None:
    assert walk(pairing, positions=800, seed=1) > 6


@pytest.mark.slow
@pytest.mark.parametrize("pairing", HIDDEN, ids=names(HIDDEN))
def test_thousands_of_random_games_with_hidden_cards_and_dice_are_the_same(pairing: Pairing) -> None:
    assert walk(pairing, positions=60_000, seed=1_000, games=2_000) >= 2_000


def test_random_deals_of_hearts_are_the_same() -> None:
    assert hearts.walk(deals=16, seed=1) == 4 * (4 * 52 + 3 * 12)


@pytest.mark.slow
def test_thousands_of_random_deals_of_hearts_are_the_same() -> None:
    assert hearts.walk(deals=2_000, seed=1_000) == 500 * (4 * 52 + 3 * 12)
