"""Queries over two games of Climb, worked out by hand.

Game 0: 2, 1, 3, 0, 2: seat 1 stands at 2 2 5 5 7, seat 2 at 0 1 1 1 1, and seat 1 wins. The gap is 2 1 4 4 6.
Game 1: 0, 3, 1, 3: seat 1 stands at 0 0 1 1, seat 2 at 0 3 3 6, and seat 2 wins. The gap is 0 3 2 5.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest

import ludwright
import ludwright.queries.query as query_module
from ludwright.queries import Query, QueryError, combine, distribution, summary, values
from ludwright.queries.following import follow
from ludwright.queries.picturing import grouped_values
from ludwright.queries.query import followed_once
from ludwright.queries.spread import behind
from ludwright.queries.summaries import _sums
from tests.queries.written import CLIMB, WrittenRun

ONE = ["climb 2", "climb 1", "climb 3", "climb 0", "climb 2"]
OTHER = ["climb 0", "climb 3", "climb 1", "climb 3"]


@pytest.fixture(scope="module")
def run() -> WrittenRun:
    return WrittenRun(CLIMB, [ONE, OTHER])


def by_index(table: pl.DataFrame, column: str = "value") -> list[Any]:
    return table[column].to_list()


# ---------------------------------------------------------------- where to look


def test_after_every_decision(run: WrittenRun) -> None:
    table = values(run, Query("gap"))
    assert table.columns == ["game", "ply", "turn", "actor", "name", "seat", "value"]
    assert table.rows()[:2] == [(0, 0, 1, 1, "gap", None, 2.0), (0, 1, 2, 2, "gap", None, 1.0)]
    assert by_index(table) == [2, 1, 4, 4, 6, 0, 3, 2, 5]


def test_before_every_decision(run: WrittenRun) -> None:
    table = values(run, Query("gap", when="before"))
    assert by_index(table) == [0, 2, 1, 4, 4, 0, 0, 3, 2]
    assert table["ply"].to_list() == [0, 1, 2, 3, 4, 0, 1, 2, 3]


def test_at_the_end_of_every_turn(run: WrittenRun) -> None:
    table = values(run, Query("gap", when="turn"))
    assert by_index(table) == [2, 1, 4, 4, 6, 0, 3, 2, 5]
    assert table["turn"].to_list() == [1, 2, 3, 4, 5, 1, 2, 3, 4]


def test_at_the_end_of_the_game(run: WrittenRun) -> None:
    assert values(run, Query("gap", when="end")).select("game", "value").rows() == [(0, 6.0), (1, 5.0)]


def test_every_player_has_a_value(run: WrittenRun) -> None:
    table = values(run, Query("p.height", last=1))
    assert table.select("game", "ply", "seat", "value").rows() == [
        (0, 0, 1, 2), (0, 0, 2, 0), (0, 1, 1, 2), (0, 1, 2, 1), (1, 0, 1, 0), (1, 0, 2, 0), (1, 1, 1, 0), (1, 1, 2, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("when", "found"),
    [("before", [1, 4, 4, 3, 2]), ("after", [4, 4, 6, 2, 5]), ("turn", [1, 4, 4, 6, 3, 2, 5])],
)
def test_from_index_to_index(run: WrittenRun, when: str, found: list[float]) -> None:
    assert by_index(values(run, Query("gap", when=when, first=2, last=5))) == found


def test_both_bounds_are_included(run: WrittenRun) -> None:
    assert by_index(values(run, Query("gap", when="turn", first=2, last=3))) == [1, 4, 3, 2]
    assert by_index(values(run, Query("gap", first=4, last=4))) == [6]


def test_some_games_only(run: WrittenRun) -> None:
    assert by_index(values(run, Query("gap", where="winner = 2", last=1))) == [0, 3]
    assert by_index(values(run, Query("gap", where=pl.col("turns") > 4, last=0))) == [2]
    assert by_index(values(run, Query("gap", games=[1], when="end"))) == [5]
    assert by_index(values(run, Query("gap", games=[1], where="winner = 1"))) == []


# ---------------------------------------------------------------- several expressions to one


@pytest.mark.parametrize(
    ("how", "found"),
    [
        ("sum", [2 + 2, 2 + 1, 5 + 4, 5 + 4, 7 + 6]),
        ("difference", [0, 1, 1, 1, 1]),
        ("product", [4, 2, 20, 20, 42]),
        ("quotient", [1, 2, 1.25, 1.25, 7 / 6]),
        ("average", [2, 1.5, 4.5, 4.5, 6.5]),
        ("minimum", [2, 1, 4, 4, 6]),
        ("maximum", [2, 2, 5, 5, 7]),
        ("median", [2, 1.5, 4.5, 4.5, 6.5]),
        ("quantile:0.25", [2, 1.25, 4.25, 4.25, 6.25]),
        ("deviation", [0, math.sqrt(0.5), math.sqrt(0.5), math.sqrt(0.5), math.sqrt(0.5)]),
    ],
)
def test_expressions_are_combined(run: WrittenRun, how: str, found: list[float]) -> None:
    table = values(run, Query("p.height", "gap", combine=how, where="winner = 1"))
    assert by_index(table.filter(pl.col("seat") == 1)) == pytest.approx(found)
    assert table["name"].unique().to_list() == [f"{how.replace(':', ' ')} of p.height, gap"]


def test_a_quotient_by_nothing_is_null(run: WrittenRun) -> None:
    table = values(run, Query("gap", "p.height", combine="quotient", games=[1], first=0, last=1))
    assert by_index(table) == [None, None, None, 1.0]


# ---------------------------------------------------------------- several games to one


@pytest.mark.parametrize(
    ("how", "found"),
    [
        ("sum", [2, 4, 6, 9, 6]),
        ("difference", [2, -2, 2, -1, 6]),
        ("product", [0, 3, 8, 20, 6]),
        ("quotient", [None, 1 / 3, 2, 4 / 5, 6]),
        ("average", [1, 2, 3, 4.5, 6]),
        ("minimum", [0, 1, 2, 4, 6]),
        ("maximum", [2, 3, 4, 5, 6]),
        ("median", [1, 2, 3, 4.5, 6]),
        ("quantile:0.25", [0.5, 1.5, 2.5, 4.25, 6]),
        ("deviation", [math.sqrt(2), math.sqrt(2), math.sqrt(2), math.sqrt(0.5), None]),
    ],
)
def test_games_are_combined(run: WrittenRun, how: str, found: list[float | None]) -> None:
    table = summary(run, Query("gap"), how)
    assert table["ply"].to_list() == [0, 1, 2, 3, 4]
    assert table["count"].to_list() == [2, 2, 2, 2, 1]
    assert by_index(table) == [None if value is None else pytest.approx(value) for value in found]


def test_a_deviation_has_an_interval_and_agrees_with_the_metric() -> None:
    run = ludwright.playtest("polis", games=40, seed=2)
    row = summary(run, Query("score", when="end"), "deviation", per="none").row(0, named=True)
    found = ludwright.measure(run, ["deviation of scores"])[0]["deviation of scores"]
    assert (row["value"], row["low"], row["high"]) == pytest.approx((found.value, found.low, found.high))
    assert row["count"] == 80 and row["low"] < row["value"] < row["high"]


def test_where_nobody_decides_anything_turns_are_looked_at() -> None:
    run = ludwright.playtest("movement_points", games=2, seed=1)
    table = run.query("deck.count")
    assert by_index(table.filter(pl.col("game") == 0)) == [float(left) for left in range(17, -1, -1)]
    with pytest.raises(QueryError, match="nobody decides anything in these games: look at the end of every turn"):
        run.query("deck.count", when="after")


def test_the_interval_of_an_average_is_students(run: WrittenRun) -> None:
    """Two values, 4 and 5: their mean's error is 0.5, and t with one degree of freedom is 12.706."""
    row = summary(run, Query("gap", first=3, last=3)).row(0, named=True)
    assert row["high"] - row["value"] == pytest.approx(12.7062 * 0.5, rel=1e-5)
    assert row["value"] - row["low"] == pytest.approx(12.7062 * 0.5, rel=1e-5)


