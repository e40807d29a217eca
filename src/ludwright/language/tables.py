"""Tables: rows in the text of a game, or a CSV, TSV, XLSX or ODS file that it names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TypeVar

from lark import Token

from ludwright.language.declarations import Declaration
from ludwright.language.parser import parse_effects, parse_formula
from ludwright.language.spreadsheets import SoughtSheet, SpreadsheetRows, read_sheet
from ludwright.language.syntax import CellEffects, CellFormula, Node, TableRow, parts
from ludwright.language.workbooks import MAX_CELLS
from ludwright.mistakes import Mistake, MistakesError, Place

_WITH_TABLES = frozenset(["enum", "cards", "players", "board"])
_MISTAKES = 20
Piece = TypeVar("Piece", CellFormula, CellEffects)


class Row:
    """Where the cells of a row stand; most are never asked for it."""

    __slots__ = ("number", "sheet")

    def __init__(self, sheet: SpreadsheetRows, number: int) -> None:
        self.sheet, self.number = sheet, number

    @property
    def line(self) -> int:
        """The line of the file, from 1."""
        return self.sheet.numbers[self.number]

    def place(self, number: int, width: int) -> Place:
        """Where cell `number` (from 0) stands."""
        return self.sheet.place(self.number, number, width)


class Cell:
    """One cell of a table: its text without the spaces around it, and what it means."""

    __slots__ = ("_where", "column", "name", "number", "text")

    def __init__(self, text: str, where: Row | Place, number: int = 0, column: str = "", name: str = "") -> None:
        self.text = text
        self.number = number
        """Which cell of its row it is, from 0."""
        self.column = column
        """The heading of the cell's column, as it is written in the table."""
        self.name = name
        """What stands in the first cell of the row."""
        self._where = where

    @property
    def place(self) -> Place:
        """Where the cell stands; in a spreadsheet line and column are its row and column."""
        return self._where if isinstance(self._where, Place) else self._where.place(self.number, len(self.text))

    def place_of(self, node: Node | Token) -> Place:
        """Where a part of the cell's formula or effects stands."""
        place = self.place
        part = node if isinstance(node, Token) else node.span
        if part is None:
            return place
        column, width = part.column or 1, max(1, (part.end_column or 1) - (part.column or 1))
        if place.caret is None:
            return replace(place, column=column, width=width)
        return replace(place, caret=column, width=width)

    @property
    def value(self) -> str:
        """The text as a formula; in a file numbers, `yes` and `no` may be written as spreadsheet programs do."""
        if isinstance(self._where, Place) or self._where.sheet.bars:
            return self.text
        return _as_value(self.text, self._where.sheet.decimal_comma)

    def formula(self) -> CellFormula:
        """The tree ``cell``, whose only child is the formula. An empty cell is `none`."""
        return self._read(self.value, parse_formula, "none")

    def effects(self) -> CellEffects:
        """The tree ``effects``. An empty cell is `nothing`."""
        return self._read(self.text, parse_effects, "nothing")

    def _read(self, text: str, parse: Callable[[str, Place], Piece], empty: str) -> Piece:
        try:
            return parse(text or empty, self.place)
        except MistakesError as error:
            where = f"in column `{self.column}`" + (f" of row `{self.name}`: " if self.name else ": ")
            where = where if self.column else ""
            raise MistakesError([Mistake(m.place, where + m.message, m.hint) for m in error.mistakes]) from None

    def __repr__(self) -> str:
        return f"Cell({self.text!r})"


@dataclass
class Table:
    """The headings of a table and its rows, each with as many cells as there are headings."""

    columns: list[str]
    """The headings as rules write them: `victory_points` for `Victory Points`."""
    rows: list[list[Cell]]
    file: str
    notes: list[Mistake] = field(default_factory=list)
    """What is worth knowing about how the file was read."""

    def column(self, name: str) -> list[Cell] | None:
        """All cells below a heading; None if there is no such column."""
        if name not in self.columns:
            return None
        number = self.columns.index(name)
        return [row[number] for row in self.rows]


