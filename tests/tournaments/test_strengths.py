"""Ratings: Bradley and Terry's model on results worked out by hand, and against another way to fit it."""

from __future__ import annotations

from itertools import permutations
from math import exp, log, log10

import numpy as np
import pytest

from ludwright.tournaments.field import PlayedSeating
from ludwright.tournaments.meetings import Meetings
from ludwright.tournaments.strength import ELO, PRIOR, StrengthEstimates, strengths
from tests.tournaments.made_up import played, tournament_of, two

MANY = 20_000
"""So many games that one more hardly changes anything."""


def of_two(*games: PlayedSeating, agents: int) -> StrengthEstimates:
    return strengths([Meetings.of(p, [0, 1]) for p in games], agents, 2)


def test_ten_to_one_are_400_points() -> None:
    found = of_two(two((0, 1), 10 * MANY, 0, MANY), two((1, 0), MANY, 0, 10 * MANY), agents=2)
    assert ELO * found.difference(0, 1)[0] == pytest.approx(400, abs=0.05)


def test_strengths_of_1_2_and_4_are_found_again() -> None:
    """By hand: 1 against 2 wins a third of the games, 2 against 4 a third, 1 against 4 a fifth."""
    games = []
    for weak, strong, won, lost in ((0, 1, 10, 20), (1, 2, 10, 20), (0, 2, 6, 24)):
        games += [two((weak, strong), won * 1000, 0, lost * 1000), two((strong, weak), lost * 1000, 0, won * 1000)]
    found = of_two(*games, agents=3)
    assert found.difference(1, 0)[0] == pytest.approx(log(2), abs=1e-3)
    assert found.difference(2, 1)[0] == pytest.approx(log(2), abs=1e-3)
    assert found.seats[0] == pytest.approx(found.seats[1], abs=1e-6)


def test_a_draw_is_half_a_point() -> None:
    drawn = of_two(two((0, 1), 20, 20, 10), two((1, 0), 10, 20, 20), agents=2)
    decided = of_two(two((0, 1), 30, 0, 20), two((1, 0), 20, 0, 30), agents=2)
    assert drawn.agents == pytest.approx(decided.agents)
    assert drawn.difference(0, 1)[1] < 0.9 * decided.difference(0, 1)[1], "draws vary less"


def test_the_worth_of_a_seat_is_told_from_the_strength_of_who_sits_there() -> None:
    """The first seat is worth a factor of 3, the first agent 2: it wins 6 : 1 in the first seat, and loses 2 : 3 in the second."""
    found = of_two(two((0, 1), 6 * MANY, 0, MANY), two((1, 0), 3 * MANY, 0, 2 * MANY), agents=2)
    assert exp(found.difference(0, 1)[0]) == pytest.approx(2, rel=1e-3)
    assert exp(found.seats[0] - found.seats[1]) == pytest.approx(3, rel=1e-3)


def test_of_an_unbeaten_agent_the_strength_is_finite_and_its_error_large() -> None:
    value, error = of_two(two((0, 1), 50, 0, 0), two((1, 0), 0, 0, 50), agents=2).difference(0, 1)
    more, error_of_more = of_two(two((0, 1), 5000, 0, 0), two((1, 0), 0, 0, 5000), agents=2).difference(0, 1)
    assert 3 < value < more < 15
    assert min(error, error_of_more) > 0.9
    # below what is left at 95%, the rate of losses that 100 games without one allow (3%) must be possible
    assert value - 1.96 * error < log(97 / 3)


def test_the_prior_is_one_drawn_game_against_the_middle() -> None:
    """For two agents in seats of no worth the slope at the top is 0: points, less what is expected, less the pull of the prior."""
    found = of_two(two((0, 1), 15, 0, 5), two((1, 0), 5, 0, 15), agents=2)
    strength = float(found.agents[0])
    share = 1 / (1 + exp(-2 * strength))
    pull = PRIOR * (1 / (1 + exp(-strength)) - 0.5)
    assert 30 - 40 * share == pytest.approx(pull, abs=1e-8)


def test_minorisation_and_maximisation_comes_to_the_same_strengths() -> None:
    """Hunter's algorithm (2004), with the prior as a drawn game against a player of strength 1."""
    dice = np.random.default_rng(3)
    each = 30
    games = [two(pair, *dice.multinomial(each, [0.5, 0.2, 0.3])) for pair in permutations(range(4), 2)]
    met = [(p.seating, float(Meetings.of(p, [0, 1]).points.sum())) for p in games]
    strong, seat = np.ones(4), np.ones(2)
    for _ in range(1000):
        took, over = np.full(4, 0.5), 1 / (strong + 1)
        for (one, other), got in met:
            both = strong[[one, other]] @ seat
            np.add.at(took, [one, other], [got, each - got])
            np.add.at(over, [one, other], each * seat / both)
        strong = took / over
        took, over = np.full(2, 0.5), 1 / (seat + 1)
        for (one, other), got in met:
            took += [got, each - got]
            over += each * strong[[one, other]] / (strong[[one, other]] @ seat)
        seat = took / over
    found = of_two(*games, agents=4)
    assert found.agents - found.agents[0] == pytest.approx(np.log(strong / strong[0]), abs=1e-6)
    assert found.seats[0] - found.seats[1] == pytest.approx(np.log(seat[0] / seat[1]), abs=1e-4)


def test_two_who_lost_alike_are_not_compared() -> None:
    games = played((0, 1, 2), [(1, -1, -1)] * 6 + [(-1, 1, -1)] * 3 + [(0, 0, 0)] * 2)
    found = tournament_of(["a", "b", "c"], [games])
    share = found.against("a", "b")
    assert (share.games, share.ahead, share.level, share.behind) == (11, 6, 2, 3)
    share = found.against("a", "c")
    assert (share.games, share.ahead, share.level, share.behind) == (8, 6, 2, 0)
    assert found.against("c", "b").points == 1.0


def test_an_agent_in_several_seats_counts_once_a_game() -> None:
    games = played((0, 0, 1, 1), [(1, -1, -1, -1)] * 7 + [(-1, -1, -1, 1)] * 3)
    found = tournament_of(["a", "b"], [games])
    share = found.against("a", "b")
    assert (share.games, share.ahead, share.behind) == (10, 7, 3)


def test_a_rating_begins_at_random_or_at_the_weakest() -> None:
    games = [two((0, 1), 30, 0, 10), two((1, 0), 10, 0, 30)]
    assert tournament_of(["random", "weak"], games).zero == "random"
    found = tournament_of(["strong", "weak"], games)
    assert [rating.agent for rating in found.ratings] == ["strong", "weak"]
    assert (found.zero, found.ratings[-1].value) == ("weak", 0.0)
    assert found.ratings[0].value == pytest.approx(400 * log10(3), rel=0.05)
    assert found.ratings[0].low < found.ratings[0].value < found.ratings[0].high