def test_a_single_game_has_no_interval(run: WrittenRun) -> None:
    row = summary(run, Query("gap", first=4)).row(0, named=True)
    assert (row["count"], row["low"], row["high"]) == (1, None, None)


def test_values_of_one_game_are_not_independent(run: WrittenRun) -> None:
    """Both seats pooled: game 0 ends with 7 and 1, game 1 with 1 and 6. The games' means are 4 and 3.5: error 0.25."""
    row = summary(run, Query("p.height", when="end"), per="players").row(0, named=True)
    assert (row["value"], row["count"]) == (3.75, 4)
    assert row["high"] - row["value"] == pytest.approx(12.7062 * 0.25, rel=1e-5)


def test_all_values_together(run: WrittenRun) -> None:
    assert summary(run, Query("p.height", when="end"), per="none").select("value", "count").rows() == [(3.75, 4)]


def test_sums_count_every_value_of_a_game() -> None:
    """Two games at one index and one at the next, with as many values each, and not."""
    at, total = np.array([1, 1, 2], np.intp), np.array([3.0, 5.0, 7.0])
    table = [_sums(at, np.array(size), total)[:, 1:].tolist() for size in ([2, 2, 2], [2, 2, 1])]
    assert table[0] == [[2, 1], [4, 2], [8, 7], [34, 49], [16, 14], [8, 4]]
    assert table[1] == [[2, 1], [4, 1], [8, 7], [34, 49], [16, 7], [8, 1]]


