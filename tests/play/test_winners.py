"""Who won, decided once: by hand, and the same in whatever any command says of the same games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import ludwright
from ludwright.play.winners import WinCount, Winners, with_shares
from ludwright.statistics import part_interval, wilson
from tests.cli.running import run

NAN = float("nan")
TIES = """
game "Ties"
players 3
each player
  gold = 0 in 0..9
turn: take
action take(n in 0..1)
  my gold += n
end after round when round.number is 1
score(p): p.gold
"""
DRAWN, NAMED = "winner: highest score\n", "winners: all highest p in players by p.gold\n"
TEAMS = TIES.replace(
    "players 3", "players 4\n  | name | team |\n  | A | red |\n  | B | blue |\n  | C | red |\n  | D | blue |"
)
TOGETHER = TIES.replace("players 3", "players 3, cooperative").replace(
    "end after round when round.number is 1\nscore(p): p.gold",
    "end\n  when sum(p.gold for p in players) is 2: everyone wins\n  when round.number is 3: everyone loses",
)


def of(*games: tuple[float, ...], named: bool = False) -> Winners:
    """The winners of games with these results."""
    return Winners.of(np.array(games, float).T, [named] * len(games))


# ---------------------------------------------------------------- by hand


def test_a_win_of_two_counts_a_half_for_each() -> None:
    found = of((1, 1, -1), (3, 2, 3), (-1, -2, -2))
    assert found.shares.T.tolist() == [[0.5, 0.5, 0], [0.5, 0, 0.5], [1, 0, 0]]
    assert (found.alone.tolist(), found.count.tolist()) == ([-1, -1, 0], [2, 2, 1])
    assert found.mask.tolist() == [0b011, 0b101, 0b001]


def test_where_all_get_nothing_it_is_a_draw_unless_the_rules_named_them_all() -> None:
    drawn, named = of((0, 0, 0, 0)), of((0, 0, 0, 0), named=True)
    assert (drawn.drawn.tolist(), drawn.count.tolist()) == ([True], [0])
    assert (named.drawn.tolist(), named.count.tolist()) == ([False], [4])
    assert drawn.shares.T.tolist() == named.shares.T.tolist() == [[0.25] * 4]


def test_all_may_win_or_lose_together() -> None:
    found = of((2, 2), (-1, -1))
    assert found.shares.T.tolist() == [[0.5, 0.5], [0, 0]]
    assert (found.lost_by_all.tolist(), found.drawn.tolist()) == ([False, True], [False, False])


def test_alone_there_is_no_draw() -> None:
    found = of((5,), (0,), (-1,))
    assert (found.won.tolist(), found.drawn.tolist(), found.lost_by_all.tolist()) == (
        [[True, False, False]], [False] * 3, [False, True, True],
    )  # fmt: skip
    assert found.shares.tolist() == [[1, 0, 0]]


def test_a_game_that_was_stopped_has_neither_winners_nor_shares() -> None:
    found = of((NAN, NAN), (1, -1))
    assert not found.won[:, 0].any() and not found.drawn[0] and not found.lost_by_all[0]
    assert np.isnan(found.shares[:, 0]).all() and found.shares[:, 1].tolist() == [1, 0]


def test_counts_do_not_depend_on_the_order_and_shares_add_up() -> None:
    games = [(1, 1, -1), (1, -1, -1), (0, 0, 0), (-1, -1, 1), (1, 1, -1)]
    one, other = WinCount(3), WinCount(3)
    one.add(of(*games))
    for game in reversed(games):
        other.add(of(game))
    assert (one.wins, one.shared, one.draws, one.won_by_several) == ([3, 2, 1], [2, 2, 0], 1, 2)
    assert np.array_equal(one.split, other.split)
    # seat 1: a half, a whole, a third, nothing, a half
    assert one.share(0) == pytest.approx((0.5 + 1 + 1 / 3 + 0.5) / 5)
    assert sum(one.share(seat) for seat in range(3)) == pytest.approx(1)


def test_shared_points_vary_less_so_their_interval_is_narrower() -> None:
    whole, halves = part_interval(50.0, 50.0, 100), part_interval(50.0, 25.0, 100)
    assert whole == wilson(50, 100)
    assert whole[0] < halves[0] < 0.5 < halves[1] < whole[1]


def test_shares_of_a_table_that_was_written_by_hand() -> None:
    rows = [(0, True, 1.0), (0, True, 1.0), (0, False, -1.0), (1, False, 0.0), (1, False, 0.0), (1, False, 0.0),
            (2, False, -1.0), (2, False, -1.0), (2, False, -1.0), (3, None, None), (3, None, None), (3, None, None)]  # fmt: skip
    seats = pl.DataFrame(rows, schema=["game", "won", "return"], orient="row")
    third = pytest.approx(1 / 3)
    assert with_shares(seats)["share"].to_list() == [0.5, 0.5, 0, third, third, third, 0, 0, 0, None, None, None]


# ---------------------------------------------------------------- the same in every command


def expected(scores: list[tuple[float, ...]], teams: list[int], named: bool) -> tuple[list[float], list[int], int]:
    """What every seat has won of games that the highest score wins: shares in all, wins in all, and the draws."""
    seats = len(teams)
    shares, wins, draws = [0.0] * seats, [0] * seats, 0
    for own in scores:
        sums = [sum(score for score, mate in zip(own, teams, strict=True) if mate == team) for team in teams]
        first = [seat for seat in range(seats) if sums[seat] == max(sums)]
        draws += len(first) == seats and not named
        for seat in first:
            shares[seat] += 1 / len(first)
            wins[seat] += len(first) < seats or named
    return shares, wins, draws


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(*arguments: str) -> Any:
    ran = run(*arguments, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


@pytest.mark.parametrize(
    ("text", "teams", "named"),
    [(TIES + DRAWN, [0, 1, 2], False), (TIES + NAMED, [0, 1, 2], True), (TEAMS + DRAWN, [0, 1, 0, 1], False)],
    ids=["ties of all are drawn", "ties of all are won", "teams"],
)
def test_every_command_says_the_same(text: str, teams: list[int], named: bool) -> None:
    Path("ties.game").write_text(text)
    plain = told("simulate", "ties.game", "-n", "400", "--seed", "3")
    kept = told("playtest", "ties.game", "-n", "400", "--seed", "3", "--out", "here")["groups"][0]
    folder = ludwright.open_run("here")
    games = folder.games.collect()
    shares, wins, draws = expected([tuple(own) for own in games["scores"].to_list()], teams, named)
    assert draws or named
    for found in (plain, kept):
        assert [seat["wins"] for seat in found["seats"]] == wins
        assert [seat["share"] for seat in found["seats"]] == pytest.approx([share / 400 for share in shares])
        assert sum(seat["share"] for seat in found["seats"]) == pytest.approx(1)
        assert found["draws"] == draws
    # the tables, in Python and in SQL
    assert games["drawn"].sum() == draws
    rows = folder.seats.collect().sort("game", "seat")
    assert rows.group_by("seat").agg(pl.col("share").sum()).sort("seat")["share"].to_list() == pytest.approx(shares)
    asked = folder.sql("select * from seats order by game, seat")
    assert asked.columns == rows.columns
    assert asked.select("won", "shared", "share").equals(rows.select("won", "shared", "share"))
    assert folder.sql("select sum(drawn::int) as n from games")["n"][0] == draws
    assert folder.sql("select * from games limit 1").columns == games.columns
    # metrics, expectations, questions
    measured = ludwright.measure(folder, ["seat shares", "draws", "shared wins"])[0]
    parts = measured["seat shares"].parts
    assert [part.value for part in parts] == pytest.approx([share / 400 for share in shares])
    assert measured["draws"].value == draws / 400
    several = rows.filter("shared")["game"].n_unique()
    assert measured["shared wins"].value == several / 400
    percent = 100 * draws / 400
    assert run("expect", "here", f"draws {percent - 6}% to {percent + 6}%").code == 0
    assert "Won by several" in run("simulate", "ties.game", "-n", "400", "--seed", "3").out
    # going on from the start, and a tournament
    forked = folder.fork(0, 0, games=400, seed=3)
    assert [seat.won for seat in forked.seats] == wins
    assert sum(seat.share for seat in forked.seats) == pytest.approx(1)
    alone = ludwright.tournament(ludwright.load("ties.game"), ["random", "greedy"], games=60, itself=True)
    assert sum(part.share for part in alone.alone["random"]) == pytest.approx(1)


def test_a_tie_of_all_is_told_as_the_rules_see_it() -> None:
    for line, words in ((DRAWN, "A draw"), (NAMED, "All win together")):
        game = ludwright.load_text(TIES + line)
        lines = [list(ludwright.trace(game, seed=1, game=number)) for number in range(30)]
        assert any(words in told for told in lines)


def test_rules_that_name_winners_may_still_say_that_it_is_a_draw() -> None:
    text = TIES.replace("is 1\n", "is 1: draw\n") + NAMED
    result = ludwright.simulate(ludwright.load_text(text), 50)
    assert (result.draws, result.wins) == (50, [0, 0, 0])


def test_who_plays_together_wins_and_loses_together() -> None:
    Path("together.game").write_text(TOGETHER)
    found = told("simulate", "together.game", "-n", "300", "--seed", "2")
    won, lost = found["together"]["wins"], found["lost_by_all"]
    assert won > 0 and lost > 0 and won + lost == 300 and not found["draws"]
    assert found["together"]["share"] == won / 300
    assert sum(seat["share"] for seat in found["seats"]) == pytest.approx(won / 300)
    shown = run("simulate", "together.game", "-n", "300", "--seed", "2").out
    assert "all together" in shown and f"Lost by all: {lost} of 300 games" in shown
    run("playtest", "together.game", "-n", "300", "--seed", "2", "--out", "here")
    measured = ludwright.measure(ludwright.open_run("here"), ["draws", "seat shares"])[0]
    assert measured["draws"].value == 0  # what all lose is no draw
    assert sum(part.value or 0 for part in measured["seat shares"].parts) == pytest.approx(won / 300)


def test_alone_a_share_is_how_often_it_is_won() -> None:
    text = (
        TIES.replace("players 3", "players 1").replace("score(p): p.gold", "")
        + "winners: all p in players with p.gold > 0\n"
    )
    Path("alone.game").write_text(text)
    run("playtest", "alone.game", "-n", "200", "--out", "here")
    folder = ludwright.open_run("here")
    rows = folder.seats.collect()
    assert 0 < rows["won"].sum() < 200 and rows["share"].sum() == rows["won"].sum()
    assert not folder.games.collect()["drawn"].any()
    (seat,) = told("simulate", "alone.game", "-n", "200")["seats"]
    assert (seat["wins"], seat["share"]) == (rows["won"].sum(), rows["won"].sum() / 200)
