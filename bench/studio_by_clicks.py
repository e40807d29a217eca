"""Games made in the studio by clicks alone, from an empty table: Movement Points, Polis and Tic-tac-toe, for :mod:`bench.studio_examples`.

Nothing is typed but names, numbers and the cells of tables: no rule, and no command.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

WAIT = 120_000
STEPS = [("rest", 0, 6), ("walk", 1, 6), ("run", 2, 6)]
STRENGTHS = [("one", 1, 38), ("two", 2, 26), ("three", 3, 23), ("four", 4, 9)]


def begin(page: Page, title: str) -> None:
    """An empty table under a title, at its forms."""
    page.get_by_role("navigation").get_by_role("link", name="Home", exact=True).click()
    page.get_by_role("button", name="An empty table").click()
    page.get_by_label("What is it called?").fill(title)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url(re.compile("/design"))
    page.get_by_role("tab", name="Forms").click()
    expect(page.locator(".form-block").first).to_be_visible(timeout=WAIT)


def part(page: Page, name: str) -> Locator:
    """A part of the game, by its heading."""
    return page.get_by_role("article", name=name, exact=True)


def take(page: Page, text: str, name: str = "") -> None:
    """Choose from the list of what fits, and give it a name."""
    box = page.get_by_role("dialog")
    box.locator(f'.fit[data-text*="{text}"]').first.click()
    if name:
        page.get_by_label("What is it called?").fill(name)
        page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("dialog")).to_have_count(0, timeout=WAIT)


def add(page: Page, section: str, text: str, name: str = "") -> None:
    """Something new under a heading."""
    page.get_by_role("button", name=f"Add to: {section}").click()
    take(page, text, name)


def step(page: Page, where: str, text: str, button: str = "Add a step") -> None:
    """One more step, behind the last."""
    part(page, where).get_by_role("button", name=button).last.click()
    take(page, text)


def chip(home: Locator, words: str, text: str) -> None:
    """Choose something else for what stands in a place."""
    home.get_by_role("button", name=words, exact=True).last.click()
    take(home.page, text)


def cards(page: Page, kind: str, value: str, rows: Sequence[tuple[str, int, int]]) -> None:
    """A deck in one go: a table with names, values and copies, filled in cell by cell."""
    page.get_by_role("button", name="Many cards").click()
    page.get_by_label("What is one of them called?").fill(kind)
    page.get_by_label("How many different ones?").fill(str(len(rows)))
    page.get_by_label("What does each have?").fill(value)
    page.get_by_label("How many does everybody get").fill("0")
    page.get_by_role("button", name="Make them").click()
    table = part(page, f"Cards or pieces {kind}").locator(".grid tr")
    expect(table).to_have_count(len(rows) + 1, timeout=WAIT)
    table.nth(1).locator("td").first.click()
    for place, row in enumerate(rows, 1):
        for column, cell in enumerate(row):
            table.nth(place).locator("td").nth(column).click()
            page.keyboard.type(str(cell))
            page.keyboard.press("Enter")


def revision(page: Page, title: str, new: str, heads: Sequence[str], rows: Sequence[tuple[str, int, int]]) -> None:
    """A copy of a game under another title, its table pasted over as from a spreadsheet."""
    page.get_by_role("navigation").get_by_role("link", name="Home", exact=True).click()
    own = page.locator("li.card").filter(has=page.get_by_role("link", name=title, exact=True)).first
    own.get_by_role("button", name="Duplicate").click()
    page.get_by_label("What is it called?").fill(new)
    page.get_by_role("dialog").get_by_role("button", name="Duplicate").click()
    expect(page.locator(".of-game")).to_have_text(new, timeout=WAIT)
    page.get_by_role("tab", name="Tables").click()
    cells = "\n".join("\t".join(map(str, row)) for row in (heads, *rows))
    page.evaluate("text => navigator.clipboard.writeText(text)", cells)
    table = page.locator("#panel-tables .grid, #panel-cards .grid").first
    table.locator("td:not(.count)").first.click()
    page.keyboard.press("Control+v")
    expect(table).to_contain_text(str(rows[-1][0]), timeout=WAIT)
    for _ in range(table.locator("tr").count() - len(rows) - 1):
        table.locator("tr").last.locator("td").last.click()
        page.get_by_role("button", name="Delete rows").click()
    page.get_by_role("tab", name="Table", exact=True).click()
    clean(page)


def clean(page: Page) -> None:
    """Wait until the game is saved and has no mistake."""
    expect(page.locator(".forms-panel[aria-busy]")).to_have_count(0, timeout=WAIT)
    expect(page.locator("#verdict")).to_have_text("No mistakes", timeout=WAIT)
    expect(page.locator("#status")).to_have_text("Saved", timeout=WAIT)


def movement_points(page: Page) -> None:
    """Eighteen cards of move 0, 1 and 2; a player draws one a turn, and scores what it says."""
    begin(page, "Movement Points")
    cards(page, "step", "move", STEPS)
    add(page, "Places and what changes", "zone … of step, seen by owner", "hand")
    step(page, "A turn", "draw 1 from deck to my hand")
    end = part(page, "The game ends")
    end.get_by_role("button", name="Without: look only after").click()
    end.get_by_label("And, or, not:").click()
    page.get_by_role("menuitem", name="something else").click()
    take(page, "deck is empty")
    chip(part(page, "Score"), "p.points", "sum(s.move for s in p.hand)")
    for_two(page)
    no_points(page)
    follow(page, "score of the frame", "(top of my hand).move")
    clean(page)


def polis(page: Page) -> None:
    """Ninety-six cards; in each of four rounds, a player gets 9 to 12 meeples and a card."""
    begin(page, "Polis combat")
    cards(page, "card", "points", STRENGTHS)
    add(page, "Places and what changes", "zone … of card", "used")
    add(page, "Places and what changes", "each player · … = 0 in 0..100", "strength")
    add(page, "Places and what changes", "each player · … = 0 in 0..100", "total")
    step(page, "A turn", "let number = random n in 1..6")
    turn = part(page, "A turn")
    rename(turn, "number", "meeples")
    numbers(turn, ("from", 9), ("to", 12))
    step(page, "A turn", "draw 1 from deck to used")
    step(page, "A turn", "my strength = 0")
    turn.get_by_role("button", name="A formula instead of 0").click()
    take(page, "meeples")
    chip(turn, "meeples", "meeples + 1")
    turn.get_by_role("button", name="A formula instead of 1").last.click()
    take(page, "(top of used).points")
    step(page, "A turn", "my total += 1")
    turn.get_by_role("button", name="A formula instead of 1").last.click()
    take(page, "my strength")
    numbers(part(page, "The game ends"), ("that number", 4))
    chip(part(page, "Score"), "p.points", "p.total")
    for_two(page)
    no_points(page)
    follow(page, "strength", "my strength")
    clean(page)


def tic_tac_toe(page: Page) -> None:
    """Three of one's own in a row, on nine cells."""
    begin(page, "Tic-tac-toe")
    for_two(page)
    add(page, "Board", "board grid 8 x 8 of …", "cell")
    board = part(page, "Board cell")
    numbers(board, ("width", 3), ("height", 3))
    board.get_by_role("button", name="Something each cell has").click()
    take(page, "owner: player or none")
    add(page, "Actions", "action …(c in cells)", "place")
    place = part(page, "Action place")
    for text in ("when c.owner is none", "c.owner = me"):
        place.get_by_role("button", name="Add a condition or a step").click()
        take(page, text)
    step(page, "A turn", "one of place")
    end = part(page, "The game ends")
    end.get_by_role("button", name="Without: look only after").click()
    end.get_by_label("And, or, not:").click()
    page.get_by_role("menuitem", name="something else").click()
    take(page, "line(3, all c in cells with c.owner is me)")
    end.get_by_role("button", name="+ what follows", exact=True).click()
    take(page, "me wins")
    step(page, "The game ends", "no c in cells with c.owner is none", "Another end")
    end.get_by_role("button", name="+ what follows", exact=True).click()
    take(page, "draw")
    for name in ("Score", "Who is first"):
        take_away(page, name)
    no_points(page)
    clean(page)


