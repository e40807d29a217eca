"""Conquest with its scripted player, beside what is known of the published games (docs/bench/conquest.md)."""

from __future__ import annotations

import ludwright
from ludwright.play.course import Course, CourseRows

GAMES = 120
TURN, NUMBER, CLAIMS, FEW_CLAIMS = 0, 3, 42, 8
"""Where a course tells the turn, and its number in the war; and how many turns go by before it, one for every land."""


def war(course: Course, kept: CourseRows) -> list[list[float]]:
    """The leads in the war: its turns are counted anew, after those in which lands are claimed."""
    begin = max(row for row, number in enumerate(kept.turns[:, NUMBER]) if number == 1)
    leads: list[list[float]] = course.leads(kept.number)[begin:].tolist()
    return leads


def test_on_the_classic_map_who_moves_first_leads_and_mostly_wins() -> None:
    result = ludwright.simulate(ludwright.load("conquest"), GAMES, seed=1, agents="thesis", follow=GAMES)
    course = result.course
    assert course is not None and len(course.games) == GAMES and not result.draws
    for kept in course.games:
        leads = war(course, kept)
        assert leads[0][0] > leads[0][1]
        assert len(leads) == kept.turns[-1, NUMBER] == kept.turns[-1, TURN] - CLAIMS
        assert kept.winner is not None and leads[-1][kept.winner] == 1
    assert 0.78 < result.win_share(0) < 0.95  # published: 87.4%
    assert 10 <= result.turns.median - CLAIMS <= 14  # published: 14


def test_drama_on_the_classic_map_is_as_published() -> None:
    run = ludwright.playtest("conquest", "thesis", 600, seed=3, tracked=600)
    drama = ludwright.measure(run, ["drama of the lead"])[0]["drama of the lead"]
    assert drama.low is not None and drama.high is not None
    assert drama.low < 0.064 < drama.high


def test_on_the_small_map_games_are_shorter() -> None:
    result = ludwright.simulate(ludwright.load("conquest_small"), GAMES, seed=1, agents="thesis")
    assert not result.faulted
    assert 0.6 < result.win_share(0) < 0.9
    assert 5 < result.turns.mean - FEW_CLAIMS < 7.5


def test_the_scripted_player_beats_the_random_one_even_when_it_moves_second() -> None:
    game = ludwright.load("conquest_small")
    for seat, seats in enumerate((["thesis", "random"], ["random", "thesis"])):
        assert ludwright.simulate(game, GAMES, seed=2, agents=seats).win_share(seat) > 0.6
