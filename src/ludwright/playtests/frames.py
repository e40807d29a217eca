"""The tables of a playtest, as Polars frames and as views for SQL: see ``docs/queries.md`` for their columns.

In the files a decision is one packed number (:func:`ludwright.play.kernels.packed`) beside the number of its game, which keeps a million
games small and quick to write; here it is taken apart again.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from ludwright.play.kernels import (
    CODE_SHIFT,
    MOST_ACTORS,
    MOST_OPTIONS,
    MOST_QUESTIONS,
    OPTIONS_SHIFT,
    QUESTION_SHIFT,
)
from ludwright.playtests.mistakes import PlaytestError
from ludwright.playtests.plan import Plan
from ludwright.rules import ir

if TYPE_CHECKING:
    from ludwright.game import Game

ACTION_COLUMNS = {"version": pl.Int32, "players": pl.Int32, "code": pl.Int32, "question": pl.Int32,
                  "action": pl.String, "words": pl.String}  # fmt: skip
_EMPTY: dict[str, dict[str, Any]] = {
    "decisions": {"game": pl.Int64, "what": pl.Int64},
    "turns": {
        "game": pl.Int64,
        "turn": pl.Int32,
        "round": pl.Int32,
        "player": pl.Int32,
        "name": pl.String,
        "seat": pl.Int32,
        "value": pl.Float64,
    },
    "games": {
        "game": pl.Int64,
        "cell": pl.Int32,
        "version": pl.Int32,
        "players": pl.Int32,
        "number": pl.Int64,
        "end": pl.String,
        "fault": pl.Int32,
        "line": pl.Int32,
        "winner": pl.Int32,
        "decisions": pl.Int32,
        "moves": pl.Int32,
        "turns": pl.Int32,
        "rounds": pl.Int32,
        "first": pl.Int64,
        "returns": pl.List(pl.Float64),
        "scores": pl.List(pl.Float64),
    },
}


def scan(files: Sequence[Path], table: str) -> pl.LazyFrame:
    """The files of a table as one frame."""
    if not files:
        return pl.LazyFrame(schema=_EMPTY[table])
    return pl.scan_parquet(list(files), missing_columns="insert", extra_columns="ignore")


def code() -> pl.Expr:
    """The code of a packed decision."""
    return (pl.col("what") // (1 << int(CODE_SHIFT))).cast(pl.Int32)


def _part(shift: Any, most: Any) -> pl.Expr:
    return ((pl.col("what") // (1 << int(shift))) & int(most)).cast(pl.Int32)


def decisions(packed: pl.LazyFrame) -> pl.LazyFrame:
    """One row a decision, taken apart."""
    timed = ["time"] if "time" in packed.collect_schema() else []
    return packed.select(
        "game",
        pl.int_range(pl.len(), dtype=pl.Int32).over("game").alias("ply"),
        (_part(0, MOST_ACTORS) + 1).alias("actor"),
        code().alias("code"),
        _part(QUESTION_SHIFT, MOST_QUESTIONS).alias("question"),
        _part(OPTIONS_SHIFT, MOST_OPTIONS).alias("options"),
        *timed,
    )


def cells(plan: Plan) -> pl.DataFrame:
    """Who sits where: one row a cell and seat."""
    rows = [
        (cell.index, cell.version, plan.versions[cell.version].name, cell.players, seat, agent)
        for cell in plan.cells
        for seat, agent in enumerate(cell.agents, 1)
    ]
    kinds = {"cell": pl.Int32, "version": pl.Int32, "version_name": pl.String, "players": pl.Int32, "seat": pl.Int32,
             "agent": pl.String}  # fmt: skip
    return pl.DataFrame(rows, schema=kinds, orient="row")


def seats(games: pl.LazyFrame, plan: Plan) -> pl.LazyFrame:
    """One row a game and seat. A game that did not come to its end has neither winners nor results."""
    best, least = pl.col("returns").list.max(), pl.col("returns").list.min()
    alone = pl.col("players") == 1
    level = pl.when(alone).then(best <= 0).otherwise(best == least)
    wide = games.select(
        "game",
        "cell",
        "version",
        "players",
        seat=pl.int_ranges(1, pl.col("players") + 1, dtype=pl.Int32),
        result="returns",
        score=pl.col("scores"),
        best=best,
        level=level & (best <= 0),
        over=pl.col("end") == "over",
    ).with_columns(score=pl.coalesce("score", pl.col("result") * None))
    rows = wide.explode("seat", "result", "score")
    won = pl.col("over") & (pl.col("result") == pl.col("best")) & ~pl.col("level")
    return (
        rows.with_columns(won=won)
        .with_columns(shared=pl.col("won") & (pl.col("won").sum().over("game") > 1))
        .join(cells(plan).lazy().select("cell", "seat", "agent"), on=["cell", "seat"], how="left", maintain_order="left")
        .select(
            "game", "cell", "version", "players", "seat", "agent",
            pl.col("result").fill_nan(None).alias("return"),
            pl.col("score").fill_nan(None), "won", "shared",
        )
    )  # fmt: skip


def actions(packed: pl.LazyFrame, games: pl.LazyFrame, known: Iterable[tuple[int, int, Game]]) -> pl.DataFrame:
    """What the codes mean, for every version and number of players: one row a code that was chosen."""
    used = (
        packed.join(games.select("game", "version", "players"), on="game")
        .select("version", "players", code=code(), question=_part(QUESTION_SHIFT, MOST_QUESTIONS))
        .unique()
        .sort("version", "players", "code", "question")
        .collect()
    )
    rows: list[tuple[int, int, int, int, str, str]] = []
    for version, players, game in known:
        words = _Words(game)
        own = used.filter((pl.col("version") == version) & (pl.col("players") == players))
        for _, _, number, question in own.rows():
            rows.append((version, players, number, question, *words.of(number, question)))
    return pl.DataFrame(rows, schema=ACTION_COLUMNS, orient="row")


class _Words:
    """Words for codes in no position in particular: pieces go by their design, not by where they stand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state = game.compiled.new_state()
        arrays = game.rules.model.arrays
        if "place" in arrays:
            count = len(game.rules.model.component_design)
            self.state[arrays["place"] : arrays["place"] + count] = -1

    def of(self, code: int, question: int) -> tuple[str, str]:
        """The action's name and the whole in words."""
        self.state[ir.QUESTION] = question
        option = self.game.wording.option(code, self.state.tolist())
        return option.action, option.words


