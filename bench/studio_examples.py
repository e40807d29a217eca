"""Three examples in the studio, made, played and asked about by clicks alone, with their pictures: ``python -m bench.studio_examples [docs]``.

They are those of Prototypical (Campisi, Vienna 2022): Movement Points, Polis, Tic-tac-toe; a search for a better version, and new games bred. A browser must be there.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from bench import studio_by_clicks
from bench.studio_by_clicks import revision
from bench.studio_load import RACE
from ludwright.reports.pdf import browser

WAIT = 240_000
PAGE: ViewportSize = {"width": 1280, "height": 900}
REVISION = [("walk", 1, 12), ("run", 2, 6), ("sprint", 3, 3)]
LAST_REVISION = [("walk", 1, 12), ("run", 2, 2), ("sprint", 3, 3), ("fly", 5, 4)]
NAMES = {0: "zero", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 7: "seven"}
DECKS = {
    "b": ((0, 1, 2, 3, 4), (15, 23, 26, 23, 9)), "c": ((0, 1, 2, 3, 4), (5, 33, 13, 36, 9)), "d": ((0, 1, 2, 3, 4), (5, 33, 13, 28, 17)),
    "e": ((0, 1, 2, 3, 4, 5), (5, 33, 13, 28, 13, 4)), "f": ((0, 1, 2, 3, 4, 5, 7), (5, 33, 13, 28, 11, 4, 2)),
}  # fmt: skip
"""The published decks of Polis: values of the cards, and how many there are of each."""


@contextmanager
def studio(folder: Path) -> Iterator[str]:
    """A studio in a process of its own; its address."""
    command = [sys.executable, "-m", "ludwright", "studio", str(folder), "--no-browser", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = ""
    while not told.rstrip().endswith("}"):
        told += process.stdout.readline()
    try:
        yield json.loads(told)["address"]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


@contextmanager
def visitor(folder: Path) -> Iterator[Page]:
    """Somebody with a browser, on the first page of a studio."""
    with studio(folder) as address, sync_playwright() as playwright:
        chromium: Browser = playwright.chromium.launch(executable_path=str(browser()), args=["--no-sandbox"])
        context = chromium.new_context(viewport=PAGE)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address.partition("/?")[0])
        page = context.new_page()
        page.goto(address)
        yield page
        chromium.close()


def go(page: Page, name: str) -> None:
    """To a page of the bar."""
    page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()


def open_game(page: Page, title: str) -> None:
    """A bundled game, found on the first page."""
    go(page, "Home")
    page.get_by_label("Find a game").fill(title)
    page.locator("#learn .card:not([hidden])").filter(has=page.get_by_role("link", name=title, exact=True)).get_by_role(
        "link", name=title, exact=True
    ).click()


def open_own(page: Page, title: str) -> None:
    """A game of this folder, from the first page."""
    go(page, "Home")
    page.locator("li.card").get_by_role("link", name=title, exact=True).first.click()
    page.wait_for_url("**/design**")


def playtest(page: Page, games: int, agents: list[str], also: list[str] | None = None) -> Locator:
    """Have a game played, and wait for it."""
    go(page, "Test")
    expect(page.locator("#players input").first).to_be_visible(timeout=WAIT)
    page.get_by_text("A playtest of my own").click()
    page.get_by_label("Games", exact=True).fill(str(games))
    for place, agent in enumerate(agents):
        choice = page.get_by_label(f"Player {place + 1}")
        if not choice.locator(f'option[value="{agent}"]').count():
            choice.select_option("another")
            page.get_by_label("Name of the player").fill(agent)
            page.get_by_role("button", name="Choose").click()
        else:
            choice.select_option(agent)
    if also:
        page.get_by_text("Versions side by side").click()
        page.locator("#also").select_option(label=also)
    page.get_by_role("button", name="Begin").click()
    run = page.locator(".run").first
    expect(run).to_have_attribute("data-state", "done", timeout=WAIT)
    return run


def question(page: Page, values: list[str], name: str, combine: str = "", **choices: str) -> None:
    """A question, built by clicks."""
    page.get_by_role("button", name="New question").click()
    box = page.get_by_role("dialog")
    for place, value in enumerate(values):
        if place:
            box.get_by_role("button", name="Another value").click()
        box.get_by_label("Which value").nth(place).select_option(value)
    if combine:
        box.get_by_label("Several values").select_option(combine)
    for label, choice in choices.items():
        box.get_by_label(label.replace("_", " ")).select_option(choice)
    box.get_by_label("Name").fill(name)
    box.get_by_role("button", name="Ask", exact=True).click()


def rows(page: Page) -> list[dict[str, str]]:
    """The summary table as it stands on the page."""
    heads = page.locator("#spread thead th").all_inner_texts()
    return [
        dict(zip(heads, row.locator("td").all_inner_texts(), strict=True))
        for row in page.locator("#spread tbody tr").all()
    ]


def drawn(page: Page) -> None:
    """Wait for the chart."""
    expect(page.locator("#chart svg")).to_be_visible(timeout=WAIT)
    page.wait_for_timeout(300)


def movement_points(page: Page, into: Path) -> dict[str, str]:
    """Three decks, ten games each: what a frame scores, from frame to frame."""
    studio_by_clicks.movement_points(page)
    part = page.get_by_role("article", name="Cards or pieces step", exact=True)
    part.evaluate("part => part.scrollIntoView()")
    page.screenshot(path=into / "studio-by-clicks.png")
    for number, rows_ in ((2, REVISION), (3, LAST_REVISION)):
        revision(page, "Movement Points", f"Movement Points, revision {number}", ("name", "move", "copies"), rows_)
    open_own(page, "Movement Points")
    playtest(page, 10, ["random"], ["Movement Points, revision 2", "Movement Points, revision 3"])
    page.get_by_role("link", name="See its games").first.click()
    expect(page.locator("#new")).to_be_enabled(timeout=WAIT)
    question(page, ["score of the frame"], "score of a frame", When="turn", For_whom="version")
    drawn(page)
    page.locator("#frame").fill("9")
    expect(page.locator("#frame-number")).to_contain_text("9 of", timeout=WAIT)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=into / "studio-movement-points.png", full_page=True)
    return {row["version"]: row["mean"] for row in rows(page)}


def polis(page: Page, into: Path) -> list[dict[str, str]]:
    """Six decks, ten games each: strength as box plots, and the difference of two totals as a compound question."""
    studio_by_clicks.polis(page)
    for letter, (points, copies) in DECKS.items():
        deck = [(NAMES[value], value, many) for value, many in zip(points, copies, strict=True)]
        revision(page, "Polis combat", f"Polis combat, deck {letter}", ("name", "points", "copies"), deck)
    open_own(page, "Polis combat")
    playtest(page, 10, ["random"], [f"Polis combat, deck {letter}" for letter in "bcdef"])
    page.get_by_role("link", name="See its games").first.click()
    expect(page.locator("#new")).to_be_enabled(timeout=WAIT)
    page.get_by_label("Shown as").select_option("box")
    question(page, ["strength"], "strength", When="turn", For_whom="version")
    drawn(page)
    expect(page.locator("#spread tbody tr")).to_have_count(6, timeout=WAIT)
    found = rows(page)
    page.screenshot(path=into / "studio-polis.png", full_page=True)
    page.get_by_label("strength", exact=True).uncheck()
    page.get_by_label("Shown as").select_option("line")
    question(
        page, ["strength", "turn.number"], "strength for each turn so far", "quotient", When="turn", For_whom="version"
    )
    drawn(page)
    page.screenshot(path=into / "studio-polis-compound.png", full_page=True)
    return found


def improve(page: Page, folder: Path, into: Path) -> str:
    """A race that is too long: what is wanted in words, and the smallest change that gets there."""
    (folder / "race.game").write_text(RACE, encoding="utf-8")
    go(page, "Home")
    page.reload()
    page.get_by_role("link", name="Long race", exact=True).click()
    go(page, "Improve")
    page.get_by_label("What you want", exact=True).select_option("turns")
    page.get_by_label("At least").fill("9")
    page.get_by_label("At most").fill("11")
    page.get_by_label("How long may it take?").select_option("30")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".better li").first).to_be_visible(timeout=WAIT)
    page.wait_for_timeout(5_000)
    page.screenshot(path=into / "studio-improve.png", full_page=True)
    return page.locator(".better li").first.inner_text()


def design(page: Page, into: Path) -> None:
    """A card game from its template: the text beside its table, and as forms."""
    go(page, "Home")
    page.get_by_role("button", name="A card game").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("#verdict")).to_have_text("No mistakes", timeout=WAIT)
    expect(page.locator("#panel-table svg")).to_be_visible(timeout=WAIT)
    page.set_viewport_size({"width": 1600, "height": 900})  # wide enough for both players beside each other
    page.reload()
    expect(page.locator("#panel-table svg")).to_be_visible(timeout=WAIT)
    page.screenshot(path=into / "studio.png")
    page.set_viewport_size(PAGE)
    page.get_by_role("tab", name="Forms").click()
    buy = page.get_by_role("article", name="Action buy", exact=True)
    buy.get_by_role("button", name="What matches now").first.click()
    expect(buy.locator(".matches").first).to_contain_text("At set-up", timeout=WAIT)
    page.locator("#forms-The-course-of-the-game").evaluate("part => part.scrollIntoView()")
    page.screenshot(path=into / "studio-forms.png")


def test(page: Page, into: Path) -> str:
    """A first look at it, and a playtest by two who have a plan."""
    go(page, "Test")
    page.get_by_role("button", name="Begin").click()
    run = page.locator(".run").first
    expect(run.locator(".pill").first).to_have_text("done", timeout=2 * WAIT)
    page.screenshot(path=into / "studio-test.png", full_page=True)
    return run.inner_text()


def play(page: Page, into: Path) -> None:
    """A table with hidden cards, some of them taken up."""
    open_game(page, "Hearts")
    go(page, "Play")
    page.locator("#seed").fill("1")
    page.get_by_role("button", name="Sit down").click()
    cards = page.locator("#moves .option")
    expect(cards).to_have_count(13, timeout=WAIT)
    for number in (12, 3):
        cards.nth(number).click()
    page.mouse.move(1, 1)
    page.screenshot(path=into / "studio-play.png")


def breed(page: Page, into: Path) -> str:
    """Variants of Tic-tac-toe, bred for five minutes: the map, and the best of them."""
    open_game(page, "Tic-tac-toe")
    go(page, "Improve")
    page.get_by_label("Breed new games from it").check()
    page.get_by_role("button", name="Begin").click()
    run = page.locator(".run").first
    expect(run.locator(".bred-one svg")).to_be_visible(timeout=3 * WAIT)
    run.screenshot(path=into / "studio-bred.png")
    return run.inner_text()


def tic_tac_toe(page: Page, into: Path) -> str:
    """Players who search, among themselves: twenty games."""
    studio_by_clicks.tic_tac_toe(page)
    run = playtest(page, 20, ["mcts:500"])
    page.screenshot(path=into / "studio-tic-tac-toe.png", full_page=True)
    return run.inner_text()


def main() -> None:
    """Go through all three, and say what stood on the pages."""
    into = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    with tempfile.TemporaryDirectory() as place, visitor(Path(place)) as page:
        if "--games" not in sys.argv:
            design(page, into)
            print("Test:", test(page, into))
            play(page, into)
            if "--pages" in sys.argv:
                return
            print("Improve:", improve(page, Path(place), into))
            print("Breed:", breed(page, into))
        print("Movement Points, mean score of a frame:", movement_points(page, into))
        for row in polis(page, into):
            print("Polis:", row)
        print("Tic-tac-toe:", tic_tac_toe(page, into))


if __name__ == "__main__":
    main()
