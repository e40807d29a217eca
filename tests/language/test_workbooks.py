"""Workbooks and spreadsheets as people save them: sheets, merged cells, percentages, encodings, and limits on hostile ones."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from ludwright.language import workbooks
from ludwright.language.spreadsheets import MAX_COLUMNS
from ludwright.language.tables import Table
from tests.language.test_tables import OPEN, mistake, mistakes, put, repacked, table, texts

SHEETS = Path(__file__).parent / "sheets"
"""A workbook of four sheets that LibreOffice saved, and one of them as CSV for Windows."""

COURT = [
    ["Tax Collector", "3", "1", "court", "4", "25%", "Each other player pays 2 coins, then you draw.", "yes", "2024-02-03"],
    ["Guard", "2", "0", "court", "6", "50%", "Block one attack", "no", ""],
    ["Ka-Boom!", "5", "3", "war", "2", "12.5%", 'Remove all "cards" — now', "yes", ""],
    ["Königin", "4", "2", "war", "1", "100%", "", "no", ""],
]  # fmt: skip
HEADINGS = ["name", "cost", "victory_points", "type", "copies", "chance", "rules_text", "attack", "since"]


def values(found: Table, column: str) -> list[str]:
    return [cell.value for cell in found.column(column) or []]


@pytest.mark.parametrize("file", ["court.xlsx", "court.ods"])
def test_a_workbook_as_a_spreadsheet_program_saves_it(file: str) -> None:
    """A title, a comment, formulas, percentages, dates, merged cells, an empty row, a column without a heading."""
    found = table(f'cards card from "{file}"\n', SHEETS)
    assert found.columns == HEADINGS
    assert texts(found) == COURT
    assert values(found, "chance") == ["25", "50", "12.5", "100"]
    assert [note.message for note in found.notes] == [f'in "{file}" column I has no heading and is left out']
    assert str(found.rows[3][8].place) == f"{file}:7:10"


def test_a_file_for_windows_with_semicolons() -> None:
    found = table('cards card from "court_cp1252.csv"\n', SHEETS)
    assert found.columns == HEADINGS
    assert [row[0].text for row in found.rows] == ["Tax Collector", "Guard", "Ka-Boom!", "Königin"]
    assert values(found, "attack") == ["yes", "no", "yes", "no"]
    assert values(found, "chance") == ["25", "50", "12.5", "100"]
    encoding, surplus = found.notes
    assert "read as Windows writes them" in encoding.message
    assert "column I has no heading" in surplus.message


def test_the_sheet_called_like_the_kind_is_read() -> None:
    for file in ("court.xlsx", "court.ods"):
        assert texts(table(f'cards event from "{file}"\n', SHEETS)) == [
            ["Storm", "2", "All ships sink"],
            ["Calm", "3", ""],
        ]


def test_a_sheet_is_named_behind_the_file() -> None:
    for file in ("court.xlsx", "court.ods"):
        assert [row[0].text for row in table(f'cards c from "{file}" sheet "Events"\n', SHEETS).rows] == [
            "Storm",
            "Calm",
        ]
        assert texts(table(f'cards c from "{file}" sheet " old"\n', SHEETS)) == [["x", "1"]]


def test_a_sheet_that_is_not_there_is_a_mistake_that_lists_those_that_are() -> None:
    wrong = mistake('cards c from "court.ods" sheet "Event"\n', SHEETS)
    assert (str(wrong.place), wrong.message) == ("my.game:2:32", '"court.ods" has no sheet "Event"')
    assert wrong.hint == 'did you mean "Events"? its sheets: "Notes", "Cards", "Old", "Events"'
    assert "only workbooks have" in mistake('cards c from "court_cp1252.csv" sheet "Cards"\n', SHEETS).message


def test_several_sheets_that_may_be_meant_are_listed_and_hidden_ones_are_not() -> None:
    wrong = mistake('cards c from "court.xlsx"\n', SHEETS)
    assert wrong.message == '"court.xlsx" has several sheets: "Notes", "Cards", "Events"'
    assert wrong.hint == 'say which behind its name: `sheet "Cards"`'


def test_the_first_sheet_is_read_with_a_note_if_it_has_names(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    made.active.append(["name"])
    made.active.append(["hut"])
    made.create_sheet("Tiles").append(["name"])
    made.create_sheet("Empty")
    made.save(tmp_path / "a.xlsx")
    found = table('cards c from "a.xlsx"\n', tmp_path)
    assert texts(found) == [["hut"]]
    assert [note.message for note in found.notes] == ['"a.xlsx" has several sheets: "Sheet", "Tiles"; "Sheet" is read']


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Cost ", "cost"), ("COST", "cost"), ("Victory Points", "victory_points"), ("VP (end)", "vp_end"), ("Größe", "größe"),
        ("When Played", "when played"), ("Needs[Wood]", "needs[Wood]"), ("2nd", "2nd"),
    ],
)  # fmt: skip
def test_headings_are_forgiven_their_form(tmp_path: Path, heading: str, name: str) -> None:
    put(tmp_path, "a.csv", f"Name,{heading}\nhut,3\n")
    assert table('cards c from "a.csv"\n', tmp_path).columns == ["name", name]


def test_headings_that_differ_in_form_only_keep_it(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", "name,Cost,cost\nhut,3,4\n")
    assert table('cards c from "a.csv"\n', tmp_path).columns == ["name", "Cost", "cost"]


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("name,x\nhut,3.0\n", "3"), ("name,x\nhut,3.50\n", "3.50"), ("name,x\nhut,25%\n", "25"), ('name,x\nhut,"1,000"\n', "1000"),
        ("name;x\nhut;3,0\n", "3"), ("name;x\nhut;2,5\n", "2.5"), ('name,x\nhut,"2,5"\n', "2,5"), ("name,x\nhut,TRUE\n", "yes"),
        ("name,x\nhut,No\n", "no"), ("name,x\nhut,+3\n", "3"), ("name,x\nhut,-3.0\n", "-3"), ("sep=;\nname;x\nhut;3\n", "3"),
        ("Court game\nname;x\nhut;3\n", "3"), ("name,x\nhut,1.000\n", "1"), ("name;x\nhut;1.000\n", "1.000"), ("name;x\nhut;1,000\n", "1,000"),
    ],
)  # fmt: skip
def test_values_are_read_as_spreadsheet_programs_write_them(tmp_path: Path, content: str, value: str) -> None:
    put(tmp_path, "a.csv", content)
    assert values(table('cards c from "a.csv"\n', tmp_path), "x") == [value]


def test_unicode_text_is_read(tmp_path: Path) -> None:
    put(tmp_path, "a.tsv", "name\tcost\nKönig\t3\n".encode("utf-16"))
    assert texts(table('cards c from "a.tsv"\n', tmp_path)) == [["König", "3"]]


def test_all_errors_of_a_workbook_are_told_at_once(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", "name,cost,worth\nhut,#DIV/0!,1\ninn,2,#REF!\n")
    first, second = mistakes('cards c from "a.csv"\n', tmp_path)
    assert [(str(m.place), m.message) for m in (first, second)] == [
        ("a.csv:2:2", "this cell holds an error: #DIV/0!"),
        ("a.csv:3:3", "this cell holds an error: #REF!"),
    ]


# ------------------------------------------------------------------------------------------------ limits


def test_cells_far_to_the_right_take_no_room(tmp_path: Path) -> None:
    rows = b"".join(
        b'<row r="%d"><c r="A%d"><v>1</v></c><c r="XFD%d"><v>1</v></c></row>' % (n, n, n) for n in range(2, 15_000)
    )
    head = b'<row r="1"><c r="A1" t="str"><v>name</v></c></row>'
    repacked(tmp_path, OPEN + b"<sheetData>" + head + rows + b"</sheetData></worksheet>")
    found = table('cards c from "a.xlsx"\n', tmp_path)
    assert {len(row) for row in found.rows} == {1}
    assert [note.message for note in found.notes] == ['in "a.xlsx" column XFD has no heading and is left out']


def with_strings(folder: Path, count: int) -> None:
    """A workbook with so many empty shared texts."""
    repacked(folder, OPEN + b'<sheetData><row><c t="str"><v>name</v></c></row></sheetData></worksheet>')
    memory = io.BytesIO()
    strings = b"<sst>" + b"<si/>" * count + b"</sst>"
    links = (
        b'<Relationships xmlns="x"><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>'
        b'<Relationship Id="rId9" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
    )
    replaced = {"xl/sharedStrings.xml": strings, "xl/_rels/workbook.xml.rels": links}
    with zipfile.ZipFile(folder / "a.xlsx") as old, zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as new:
        for name in {*old.namelist(), *replaced}:
            new.writestr(name, replaced.get(name) or old.read(name))
    put(folder, "a.xlsx", memory.getvalue())


def test_millions_of_shared_texts_are_refused_once_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_strings(tmp_path, 10)
    assert table('cards c from "a.xlsx"\n', tmp_path).columns == ["name"]
    with_strings(tmp_path, 3_000_000)
    counted = 0
    walk = workbooks.Package.walk

    def counting(self: workbooks.Package, name: str, start: object, *more: object) -> None:
        def begins(tag: str, given: object) -> None:
            nonlocal counted
            counted += 1
            start(tag, given)  # type: ignore[operator]

        walk(self, name, begins, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(workbooks.Package, "walk", counting)
    assert "too big" in mistake('cards c from "a.xlsx"\n', tmp_path).message
    assert counted < 1_000_100


def test_millions_of_empty_cells_are_refused_once_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbooks, "MAX_ELEMENTS", 10_000)
    repacked(tmp_path, OPEN + b"<sheetData><row>" + b"<c/>" * 20_000 + b"</row></sheetData></worksheet>")
    assert "too big" in mistake('cards c from "a.xlsx"\n', tmp_path).message


def test_a_file_with_too_many_headings_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", ",".join(f"c{n}" for n in range(100_000)) + "\n")
    wrong = mistake('cards c from "a.csv"\n', tmp_path)
    assert wrong.message == 'the table "a.csv" is too big'
    assert f"{MAX_COLUMNS:,} columns" in wrong.hint


def ods(folder: Path, body: str, prologue: str = "") -> None:
    """An ODS file with this in its sheet."""
    head = (
        '<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>'
        '<table:table table:name="Cards"><table:table-row><table:table-cell><text:p>name</text:p></table:table-cell></table:table-row>'
    )
    with zipfile.ZipFile(folder / "a.ods", "w", zipfile.ZIP_DEFLATED) as package:
        end = "</table:table></office:spreadsheet></office:body></office:document-content>"
        package.writestr("content.xml", f"{prologue}{head}{body}{end}")


CELL = "<table:table-cell{0}><text:p>hut</text:p></table:table-cell>"
ROW = "<table:table-row{0}>" + CELL + "</table:table-row>"


def test_empty_cells_that_are_repeated_to_the_end_of_a_sheet_take_no_room(tmp_path: Path) -> None:
    empty = '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    ods(tmp_path, ROW.replace("{0}", "") + empty)
    assert texts(table('cards c from "a.ods"\n', tmp_path)) == [["hut"]]


@pytest.mark.parametrize(
    "attribute", [' table:number-rows-repeated="9999999"', ' table:number-columns-repeated="9999999"']
)
def test_cells_that_are_repeated_too_often_are_refused(tmp_path: Path, attribute: str) -> None:
    row, cell = (attribute, "") if "rows" in attribute else ("", attribute)
    ods(tmp_path, f"<table:table-row{row}>{CELL.format(cell)}</table:table-row>")
    assert "too big" in mistake('cards c from "a.ods"\n', tmp_path).message


def test_a_workbook_that_defines_entities_is_refused(tmp_path: Path) -> None:
    ods(tmp_path, ROW.replace("{0}", ""), '<!DOCTYPE x [<!ENTITY a "aaaa">]>')
    assert "not safe" in mistake('cards c from "a.ods"\n', tmp_path).message


@pytest.mark.parametrize("content", [b"", b"name,cost\n", b"PK\x03\x04" + b"\x00" * 100])
def test_what_is_no_ods_workbook_is_a_mistake(tmp_path: Path, content: bytes) -> None:
    put(tmp_path, "a.ods", content)
    assert mistake('cards c from "a.ods"\n', tmp_path).message == '"a.ods" is not an ODS workbook'


def test_a_package_without_a_sheet_can_not_be_read(tmp_path: Path) -> None:
    for name in ("a.ods", "a.xlsx"):
        with zipfile.ZipFile(tmp_path / name, "w") as package:
            package.writestr("hello.txt", "hello")
        assert "can't be read" in mistake(f'cards c from "{name}"\n', tmp_path).message


def test_damaged_xml_can_not_be_read(tmp_path: Path) -> None:
    repacked(tmp_path, OPEN + b"<sheetData><row>")
    assert "can't be read" in mistake('cards c from "a.xlsx"\n', tmp_path).message
