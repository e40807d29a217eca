"""Recorded games are played again exactly: what queries see is what a match shows, step by step."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import ludwright
from ludwright.queries import Query, QueryError, asking, find, summary, values
from tests.cli.running import run as run_command
from tests.queries.written import CLIMB, WrittenRun

ASKED = {
    "pig": "p.points + pot",
    "connect_four": "count(c in cells with c.disc is p)",
    "kuhn_poker": "1 if p is me else 0",
    "simple_coins": "energy",
}


def recorded(tmp_path: Path, game: str, games: int, **more: Any) -> Any:
    return ludwright.playtest(game, games=games, seed=3, out=tmp_path / "run", threads=1, **more)


@pytest.mark.parametrize("name", ASKED)
def test_values_are_those_of_a_match(tmp_path: Path, name: str) -> None:
    run, text = recorded(tmp_path, name, 3), ASKED[name]
    before, after, end = (values(run, Query(text, when=when)) for when in ("before", "after", "end"))
    for number in range(3):
        codes = run.codes(number)
        asked = asking(run.game_of(number), [text])
        match = asked.game.start(3, number)
        seen: list[list[float]] = []
        for code in [*codes, None]:
            seen.append(
                [match._reals(line.export, range(line.seat or 0, (line.seat or 0) + 1))[0] for line in asked.lines]
            )
            if code is not None:
                match.apply(code)
        mine = [
            table.filter(game=number)["value"].to_numpy().reshape(-1, len(asked.lines)).tolist()
            for table in (before, end)
        ]
        assert mine[0] == seen[:-1]
        assert mine[1] == seen[-1:]
        assert after.filter(game=number).select("ply", "actor").unique().height == len(codes)


def test_who_acted_is_who_decided(tmp_path: Path) -> None:
    run = recorded(tmp_path, "pig", 5, players=3)
    told = values(run, Query("pot", when="before")).select("game", "ply", "actor")
    assert told.equals(run.decisions.select("game", "ply", "actor").collect())


def test_ends_of_turns_are_those_that_were_kept(tmp_path: Path) -> None:
    run = recorded(tmp_path, "connect_four", 6)
    kept = run.turns.filter(pl.col("name") == "lead").select("game", "turn", "seat", "value").collect()
    told = values(run, Query("lead", when="turn")).select("game", "turn", "seat", "value")
    assert told.equals(kept)


def test_a_game_without_decisions_has_turns_all_the_same(tmp_path: Path) -> None:
    run = recorded(tmp_path, "movement_points", 4)
    told = values(run, Query("p.hand.count", when="turn"))
    assert told.filter(game=0)["turn"].max() == 18
    assert told["ply"].null_count() == told.height
    assert summary(run, Query("p.hand.count", when="end")).select("seat", "value").rows() == [(1, 9.0), (2, 9.0)]
    with pytest.raises(QueryError, match="nobody decides anything"):
        values(run, Query("p.hand.count"))


def test_threads_and_parts_make_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = recorded(tmp_path, "pig", 60, players=[2, 3], agents="random,hold at 20")
    question, pattern = Query("p.points", when="turn"), "after p plays stop: p wins"
    one = summary(run, question, "average", "agent,players", threads=1), values(run, question, threads=1)
    found = find(run, pattern, threads=1).cases
    monkeypatch.setattr("ludwright.queries.following._ANSWERS", 200)
    monkeypatch.setattr("ludwright.queries.following._ROWS", 8)
    assert values(run, question, threads=2).equals(one[1])
    assert find(run, pattern, threads=2).cases.equals(found)
    other = summary(run, question, "average", "agent,players", threads=2)
    assert other.drop("value", "low", "high").equals(one[0].drop("value", "low", "high"))
    assert np.allclose(other["value"], one[0]["value"])


def test_counts_are_put_together_when_there_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = recorded(tmp_path, "pig", 40)
    plain = summary(run, Query("p.points", when="turn"), "median")
    monkeypatch.setattr("ludwright.queries.following._ANSWERS", 100)
    monkeypatch.setattr("ludwright.queries.summaries._MANY", 10)
    assert summary(run, Query("p.points", when="turn"), "median").equals(plain)
    for how in ("difference", "quotient"):
        parted = summary(run, Query("p.points + 1", when="turn", last=3), how)
        alone = values(run, Query("p.points + 1", when="turn", last=3)).filter(turn=3, seat=1)["value"].to_list()
        wanted = alone[0] - sum(alone[1:]) if how == "difference" else alone[0] / float(np.prod(alone[1:]))
        assert parted.filter(turn=3, seat=1)["value"].item() == pytest.approx(wanted)


def test_games_of_other_rules_are_refused() -> None:
    run = WrittenRun(CLIMB, [["climb 2", "climb 1", "climb 3"]])
    other = ludwright.load_text(CLIMB.replace("climb(n in 0..3)", "climb(n in 0..1)"))
    run._played = [(run.cells[0], other, run._played[0][2])]
    with pytest.raises(QueryError, match="do not fit the rules"):
        values(run, Query("p.height"))


def test_a_game_that_begins_in_the_middle_is_played_from_there(tmp_path: Path) -> None:
    first = recorded(tmp_path, "pig", 1)
    game = first.game_of(0)
    from ludwright.inspecting.beginning import Origin, begun

    later = begun(game, Origin(3, 0, tuple(first.codes(0)[:6])))
    run = ludwright.playtest(later, games=3, seed=5, out=tmp_path / "later", threads=1)
    start = run.match(0, 0)
    asked = values(run, Query("p.points", when="before", last=0)).filter(game=0)["value"].to_list()
    mine = asking(run.game_of(0), ["p.points"])
    again = mine.game.start(5, 0)
    assert asked == [again._reals(line.export, range(line.seat or 0, (line.seat or 0) + 1))[0] for line in mine.lines]
    assert again.codes() == start.codes()


@pytest.mark.slow
def test_work_grows_with_the_games_and_no_faster(tmp_path: Path) -> None:
    """Ten times the games are ten times the answers, and no more memory at a time: parts have a bound."""
    run = recorded(tmp_path, "tic_tac_toe", 200_000)
    from ludwright.queries.following import _ANSWERS
    from ludwright.queries.recorded import parts

    sizes = [len(part.codes) for part in parts(run, None, _ANSWERS)]
    assert max(sizes) <= _ANSWERS
    assert sum(sizes) == run.decisions.select(pl.len()).collect().item()
    shares = summary(run, Query("returns", when="end")).select("seat", "value").rows()
    tally = run.seats.group_by("seat").agg(pl.col("return").mean()).sort("seat").collect()
    assert [value for _, value in shares] == pytest.approx(tally["return"].to_list())


def test_the_command_looks_at_turns_where_nobody_decides_and_says_where_there_is_nothing() -> None:
    told = run_command("query", "movement_points", "--games", "3", "deck.count")
    assert told.code == 0 and re.search(r"^ +18 +deck\.count +0 ", told.out, re.MULTILINE), told.out
    refused = run_command("query", "movement_points", "--games", "3", "deck.count", "--before")
    assert refused.code == 2 and "nobody decides anything in these games" in refused.err
    none = run_command("query", "pig", "--games", "3", "p.points", "--from", "9000000")
    assert none.code == 0 and "There is no such moment in these games" in none.out