def take_away(page: Page, name: str) -> None:
    """A part that the game does without."""
    home = part(page, name).first
    home.get_by_role("button", name=f"More for {name}").first.click()
    page.get_by_role("menuitem", name="Take it away").click()


def no_points(page: Page) -> None:
    """Players without the points of the empty table."""
    steps = part(page, "What each one has").first.locator(".step")
    if steps.count() == 1:
        take_away(page, "What each one has")
    else:  # what was added since stands beside them
        points = steps.filter(has=page.get_by_label("Name: points"))
        points.get_by_role("button", name=re.compile("^More for")).last.click()
        page.get_by_role("menuitem", name="Take it away").click()
    expect(page.get_by_label("Name: points")).to_have_count(0, timeout=WAIT)


def for_two(page: Page) -> None:
    """Two players, no more and no fewer."""
    part(page, "Players").get_by_role("button", name="Without: to how many").click()
    expect(part(page, "Players").get_by_role("spinbutton")).to_have_count(1, timeout=WAIT)


def follow(page: Page, name: str, value: str) -> None:
    """A value that tests follow, under a name."""
    add(page, "Expectations and what tests look at", "track")
    followed = page.locator("[data-kind=TrackDeclaration]")
    followed.get_by_role("textbox").fill(name)
    followed.get_by_role("textbox").press("Enter")
    if followed.locator(".chip").first.inner_text() != value:
        followed.locator(".chip").first.click()
        take(page, value)


def rename(home: Locator, old: str, new: str) -> None:
    """Another name for something, everywhere."""
    field = home.get_by_label(f"Name: {old}")
    field.fill(new)
    field.press("Enter")
    expect(home.get_by_label(f"Name: {new}")).to_be_visible(timeout=WAIT)


def numbers(home: Locator, *given: tuple[str, int]) -> None:
    """Numbers typed into their fields, by their labels."""
    for label, number in given:
        field = home.get_by_label(label, exact=True).last
        field.fill(str(number))
        field.press("Enter")
