"""The cells of an ODS workbook, as LibreOffice saves it."""

from __future__ import annotations

from ludwright.language.workbooks import (
    HEAD,
    MAX_CELLS,
    MAX_ROWS,
    Attributes,
    Enough,
    Grid,
    Package,
    TooBigError,
    WorkbookSheet,
    number_text,
)

_PART = "content.xml"
_CELLS = ("table-cell", "covered-table-cell")
_NUMBERS = ("float", "currency", "percentage")
_TRUTHS = {"of:=TRUE()": "yes", "of:=FALSE()": "no"}
"""What becomes of yes and no that came from a workbook of another program."""
_MAX_SPACES = 1_000


class OdsBook:
    """An ODS workbook, read as far as it is asked for."""

    def __init__(self, package: Package) -> None:
        if _PART not in package.names:
            raise ValueError
        self._package = package

    def pages(self) -> list[WorkbookSheet]:
        """Its sheets, in their order."""
        reader = _Reader(None)
        self._package.walk(_PART, reader.start, reader.end, reader.text)
        return reader.pages

    def read(self, name: str) -> Grid:
        """All cells of one sheet."""
        reader = _Reader(name)
        self._package.walk(_PART, reader.start, reader.end, reader.text)
        return next(page.head for page in reader.pages if page.name == name)


class _Reader:
    """Takes the XML of all sheets: keeps all of the one that is wanted, or the first rows of each."""

    def __init__(self, wanted: str | None) -> None:
        self.pages: list[WorkbookSheet] = []
        self._wanted = wanted
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._depth = 0
        self._grid: Grid | None = None
        self._row = self._rows = self._column = 0
        self._cell: Attributes = {}
        self._pieces: list[str] = []
        self._kept: list[tuple[int, int, str]] = []
        self._paragraphs = 0
        self._in_text = self._aside = 0

    def start(self, tag: str, given: Attributes) -> None:
        if tag == "style":
            self._style = given.get("style:name", "")
        elif tag == "table-properties" and given.get("table:display") == "false":
            self._hidden_styles.add(self._style)
        elif tag == "table":
            self._open(given)
        elif self._grid is None:
            return
        elif tag == "table-row":
            self._rows = _times(given, "table:number-rows-repeated")
            self._column = 0
            self._kept.clear()
        elif tag in _CELLS:
            self._cell, self._paragraphs = given, 0
            self._pieces.clear()
        elif tag == "annotation":
            self._aside += 1
        elif not self._aside:
            self._inside(tag, given)

    def _inside(self, tag: str, given: Attributes) -> None:
        """What may stand in the text of a cell."""
        if tag == "p":
            if self._paragraphs:
                self._pieces.append(" ")
            self._paragraphs += 1
            self._in_text += 1
        elif tag in ("tab", "line-break"):
            self._pieces.append(" ")
        elif tag == "s":
            self._pieces.append(" " * min(_MAX_SPACES, _times(given, "text:c")))

    def end(self, tag: str) -> None:
        if self._grid is None:
            return
        if tag == "table":
            self._depth -= 1
            if self._depth == 0:
                self._grid = None
                if self._wanted is not None and self.pages[-1].name == self._wanted:
                    raise Enough
        elif tag == "annotation":
            self._aside -= 1
        elif tag == "p" and not self._aside:
            self._in_text -= 1
        elif tag in _CELLS:
            self._cell_ends()
        elif tag == "table-row":
            self._row_ends()

    def text(self, data: str) -> None:
        if self._in_text and not self._aside:
            self._pieces.append(data)

    def _open(self, given: Attributes) -> None:
        self._depth += 1
        if self._depth > 1:
            return  # a table inside a cell
        name = given.get("table:name", "")
        page = WorkbookSheet(name, given.get("table:style-name", "") in self._hidden_styles, Grid())
        self.pages.append(page)
        self._row = 1
        self._grid = page.head if self._wanted in (None, name) else None
        self._depth = 1 if self._grid is not None else 0

    def _cell_ends(self) -> None:
        assert self._grid is not None
        times, given = _times(self._cell, "table:number-columns-repeated"), self._cell
        text = self._meaning()
        if text:
            if len(self._kept) + times > MAX_CELLS:
                raise TooBigError
            self._kept += [(self._column + i, _times(given, "table:number-rows-spanned"), text) for i in range(times)]
        elif "table:formula" in given and "office:value-type" not in given:
            self._grid.unworked.append((self._row, self._column))
        self._column += times

    def _row_ends(self) -> None:
        """Put the cells of a row into the grid, as often as the row is repeated."""
        assert self._grid is not None
        if self._kept:
            if self._rows > MAX_ROWS:
                raise TooBigError
            for row in range(self._row, self._row + self._rows):
                if self._wanted is None and len(self._grid.rows) >= HEAD:
                    break
                for column, spanned, text in self._kept:
                    self._grid.put(row, column, text)
                    self._grid.merge(row, row + spanned - 1, column)
        self._row += self._rows
        self._kept.clear()

    def _meaning(self) -> str:
        """What a cell says."""
        given, written = self._cell, "".join(self._pieces)
        kind = given.get("office:value-type", "")
        if given.get("calcext:value-type") == "error":
            return written or "#VALUE!"
        if given.get("table:formula") in _TRUTHS:
            return _TRUTHS[given["table:formula"]]
        if kind in _NUMBERS and "office:value" in given:
            return number_text(float(given["office:value"]), percent=kind == "percentage")
        if kind == "boolean":
            return "yes" if given.get("office:boolean-value") == "true" else "no"
        if kind == "date":
            return given.get("office:date-value", written).removesuffix("T00:00:00").replace("T", " ")
        return given.get("office:string-value") or written


def _times(given: Attributes, name: str) -> int:
    """How often something is repeated, or over how many it reaches."""
    text = given.get(name, "1")
    return max(1, int(text)) if text.isdigit() and len(text) < 10 else 1
