"""Cells out of CSV, TSV and XLSX files, with limits so that no file can stall or exhaust the program."""

from __future__ import annotations

import csv
import datetime
import io
import warnings
import zipfile
from pathlib import Path
from typing import Any

from ludwright.language.characters import harmful, normal
from ludwright.language.files import MAX_TABLE_BYTES, decode, read_bytes
from ludwright.mistakes import Mistake, MistakesError, Place

MAX_ROWS = 200_000
MAX_UNPACKED = 100_000_000
_ENOUGH = 20_000  # rows after which the size a workbook states for itself is believed
_ERRORS = frozenset(["#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!"])
_GAP = 5_000  # empty rows after which nothing more is expected


class Sheet:
    """Rows of texts, with the line each stands on; what a row looks like is worked out when it is asked for."""

    def __init__(self, file: str, *, bars: bool = False) -> None:
        self.file = file
        self.bars = bars
        self.rows: list[list[str]] = []
        self.numbers: list[int] = []
        self._texts: list[str] = []
        self._columns: list[list[int]] = []

    def add(self, number: int, cells: list[str], text: str | None = None, columns: list[int] | None = None) -> None:
        """Add a row that stands on line `number`."""
        self.rows.append(cells)
        self.numbers.append(number)
        if text is not None and columns is not None:
            self._texts.append(text)
            self._columns.append(columns)

    def text(self, row: int) -> str:
        """The row as shown below a message."""
        return self._texts[row] if self.bars else " | ".join(self.rows[row])

    def columns(self, row: int) -> list[int]:
        """Where each cell begins in that text, from 1."""
        if self.bars:
            return self._columns[row]
        starts, at = [], 1
        for cell in self.rows[row]:
            starts.append(at)
            at += len(cell) + 3
        return starts


def read_separated(path: Path, shown: str, place: Place | None) -> Sheet:
    """A CSV or TSV file; whether commas, semicolons or tabs separate the cells is seen from its first line."""
    text = normal(decode(read_bytes(path, shown, place, MAX_TABLE_BYTES), shown))
    sheet = Sheet(shown)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), skipinitialspace=True, strict=True)
    line = 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                sheet.add(line, stripped)
                _check_characters(sheet, stripped, line)
            line = reader.line_num + 1
            if len(sheet.rows) > MAX_ROWS:
                raise _too_long(shown, place)
    except csv.Error as error:
        raise MistakesError(
            Mistake(Place(shown, line, 1), f"this row can't be read: {_csv_words(error)}", "")
        ) from None
    _trim(sheet)
    return sheet


def read_workbook(path: Path, shown: str, place: Place | None) -> Sheet:
    """The first sheet of an XLSX file; of a formula counts the value that was last worked out."""
    content = read_bytes(path, shown, place, MAX_TABLE_BYTES)
    _check_package(content, shown, place)
    sheet = Sheet(shown)
    blanks = False
    for number, values in _rows(content, shown, place, data_only=True):
        cells = [_text(value) for value in values]
        if any(cells):
            sheet.add(number, cells)
            blanks = blanks or "" in cells
            _check_characters(sheet, cells, number)
            for column, cell in enumerate(cells):
                if cell in _ERRORS:
                    raise MistakesError(Mistake(_cell_place(sheet, column), f"this cell holds an error: {cell}"))
    if blanks:
        _check_formulas(content, shown, place, sheet)
    _trim(sheet)
    return sheet


def _rows(content: bytes, shown: str, place: Place | None, *, data_only: bool) -> list[tuple[int, list[Any]]]:
    """Number and values of every row of the first sheet, until a long gap."""
    import openpyxl  # slow to load, and most games have no workbook

    rows: list[tuple[int, list[Any]]] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about formats and checks that tables don't use
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=data_only)
            page = book.worksheets[0]
            stated = page.max_row or 0
            last = 0
            for number, row in enumerate(page.iter_rows(values_only=True), 1):
                if any(value is not None for value in row):
                    last = number
                    rows.append((number, list(row)))
                elif number - last > _GAP:
                    break
                if len(rows) > (_ENOUGH if stated > MAX_ROWS else MAX_ROWS):
                    raise _too_long(shown, place)
            book.close()
    except MistakesError:
        raise
    except Exception as error:  # a damaged workbook can make the library fail in any way
        message = f'the workbook "{shown}" can\'t be read: {type(error).__name__}'
        raise MistakesError(Mistake(place, message, "save it anew as XLSX, or as CSV")) from None
    return rows


