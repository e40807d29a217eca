"""Design in a real browser: messages beside their lines, mends, pictures, numbers, tables, and no letter ever lost."""

from __future__ import annotations

import csv
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ludwright
from ludwright.studio.workspace import TEMPLATES
from tests.studio.conftest import Opened, Process, Served

WELL = 'game "Well"\nplayers 2 to 3\nparam goal = 12 in 5..40\neach player\n  water = 0 in 0..60\nturn: dip\naction dip(n in 1..3)\n  my water += n\nend when my water >= goal: me wins\n'


@pytest.fixture
def well(served: Served, opened: Opened) -> Page:
    """The design page of a small game."""
    (served.folder / "well.game").write_text(WELL)
    page = opened("/design?game=well.game")
    expect(page.locator("#verdict")).to_have_text("No mistakes")
    return page


def type_at_end(page: Page, text: str) -> None:
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(text)


def eventually(path: Path, part: str) -> str:
    for _ in range(200):
        if part in path.read_text():
            break
        time.sleep(0.1)
    assert part in path.read_text()
    return path.read_text()


def test_a_mistake_is_marked_mended_by_a_click_and_saved(served: Served, well: Page) -> None:
    type_at_end(well, "score(p): p.watre\n")
    message = well.locator("#messages li.mistake", has_text="watre")
    expect(message).to_contain_text("line 10")
    expect(well.locator(".cm-lintRange-error")).to_have_count(1)
    eventually(served.folder / "well.game", "watre")
    told = [one for one in ludwright.check(served.folder / "well.game") if one.severity == "mistake"]
    expect(message).to_contain_text(told[0].message.split("`")[0].strip())  # the same words as `check`
    message.get_by_role("button", name="Change it to").click()
    expect(well.locator("#messages li.mistake")).to_have_count(0)
    assert "score(p): p.water\n" in eventually(served.folder / "well.game", "p.water\n")


@pytest.mark.slow
def test_the_table_and_a_first_game_follow_every_change(well: Page) -> None:
    expect(well.locator("#panel-table svg")).to_contain_text("Well")
    well.get_by_role("tab", name="A game").click()
    expect(well.locator(".story li").first).to_contain_text("Well for 2")
    well.locator("#panel-story select").select_option("3")
    expect(well.locator(".story li").first).to_contain_text("Well for 3")


@pytest.mark.slow
def test_a_slider_writes_into_the_text(served: Served, well: Page) -> None:
    well.get_by_role("tab", name="Numbers").click()
    well.get_by_label("goal").first.fill("30")
    eventually(served.folder / "well.game", "param goal = 30 in 5..40")
    expect(well.get_by_role("slider", name="goal")).to_have_value("30")


@pytest.mark.slow
def test_what_fits_is_completed(well: Page) -> None:
    type_at_end(well, "action drink\n  my wa")
    expect(well.locator(".cm-tooltip-autocomplete li").first).to_contain_text("water")
    well.wait_for_timeout(300)  # an Enter that comes too soon after the list was not meant for it
    well.keyboard.press("Enter")
    expect(well.locator(".cm-line").last).to_have_text("  my water")


@pytest.mark.slow
def test_go_to_and_rename(served: Served, well: Page) -> None:
    type_at_end(well, "# water stays here\n")
    well.locator(".cm-line", has_text="my water += n").click()
    well.keyboard.press("Home")
    for _ in range(5):
        well.keyboard.press("ArrowRight")
    well.keyboard.press("F2")
    well.get_by_label("New name").fill("drops")
    well.get_by_role("button", name="Rename").click()
    text = eventually(served.folder / "well.game", "my drops += n")
    assert "drops = 0 in 0..60" in text and "# water stays here" in text and "my drops >= goal" in text


@pytest.mark.slow
def test_who_leaves_at_once_finds_it_saved(served: Served, well: Page) -> None:
    type_at_end(well, "# a last word\n")
    well.goto(served.root + "/")
    eventually(served.folder / "well.game", "# a last word")


