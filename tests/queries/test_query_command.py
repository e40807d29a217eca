"""``ludwright query`` from the outside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import ludwright
from ludwright.queries import KINDS, Query, QueryError, picture
from tests.cli.running import Ran, run
from tests.queries.written import CLIMB

BOTS = """bot "quick"
  climb(n) by n
bot "slow"
  climb(n) when n is 1
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Four games: the quick one climbs 3 a turn and needs two turns; they change seats."""
    place = tmp_path_factory.mktemp("runs") / "climbs"
    text = place.parent / "climb.game"
    text.write_text(CLIMB + BOTS, encoding="utf-8")
    ludwright.playtest(str(text), "quick,slow", games=4, out=place, threads=1)
    return str(place)


def asked(folder: str, *arguments: str) -> Ran:
    return run("query", folder, *arguments)


def test_a_table_of_averages(folder: str) -> None:
    done = asked(folder, "gap", "--turns", "--to", "2")
    assert done.code == 0
    assert [line.split() for line in done.out.splitlines()] == [
        ["turn", "name", "value", "low", "high", "count"],
        ["1", "gap", "2", "0.1626", "3.837", "4"],  # 3, 3, 1, 1: error 0.577, t of three degrees 3.182
        ["2", "gap", "2", "2", "2", "4"],
    ]


def test_json_has_the_same(folder: str) -> None:
    rows = json.loads(asked(folder, "p.height", "--end", "--per", "agent", "--json").out)
    assert [(row["agent"], row["value"]) for row in rows] == [("quick", 6.0), ("slow", 1.5)]


@pytest.mark.parametrize(("option", "found"), [("--before", 0), ("--after", 3), ("--turns", 3), ("--end", 5)])
def test_when_to_look(folder: str, option: str, found: float) -> None:
    rows = json.loads(asked(folder, "gap", option, "--values", "--where", "game = 0", "--json").out)
    assert rows[0]["value"] == found


def test_expressions_and_games_are_combined(folder: str) -> None:
    done = asked(folder, "p.height", "gap", "--combine", "sum", "--how", "maximum", "--end", "--json")
    assert [row["value"] for row in json.loads(done.out)] == [11.0, 10.0]


@pytest.mark.parametrize("ending", ["csv", "parquet", "json"])
def test_tables_are_written(folder: str, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"table.{ending}"
    done = asked(folder, "gap", "--end", "--values", "--out", str(path))
    assert done.out == f"4 rows are in {path}.\n"
    readers: dict[str, Any] = {"csv": pl.read_csv, "parquet": pl.read_parquet, "json": pl.read_json}
    assert readers[ending](path)["value"].to_list() == [5, 5, 4, 4]


def test_lists_are_written_as_csv(folder: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    assert asked(folder, "--sql", "select game, returns from games order by game", "--out", str(path)).code == 0
    assert pl.read_csv(path)["returns"].to_list()[0] == "1.0 -1.0"


def test_moments_are_found_and_can_be_inspected(folder: str) -> None:
    done = asked(folder, "--find", 'p plays "climb 1" then p loses')
    assert done.out.splitlines()[:2] == [
        "4 of 4 games: 100.0%, 95% interval 51.0% to 100.0%",
        f"  ludwright inspect {folder} --game 0 --frame 2  # p is seat 2",
    ]
    assert run("inspect", folder, "--game", "0", "--frame", "2").code == 0


def test_some_moments_are_listed_and_the_rest_is_counted(folder: str) -> None:
    lines = asked(folder, "--find", "anyone plays climb", "--show", "3").out.splitlines()
    assert sum("ludwright inspect" in line for line in lines) == 3 and "... and 1 more: --show N" in lines[-1]


def test_found_as_json_and_in_a_file(folder: str, tmp_path: Path) -> None:
    path = tmp_path / "cases.csv"
    done = asked(folder, "--find", "after p plays climb: p wins", "--json", "--show", "1", "--out", str(path))
    told = json.loads(done.out)
    assert (told["count"], told["tried"], told["open"], len(told["cases"]["for"])) == (8, 14, 0, 1)
    assert pl.read_csv(path).height == 14


def test_only_games_that_a_pattern_finds(folder: str) -> None:
    done = asked(folder, "gap", "--end", "--values", "--among", "seat 2 wins", "--json")
    assert [row["game"] for row in json.loads(done.out)] == [2, 3]
    both = asked(folder, "gap", "--end", "--values", "--among", "seat 2 wins", "--where", "game > 2", "--json")
    assert [row["game"] for row in json.loads(both.out)] == [3]


def test_long_tables_are_cut_and_say_so(folder: str) -> None:
    assert "... and 11 more rows" in asked(folder, "gap", "--values", "--show", "3").out


def test_a_picture_in_a_file(folder: str, tmp_path: Path) -> None:
    path = tmp_path / "line.svg"
    assert asked(folder, "p.height", "gap", "--turns", "--chart", str(path)).out == f"The picture is {path}.\n"
    assert path.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_picture(folder: str, kind: str) -> None:
    opened = ludwright.open_run(folder)
    drawn = picture(opened, Query("p.height", "gap", when="turn"), kind, title="How they climb")
    assert drawn.title == "How they climb" and drawn.spec["config"]
    assert picture(opened, Query("p.height", when="turn"), kind, per="agent").spec


def test_several_runs_are_asked_at_once(folder: str, tmp_path: Path) -> None:
    other = tmp_path / "higher"
    text = Path(folder).parent / "climb.game"
    ludwright.playtest(str(text), "quick,slow", games=2, params={"summit": 9}, out=other, threads=1)
    rows = json.loads(asked(f"{folder},{other}", "gap", "--end", "--json").out)
    assert [(row["run"], row["value"]) for row in rows] == [("climbs", 4.5), ("higher", 6.5)]
    path = tmp_path / "both.svg"
    assert asked(f"{folder},{other}", "p.height", "--end", "--kind", "box", "--chart", str(path)).code == 0
    assert "higher, seat 2" in path.read_text(encoding="utf-8")
    assert asked(f"{folder},{other}", "--sql", "select 1").code == 2


def test_single_values_of_many_games_are_fewer_games(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludwright.queries.picturing.MOST", 4)
    drawn = picture(ludwright.open_run(folder), Query("p.height", when="end"), "box", per="agent")
    assert "2 of 4 games" in drawn.note


def test_winners_stand_side_by_side_in_their_order(folder: str) -> None:
    """Of the games looked at, the first to come was won by seat 2."""
    drawn = picture(ludwright.open_run(folder), Query("gap", when="end", where="game > 0"), "box", per="winner")
    assert '"sort": ["1", "2"]' in json.dumps(drawn.spec)


def test_there_is_no_line_along_the_end(folder: str) -> None:
    with pytest.raises(QueryError, match="there is only one value"):
        picture(ludwright.open_run(folder), Query("gap", when="end"), "line")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "say what to ask"),
        (["gap", "--find", "seat 1 wins"], 2, "say what to ask"),
        (["gap", "--before", "--end"], 2, "say one of them"),
        (["p.heigth"], 1, "did you mean `height`?"),
        (["--find", "p pays"], 1, "did you mean `plays`?"),
        (["gap", "--how", "averge"], 2, "did you mean `average`?"),
        (["gap", "--per", "sea"], 2, "did you mean `seat`?"),
        (["gap", "--kind", "pie", "--chart", "x.svg"], 2, "can't be drawn as `pie`"),
        (["gap", "--out", "x.doc"], 2, "a table is written as"),
        (["--sql", "selec 1"], 2, "can't be answered"),
        (["--sql", "select 1", "--chart", "x.svg"], 2, "write the table with --out"),
        (["--find", "seat 1 wins", "--per", "seat"], 2, "not for --find"),
        (["gap", "--where", "winer = 1"], 2, "is no condition on games"),
    ],
)
def test_slips_are_told_in_a_sentence(folder: str, arguments: list[str], code: int, said: str) -> None:
    done = asked(folder, *arguments)
    assert done.code == code
    assert said in " ".join(done.err.replace("│", " ").split())


def test_there_is_no_such_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = asked("nowhere", "gap")
    assert (done.code, done.err.split(":")[0]) == (2, "there is no playtest `nowhere`")
