"""Whose a thing is can be seen, and its number where rules or options depend on it: what looks the same offers the same."""

from __future__ import annotations

import random

import pytest

import ludwright
from ludwright.play.match import Match
from tests.hidden.test_native_view import Views, play, view

BOATS = """\
game "Boats"
players 2 named Ann, Ben
board ring 4 of island, holds 6 boat
things boat (boats), copies 3 each player
setup
  for b in boats: move b to islands[1]
turn: sail
action sail(b in my boats, i in islands)
  when b.island is not i
  move b to i
end when turn.number > 12: draw
"""
"""Ann has boats 1 to 3, Ben has boats 4 to 6; of equal ones the first sails."""

MASKS = """\
game "Masks"
players 2 named Ann, Ben
cards mask: each rank in 1..2, copies 1 each player
zone deck of mask, face down
zone table of mask
each player
  zone hand of mask, seen by owner, holds all masks
turn: one of show, hide
action show(m in my hand)
  move m to table
action hide(m in my hand)
  move m to deck
end when turn.number > 4: draw
"""

DICE = """\
game "Dice"
players 2
var total = 0 in 0..99
dice tray: 3 d3
turn
  roll tray
  me may choose d from tray with d.face > 1
    total += d.face + tray[1].face
end when turn.number > 4: draw
"""

CUBES = """\
game "Cubes"
players 2 named Ann, Ben
cards cube: each colour in 1..2, copies 3
zone heap of cube, holds all cubes
zone left of cube
zone right of cube
turn: one of aside, away
action aside(c in heap)
  move c to left
action away(c in heap)
  move c to right
end when heap.count is 0: draw
"""


def after(game: ludwright.Game, *words: str) -> Match:
    match = game.start(seed=1)
    for answer in words:
        match.apply(answer)
    return match


def test_whose_a_thing_is_is_seen() -> None:
    """A boat at 2 and one at 3: Ann's and Ben's, or Ben's and Ann's."""
    game = ludwright.load_text(BOATS)
    one = after(game, "sail to 2", "sail to 3")
    other = after(game, "sail to 3", "sail to 2")
    seen = one.observe(0).named()
    assert [seen[f"owner of item {i}"] for i in range(1, 7)] == [0, 0, 1, 1, 0, 1]
    assert [seen[f"number of item {i}"] for i in range(1, 7)] == [2, 3, 5, 6, 1, 4]
    for seat in (0, 1):
        assert one.observe(seat) != other.observe(seat)
        assert view(one, seat) != view(other, seat)


def test_equal_things_in_each_others_places_look_different_if_their_codes_are() -> None:
    """Ann's boats 1 and 2 lie at 2 and 3, or at 3 and 2: the code of what sails from 2 is another one."""
    game = ludwright.load_text(BOATS)
    home = "sail to 4", "sail boat at 4 to 1"
    one = after(game, "sail to 2", home[0], "sail boat at 1 to 3", home[1])
    other = after(game, "sail to 3", home[0], "sail boat at 1 to 2", home[1])
    assert sorted(option.words for option in one.legal()) == sorted(option.words for option in other.legal())
    assert sorted(one.codes()) != sorted(other.codes())
    assert one.observe(0).words.tolist() != other.observe(0).words.tolist()
    assert view(one, 1) != view(other, 1)  # Ben is not asked: no options are in what he sees


def test_the_owner_of_what_is_not_seen_is_not_seen() -> None:
    game = ludwright.load_text(MASKS)
    match = after(game, *(next(o.words for o in game.start(seed=1).legal() if o.words.startswith("hide")),))
    seen = match.observe(1).named()
    for i in range(1, 5):
        assert (seen[f"owner of item {i}"] is None) == (seen[f"what item {i} is"] is None)
    assert "number of item 1" not in seen  # cards may lie hidden: which piece of cardboard one is nobody sees


def test_numbers_that_do_not_matter_are_not_seen() -> None:
    """Cubes are named by their colour, and whichever of the same colour was taken, it looks the same."""
    game = ludwright.load_text(CUBES)
    names = [o.words.removeprefix("aside ") for o in game.start(seed=1).legal() if o.words.startswith("aside")]
    one = after(game, f"aside {names[0]}", f"away {names[0]}")
    other = after(game, f"away {names[0]}", f"aside {names[0]}")
    assert one.words != other.words
    for seat in (0, 1):
        assert one.observe(seat) == other.observe(seat)
        assert view(one, seat) == view(other, seat)


@pytest.mark.parametrize("text", [BOATS, MASKS, DICE], ids=["boats", "masks", "dice"])
def test_views_are_observations_and_offer_the_same(text: str) -> None:
    game, views = ludwright.load_text(text), Views()
    offered: dict[tuple[int, bytes], list[int]] = {}
    for number in range(40):
        match, choose = game.start(seed=number % 3), random.Random(number)
        play(match.copy(), choose, 4, views)
        while not match.over and match.moves < 6:
            seat = match.actor or 0
            codes = sorted(match.codes())
            assert offered.setdefault((seat, match.observe(seat).words.tobytes()), codes) == codes
            match.apply(choose.choice(codes))
    assert len(views) > 20
