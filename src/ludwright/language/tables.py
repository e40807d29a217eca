"""Tables: rows in the text of a game, or a CSV, TSV or XLSX file that it names."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from lark import Token, Tree

from ludwright.language.declarations import Declaration
from ludwright.language.parser import Node, parse_effects, parse_formula
from ludwright.language.spreadsheets import Sheet, read_separated, read_workbook
from ludwright.mistakes import Mistake, MistakesError, Place

_WITH_TABLES = frozenset(["enum", "cards", "players", "board"])
_MISTAKES = 20
MAX_CELLS = 1_000_000


class Row:
    """Where the cells of a row stand; most are never asked for it."""

    __slots__ = ("columns", "file", "line", "sheet", "text")

    def __init__(self, file: str, line: int, text: str, columns: list[int], sheet: bool) -> None:
        self.file, self.line, self.text, self.columns, self.sheet = file, line, text, columns, sheet

    def place(self, number: int, width: int) -> Place:
        """Where cell `number` (from 0) stands."""
        column = self.columns[number] if number < len(self.columns) else len(self.text) + 1
        if self.sheet:
            return Place(self.file, self.line, number + 1, max(1, width), self.text, column)
        return Place(self.file, self.line, column, max(1, width), self.text)


class Cell:
    """One cell of a table: its text without the spaces around it, and what it means."""

    __slots__ = ("_where", "column", "name", "number", "text")

    def __init__(self, text: str, where: Row | Place, number: int = 0, column: str = "", name: str = "") -> None:
        self.text = text
        self.number = number
        """Which cell of its row it is, from 0."""
        self.column = column
        """The heading of the cell's column."""
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
        if isinstance(node, Tree) and node.meta.empty:
            return place
        part = node if isinstance(node, Token) else node.meta
        column, width = part.column or 1, max(1, (part.end_column or 1) - (part.column or 1))
        if place.caret is None:
            return replace(place, column=column, width=width)
        return replace(place, caret=column, width=width)

    def formula(self) -> Node:
        """The tree ``cell``, whose only child is the formula. An empty cell is `none`."""
        return self._read(parse_formula, "none")

    def effects(self) -> Node:
        """The tree ``effects``. An empty cell is `nothing`."""
        return self._read(parse_effects, "nothing")

    def _read(self, parse: Callable[[str, Place], Node], empty: str) -> Node:
        try:
            return parse(self.text or empty, self.place)
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
    rows: list[list[Cell]]
    file: str

    def column(self, name: str) -> list[Cell] | None:
        """All cells below a heading; None if there is no such column."""
        if name not in self.columns:
            return None
        number = self.columns.index(name)
        return [row[number] for row in self.rows]


def read_table(declaration: Declaration) -> Table | None:
    """The table of a declaration: its rows, or the file it names; None if it has neither (or a JSON map)."""
    if declaration.kind not in _WITH_TABLES:
        return None
    inline = _inline(declaration)
    token = declaration.file_token
    if token is None:
        return _table(inline, declaration.place()) if inline.rows else None
    if inline.rows:
        place = Place(declaration.file, inline.numbers[0], 1, 1, declaration.lines[inline.numbers[0] - 1])
        raise MistakesError(Mistake(place, "a table comes from a file or from rows, not from both", "take one away"))
    name = str(token)[1:-1]
    place = declaration.place(token)
    ending = PurePosixPath(name).suffix.lower()
    if ending == ".json" and declaration.kind == "board":
        return None
    if ending not in (".csv", ".tsv", ".xlsx"):
        hint = "boards are also read from JSON" if declaration.kind == "board" else "save the table as CSV"
        raise MistakesError(Mistake(place, f'"{name}" is no table: it must end in .csv, .tsv or .xlsx', hint))
    path = declaration.open_file(token)
    shown = str(Path(declaration.file).parent / name) if declaration.folder else name
    read = read_workbook if ending == ".xlsx" else read_separated
    return _table(read(path, shown, place), place)


def _inline(declaration: Declaration) -> Sheet:
    """The rows between bars of a declaration, cut into cells."""
    sheet = Sheet(declaration.file, bars=True)
    for part in declaration.tree.children:
        if isinstance(part, Tree) and part.data == "row":
            row = part.children[0]
            assert isinstance(row, Token)
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


def _table(sheet: Sheet, place: Place) -> Table:
    """Headings and rows, checked against each other."""
    if not sheet.rows:
        raise MistakesError(Mistake(place, "this table is empty", "its first row names the columns"))
    head = Row(sheet.file, sheet.numbers[0], sheet.text(0), sheet.columns(0), not sheet.bars)
    columns = [_heading(text) for text in sheet.rows[0]]
    mistakes = _wrong_headings(columns, head)
    if len(columns) * len(sheet.rows) > MAX_CELLS:
        raise MistakesError(
            Mistake(place, f"this table is too big: more than {MAX_CELLS:,} cells", "use a smaller one")
        )
    rows: list[list[Cell]] = []
    for number in range(1, len(sheet.rows)):
        texts = sheet.rows[number]
        row = Row(sheet.file, sheet.numbers[number], sheet.text(number), sheet.columns(number), not sheet.bars)
        name = texts[0] if texts else ""
        if len(texts) != len(columns):
            mistakes.append(_wrong_count(texts, columns, row, name))
            if len(mistakes) >= _MISTAKES:
                break
            continue
        rows.append([Cell(text, row, i, columns[i], name) for i, text in enumerate(texts)])
    if mistakes:
        raise MistakesError(mistakes)
    return Table(columns, rows, sheet.file)


def _heading(text: str) -> str:
    """A heading in its plain form: `when played`, `needs[wood]`."""
    return re.sub(r"\s*([\[\]])\s*", r"\1", " ".join(text.split()))


def _wrong_headings(columns: list[str], row: Row) -> list[Mistake]:
    mistakes = []
    for number, name in enumerate(columns):
        place = row.place(number, len(name))
        if not name:
            mistakes.append(Mistake(place, f"column {number + 1} has no heading", "the first row names the columns"))
        elif name in columns[:number]:
            mistakes.append(Mistake(place, f"two columns are called `{name}`", "rename one of them or take it away"))
    return mistakes


def _wrong_count(texts: list[str], columns: list[str], row: Row, name: str) -> Mistake:
    called = f"row `{name}`" if name else f"row {row.line}"
    message = f"{called} has {_cells(len(texts))}, the heading has {len(columns)}"
    if len(texts) < len(columns):
        missing = columns[len(texts)]
        return Mistake(row.place(len(texts) - 1, 1), message, f"the cell for `{missing}` is missing; it may be empty")
    surplus = row.place(len(columns), len(texts[len(columns)]))
    return Mistake(surplus, message, "take the surplus cell away, or give it a heading")


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
