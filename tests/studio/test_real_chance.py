"""Real dice and cards, typed in: the game goes on from what they show, and can be played again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from ludwright.mistakes import LudwrightError
from ludwright.studio.real_chance import cards_came, cards_lie, dice_show, thrown
from ludwright.studio.table_tasks import Kept, loaded
from ludwright.studio.workspace import TEMPLATES
from tests.studio.conftest import Opened, Served
from tests.studio.test_playing import kept_game, sit_down

CARDS = """game "Draw"
players 2
cards fruit
  | name  | worth | copies |
  | apple |   1   |   5    |
  | pear  |   2   |   5    |
  | plum  |   3   |   5    |
zone deck of fruit, face down, holds all fruits, shuffled
each player
  zone hand of fruit, seen by owner
setup: deal 2 from deck to hand
turn: one of keep, toss
action keep
  draw 1 from deck to my hand
action toss(c in my hand)
  move c to bottom of deck
  draw 1 from deck to my hand
end when round.number is 4
score(p): sum(c.worth for c in p.hand)
winner: highest score
"""


def table_of(path: Path, seed: int = 7) -> dict[str, Any]:
    return {"path": str(path), "players": 2, "params": {}, "seats": ["here", "here"], "seed": seed, "answers": []}


def test_a_throw_shows_what_was_typed_and_later_ones_too() -> None:
    kept = table_of(TEMPLATES / "dice_game.game")
    assert len(thrown(kept)["faces"]) == 5
    kept |= dice_show(kept, [6, 6, 6, 1, 2])
    assert thrown(kept)["faces"] == [6, 6, 6, 1, 2]
    match = loaded(Kept(**kept)).start(kept["seed"], run="twin")
    for _ in range(3):  # somebody stops: the next player throws
        if thrown({**kept, "answers": match.answers})["faces"] != [6, 6, 6, 1, 2]:
            break
        match.apply(0 if 0 in match.codes() else match.codes()[0])
    kept["answers"] = match.answers
    before = thrown(kept)["faces"]
    assert len(before) == 5
    kept |= dice_show(kept, [2, 2, 2, 5, 4])
    assert thrown(kept)["faces"] == [2, 2, 2, 5, 4]
    again = loaded(Kept(**kept)).start(kept["seed"], run="twin")
    again.follow(kept["answers"])
    assert sorted(int(str(die).split()[-1]) for die in again["tray"]) == [2, 2, 2, 4, 5]
    with pytest.raises(LudwrightError, match="5 dice"):
        dice_show(kept, [1])
    with pytest.raises(LudwrightError, match="can't show 9"):
        dice_show(kept, [9, 2, 2, 5, 4])


def test_cards_lie_as_they_were_typed_from_the_top(tmp_path: Path) -> None:
    path = tmp_path / "draw.game"
    path.write_text(CARDS)
    for seed in (1, 2, 3):
        kept = table_of(path, seed)
        kept |= cards_lie(kept, "deck", ["plum", "apple", "?", "pear"])
        match = loaded(Kept(**kept)).start(seed, run="twin")
        top = [str(card) for card in match["deck"]][::-1][:4]
        assert [top[0].split()[0], top[1].split()[0], top[3].split()[0]] == ["plum", "apple", "pear"]
    with pytest.raises(LudwrightError, match="did you mean `plum`"):
        cards_lie(table_of(path), "deck", ["plun"])
    with pytest.raises(LudwrightError, match="before the first move"):
        cards_lie({**table_of(path), "answers": [1]}, "deck", ["plum"])


@pytest.mark.parametrize("seed", [1, 2])
def test_cards_come_as_they_were_drawn_and_all_before_stays(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "draw.game"
    path.write_text(CARDS)
    kept = table_of(path, seed)
    assert thrown(kept)["came"] == 0
    for place, card in enumerate(("plum", "apple", "plum", "pear", "pear")):
        match = loaded(Kept(**kept)).start(seed, run="twin")
        match.follow(kept["answers"])
        held = [str(one) for one in match["hand", place % 2]]
        match.apply("keep")
        kept["answers"] = match.answers
        assert thrown(kept)["came"] == 1
        kept |= cards_came(kept, [card])
        again = loaded(Kept(**kept)).start(seed, run="twin")
        again.follow(kept["answers"])
        assert [one.split()[0] for one in map(str, again["hand", place % 2])] == [
            *(one.split()[0] for one in held),
            card,
        ]
    with pytest.raises(LudwrightError, match="1 cards came"):
        cards_came(kept, ["pear", "pear"])


def test_a_card_that_lies_elsewhere_can_not_come(tmp_path: Path) -> None:
    path = tmp_path / "draw.game"
    path.write_text(CARDS.replace("|   2   |   5    |", "|   2   |   1    |"))
    kept = table_of(path) | cards_lie(table_of(path), "hand of seat 1", ["pear"])
    match = loaded(Kept(**kept)).start(kept["seed"], run="twin")
    match.apply("keep")
    with pytest.raises(LudwrightError, match="pear can't come: none is left"):
        cards_came({**kept, "answers": match.answers}, ["pear"])


def test_real_dice_are_typed_in_on_the_page(served: Served, opened: Opened) -> None:
    (served.folder / "kettle.game").write_text((TEMPLATES / "dice_game.game").read_text())
    page = opened("/play?game=kettle.game")
    sit_down(page, "here", "here")
    expect(page.locator("#moves button").first).to_be_enabled()
    page.locator("details.menu summary").click()
    page.get_by_role("button", name="Real dice and cards").click()
    for die in range(5):
        page.get_by_label(f"Die {die + 1}").fill("6")
    page.get_by_role("button", name="So it is").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#paper svg")).to_be_visible()
    for _ in range(100):
        if told := kept_game(served)["told"]:
            break
        page.wait_for_timeout(100)
    assert len(told) == 5 and len(set(told)) == 1


@pytest.mark.slow
def test_a_card_that_was_drawn_is_typed_in_on_the_page(served: Served, opened: Opened) -> None:
    (served.folder / "draw.game").write_text(CARDS.replace(", seen by owner", ""))
    page = opened("/play?game=draw.game")
    sit_down(page, "here", "here")
    for moves in (1, 2):
        page.locator("#moves button", has_text="keep").click()
        expect(page.locator("#log > li")).to_have_count(moves)
    page.get_by_role("button", name="look back").first.click()
    page.get_by_role("button", name="Later").click()
    page.locator("details.menu summary").click()
    page.get_by_role("button", name="Real dice and cards").click()
    page.get_by_label("The last move drew one card").fill("plum")
    page.get_by_role("button", name="So it is").click()
    expect(page.locator("#log > li")).to_have_count(1)
    kept = kept_game(served)
    match = loaded(Kept(**{**table_of(served.folder / "draw.game"), "told": kept["told"]})).start(
        kept["seed"], run="twin"
    )
    match.follow(kept["answers"])
    assert str(match["hand", 0][-1]).startswith("plum")
