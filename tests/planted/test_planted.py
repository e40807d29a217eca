"""The games with planted flaws, and the sound ones beside them: their table is complete, and every text loads and plays."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import ludwright
from ludwright.game import GAMES
from tests.planted.lay_out import lay_out

HERE = Path(__file__).parent

TABLE: dict[str, list[dict[str, Any]]] = tomllib.loads((HERE / "flaws.toml").read_text(encoding="utf-8"))
FLAWS, FAIR = TABLE["flaw"], TABLE["fair"]
ENTRIES = sorted({(row["file"], row["players"]) for row in FLAWS + FAIR})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("planted")
    lay_out(place)
    return place


def test_the_table_has_every_column() -> None:
    assert set(TABLE) == {"flaw", "fair"}
    for row in FLAWS:
        assert set(row) == {"file", "base", "players", "kind", "flaw", "report", "evidence"}, row["file"]
        assert row["kind"] and row["flaw"].endswith(".") and row["report"].endswith("."), row["file"]
    for row in FAIR:
        assert set(row) == {"file", "players", "why", "evidence"}, row["file"]
    for row in FLAWS + FAIR:
        assert row["evidence"], row["file"]
        for piece in row["evidence"]:
            assert set(piece) == {"command", "figure"} and piece["command"] and piece["figure"], row["file"]


def test_the_corpus_is_wide_enough() -> None:
    assert len(FLAWS) >= 40
    assert len({row["kind"] for row in FLAWS}) >= 20
    assert len({row["base"] for row in FLAWS} - {""}) >= 15
    assert len(FAIR) >= 16


def chosen(flaws: int = 36, fair: int = 15) -> list[dict[str, Any]]:
    """A part of the table for long reports, by a rule that knows no results: in turns over the games that flaws were planted in, the next flaw of a kind not taken yet; and the first
    sound games. Sound ones come in between at equal distances, so that any beginning of the list is about as mixed as the whole."""
    waiting: dict[str, list[dict[str, Any]]] = {}
    for row in FLAWS:
        waiting.setdefault(row["base"] or row["file"], []).append(row)
    taken: list[dict[str, Any]] = []
    while any(waiting.values()) and len(taken) < flaws:
        for rows in waiting.values():
            kinds = {row["kind"] for row in taken}
            new = [row for row in rows if row["kind"] not in kinds]
            if new and len(taken) < flaws:
                taken.append(new[0])
                rows.remove(new[0])
            elif not new:
                rows.clear()
    places = [(place / flaws, 0, row) for place, row in enumerate(taken)]
    places += [(place / fair, 1, row) for place, row in enumerate(FAIR[:fair])]
    return [row for _, _, row in sorted(places, key=lambda one: one[:2])]


def test_the_part_for_long_reports_is_wide_enough() -> None:
    rows = chosen()
    flawed = [row for row in rows if "flaw" in row]
    assert len(flawed) == 36 and len(rows) == 51
    assert len({row["kind"] for row in flawed}) >= 18
    assert len({row["base"] for row in flawed} - {""}) >= 15


def test_every_text_has_its_row_and_every_row_its_text() -> None:
    written = {path.name for path in HERE.glob("*.game")}
    bundled = {path.name for path in GAMES.glob("*.game")}
    named = {row["file"] for row in FLAWS + FAIR}
    assert written <= named
    assert named <= written | bundled
    assert not written & bundled
    both = {(row["file"], row["players"]) for row in FLAWS} & {(row["file"], row["players"]) for row in FAIR}
    assert not both


@pytest.mark.parametrize(
    "row", [row for row in FLAWS if row["base"] and (HERE / row["file"]).exists()], ids=lambda row: row["file"]
)
def test_a_variant_names_its_base(row: dict[str, Any]) -> None:
    assert f'of "{row["base"]}.game"' in (HERE / row["file"]).read_text(encoding="utf-8")


def in_the_suite(place: int) -> list[pytest.MarkDecorator]:
    """The suite plays every third text, the long proofs all."""
    return [] if place % 3 == 0 else [pytest.mark.slow]


@pytest.mark.parametrize(
    ("file", "players"),
    [
        pytest.param(file, players, id=f"{file}-{players}", marks=in_the_suite(place))
        for place, (file, players) in enumerate(ENTRIES)
    ],
)
def test_a_text_loads_and_plays(folder: Path, file: str, players: int) -> None:
    result = ludwright.simulate(ludwright.load(folder / file, players), games=3, seed=1, threads=1)
    assert result.games == 3


def test_the_spreadsheets_hold_what_the_tables_say(folder: Path) -> None:
    """The workbooks were converted from the CSV files by a spreadsheet program; a game reads the same from both."""
    for game, table in (("lantern_market", "lanterns"), ("ferry_bay", "boats")):
        text = (folder / f"{game}.game").read_text(encoding="utf-8")
        (folder / f"{game}_csv.game").write_text(text.replace(f"{table}.xlsx", f"{table}.csv"), encoding="utf-8")
        from_book = ludwright.simulate(ludwright.load(folder / f"{game}.game", 2), games=50, seed=1, threads=1)
        from_csv = ludwright.simulate(ludwright.load(folder / f"{game}_csv.game", 2), games=50, seed=1, threads=1)
        assert list(from_book.wins) == list(from_csv.wins)
