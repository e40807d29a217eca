"""The cells of an XLSX workbook; of a formula counts the value that was last worked out."""

from __future__ import annotations

import datetime
import posixpath
import re

from ludwright.language.workbooks import (
    HEAD,
    MAX_CELLS,
    Attributes,
    Enough,
    Grid,
    Package,
    TooBigError,
    WorkbookSheet,
    number_text,
)

_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
_PERCENTS = frozenset([9, 10])
_HIDDEN = ("hidden", "veryHidden")


class XlsxBook:
    """An XLSX workbook, read as far as it is asked for."""

    def __init__(self, package: Package) -> None:
        self._package = package
        home = self._related("", "officeDocument").get("officeDocument", "xl/workbook.xml")
        self._parts = self._related(home, "sharedStrings", "styles")
        self._sheets: dict[str, tuple[str, bool]] = {}
        self._from_1904 = False
        self._workbook(home)
        self._strings: list[str] | None = None
        self._formats: list[str] | None = None

    def pages(self) -> list[WorkbookSheet]:
        """Its sheets, in their order."""
        return [WorkbookSheet(name, hidden, self._grid(part, HEAD)) for name, (part, hidden) in self._sheets.items()]

    def read(self, name: str) -> Grid:
        """All cells of one sheet."""
        return self._grid(self._sheets[name][0], None)

    # ------------------------------------------------------------ the parts

    def _links(self, home: str) -> list[tuple[str, str, str]]:
        """Name, kind and target of the parts that one part builds on."""
        folder, own = posixpath.split(home)
        part = posixpath.join(folder, "_rels", f"{own}.rels")
        found: list[tuple[str, str, str]] = []

        def start(tag: str, given: Attributes) -> None:
            if tag == "Relationship" and given.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, given.get("Target", ""))).lstrip("/")
                found.append((given.get("Id", ""), posixpath.basename(given.get("Type", "")), target))

        if part in self._package.names:
            self._package.walk(part, start)
        return found

    def _related(self, home: str, *kinds: str) -> dict[str, str]:
        return {
            kind: target for _, kind, target in self._links(home) if kind in kinds and target in self._package.names
        }

    def _workbook(self, home: str) -> None:
        """The names of the sheets, and where each is."""
        targets = {name: target for name, kind, target in self._links(home) if kind == "worksheet"}

        def start(tag: str, given: Attributes) -> None:
            if tag == "workbookPr":
                self._from_1904 = given.get("date1904") in ("1", "true")
            elif tag == "sheet":
                link = next((value for key, value in given.items() if key.endswith(":id")), "")
                if link in targets:
                    self._sheets[given.get("name", "")] = targets[link], given.get("state") in _HIDDEN

        self._package.walk(home, start)

    def _shared(self) -> list[str]:
        """The texts that cells share."""
        if self._strings is None:
            self._strings = []
            if "sharedStrings" in self._parts:
                self._read_strings(self._parts["sharedStrings"], self._strings)
        return self._strings

    def _read_strings(self, part: str, found: list[str]) -> None:
        pieces: list[str] = []
        inside = _Inside()

        def start(tag: str, _: Attributes) -> None:
            inside.start(tag)
            if tag == "si":
                pieces.clear()

        def end(tag: str) -> None:
            inside.end(tag)
            if tag == "si":
                if len(found) >= MAX_CELLS:
                    raise TooBigError
                found.append("".join(pieces))

        def text(data: str) -> None:
            if inside.text:
                pieces.append(data)

        self._package.walk(part, start, end, text)

    def _styles(self) -> list[str]:
        """For each style of a cell whether it shows a number as a ``date`` or as ``percent``; else it is empty."""
        if self._formats is None:
            self._formats = []
            if "styles" in self._parts:
                self._read_styles(self._parts["styles"], self._formats)
        return self._formats

    def _read_styles(self, part: str, found: list[str]) -> None:
        own: dict[str, str] = {}
        inside: list[str] = []

        def start(tag: str, given: Attributes) -> None:
            inside.append(tag)
            if tag == "numFmt":
                own[given.get("numFmtId", "")] = _shows(given.get("formatCode", ""))
            elif tag == "xf" and "cellXfs" in inside:
                number = given.get("numFmtId", "0")
                usual = int(number) if number.isdigit() else 0
                shown = "date" if usual in _DATES else "percent" if usual in _PERCENTS else ""
                found.append(own.get(number, shown))

        def end(_: str) -> None:
            inside.pop()

        self._package.walk(part, start, end)

    # ------------------------------------------------------------ the cells

    def _grid(self, part: str, rows: int | None) -> Grid:
        """The cells of a sheet; of its first rows with something in them only, if their number is given."""
        reader = _SheetReader(self._shared(), self._styles(), self._from_1904, rows)
        self._package.walk(part, reader.start, reader.end, reader.text)
        return reader.grid


