"""Tables with a million rows, files that name themselves or lie elsewhere."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import ludwright
from tests.work import counted

HEAD = 'game "x"\nplayers 2\nturn: me may do go\naction go\nend when turn.number > 3: draw\n'


def refused(path: Path) -> str:
    """The message with which a file is refused, before much of it was looked at: reading a million rows to their end is more work."""
    with pytest.raises(ludwright.LudwrightError) as caught, counted() as work:
        ludwright.load(path)
    assert work.steps < 10_000_000
    return str(caught.value)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return tmp_path / "x.game"


def test_a_million_rows_of_csv(game: Path) -> None:
    rows = "name,value\n" + "".join(f"n{i},{i}\n" for i in range(1_000_000))
    (game.parent / "big.csv").write_text(rows)
    game.write_text(HEAD + 'enum thing from "big.csv"\n')
    assert "too big" in refused(game)


def test_a_million_cards_of_csv(game: Path) -> None:
    (game.parent / "big.csv").write_text("name,copies\n" + "".join(f"n{i},1\n" for i in range(1_000_000)))
    game.write_text(HEAD + 'cards card from "big.csv"\n')
    assert "too big" in refused(game)


def test_a_million_rows_of_a_spreadsheet(game: Path) -> None:
    row = '<row r="{0}"><c r="A{0}" t="inlineStr"><is><t>n{0}</t></is></c><c r="B{0}"><v>{0}</v></c></row>'
    head = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>v</t></is></c></row>'
    )
    _spreadsheet(game.parent / "big.xlsx", head + "".join(row.format(i) for i in range(2, 1_000_001)))
    game.write_text(HEAD + 'enum thing from "big.xlsx"\n')
    assert "too big" in refused(game)


def test_a_spreadsheet_that_says_it_is_endless(game: Path) -> None:
    cell = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    _spreadsheet(game.parent / "big.xlsx", cell, '<dimension ref="A1:XFD1048576"/>')
    game.write_text(HEAD + 'enum thing from "big.xlsx"\n')
    assert "no column `name`" in refused(game)


def _spreadsheet(path: Path, rows: str, dimension: str = "") -> None:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    about = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
        '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r" Type="{about}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{about}"><sheets><sheet name="s" sheetId="1" r:id="r"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r" Type="{about}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}">{dimension}<sheetData>{rows}</sheetData></worksheet>',
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            file.writestr(name, text)


def test_a_small_spreadsheet_made_the_same_way_is_read(game: Path) -> None:
    rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>red</t></is></c></row>'
    _spreadsheet(game.parent / "small.xlsx", rows)
    game.write_text(HEAD + 'enum thing from "small.xlsx"\n')
    assert ludwright.load(game).start().codes()


@pytest.mark.parametrize(
    "line",
    [
        'include "x.game"', 'include "../y.game"', 'include "/etc/passwd"', 'include "sub/../../y.game"', 'include "ring.game"',
        'include "folder"', 'include ""', 'include "missing.game"', 'variant "v" of "x.game"', 'enum e from "../y.csv"',
        'cards c from "/dev/zero"', 'board graph of land from "/proc/self/mem"', 'board graph of land from "x.game"', 'enum e from "x.game"',
        'enum e from "link.csv"', 'cards c from "folder"',
    ],
)  # fmt: skip
def test_files_that_name_themselves_or_lie_elsewhere(game: Path, line: str) -> None:
    folder = game.parent / "game"
    folder.mkdir()
    (folder / "folder").mkdir()
    (game.parent / "y.game").write_text("var leaked = 1\n")
    (game.parent / "y.csv").write_text("name\nleaked\n")
    (folder / "ring.game").write_text('include "ring2.game"\n')
    (folder / "ring2.game").write_text('include "ring.game"\n')
    (folder / "link.csv").symlink_to(game.parent / "y.csv")
    inside = folder / "x.game"
    inside.write_text(line + "\n" + (HEAD.split("\n", 1)[1] if line.startswith("variant") else HEAD))
    assert "leaked" not in refused(inside)
