"""Improve in a real browser: a target in words, a search that is watched, a change accepted with one click and one line of history."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.studio.conftest import Opened, Served

RACE = """# A race
game "Race"
players 2
param goal = 40 in 10..80   # miles
each player
  gone = 0 in 0..200
turn: walk
action walk
  my gone += random n in 1..6
end when my gone >= goal: me wins
"""


@pytest.fixture
def race(served: Served, opened: Opened) -> Page:
    (served.folder / "race.game").write_text(RACE)
    page = opened("/improve?game=race.game")
    expect(page.locator("#targets .target")).to_have_count(1)
    return page


FOUND = {
    "changes": {"goal": 20}, "told": "lower `goal` from 40 to 20", "effects": [], "state": "met",
    "rows": [["9 to 11 turns", "2 players (`random`)", "21.6 (21–22.2)", "10.5 (10.1–10.9)", "met"]],
}  # fmt: skip


def test_a_version_that_was_found_is_accepted_with_one_click(served: Served, opened: Opened) -> None:
    (served.folder / "race.game").write_text(RACE)
    served.end()
    run = {
        "id": "1700000000000", "game": "race.game", "title": "Race", "kind": "balance", "options": {"targets": ["9 to 11 turns"]},
        "state": "done", "asked": 1_700_000_000.0, "progress": {"versions": [FOUND]},
    }  # fmt: skip
    place = served.folder / ".ludwright" / "runs"
    place.mkdir(parents=True, exist_ok=True)
    (place / "1700000000000.json").write_text(json.dumps(run))
    served.begin()
    page = opened("/improve?game=race.game")
    page.get_by_role("button", name="Accept").click()
    expect(page.locator(".notice", has_text="lower goal")).to_be_visible()
    assert (served.folder / "race.game").read_text() == RACE.replace("goal = 40", "goal = 20")
    page.get_by_role("link", name="Design").click()
    page.get_by_role("tab", name="History").click()
    expect(page.locator(".versions li").first).to_contain_text("goal: 40 → 20")


@pytest.mark.slow
def test_a_shorter_game_is_found_and_accepted(served: Served, race: Page) -> None:
    race.get_by_label("What you want", exact=True).select_option("turns")
    race.get_by_label("At least").fill("9")
    race.get_by_label("At most").fill("11")
    race.get_by_label("How long may it take?").select_option("60")
    race.get_by_role("button", name="Begin").click()
    run = race.locator(".run").first
    expect(run).to_have_attribute("data-state", "done", timeout=240_000)
    expect(run.locator(".better li").first).to_contain_text("Lower goal from 40")
    run.get_by_role("button", name="Accept").first.click()
    expect(race.locator(".notice", has_text="lower goal")).to_be_visible()
    text = (served.folder / "race.game").read_text()
    found = re.search(r"from 40 to (\d+)", run.locator(".better li").first.inner_text())
    assert found and text == RACE.replace("goal = 40", f"goal = {found[1]}")
    race.get_by_role("link", name="Design").click()
    race.get_by_role("tab", name="History").click()
    expect(race.locator(".versions li").first).to_contain_text("goal: 40 →")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sensitivity", "power"])
def test_what_matters_and_what_is_worth_something(race: Page, kind: str) -> None:
    race.locator(f"input[value={kind}]").check()
    race.get_by_role("button", name="Begin").click()
    run = race.locator(".run").first
    expect(run).to_have_attribute("data-state", "done", timeout=120_000)
    run.get_by_role("button", name="Read the details").click()
    expect(race.frame_locator("#report").locator("body")).to_contain_text(
        "goal" if kind == "sensitivity" else re.compile("seat|walk")
    )


@pytest.mark.slow
def test_a_search_is_stopped_and_goes_on(served: Served, race: Page) -> None:
    race.get_by_label("What you want", exact=True).select_option("turns")
    race.get_by_label("How long may it take?").select_option("300")
    race.get_by_role("button", name="Begin").click()
    run = race.locator(".run").first
    expect(run.locator("progress")).to_be_visible()
    run.get_by_role("button", name="Stop").click()
    expect(run).to_have_attribute("data-state", "stopped")
    run.get_by_role("button", name="Go on").click()
    expect(run).to_have_attribute("data-state", re.compile("running|done"))


def test_a_target_with_a_slip_is_told_before_anything_is_played(race: Page) -> None:
    race.get_by_label("What you want", exact=True).select_option("own")
    race.get_by_label("In my own words").fill("first seat vins 50%")
    race.get_by_role("button", name="Begin").click()
    expect(race.locator(".notice.bad")).to_contain_text("vins")
    expect(race.locator(".run")).to_have_count(0)
