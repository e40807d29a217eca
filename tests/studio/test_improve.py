"""Improve in a real browser: a target in words, a search that is watched, a change accepted with one click and one line of history."""

from __future__ import annotations

import json
import re
from typing import Any

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


NUMBER = "1700000000000"
"""Of a run."""
FOUND = {
    "changes": {"goal": 20}, "told": "lower `goal` from 40 to 20", "effects": [], "state": "met",
    "rows": [["9 to 11 turns", "2 players (`random`)", "21.6 (21–22.2)", "10.5 (10.1–10.9)", "met"]],
}  # fmt: skip


def with_run(served: Served, opened: Opened, kind: str, options: dict[str, Any], progress: dict[str, Any]) -> Page:
    """The page of a game for which something was found already."""
    (served.folder / "race.game").write_text(RACE)
    served.end()
    run = {
        "id": NUMBER, "game": "race.game", "title": "Race", "kind": kind, "options": options, "state": "done",
        "asked": 1_700_000_000.0, "progress": progress,
    }  # fmt: skip
    place = served.folder / ".ludwright" / "runs"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{NUMBER}.json").write_text(json.dumps(run))
    served.begin()
    return opened("/improve?game=race.game")


def test_a_version_that_was_found_is_accepted_with_one_click(served: Served, opened: Opened) -> None:
    page = with_run(served, opened, "balance", {"targets": ["9 to 11 turns"]}, {"versions": [FOUND]})
    page.get_by_role("button", name="Accept").click()
    expect(page.locator(".notice", has_text="lower goal")).to_be_visible()
    assert (served.folder / "race.game").read_text() == RACE.replace("goal = 40", "goal = 20")
    page.get_by_role("link", name="Design").click()
    page.get_by_role("tab", name="History").click()
    expect(page.locator(".versions li").first).to_contain_text("goal: 40 → 20")


def figures(turns: float, skill: float) -> dict[str, float]:
    return {"turns": turns, "skill": skill, "quality": 0.5}


ARCHIVE = {
    "axes": [{"name": "turns", "low": 2, "high": 200, "bins": 10}, {"name": "skill", "low": 0.5, "high": 1, "bins": 10}],
    "cells": [{"place": [3, 2], "variant": 0}, {"place": [6, 4], "variant": 7}], "best": [7, 0],
    "variants": {
        "0": {"number": 0, "told": "as it was given", "own": False, "worth": 0.2, "figures": figures(20, 0.6)},
        "7": {"number": 7, "told": "a longer way", "own": True, "worth": 0.7, "figures": figures(70, 0.7)},
    },
}  # fmt: skip


def test_the_map_of_what_was_bred_is_clicked_and_a_variant_taken(served: Served, opened: Opened) -> None:
    place = served.folder / ".ludwright" / "runs" / NUMBER
    (place / "kept").mkdir(parents=True)
    (place / "archive.json").write_text(json.dumps(ARCHIVE))
    longer = RACE.replace("goal = 40", "goal = 70")
    (place / "kept" / "variant_7.game").write_text(longer.replace('"Race"', '"Race, variant 7"'))
    page = with_run(served, opened, "evolve", {"axes": ["turns", "skill"]}, {"archive": 2})
    page.locator('.bred-cell[data-variant="0"]').click()
    expect(page.locator(".bred-one")).to_contain_text("The game it began with")
    page.locator('.bred-cell[data-variant="7"]').click()
    expect(page.locator(".bred-one")).to_contain_text("A longer way")
    expect(page.locator(".bred-one svg")).to_contain_text("Race, variant 7")
    page.get_by_role("button", name="Put it into my game").click()
    expect(page.locator(".notice", has_text="your game is this variant")).to_be_visible()
    assert (served.folder / "race.game").read_text() == longer
    page.get_by_role("button", name="Keep as a game of its own").click()
    page.get_by_label("What is it called?").fill("Long Race")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_url(re.compile("Long_Race"))
    assert (served.folder / "Long_Race.game").read_text() == longer.replace('"Race"', '"Long Race"')
    page.goto(f"{served.root}/design?game=race.game")
    page.get_by_role("tab", name="History").click()
    expect(page.locator(".versions li").first).to_contain_text("goal: 40 → 70")


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
