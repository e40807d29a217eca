"""What the readers of XLSX and ODS files share: the packed folder, its XML, and the cells, all counted before room is made for them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol
from xml.parsers import expat

from ludwright.language.characters import normal

MAX_UNPACKED = 100_000_000
MAX_PARTS = 2_000
MAX_ELEMENTS = 5_000_000
MAX_CELLS = 1_000_000
MAX_ROWS = 200_000
MAX_CHARACTERS = 20_000_000
MAX_MERGED = 10_000
HEAD = 10
"""Rows of a sheet in which its headings are looked for."""

Attributes = Mapping[str, str]
_CHUNK = 1 << 16


class TooBigError(Exception):
    """A workbook with more in it than a table may have."""


class UnsafeError(Exception):
    """A workbook with definitions in it that only an attack would need."""


class Enough(Exception):  # noqa: N818  # not an error: all that was wanted is there
    """Ends the reading of a part."""


@dataclass
class Grid:
    """The cells of a sheet that hold something, by row (from 1) and column (from 0)."""

    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    unworked: list[tuple[int, int]] = field(default_factory=list)
    """Formulas that no program has worked out yet."""
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    """Cells that reach over several rows: the first row, the last one, and the column."""
    cells: int = 0
    characters: int = 0

    def put(self, row: int, column: int, text: str) -> None:
        """Keep what stands in a cell."""
        text = " ".join(normal(text).split())
        if not text:
            return
        self.cells += 1
        self.characters += len(text)
        if self.cells > MAX_CELLS or self.characters > MAX_CHARACTERS:
            raise TooBigError
        if row not in self.rows and len(self.rows) > MAX_ROWS:
            raise TooBigError
        self.rows.setdefault(row, {})[column] = text

    def merge(self, first: int, last: int, column: int) -> None:
        """Note that a cell reaches over several rows."""
        if last > first and len(self.merged) < MAX_MERGED:
            self.merged.append((first, last, column))

    def fill(self) -> None:
        """Give every row below a merged cell what stands in it: it counts for all of them."""
        bottom = max(self.rows, default=0)
        for first, last, column in self.merged:
            text = self.rows.get(first, {}).get(column)
            for row in range(first + 1, min(last, bottom) + 1) if text else ():
                if row in self.rows and column not in self.rows[row]:
                    self.put(row, column, text or "")


@dataclass
class WorkbookSheet:
    """A sheet of a workbook: its name, whether it is hidden, and its first rows."""

    name: str
    hidden: bool
    head: Grid


class Book(Protocol):
    """A workbook, read as far as it is asked for."""

    def pages(self) -> list[WorkbookSheet]:
        """Its sheets, in their order."""
        ...

    def read(self, name: str) -> Grid:
        """All cells of one sheet."""
        ...


class Package:
    """A packed folder of XML files; what is unpacked, and how much XML is read, is limited over all of them."""

    def __init__(self, content: bytes) -> None:
        self._packed = zipfile.ZipFile(io.BytesIO(content))
        entries = self._packed.infolist()
        if len(entries) > MAX_PARTS or sum(entry.file_size for entry in entries) > MAX_UNPACKED:
            raise TooBigError
        self.names = {entry.filename for entry in entries}
        self._elements = 0

    def walk(
        self,
        name: str,
        start: Callable[[str, Attributes], None],
        end: Callable[[str], None] | None = None,
        text: Callable[[str], None] | None = None,
    ) -> None:
        """Read a part from its beginning: what begins, what ends and what stands between, until `Enough` is raised."""
        parser = expat.ParserCreate()
        parser.buffer_text = True

        def begins(tag: str, attributes: Attributes) -> None:
            self._elements += 1
            if self._elements > MAX_ELEMENTS:
                raise TooBigError
            start(tag.rpartition(":")[2], attributes)

        def defines(*_: object) -> None:
            raise UnsafeError

        parser.StartElementHandler = begins
        parser.StartDoctypeDeclHandler = defines
        if end is not None:
            parser.EndElementHandler = lambda tag: end(tag.rpartition(":")[2])
        if text is not None:
            parser.CharacterDataHandler = text
        try:
            with self._packed.open(name) as part:
                while chunk := part.read(_CHUNK):
                    parser.Parse(chunk, False)
                parser.Parse(b"", True)
        except Enough:
            pass


def number_text(value: float, *, percent: bool = False) -> str:
    """A number as it would be written in a game."""
    if percent:
        return number_text(round(value * 100, 9)) + "%"
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.12f}".rstrip("0").rstrip(".")
