"""The tables of a playtest as views for SQL, through DuckDB: the same columns as the frames."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl

from ludwright.playtests.chunk_tables import ENDS, return_of, score_of
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.frames import ALONE, KEPT, TIME, Frames, cells, has


def _half_the_memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):  # a system that does not tell
        return 4 << 30


_MEMORY = min(4 << 30, _half_the_memory())
"""So many bytes a query may take, and so many its answer."""
_MENTIONED = re.compile(r"\bactions\b", re.IGNORECASE)


def mentions_actions(query: str) -> bool:
    """Whether a query needs the table of actions, which has to be worked out first."""
    return _MENTIONED.search(query) is not None


def sql(query: str, frames: Frames, actions: pl.DataFrame | None) -> pl.DataFrame:
    """The answer to a query over the views. Nothing but the files of the playtest can be read, and nothing written."""
    with tempfile.TemporaryDirectory(prefix="ludwright-") as beside:
        tables = {"cells": cells(frames.plan), **({"actions": actions} if actions is not None else {})}
        own = {name: _written(Path(beside) / f"{name}.parquet", table) for name, table in tables.items()}
        views = [f"CREATE VIEW {name} AS SELECT * FROM read_parquet({_quoted(path)})" for name, path in own.items()]
        allowed = [*own.values(), *(path for table in KEPT for path in frames.files(table))]
        out = Path(beside) / "answer"
        request = {
            "views": [*views, *_views(frames)],
            "paths": list(dict.fromkeys(name for path in allowed for name in (str(path), _unglobbed(path)))),
            "query": query,
            "memory": _MEMORY,
            "out": str(out),
        }
        told = _asked(request)
        if told is None or "too large" in told or (out.is_file() and out.stat().st_size > _MEMORY):
            raise _too_large()
        if "damaged" in told:
            raise PlaytestError(
                f"the tables of the playtest in {frames.store.folder} do not have the columns they should: a file was "
                f"changed or damaged ({told['damaged']}). Take a copy that is whole, or play it again"
            )
        if "refused" in told:
            raise PlaytestError(told["refused"])
        return pl.read_ipc_stream(out)


def _asked(request: dict[str, Any]) -> dict[str, str] | None:
    """What a process of its own says to a request; None if it did not live to say anything."""
    command = [sys.executable, "-P", str(Path(__file__).with_name("sql_process.py"))]
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=around, start_new_session=True
    ) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(BrokenPipeError):
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.flush()
            told = process.stdout.readline()
        finally:
            process.kill()
    return json.loads(told) if told else None


def _too_large() -> PlaytestError:
    return PlaytestError(
        f"the query takes more than {_MEMORY / 1e9:.1f} GB of memory: ask for less of it, with `where`, `group by` or `limit`"
    )


def _written(path: Path, table: pl.DataFrame) -> Path:
    table.write_parquet(path)
    return path


_GLOB = re.compile(r"[*?\[]")


def _unglobbed(path: Path) -> str:
    """A path for DuckDB, which takes stars and brackets for patterns."""
    return _GLOB.sub(r"[\g<0>]", str(path))


def _quoted(path: Path | str) -> str:
    return "'" + str(path).replace("'", "''") + "'"


def _read(files: list[Path]) -> str:
    names = ", ".join(_quoted(_unglobbed(path)) for path in files)
    return f"read_parquet([{names}], union_by_name=true)"


def _nothing(columns: dict[str, str]) -> str:
    return "SELECT " + ", ".join(f"NULL::{kind} AS {name}" for name, kind in columns.items()) + " WHERE false"


def _views(frames: Frames) -> Iterator[str]:
    yield f"CREATE VIEW kept AS {' UNION ALL '.join(_kept_games(frames))}"
    yield (
        'CREATE VIEW told AS SELECT k.game, k.cell, c.version, c.players, k.game - c.first + c.deal AS number, k."end", k.fault, '
        "k.line, k.winner, k.drawn, k.winners, k.decisions, k.moves, k.turns, k.rounds, k.returns, k.scores FROM kept k "
        "JOIN (SELECT DISTINCT cell, version, players, first, deal FROM cells) c ON c.cell = k.cell"
    )
    yield "CREATE VIEW games AS SELECT * EXCLUDE (winners) FROM told"
    yield f"CREATE VIEW decisions AS {' UNION ALL '.join(_decisions(frames))}"
    for table in ("turns", "considered"):
        yield f"CREATE VIEW {table} AS {_as_kept(frames.files(table), table)}"
    yield (
        "CREATE VIEW seats AS WITH rows AS (SELECT game, cell, version, players, "
        "unnest(range(1, players + 1))::INTEGER AS seat, returns, scores, drawn, winners, \"end\" = 'over' AS over "
        "FROM told), "
        "counted AS (SELECT *, (winners >> (seat - 1)) & 1 = 1 AS won, bit_count(winners) AS many FROM rows) "
        "SELECT game, t.cell, t.version, t.players, t.seat, c.agent, "
        'CASE WHEN isnan(returns[t.seat]) THEN NULL ELSE returns[t.seat] END AS "return", '
        "CASE WHEN isnan(scores[t.seat]) THEN NULL ELSE scores[t.seat] END AS score, won, "
        "won AND many > 1 AS shared, "
        "CASE WHEN NOT over THEN NULL WHEN won THEN 1 / many WHEN drawn THEN 1 / t.players ELSE 0.0 END::DOUBLE AS share "
        "FROM counted t JOIN cells c ON c.cell = t.cell AND c.seat = t.seat"
    )


def _kept_games(frames: Frames) -> Iterator[str]:
    whole = ("cell", "fault", "line", "decisions", "moves", "turns", "rounds")
    alike = frames.alike("games")
    ends = ", ".join(f"'{name}'" for name in ENDS)
    alone = f"CASE winners {' '.join(f'WHEN {bits} THEN {seat}' for bits, seat in ALONE.items())} END::INTEGER"
    for (_, players, _), files in alike.items():
        seats = range(1, players + 1)
        scores = f"[{', '.join(map(score_of, seats))}]" if has(files, score_of(1)) else "NULL::DOUBLE[]"
        yield (
            f'SELECT game::BIGINT AS game, {", ".join(whole)}, ([{ends}])["end" + 1] AS "end", {alone} AS winner, drawn, '
            f"winners::INTEGER AS winners, [{', '.join(map(return_of, seats))}] AS returns, {scores} AS scores FROM {_read(files)}"
        )
    if not alike:
        lists = dict.fromkeys(("returns", "scores"), "DOUBLE[]")
        kinds = {"game": "BIGINT", **dict.fromkeys(whole, "INTEGER"), '"end"': "VARCHAR", "winner": "INTEGER"}
        kinds |= {"drawn": "BOOLEAN", "winners": "INTEGER", **lists}
        yield _nothing(kinds)


def _decisions(frames: Frames) -> Iterator[str]:
    """Decisions lie in the order of the games, as many as a game says: so they are put beside each other by their places."""
    alike, games = frames.alike("decisions"), frames.alike("games")
    timed = frames.has("decisions", TIME)
    for key, files in alike.items():
        time = f", {f'd.{TIME}' if has(files, TIME) else f'NULL::INTEGER AS {TIME}'}" if timed else ""
        parts = ", ".join(key[-1].sql(name, "d.what") for name in ("actor", "code", "question", "options"))
        yield (
            f"SELECT p.game, p.ply, {parts}{time} FROM (SELECT game::BIGINT AS game, unnest(range(decisions))::INTEGER AS ply "
            f"FROM {_read(games[key])}) p POSITIONAL JOIN {_read(files)} d"
        )
    if not alike:
        columns = ("ply", "actor", "code", "question", "options")
        yield _nothing({"game": "BIGINT", **dict.fromkeys(columns, "INTEGER")})


def _as_kept(files: list[Path], table: str) -> str:
    if files:
        return f"SELECT * REPLACE (game::BIGINT AS game) FROM {_read(files)}"
    kinds = {
        pl.UInt32: "BIGINT",
        pl.Int32: "INTEGER",
        pl.Int64: "BIGINT",
        pl.String: "VARCHAR",
        pl.Float64: "DOUBLE",
        pl.Boolean: "BOOLEAN",
    }
    return _nothing({name: kinds[kind] for name, kind in KEPT[table].items()})