@pytest.mark.slow
@pytest.mark.usefixtures("own_process")
def test_typing_survives_a_kill_and_a_reload(served: Process, well: Page) -> None:
    served.kill()
    type_at_end(well, "# typed while nobody listened\n")
    expect(well.locator("#status")).to_contain_text("kept in this browser")
    well.close()
    served.begin()
    page = well.context.new_page()
    page.goto(served.root + "/design?game=well.game")
    eventually(served.folder / "well.game", "# typed while nobody listened")
    expect(page.locator(".cm-content")).to_contain_text("# typed while nobody listened")


@pytest.mark.slow
@pytest.mark.usefixtures("own_process")
def test_an_open_page_goes_on_when_the_studio_is_back(served: Process, well: Page) -> None:
    served.kill()
    type_at_end(well, "# still here\n")
    served.begin()
    eventually(served.folder / "well.game", "# still here")
    expect(well.locator("#status")).to_have_text("Saved")


def test_two_tabs_and_an_outside_editor_stay_the_same(served: Served, well: Page, opened: Opened) -> None:
    other = opened("/design?game=well.game")
    expect(other.locator("#verdict")).to_have_text("No mistakes")
    type_at_end(well, "# from the first tab\n")
    expect(other.locator(".cm-content")).to_contain_text("# from the first tab")
    path = served.folder / "well.game"
    path.write_text(path.read_text() + "# from outside\n")
    for page in (well, other):
        expect(page.locator(".cm-content")).to_contain_text("# from outside")


