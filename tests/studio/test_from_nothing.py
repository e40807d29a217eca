"""From nothing to a report without a line of code: a template, a changed card, a changed number, a first look, and back to the better version."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.studio.conftest import Opened, Served
from tests.studio.test_design import eventually


def test_a_designer_gets_to_a_report_by_clicks(served: Served, opened: Opened) -> None:
    page = opened("/")
    page.get_by_role("button", name="A card game").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url(re.compile("design"))
    page.get_by_role("tab", name="Tables").click()
    page.locator(".grid tr", has_text="Cloak").locator("td").nth(3).click()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    eventually(served.folder / "card_game.csv", "Cloak,cloth,5,9,2")
    page.get_by_role("tab", name="Numbers").click()
    page.get_by_label("set bonus").first.fill("6")
    eventually(served.folder / "Market_Day.game", "param set_bonus = 6")
    expect(page.locator("#verdict")).to_have_text("No mistakes")
    page.get_by_role("link", name="Test").click()
    page.get_by_role("button", name="Begin").click()
    run = page.locator(".run").first
    expect(run).to_have_attribute("data-state", "done", timeout=180_000)
    run.get_by_role("button", name="Read the report").click()
    expect(page.frame_locator("#report").get_by_role("heading", level=1)).to_contain_text("Market Day")
    page.get_by_role("link", name="Design").click()
    page.get_by_role("tab", name="History").click()
    expect(page.locator(".versions li").first).to_contain_text("set_bonus: 4 → 6")
