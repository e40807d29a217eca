"""Tables from rows in the text, from CSV, TSV and XLSX files, and what can be wrong with them."""

from __future__ import annotations

import datetime
import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from ludwright.language import syntax
from ludwright.language.source import Declaration, read_text
from ludwright.language.tables import Cell, Table, read_table
from ludwright.mistakes import Mistake, MistakesError, Place
from tests.language.trees import shape


def declared(text: str, folder: Path | None = None) -> Declaration:
    """The only declaration of a text, which begins on line 2."""
    (declaration,) = read_text('game "x"\n' + text, "my.game", folder).declarations
    return declaration


def table(text: str, folder: Path | None = None) -> Table:
    found = read_table(declared(text, folder))
    assert found is not None
    return found


def texts(found: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in found.rows]


def mistakes(text: str, folder: Path | None = None) -> list[Mistake]:
    with pytest.raises(MistakesError) as caught:
        read_table(declared(text, folder))
    return caught.value.mistakes


def mistake(text: str, folder: Path | None = None) -> Mistake:
    (only,) = mistakes(text, folder)
    return only


HEAPS = "enum heap\n  | name  | size  |  when   played | needs[ wood ] |\n  | small | 3 + 1 | x = 1; y |  |\n  | large | |a|b|\n"


def test_rows_become_columns_and_cells() -> None:
    found = table(HEAPS)
    assert found.columns == ["name", "size", "when played", "needs[wood]"]
    assert texts(found) == [["small", "3 + 1", "x = 1; y", ""], ["large", "", "a", "b"]]
    size = found.column("size")
    assert size is not None
    assert [cell.text for cell in size] == ["3 + 1", ""]
    assert found.column("weight") is None


def test_a_cell_knows_its_place() -> None:
    lines = ('game "x"\n' + HEAPS).split("\n")
    for row in table(HEAPS).rows:
        for cell in row:
            place = cell.place
            assert place.text == lines[place.line - 1]
            assert place.text[place.column - 1 : place.column - 1 + len(cell.text)] == cell.text
            assert place.width == max(1, len(cell.text))


def test_a_cell_is_a_formula_or_effects() -> None:
    (small, large) = table(HEAPS).rows
    assert shape(small[1].formula()) == "cell(add(3,1))"
    assert shape(small[2].effects()) == "effects(assign(x,1),call(y))"
    assert shape(large[1].formula()) == "cell(none_())"
    assert shape(small[3].effects()) == "effects(nothing())"


def test_parts_of_a_cell_have_places_in_the_file() -> None:
    declaration = declared(HEAPS)
    found = read_table(declaration)
    assert found is not None
    cell = found.rows[0][1]
    (number, _) = syntax.tokens(cell.formula())
    assert declaration.place(number) == cell.place_of(number)
    assert (cell.place_of(number).line, cell.place_of(number).column, cell.place_of(number).width) == (4, 13, 1)
    tree = cell.formula().formula
    assert isinstance(tree, syntax.Node)
    assert (cell.place_of(tree).column, cell.place_of(tree).width) == (13, 5)


def test_a_cell_may_be_made_for_any_place() -> None:
    cell = Cell("3 +", Place("a.game", 7, 5, 3, "    3 +"))
    assert cell.place.line == 7
    with pytest.raises(MistakesError, match=r"a\.game:7:8: this ends too early"):
        cell.formula()


def test_a_wrong_cell_is_named_by_row_and_column() -> None:
    cell = table("cards c\n  | name | cost |\n  | hut  | 3 +  |\n").rows[0][1]
    with pytest.raises(MistakesError) as caught:
        cell.formula()
    (wrong,) = caught.value.mistakes
    assert wrong.message == "in column `cost` of row `hut`: this ends too early; expected a value"
    assert wrong.place is not None
    assert (wrong.place.line, wrong.place.column) == (4, 15)


def test_a_bar_inside_quotes_separates_nothing() -> None:
    assert texts(table('enum e\n  | name | say |\n  | a | "x|y" |\n')) == [["a", '"x|y"']]


@pytest.mark.parametrize(
    "text", ["enum e: a, b", "cards c: each e", "players 2", "board grid 3 x 3 of cell", "turn: a"]
)
def test_a_declaration_without_rows_has_no_table(text: str) -> None:
    assert read_table(declared(text)) is None


