"""Sheets of cells out of CSV, TSV, XLSX and ODS files, with limits so that no file can stall or exhaust the program."""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from ludwright.language.characters import harmful, normal
from ludwright.language.files import MAX_TABLE_BYTES, decode, read_bytes
from ludwright.language.ods import OdsBook
from ludwright.language.workbooks import (
    HEAD,
    MAX_CELLS,
    MAX_ROWS,
    Book,
    Grid,
    Package,
    TooBigError,
    UnsafeError,
    WorkbookSheet,
)
from ludwright.language.xlsx import XlsxBook
from ludwright.mistakes import Mistake, MistakesError, Place, nearest

MAX_COLUMNS = 1_000
_ERRORS = frozenset(
    ["#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!", "#ERROR!"]
)
_ODS_ERROR = re.compile(r"Err:[0-9]{3}")
_BOOKS: dict[str, tuple[str, Callable[[Package], Book]]] = {".xlsx": ("XLSX", XlsxBook), ".ods": ("ODS", OdsBook)}
_MISTAKES = 20


@dataclass
class SoughtSheet:
    """What is looked for in a file: where the text names it, the sheet it names, and names that a sheet may have by itself."""

    place: Place | None
    sheet: str | None = None
    sheet_place: Place | None = None
    likely: tuple[str, ...] = ()
    """The name of the kind and its plural."""
    forgiving: bool = False
    """Cells with errors count as empty, and are told with the sheet."""


