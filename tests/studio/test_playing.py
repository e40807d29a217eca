"""Play in a real browser: whole games by clicks, friends at links, and nothing lost on the way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

import ludwright
from ludwright.drawing import scene_of
from ludwright.playtests.shelf import runs as kept_runs
from tests.studio.conftest import Opened, Process, Served
from tests.studio.test_access import asked


def sit_down(page: Page, *seats: str, seed: int | None = None) -> None:
    """Begin a game with these in the seats."""
    expect(page.locator("#seats select")).to_have_count(len(seats))
    for place, who in enumerate(seats):
        page.locator(f"#seat-{place}").select_option(who)
    if seed is not None:
        page.locator("#seed").fill(str(seed))
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#paper svg")).to_be_visible()


def kept_game(served: Served) -> dict[str, Any]:
    """The file of the only game that is played."""
    (path,) = (served.folder / ".ludwright" / "games").glob("*.json")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def click(page: Page, name: str) -> None:
    """Click a cell of the board, and wait until it is played."""
    expect(page.locator("#moves button").first).to_be_enabled()
    done = page.locator("#log > li").count()
    page.locator(f'.lit[data-at$=":{name}"]').first.click()
    expect(page.locator("#log > li")).to_have_count(done + 1)


def test_a_whole_game_by_clicks_on_the_table_is_recorded(served: Served, opened: Opened) -> None:
    page = opened("/play?game=@tic_tac_toe")
    sit_down(page, "here", "here")
    for name in ("b2", "a1", "a2", "c2", "b1"):
        click(page, name)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#log > li")).to_have_count(4)
    for name in ("b3", "b1", "c1"):
        click(page, name)
    page.locator('.lit[data-at$=":a3"]').click()  # the last cell is filled without a choice
    expect(page.locator(".ending")).to_contain_text("draw")
    expect(page.locator(".ending code").first).to_contain_text("by_people")
    (run,) = kept_runs(served.folder / "runs")  # where the commands find it, too
    assert run.games == 1 and run.complete
    frames = ludwright.open_run(run.folder).games.collect()
    assert frames["decisions"].to_list() == [8] and frames["drawn"].to_list() == [True]


@pytest.mark.slow
@pytest.mark.usefixtures("own_process")
def test_a_kill_of_the_studio_in_the_middle_of_a_game_loses_nothing(served: Process, opened: Opened) -> None:
    page = opened("/play?game=@tic_tac_toe")
    sit_down(page, "here", "here")
    for name in ("b2", "a1"):
        click(page, name)
    served.kill()
    served.begin()
    page.reload()
    expect(page.locator("#log > li")).to_have_count(2)
    click(page, "c3")
    assert len(kept_game(served)["answers"]) == 3


def test_a_changed_key_opens_no_seat_and_a_right_one_nothing_but_it(served: Served, opened: Opened) -> None:
    page = opened("/play?game=@kuhn_poker")
    sit_down(page, "here", "friend")
    key = kept_game(served)["keys"][1]
    changed = ("A" if key[0] != "A" else "B") + key[1:]
    assert asked(served, f"/seat/{key}/view")[0] == 200
    for path in (f"/seat/{changed}", f"/seat/{changed}/view", f"/seat/{key[:-1]}/view", "/seat//view"):
        assert asked(served, path)[0] in (403, 404)
    status, text = asked(served, f"/seat/{changed}/move", {"Origin": served.root}, "POST", '{"code": 1, "at": ""}')
    assert status == 403 and "opens no seat" in text
    for path in ("/", "/play?game=@kuhn_poker", "/play/tables?game=@kuhn_poker", "/web/play.js", "/seat/web/play.js"):
        assert asked(served, path)[0] in (403, 404)


def test_what_can_not_be_chosen_is_explained_by_its_rule(served: Served, opened: Opened) -> None:
    page = opened("/play?game=@tic_tac_toe")
    sit_down(page, "here", "here")
    click(page, "b2")
    page.locator('[data-at$=":b2"]').first.click()
    expect(page.locator("#advice .rule")).to_contain_text("when")


class Wire:
    """All that goes to and from a page."""

    def __init__(self, page: Page) -> None:
        self.responses: list[Response] = []
        self.sent: list[str] = []
        page.on("response", lambda one: self.responses.append(one))
        page.on("request", lambda one: self.sent.append(one.post_data or ""))
        page.on("websocket", lambda one: one.on("framereceived", lambda frame: self.sent.append(str(frame))))

    def views(self) -> list[dict[str, Any]]:
        """What the page was shown, view by view."""
        return [json.loads(one.text()) for one in self.responses if "/view" in one.url]


def unseen_names(game: dict[str, Any], seat: int, moves: int) -> tuple[list[str], set[str]]:
    """The cards in the hand of a seat after some moves, and those that lie where the seat sees them."""
    match = ludwright.load("fireworks", 2, ask_forced=True).start(game["seed"])
    match.follow(game["answers"][:moves])
    true, everything = scene_of(match), scene_of(match, seat)
    own = [token.name for token in true.players[seat].piles[0].tokens]
    open_piles = [*everything.piles, *everything.players[1 - seat].piles]
    return own, {token.name for pile in open_piles for token in pile.tokens}


@pytest.mark.slow
def test_fireworks_by_two_browsers_never_sends_a_seat_its_own_cards(
    served: Served, opened: Opened, chromium: Browser
) -> None:
    page = opened("/play?game=@fireworks")
    wires = [Wire(page)]
    sit_down(page, "here", "friend", seed=918273645)
    friend = chromium.new_context().new_page()
    wires.append(Wire(friend))
    friend.goto(f"{served.root}/seat/{kept_game(served)['keys'][1]}")
    moves = 0
    while not kept_game(served)["over"]:
        mover = (page, friend)[moves % 2]
        expect(mover.locator("#moves button").first).to_be_enabled()
        mover.locator('.lit[data-at^="place:"]').first.click()
        if mover.locator("#moves button", has_text="play card").count():
            mover.locator("#moves button", has_text="play card").first.click()
        moves += 1
        expect(mover.locator("#turn")).not_to_have_text("It is your turn")
    expect(friend.locator(".ending")).to_be_visible()
    game, strict = kept_game(served), 0
    for seat, wire in enumerate(wires):
        views = wire.views()
        assert len(views) > moves / 2
        for shown in views:
            if shown["ended"]:
                continue
            assert shown["seat"] == seat
            whole = json.dumps(shown)
            assert f"card:seat {seat + 1}:hand" not in whole
            own, open_ = unseen_names(game, seat, sum(bool(line["words"]) for line in shown["told"]))
            for name in set(own) - open_:
                strict += 1
                assert name not in whole and not any(name in one for one in wire.sent)
    assert strict > 20
    everything = [*(one.text() for one in wires[1].responses), *wires[1].sent]
    assert not any(str(game["seed"]) in one for one in everything)  # with it a friend could deal the cards again


@pytest.mark.slow
def test_cards_that_go_together_are_clicked_in_any_order(served: Served, opened: Opened) -> None:
    page = opened("/play?game=@hearts")
    sit_down(page, "here", "random", "random", "random", seed=1)
    cards = page.locator("#moves .option")
    expect(cards).to_have_count(13)
    expect(page.locator("#moves")).to_contain_text("Choose 3 from your hand")
    done = page.get_by_role("button", name="Choose these")
    page.locator('.lit[data-at="card:seat 1:hand:hearts 13"]').click()  # the last one first
    expect(done).to_be_disabled()
    for number in (5, 0, 0, 7):  # one is put back again
        cards.nth(number).click()
    expect(page.locator("#moves [role=status]")).to_contain_text("3 of 3")
    done.click()
    expect(page.locator("#moves")).not_to_contain_text("Choose 3 from your hand")
    assert len(kept_game(served)["answers"]) >= 12  # the others pass three, too
