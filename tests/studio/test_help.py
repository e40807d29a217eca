"""Help in a real browser: keys on every page, and the tour to a better variant of one's own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.studio.conftest import Opened, Served
from tests.studio.test_improve import RACE


def test_keys_go_from_page_to_page_and_help_is_everywhere(served: Served, opened: Opened) -> None:
    (served.folder / "race.game").write_text(RACE)
    page = opened("/see?game=race.game")
    page.keyboard.press("Alt+6")
    expect(page).to_have_url(re.compile("/improve.game=race.game"))
    page.locator("#begin:enabled").wait_for()
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Take the tour")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_the_tour_ends_with_a_better_variant_of_ones_own(served: Served, opened: Opened) -> None:
    page = opened("/")
    page.get_by_role("button", name="New here?").click()
    tour = page.locator(".tour")
    expect(tour).to_contain_text("1 of 8")
    tour.get_by_role("button", name="Next").click()
    page.get_by_role("tab", name="Numbers").click()
    for step in ("3", "4"):
        tour.get_by_role("button", name="Next").click()
        expect(tour).to_contain_text(f"{step} of 8")
    expect(page.locator("#players input").first).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    expect(tour).to_contain_text("5 of 8", timeout=180_000)  # by itself, when the test is done
    tour.get_by_role("button", name="Next").click()
    expect(page.locator("#targets .target")).to_have_count(1)
    page.get_by_label("What you want", exact=True).select_option("turns")
    page.get_by_label("At least").fill("12")
    page.get_by_label("At most").fill("18")
    page.get_by_label("How long may it take?").select_option("30")
    page.get_by_role("button", name="Begin").click()
    expect(tour).to_contain_text("7 of 8", timeout=180_000)
    page.get_by_role("button", name="Keep as a variant").first.click()
    page.get_by_label("What is it called?").fill("My better game")
    page.get_by_role("button", name="Make it").click()
    expect(page).to_have_url(re.compile("My_better_game"))
    expect(tour).to_contain_text("Your own better game")
    assert (served.folder / "My_better_game.game").is_file()
