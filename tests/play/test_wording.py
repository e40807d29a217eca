"""Options in words: all different, understood as answers, and readable."""

from __future__ import annotations

import re
from random import Random

import pytest

import ludwright
from ludwright.library import bundled_games
from ludwright.play.match import Match
from tests.bundled import bundled

CARDS = """\
game "Cards"
players 2
cards card
  | name | copies |
  | ace  |   3    |
  | king |   1    |
zone table of card, holds all cards
zone gone of card
var left = 1 in 0..1
turn: pick
action pick
  me chooses 2 cs from table: move cs to gone
  left = 0
end when left is 0: draw
"""

PIECES = """\
game "Pieces"
players 2
board grid 2 x 2 of cell, holds 9 man
things man (men), copies 2 each player
turn: step otherwise draw
setup
  for m in men: move m to cells[1, 1]
action step(m in my men, c in cells)
  when c is not m.cell
  move m to c
end when turn.number > 3: draw
"""

REFUSALS = """\
game "Refusals"
players 2
var n = 0 in 0..9
turn
  me may do up
  any number of up, twice up to 2 times
  me may choose x from 1..3: n = x
  me chooses way
    option add: n = 5
    option leave
  first q in others to say "stop it"
    n = 0
action up
  when n < 9
  n += 1
action twice(a in 1..2, b in 3..4)
  when n < 2
  n += a + b
end when turn.number > 3: draw
"""


HANDS = """game "Hands"
PLAYERS
cards card
  | name |
  | ant  |
  | bee  |
  | cow  |
  | dog  |
  | elk  |
  | fox  |
  | gnu  |
  | hen  |
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, seen by SEEN
zone pile of card
setup: deal 2 from deck to hand
turn: give
action give(p in FROM, c in p.hand)
  move c to pile
end when pile.count is 2: draw
"""
TEAMS = "players 4\n  | name | team |\n  | A | 1 |\n  | B | 2 |\n  | C | 1 |\n  | D | 2 |"


def words(match: Match) -> list[str]:
    return [option.words for option in match.legal()]


@pytest.mark.parametrize("name", [game.name for game in bundled_games()])
def test_words_differ_and_answer_like_codes(name: str) -> None:
    game = bundled(name)
    for number in range(3):
        match, choose = game.start(seed=number, run="twin"), Random(number)
        for _ in range(60):
            if match.over:
                break
            options = match.legal()
            told = [option.words for option in options]
            assert len(set(told)) == len(told), f"two options are both called `{max(told, key=told.count)}`"
            assert told == words(match), "the words are not stable"
            chosen = choose.choice(options)
            other = match.copy()
            match.apply(chosen.code)
            other.apply(chosen.words)
            assert match.words == other.words


def test_equal_cards_are_one_option() -> None:
    match = ludwright.load_text(CARDS).start(run="twin")
    assert words(match) == ["choose ace", "choose king"]


def test_cards_that_carry_marks_are_one_option_while_they_are_equal() -> None:
    marked = CARDS.replace("  | king |   1    |\n", "  | king |   1    |\n  turned = no\n")
    match = ludwright.load_text(marked).start(run="twin")
    assert words(match) == ["choose ace", "choose king"]


@pytest.mark.parametrize(
    ("seats", "seen", "origin", "told"),
    [
        ("players 2", "others", "others", ["seat 2, CARD"]),
        ("players 2", "others", "players", ["seat 1, number", "seat 2, number"]),
        ("players 2", "owner", "others", ["seat 2, number"]),
        (TEAMS, "team", "others", ["B, number", "C, number", "D, number"]),
        (TEAMS, "everyone", "others", ["B CARD", "C CARD", "D CARD"]),
    ],
)
def test_cards_that_their_chooser_may_not_see_are_told_by_their_place(
    seats: str, seen: str, origin: str, told: list[str]
) -> None:
    text = HANDS.replace("PLAYERS", seats).replace("SEEN", seen).replace("FROM", origin)
    match = ludwright.load_text(text).start(seed=1, run="twin")
    found = {
        re.sub("ant|bee|cow|dog|elk|fox|gnu|hen", "CARD", re.sub(r"number \d", "number", said)) for said in words(match)
    }
    assert found == {f"give {one}" for one in told}


def test_equal_pieces_on_a_crowded_square_are_one_option() -> None:
    match = ludwright.load_text(PIECES).start(run="twin")
    assert words(match) == [f"step to {to}" for to in ("b1", "a2", "b2")]


def test_every_way_to_refuse_has_its_word_and_numbers_their_names() -> None:
    match = ludwright.load_text(REFUSALS).start(run="twin")
    assert words(match) == ["pass", "up"]
    match.apply("pass")
    assert words(match) == ["stop", "up", "twice a 1 b 3", "twice a 1 b 4", "twice a 2 b 3", "twice a 2 b 4"]
    match.apply("stop")
    assert words(match) == ["decline", "choose 1", "choose 2", "choose 3"]
    match.apply("decline")
    assert words(match) == ["choose add", "choose leave"]
    match.apply("choose add")
    assert words(match) == ["no stop it", "stop it"]


def test_an_action_called_pass_is_not_confused_with_passing() -> None:
    text = 'game "P"\nplayers 2\nvar n = 0 in 0..9\nturn: me may do pass\naction pass\n  n += 1\nend when n > 3: draw\n'
    assert words(ludwright.load_text(text).start(run="twin")) == ["pass here", "pass"]