def test_games_are_followed_once_where_that_is_said(run: WrittenRun, monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[Any] = []

    def counted(*asked: Any) -> Any:
        times.append(asked)
        return follow(*asked)

    monkeypatch.setattr(query_module, "follow", counted)
    query = Query("p.height")
    with followed_once():
        found = summary(run, query), distribution(run, query), summary(run, Query("gap"))
    assert len(times) == 2
    assert [
        table.equals(again)
        for table, again in zip(
            found, (summary(run, query), distribution(run, query), summary(run, Query("gap"))), strict=True
        )
    ] == [True] * 3
    assert len(times) == 5


def test_how_often_each_value_occurred(run: WrittenRun) -> None:
    table = distribution(run, Query("p.height", when="end"), per="players")
    assert table.select("value", "count").rows() == [(1, 2), (6, 1), (7, 1)]


# ---------------------------------------------------------------- groups


def test_by_seat(run: WrittenRun) -> None:
    table = summary(run, Query("p.height", when="end"), per="seat")
    assert table.select("seat", "value").rows() == [(1, 4.0), (2, 3.5)]
    assert summary(run, Query("p.height", when="end")).equals(table)  # unless something else is asked for


def test_a_value_of_the_whole_game_belongs_to_who_acted(run: WrittenRun) -> None:
    table = summary(run, Query("gap", last=1), per="seat")
    assert table.select("seat", "ply", "value").rows() == [(1, 0, 1.0), (2, 1, 2.0)]


def test_by_agent() -> None:
    run = WrittenRun(CLIMB, [ONE, OTHER], agents=(("a", "b"), ("b", "a")))
    table = summary(run, Query("p.height", when="end"), per="agent")
    assert table.select("agent", "value", "count").rows() == [("a", 3.75, 4), ("b", 3.75, 4)]
    alone = summary(run, Query("p.height", when="end", where="cell = 0"), per="agent")
    assert alone.select("agent", "value").rows() == [("a", 4.0), ("b", 3.5)]


def test_by_winner(run: WrittenRun) -> None:
    of_seats = summary(run, Query("p.height", when="end"), per="winner")
    assert of_seats.select("winner", "value").rows() == [("no", 1.0), ("yes", 6.5)]
    of_games = summary(run, Query("gap", when="end"), per="winner")
    assert of_games.select("winner", "value").rows() == [("1", 6.0), ("2", 5.0)]


def test_a_game_that_nobody_won_is_set_apart() -> None:
    run = WrittenRun(CLIMB, [ONE, ["climb 1", "climb 3"]])  # the second was broken off
    assert summary(run, Query("gap", when="end"), per="winner").select("winner", "value").rows() == [
        ("1", 6),
        ("none", 2),
    ]


def test_by_version() -> None:
    run = WrittenRun(CLIMB, [["climb 3", "climb 1"]], summit=(3, 20))
    table = summary(run, Query("lead", when="end"), per="version,seat")
    assert table.select("version", "seat", "value").rows() == [
        ("summit=3", 1, 1.0), ("summit=3", 2, 0.0), ("summit=20", 1, 3 / 20), ("summit=20", 2, 1 / 20),
    ]  # fmt: skip
    single, _ = grouped_values(run, Query("lead", when="end"), per="version")
    assert single["version"].unique(maintain_order=True).to_list() == ["summit=3", "summit=20"]


def test_games_behind_a_figure(run: WrittenRun) -> None:
    def games(which: str, value: float | None = None) -> list[tuple[int, float]]:
        return behind(run, Query("gap", when="end"), None, {}, which, value=value).select("game", "value").rows()

    assert games("near", 5.4) == [(1, 5.0), (0, 6.0)]
    assert games("far", 5.4) == [(0, 6.0), (1, 5.0)]
    assert games("least") == [(1, 5.0), (0, 6.0)]
    assert games("any") == [(0, 6.0), (1, 5.0)]
    with pytest.raises(QueryError, match=r"say what `near` is meant of: `value=3\.5`"):
        games("near")


def test_by_number_of_players() -> None:
    text = CLIMB.replace("players 2", "players 2 to 3")
    run = WrittenRun(text, [["climb 3"]], agents=(("a", "b"), ("a", "b", "c")))
    table = summary(run, Query("p.height", when="end"), per="players")
    assert table.select("players", "value").rows() == [(2, 1.5), (3, 1.0)]


def test_several_expressions_stand_side_by_side(run: WrittenRun) -> None:
    table = summary(run, Query("p.height", "gap", when="end"))
    assert table.select("name", "seat", "value").rows() == [
        ("p.height", 1, 4.0),
        ("p.height", 2, 3.5),
        ("gap", None, 5.5),
    ]


# ---------------------------------------------------------------- results put together


def test_results_are_combined_where_they_belong_together(run: WrittenRun) -> None:
    won, lost = (summary(run, Query("p.height", where=f"winner = {seat}"), per="seat") for seat in (1, 2))
    table = combine("difference", [won, lost])
    assert table.filter(pl.col("seat") == 1)["value"].to_list() == [2, 2, 4, 4]  # only as far as both go


def test_nothing_in_common_is_told(run: WrittenRun) -> None:
    with pytest.raises(QueryError, match="no column in common"):
        combine("sum", [pl.DataFrame({"a": [1], "value": [1.0]}), pl.DataFrame({"b": [1], "value": [1.0]})])
    with pytest.raises(QueryError, match="nothing to combine"):
        combine("sum", [])


# ---------------------------------------------------------------- slips


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: Query(), "say what to follow"),
        (lambda: Query("a", "a"), "twice"),
        (lambda: Query("a", when="aftr"), "did you mean `after`"),
        (lambda: Query("a", first=-1), "can't be negative"),
        (lambda: Query("a", when="end", last=3), "there is one value"),
        (lambda: Query("a", "b", combine="sun"), "did you mean `sum`"),
    ],
)
def test_slips_in_a_query_are_told(asked: Any, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        asked()


def test_slips_in_conditions_and_groups_are_told(run: WrittenRun) -> None:
    with pytest.raises(QueryError, match=r"is no condition on games.*their columns are game, cell"):
        values(run, Query("gap", where="winer = 1"))
    with pytest.raises(QueryError, match="did you mean `seat`"):
        summary(run, Query("gap"), per="seats")


def test_no_game_no_rows(run: WrittenRun) -> None:
    empty = summary(run, Query("gap", where="winner = 9"))
    assert empty.height == 0 and "value" in empty.columns
