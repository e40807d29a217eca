"""Test in a real browser: runs that are watched, stopped, gone on with, and read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ludwright.playtests.shelf import runs as kept_runs
from tests.studio.conftest import Opened, Process, Served
from tests.studio.test_design import WELL


@pytest.fixture
def well(served: Served, opened: Opened) -> Page:
    """The test page of a small game."""
    (served.folder / "well.game").write_text(WELL)
    page = opened("/test?game=well.game")
    expect(page.locator("#players input")).to_have_count(2)
    return page


def begin(page: Page, games: int) -> None:
    """A playtest of random players."""
    page.get_by_text("A playtest of my own").click()
    page.get_by_label("Games", exact=True).fill(str(games))
    page.get_by_role("button", name="Begin").click()


def test_a_playtest_is_watched_and_stopped(served: Served, well: Page) -> None:
    begin(well, 1_000_000)
    run = well.locator(".run").first
    expect(run.locator(".share")).to_have_count(2)
    run.get_by_role("button", name="Stop").click()
    expect(run).to_have_attribute("data-state", "stopped")
    expect(run.get_by_role("link", name="See its games")).to_be_visible()


@pytest.mark.slow
def test_a_report_of_a_playtest_is_read(served: Served, well: Page) -> None:
    begin(well, 3000)
    run = well.locator(".run").first
    expect(run).to_have_attribute("data-state", "done", timeout=180_000)
    expect(run.locator(".share")).to_have_count(2)
    run.get_by_role("button", name="Read the report").click()
    report = well.frame_locator("#report")
    expect(report.get_by_role("heading", level=1)).to_contain_text("Well")
    (kept,) = kept_runs(served.folder / "runs")  # where the commands find it, too
    assert kept.games == 3000 and kept.complete


@pytest.mark.slow
def test_a_report_can_not_reach_the_studio(served: Served, well: Page) -> None:
    begin(well, 300)
    well.locator(".run").first.get_by_role("button", name="Read the report").click()
    frame = well.frame_locator("#report").locator("body")
    assert (
        frame.evaluate("() => { try { return String(parent.document) } catch (error) { return error.name } }")
        == "SecurityError"
    )
    assert frame.evaluate("() => fetch('/design/text?game=@pig').then(() => 'reached', () => 'refused')") == "refused"


@pytest.mark.slow
def test_a_run_is_stopped_and_goes_on(served: Served, well: Page) -> None:
    begin(well, 1_000_000)
    run = well.locator(".run").first
    expect(run.locator("progress")).to_be_visible()
    run.get_by_role("button", name="Stop").click()
    expect(run).to_have_attribute("data-state", "stopped")
    run.get_by_role("button", name="Go on").click()
    expect(run).to_have_attribute("data-state", re.compile("running|done"))


@pytest.mark.slow
@pytest.mark.usefixtures("own_process")
def test_a_run_goes_on_after_the_studio_was_killed(served: Process, well: Page) -> None:
    begin(well, 1_000_000)
    run = well.locator(".run").first
    expect(run.locator(".share")).to_have_count(2)
    (record,) = (served.folder / ".ludwright" / "runs").glob("*.json")
    served.kill()
    assert json.loads(record.read_text())["state"] == "running"
    served.begin()
    expect(run).to_have_attribute("data-state", re.compile("running|done"))
    expect(run).to_have_attribute("data-state", "done", timeout=180_000)
    assert len(kept_runs(served.folder / "runs")) == 1
    assert kept_runs(served.folder / "runs")[0].games == 1_000_000


@pytest.mark.slow
def test_runs_wait_for_each_other_and_failures_say_why(served: Served, well: Page) -> None:
    begin(well, 1_000_000)
    well.get_by_role("button", name="Begin").click()
    expect(well.locator(".run")).to_have_count(2)
    expect(well.locator('.run[data-state="waiting"]')).to_have_count(1)
    (served.folder / "well.game").write_text(WELL.replace("my water += n", "my watre += n"))
    well.locator('.run[data-state="running"]').get_by_role("button", name="Stop").click()
    failed = well.locator('.run[data-state="failed"]')
    expect(failed).to_contain_text("watre")


def test_players_in_python_are_refused(served: Served, well: Page) -> None:
    asked = {"game": "well.game", "kind": "playtest", "players": [2], "agents": ["python: evil.py"], "games": 10}
    status = well.evaluate(
        "asked => fetch('/test/begin', { method: 'POST', body: JSON.stringify(asked) }).then(answer => answer.status)",
        asked,
    )
    assert status == 400


def test_runs_that_somebody_damaged_are_left_out(served: Served, tmp_path: Path) -> None:
    served.end()
    place = served.folder / ".ludwright" / "runs"
    place.mkdir(parents=True, exist_ok=True)
    for number, content in enumerate(
        ("", "[]", "{}", '{"id": "../x", "game": 1}', '{"id": 5, "game": "a", "title": "b", "kind": "c"}')
    ):
        (place / f"{number}.json").write_text(content)
    served.begin()