def test_a_picture_is_no_table() -> None:
    assert read_table(declared("picture cell\n  | x . |\n  x: man of A\n")) is None


@pytest.mark.parametrize("head", ["enum e", "cards c", "things t", "players 2", "board track of place"])
def test_all_kinds_of_declarations_with_rows_have_tables(head: str) -> None:
    assert texts(table(f"{head}\n  | name |\n  | a |\n  | b |\n")) == [["a"], ["b"]]


def test_marks_below_the_rows_are_no_part_of_the_table() -> None:
    assert texts(table("cards c\n  | name |\n  | a |\n  king = no\n")) == [["a"]]


def test_a_row_with_too_few_or_too_many_cells_is_named() -> None:
    few, many = mistakes("enum e\n  | name | size |\n  | small |\n  | large | 3 | 4 |\n")
    assert few.message == "row `small` has 1 cell, the heading has 2"
    assert few.hint == "the cell for `size` is missing; it may be empty"
    assert few.place is not None
    assert few.place.line == 4
    assert many.message == "row `large` has 3 cells, the heading has 2"
    assert many.place is not None
    assert (many.place.line, many.place.column) == (5, 17)


def test_headings_are_given_and_differ() -> None:
    empty, twice = mistakes("enum e\n  | name | | name |\n  | a | b | c |\n")
    assert empty.message == "column 2 has no heading"
    assert twice.message == "two columns are called `name`"
    assert twice.place is not None
    assert (twice.place.line, twice.place.column) == (3, 14)


# ------------------------------------------------------------------------------------------------ files


def put(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        "name,cost,when played\nhut,3,x = 1\ninn,, y\n",
        "name;cost;when played\r\nhut;3;x = 1\r\ninn;; y\r\n",
        "name\tcost\twhen played\nhut\t3\tx = 1\ninn\t\ty",
        "\ufeffname,cost,when  played\nhut,3,x = 1\ninn,,y\n",
        '"name","cost","when played"\n"hut","3","x = 1"\n"inn","","y"\n',
        "\n\nname,cost,when played\n\nhut,3,x = 1\n,,\ninn,,y\n\n",
        "name,cost,when played,,\nhut,3,x = 1,,\ninn,,y,,\n",
    ],
)
def test_separated_files_are_read(tmp_path: Path, content: str) -> None:
    put(tmp_path, "houses.csv", content)
    found = table('cards house from "houses.csv"\n', tmp_path)
    assert found.columns == ["name", "cost", "when played"]
    assert texts(found) == [["hut", "3", "x = 1"], ["inn", "", "y"]]


