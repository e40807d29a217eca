"""Forms in a real browser: every part of a game made and changed by clicks, the text's comments untouched, undo over both."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from ludwright.studio.workspace import TEMPLATES
from tests.studio.conftest import Opened, Served
from tests.studio.test_design import eventually


@pytest.fixture
def market(served: Served, opened: Opened) -> Page:
    """The forms of a game with cards in a file."""
    for name in ("card_game.game", "card_game.csv"):
        (served.folder / name).write_text((TEMPLATES / name).read_text())
    return at_forms(opened("/design?game=card_game.game"))


def at_forms(page: Page) -> Page:
    page.get_by_role("tab", name="Forms").click()
    expect(page.locator(".form-block").first).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("istake")
    return page


def part(page: Page, name: str) -> Locator:
    return page.get_by_role("article", name=name, exact=True)


def take(page: Page, text: str, search: str = "") -> None:
    """Choose from the list of what fits."""
    dialog = page.get_by_role("dialog")
    if search:
        dialog.get_by_role("searchbox").fill(search)
    dialog.locator(f'.fit[data-text*="{text}"]').first.click()


def add_action(page: Page, name: str) -> None:
    page.get_by_role("button", name="Add to: Actions").click()
    take(page, "action …(w in row)")
    page.get_by_label("What is it called?").fill(name)
    page.get_by_role("button", name="Add it").click()


def test_an_action_is_added_by_blocks_alone_and_undone(served: Served, market: Page) -> None:
    path = served.folder / "card_game.game"
    before = path.read_text()
    market.get_by_role("button", name="Add to: Actions").click()
    take(market, "action …(w in row)")
    market.get_by_label("What is it called?").fill("work")
    expect(market.get_by_role("alert").filter(has_text="is taken")).to_contain_text("line 25")
    market.get_by_label("What is it called?").fill("steal")
    market.get_by_role("button", name="Add it").click()
    steal = part(market, "Action steal")
    steal.get_by_role("button", name="Add a condition or a step").click()
    take(market, "when w.price >= 1", "price")
    steal.get_by_role("button", name="Add a condition or a step").click()
    take(market, "move w to my stall", "move w")
    steal.get_by_role("button", name="Add a condition or a step").click()
    take(market, "my coins -= 1", "coins")
    steal.get_by_label("number", exact=True).last.or_(steal.get_by_label("value", exact=True)).last.fill("2")
    steal.get_by_label("value", exact=True).last.press("Enter")
    part(market, "A turn").get_by_role("button", name="One more of actions").click()
    take(market, "steal")
    text = eventually(path, "turn: one of buy, work, steal")
    assert "action steal(w in row)\n  when w.price >= 1\n  move w to my stall\n  my coins -= 2\n" in text
    assert "# for one of each kind" in text
    expect(market.locator("#verdict")).to_contain_text("No mistakes")
    for _ in range(6):
        market.get_by_role("button", name="Undo").first.click()
    for _ in range(100):
        if path.read_text() == before:
            break
        market.wait_for_timeout(100)
    assert path.read_text() == before
    expect(part(market, "Action steal")).to_have_count(0)


CONDITIONS = """game "Well"  # a small one
players 2
each player
  water = 0 in 0..60  # in buckets
  dry = no
turn: dip
# how water is drawn
action dip(n in 1..3)
  when my water < 50 and not my dry  # or it spills
  my water += n
