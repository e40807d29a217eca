"""Answers one question in SQL, in a process of its own whose memory has a bound. Started by :mod:`.views`; it imports nothing of Ludwright.

DuckDB keeps to its own limit for tables, but not for a single long value: so the system refuses what goes beyond.
"""

import json
import os
import re
import sys
import threading
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

_LONG = ("varchar", "blob", "list", "array", "struct", "map", "union")
_NOT_SHOWN = re.compile(r"\b(INTERVAL|UNION)\b")


class RefusedError(Exception):
    """A question that is not answered; the text says why."""


class DamagedError(Exception):
    """Files that do not have the columns of their tables."""


class AnswerTooLargeError(Exception):
    """An answer that takes too much memory."""


def bound_memory(more: int) -> None:
    """Let this process have so many more bytes, where the system can see to it."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[5])
    except (ImportError, OSError):
        return
    most = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def answer(views: list[str], paths: list[str], query: str, memory: int, out: str) -> None:
    """Write the answer to a query over some views into a file. Only the files at these paths can be read, and nothing else written."""
    connection = duckdb.connect()
    try:
        for statement in views:
            connection.execute(statement)
    except duckdb.Error as error:
        raise DamagedError(str(error).strip().partition("\n")[0]) from None
    names = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
    connection.execute(f"SET allowed_paths = [{names}]")
    connection.execute(f"SET memory_limit = '{memory >> 20}MiB'")
    connection.execute("SET temp_directory = ''")  # what does not fit is told, not put on the disk
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    _check_asks(connection.extract_statements(query))
    _as_frame(connection.sql(query), memory).write_ipc_stream(out)


def _check_asks(statements: list[Any]) -> None:
    """Questions only: a statement that changes anything, in the views or in files, is refused."""
    if len(statements) != 1 or statements[0].type.name not in ("SELECT", "SELECT_STATEMENT"):
        raise RefusedError("the query can't be answered: say one question, beginning with `select` or `with`")


def _as_frame(found: Any, memory: int) -> pl.DataFrame:
    twice = {name for name in found.columns if found.columns.count(name) > 1}
    if twice:
        raise RefusedError(f"two columns are called `{min(twice)}`: give one another name with `as`")
    if any(_NOT_SHOWN.search(str(kind)) for kind in found.types):  # Polars would end with a panic
        raise RefusedError("the query gives a type of value that can't be shown: turn it into text with `::varchar`")
    most = memory // max(1, sum(32 if kind.id in _LONG else 8 for kind in found.types))
    frame = pl.DataFrame(found.limit(most + 1))
    if frame.height > most:
        raise AnswerTooLargeError
    return frame


def _end_with_parent() -> None:
    """Whoever asked keeps our input open: when that ends, nobody waits for the answer."""
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """Read the request from standard input, and tell on standard output what became of it."""
    request = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    told: dict[str, str] = {}
    try:
        bound_memory(request["memory"])
        answer(**request)
    except RefusedError as error:
        told["refused"] = str(error)
    except DamagedError as error:
        told["damaged"] = str(error)
    except (AnswerTooLargeError, duckdb.OutOfMemoryException, MemoryError):
        told["too large"] = ""
    except duckdb.Error as error:
        told["refused"] = f"the query can't be answered: {error}"
    print(json.dumps(told), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
