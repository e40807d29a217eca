"""Least and most actions, decisions, questions and steps a turn, worked by hand for each game."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.anatomy.phases import Phase, find_phases
from tests.bundled import bundled

ANY, SOME = "any number", "1 or more"


def told(phase: Phase) -> tuple[str, str, str, str]:
    actions, decisions, questions, steps = (str(one) for one in phase.counts.all())
    return actions, decisions, questions, steps


def turn_of(game: ludwright.Game) -> tuple[str, str, str, str]:
    return told(next(phase for phase in find_phases(game) if phase.unit == "turn"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tic_tac_toe", ("1", "1", "1", "1")),  # one cell; one mark set
        ("connect_four", ("1", "1", "1", "1")),
        ("nim", ("1", "2", "1", "1")),  # which heap, how many; one question
        ("breakthrough", ("1", "2", "1", "2 to 3")),  # which man, which way; a third step if one is taken
        ("clobber", ("0 to 1", "0 to 2", "0 to 1", "0 to 2")),  # who can't loses
        (
            "othello",
            ("0 to 1", "0 to 1", "0 to 1", ANY),
        ),  # who can't passes; the turned discs are not limited by the text
        ("hex", ("1", "1 to 2", "1", "1 to 2")),  # place or take over, and where to place
        ("colors", ("1", "0 to 1", "0 to 1", "2 to 3")),  # a black marble is taken without a choice
        ("kalah", ("1", "1", "1", SOME)),
        ("pig", (SOME, ANY, ANY, SOME)),  # the first throw is no decision, and may end the turn
        ("cant_stop", (SOME, ANY, ANY, SOME)),
        ("backgammon", (ANY, ANY, ANY, "2 or more")),  # two dice are laid out even if no man can move
        ("movement_points", ("0", "0", "0", "1")),  # a card is drawn
        ("polis", ("0", "0", "0", "3")),  # a card, the strength, the total
        ("yacht", ("1 to 3", "2 to 5", "2 to 13", "2 to 4")),
    ],
)
def test_a_turn_of_each_game(name: str, expected: tuple[str, str, str, str]) -> None:
    assert turn_of(bundled(name)) == expected


def test_conditions_on_parameters_are_looked_at() -> None:
    assert turn_of(ludwright.load("pig", params={"must_throw": 0}))[0] == ANY
    # four rolls: three rerolls of a set of five dice each, and the box
    assert turn_of(ludwright.load("yacht", params={"rolls": 4})) == ("1 to 4", "2 to 7", "2 to 19", "2 to 5")
    assert turn_of(ludwright.load("yacht", params={"rolls": 1})) == ("1", "1", "1", "2")


def game_of(turn: str, rest: str = "") -> ludwright.Game:
    return ludwright.load_text(
        'game "G"\nplayers 3\nvar n = 0 in 0..9\n'
        f"{turn}\n"
        "action up(x in 1..3)\n  n = x\n"
        "action reset\n  n = 0\n"
        f"{rest}"
        "end when n is 9: draw\n"
    )


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("turn: one of up, reset", ("1", "1 to 2", "1", "1")),
        ("turn\n  up\n  reset", ("2", "1", "1", "2")),
        ("turn\n  me may do up\n  one of up, reset", ("1 to 2", "2 to 4", "2", "1 to 2")),
        ("turn: any number of up, reset up to 3 times", ("0 to 3", "1 to 6", "1 to 3", "0 to 3")),
        ("turn\n  up(2) otherwise reset", ("1", "0", "0", "1")),
        (
            "turn\n  if n > 3: up\n  else if n > 2: nothing\n  else: one of up, reset",
            ("0 to 1", "0 to 2", "0 to 1", "0 to 1"),
        ),
        ("turn\n  one of up, reset\n  repeat 2 times: up", ("3", "3 to 4", "3", "3")),
        ("turn\n  for p in players: p does up\n  reset", ("4", "3", "3", "4")),
        ("turn\n  for p in others with n > 1: p does up\n  reset", ("1 to 3", "0 to 2", "0 to 2", "1 to 3")),
        ("turn\n  repeat while n > 2: up\n  reset", (SOME, ANY, ANY, SOME)),
        ("turn\n  if n > 4: end turn\n  one of up, reset", ("0 to 1", "0 to 2", "0 to 1", "0 to 1")),
    ],
)
def test_forms_of_doing(turn: str, expected: tuple[str, str, str, str]) -> None:
    rest = "" if "reset" in turn else "whenever n > 8\n  reset\n"
    assert turn_of(game_of(turn, rest)) == expected


@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        ("me chooses x from 1..3: n = x", ("1", "1", "1", "1")),
        ("me may choose x from 1..3: n = x", ("1", "1", "1", "0 to 1")),
        ("me may choose x from 1..3: n = x\n  otherwise: ask_again", ("1", "1 to 2", "1 to 2", "1")),
        ("me chooses way\n    option stay\n    option go: n = 2", ("1", "1", "1", "0 to 1")),
        ('first q in others to say "no"\n    n = 2\n  otherwise: n = 1', ("1", "1 to 2", "1 to 2", "1")),
        ("let x = roll d6\n  n = x", ("1", "0", "0", "2")),
        ("ask_again\n  ask_again", ("1", "2", "2", "2")),
    ],
)
def test_choices_inside_effects(effects: str, expected: tuple[str, str, str, str]) -> None:
    text = (
        'game "G"\nplayers 3\nvar n = 0 in 0..9\nturn: act\n'
        f"action act\n  {effects}\n"
        "to ask_again\n  me chooses y from 4..5: n = y\n"
        "end when n is 9: draw\n"
    )
    assert turn_of(ludwright.load_text(text)) == expected


HINTS = """\
game "Hints"
players 3, cooperative
enum colour: red, green
cards card: each colour, each rank in 1..5
zone deck of card, face down, holds all cards, shuffled
zone discard of card
zone built of card
each player
  zone hand of card
var hints = 8 in 0..8
setup: deal 3 from deck to hand
play
  midgame
  endgame
stage midgame
  turns until deck is empty
    one of build, discard_one, tell
    draw 1 from deck to my hand
stage endgame
  turns once: one of build, discard_one, tell
action build(c in my hand)
  move c to built
action discard_one(c in my hand)
  move c to discard
  hints += 1
action tell(p in others)
  me chooses way
    option by_colour
      me chooses k from colours: pay 1 from hints
    option by_rank
      me chooses r from 1..5: pay 1 from hints
score: built.count
"""


def test_phases_of_a_game_of_hints() -> None:
    setup, midgame, endgame = find_phases(ludwright.load_text(HINTS))
    assert (setup.name, setup.unit, told(setup)) == ("setup", "setup", ("0", "0", "0", "1"))
    # a card is built or discarded: which action, which card. A hint: which action, to whom, of which sort, which one
    assert (midgame.name, midgame.unit, told(midgame)) == ("midgame", "turn", ("1", "2 to 4", "1 to 3", "2 to 3"))
    assert (endgame.name, endgame.unit, told(endgame)) == ("endgame", "turn", ("1", "2 to 4", "1 to 3", "1 to 2"))