end when my water >= 12: me wins  # enough
"""


@pytest.mark.slow
def test_a_tree_of_conditions_is_edited_by_clicks_and_comments_stay(served: Served, opened: Opened) -> None:
    path = served.folder / "well.game"
    path.write_text(CONDITIONS)
    page = at_forms(opened("/design?game=well.game"))
    dip = part(page, "Action dip")
    dip.get_by_label("All of these, or one of these").select_option("one of these holds")
    eventually(path, "when my water < 50 or (not my dry)  # or it spills")
    dip.get_by_label("How to compare: <").select_option("<=")
    eventually(path, "when my water <= 50 or (not my dry)  # or it spills")
    dip.get_by_role("button", name="+ or …").click()
    take(page, "turn.number >= 10", "turn")
    eventually(path, "when my water <= 50 or (not my dry) or turn.number >= 10  # or it spills")
    dip.get_by_role("button", name="Without: my water <= 50").click()
    text = eventually(path, "when (not my dry) or turn.number >= 10  # or it spills")
    expected = CONDITIONS.replace("my water < 50 and not my dry", "(not my dry) or turn.number >= 10")
    assert text == expected
    end = part(page, "The game ends")
    end.get_by_role("button", name="Another end").click()
    take(page, "when round.number >= 5", "round")
    end.locator(".step").last.get_by_role("button", name="+ what follows", exact=True).click()
    take(page, "draw")
    text = eventually(path, "when round.number >= 5: draw")
    assert "end\n  when my water >= 12: me wins\n" in text.replace("  # enough", "")
    assert "# enough" in text and "# how water is drawn" in text
    expect(page.locator("#verdict")).to_contain_text("No mistakes")


@pytest.mark.slow
def test_many_cards_are_made_at_once_and_filled_from_a_spreadsheet(served: Served, market: Page) -> None:
    path = served.folder / "card_game.game"
    market.get_by_role("button", name="+ Many cards").click()
    dialog = market.get_by_role("dialog", name="Many cards")
    dialog.get_by_label("What is one of them called?").fill("ware")
    expect(dialog.get_by_role("alert").first).to_contain_text("taken")
    dialog.get_by_label("What is one of them called?").fill("event")
    dialog.get_by_label("How many different ones?").fill("40")
    dialog.get_by_label("How many of each?").fill("2")
    dialog.get_by_label("What does each have?").fill("storm")
    dialog.get_by_role("button", name="Make them").click()
    text = eventually(path, "zone event_deck of event, face down, holds all events, shuffled")
    assert text.count("| event_") == 40
    expect(market.locator("#verdict")).to_contain_text("No mistakes")
    cards = [["name", "storm", "copies"], *([f"gale_{n}", str(n % 4), "1"] for n in range(100))]
    market.evaluate("text => navigator.clipboard.writeText(text)", "\n".join("\t".join(row) for row in cards))
    events = part(market, "Cards or pieces event")
    events.locator(".grid td:not(.count)").first.click()
    market.keyboard.press("Control+v")
    text = eventually(path, "| gale_99 |")
    assert text.count("| gale_") == 100 and "event_1 " not in text
    events = part(market, "Cards or pieces event")
    events.get_by_role("button", name="More for Cards or pieces").click()
    market.get_by_role("menuitem", name="Duplicate").click()
    assert eventually(path, "cards event_2\n").count("| gale_7 ") == 2


@pytest.mark.slow
def test_who_sees_a_place_players_and_numbers(served: Served, market: Page) -> None:
    path = served.folder / "card_game.game"
    part(market, "What each one has").get_by_label("Who sees it").select_option("seen by owner")
    eventually(path, "zone stall of ware, seen by owner")
    part(market, "Place for cards and pieces deck").get_by_label("Who sees it").select_option("")
    eventually(path, "zone deck of ware, holds all wares, shuffled\n")
    part(market, "Players").get_by_label("to how many", exact=True).fill("6")
    part(market, "Players").get_by_label("to how many", exact=True).press("Enter")
    eventually(path, "players 2 to 6")
    part(market, "Number set_bonus").get_by_label("value", exact=True).fill("7")
    part(market, "Number set_bonus").get_by_label("value", exact=True).press("Enter")
    eventually(path, "param set_bonus = 7 in 0..10           # for one of each kind")


@pytest.mark.slow
def test_names_are_changed_everywhere_or_refused_where_they_are_typed(served: Served, market: Page) -> None:
    path = served.folder / "card_game.game"
    buy = part(market, "Action buy")
    name = buy.get_by_label("Name: buy")
    name.fill("work")
    expect(buy.get_by_role("alert").first).to_contain_text("taken")
    name.press("Enter")
    expect(buy.get_by_role("alert").first).to_contain_text("work is taken")
    assert "action buy(" in path.read_text()
    name.fill("purchase")
    name.press("Enter")
    text = eventually(path, "action purchase(w in row)")
    assert "turn: one of purchase, work" in text and "  purchase(w) when" in text


@pytest.mark.slow
def test_steps_are_moved_by_keys_and_selectors_tell_what_they_match(served: Served, market: Page) -> None:
    path = served.folder / "card_game.game"
    buy = part(market, "Action buy")
    buy.get_by_role("button", name="What matches now").first.click()
    expect(buy.locator(".matches").first).to_contain_text("At set-up: 4: ")
    buy.get_by_role("button", name="More for Move").focus()
    market.keyboard.press("Alt+ArrowUp")
    eventually(path, "action buy(w in row)\n  move w to my stall\n  pay w.price from my coins\n")
    buy.get_by_role("button", name="More for Pay").focus()
    market.keyboard.press("Delete")
    eventually(path, "action buy(w in row)\n  move w to my stall\n\naction work")
    market.keyboard.press("Control+z")
    eventually(path, "  pay w.price from my coins\n")


@pytest.mark.slow
def test_a_board_is_drawn_and_clicked(served: Served, opened: Opened) -> None:
    path = served.folder / "rocks.game"
    path.write_text(
        'game "Rocks"\nplayers 2 named Black, White\nboard grid 4 x 3 of cell  # small\n  rock = no\n  stone: player or none\nturn: place otherwise draw\n'
        "action place(c in cells)\n  when c.stone is none and not c.rock\n  c.stone = me\nend when turn.number is 9: me wins\n"
    )
    page = at_forms(opened("/design?game=rocks.game"))
    part(page, "Board cell").get_by_role("gridcell", name="b2, empty").click()
    take(page, "rock = yes")
    eventually(path, "picture cell\n  | . . . . |\n  | . r . . |\n  | . . . . |\n  r: rock = yes")
    picture = part(page, "What lies on the board at first")
    picture.get_by_role("gridcell", name="d1, empty").click()
    text = eventually(path, "  | . . . r |\n")
    assert "board grid 4 x 3 of cell  # small" in text
    expect(page.locator("#verdict")).to_contain_text("No mistakes")


@pytest.mark.slow
def test_what_can_not_be_read_is_shown_as_its_text(served: Served, opened: Opened) -> None:
    path = served.folder / "broken.game"
    path.write_text(
        'game "Broken"\nplayers 2\nturn: dip\naction dip(n in\n  nothing  # keep me\nend when turn.number is 5: draw\n'
    )
    page = at_forms(opened("/design?game=broken.game"))
    area = page.locator(".unread textarea")
    expect(area).to_have_value("action dip(n in\n  nothing  # keep me")
    part(page, "Players").get_by_label("least", exact=True).fill("3")
    part(page, "Players").get_by_label("least", exact=True).press("Enter")
    assert "action dip(n in\n" in eventually(path, "players 3")
    area = page.locator(".unread textarea")
    area.fill("action dip(n in 1..3)\n  nothing  # keep me")
    area.blur()
    eventually(path, "action dip(n in 1..3)\n  nothing  # keep me\nend")
    expect(page.locator(".unread")).to_have_count(0)
    expect(page.locator("#verdict")).to_contain_text("No mistakes")


@pytest.mark.slow
def test_scores_ends_and_expectations_are_added(served: Served, opened: Opened) -> None:
    path = served.folder / "well.game"
    path.write_text(
        'game "Well"\nplayers 2\neach player\n  water = 0 in 0..60\nturn: dip\naction dip(n in 1..3)\n  my water += n\n'
    )
    page = at_forms(opened("/design?game=well.game"))
    for text in ("end after round when round.number >= 5", "score(p): p.water", "winner: highest score"):
        page.get_by_role("button", name="Add to: The end, and who wins").click()
        take(page, text)
        eventually(path, text)
    page.get_by_role("button", name="Add to: Expectations and what tests look at").click()
    take(page, "draws under 10%")
    eventually(path, 'expect "draws under 10%"')
    expect(page.locator("#verdict")).to_contain_text("No mistakes")
