"""Conditions on games: over their own columns, and nothing else can be reached."""

from __future__ import annotations

import socket
from pathlib import Path

import polars as pl
import pytest

from ludwright.queries.recorded import QueryError
from ludwright.queries.where import FUNCTIONS, condition
from tests.cli.running import run as command

GAMES = pl.DataFrame(
    {
        "game": [0, 1, 2, 3],
        "end": ["over", "fault", "over", "over"],
        "winner": [1, None, 2, 1],
        "turns": [5, 9, 7, 4],
        "returns": [[1.0, -1.0], [None, None], [-1.0, 1.0], [1.0, -1.0]],
    }
)
TABLE_FUNCTIONS = (
    "read_csv", "read_parquet", "read_ipc", "read_ipc_stream", "read_json", "read_ndjson", "read_avro", "read_delta", "read_excel", "read_lines",
    "read_database", "read_iceberg", "scan_csv", "scan_parquet", "scan_ipc", "scan_ndjson", "scan_delta", "scan_iceberg", "scan_lines",
    "scan_pyarrow_dataset", "unnest", "glob",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("winner = 1", [0, 3]),
        ("winner = 1 and turns > 4", [0]),
        ("winner is null or not turns between 4 and 5", [1, 2]),
        ("winner is distinct from 1", [1, 2]),
        ("\"end\" = 'over' and game in (0, 2)", [0, 2]),
        ("\"end\" like 'f%'", [1]),
        ("turns > avg(turns)", [1, 2]),
        ("coalesce(winner, 0) <> 1", [1, 2]),
        ("array_upper(returns) = 1 and mod(turns, 2) = 1", [0, 2]),
        ("cast(turns as double) / 2 >= 3.5", [1, 2]),
        ("case when turns > 6 then winner = 2 else false end", [2]),
        ("turns*2-1 != 9 AND abs(-turns) <= 7", [2, 3]),
        ("'it''s' = 'it''s' and game = 3", [3]),
    ],
)
def test_conditions(text: str, games: list[int]) -> None:
    assert GAMES.filter(condition(text, GAMES.columns))["game"].to_list() == games


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_is_one_of_polars(name: str) -> None:
    """None of them is unknown, reads a file or asks for a table: it has one or two plain values, or says what it misses."""
    for values in (
        "turns",
        "turns, 1",
        "turns, 1, 1",
        '"end"',
        "\"end\", 'o'",
        "returns",
        "returns, 1",
        "returns, 1.0",
        '"end", 1',
        '"end", 1, 1',
        "turns as int",
    ):
        try:
            GAMES.select(pl.sql_expr(f"{name}({values})"))
            return
        except pl.exceptions.PolarsError:
            continue
    pytest.fail(f"Polars does not know {name}")


@pytest.mark.parametrize("name", TABLE_FUNCTIONS)
def test_no_function_reads_a_file_or_the_network(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", lambda *_, **__: pytest.fail("a connection"))
    monkeypatch.setattr(pl, "sql_expr", lambda *_: pytest.fail("Polars was asked"))
    file = tmp_path / "a.csv"
    file.write_text("a\n1\n")
    for path in (str(file), "https://127.0.0.1:9/a.csv", "s3://bucket/a.parquet"):
        for text in (
            f"game in (select a from {name}('{path}'))",
            f"game = (select max(a) from {name}('{path}'))",
            f"exists (select 1 from {name}('{path}'))",
            f"game = any(select a from {name}('{path}'))",
            f"{name}('{path}')",
            f"\"{name}\"('{path}')",
            f"game in (from {name}('{path}'))",
        ):
            with pytest.raises(QueryError, match="is no condition on games"):
                condition(text, GAMES.columns)


@pytest.mark.parametrize(
    "text",
    [
        "game in (select 1)", "game in (values (1))", "game in (table games)", "exists (select 1)", "with x as (select 1) select 1",
        "game = 1; select 1", "game = 1 -- and so on", "game = 1 /* x */", "game = 1 #", "$$x$$ = 'x'", "e'x' = 'x'", "`game` = 1",
        "'a\\' = 'b'", "'open", '"game', "self.game = 1", "games.game = 1", "GAME = 1", "sum(turns) over (partition by winner) > 1",
        "repeat('x', 1000000000) = 'x'", "lpad('x', 1000000000) = 'x'", "game from turns", "1.2.3 = 1", "1x = 1", "game = :1", "a.b", "*", "", "\0",
        "(" * 900 + "game" + ")" * 900, "game = 1" + " or game = 1" * 200, "columns('.*') = 1", "\u202egame = 1",
    ],
)  # fmt: skip
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(QueryError, match=r"condition on games") as caught:
        GAMES.filter(condition(text, GAMES.columns))
    assert len(str(caught.value)) < 1_000


def test_the_command_refuses_it_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a\n1\n")
    asked = f"game in (select a from read_csv('{tmp_path / 'a.csv'}'))"
    ran = command("query", "tic_tac_toe", "turn.number", "--games", "4", "--where", asked)
    assert ran.code == 2
    assert "is no condition on games: there is no column `select`" in ran.err
