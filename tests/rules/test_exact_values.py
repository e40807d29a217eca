"""Games of pure chance against their exact values, which are worked out here from the decks alone."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt

import pytest

import ludwright
from tests.bundled import bundled

MOVEMENT = {
    "movement_points": {0: 6, 1: 6, 2: 6},
    "movement_points_2": {1: 12, 2: 6, 3: 3},
    "movement_points_3": {1: 12, 2: 2, 3: 3, 5: 4},
}

POLIS = {
    "polis": {1: 38, 2: 26, 3: 23, 4: 9},
    "polis_b": {0: 15, 1: 23, 2: 26, 3: 23, 4: 9},
    "polis_c": {0: 5, 1: 33, 2: 13, 3: 36, 4: 9},
    "polis_d": {0: 5, 1: 33, 2: 13, 3: 28, 4: 17},
    "polis_e": {0: 5, 1: 33, 2: 13, 3: 28, 4: 13, 5: 4},
    "polis_f": {0: 5, 1: 33, 2: 13, 3: 28, 4: 11, 5: 4, 7: 2},
}


def mean_and_variance(deck: dict[int, int]) -> tuple[Fraction, Fraction]:
    """Of one card drawn from a deck."""
    size = sum(deck.values())
    mean = Fraction(sum(v * n for v, n in deck.items()), size)
    return mean, sum((Fraction(n, size) * (v - mean) ** 2 for v, n in deck.items()), Fraction(0))


def scores(name: str, games: int) -> list[list[float]]:
    game = bundled(name)
    found = []
    for number in range(games):
        match = game.start(seed=11, game=number)
        assert match.over
        score = match.scores()
        assert score is not None
        found.append(score)
    return found


@pytest.mark.parametrize("name", sorted(MOVEMENT))
def test_movement_points_deals_the_whole_deck_and_the_mean_is_exact(name: str) -> None:
    deck = MOVEMENT[name]
    size = sum(deck.values())
    first = (size + 1) // 2
    mean, variance = mean_and_variance(deck)
    played = scores(name, 4000)
    assert all(sum(pair) == mean * size for pair in played)
    exact = float(mean * first)
    # drawn without replacement: the sum of `first` cards out of all
    deviation = sqrt(float(variance) * first * (size - first) / (size - 1))
    got = sum(pair[0] for pair in played) / len(played)
    assert abs(got - exact) < 4 * deviation / sqrt(len(played))


def first_wins(deck: dict[int, int]) -> tuple[float, float]:
    """The exact chance that the first player of Movement Points wins, and that nobody does."""
    values = sorted(deck)
    size = sum(deck.values())
    mine = (size + 1) // 2
    total = sum(v * n for v, n in deck.items())
    from math import comb

    @cache
    def ways(kind: int, cards: int, points: int) -> int:
        if kind == len(values):
            return int(cards == 0 and points == 0)
        value = values[kind]
        return sum(
            comb(deck[value], n) * ways(kind + 1, cards - n, points - n * value)
            for n in range(min(deck[value], cards) + 1)
            if points - n * value >= 0
        )

    everything = comb(size, mine)
    wins = sum(ways(0, mine, points) for points in range(total + 1) if 2 * points > total)
    ties = ways(0, mine, total // 2) if total % 2 == 0 else 0
    return wins / everything, ties / everything


@pytest.mark.parametrize("name", sorted(MOVEMENT))
def test_movement_points_win_shares_are_exact(name: str) -> None:
    wins, ties = first_wins(MOVEMENT[name])
    games = 100_000
    result = ludwright.simulate(bundled(name), games, seed=3, threads=1)
    for got, exact in ((result.wins[0] / games, wins), (result.draws / games, ties)):
        assert abs(got - exact) < 4 * sqrt(exact * (1 - exact) / games) + 1e-9


@pytest.mark.parametrize("name", sorted(POLIS))
def test_polis_strength_has_the_exact_mean_and_spread(name: str) -> None:
    mean, variance = mean_and_variance(POLIS[name])
    assert sum(POLIS[name].values()) == 96
    exact = 4 * (Fraction(21, 2) + mean)
    # four meeple counts are independent; the eight cards come from one deck without replacement, four to each
    spread = 4 * Fraction(5, 4) + 4 * variance * Fraction(96 - 4, 96 - 1)
    played = [one for pair in scores(name, 4000) for one in pair]
    got = sum(played) / len(played)
    assert abs(got - float(exact)) < 4 * sqrt(float(spread) / len(played)) * 1.1
    measured = sum((x - got) ** 2 for x in played) / (len(played) - 1)
    assert abs(measured / float(spread) - 1) < 0.1
