"""Boards: what pieces carry, and by what their cells are called."""

from __future__ import annotations

from xml.etree import ElementTree

from ludwright import Match
from ludwright.drawing import draw_svg, draw_text
from tests.drawing.tables import match_of

RANKS = """\
game "Ranks"
players 2
enum rank: low, high
board grid 2 x 2 of plot, holds 1 unit
things unit, up to 4
  hp = 2 in -1..9
  rank: rank = low
  boss: player or none
  plan = 5 in 0..9, seen by nobody
turn: recruit
action recruit(s in plots, h in -1..9)
  when s is empty
  let u = create unit
  move u to s
  u.boss = me
  u.hp = h
end when turn.number is 5: draw
"""

HIVE = """\
game "Hive"
players 2
board hexagon 1 of cell, holds 2 unit
things unit, up to 4
  fresh = yes
turn: put
action put(c in cells)
  when c.unit.count < 2
  let u = create unit
  move u to c
end when turn.number is 5: draw
"""


def after(text: str, *moves: str) -> Match:
    match = match_of(text)
    for move in moves:
        match.apply(move)
    return match


def written(match: Match, seat: int | None = None) -> list[str]:
    """All words of the picture that can be read without a mouse."""
    return [
        node.text or "" for node in ElementTree.fromstring(draw_svg(match, seat)).iter() if node.tag.endswith("}text")
    ]


def test_every_piece_is_told_with_its_own_marks() -> None:
    match = after(RANKS, "recruit a1 4", "recruit b2 -1", "recruit a2 0")
    assert draw_text(match, 0).splitlines()[3:11] == [
        "  2  U U",
        "  1  U ·",
        "     a b",
        "",
        "  U unit",
        "    unit (hp 4, rank low, boss seat 1): a1",
        "    unit (hp 0, rank low, boss seat 1): a2",
        "    unit (hp -1, rank low, boss seat 2): b2",
    ]


def test_pieces_of_one_kind_that_carry_the_same_are_told_once() -> None:
    words = draw_text(after(RANKS, "recruit a1 4"), 0)
    assert "U unit, hp 4, rank low, boss seat 1" in words and "plan" not in words


def test_marks_stand_on_the_pieces_of_a_picture() -> None:
    match = after(RANKS, "recruit a1 4", "recruit b2 -1")
    words = written(match, 0)
    assert {"hp 4", "hp -1", "boss seat 1", "boss seat 2"} <= set(words) and "plan 5" not in words
    assert "plan 5" in written(match), "who sees everything sees this as well"


def test_a_hexagon_has_letters_and_numbers() -> None:
    match = after(HIVE, "put b1", "put b1")
    assert draw_text(match).splitlines()[3:12] == [
        "         a   b",
        "    3  ·   ·   c",
        "  2  ·   ·   ·",
        "    1  UU  ·",
        "",
        "  U unit",
        "    unit 1 (fresh): b1",
        "    unit 2 (fresh): b1",
        "",
    ]
    assert {"a", "b", "c", "1", "2", "3"} <= set(written(match))