class _Inside:
    """Whether a text is one to be read: that of `t`, but not the hints how to pronounce it."""

    def __init__(self) -> None:
        self.text = False
        self._spoken = False

    def start(self, tag: str) -> None:
        self._spoken |= tag == "rPh"
        self.text = tag == "t" and not self._spoken

    def end(self, tag: str) -> None:
        self._spoken &= tag != "rPh"
        self.text = False


class _SheetReader:
    """Takes the XML of one sheet, and puts its cells into a grid."""

    def __init__(self, strings: list[str], styles: list[str], from_1904: bool, rows: int | None) -> None:
        self.grid = Grid()
        self._strings, self._styles, self._from_1904, self._most = strings, styles, from_1904, rows
        self._row = self._column = 0
        self._cell: Attributes = {}
        self._pieces: list[str] = []
        self._value = self._formula = False
        self._inside = _Inside()

    def start(self, tag: str, given: Attributes) -> None:
        self._inside.start(tag)
        if tag == "row":
            stated = given.get("r", "")
            self._row = int(stated) if stated.isdigit() and len(stated) < 8 else self._row + 1
            self._column = -1
        elif tag == "c":
            self._cell, self._formula = given, False
            self._pieces.clear()
            match = _ADDRESS.fullmatch(given.get("r", ""))
            self._column = _column(match[1]) if match else self._column + 1
        elif tag == "v":
            self._value = True
        elif tag == "f":
            self._formula = True
        elif tag == "mergeCell":
            ends = [_ADDRESS.fullmatch(end) for end in given.get("ref", "").split(":")]
            if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
                self.grid.merge(int(ends[0][2]), int(ends[1][2]), _column(ends[0][1]))

    def end(self, tag: str) -> None:
        self._inside.end(tag)
        if tag == "v":
            self._value = False
        elif tag == "c":
            written = "".join(self._pieces)
            if self._formula and not written and self._cell.get("t") != "str":
                self.grid.unworked.append((self._row, self._column))
            self.grid.put(self._row, self._column, self._meaning(written) if written else "")
        elif tag == "row" and self._most is not None and len(self.grid.rows) >= self._most:
            raise Enough

    def text(self, data: str) -> None:
        if self._value or self._inside.text:
            self._pieces.append(data)

    def _meaning(self, written: str) -> str:
        """What a cell says."""
        match self._cell.get("t", "n"):
            case "s":
                number = int(written)
                return _unescaped(self._strings[number]) if 0 <= number < len(self._strings) else ""
            case "b":
                return "yes" if written.strip() == "1" else "no"
            case "n":
                style = self._cell.get("s", "0")
                shown = self._styles[int(style)] if style.isdigit() and int(style) < len(self._styles) else ""
                value = float(written)
                if shown == "date":
                    return _date(value, self._from_1904)
                return number_text(value, percent=shown == "percent")
        return _unescaped(written)


def _column(letters: str) -> int:
    """The number of a column from 0: A is 0, AA is 26."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def _shows(code: str) -> str:
    """Whether a number format makes a date or a percentage of a number."""
    plain = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.', "", code.split(";")[0])
    if "%" in plain:
        return "percent"
    return "date" if re.search(r"[dmyhs]", plain.lower()) and "general" not in plain.lower() else ""


def _date(value: float, from_1904: bool) -> str:
    """Days since a beginning as a date."""
    start = datetime.datetime(1904, 1, 1) if from_1904 else datetime.datetime(1899, 12, 30)
    try:
        moment = start + datetime.timedelta(seconds=round(value * 86400))
    except (OverflowError, ValueError):
        return number_text(value)
    return moment.date().isoformat() if value.is_integer() else moment.isoformat(" ")