@dataclass
class SpreadsheetRows:
    """Rows of texts, with the line each stands on; what a row looks like is worked out when it is asked for."""

    file: str
    bars: bool = False
    decimal_comma: bool = False
    rows: list[list[str]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    notes: list[Mistake] = field(default_factory=list)
    wrong: list[Mistake] = field(default_factory=list)
    """Cells that hold an error."""
    kept: list[int] | None = None
    """Which columns of the file these are, from 0; None for all from the first on."""
    _texts: list[str] = field(default_factory=list)
    _columns: list[list[int]] = field(default_factory=list)

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

    def place(self, row: int, cell: int, width: int) -> Place:
        """Where a cell stands; in a spreadsheet line and column are its row and column."""
        text, columns = self.text(row), self.columns(row)
        column = columns[cell] if cell < len(columns) else len(text) + 1
        if self.bars:
            return Place(self.file, self.numbers[row], column, max(1, width), text)
        number = self.kept[cell] + 1 if self.kept is not None and cell < len(self.kept) else cell + 1
        return Place(self.file, self.numbers[row], number, max(1, width), text, column)


def read_sheet(path: Path, shown: str, ending: str, wanted: SoughtSheet) -> SpreadsheetRows:
    """The sheet of a file; its first row has the headings."""
    read = read_workbook if ending in _BOOKS else read_separated
    sheet = read(path, shown, ending, wanted)
    if sheet.wrong and not wanted.forgiving:
        raise MistakesError(sheet.wrong[:_MISTAKES])
    return sheet


# ---------------------------------------------------------------- CSV and TSV


def read_separated(path: Path, shown: str, _: str, wanted: SoughtSheet) -> SpreadsheetRows:
    """A CSV or TSV file; whether commas, semicolons or tabs separate the cells is seen from its first line."""
    if wanted.sheet is not None:
        message = f'"{shown}" has no sheets: only workbooks have'
        raise MistakesError(Mistake(wanted.sheet_place, message, f'take `sheet "{wanted.sheet}"` away'))
    sheet = SpreadsheetRows(shown)
    text = normal(_decoded(read_bytes(path, shown, wanted.place, MAX_TABLE_BYTES), sheet, wanted.place))
    separator, line = _separator(text), 1
    if text.startswith("sep=") and text[5:6] == "\n":  # Excel's way to say what separates the cells
        separator, text, line = text[4], text[6:], 2
    sheet.decimal_comma = separator == ";"
    skipped, widths = line - 1, list[int]()
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    try:
        for cells in reader:
            stripped = _without_end([" ".join(cell.split()) for cell in cells])
            if stripped:
                sheet.add(line, stripped)
                widths.append(len(cells))
            line = reader.line_num + 1 + skipped
            if len(sheet.rows) > MAX_ROWS or len(stripped) > MAX_COLUMNS:
                raise _too_big(shown, wanted.place)
    except csv.Error as error:
        raise MistakesError(
            Mistake(Place(shown, line, 1), f"this row can't be read: {_csv_words(error)}", "")
        ) from None
    first = next((at for at, row in enumerate(sheet.rows[:HEAD]) if _is_head(row)), 0)
    del sheet.rows[:first], sheet.numbers[:first], widths[:first]  # a title above the headings
    if sheet.rows:
        _align(sheet, widths, wanted.place)
    _check_cells(sheet)
    return sheet


def _decoded(content: bytes, sheet: SpreadsheetRows, place: Place | None) -> str:
    """The text of a file: UTF-8, UTF-16 if it says so, or else what spreadsheet programs write on Windows, with a note."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError:
            return decode(content, sheet.file)
    try:
        return decode(content, sheet.file)
    except MistakesError as error:
        try:
            text = content.decode("cp1252")
        except UnicodeDecodeError:
            raise error from None
        message = f'"{sheet.file}" is not UTF-8; its letters are read as Windows writes them (cp1252)'
        sheet.notes.append(Mistake(place, message, "if some look wrong, save it as `CSV UTF-8`", "note"))
        return text


def _separator(text: str) -> str:
    """The sign that occurs most in the first line with such a sign on it, outside quotes."""
    for line in text[:100_000].split("\n"):
        plain = "".join(line.split('"')[::2])
        found = max(",;\t", key=plain.count)
        if found in plain:
            return found
    return ","


def _without_end(cells: list[str]) -> list[str]:
    """The cells without the empty ones at the right."""
    count = len(cells)
    while count and not cells[count - 1]:
        count -= 1
    return cells[:count]


def _align(sheet: SpreadsheetRows, widths: list[int], place: Place | None) -> None:
    """Leave out the columns whose heading is empty, and fill the rows up to the last heading as far as they were written."""
    head = sheet.rows[0]
    kept = [at for at, text in enumerate(head) if text]
    most = min(max(widths[0], len(head)), MAX_COLUMNS)
    if len(kept) * len(sheet.rows) > MAX_CELLS:
        raise _too_big(sheet.file, place)
    spare: set[int] = set()
    for number, row in enumerate(sheet.rows):
        width = min(widths[number], most)
        spare.update(at for at, text in enumerate(row[:most]) if text and (at >= len(head) or not head[at]))
        cells = [row[at] if at < len(row) else "" for at in kept if at < width]
        sheet.rows[number] = cells + (row[most:] if len(cells) == len(kept) else [])
    sheet.kept = kept
    _note_surplus(sheet, spare, place)


def _csv_words(error: csv.Error) -> str:
    if "unexpected end" in str(error):
        return "a quote is never closed"
    if "expected after" in str(error):
        return "something stands behind a closing quote"
    if "field limit" in str(error) or "larger" in str(error):
        return "a cell is too long"
    return str(error)


# ---------------------------------------------------------------- workbooks


def read_workbook(path: Path, shown: str, ending: str, wanted: SoughtSheet) -> SpreadsheetRows:
    """A sheet of an XLSX or ODS file: the one that is named, or the one that is most likely meant."""
    content = read_bytes(path, shown, wanted.place, MAX_TABLE_BYTES)
    name, kind = _BOOKS[ending]
    if not zipfile.is_zipfile(io.BytesIO(content)):
        message = f'"{shown}" is not an {name} workbook'
        raise MistakesError(Mistake(wanted.place, message, f"save it anew as {name}, or as CSV"))
    sheet = SpreadsheetRows(shown)
    try:
        book: Book = kind(Package(content))
        page = _chosen(book.pages(), shown, wanted, sheet)
        grid = book.read(page.name)
        grid.fill()
    except TooBigError:
        raise _too_big(shown, wanted.place) from None
    except UnsafeError:
        raise MistakesError(Mistake(wanted.place, f'the workbook "{shown}" is not safe to read')) from None
    except (ValueError, KeyError, IndexError, OSError, EOFError, expat.ExpatError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError):  # fmt: skip
        message = f'the workbook "{shown}" can\'t be read: it is damaged'
        raise MistakesError(Mistake(wanted.place, message, f"save it anew as {name}, or as CSV")) from None
    _take(grid, sheet, wanted.place)
    return sheet


def _chosen(pages: list[WorkbookSheet], shown: str, wanted: SoughtSheet, sheet: SpreadsheetRows) -> WorkbookSheet:
    """The sheet that is named; else the only one, the one that is called like the kind, or the first with a column `name`."""
    names = ", ".join(f'"{page.name}"' for page in pages)
    if wanted.sheet is not None:
        for page in pages:
            if page.name == wanted.sheet:
                return page
        alike = [page for page in pages if page.name.strip().casefold() == wanted.sheet.strip().casefold()]
        if len(alike) == 1:
            return alike[0]
        close = nearest(wanted.sheet, [page.name for page in pages])
        hint = f'did you mean "{close}"? ' if close else ""
        message = f'"{shown}" has no sheet "{wanted.sheet}"'
        raise MistakesError(Mistake(wanted.sheet_place, message, f"{hint}its sheets: {names}"))
    filled = [page for page in pages if page.head.rows and not page.hidden] or [p for p in pages if p.head.rows]
    if len(filled) < 2:
        return (filled or pages)[0]
    likely = {name.casefold() for name in wanted.likely}
    called = [page for page in filled if page.name.strip().casefold() in likely]
    named = [page for page in filled if any(_is_head(row.values()) for row in page.head.rows.values())]
    if len(called) == 1:
        return called[0]
    names = ", ".join(f'"{page.name}"' for page in filled)
    if len(named) > 1 and filled[0] not in named:
        message = f'"{shown}" has several sheets: {names}'
        raise MistakesError(Mistake(wanted.place, message, f'say which behind its name: `sheet "{named[0].name}"`'))
    page = (named or filled)[0]
    if len(named) != 1:
        message = f'"{shown}" has several sheets: {names}; "{page.name}" is read'
        other = next(one for one in reversed(filled) if one is not page)
        hint = f'for another write it behind the name of the file: `sheet "{other.name}"`'
        sheet.notes.append(Mistake(wanted.place, message, hint, "note"))
    return page


def _is_head(cells: Iterable[str]) -> bool:
    """Whether a row has the heading `name`."""
    return any(cell.strip().casefold() == "name" for cell in cells)


def _take(grid: Grid, sheet: SpreadsheetRows, place: Place | None) -> None:
    """The rows of a grid from its headings on, and only the columns that have one."""
    numbers = sorted(grid.rows)
    first = next((n for n in numbers[:HEAD] if _is_head(grid.rows[n].values())), numbers[0] if numbers else 0)
    numbers = [n for n in numbers if n >= first]
    head = sorted(grid.rows[first]) if numbers else []
    if len(head) > MAX_COLUMNS or len(head) * len(numbers) > MAX_CELLS:
        raise _too_big(sheet.file, place)
    sheet.kept = head
    for number in numbers:
        cells = [grid.rows[number].get(column, "") for column in head]
        if any(cells):
            sheet.add(number, cells)
    _note_surplus(sheet, {c for n in grid.rows if n > first for c in grid.rows[n]} - set(head), place)
    _check_cells(sheet)
    _check_formulas(grid, sheet, set(head))


def _note_surplus(sheet: SpreadsheetRows, columns: set[int], place: Place | None) -> None:
    """Say once which columns are left out as they have no heading."""
    spare = sorted(columns)
    if spare:
        names = ", ".join(_letters(column) for column in spare[:3]) + (", …" if len(spare) > 3 else "")
        what = f"column {names} has" if len(spare) == 1 else f"the columns {names} have"
        message = f'in "{sheet.file}" {what} no heading and {"is" if len(spare) == 1 else "are"} left out'
        sheet.notes.append(Mistake(place, message, "the first row names the columns", "note"))


def _letters(column: int) -> str:
    """How a spreadsheet program names a column."""
    text, column = "", column + 1
    while column:
        column, digit = divmod(column - 1, 26)
        text = chr(65 + digit) + text
    return text


def _check_formulas(grid: Grid, sheet: SpreadsheetRows, head: set[int]) -> None:
    """A formula that no program has worked out yet would count as an empty cell: say so instead."""
    rows = {number: row for row, number in enumerate(sheet.numbers)}
    kept = sheet.kept or []
    unworked = [(rows[n], kept.index(c)) for n, c in grid.unworked[:MAX_ROWS] if n in rows and c in head]
    sheet.wrong += [
        Mistake(
            sheet.place(row, cell, 1), "this cell holds a formula without a value",
            "open the workbook in a spreadsheet program and save it",
        )
        for row, cell in unworked[:_MISTAKES]
    ]  # fmt: skip


# ---------------------------------------------------------------- all files


def _check_cells(sheet: SpreadsheetRows) -> None:
    """Characters that no text should have, and errors of a spreadsheet program."""
    mistakes: list[Mistake] = []
    for number, cells in enumerate(sheet.rows):
        for column, cell in enumerate(cells):
            strange = harmful(cell)
            if strange is not None:
                mistakes.append(
                    Mistake(sheet.place(number, column, len(cell)), f"{strange[1]} stands here", "delete it")
                )
            elif cell in _ERRORS or (cell.startswith("Err:") and _ODS_ERROR.fullmatch(cell)):
                place = sheet.place(number, column, len(cell))
                sheet.wrong.append(Mistake(place, f"this cell holds an error: {cell}"))
                cells[column] = ""
            if len(mistakes) + len(sheet.wrong) == _MISTAKES:
                raise MistakesError(mistakes + sheet.wrong)
    if mistakes:
        raise MistakesError(mistakes + sheet.wrong)


def _too_big(shown: str, place: Place | None) -> MistakesError:
    hint = f"a table has at most {MAX_ROWS:,} rows, {MAX_COLUMNS:,} columns and {MAX_CELLS:,} cells"
    return MistakesError(Mistake(place, f'the table "{shown}" is too big', hint))