@pytest.mark.slow
@pytest.mark.parametrize("keep", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("own_process")
def test_a_conflict_is_shown_and_loses_nothing(served: Process, well: Page, keep: bool) -> None:
    path = served.folder / "well.game"
    served.kill()
    type_at_end(well, "# mine\n")
    expect(well.locator("#status")).to_contain_text("kept in this browser")
    path.write_text(WELL + "# theirs\n")
    served.begin()
    dialog = well.get_by_role("dialog", name="Changed elsewhere")
    expect(dialog).to_contain_text("# mine")
    expect(dialog).to_contain_text("# theirs")
    dialog.get_by_role("button", name="Keep mine" if keep else "Take theirs").click()
    expect(well.locator("#status")).to_have_text("Saved")
    text = eventually(path, "# mine" if keep else "# theirs")
    assert ("# theirs" in text) is not keep
    kept = [file.read_text() for file in (served.folder / ".ludwright" / "history" / "well.game").iterdir()]
    assert any("# mine" in one for one in kept) and any("# theirs" in one for one in kept)


def test_history_tells_what_changed_and_brings_it_back(served: Served, well: Page) -> None:
    well.get_by_role("tab", name="Numbers").click()
    well.get_by_label("goal").first.fill("30")
    eventually(served.folder / "well.game", "param goal = 30")
    well.get_by_role("tab", name="History").click()
    expect(well.locator(".versions li").first).to_contain_text("goal: 12 → 30")
    well.get_by_role("button", name="Look").first.click()
    well.get_by_role("button", name="Bring this back").click()
    eventually(served.folder / "well.game", "param goal = 12")


@pytest.fixture
def market(served: Served, opened: Opened) -> Page:
    """The design page of a game with a table in a file, at its tables."""
    for name in ("card_game.game", "card_game.csv"):
        (served.folder / name).write_text((TEMPLATES / name).read_text())
    page = opened("/design?game=card_game.game")
    page.get_by_role("tab", name="Tables").click()
    expect(page.locator(".grid")).to_contain_text("Apple")
    return page


@pytest.mark.slow
def test_a_hundred_cards_are_pasted_from_a_spreadsheet(served: Served, market: Page) -> None:
    cards = [
        ["name", "sort", "price", "points", "copies"],
        *([f"Ware {n}", ("fruit", "bread", "cloth")[n % 3], str(n % 5), str(n % 7), "1"] for n in range(100)),
    ]
    market.evaluate("text => navigator.clipboard.writeText(text)", "\r\n".join("\t".join(row) for row in cards))
    market.locator(".grid td:not(.count)").first.click()
    market.keyboard.press("Control+v")
    expect(market.locator(".grid tr")).to_have_count(101)
    eventually(served.folder / "card_game.csv", "Ware 99")
    with (served.folder / "card_game.csv").open() as file:
        assert list(csv.reader(file))[:101] == cards
    expect(market.locator("#verdict")).to_have_text("No mistakes")
    market.keyboard.press("Control+z")
    eventually(served.folder / "card_game.csv", "Melon")
    assert "Ware" not in (served.folder / "card_game.csv").read_text()


@pytest.mark.slow
def test_cells_are_typed_filled_down_and_columns_added(served: Served, market: Page) -> None:
    market.locator(".grid tr").nth(1).locator("td").nth(3).click()
    market.keyboard.type("9")
    market.keyboard.press("Enter")
    eventually(served.folder / "card_game.csv", "Apple,fruit,1,9,4")
    market.keyboard.press("ArrowUp")
    market.keyboard.press("Shift+ArrowDown")
    market.keyboard.press("Control+d")
    eventually(served.folder / "card_game.csv", "Pear,fruit,2,9,3")
    market.get_by_role("button", name="Add a column").click()
    eventually(served.folder / "card_game.csv", "name,sort,price,points,copies,column_1")


@pytest.mark.slow
def test_the_history_of_a_table_brings_it_back(served: Served, market: Page) -> None:
    market.locator(".grid tr").nth(1).locator("td").nth(3).click()
    market.keyboard.type("9")
    market.keyboard.press("Enter")
    eventually(served.folder / "card_game.csv", "Apple,fruit,1,9,4")
    market.get_by_role("tab", name="History").click()
    changed = market.locator(".versions li", has_text="Apple: points 1 → 9")
    expect(changed).to_contain_text("card_game.csv")
    market.locator(".versions li", has_text="the first version kept").last.get_by_role("button", name="Look").click()
    expect(market.get_by_role("dialog")).to_contain_text("Apple: points 1 → 9")
    market.get_by_role("button", name="Bring this back").click()
    eventually(served.folder / "card_game.csv", "Apple,fruit,1,1,4")
    market.get_by_role("tab", name="Tables").click()
    expect(market.locator(".grid tr").nth(1).locator("td").nth(3)).to_have_text("1")


@pytest.mark.slow
def test_rows_in_the_text_are_a_table_too(served: Served, opened: Opened) -> None:
    (served.folder / "coop.game").write_text((TEMPLATES / "coop_game.game").read_text())
    page = opened("/design?game=coop.game")
    page.get_by_role("tab", name="Tables").click()
    page.locator(".grid tr").nth(4).locator("td").nth(1).click()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    eventually(served.folder / "coop.game", "| storm    | 5    | 2      |")


@pytest.mark.slow
def test_a_bundled_game_is_to_look_at(opened: Opened) -> None:
    page = opened("/design?game=@othello")
    expect(page.locator("#status")).to_have_text("Comes with Ludwright")
    expect(page.locator(".cm-content")).to_have_attribute("aria-readonly", "true")
    page.get_by_role("button", name="Duplicate to change it").click()
    page.get_by_role("dialog").get_by_role("button", name="Duplicate").click()
    page.wait_for_url(re.compile("My_Othello"))


def test_a_file_that_is_no_text_says_so(served: Served, opened: Opened) -> None:
    (served.folder / "noise.game").write_bytes(b"\xff\xfe\x00\x00\x81" * 50)
    page = opened("/design?game=noise.game")
    expect(page.locator("#editor")).to_contain_text("UTF-16")
