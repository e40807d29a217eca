"""What things carry is told of them by the names that moves use."""

from __future__ import annotations

import ludwright
from ludwright.model.labels import Labels
from ludwright.play.changes import Changes
from ludwright.play.standing import StandingReader

FREE = """\
game "Free"
players 2
things unit, up to 3
  hp = 2 in 0..9
var boss: unit or none
turn: one of make, hit, kill, rest
action make
  when units.count < 3
  boss = create unit
action hit(u in units)
  u.hp -= 1
action rest
  nothing
action kill(u in units)
  remove u
end when turn.number is 9: draw
"""

ON_BOARD = """\
game "On board"
players 2
board grid 2 x 2 of plot, holds ROOM unit
things unit, up to 3
  boss: player or none
turn: put
action put(s in plots)
  let u = create unit
  move u to s
  u.boss = me
end when turn.number is 3: draw
"""


def told(text: str, *moves: str) -> list[list[str]]:
    """What each move changes."""
    game = ludwright.load_text(text)
    match, changes, lines = game.start(seed=1, run="twin"), Changes(game), []
    for move in moves:
        before = list(match.words)
        match.apply(move)
        lines.append(changes.between(before, match.words))
    return lines


def test_things_without_a_place_are_named_as_in_the_moves() -> None:
    assert told(FREE, "make", "make", "hit unit 2", "kill unit 1") == [
        ["unit 1: made", "boss: none → unit 1"],
        ["unit 2: made", "boss: unit 1 → unit 2"],
        ["hp of unit 2: 2 → 1"],
        ["unit 1: in play → gone"],
    ]


def test_a_thing_made_anew_begins_without_a_word_of_the_one_before_it() -> None:
    assert told(FREE, "make", "hit unit 1", "kill unit 1", "make")[3] == ["unit 1: made", "boss: none → unit 1"]


def test_a_piece_alone_on_its_cell_is_named_by_the_cell() -> None:
    assert told(ON_BOARD.replace("ROOM", "1"), "put a2") == [["unit: made, a2", "boss of a2: none → seat 1"]]


def test_pieces_that_share_a_cell_have_numbers() -> None:
    lines = told(ON_BOARD.replace("ROOM", "2"), "put a2", "put a2")
    assert lines[1] == ["unit 2: made, a2", "boss of unit 2 at a2: none → seat 2"]


def test_a_hand_in_order_is_told_card_by_card_from_the_first() -> None:
    text = """\
game "Row"
players 1
cards card: each rank in 1..2, copies 2
zone row of card, in order, holds all cards, shuffled
turn: go
action go
  nothing
end when turn.number is 2: draw
"""
    game = ludwright.load_text(text)
    match = game.start(seed=4, run="twin")
    row = [game.rules.model.design_in(match.words, c) for c in Labels(game).inside(0, match.words)]
    assert row != sorted(row)
    assert StandingReader(game).lines(match.words) == ["row: " + ", ".join(str(design + 1) for design in row)]


def test_what_a_new_thing_has_by_a_parameter_is_not_a_change() -> None:
    text = FREE.replace("hp = 2 in", "hp = health in").replace("things unit", "param health = 4 in 1..9\nthings unit")
    assert told(text, "make", "hit unit 1") == [["unit 1: made", "boss: none → unit 1"], ["hp of unit 1: 4 → 3"]]