def test_a_cell_in_quotes_may_hold_the_separator(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", 'name,cost,note\nhut,"max(1, 2)","a ""b"""\n')
    found = table('cards c from "a.csv"\n', tmp_path)
    assert texts(found) == [["hut", "max(1, 2)", 'a "b"']]
    assert shape(found.rows[0][1].formula()) == "cell(call_(max,args(1,2)))"


def test_a_tab_separated_file_may_be_called_so(tmp_path: Path) -> None:
    put(tmp_path, "a.tsv", "name\tcost\nhut\t3\n")
    assert texts(table('enum e from "a.tsv"\n', tmp_path)) == [["hut", "3"]]


def test_the_place_of_a_cell_of_a_file_is_its_row_and_column(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", 'name,note,cost\n\nhut,"two\nlines",3 +\ninn,x,4 + 5\n')
    found = table('cards c from "a.csv"\n', tmp_path)
    assert [str(cell.place) for cell in found.rows[0]] == ["a.csv:3:1", "a.csv:3:2", "a.csv:3:3"]
    assert str(found.rows[1][2].place) == "a.csv:5:3"
    with pytest.raises(MistakesError) as caught:
        found.rows[0][2].formula()
    assert str(caught.value).startswith("a.csv:3:3: in column `cost` of row `hut`: this ends too early")
    last = found.rows[1][2]
    (_, five) = syntax.tokens(last.formula())
    place = last.place_of(five)
    assert (place.line, place.column) == (5, 3)
    assert place.caret is not None
    assert place.text[place.caret - 1] == "5"


def test_a_wrong_row_of_a_file_is_named(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", "name,cost\nhut\ninn,3,4\n")
    few, many = mistakes('cards c from "a.csv"\n', tmp_path)
    assert (str(few.place), few.message) == ("a.csv:2:1", "row `hut` has 1 cell, the heading has 2")
    assert (str(many.place), many.message) == ("a.csv:3:3", "row `inn` has 3 cells, the heading has 2")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'name,cost\nhut,"3\ninn,4\n', "a quote is never closed"),
        (b'name,cost\nhut,"3"x\n', "behind a closing quote"),
        (b"name,cost\nhut,\x81\n", "not UTF-8"),
        (b"\xff\xfen\x00a", "UTF-16"),
        (b"name,cost\nhut,\x00\n", "NUL"),
        (b"", "this table is empty"),
        (b"\n\n,,\n", "this table is empty"),
        (b"name\n" + b"x" * 200_000 + b"\n", "a cell is too long"),
    ],
)
def test_damaged_files_are_mistakes(tmp_path: Path, content: bytes, message: str) -> None:
    put(tmp_path, "a.csv", content)
    assert message in mistake('cards c from "a.csv"\n', tmp_path).message


def test_a_missing_table_is_a_mistake_at_its_name(tmp_path: Path) -> None:
    put(tmp_path, "houses.csv", "name\nhut\n")
    wrong = mistake('cards c from "house.csv"\n', tmp_path)
    assert str(wrong.place) == "my.game:2:14"
    assert wrong.hint == 'did you mean "houses.csv"?'


def test_a_table_outside_the_folder_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    put(tmp_path, "a.csv", "name\nhut\n")
    assert "lies outside" in mistake('cards c from "../a.csv"\n', tmp_path / "game").message


def test_other_files_are_no_tables(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "name\nhut\n")
    assert "must end in .csv, .tsv, .xlsx or .ods" in mistake('cards c from "a.txt"\n', tmp_path).message
    put(tmp_path, "a.json", "{}")
    assert "must end in .csv, .tsv, .xlsx or .ods" in mistake('cards c from "a.json"\n', tmp_path).message
    assert read_table(declared('board graph of city from "a.json"\n', tmp_path)) is None


def test_rows_and_a_file_together_are_a_mistake(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", "name\nhut\n")
    wrong = mistake('cards c from "a.csv"\n  | name |\n  | a |\n', tmp_path)
    assert "not from both" in wrong.message
    assert wrong.place is not None
    assert wrong.place.line == 3


def book(folder: Path, rows: list[list[object]], name: str = "a.xlsx") -> None:
    made = openpyxl.Workbook()
    sheet = made.active
    for row in rows:
        sheet.append(row)
    made.save(folder / name)


def test_a_workbook_is_read(tmp_path: Path) -> None:
    date = datetime.date(2024, 2, 3)
    book(
        tmp_path,
        [
            ["name", "cost", " when  played ", "x"],
            ["hut", 3, "x = 1", True],
            ["inn", 2.0, None, 0.25],
            [],
            ["a", -1, "b", date],
        ],
    )
    found = table('cards c from "a.xlsx"\n', tmp_path)
    assert found.columns == ["name", "cost", "when played", "x"]
    assert texts(found) == [
        ["hut", "3", "x = 1", "yes"],
        ["inn", "2", "", "0.25"],
        ["a", "-1", "b", "2024-02-03"],
    ]
    assert str(found.rows[2][1].place) == "a.xlsx:5:2"


def test_cells_at_the_right_without_a_heading_may_be_empty(tmp_path: Path) -> None:
    book(tmp_path, [["name", "cost", None], ["hut", 3, None]])
    assert texts(table('cards c from "a.xlsx"\n', tmp_path)) == [["hut", "3"]]
    book(tmp_path, [["name", "cost"], ["hut", 3, 4]])
    found = table('cards c from "a.xlsx"\n', tmp_path)
    assert texts(found) == [["hut", "3"]]
    assert [note.message for note in found.notes] == ['in "a.xlsx" column C has no heading and is left out']


def test_a_formula_that_was_never_worked_out_is_a_mistake(tmp_path: Path) -> None:
    book(tmp_path, [["name", "cost"], ["hut", "=1+2"]])
    wrong = mistake('cards c from "a.xlsx"\n', tmp_path)
    assert (str(wrong.place), wrong.message) == ("a.xlsx:2:2", "this cell holds a formula without a value")


def test_an_error_value_is_a_mistake(tmp_path: Path) -> None:
    book(tmp_path, [["name", "cost"], ["hut", "#DIV/0!"]])
    wrong = mistake('cards c from "a.xlsx"\n', tmp_path)
    assert (str(wrong.place), wrong.message) == ("a.xlsx:2:2", "this cell holds an error: #DIV/0!")


@pytest.mark.parametrize("content", [b"", b"name,cost\n", b"PK\x03\x04" + b"\x00" * 100])
def test_what_is_no_workbook_is_a_mistake(tmp_path: Path, content: bytes) -> None:
    put(tmp_path, "a.xlsx", content)
    assert mistake('cards c from "a.xlsx"\n', tmp_path).message == '"a.xlsx" is not an XLSX workbook'


def test_a_package_that_is_no_workbook_is_a_mistake(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w") as package:
        package.writestr("hello.txt", "hello")
    assert "can't be read" in mistake('cards c from "a.xlsx"\n', tmp_path).message


def repacked(folder: Path, sheet: bytes) -> None:
    """A workbook whose first sheet is replaced by other XML."""
    book(folder, [["name"], ["hut"]], "plain.xlsx")
    memory = io.BytesIO()
    with zipfile.ZipFile(folder / "plain.xlsx") as old, zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, sheet if name == "xl/worksheets/sheet1.xml" else old.read(name))
    put(folder, "a.xlsx", memory.getvalue())


OPEN = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'


def sheet(rows: int, *, stated: int) -> bytes:
    """The XML of a sheet with so many rows that says it has `stated`."""
    body = b"".join(b"<row><c><v>%d</v></c></row>" % n for n in range(rows))
    return OPEN + b'<dimension ref="A1:A%d"/><sheetData>' % stated + body + b"</sheetData></worksheet>"


@pytest.mark.parametrize(
    ("ending", "content"),
    [
        ("csv", b"name,cost\n" + b"a,1\n" * 1_000_000),
        ("csv", b"name,cost\n" + b"aaaaaaaaaaaaa,1111111111\n" * 1_000_000),
    ],
)
def test_a_million_rows_are_refused_at_once(tmp_path: Path, ending: str, content: bytes) -> None:
    put(tmp_path, f"a.{ending}", content)
    assert "too big" in mistake(f'cards c from "a.{ending}"\n', tmp_path).message


def test_a_million_rows_of_a_workbook_are_refused_soon(tmp_path: Path) -> None:
    repacked(tmp_path, sheet(1_000_000, stated=1_000_000))
    assert "too big" in mistake('cards c from "a.xlsx"\n', tmp_path).message


def test_a_workbook_that_only_says_it_has_a_million_rows_is_read(tmp_path: Path) -> None:
    repacked(tmp_path, sheet(30, stated=1_048_576))
    assert len(table('cards c from "a.xlsx"\n', tmp_path).rows) == 29


def test_a_workbook_that_unpacks_to_gigabytes_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    repacked(tmp_path, OPEN + b" " * 200_000_000)
    assert (tmp_path / "a.xlsx").stat().st_size < 1_000_000
    assert "too big" in mistake('cards c from "a.xlsx"\n', tmp_path).message


def test_a_workbook_with_entities_is_refused(tmp_path: Path) -> None:
    repacked(tmp_path, b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]>' + OPEN + b"</worksheet>")
    assert "not safe" in mistake('cards c from "a.xlsx"\n', tmp_path).message


def test_a_table_with_too_many_cells_is_refused(tmp_path: Path) -> None:
    columns = ",".join(f"c{n}" for n in range(100))
    put(tmp_path, "a.csv", columns + "\n" + (",".join("1" * 100) + "\n") * 11_000)
    wrong = mistake('cards c from "a.csv"\n', tmp_path)
    assert "too big" in wrong.message
    assert "1,000,000 cells" in wrong.hint