def read_table(
    declaration: Declaration, words: Container[str] = (), report: Callable[[Mistake], None] | None = None
) -> Table | None:
    """The table of a declaration: its rows, or the file it names; None if it has neither (or a JSON map).

    `words` are those of the rules: a heading that stands among them as it is written keeps its form. Rows of another
    length than the headings are told to `report`, and read as far as they go; without it they are raised.
    """
    if declaration.kind not in _WITH_TABLES:
        return None
    inline = _inline(declaration)
    token = declaration.file_token
    if token is None:
        return _table(inline, declaration.place(), words, report) if inline.rows else None
    if inline.rows:
        place = Place(declaration.file, inline.numbers[0], 1, 1, declaration.lines[inline.numbers[0] - 1])
        raise MistakesError(Mistake(place, "a table comes from a file or from rows, not from both", "take one away"))
    name = str(token)[1:-1]
    place = declaration.place(token)
    ending = PurePosixPath(name).suffix.lower()
    if ending in (".json", ".graphml") and declaration.kind == "board":
        return None
    if ending not in (".csv", ".tsv", ".xlsx", ".ods"):
        hint = "boards are also read from JSON and GraphML" if declaration.kind == "board" else "save the table as CSV"
        raise MistakesError(Mistake(place, f'"{name}" is no table: it must end in .csv, .tsv, .xlsx or .ods', hint))
    path = declaration.open_file(token)
    shown = str(Path(declaration.file).parent / name) if declaration.folder else name
    sheet = declaration.sheet_token
    wanted = SoughtSheet(place, likely=declaration.kind_words, forgiving=report is not None)
    if sheet is not None:
        wanted.sheet, wanted.sheet_place = str(sheet)[1:-1], declaration.place(sheet)
    return _table(read_sheet(path, shown, ending, wanted), place, words, report)


def _inline(declaration: Declaration) -> SpreadsheetRows:
    """The rows between bars of a declaration, cut into cells."""
    sheet = SpreadsheetRows(declaration.file, bars=True)
    for part in parts(declaration.tree):
        if isinstance(part, TableRow):
            row = part.text
            line = row.line or 1
            cells, columns, at = [], [], (row.column or 1) + 1
            for text in _cut(str(row)):
                stripped = text.strip()
                cells.append(stripped)
                columns.append(at + (len(text) - len(text.lstrip()) if stripped else min(1, len(text))))
                at += len(text) + 1
            sheet.add(line, cells, declaration.lines[line - 1], columns)
    return sheet


def _cut(row: str) -> list[str]:
    """The cells of a row; a bar inside quotes separates nothing."""
    inner = row[1:-1]
    if '"' not in inner or inner.count('"') % 2:
        return inner.split("|")
    cells, quoted = [""], False
    for character in inner:
        quoted ^= character == '"'
        if character == "|" and not quoted:
            cells.append("")
        else:
            cells[-1] += character
    return cells


def _table(
    sheet: SpreadsheetRows, place: Place, words: Container[str], report: Callable[[Mistake], None] | None
) -> Table:
    """Headings and rows, checked against each other."""
    if not sheet.rows:
        raise MistakesError(Mistake(place, "this table is empty", "its first row names the columns"))
    head = Row(sheet, 0)
    headings = [_heading(text) for text in sheet.rows[0]]
    columns = _names(headings, words)
    mistakes, uneven = _wrong_headings(columns, head) + sheet.wrong, len(sheet.wrong)
    if len(columns) * len(sheet.rows) > MAX_CELLS:
        raise MistakesError(
            Mistake(place, f"this table is too big: more than {MAX_CELLS:,} cells", "use a smaller one")
        )
    rows: list[list[Cell]] = []
    at = columns.index("name") if "name" in columns else 0
    for number in range(1, len(sheet.rows)):
        texts = sheet.rows[number]
        row = Row(sheet, number)
        name = texts[at] if at < len(texts) else ""
        if len(texts) != len(columns):
            mistakes.append(_wrong_count(texts, columns, row, name))
            uneven += 1
            if len(mistakes) >= _MISTAKES:
                break
            texts = [*texts[: len(columns)], *[""] * (len(columns) - len(texts))]
        rows.append([Cell(text, row, i, headings[i], name) for i, text in enumerate(texts)])
    if mistakes and (report is None or len(mistakes) > uneven):
        raise MistakesError(mistakes)
    for mistake in mistakes:
        assert report is not None
        report(mistake)
    return Table(columns, rows, sheet.file, sheet.notes)


