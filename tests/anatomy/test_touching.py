"""Which rules read and change which objects, worked by hand from the texts of the games."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.anatomy.touches import Touches
from ludwright.anatomy.touching import find_touches
from ludwright.library import bundled_games
from tests.bundled import bundled


def touched(touches: Touches) -> dict[str, tuple[str, str]]:
    """For each object, who reads it and who changes it."""
    return {
        thing.name: (
            ", ".join(rule.name for rule in touches.readers(thing)),
            ", ".join(rule.name for rule in touches.changers(thing)),
        )
        for thing in touches.things
    }


def of_text(text: str) -> dict[str, tuple[str, str]]:
    return touched(find_touches(ludwright.load_text(text)))


def test_tic_tac_toe() -> None:
    touches = find_touches(ludwright.load("tic_tac_toe"))
    assert touched(touches) == {"cell.mark": ("place, held, end", "place")}
    played, ahead = {("play", "turn"), ("turn", "place")}, {("lead", "held"), ("held", "ways")}
    assert {(user.name, used.name) for user, used in touches.uses} == played | ahead


def test_what_only_bots_use_is_no_rule() -> None:
    names = {rule.name for rule in find_touches(ludwright.load("tic_tac_toe")).rules}
    assert "ways" in names and "makes_three" not in names


def test_checkers() -> None:
    assert touched(find_touches(ludwright.load("checkers"))) == {
        "quiet_turns": ("end", ""),
        "men_disturb": ("slide", ""),
        "same_position": ("end", ""),
        "jumper": ("turn", "jump"),
        "quiet": ("slide, end", "jump, slide"),
        "man.king": ("slide, arrive, may_go", "arrive"),
        "men on squares": ("jump, slide", "jump, arrive, picture square"),
        "man": ("jump, slide, lead", "jump"),
        "player": ("arrive, may_go", ""),
    }


def test_cant_stop() -> None:
    assert touched(find_touches(ludwright.load("cant_stop"))) == {
        "columns_to_win": ("end, lead", ""),
        "runner": ("turn, climb, runners, open, only_one", "climb"),
        "won": ("open, columns", "turn"),
        "player.camp": ("climb", "turn"),
        "tray": ("pair", "throw"),
    }


def test_cards_in_zones() -> None:
    assert touched(find_touches(ludwright.load("movement_points"))) == {
        "deck": ("end", "turn"),
        "player.hand": ("score, track score of the frame", "turn"),
        "step": ("score, track score of the frame", ""),
    }


def test_formulas_in_a_table_are_a_rule_of_their_own() -> None:
    touches = find_touches(ludwright.load("yacht"))
    worth = next(rule for rule in touches.rules if rule.name == "box.worth")
    assert worth.sort == "table"
    used = {rule.name for rule in touches.rules if (worth, rule) in touches.uses}
    assert used == {"n", "total", "alike", "run", "pair_and_three"}
    tray = next(thing for thing in touches.things if thing.name == "tray")
    assert [rule.name for rule in touches.readers(tray)] == ["reroll", "n", "total"]
    through = [rule.name for rule in touches.readers_through(tray)]
    assert through == ["write", "alike", "run", "pair_and_three", "box.worth"]


HEAD = 'game "G"\nplayers 2\nend when turn.number > 9: draw\n'


def test_a_local_name_hides_a_variable() -> None:
    text = HEAD + "var n = 0 in 0..9\nvar m = 0 in 0..9\nturn: act\naction act(n in 1..3)\n  m = n\n"
    assert of_text(text) == {"n": ("", ""), "m": ("", "act")}


def test_adding_to_a_variable_reads_it_too_and_setting_it_does_not() -> None:
    text = HEAD + "var n = 0 in 0..99\nvar m = 0 in 0..9\nturn: act\naction act\n  n += 1\n  m = 2\n"
    assert of_text(text) == {"n": ("act", "act"), "m": ("", "act")}


def test_marks_of_the_same_name_on_two_kinds_are_told_apart() -> None:
    text = HEAD + (
        "board grid 2 x 2 of cell\n  full = no\neach player\n  full = no\nturn: act\n"
        "action act(c in cells)\n  when not c.full\n  my full = yes\n"
    )
    assert of_text(text) == {"player.full": ("", "act"), "cell.full": ("act", "")}


CARDS = HEAD + (
    "cards card: each rank in 1..5, copies 2\nzone deck of card, face down, holds all cards, shuffled\nzone pile of card\n"
    "each player\n  zone hand of card\nsetup: deal 2 from deck to hand\nturn: act\n"
)


def test_a_card_chosen_from_a_zone_and_moved_changes_both_places() -> None:
    found = of_text(
        CARDS + "action act(c in my hand)\n  when c.rank > 2\n  move c to pile\n  draw up to 1 from deck to my hand\n"
    )
    assert found == {
        "deck": ("", "setup, act"),
        "pile": ("", "act"),
        "player.hand": ("act", "setup, act"),
        "card": ("act", ""),
    }


def test_what_a_procedure_moves_is_known_from_its_callers() -> None:
    found = of_text(CARDS + "action act(c in my hand)\n  lay(c)\nto lay(x)\n  move x to pile\n")
    assert found["player.hand"] == ("act", "setup, lay")
    assert found["pile"][1] == "lay"


def test_a_definition_that_is_a_set_is_followed() -> None:
    found = of_text(
        CARDS + "define high(p): all c in p.hand with c.rank > 2\naction act(c in high(me))\n  move c to pile\n"
    )
    assert found["player.hand"] == ("high", "setup, act")


def test_all_cards_together_may_come_from_anywhere() -> None:
    found = of_text(
        CARDS + "whenever deck is empty: move top of deck to pile\naction act\n  move cards to deck\n  shuffle deck\n"
    )
    assert {name for name, (_, changed) in found.items() if "act" in changed} == {"deck", "pile", "player.hand"}


def test_paying_reads_and_changes() -> None:
    text = (
        HEAD
        + "each player\n  coins = 3 in 0..9\nvar bank = 0 in 0..99\nturn: act otherwise nothing\naction act\n  pay 1 from my coins to bank\n"
    )
    assert of_text(text) == {"bank": ("", "act"), "player.coins": ("act", "act")}


def test_parameters_are_read_by_declarations_too() -> None:
    text = (
        HEAD
        + "param size = 3 in 2..4\nparam start = 1 in 0..3\nboard grid size x 2 of cell\n  m = start in 0..9\nturn: act\naction act(c in cells)\n  c.m = 2\n"
    )
    assert of_text(text) == {"size": ("board cell", ""), "start": ("board cell", ""), "cell.m": ("", "act")}


@pytest.mark.parametrize("name", [game.name for game in bundled_games()])
def test_in_bundled_games_everything_is_read_and_every_rule_stands_somewhere(name: str) -> None:
    touches = find_touches(bundled(name))
    for thing in touches.things:
        used = [*touches.readers(thing), *touches.changers(thing)]
        # cards that no rule names are touched through the zones they lie in
        assert used or thing.sort == "component", f"{thing} is touched by nobody"
        if thing.sort == "parameter":
            assert not touches.changers(thing)
    assert all(rule.line for rule in touches.rules if rule.sort != "play")
