"""A playtest's folder: a manifest that says what was played, the game's source, and the games in Parquet files.

Every chunk is written beside its place, made to reach the disk, and only then put there under its name, the table of games last. So
whatever stops a playtest, at any moment: what has its name is whole, and a chunk whose games are there is there.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import polars as pl

from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.parquet import (
    MOST_BYTES,
    MOST_GAMES,
    MOST_ROWS,
    claimed,
    has_names,
    is_plain,
    readable,
    schema,
    unpacked,
)
from ludwright.playtests.plan import Plan
from ludwright.playtests.sums import known_sums, note_sum, noted_sums, sum_of
from ludwright.playtests.temporary import temporary
from ludwright.stored import StoredError, read_json, typed
from ludwright.written import fresh

MANIFEST, FINISHED, DATA, SUMS = "manifest.json", "finished.json", "data", "sums.txt"
TABLES = ("games", "decisions", "turns", "considered")
FORMAT = 4
_WHAT = "ludwright playtest"
_UNDER_WAY = ".new"
_ROWS = 1 << 18
_NUMBERED = re.compile(r"\w+-(\d{6,9})\.parquet")


opened: Path | None = None
"""The folder that was looked into last: an error met in the middle of its games names it."""


class PlaytestStore:
    """The folder of one playtest."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)
        self.data = self.folder / DATA
        self.held = temporary(self.folder)
        """What keeps the folder from going, if it is one that goes."""

    # ------------------------------------------------------------ what it is about

    def begin(self, plan: Plan, about: Mapping[str, Any]) -> None:
        """Write down what is going to be played."""
        with disk(self.folder):
            self.data.mkdir(parents=True, exist_ok=True)
            self._write_json(MANIFEST, {"what": _WHAT, "format": FORMAT, "plan": plan.as_json(), **about})

    @property
    def begun(self) -> bool:
        """Whether there is a playtest in the folder."""
        self._check_name()
        with disk(self.folder):
            return (self.folder / MANIFEST).is_file()

    def manifest(self) -> dict[str, Any]:
        """What was written down at the start."""
        global opened
        path = self.folder / MANIFEST
        opened = self.folder
        self._check_name()
        with disk(self.folder):
            if not path.is_file():
                raise PlaytestError(f"there is no playtest in {self.folder}: it has no {MANIFEST}")
        try:
            kept = typed(dict[str, Any], read_json(path))
            if kept.get("what") != _WHAT:
                raise StoredError("it is about something else")
        except StoredError as error:
            raise self._no_manifest(error) from None
        if kept.get("format") != FORMAT:
            raise PlaytestError(
                f"{self.folder} was kept by another version of Ludwright, whose files are laid out in another way: play it again"
            )
        return kept

    def _check_name(self) -> None:
        try:
            str(self.folder.absolute()).encode()
        except UnicodeEncodeError:
            raise PlaytestError(
                f"{self.folder} has a name that is no text, and Parquet files can't be read there: give it another name"
            ) from None

    def plan(self) -> Plan:
        """The plan in the manifest."""
        try:
            plan = Plan.from_json(typed(dict[str, Any], self.manifest().get("plan"), "plan"))
            plan.check()
            return plan
        except StoredError as error:
            raise self._no_manifest(error) from None

    def _no_manifest(self, error: StoredError) -> PlaytestError:
        path = self.folder / MANIFEST
        return PlaytestError(
            f"{path} can't be read: it is no manifest of a playtest, or damaged ({error}). Take a copy that is whole, or play it again"
        )

    def finish(self, result: Mapping[str, Any]) -> None:
        """Write down that all is played, with a sum over the files of every chunk."""
        with disk(self.folder):
            chunks = range(max(self.done(), default=-1) + 1)
            self._write_json(FINISHED, {**result, "sums": [self._sum(chunk) for chunk in chunks]})
            (self.data / SUMS).unlink(missing_ok=True)

    def check(self) -> None:
        """Raise a kind error if a file is not as it was written."""
        with disk(self.folder):
            sums = self._sums()
            for chunk in sorted(self.done() | set(range(len(known_sums(self.finished()))))):
                if not self._is_as_written(chunk, sums):
                    raise self.damaged(chunk)

    def damaged(self, chunk: int) -> PlaytestError:
        """What is said of a chunk that is not as it was written."""
        return PlaytestError(
            f"a file of the playtest in {self.folder} was changed or damaged after it was written (chunk {chunk} in {DATA}): "
            f"`ludwright playtest --resume --out {self.folder}` plays its games again"
        )

    def check_sizes(self, plan: Plan) -> None:
        """Raise a kind error if a file claims more than can be there. Nothing but the ends of the files is read."""
        named: list[Path] = []
        for chunk in plan.chunks:
            for table in TABLES:
                path = self.path(table, chunk.index)
                found = claimed(path) if path.is_file() else None
                if found is None:  # not there, or damaged
                    continue
                rows, schema = found
                most = min(chunk.games, MOST_GAMES) if table == "games" else MOST_ROWS
                if rows > most:
                    raise PlaytestError(f"{path} says that it holds {rows:,} rows: there can't be more than {most:,}")
                if not is_plain(schema):
                    raise PlaytestError(f"{path} holds columns of lists: it was not written by Ludwright")
                named += [path] if has_names(schema) else []
        for path, size in unpacked(named) if named else ():
            if size > MOST_BYTES:
                raise PlaytestError(
                    f"{path} says that it unpacks to {size / 1e6:,.0f} MB: there can't be more than {MOST_BYTES / 1e6:,.0f} MB"
                )

    def _is_as_written(self, chunk: int, sums: Mapping[int, int]) -> bool:
        if not (self._sum(chunk) == sums[chunk] if chunk in sums else self._is_whole(chunk)):
            return False
        from ludwright.playtests.frames import KEPT

        found = schema(self.path("games", chunk))
        # winners were one byte before there were more than eight seats
        return all(found.get(name) == kind or name == "winners" for name, kind in KEPT["games"].items())

    def _sums(self) -> dict[int, int]:
        return noted_sums(self.data / SUMS) | dict(enumerate(known_sums(self.finished())))

    def _sum(self, chunk: int) -> int:
        return sum_of(self.path(table, chunk) for table in TABLES)

    def finished(self) -> dict[str, Any] | None:
        """What was written down at the end; None while there are games to play."""
        try:
            kept = typed(dict[str, Any], read_json(self.folder / FINISHED))
        except StoredError:
            return None
        return kept

    # ------------------------------------------------------------ chunks

    def path(self, table: str, chunk: int) -> Path:
        """Where a chunk of a table lies."""
        return self.data / f"{table}-{chunk:06}.parquet"

    def keep(self, chunk: int, tables: Mapping[str, pl.DataFrame]) -> None:
        """Put the tables of a chunk into the folder, the last of them last; an empty one has no file."""
        with disk(self.folder):
            for name, table in tables.items():
                if table.height or name == "games":
                    self._put(self.path(name, chunk), table)
            note_sum(self.data / SUMS, chunk, self._sum(chunk))

    def keep_bytes(self, chunk: int, tables: Mapping[str, bytes]) -> None:
        """The same, of tables that were made into files elsewhere."""
        with disk(self.folder):
            for name, content in tables.items():
                with self._placing(self.path(name, chunk)) as file:
                    file.write(content)
            note_sum(self.data / SUMS, chunk, self._sum(chunk))

    def _put(self, path: Path, table: pl.DataFrame) -> None:
        with self._placing(path) as file:
            encode(table, file)

    @contextmanager
    def _placing(self, path: Path) -> Iterator[BinaryIO]:
        """A file that gets its name when it is whole and on the disk."""
        beside = path.with_name(path.name + _UNDER_WAY)
        try:
            with fresh(beside) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise

    def done(self) -> set[int]:
        """The chunks that are there."""
        return {number for number, _ in self._there("games")}

    def _there(self, table: str) -> list[tuple[int, Path]]:
        """The files of a table that are called as they should, with their numbers."""
        found = ((_NUMBERED.fullmatch(path.name), path) for path in self.data.glob(f"{table}-*.parquet"))
        return [(int(name[1]), path) for name, path in found if name is not None and path.is_file()]

    def sweep(self, chunks: int) -> set[int]:
        """Throw away what an earlier run left half done, and what does not belong here. The chunks that are there and whole."""
        for path in self.data.glob(f"*{_UNDER_WAY}"):
            path.unlink()
        sums = self._sums()
        whole = {
            chunk
            for chunk in self.done()
            if chunk < chunks and self._is_as_written(chunk, sums) and self._is_whole(chunk)
        }
        for table in TABLES:
            for number, path in self._there(table):
                if number not in whole:
                    path.unlink()
        return whole

    def _is_whole(self, chunk: int) -> bool:
        """Whether all files of a chunk can be read to their ends, and there are as many decisions as the games have."""
        lengths = readable(self.path("games", chunk))
        there = self.path("decisions", chunk)
        decisions = readable(there) if there.is_file() else pl.DataFrame()
        others = (self.path(table, chunk) for table in ("turns", "considered"))
        if lengths is None or decisions is None or any(path.is_file() and readable(path) is None for path in others):
            return False
        if "decisions" not in lengths.columns or not lengths["decisions"].dtype.is_integer():
            return False
        return int(lengths["decisions"].sum()) == decisions.height

    def drop(self, chunk: int) -> None:
        """Take a chunk away again."""
        for table in TABLES:
            self.path(table, chunk).unlink(missing_ok=True)

    def size(self) -> int:
        """How many bytes the folder takes."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())

    def _write_json(self, name: str, content: Mapping[str, Any]) -> None:
        with self._placing(self.folder / name) as file:
            file.write((json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode())


def encode(table: pl.DataFrame, file: BinaryIO) -> None:
    """A table as a Parquet file: the same bytes for the same rows."""
    made = io.BytesIO()  # so that a full disk is met by Python, which says so
    table.write_parquet(made, compression="lz4", statistics=False, row_group_size=_ROWS)
    file.write(made.getbuffer())


@contextmanager
def disk(folder: Path) -> Iterator[None]:
    """Says in a sentence what is wrong with the disk."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise PlaytestError(
                f"the disk is full: {folder} holds all that was finished. Make room, then go on with `--resume`"
            ) from error
        raise PlaytestError(f"{folder} can't be read or written: {error.strerror}") from error
