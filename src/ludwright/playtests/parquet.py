"""Parquet files that may be damaged, or a stranger's: a small file can claim to hold hundreds of millions of rows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import polars as pl

DAMAGED = (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What Polars makes of a damaged file: at some of them it panics, which is no usual exception."""


MOST_GAMES, MOST_ROWS = 1 << 20, 1 << 26
"""So many games one file may hold, and so many rows of anything else: half a gigabyte of numbers."""
MOST_BYTES = 1 << 29
"""So many bytes a file with names may take in memory."""
_NAMES = (pl.String, pl.Categorical, pl.Enum)


def claimed(path: Path) -> tuple[int, pl.Schema] | None:
    """How many rows a file says it holds, and of what columns: only its end is read. None if it is damaged."""
    try:
        with _without_complaints():
            found = pl.scan_parquet(path, glob=False)
            return int(found.select(pl.len()).collect().item()), found.collect_schema()
    except DAMAGED:
        return None


def is_plain(schema: pl.Schema) -> bool:
    """Whether all columns hold single values: a list in one row may be of any length."""
    return all(kind.is_numeric() or isinstance(kind, (pl.Boolean, *_NAMES)) for kind in schema.dtypes())


def has_names(schema: pl.Schema) -> bool:
    """Whether a column holds texts: of these a small file may unpack to any size, whatever its number of rows."""
    return any(isinstance(kind, _NAMES) for kind in schema.dtypes())


def unpacked(paths: Sequence[Path]) -> Iterator[tuple[Path, int]]:
    """How many bytes files with names say that they unpack to; damaged ones are left out. Only their ends are read."""
    import duckdb

    asked = "SELECT coalesce(sum(total_uncompressed_size), 0) FROM parquet_metadata(?)"
    with duckdb.connect() as connection:
        for path in paths:
            with suppress(duckdb.Error):
                found = connection.execute(asked, [_literal(path)]).fetchone()
                yield path, int(found[0]) if found is not None else 0


def _literal(path: Path) -> str:
    """A name in which DuckDB finds no pattern."""
    return re.sub(r"[*?\[]", lambda found: f"[{found[0]}]", str(path))


def readable(path: Path) -> pl.DataFrame | None:
    """A file read to its end; None if it is damaged."""
    try:
        with _without_complaints():
            return pl.read_parquet(path, glob=False)
    except DAMAGED:
        return None


def schema(path: Path) -> Mapping[str, pl.DataType]:
    """The columns of a file and their types; none if it is damaged."""
    try:
        with _without_complaints():
            return pl.scan_parquet(path, glob=False).collect_schema()
    except DAMAGED:
        return {}


@contextmanager
def _without_complaints() -> Iterator[None]:
    """While it lasts, nothing reaches standard error: a panic writes a report there, whoever catches it."""
    kept = os.dup(2)
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
