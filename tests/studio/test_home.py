"""Home in a real browser: begin, duplicate, drop in a file."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import BrowserContext, expect

import ludwright
from ludwright.studio.home import KINDS, _around_map
from ludwright.studio.page import Refusal
from ludwright.studio.workspace import TEMPLATES, Workspace
from tests.studio.conftest import Opened, Served


@pytest.mark.parametrize("template", [kind.name for kind in KINDS])
def test_every_template_checks_clean_and_plays_without_a_fault(template: str) -> None:
    path = TEMPLATES / f"{template}.game"
    assert ludwright.check(path) == []
    for players in range(1, 5):
        try:
            game = ludwright.load(path, players)
        except ludwright.LudwrightError:
            continue
        assert not ludwright.simulate(game, games=300, seed=1).faults


@pytest.mark.parametrize("content", [b"[1, [2]]", b"5", b"[" * 100_000, b"\xff", b'{"isles": []}'])
def test_any_map_becomes_a_first_game(content: bytes) -> None:
    assert "board graph of isle from" in _around_map("m.json", content) or b"isles" not in content


def test_a_game_that_is_removed_keeps_its_text(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    for text in ('game "One"\n', 'game "Two"\n'):
        (tmp_path / "mine.game").write_text(text)
        kept = workspace.remove("mine.game")
        assert (tmp_path / kept).read_text() == text and not (tmp_path / "mine.game").exists()
    assert workspace.games() == []
    for name in ("@pig", "mine.game", kept, "../mine.game"):
        with pytest.raises(Refusal):
            workspace.remove(name)


def test_what_is_brought_in_names_no_file_from_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "kept").mkdir()
    (tmp_path / "secret.csv").write_text("name\nsecret\n")
    (tmp_path / "kept" / "own.csv").write_text("name\nours\n")
    (tmp_path / "kept" / "a.game").write_text('cards x from "../secret.csv"\ncards y from "own.csv"\n')
    workspace = Workspace(tmp_path / "mine")
    name = workspace.adopt(tmp_path / "kept" / "a.game", "Brought")
    assert '"own.csv"' in workspace.read(name).text
    assert workspace.tables() == ["own.csv"]


@pytest.mark.slow
def test_a_game_is_begun_from_a_template(served: Served, opened: Opened) -> None:
    page = opened("/")
    page.get_by_role("button", name="A card game").click()
    page.get_by_label("What is it called?").fill("Pirate Market")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url(re.compile("design"))
    text = (served.folder / "Pirate_Market.game").read_text()
    assert 'game "Pirate Market"' in text
    assert (served.folder / "card_game.csv").is_file()
    assert ludwright.check(served.folder / "Pirate_Market.game") == []


@pytest.mark.slow
def test_a_bundled_game_is_duplicated_with_its_tables(served: Served, opened: Opened) -> None:
    page = opened("/")
    page.locator(".card", has_text="Hamlet").get_by_role("button", name="Duplicate").click()
    page.get_by_role("dialog").get_by_role("button", name="Duplicate").click()
    page.wait_for_url(re.compile("design"))
    assert (served.folder / "houses.csv").is_file()
    assert ludwright.check(served.folder / "My_Hamlet.game") == []


def test_a_workbook_becomes_a_first_game(served: Served, opened: Opened, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["name", "kind", "Power", "copies"], ["Ogre", "foe", 5, 3], ["Elf", "friend", 2, 4]):
        book.active.append(row)
    book.save(tmp_path / "monsters.xlsx")
    page = opened("/")
    page.get_by_label("Add files").set_input_files(str(tmp_path / "monsters.xlsx"))
    page.wait_for_url(re.compile("design"))
    assert "c.power" in (served.folder / "monsters.game").read_text()


def test_pictures_of_games_are_shown_and_the_list_can_be_searched(opened: Opened) -> None:
    page = opened("/")
    picture = page.locator("#learn .card", has_text="Tic-tac-toe").locator("img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    page.get_by_label("Find a game").fill("othello")
    expect(page.locator("#learn .card:visible")).to_have_count(1)


def test_a_game_with_mistakes_has_words_in_place_of_a_picture(served: Served, opened: Opened) -> None:
    (served.folder / "broken.game").write_text('game "Broken"\nplayers 2\nturn: gooo\n', encoding="utf-8")
    page = opened("/")
    expect(page.locator(".card .undrawn")).to_have_text("No picture yet: open it to see why")
    improve = opened("/improve?game=broken.game")  # an error in the page would fail here
    expect(improve.locator("body")).to_contain_text("gooo")


@pytest.mark.slow
def test_it_fits_every_width(visitor: BrowserContext, served: Served) -> None:
    for width in (390, 900, 1600):
        page = visitor.new_page()
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(served.root)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.close()
