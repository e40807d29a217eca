"""See in a real browser: questions built by clicks, kept with the game, drawn together; games behind figures, frame by frame."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ludwright
from tests.studio.conftest import Opened, Served
from tests.studio.test_design import WELL


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifty games of a small game."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "well.game").write_text(WELL)
    ludwright.playtest(folder / "well.game", games=50, seed=1, out=folder / "runs" / "well-1")
    return folder


@pytest.fixture
def well(served: Served, opened: Opened, played: Path) -> Page:
    """The page of a small game that was played fifty times."""
    shutil.copytree(played, served.folder, dirs_exist_ok=True)
    return opened("/see?game=well.game")


def ask(page: Page, value: str, name: str, **choices: str) -> None:
    """A question by clicks."""
    page.get_by_role("button", name="New question").click()
    box = page.get_by_role("dialog")
    box.get_by_label("Which value").select_option(value)
    for label, choice in choices.items():
        box.get_by_label(label).select_option(choice)
    box.get_by_label("Name").fill(name)
    box.get_by_role("button", name="Ask", exact=True).click()


def kept(served: Served) -> list[dict[str, object]]:
    """What lies beside the game."""
    found: list[dict[str, object]] = json.loads((served.folder / "well.queries.json").read_text())
    return found


def test_questions_are_asked_kept_and_switched_off(served: Served, well: Page) -> None:
    ask(well, "p.water", "water", When="turn")
    expect(well.locator("#chart svg")).to_be_visible()
    expect(well.locator("#spread tbody tr")).to_have_count(2)
    run = ludwright.open_run(served.folder / "runs" / "well-1")
    mean = run.query("p.water", when="turn").filter(seat=1)["value"].mean()
    assert isinstance(mean, float)
    heads = well.locator("#spread thead th").all_inner_texts()
    shown = well.locator("#spread tbody tr").first.locator("td").nth(heads.index("mean"))
    assert float(shown.inner_text()) == pytest.approx(mean, abs=0.001)
    ask(well, "turn.number", "turns", When="turn")
    expect(well.locator("#spread tbody tr")).to_have_count(3)
    assert [one["name"] for one in kept(served)] == ["water", "turns"]
    well.get_by_label("water", exact=True).uncheck()
    expect(well.locator("#spread tbody tr")).to_have_count(1)
    well.reload()
    expect(well.get_by_label("water", exact=True)).not_to_be_checked()
    well.get_by_role("button", name="Command").click()
    expect(well.locator("#commands")).to_contain_text("ludwright query well-1 turn.number --turns")


def test_a_figure_leads_to_its_game_and_its_frame(served: Served, well: Page) -> None:
    ask(well, "p.water", "water", When="after")
    mean = well.locator("#spread tbody tr").first.locator("button").nth(1)
    mean.click()
    expect(well.locator("#behind h3")).to_have_text(f"Games nearest to the mean, {mean.inner_text()}")
    expect(well.locator("#behind button")).to_have_count(20)
    most = well.locator("#spread tbody tr").first.locator("button").last
    value = most.inner_text()
    most.click()
    game = well.locator("#behind button").first
    expect(game).to_contain_text(f": {value}")
    game.click()
    expect(well.locator("#frame-told")).to_contain_text(f"water of seat 1: {value}")
    expect(well.locator("#frame-told .lit").first).to_be_visible()
    before = well.locator("#frame-number").inner_text()
    well.get_by_role("button", name="One frame back").click()
    expect(well.locator("#frame-number")).not_to_have_text(before)


def test_what_is_asked_last_is_drawn_as_it_can_be(well: Page) -> None:
    """A value at the end of a game has no line, and no place beside values of every turn."""
    well.get_by_role("button", name="water of each player").click()
    expect(well.locator("#chart svg")).to_be_visible()
    well.get_by_role("button", name="how long games last").click()
    expect(well.locator("#kind")).to_have_value("histogram")
    expect(well.locator("#spread tbody tr")).to_have_count(1)
    expect(well.get_by_label("water of each player", exact=True)).not_to_be_checked()
    expect(well.get_by_label("how long games last", exact=True)).to_be_checked()


@pytest.mark.slow
def test_every_kind_of_chart_and_a_compound_question(served: Served, well: Page) -> None:
    well.get_by_role("button", name="New question").click()
    box = well.get_by_role("dialog")
    box.get_by_label("Which value").select_option("p.water")
    box.get_by_role("button", name="Another value").click()
    box.get_by_label("Which value").nth(1).select_option("turn.number")
    box.get_by_label("Several values").select_option("quotient")
    box.get_by_role("button", name="Only games in which").click()
    box.get_by_label("When").select_option("turn")
    box.get_by_label("Name").fill("share")
    box.get_by_role("button", name="Ask", exact=True).click()
    for kind in ("box", "histogram", "bar", "scatter", "heat", "line"):
        well.get_by_label("Shown as").select_option(kind)
        expect(well.locator("#chart svg")).to_be_visible()
    (one,) = kept(served)
    assert one["combine"] == "quotient" and one["where"] == "winner = 1" and one["texts"] == ["p.water", "turn.number"]


def test_a_wrong_formula_is_told_where_it_stands(well: Page) -> None:
    well.get_by_role("button", name="New question").click()
    box = well.get_by_role("dialog")
    box.get_by_label("Which value").select_option("")
    box.get_by_label("A formula").fill("p.watre")
    box.get_by_label("Name").fill("slip")
    box.get_by_role("button", name="Ask", exact=True).click()
    expect(well.locator("#chart [role=alert]")).to_contain_text("watre")


def test_no_run_outside_the_folder_is_asked(served: Served, well: Page) -> None:
    for name in ("..", ".", "../runs/well-1", "/etc", "none"):
        status = well.evaluate(
            "name => fetch('/see/askable?run=' + encodeURIComponent(name)).then(answer => answer.status)", name
        )
        assert status == 404, name


def test_a_game_that_nobody_played_says_what_to_do(served: Served, opened: Opened, tmp_path: Path) -> None:
    (served.folder / "well.game").write_text(WELL)
    page = opened("/see?game=well.game")
    expect(page.locator("#runs")).to_contain_text("Play a thousand games now")
    expect(page.locator("#frame")).to_be_hidden()
