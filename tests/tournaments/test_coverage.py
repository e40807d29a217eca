"""Intervals hold the truth as often as they claim: shown on results drawn from known chances."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt
import pytest

from ludwright.tournaments import Share
from ludwright.tournaments.field import PlayedSeating
from ludwright.tournaments.meetings import Meetings
from ludwright.tournaments.seatings import design
from ludwright.tournaments.shares import sure
from ludwright.tournaments.strength import strengths

Numbers = npt.NDArray[np.float64]
Z = 1.959963984540054


@pytest.mark.slow
@pytest.mark.parametrize("games", [20, 50, 200])
@pytest.mark.parametrize(("won", "drawn"), [(0.5, 0.0), (0.7, 0.0), (0.25, 0.5), (0.05, 0.9), (0.6, 0.3), (0.01, 0.5)])
def test_shares_of_points(won: float, drawn: float, games: int) -> None:
    truth, times = won + drawn / 2, 3000
    counts = np.random.default_rng(games).multinomial(games, [won, drawn, 1 - won - drawn], size=times)
    held = 0
    for wins, draws, _ in counts.tolist():
        low, high = Share(games, wins, draws, wins + draws / 2, wins + draws / 4).interval()
        held += low <= truth <= high
    assert held / times > 0.93


def drawn_games(
    strong: Numbers, worth: float, games: int, drawn: float, dice: np.random.Generator
) -> list[PlayedSeating]:
    """Games of two whose chances are those of the model."""
    found = []
    for one, other in permutations(range(len(strong)), 2):
        share = 1 / (1 + np.exp(strong[other] - strong[one] - worth))
        level = drawn * 2 * min(share, 1 - share)
        at = dice.random(games)
        won = np.where(at < share - level / 2, 1.0, np.where(at < share + level / 2, 0.0, -1.0))
        found.append(PlayedSeating((one, other), [np.stack([won, -won], axis=1)], games))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strong", "worth", "games", "drawn"),
    [
        ((0, 0.5, 1, 2), 0.3, 20, 0.0),
        ((0, 0.5, 1, 2), 0.3, 20, 0.6),
        ((0, 0, 0), 0.0, 50, 0.9),
        ((0, 3, 6), 0.0, 30, 0.0),
    ],
)
def test_differences_of_ratings(strong: tuple[float, ...], worth: float, games: int, drawn: float) -> None:
    dice, truth, times = np.random.default_rng(7), np.array(strong, float), 300
    pairs = list(combinations(range(len(truth)), 2))
    held, seats_held = 0, 0
    for _ in range(times):
        games_of_two = drawn_games(truth, worth, games, drawn, dice)
        found = strengths([Meetings.of(played, [0, 1]) for played in games_of_two], len(truth), 2)
        for one, other in pairs:
            value, error = found.difference(one, other)
            held += abs(value - (truth[one] - truth[other])) <= Z * error
        seats_held += abs(found.seats[0] - found.seats.mean() - worth / 2) <= Z * found.seat_error(0)
    assert held / times / len(pairs) > 0.93
    assert seats_held / times > 0.92


@pytest.mark.slow
@pytest.mark.parametrize("ranked", [True, False], ids=["all places", "one winner"])
@pytest.mark.parametrize("strong", [(0, 1), (0, 0.5, 1), (0, 0.5, 1, 2)])
def test_differences_of_ratings_at_a_table_of_four(strong: tuple[float, ...], ranked: bool) -> None:
    """Luce's model: in every game each player draws a number; the highest wins, or they are ranked by it."""
    dice, truth, times = np.random.default_rng(5), np.array(strong, float), 200
    seatings = design(len(strong), 4, 480).seatings
    pairs = list(combinations(range(len(truth)), 2))
    held = 0
    for _ in range(times):
        games = []
        for seating in seatings:
            drawn = truth[list(seating)] + dice.gumbel(size=(480 // len(seatings), 4))
            best = np.where(drawn == drawn.max(axis=1, keepdims=True), 1.0, -1.0)
            games.append(PlayedSeating(seating, [drawn if ranked else best], len(drawn)))
        found = strengths([Meetings.of(played, range(4)) for played in games], len(truth), 4)
        for one, other in pairs:
            value, error = found.difference(one, other)
            held += abs(value - (truth[one] - truth[other])) <= Z * error
    assert held / times / len(pairs) > 0.92


@pytest.mark.slow
@pytest.mark.parametrize("drawn", [0.0, 0.8])
def test_among_equals_one_tournament_in_twenty_at_most_claims_a_difference(drawn: float) -> None:
    dice, times, claimed = np.random.default_rng(11), 2000, 0
    for _ in range(times):
        wins, draws, _ = dice.multinomial(60, [(1 - drawn) / 2, drawn, (1 - drawn) / 2], size=10).T
        shares = [Share(60, w, d, w + d / 2, w + d / 4) for w, d in zip(wins.tolist(), draws.tolist(), strict=True)]
        claimed += any(sure([share.chance for share in shares]))
    assert claimed / times < 0.065
