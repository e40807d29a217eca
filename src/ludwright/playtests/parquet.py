"""Parquet files that may be damaged, or a stranger's: a small file can claim to hold hundreds of millions of rows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import polars as pl

DAMAGED = (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What Polars makes of a damaged file: at some of them it panics, which is no usual exception."""


MOST_GAMES, MOST_ROWS = 1 << 20, 1 << 26
"""So many games one file may hold, and so many rows of anything else: half a gigabyte of numbers."""
_NUMBERS_AND_NAMES = (pl.String, pl.Boolean, pl.Categorical, pl.Enum)


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
    return all(kind.is_numeric() or isinstance(kind, _NUMBERS_AND_NAMES) for kind in schema.dtypes())


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
