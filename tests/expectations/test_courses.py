"""Courses of events in games worked out by hand: every case, for, against or open."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.language.source import read_text
from ludwright.mistakes import MistakesError
from tests.expectations.climbing import CLIMB, two

Moment = tuple[int, int]
# title, lines, cases for, cases for and against, open ones, moments for, moments against
CASES: list[tuple[str, str, tuple[int, int, int], list[Moment], list[Moment]]] = [
    (
        "the quick one follows at once",
        "after p does climb(1)\n  then another q does climb(2)\n  within 1 turn",
        (5, 5, 0), [(0, 3), (0, 5), (1, 2), (1, 4), (1, 6)], [],
    ),
    (
        "who climbs fast goes on so, and the last time the game is over",
        "after p does climb(2)\n  then p does climb(2)\n  within 1 turn of p",
        (4, 4, 2), [(0, 3), (0, 5), (1, 4), (1, 6)], [],
    ),
    (
        "the slow one comes behind the middle",
        "after top becomes 4\n  then someone does climb(n) with n is 1\n  within 1 turn",
        (2, 2, 0), [(0, 4), (1, 5)], [],
    ),
    (
        "a number is kept as it was",
        "after p does climb(n)\n  let h = p.height\n  then p does climb(m) with p.height is h + n\n  within 1 turn of p",
        (7, 7, 4), [(0, 3), (0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (1, 6)], [],
    ),
    (
        "a set is kept as it was: in game 1 the slow one has 2 by then",
        "after top becomes 2\n  let low = all q in players with q.height < 2\n  then q does climb with q is in low and q.height is 2\n  within 1 turn",
        (1, 2, 0), [(1, 3)], [(0, 1)],
    ),
    ("before is before", "after p does climb(n) with before p.height is 0\n  then end of game", (4, 4, 0), [(0, 5), (1, 6)], []),
    ("nobody gets above 4", "after start of game\n  always top <= 4", (0, 2, 0), [], [(0, 5), (1, 6)]),
    ("nobody gets above 6", "always top <= 6", (2, 2, 0), [(0, 0), (1, 0)], []),
    (
        "4 is reached without a small step",
        "after start of game\n  then top becomes 4\n  without someone does climb(1)",
        (0, 2, 0), [], [(0, 2), (1, 1)],
    ),
    (
        "before the end somebody makes a small step",
        "after top becomes 6\n  earlier someone does climb(1)\n  within 1 turn",
        (2, 2, 0), [(0, 5), (1, 6)], [],
    ),
    ("that was not a big step", "after top becomes 6\n  earlier someone does climb(2)\n  within 1 turn", (0, 2, 0), [], [(0, 5), (1, 6)]),
    ("a turn is one step", "after p does climb(1)\n  then someone does climb\n  before end of turn", (0, 5, 0), [], [(0, 2), (0, 4), (1, 1), (1, 3), (1, 5)]),
    (
        "moves of a player: each of the two has so many",
        "after p does climb(1)\n  then q does climb(1) with q is not p\n  within 2 moves of p",
        (0, 1, 4), [], [(1, 1)],
    ),
    ("the next player", "after top becomes 2\n  then next does climb(1)", (2, 2, 0), [(0, 2), (1, 3)], []),
    (
        "one thing or the other, one behind the other",
        "after start of game\n  then p does climb(1) or p does climb(2)\n  then p does climb\n  within 3 moves",
        (2, 2, 0), [(0, 3), (1, 3)], [],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("title", "lines", "counts", "moments", "against"), CASES, ids=[case[0] for case in CASES])
def test_cases_are_those_found_by_hand(
    title: str, lines: str, counts: tuple[int, int, int], moments: list[Moment], against: list[Moment]
) -> None:
    verdict = ludwright.expect(two(), f'expect "{title}": at least 50% of cases\n  {lines}').verdicts[0]
    assert (verdict.count, verdict.tried, verdict.open) == counts
    assert list(verdict.examples) == moments
    assert list(verdict.against) == against


def test_games_count_once_where_games_are_counted() -> None:
    lines = "\n  after p does climb(1)\n  then p does climb(1)\n  within 1 turn of p"
    cases = ludwright.expect(two(), f'expect "x": at least 50% of cases{lines}').verdicts[0]
    games = ludwright.expect(two(), f'expect "x": at least 50% of games{lines}').verdicts[0]
    assert (cases.count, cases.tried, cases.open) == (3, 3, 2)
    assert (games.count, games.tried, games.open) == (2, 2, 0)


def test_times_a_game() -> None:
    found = ludwright.expect(two(), 'expect "x": 2 to 3 times a game\n  after p does climb(1)').verdicts[0]
    assert found.value == 2.5


def test_always_and_never() -> None:
    never = 'expect "stop": never\n  after someone does climb(0)'
    broken = 'expect "small": never\n  after someone does climb(1)'
    kept = 'expect "followed": always\n  after p does climb(1)\n  then another q does climb(2)'
    found = ludwright.expect(two(), never, broken, kept)
    assert [verdict.status for verdict in found.verdicts] == ["green", "red", "green"]
    assert found["small"].against[0] == (0, 2)


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ("after p does clim(1)", 2, "no action and no question is called `clim`"),
        ("after p does climb(1)\n  then q does climb with q.heigth > 2", 3, "heigth"),
        ("after p does climb(1)\n  then p.height does climb", 3, "expected a player, this is a number"),
        ("after start of deal", 2, "no part of the game is called `deal`"),
        ("after p sees c", 2, "there are no cards and no things here"),
        ("after p leaves dael", 2, "no part of the game is called `dael`"),
        ("after c enters top", 2, "expected a zone or a cell, this is a number"),
        ("after p does climb(1)\n  then p does climb\n  within 2 days", 4, "moves, turns or rounds"),
        ("after p does climb(1)\n  then another q does climb(2)\n  within 1 turn of q", 4, "nothing is called `q`"),
        ("within 2 turns", 1, "nothing opens a case here"),
        ("after p does climb(1)\n  after q does climb(2)", 3, "`after` stands in the first line, once"),
        (
            "after p does climb(1)\n  then p does climb\n  within 2 turns\n  within 3 turns",
            5,
            "`within` is there already",
        ),
        ("after p does climb(1)", 1, "nothing says what must follow"),
        ("after p does climb(1, 2)", 2, "`climb` takes 1 in its brackets"),
    ],
)
def test_a_mistake_is_told_where_it_is(lines: str, line: int, message: str) -> None:
    with pytest.raises(MistakesError) as caught:
        ludwright.expect(two(), f'expect "x": always\n  {lines}')
    (mistake,) = caught.value.mistakes
    assert mistake.place is not None and mistake.place.line == line
    assert message in mistake.message


def test_what_never_comes_about_decides_nothing() -> None:
    rest = "\n  after p does climb(0)\n  then p does climb"
    found = ludwright.expect(
        two(), *(f'expect "{rule}": {rule}{rest}' for rule in ("always", "never", "at most 50% of cases"))
    )
    assert {(verdict.status, verdict.note) for verdict in found.verdicts} == {("undecided", "it never came to that")}


def test_games_without_a_case_count_where_games_are_counted() -> None:
    found = ludwright.expect(two(), 'expect "x": at least 10% of games\n  after p does climb(2) with turn.number is 1')
    assert (found.verdicts[0].count, found.verdicts[0].tried) == (1, 2)


def test_a_game_that_is_stopped_has_no_end() -> None:
    endless = CLIMB.replace("n in 0..2", "n in 0..0").replace("climb(n) when n is 1", "climb(n) when n is 0")
    found = ludwright.expect(
        read_text(endless, "endless.game"), 'expect "x": always\n  after start of game\n  then end of game', games=2
    )
    assert (found.verdicts[0].status, found.unfinished) == ("red", 2)