def _check_package(content: bytes, shown: str, place: Place | None) -> None:
    """An XLSX file is a packed folder: look at its sizes before anything is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            entries = package.infolist()
            if len(entries) > 2_000 or sum(entry.file_size for entry in entries) > MAX_UNPACKED:
                raise _too_long(shown, place)
            for entry in entries:
                if entry.filename.endswith((".xml", ".rels")):
                    with package.open(entry) as part:
                        if b"<!DOCTYPE" in part.read(2_000).upper():
                            raise MistakesError(Mistake(place, f'the workbook "{shown}" is not safe to read'))
    except MistakesError:
        raise
    except Exception:  # not packed at all, or damaged in any way
        raise MistakesError(
            Mistake(place, f'"{shown}" is not an XLSX workbook', "save it anew as XLSX, or as CSV")
        ) from None


def _check_formulas(content: bytes, shown: str, place: Place | None, sheet: Sheet) -> None:
    """A formula that no program has worked out yet would count as an empty cell: say so instead."""
    cells = dict(zip(sheet.numbers, sheet.rows, strict=True))
    for number, values in _rows(content, shown, place, data_only=False):
        row = cells.get(number)
        for column, value in enumerate(values if row is not None else []):
            if row is not None and isinstance(value, str) and value.startswith("=") and not row[column]:
                at = Place(shown, number, column + 1, 1, " | ".join(row), 1 + sum(len(c) + 3 for c in row[:column]))
                message = "this cell holds a formula without a value"
                raise MistakesError(Mistake(at, message, "open the workbook in a spreadsheet program and save it"))


def _text(value: object) -> str:
    """A value of a workbook as it would be written in a game."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.12f}".rstrip("0")
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    return " ".join(normal(str(value)).split())


def _separator(text: str) -> str:
    """The sign that occurs most in the first line with something on it, outside quotes."""
    for line in text[:100_000].split("\n"):
        if line.strip():
            plain = "".join(line.split('"')[::2])
            return max(",;\t", key=plain.count)
    return ","


def _trim(sheet: Sheet) -> None:
    """Drop empty cells at the right that belong to no heading: spreadsheet programs leave many."""
    if not sheet.rows:
        return
    head = sheet.rows[0]
    while head and not head[-1]:
        head.pop()
    for row in sheet.rows[1:]:
        while len(row) > len(head) and not row[-1]:
            row.pop()


def _check_characters(sheet: Sheet, cells: list[str], number: int) -> None:
    for column, cell in enumerate(cells):
        strange = harmful(cell)
        if strange is not None:
            raise MistakesError(Mistake(_cell_place(sheet, column), f"{strange[1]} stands here", "delete it"))


def _cell_place(sheet: Sheet, column: int) -> Place:
    """The place of a cell of the last row."""
    starts = sheet.columns(len(sheet.rows) - 1)
    cell = sheet.rows[-1][column]
    return Place(sheet.file, sheet.numbers[-1], column + 1, max(1, len(cell)), sheet.text(-1), starts[column])


def _csv_words(error: csv.Error) -> str:
    if "unexpected end" in str(error):
        return "a quote is never closed"
    if "expected after" in str(error):
        return "something stands behind a closing quote"
    if "field limit" in str(error) or "larger" in str(error):
        return "a cell is too long"
    return str(error)


def _too_long(shown: str, place: Place | None) -> MistakesError:
    return MistakesError(Mistake(place, f'the table "{shown}" is too big', f"a table has at most {MAX_ROWS:,} rows"))
