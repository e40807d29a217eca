"""A first look takes as much as a game's length and rules allow, and the same seed gives the same."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.findings import judge
from ludwright.findings.play import plays_of, rank_by_strength
from ludwright.reports import ReportOptions, report
from ludwright.reports.effort import FIRST_LOOK, PILOT, Effort, effort_for
from ludwright.reports.playing import Players
from ludwright.reports.report import _ending


def effort(game: str, tables: int = 1) -> Effort:
    return effort_for(ludwright.playtest(game, games=PILOT, seed=1, threads=1), tables)


def test_a_short_game_is_looked_at_in_full() -> None:
    assert effort("tic_tac_toe") == FIRST_LOOK


def test_of_a_long_game_fewer_are_played_and_still_fewer_are_played_again() -> None:
    long = effort("conquest_small", 2)
    assert not long.several
    assert long.sample < long.games < FIRST_LOOK.games
    assert long == effort("conquest_small", 2)


@pytest.mark.slow
def test_what_a_first_look_has_no_time_for_is_told() -> None:
    made = report("cant_stop", wish=ReportOptions(quick=True, games=20, threads=1))
    assert {play.players for play in made.plays} == {2}
    assert made.passed_over == (3,)
    assert "with 3, see the full report" in made.html()


def test_players_who_need_no_time_play_more_games_than_those_who_think_long() -> None:
    long = effort("conquest_small", 2)
    assert long.strong_games(thinks=True) < long.strong_games(thinks=False) <= long.games
    assert FIRST_LOOK.strong_games(thinks=True) == FIRST_LOOK.strong_games(thinks=False) == 400


def test_time_that_is_left_shows_whether_it_matters_who_plays() -> None:
    players = Players("nim", ReportOptions(quick=True, games=10, players=(2,), threads=1), None)
    plays = [*players.plays(), *players.against_random(0.01)]
    assert plays[-1].mixed and plays[-1].agents[-1] == "random" and plays[-1].games % 2 == 0
    assert "luck dominates" in {answer.rule.name for answer in judge(rank_by_strength(plays)).answers}


def test_nothing_is_tried_out_where_games_do_not_end() -> None:
    for limit, kept in ((2, 0), (100, 1)):
        run = ludwright.playtest("tic_tac_toe", games=10, seed=1, move_limit=limit, threads=1)
        assert len(_ending(rank_by_strength(plays_of(run)))) == kept
