"""Patterns over three games of Climb, worked out by hand.

Game 0: 2, 1, 3, 0, 2: seat 1 stands at 2 2 5 5 7, seat 2 at 0 1 1 1 1; seat 1 wins.
Game 1: 0, 3, 1, 3: seat 1 stands at 0 0 1 1, seat 2 at 0 3 3 6; seat 2 wins.
Game 2: 3, 0, 0, 3, 1, 3: seat 1 stands at 3 3 3 3 4 4, seat 2 at 0 0 0 3 3 6; seat 2 wins.
"""

from __future__ import annotations

import pytest

from ludwright.mistakes import LudwrightError, MistakesError
from ludwright.queries import QueryError, find, read_pattern
from tests.queries.written import CLIMB, WrittenRun

GAMES = [
    ["climb 2", "climb 1", "climb 3", "climb 0", "climb 2"],
    ["climb 0", "climb 3", "climb 1", "climb 3"],
    ["climb 3", "climb 0", "climb 0", "climb 3", "climb 1", "climb 3"],
]


@pytest.fixture(scope="module")
def run() -> WrittenRun:
    return WrittenRun(CLIMB, GAMES)


FOUND = [
    # who
    ("seat 1 wins", [(0, 5)]),
    ("games where seat 1 loses", [(1, 4), (2, 6)]),
    ("leader at turn 1 loses", [(2, 1)]),
    ("leader at turn 2 wins", [(0, 2), (1, 2)]),
    ("leader at round 2 wins", [(0, 4), (1, 4)]),
    ("loser plays climb", [(0, 2), (1, 1), (2, 1)]),
    ('winner plays "climb 0"', [(2, 2)]),
    ('agent "b" plays "climb 0"', [(0, 4), (2, 2)]),
    # the example of a temporal query
    ('leader at turn 1 lost after playing "climb 1"', [(2, 5)]),
    ('leader at turn 1 plays "climb 1" then loses', [(2, 5)]),
    # one after the other
    ('seat 1 plays "climb 2" then plays "climb 2"', [(0, 5)]),
    ('anyone plays "climb 3" then anyone plays "climb 3" within 2 turns', [(1, 4), (2, 6)]),
    ('anyone plays "climb 3" then anyone plays "climb 3" within 2 decisions', [(1, 4), (2, 6)]),
    ('anyone plays "climb 3" then anyone plays "climb 3" within 1 turn', []),
    ('seat 1 plays "climb 0" then never seat 2 plays "climb 1"', [(1, 1), (2, 3)]),
    ('p plays "climb 1" before p plays "climb 3"', [(0, 2), (1, 3)]),
    ('seat 1 plays "climb 3" before seat 2 plays "climb 3"', [(0, 3), (2, 1)]),
    # all along
    ("never {max(q.height for q in players) > 6}", [(1, 4), (2, 6)]),
    ("always {seat_gap < 4} until {seat_gap >= 3}", [(0, 3), (1, 2), (2, 1)]),
    ("always {seat_gap < 3} until seat 2 plays climb", [(0, 2), (1, 2)]),
    ("never seat 1 plays climb before turn 2", []),
    ('never anyone plays "climb 0" in turns 1..3', [(0, 5)]),
    ("always {seat_gap > 0} after turn 3", [(0, 5), (1, 4)]),
    # when
    ("{seat_gap is 1} at turn 2", [(0, 2)]),
    ("{seat_gap is 3} at decision 1", [(1, 2), (2, 2)]),
    ("{seat_gap is 0} at the start", [(0, 0), (1, 0), (2, 0)]),
    ("{seat_gap is 5} at the end", [(1, 4)]),
    ('anyone plays "climb 3" at turn 4', [(1, 4), (2, 4)]),
    ('anyone plays "climb 3" in turn 1', [(2, 1)]),
    ('anyone plays "climb 3" after turn 4', [(2, 6)]),
    ('anyone plays "climb 3" before turn 3', [(1, 2), (2, 1)]),
    ('anyone plays "climb 3" within 2 turns', [(1, 2), (2, 1)]),
    ('anyone plays "climb 3" in round 2', [(0, 3), (1, 4), (2, 4)]),
    # together
    ("p leads at turn 3, p loses", [(2, 3)]),
    ("{p.height > 2} and not p leads", [(2, 4)]),
    ('seat 2 plays "climb 3" and earlier seat 1 plays "climb 3"', [(2, 4)]),
    ('(seat 1 wins or anyone plays "climb 1") and {seat_gap > 1}', [(0, 1), (1, 3)]),
]


@pytest.mark.parametrize(("pattern", "moments"), FOUND, ids=[pattern for pattern, _ in FOUND])
def test_games_and_moments_are_found(run: WrittenRun, pattern: str, moments: list[tuple[int, int]]) -> None:
    gap = "max(q.height for q in players) - min(q.height for q in players)"
    found = find(run, pattern.replace("seat_gap", gap))
    assert found.moments == moments
    assert (found.count, found.tried) == (len(moments), 3)
    assert {game for game, _ in found.against} == {0, 1, 2} - set(found.games)


