"""Cards that carry a mark, or that a variable refers to, are followed through a shuffle: redeals leave them what they are known to be."""

from __future__ import annotations

import pytest

from tests.hidden.every_deal import right, steps

WORLD = """
cards card: each rank in 1..{cards}{marks}
zone deck of card, face down, holds all cards, shuffled
zone {other} of card
each player
  zone hand of card, seen by owner
setup: draw {number} from deck to {to}
"""
BENT = "\n  bent = no"
BACK = "move row to deck\nshuffle deck\ndraw 1 from deck to Ben.hand"


@pytest.mark.parametrize(
    ("seat", "cards", "number", "marks", "marked"),
    [
        (0, 3, 1, BENT, "(top of row).bent = yes"),
        (1, 3, 1, "\nvar marked: card or none", "marked = top of row"),
        (0, 4, 2, BENT, "for c in row: c.bent = yes"),
    ],
)
def test_what_can_be_told_apart_is_not_lost_in_a_shuffle(
    seat: int, cards: int, number: int, marks: str, marked: str
) -> None:
    world = WORLD.format(cards=cards, marks=marks, other="row", number=number, to="row")
    right(steps(world, f"{marked}\n{BACK}", players="2 named Ann, Ben"), seat, answers=1, most=2)


def test_a_mark_shows_which_card_was_not_chosen_in_secret() -> None:
    world = WORLD.format(cards=4, marks=BENT, other="pit", number=3, to="Ann.hand")
    world = world.replace("pit of card", "pit of card, face down")
    mark = "show top of Ann.hand to Ben\n(top of Ann.hand).bent = yes"
    away = "Ann secretly chooses c from Ann.hand: move c to pit"
    right(steps(world, f"{mark}\n{away}", players="2 named Ann, Ben"), seat=1, answers=2)
