"""Who sits where: everybody equally often in every seat, and against everybody."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from ludwright.tournaments import TournamentError
from ludwright.tournaments.seatings import Seating, design


def by_seat(seatings: list[Seating]) -> Counter[tuple[int, int]]:
    return Counter((seat, agent) for seating in seatings for seat, agent in enumerate(seating))


def by_pair(seatings: list[Seating]) -> Counter[tuple[int, ...]]:
    met = (tuple(sorted(pair)) for seating in seatings for pair in combinations(seating, 2))
    return Counter(pair for pair in met if pair[0] != pair[1])


def test_two_seats_are_filled_with_every_ordered_pair() -> None:
    assert sorted(design(3, 2, 6).seatings) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert len(set(design(7, 2, 100).seatings)) == 42


def test_four_agents_sit_down_in_all_24_ways() -> None:
    assert len(set(design(4, 4, 1000).seatings)) == 24


def test_two_agents_fill_four_seats_in_the_six_ways_in_which_each_has_two() -> None:
    seatings = design(2, 4, 100).seatings
    assert len(set(seatings)) == len(seatings) == 6
    assert all(seating.count(0) == 2 for seating in seatings)


def test_three_agents_fill_four_seats_so_that_each_is_the_one_with_two_equally_often() -> None:
    seatings = design(3, 4, 1000).seatings
    assert len(set(seatings)) == len(seatings) == 3 * 12
    assert Counter(max(range(3), key=seating.count) for seating in seatings) == {0: 12, 1: 12, 2: 12}


@pytest.mark.parametrize(
    ("agents", "seats", "games"),
    [(5, 4, 300), (6, 4, 1000), (10, 5, 1000), (7, 4, 100), (3, 8, 1000), (8, 8, 400), (5, 3, 9000), (2, 7, 500)],
)
def test_every_agent_is_equally_often_in_every_seat_and_against_every_other(
    agents: int, seats: int, games: int
) -> None:
    seatings = design(agents, seats, games).seatings
    places, met = by_seat(seatings), by_pair(seatings)
    assert len(places) == agents * seats
    assert len(set(places.values())) == 1
    assert len(met) == agents * (agents - 1) // 2
    assert max(met.values()) <= 1.1 * min(met.values())
    assert len(seatings) <= games


def test_where_all_groups_can_be_paid_for_pairs_meet_exactly_equally_often() -> None:
    seatings = design(6, 4, 1000).seatings
    assert len(seatings) == 15 * 4
    assert set(by_pair(seatings).values()) == {24}


def test_an_agent_can_play_itself_too() -> None:
    assert design(1, 3, 10, itself=True).seatings == [(0, 0, 0)]
    assert design(2, 2, 10, itself=True).seatings == [(0, 1), (1, 0), (0, 0), (1, 1)]


def test_too_few_games_are_told() -> None:
    with pytest.raises(TournamentError, match="5 games are too few: there are 6 seatings"):
        design(3, 2, 5)