CASES = [
    # for, against, open
    ('after p plays "climb 3": p wins', [(0, 3), (1, 2), (1, 4), (2, 4), (2, 6)], [(2, 1)], 0),
    ('after p plays "climb 3": p plays climb within 1 turn of p', [(0, 5), (1, 4), (2, 3), (2, 6)], [], 2),
    ('after p plays "climb 0": p plays "climb 3" within 2 turns', [(2, 4)], [(1, 1), (2, 3)], 1),
    ('after anyone plays "climb 0": seat 1 wins', [(0, 4)], [(1, 1), (2, 2), (2, 3)], 0),
    ('after anyone plays "climb 0": never anyone plays "climb 3" within 1 turn', [(0, 4), (2, 2)], [(1, 1), (2, 3)], 0),
    ('after anyone plays "climb 0": never anyone plays "climb 3" within 2 turns', [], [(1, 1), (2, 2), (2, 3)], 1),
]


@pytest.mark.parametrize(("pattern", "good", "bad", "open_"), CASES, ids=[case[0] for case in CASES])
def test_cases_speak_for_against_or_stay_open(
    run: WrittenRun, pattern: str, good: list[tuple[int, int]], bad: list[tuple[int, int]], open_: int
) -> None:
    found = find(run, pattern)
    assert (sorted(found.moments), sorted(found.against), found.open) == (sorted(good), sorted(bad), open_)


def test_a_case_knows_who_it_is_about_and_where_it_began(run: WrittenRun) -> None:
    found = find(run, 'after p plays "climb 0": p plays "climb 3" within 2 turns')
    assert found.cases.rows() == [
        (0, 2, 4, 4, "open"), (1, 1, 1, 1, "against"), (2, 2, 2, 4, "for"), (2, 1, 3, 3, "against"),
    ]  # fmt: skip
    assert not found.whole_games and found.share == pytest.approx(1 / 3)


def test_a_game_tells_who_p_is(run: WrittenRun) -> None:
    assert find(run, "p leads at turn 3, p loses").cases.filter(verdict="for")["seat"].to_list() == [1]


def test_some_games_only(run: WrittenRun) -> None:
    assert find(run, "seat 2 wins", where="turns > 4").moments == [(2, 6)]
    assert find(run, "seat 2 wins", games=[0, 1]).tried == 2


def test_the_interval_of_whole_games_is_wilsons(run: WrittenRun) -> None:
    low, high = find(run, "seat 2 wins").interval  # 2 of 3
    assert (low, high) == pytest.approx((0.20766, 0.93851), abs=1e-4)


def test_cases_of_one_game_are_worth_less_than_cases_of_several() -> None:
    """Eight equal cases in two games tell as much as two."""
    played = [["climb 0", "climb 1"] * 4, ["climb 0", "climb 2"] * 2]
    found = find(WrittenRun(CLIMB, played), 'after seat 1 plays "climb 0": seat 2 plays climb within 1 turn')
    assert (found.count, found.tried) == (6, 6)
    assert found.interval[0] == pytest.approx(1 / (1 + 3.841459 / 2), rel=1e-5)  # Wilson's for 2 of 2


def test_who_is_ahead_may_be_told_by_the_score() -> None:
    text = CLIMB.replace("lead(p): p.height / summit", "score(p): p.height")
    assert find(WrittenRun(text, GAMES), "leader at turn 1 loses").games == [2]


def test_a_game_that_does_not_say_who_is_ahead_is_told() -> None:
    text = CLIMB.replace("lead(p): p.height / summit\n", "")
    with pytest.raises(QueryError, match="does not say who is ahead"):
        find(WrittenRun(text, GAMES), "leader at turn 1 loses")


# ---------------------------------------------------------------- slips


@pytest.mark.parametrize(
    ("pattern", "column", "said"),
    [
        ("p pays climb", 3, "did you mean `plays`?"),
        ("p plays", 8, "the pattern ends too early"),
        ("wins", 1, "it is not said who"),
        ("p.height > 3", 2, "into braces"),
        ("p leads at turn 5 and p loses", 19, "stands behind a comma"),
        ("seat x wins", 6, "expected a number"),
        ("{1} in turns 5..2", 5, "this ends before it begins"),
        ("", 1, "the pattern ends too early"),
    ],
)
def test_slips_in_a_pattern_are_told_with_their_place(pattern: str, column: int, said: str) -> None:
    with pytest.raises(MistakesError) as error:
        read_pattern(pattern)
    mistake = error.value.mistakes[0]
    assert mistake.place is not None and mistake.place.column == column
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("anyone plays clim", "did you mean `climb`"),
        ("seat 3 wins", "there is no seat 3: they are 1 to 2"),
        ('agent "quick" wins', "nobody called `quick` played: there are a, b"),
        ("{p.heigth > 3}", "did you mean `height`"),
        ("p wins within 1 turn within 2 turns", "a step has one `within`"),
        ("p plays climb within 1 round of p", "counts turns of `p`"),
    ],
)
def test_slips_about_the_game_are_told(run: WrittenRun, pattern: str, said: str) -> None:
    with pytest.raises(LudwrightError, match=said):
        find(run, pattern)