def _heading(text: str) -> str:
    """A heading in its plain form: `when played`, `needs[wood]`."""
    return re.sub(r"\s*([\[\]])\s*", r"\1", " ".join(text.split()))


def _names(headings: list[str], words: Container[str]) -> list[str]:
    """How rules write the headings: as they stand where a rule does so, else in small letters and `_` for all that is no letter."""
    names = [_name(heading, words) for heading in headings]
    clashing = {name for name, times in Counter(names).items() if times > 1}
    return [heading if name in clashing else name for heading, name in zip(headings, names, strict=True)]


def _name(heading: str, words: Container[str]) -> str:
    small = heading.lower()
    if heading in words or small.startswith("when "):
        return heading if heading in words else small
    word, bracket, index = heading.partition("[")
    if word in words:
        return heading
    plain = re.sub(r"\W+", "_", word.lower()).strip("_")
    return plain + bracket + index if plain else heading


_YES_NO = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?%?")
_IN_DOUBT = re.compile(r"[+-]?[0-9]{1,3}[.,][0-9]{3}")
_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.0+)?")


def _as_value(text: str, decimal_comma: bool) -> str:
    """A cell of a file as a formula: `TRUE`, `3.0`, `25%` and `1,000` are `yes`, 3, 25 and 1000; with semicolons `2,0` is 2."""
    if text.lower() in _YES_NO:
        return _YES_NO[text.lower()]
    if not decimal_comma and _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    if not _NUMBER.fullmatch(text) or ("," in text and not decimal_comma):
        return text
    if decimal_comma and _IN_DOUBT.fullmatch(text):
        return text  # 1.000 or 1,000 may be one, or a thousand
    whole, point, parts = text.rstrip("%").lstrip("+").replace(",", ".").partition(".")
    return whole if not parts.strip("0") else whole + point + parts


def _wrong_headings(columns: list[str], row: Row) -> list[Mistake]:
    mistakes = []
    seen: set[str] = set()
    for number, name in enumerate(columns):
        place = row.place(number, len(name)) if not name or name in seen else None
        if not name:
            mistakes.append(Mistake(place, f"column {number + 1} has no heading", "the first row names the columns"))
        elif name in seen:
            mistakes.append(Mistake(place, f"two columns are called `{name}`", "rename one of them or take it away"))
        seen.add(name)
        if len(mistakes) >= _MISTAKES:
            break
    return mistakes


def _wrong_count(texts: list[str], columns: list[str], row: Row, name: str) -> Mistake:
    called = f"row `{name}`" if name else f"row {row.line}"
    message = f"{called} has {_cells(len(texts))}, the heading has {len(columns)}"
    if len(texts) < len(columns):
        missing = columns[len(texts)]
        return Mistake(row.place(len(texts) - 1, 1), message, f"the cell for `{missing}` is missing; it may be empty")
    surplus = row.place(len(columns), len(texts[len(columns)]))
    hint = "take the surplus cell away, or give it a heading"
    if not row.sheet.bars:
        hint += "; a cell with a comma in it stands in quotes"
    return Mistake(surplus, message, hint)


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