# ---------------------------------------------------------------- SQL

_MENTIONED = re.compile(r"\bactions\b", re.IGNORECASE)


def mentions_actions(query: str) -> bool:
    """Whether a query needs the table of actions, which has to be worked out first."""
    return _MENTIONED.search(query) is not None


def sql(query: str, files: dict[str, list[Path]], plan: Plan, known: pl.DataFrame | None) -> pl.DataFrame:
    """The answer to a query over the views. Nothing but the files of the playtest can be read, and nothing written."""
    import duckdb

    with tempfile.TemporaryDirectory(prefix="ludwright-") as beside:
        files = {**files, "cells": [_written(Path(beside) / "cells.parquet", cells(plan))]}
        if known is not None:
            files["actions"] = [_written(Path(beside) / "actions.parquet", known)]
        connection = duckdb.connect()
        try:
            for statement in _views(files):
                connection.execute(statement)
            allowed = sorted({str(path) for paths in files.values() for path in paths})
            connection.execute(f"SET allowed_paths = [{', '.join(_quoted(path) for path in allowed)}]")
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
            found = connection.sql(query)
            return pl.DataFrame(found) if found is not None else pl.DataFrame()
        except duckdb.Error as error:
            raise PlaytestError(f"the query can't be answered: {error}") from None
        finally:
            connection.close()


def _written(path: Path, table: pl.DataFrame) -> Path:
    table.write_parquet(path)
    return path


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _views(files: dict[str, list[Path]]) -> list[str]:
    def read(table: str, more: str = "") -> str:
        paths = files[table]
        if not paths:
            columns = ", ".join(f"NULL::{_sql_type(kind)} AS {name}" for name, kind in _EMPTY[table].items())
            return f"(SELECT {columns}{', 0::BIGINT AS file_row_number' if more else ''} WHERE false)"
        listed = ", ".join(_quoted(str(path)) for path in paths)
        return f"read_parquet([{listed}], union_by_name=true{more})"

    time = ", d.time" if files["decisions"] and "time" in pl.read_parquet_schema(files["decisions"][0]) else ""
    return [
        *(f"CREATE VIEW {name} AS SELECT * FROM {read(name)}" for name in ("cells", "actions") if name in files),
        f"CREATE VIEW games AS SELECT * EXCLUDE (first) FROM {read('games')}",
        f"CREATE VIEW turns AS SELECT * FROM {read('turns')}",
        "CREATE VIEW decisions AS SELECT d.game, (d.file_row_number - g.first)::INTEGER AS ply, "
        f"((d.what & {MOST_ACTORS}) + 1)::INTEGER AS actor, (d.what >> {CODE_SHIFT})::INTEGER AS code, "
        f"((d.what >> {QUESTION_SHIFT}) & {MOST_QUESTIONS})::INTEGER AS question, "
        f"((d.what >> {OPTIONS_SHIFT}) & {MOST_OPTIONS})::INTEGER AS options{time} "
        f"FROM {read('decisions', ', file_row_number=true')} d "
        f"JOIN (SELECT game, first FROM {read('games')}) g USING (game)",
        "CREATE VIEW seats AS WITH rows AS (SELECT game, cell, version, players, "
        "unnest(range(1, players + 1))::INTEGER AS seat, returns, scores, \"end\" = 'over' AS over, "
        "list_max(returns) AS best, list_min(returns) AS least FROM games), "
        "told AS (SELECT *, over AND returns[seat] = best AND "
        "(best > 0 OR (players > 1 AND best > least)) AS won FROM rows) "
        "SELECT game, t.cell, t.version, t.players, t.seat, c.agent, "
        'CASE WHEN isnan(returns[t.seat]) THEN NULL ELSE returns[t.seat] END AS "return", '
        "CASE WHEN isnan(scores[t.seat]) THEN NULL ELSE scores[t.seat] END AS score, won, "
        "won AND sum(won::INTEGER) OVER (PARTITION BY game) > 1 AS shared "
        "FROM told t JOIN cells c ON c.cell = t.cell AND c.seat = t.seat",
    ]


def _sql_type(kind: Any) -> str:
    if kind == pl.List(pl.Float64):
        return "DOUBLE[]"
    return {pl.Int64: "BIGINT", pl.Int32: "INTEGER", pl.Float64: "DOUBLE"}.get(kind, "VARCHAR")
